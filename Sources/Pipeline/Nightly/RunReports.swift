import Dates
import Files
import JSONText

/// The reports of past runs, beside the catalogue: `runs/20261121T030000Z.json`.
struct RunReports {
  let state: String

  /// Writes a report under a name that no other report has.
  ///
  /// - Throws: `FolderError.cannotWrite`.
  func save(_ report: NightReport) throws(FolderError) {
    let folder = "\(state)/runs"
    try Folders.make(folder)
    let stamp = report.now.description.filter { $0.isLetter || $0.isNumber }
    var name = "\(folder)/\(stamp).json"
    var number = 2
    while Folders.exists(name) {
      name = "\(folder)/\(stamp)-\(number).json"
      number += 1
    }
    try Folders.write(report.json.text + [0x0A], to: name)
  }
}
