import Files
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
    let names = folders.flatMap { ["\($0)/root.key", "\($0)/next.key"] }
    for path in [keys.path, key] + names where Folders.exists(path) {
      throw PipelineError.refused(
        what: path,
        reason: "it is there already, and keys are never written over — “almanac keys rotate” "
          + "lists new ones")
    }
    var current = 0
    if let release { current = release } else { current = try await keys.currentRelease(context) }
    let (root, next, releaseKey) = (SecretKey(), SecretKey(), SecretKey())
    let list = ReleaseKeys(
      version: 1, createdAt: context.now, release: current,
      roots: [root.publicKey, next.publicKey], copies: folders.count,
      entries: [
        .init(key: releaseKey.publicKey, first: max(1, current), createdAt: context.now)
      ])
    let signed = try SignedKeys(list, signedBy: [root])
    for folder in folders {
      try Folders.make(folder)
      try HouseKeys.write(root, to: "\(folder)/root.key")
      try HouseKeys.write(next, to: "\(folder)/next.key")
    }
    try HouseKeys.write(releaseKey, to: key)
    // Last: while it is not there, no key is known to anybody.
    try Folders.write(signed.json, to: keys.path)
    try emit(.answer(KeysAnswer("new", list, file: keys.path, key: key)))
    return .done
  }
}

extension HouseKeys {
  /// Writes a key into a new file that its owner alone can read.
  static func write(_ key: SecretKey, to path: String) throws(FolderError) {
    try SecretFile.create(Array("\(key.text)\n".utf8), at: path)
  }
}
