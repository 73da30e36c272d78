import Files
package import Pipeline
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
    let files = next + (key.map { PublicKey($0) == nil ? [$0] : [] } ?? [])
    try HouseKeys.checkApart(roots)
    try HouseKeys.checkApart([house.path] + files)
    let root = try RotateKeys.read(roots, context)
    guard list.roots.contains(root.publicKey) else {
      throw PipelineError.signing(.notARoot(root.publicKey), place: roots.first)
    }
    // Before anything is written, all is known to be good but what is written.
    try house.checkPlaces(
      files.filter { !$0.hasPrefix("$") && !Folders.exists($0) }, makingFolders: false)
    let known = try key.flatMap { try publicKey($0, context) }
    let new = known == nil ? SecretKey() : nil
    let nextRoot = next.isEmpty ? nil : try makeNext(context)
    if let known { try refuse(known, in: list, next: nextRoot?.publicKey) }
    if let nextRoot { try refuse(nextRoot: nextRoot.publicKey, after: root.publicKey, in: list) }
    if key != nil {
      end(&list, at: current)
      try refuseOneMore(in: list)
    }
    if list.roots.first != root.publicKey { list.roots = [root.publicKey] }
    if let nextRoot {
      for path in next where !path.hasPrefix("$") && !Folders.exists(path) {
        try HouseKeys.write(nextRoot, to: path)
      }
      list.roots = [root.publicKey, nextRoot.publicKey]
    }
    if let key, let listed = known ?? new?.publicKey {
      if let new { try HouseKeys.write(new, to: key) }
      list.entries.append(
        .init(key: listed, first: max(1, current), createdAt: context.now))
    }
    list.version += 1
    list.createdAt = context.now
    list.release = current
    list.copies = roots.count
    try Folders.write(try SignedKeys(list, signedBy: [root]).json, to: house.path)
    try emit(.answer(KeysAnswer("rotate", list, of: house, key: key)))
    return .done
  }

  private func currentRelease(_ keys: HouseKeys, _ context: RunContext) async throws -> Int {
    let found = try await keys.currentRelease(named: release, context)
    if release != nil || found > 0 { return found }
    throw PipelineError.refused(
      what: keys.house.output,
      reason: "there is no published tree to tell which release is current — name it with "
        + "--release, 0 where none was ever published")
  }

  private func end(_ list: inout ReleaseKeys, at release: Int) {
    switch others {
    case .stay: break
    case .revoke: list.entries = []
    case .end:
      // Before the first release, what begins with it has signed nothing.
      list.entries.removeAll { $0.first > release }
      for index in list.entries.indices where list.entries[index].last == nil {
        list.entries[index].last = release
      }
    }
  }

  /// Refuses to list more keys than readers take: nobody could read the list any more, nor rotate
  /// from it.
  private func refuseOneMore(in list: ReleaseKeys) throws {
    let most = ReleaseKeys.most.keys
    guard list.entries.count >= most else { return }
    throw PipelineError.refused(
      what: "one more release key",
      reason: "keys.json lists \(list.entries.count), and readers take \(most) at the most — "
        + "strike out those that are listed, with what they have signed: --revoke")
  }

  /// Refuses a release key that would make no sense: one that is listed, a root, or no key.
  private func refuse(_ key: PublicKey, in list: ReleaseKeys, next: PublicKey?) throws {
    let reason: String
    if !list.entries(of: key).isEmpty {
      reason = "keys.json lists it already — name another key, or a new file"
    } else if list.roots.contains(key) || key == next {
      reason =
        "it is a root, and roots sign keys.json and nothing else — name another key, or a new file"
    } else if key.isWeak {
      reason = "anybody can sign for this key — name another, or a new file"
    } else {
      return
    }
    throw PipelineError.refused(what: key.short, reason: reason)
  }

  private func refuse(nextRoot key: PublicKey, after root: PublicKey, in list: ReleaseKeys) throws {
    let reason: String
    if key == root {
      reason = "it is the current root, and the next one is another key"
    } else if !list.entries(of: key).isEmpty {
      reason = "it is a release key, and roots are other keys — name another file"
    } else {
      return
    }
    throw PipelineError.refused(what: next[0], reason: reason)
  }

  /// The public half of the key that is named; `nil` where it is still to be made.
  private func publicKey(_ text: String, _ context: RunContext) throws -> PublicKey? {
    if let key = PublicKey(text) { return key }
    if text.hasPrefix("$") || Folders.exists(text) {
      return try RotateKeys.read(text, context).publicKey
    }
    if text.count >= 32, text.allSatisfy(\.isHexDigit) {
      throw PipelineError.refused(
        what: text,
        reason: "it has \(text.count) digits, and a public key has 64, a…f in lower case — write "
          + "it in full, or “./” before the name of a file")
    }
    return nil
  }

  /// The next root: that of the files that are there, or a new one.
  private func makeNext(_ context: RunContext) throws -> SecretKey {
    let there = next.filter { $0.hasPrefix("$") || Folders.exists($0) }
    return there.isEmpty ? SecretKey() : try RotateKeys.read(there, context)
  }

  private static func read(_ path: String, _ context: RunContext) throws(PipelineError) -> SecretKey
  {
    do throws(SigningError) {
      return try KeyPlace(path, in: ".").key(variable: context.stores.variable)
    } catch {
      throw .signing(error, place: nil)
    }
  }

  /// The one key of some files.
  private static func read(_ paths: [String], _ context: RunContext) throws -> SecretKey {
    var keys: [SecretKey] = []
    for path in paths { keys.append(try read(path, context)) }
    guard let key = keys.first, Set(keys.map(\.publicKey)).count == 1 else {
      throw PipelineError.signing(.copiesDiffer, place: paths.joined(separator: ", "))
    }
    return key
  }
}
