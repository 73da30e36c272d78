import Catalog
import Files
import Foundation
import Pipeline
import Printable

extension Doctor {
  /// What lies where a folder or a file of the house has to be, and is none: nothing can be done
  /// before it is moved away.
  func obstacles() -> [Symptom] {
    var found: [Symptom] = []
    func note(_ subject: String, _ path: String, _ words: String) {
      guard !found.contains(where: { $0.message.hasPrefix("\(path) is ") }) else { return }
      let aside = Shell.moving(path) { Doctor.kind(of: $0) != nil }
      found.append(.wrong(subject, "\(path) is \(words)", mend: aside))
    }
    for folder in folders {
      guard let (path, words) = obstacle(inPlaceOf: folder.path) else { continue }
      note(folder.subject, path, words)
    }
    // What the press opens itself: a link may lead anywhere, so every run refuses it.
    for path in Catalog.fileSuffixes.map({ state.catalog + $0 }) + [lockPath] {
      guard let kind = Doctor.kind(of: path), kind != S_IFREG else { continue }
      let words =
        switch kind {
        case S_IFDIR: "a folder"
        case S_IFLNK: "a link"
        default: "a device or a pipe"
        }
      note("state", path, "\(words), not a file")
    }
    if let path = Catalog.unwritableFile(of: state.catalog) {
      found.append(
        .wrong(
          "state", "\(path) cannot be written, so nothing can be noted in the catalogue",
          mend: "chmod u+w \(Shell.path(path))"))
    }
    return found
  }

  /// The folders of this machine that everything lies in, and what they are told under.
  private var folders: [(subject: String, path: String)] {
    var folders = [("state", house.state), ("state", runs)]
    if !StoreSettings.isBucket(house.output) {
      folders += [("tree", house.output), ("tree", "\(house.output)/puzzles")]
    }
    if let place = house.privateTo, !StoreSettings.isBucket(place) {
      folders += [("private", place), ("private", "\(place)/private")]
    }
    return folders
  }

  private var runs: String { RunHistory.folder(in: house.state) }

  /// What nights have to write and cannot: folders, those within a tree, and the lock.
  ///
  /// Nights are run by whoever owns the state, the doctor perhaps by somebody else. What is not
  /// there yet is made in the nearest folder above.
  func lockedPlaces() -> [Symptom] {
    let press = Doctor.status(of: house.state)?.st_uid ?? geteuid()
    var found: [Symptom] = []
    var (seen, disks): (Set<String>, Set<dev_t>) = ([], [])
    for (subject, path) in folders + foldersWithin + [("state", lockPath)] {
      let isFile = path == lockPath
      if isFile && !Folders.exists(path) { continue }
      let place = Folders.nearest(to: path)
      guard seen.insert(Folders.resolved(place)).inserted, let status = Doctor.status(of: place)
      else { continue }
      let shown = Shell.path(place)
      if access(place, W_OK) != 0, errno == EROFS {
        guard disks.insert(status.st_dev).inserted else { continue }
        found.append(
          .wrong(
            subject, "\(place) is on a read-only disk, so nights fail",
            mend: "mount -o remount,rw \"$(findmnt -no TARGET -T \(shown))\""))
      } else if !Doctor.mayWrite(place, status, press, isFile ? R_OK | W_OK : R_OK | W_OK | X_OK) {
        let mend =
          status.st_uid == press
          ? "chmod u+rw\(isFile ? "" : "x") \(shown)" : "chown \(press) \(shown)"
        found.append(
          path == runs
            ? .care("runs", "\(place) cannot be written: runs cannot leave reports", mend: mend)
            : .wrong(subject, "\(place) cannot be written, so nights fail", mend: mend))
      }
    }
    return found
  }

  /// The folders within the parts of a tree.
  private var foldersWithin: [(subject: String, path: String)] {
    var parts: [(String, String)] = []
    if !StoreSettings.isBucket(house.output) {
      parts = ["puzzles", "private"].map { ("tree", "\(house.output)/\($0)") }
    }
    if let place = house.privateTo, !StoreSettings.isBucket(place) {
      parts.append(("private", "\(place)/private"))
    }
    return parts.flatMap { subject, part in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: part)) ?? []
      return (Doctor.status(of: part) == nil ? [] : [(subject, part)])
        + names.sorted().map { (subject, "\(part)/\($0)") }.filter {
          Doctor.status(of: $0.1).map { $0.st_mode & S_IFMT == S_IFDIR } == true
        }
    }
  }

  /// The status of a file or folder, links followed; `nil` where there is none.
  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Whether a user may do something with a file or folder, as far as that is known of others: of
  /// groups it is not known who is in them.
  private static func mayWrite(
    _ path: String, _ status: stat, _ user: uid_t, _ wanted: Int32
  ) -> Bool {
    if user == 0 { return true }
    if user == geteuid() { return access(path, wanted) == 0 }
    let (mode, wanted) = (status.st_mode, mode_t(wanted))
    if status.st_uid == user { return mode >> 6 & wanted == wanted }
    return mode >> 3 & wanted == wanted || mode & wanted == wanted
  }

  /// Of what kind something is that stands at a path, a link being a kind of its own; `nil` where
  /// nothing does.
  static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// What stands where a folder has to be, or one above it, and is none.
  private func obstacle(inPlaceOf path: String) -> (path: String, words: String)? {
    let place = Folders.nearest(to: path)
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
    return isFolder.boolValue ? nil : (place, "a file, not a folder")
  }
}
