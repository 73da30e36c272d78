import AlmanacClient
import Foundation
import PlayerState
import StarBattle
import Synchronization

/// A thousand phones against a service: `client-soak URL ROOTS PHONES STEPS SEED IDS
/// FOLDER BUNDLE`, with `FORGETS=n` on disks that do not write every n-th move.
///
/// While they live it prints `buy USER` and `refund USER`, for whoever plays the shop, and
/// `settle` when the service has to be left in peace; after a line on its standard input all come
/// home, and are held against each other, the service, and what their players did.
@main
struct ClientSoak {
  static func main() async throws {
    let words = CommandLine.arguments
    if words.count == 5, words[1] == "disk" {
      return try await DiskPlay.play(words[2], bundle: words[3], moves: Int(words[4]) ?? 0)
    }
    if words.count == 3, words[1] == "look" { return try await DiskPlay.look(words[2]) }
    guard words.count == 9, let count = Int(words[3]), let steps = Int(words[4]),
      let seed = UInt64(words[5])
    else {
      print("usage: client-soak URL ROOT,ROOT PHONES STEPS SEED ID,ID,… FOLDER BUNDLE")
      exit(64)
    }
    let soak = Soak(
      url: words[1], roots: words[2].split(separator: ",").map(String.init),
      ids: words[6].split(separator: ",").map(String.init), seed: seed)
    let bundle = Array(try Data(contentsOf: URL(fileURLWithPath: words[8])))
    let phones = try soak.phones(count, folder: words[7], bundle: bundle)
    let talking = Task {
      while !Task.isCancelled {
        soak.tellEvents()
        try? await Task.sleep(for: .milliseconds(200))
      }
    }
    await soak.each(phones) { await $0.live(steps: steps, ids: soak.ids) }
    talking.cancel()
    soak.tellEvents()
    say("settle")
    _ = readLine()
    await soak.each(phones) { await $0.comeHome() }
    await soak.each(phones) { await $0.exchange() }
    await soak.each(phones) { await $0.exchange() }
    let faults = await soak.faults(of: phones)
    for text in soak.journal.known.withLock({ $0.texts }).sorted() { say("played \(text)") }
    var (moves, kills) = (0, 0)
    for phone in phones {
      moves += await phone.moves
      kills += await phone.kills
    }
    let solved = soak.journal.known.withLock { $0.solved.count }
    say("done \(moves) moves, \(solved) puzzles solved, \(kills) phones killed")
    for fault in faults.prefix(20) { say("fault \(fault)") }
    exit(faults.isEmpty ? 0 : 1)
  }

  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

struct Soak {
  let url: String
  let roots: [String]
  let ids: [String]
  let seed: UInt64
  let journal = Journal()

  /// How many phones do something at a time.
  private static let width = 48

  /// The phones; the first half of the players has two.
  func phones(_ count: Int, folder: String, bundle: [UInt8]) throws -> [Phone] {
    let forgets = ProcessInfo.processInfo.environment["FORGETS"].flatMap { Int($0) }
    let network = NetworkTransport(to: url, timeout: .seconds(10))
    let players = max(1, count * 2 / 3)
    return try (0..<count).map { number in
      let own = SeededGenerator.mixed(seed &+ UInt64(number))
      // Disks are slow: every tenth phone has a real one.
      let base: any Storage =
        number % 10 == 0 ? try DiskStorage(folder: "\(folder)/\(number)") : MemoryStorage()
      return Phone(
        number: number, player: number % players, base: base,
        transport: FaultyTransport(network, seed: own), roots: roots, bundle: bundle,
        forgets: forgets, journal: journal, seed: own)
    }
  }

  func each(_ phones: [Phone], _ work: @escaping @Sendable (Phone) async -> Void) async {
    await withTaskGroup { group in
      var rest = phones[...]
      for phone in rest.prefix(Soak.width) { group.addTask { await work(phone) } }
      rest = rest.dropFirst(Soak.width)
      while await group.next() != nil {
        if let phone = rest.popFirst() { group.addTask { await work(phone) } }
      }
    }
  }

  func tellEvents() {
    let events = journal.known.withLock { known in
      defer { known.events = [] }
      return known.events
    }
    for event in events { ClientSoak.say(event) }
  }

  // MARK: - Checks

  /// What does not hold, in words.
  func faults(of phones: [Phone]) async -> [String] {
    var faults: [String] = []
    var byPlayer: [Int: [Phone]] = [:]
    for phone in phones { byPlayer[phone.player, default: []].append(phone) }
    for (player, devices) in byPlayer.sorted(by: { $0.key < $1.key }) {
      // A new device that has nothing but what the service says.
      let fresh = Almanac(
        transport: NetworkTransport(to: url), storage: MemoryStorage(), roots: roots,
        deviceSecret: "player-\(player)-of-the-soak-0123456789")
      await fresh.start()
      var states: [(String, Almanac)] = [("a new device", fresh)]
      for device in devices { states.append(("phone \(device.number)", await device.almanac)) }
      faults += await compare(states, player)
    }
    return faults
  }

  private func compare(_ devices: [(name: String, almanac: Almanac)], _ player: Int) async
    -> [String]
  {
    var faults: [String] = []
    var refused: Set<String> = []
    for (name, almanac) in devices {
      if let failure = almanac.sync.lastFailure { faults.append("\(name): \(failure)") }
      if almanac.progress.pendingCount > 0 {
        faults.append("\(name): \(almanac.progress.pendingCount) changes are not sent")
      }
      refused.formUnion((try? await almanac.progress.refused)?.keys.map(\.self) ?? [])
    }
    let first = devices[0].almanac
    let unlocked = journal.known.withLock { $0.unlocked[player] ?? 0 }
    for (name, almanac) in devices {
      let (slot, told) = (await self.unlocked(by: almanac), await self.unlocked(by: first))
      if slot < unlocked || slot != told {
        faults.append(
          "\(name) of player \(player): \(slot) is unlocked, of the service \(told), and "
            + "\(unlocked) was")
      }
      let (mine, theirs) = (await settings(of: almanac), await settings(of: first))
      if mine != theirs, !refused.contains("settings") {
        faults.append("\(name) of player \(player): settings \(mine) and not \(theirs)")
      }
    }
    for id in ids where !refused.contains(id) {
      guard case .ready(let puzzle) = await first.library.puzzle(id) else { continue }
      let row = (try? await first.progress.progress(of: puzzle)) ?? nil
      for (name, almanac) in devices.dropFirst() {
        let state = await almanac.library.puzzle(id)
        guard state == .ready(puzzle) else {
          faults.append("\(name) \(id): \(state)")
          continue
        }
        let other = (try? await almanac.progress.progress(of: puzzle)) ?? nil
        if other != row {
          faults.append("\(name) of player \(player), \(id): \(said(other)) and not \(said(row))")
        }
      }
      let place = Journal.Place(player: player, id: id, puzzle: puzzle.fingerprint)
      let (boards, isSolved) = journal.known.withLock {
        ($0.boards[place] ?? [], $0.solved.contains(place))
      }
      if let cells = row?.play?.cells, !boards.contains(cells) {
        faults.append("player \(player), \(id): a board that nobody has played")
      }
      if isSolved && row?.play?.isSolved != true {
        faults.append("player \(player), \(id): it was solved, and is not: \(said(row))")
      }
      if !boards.isEmpty && isSolved && row == nil {
        faults.append("player \(player), \(id): what was played is gone")
      }
    }
    return faults
  }

  private func unlocked(by almanac: Almanac) async -> Int {
    (try? await almanac.progress.unlocked(in: Phone.unlockedPack)) ?? -1
  }

  /// What is set, field by field.
  private func settings(of almanac: Almanac) async -> [Int] {
    let settings = try? await almanac.progress.settings
    return PlayerSettings.Field.allCases.map { settings?.value(of: $0) ?? -1 }
  }

  private func said(_ row: PuzzleProgress?) -> String {
    guard let row else { return "nothing" }
    let stars = row.play?.cells.count { $0 == .star } ?? 0
    return "\(stars) stars at \(row.play?.updatedAt ?? 0), solved \(row.play?.isSolved ?? false), "
      + "completed \(row.completedAt ?? 0), \(row.hintsUsed) hints"
  }
}
