import Files
import Signing

/// Lists a new release key, ends the ones before, or makes a new next root: all that a root signs.
package struct RotateKeys: Command {
  /// The files of the root that signs, one for each copy.
  package var roots: [String]
  /// The new release key: a public key, the file of a secret one, or a file that is to be made.
  package var key: String?
  /// What becomes of the keys that are listed.
  package var others: Others
  /// The files of the next root, one for each copy; those that are not there are made.
  package var next: [String]
  /// The release that is current; `nil`: what the tree says.
  package var release: Int?

  /// What becomes of the keys that are listed when another one is.
  package enum Others: Sendable {
    /// They end with the current release.
    case end
    /// They go on.
    case stay
    /// They are struck out, with all that they have signed: somebody else has them.
    case revoke
  }

  package init(
    roots: [String], key: String? = nil, others: Others = .end, next: [String] = [],
    release: Int? = nil
  ) {
    self.roots = roots
    self.key = key
    self.others = others
    self.next = next
    self.release = release
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let house = HouseKeys(of: house)
    var list = try house.list().keys
    let current = try await currentRelease(house, context)
    guard current >= list.release else {
      throw PipelineError.refused(
        what: "release \(current)",
        reason: "the root has seen release \(list.release), and readers go no further back")
    }
    let root = try RotateKeys.same(roots, context, makingMissing: false)
    guard list.roots.contains(root.publicKey) else {
      throw PipelineError.signing(.notARoot(root.publicKey), place: roots.first)
    }
    // Before anything is written, all is known to be good but what is written.
    if let key, let known = try publicKey(key, context) { try refuseListed(known, in: list) }
    if list.roots.first != root.publicKey { list.roots = [root.publicKey] }
    if !next.isEmpty {
      let next = try RotateKeys.same(next, context, makingMissing: true)
      guard next.publicKey != root.publicKey else {
        throw PipelineError.refused(
          what: self.next[0], reason: "it is the current root, and the next one is another key")
      }
      list.roots = [root.publicKey, next.publicKey]
    }
    if let key {
      let new = try publicKey(key, context) ?? RotateKeys.made(at: [key])
      end(&list, at: current)
      list.entries.append(
        .init(key: new, first: max(1, current), createdAt: context.now))
    }
    list.version += 1
    list.createdAt = context.now
    list.release = current
    list.copies = roots.count
    try Folders.write(try SignedKeys(list, signedBy: [root]).json, to: house.path)
    try emit(.answer(KeysAnswer("rotate", list, file: house.path, key: key)))
    return .done
  }

  private func currentRelease(_ keys: HouseKeys, _ context: RunContext) async throws -> Int {
    if let release { return release }
    let found = try await keys.currentRelease(context)
    if found > 0 { return found }
    throw PipelineError.refused(
      what: keys.house.output,
      reason: "there is no published tree to tell which release is current — name it with --release"
    )
  }

  private func end(_ list: inout ReleaseKeys, at release: Int) {
    switch others {
    case .stay: break
    case .revoke: list.entries = []
    case .end:
      for index in list.entries.indices where list.entries[index].last == nil {
        list.entries[index].last = release
      }
    }
  }

  private func refuseListed(_ key: PublicKey, in list: ReleaseKeys) throws {
    guard !list.entries(of: key).isEmpty else { return }
    throw PipelineError.refused(
      what: key.short, reason: "keys.json lists it already — name another key, or a new file")
  }

  /// The public half of the key that is named; `nil` where it is still to be made.
  private func publicKey(_ text: String, _ context: RunContext) throws -> PublicKey? {
    if let key = PublicKey(text) { return key }
    guard text.hasPrefix("$") || Folders.exists(text) else { return nil }
    return try RotateKeys.read(text, context).publicKey
  }

  private static func read(_ path: String, _ context: RunContext) throws(PipelineError) -> SecretKey
  {
    do throws(SigningError) {
      return try KeyPlace(path, in: ".").key(variable: context.stores.variable)
    } catch {
      throw .signing(error, place: nil)
    }
  }

  /// The one key of some files; where none of them is there, a new one can be made.
  private static func same(
    _ paths: [String], _ context: RunContext, makingMissing: Bool
  ) throws -> SecretKey {
    let there = makingMissing ? paths.filter(Folders.exists) : paths
    var keys: [SecretKey] = []
    for path in there { keys.append(try read(path, context)) }
    guard Set(keys.map(\.publicKey)).count <= 1 else {
      throw PipelineError.signing(.copiesDiffer, place: paths.joined(separator: ", "))
    }
    let key = keys.first ?? SecretKey()
    for path in paths where !there.contains(path) { try HouseKeys.write(key, to: path) }
    return key
  }

  private static func made(at paths: [String]) throws -> PublicKey {
    let key = SecretKey()
    for path in paths { try HouseKeys.write(key, to: path) }
    return key.publicKey
  }
}
