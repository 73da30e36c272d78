import Dates
import Files
import Foundation
import JSONText

/// The reports of past runs, beside the catalogue: `runs/20261121T030000Z.json`.
struct RunReports {
  let state: String

  /// Writes a report under a name that no other report has.
  ///
  /// - Throws: `FolderError.cannotWrite`, also where `runs` is a link: it may lead anywhere.
  func save(_ report: NightReport) throws(FolderError) {
    let path = RunHistory.folder(in: state)
    do throws(FileError) {
      let home = try OpenFile.folder(existing: state)
      try home.makeFolder(RunHistory.folder)
      guard let folder = try home.folder(RunHistory.folder) else {
        throw .system(operation: "open the folder", path: path, code: ENOENT)
      }
      DraftFile.sweep(folder)
      let stamp = report.now.compact
      var name = "\(stamp).json"
      var number = 2
      while try folder.status(of: name) != nil {
        name = "\(stamp)-\(number).json"
        number += 1
      }
      var draft = try DraftFile(for: name, in: folder)
      try draft.write(report.json.text + [0x0A])
      try draft.commit()
    } catch {
      throw FolderError(error, writing: path)
    }
  }
}
