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

  /// The folders of this machine that a night writes into, and what they are told under.
  private var folders: [(subject: String, path: String)] {
    var folders = [("state", house.state), ("state", "\(house.state)/runs")]
    if !StoreSettings.isBucket(house.output) {
      folders += [("tree", house.output), ("tree", "\(house.output)/puzzles")]
    }
    if let place = house.privateTo, !StoreSettings.isBucket(place) {
      folders += [("private", place), ("private", "\(place)/private")]
    }
    return folders
  }

  /// The folders that the next night cannot write into, whoever runs it.
  ///
  /// Permissions are those of the owner, since the doctor may be asked by somebody who only reads;
  /// they do not bind the superuser.
  func lockedFolders() -> [Symptom] {
    var found: [Symptom] = []
    for (subject, path) in folders {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      let place = Shell.path(path)
      if access(path, W_OK) != 0, errno == EROFS {
        found.append(
          .wrong(
            subject, "\(path) lies on a disk that can only be read, so nights fail",
            mend: "mount -o remount,rw \"$(findmnt -no TARGET -T \(place))\""))
        // What lies in it is no better off.
        continue
      }
      let needed = S_IWUSR | S_IXUSR
      if status.st_uid != 0, status.st_mode & needed != needed {
        found.append(
          .wrong(
            subject, "its owner cannot write into \(path), so nights fail",
            mend: "chmod u+wx \(place)"))
      }
    }
    return found
  }

  /// Of what kind something is that stands at a path, a link being a kind of its own; `nil` where
  /// nothing does.
  static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// What stands where a folder has to be, or one above it, and is none.
  private func obstacle(inPlaceOf path: String) -> (path: String, words: String)? {
    var place = path
    while !Folders.exists(place) {
      let above = SplitPath(place).folder
      if above == "." || above == place { return nil }
      place = above
    }
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
    return isFolder.boolValue ? nil : (place, "a file, not a folder")
  }
}
