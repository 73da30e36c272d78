import Files
package import Pipeline
import Printable
import Signing

/// Makes the first keys of a house: a root, the next root, a release key, and the list that names
/// them.
package struct NewKeys: Command {
  /// The folders for the roots, one for each copy.
  package var folders: [String]
  /// The file for the release key.
  package var key: String
  /// The release that is current; `nil`: what the tree says.
  package var release: Int?

  package init(folders: [String], key: String, release: Int? = nil) {
    self.folders = folders
    self.key = key
    self.release = release
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let keys = HouseKeys(of: house)
    guard Folders.exists(house.recipes) else {
      throw PipelineError.input(path: house.recipes, reason: "there is no such folder of recipes")
    }
    let roots = folders.flatMap { ["\($0)/root.key", "\($0)/next.key"] }
    try HouseKeys.checkApart([keys.path] + roots + [key])
    try keys.checkPlaces(roots, makingFolders: true)
    try keys.checkPlaces([key], makingFolders: false)
    try Folders.checkRoom(for: keys.path, makingFolder: false)
    try refuseOld(roots + [key], in: keys)
    let current = try await keys.currentRelease(named: release, context)
    let (root, next, releaseKey) = (SecretKey(), SecretKey(), SecretKey())
    let list = ReleaseKeys(
      version: 1, createdAt: context.now, release: current,
      roots: [root.publicKey, next.publicKey], copies: folders.count,
      entries: [
        .init(key: releaseKey.publicKey, first: max(1, current), createdAt: context.now)
      ])
    let signed = try SignedKeys(list, signedBy: [root])
    var made: [String] = []
    func write(_ key: SecretKey, to path: String) throws {
      try HouseKeys.write(key, to: path)
      made.append(path)
    }
    do {
      for folder in folders {
        try Folders.make(folder)
        try write(root, to: "\(folder)/root.key")
        try write(next, to: "\(folder)/next.key")
      }
      try write(releaseKey, to: key)
      // Last: while it is not there, no key is known to anybody.
      try Folders.write(signed.json, to: keys.path)
    } catch {
      // Nobody knows these keys, and with them in the way there is no second try.
      for path in made { try? Folders.removeFile(path) }
      throw error
    }
    try emit(.answer(KeysAnswer("new", list, of: keys, key: key)))
    return .done
  }

  /// Refuses to write over keys, and says what to remove where a run was killed between them.
  private func refuseOld(_ paths: [String], in keys: HouseKeys) throws(PipelineError) {
    if Folders.exists(keys.path) {
      throw .refused(
        what: keys.path,
        reason: "it is there already, and keys are never written over — “almanac keys rotate” "
          + "lists new ones")
    }
    let old = paths.filter(Folders.exists)
    guard let first = old.first else { return }
    throw .refused(
      what: first,
      reason: "it is there already, and there is no \(keys.path) that lists it — bring that list "
        + "back; where it was never made, since “keys new” was interrupted, remove what it left "
        + "and run it again: \(Shell.removal(of: old))")
  }
}
