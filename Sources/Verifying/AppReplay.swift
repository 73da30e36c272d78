package import Dates
import JSONText
import Manifest
import Printable
package import Stores

/// Reads a tree as the apps do: by ids and dates alone, with the checks of the app and no others.
///
/// Two kinds of client read here. The one fetches `versions.json`, every pack by its id, and the
/// puzzle of a day, week or month; the app in the stores reads `app/{id}.json` and the hints beside
/// it. Neither knows of manifests, so nothing here looks at one.
package struct AppReplay: Sendable {
  let store: any ObjectStore
  var findings: [Finding] = []
  var notes: [String] = []
  /// The packs that have to be bought: their ids.
  let paid: Set<String>

  /// The packs that the app asks for by name when it is opened for the first time.
  package static let firstLaunch = [
    "intro", "1star-5x5", "1star-6x6", "1star-8x8", "2star-10x10", "3star-14x14",
  ]

  private init(store: any ObjectStore, paid: Set<String>) {
    self.store = store
    self.paid = paid
  }

  /// The folder that an app gets a pack from: one that has to be bought comes through a server that
  /// knows who has bought it.
  func folder(of pack: String) -> String {
    (paid.contains(pack) ? TreePart.paid : .open).folder
  }

  /// Plays an app on all its packs and on today's dates, everywhere on Earth.
  ///
  /// - Parameters:
  ///   - store: The tree.
  ///   - clock: What time it is.
  ///   - paid: The ids of packs that have to be bought.
  ///   - withdrawn: The ids of dates that were taken back: the app shows nothing for them.
  /// - Returns: What the app would refuse or not find, and what is no fault but good to know.
  /// - Throws: `StoreError` when the store itself fails.
  /// - Complexity: O(bytes of all packs).
  package static func read(
    _ store: any ObjectStore, at clock: Timestamp, paid: Set<String> = [],
    withdrawn: Set<String> = []
  ) async throws(StoreError) -> (findings: [Finding], notes: [String]) {
    var hasPrivate = false
    if !paid.isEmpty {
      do throws(StoreError) {
        hasPrivate = try await !store.list(ObjectKey.privateTree).objects.isEmpty
      } catch {
        guard case .refused = error else { throw error }
      }
    }
    var replay = AppReplay(store: store, paid: paid)
    let versions = try await replay.versions().filter { hasPrivate || !paid.contains($0.id) }
    for (id, version) in versions { try await replay.openPack(id, version) }
    try await replay.openProfile(versions.map(\.id))
    try await replay.openStreaks(at: clock, withdrawn)
    try await replay.openDates(at: clock, withdrawn)
    try await replay.openNow(at: clock, versions)
    let priced = firstLaunch.filter(paid.contains)
    if !priced.isEmpty {
      replay.notes.append(
        "when first opened, the app asks for packs that have to be bought, and fails: "
          + priced.joined(separator: ", "))
    }
    let known = Set(versions.map(\.id)).union(paid)
    let absent = firstLaunch.filter { !known.contains($0) }
    if !absent.isEmpty {
      replay.notes.append(
        "when first opened, the app also asks for packs that are not here: "
          + absent.joined(separator: ", "))
    }
    return (replay.findings.sorted(), replay.notes)
  }

  mutating func note(_ name: String, _ message: String) {
    findings.append(Finding(object: name, kind: .app, message: message))
  }

  /// The body of an answer, as JSON; what keeps the app from it is noted.
  mutating func json(_ name: String) async throws(StoreError) -> JSONValue? {
    guard let bytes = try await bytes(name) else { return nil }
    guard let value = try? JSONValue(reading: bytes) else {
      note(name, "it is not JSON")
      return nil
    }
    return value
  }

  private mutating func bytes(_ name: String) async throws(StoreError) -> [UInt8]? {
    if let key = try? ObjectKey(name), let bytes = try await store.readable(key) { return bytes }
    note(name, "the app asks for it and gets nothing")
    return nil
  }

  /// `GET /puzzles/versions`: a whole number for each pack.
  private mutating func versions() async throws(StoreError) -> [(id: String, version: Int)] {
    let name = ObjectKey.versions.text
    guard let value = try await json(name) else { return [] }
    guard case .object(let members) = value else {
      note(name, "it is no object of versions by pack")
      return []
    }
    var versions: [(String, Int)] = []
    for member in members {
      guard case .integer(let version) = member.value else {
        note(name, "\(member.key) has no whole number for its version")
        continue
      }
      if AppReplay.isDangerous(member.key) {
        note(name, "a pack's id has “/”, “\\” or “..” in it")
        continue
      }
      versions.append((member.key, version))
    }
    return versions
  }

  static func isDangerous(_ id: String) -> Bool {
    id.contains("/") || id.contains("\\") || id.contains("..")
  }

  /// `GET /puzzles/pack/:packId`: id, name, version, free, puzzles.
  private mutating func openPack(_ id: String, _ version: Int) async throws(StoreError) {
    let name = "\(folder(of: id))packs/\(id).json"
    guard let value = try await json(name) else { return }
    guard case .string(let own) = value["id"], case .string = value["name"],
      case .integer(let number) = value["version"], case .bool = value["free"],
      case .array(let puzzles) = value["puzzles"]
    else { return note(name, "id, name, version, free or puzzles is missing, or of another kind") }
    if own != id { note(name, "its id is “\(Printable.ascii(own.utf8))”") }
    if number < version {
      // The app fetches again whatever it has in a lower version than this.
      note(name, "it is version \(number), and versions.json promises \(version)")
    }
    if puzzles.isEmpty { note(name, "it has no puzzles") }
    for (index, puzzle) in puzzles.enumerated() {
      if case .string(let text) = puzzle, AppReplay.accepts(text) { continue }
      note(name, "\(id):\(index): the app refuses its SBN")
    }
  }

  /// The app's own check of a puzzle: `^\d+x\d+\.`, then a layout of at least N² letters.
  package static func accepts(_ sbn: String) -> Bool {
    let text = Array(sbn.utf8)
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    let size = text.prefix(while: isDigit)
    var rest = text.dropFirst(size.count)
    guard rest.first == UInt8(ascii: "x") else { return false }
    rest = rest.dropFirst()
    let stars = rest.prefix(while: isDigit)
    rest = rest.dropFirst(stars.count)
    guard rest.first == UInt8(ascii: "."), !stars.isEmpty,
      let side = Int(String(decoding: size, as: UTF8.self)), (1...1000).contains(side)
    else { return false }
    let letters = rest.dropFirst().prefix { byte in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return letters.count >= side * side
  }

  /// `GET /puzzles/daily/:date` and its like, at whatever date it is anywhere on Earth.
  ///
  /// A cadence that is not published, or begins later, is asked for in vain, and that is no fault.
  private mutating func openDates(
    at clock: Timestamp, _ withdrawn: Set<String>
  ) async throws(StoreError) {
    let listing = try await store.list(ObjectKey.tree)
    let periods = listing.objects.compactMap(\.key.period)
    for cadence in Cadence.allCases {
      guard let first = periods.filter({ $0.cadence == cadence }).min() else { continue }
      for period in cadence.periods(somewhereAt: clock) where period >= first {
        if withdrawn.contains(period.id) {
          notes.append("\(period) was taken back: the app asks for it, and has nothing to show")
          continue
        }
        let name = ObjectKey.entry(period).text
        guard let bytes = try await bytes(name) else { continue }
        if !AppReplay.accepts(String(decoding: bytes, as: UTF8.self)) {
          note(name, "the app refuses its SBN")
        }
      }
    }
  }
}
