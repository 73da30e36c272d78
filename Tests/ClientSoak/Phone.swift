import AlmanacClient
import ClientSupport
import StarBattle
import Synchronization

/// What players have done, on all of their devices: what the phones are held against in the end.
final class Journal: Sendable {
  struct Place: Hashable, Sendable {
    let player: Int
    let id: String
    let puzzle: PuzzleFingerprint
  }

  struct Known {
    /// Boards that were said to be kept, and those of which a kill left open whether they are.
    var boards: [Place: Set<[PlayerBoard.Cell]>] = [:]
    /// What was solved, and said to be kept.
    var solved: Set<Place> = []
    /// The greatest slots that were unlocked, and said to be, by the numbers of players.
    var unlocked: [Int: Int] = [:]
    /// The texts of puzzles that were played.
    var texts: Set<String> = []
    var events: [String] = []
  }

  let known = Mutex(Known())
  private let solutions = Mutex<[PuzzleFingerprint: [Int]]>([:])

  /// The solution of a puzzle, worked out once.
  func solution(of puzzle: PlayablePuzzle) -> [Int] {
    if let known = solutions.withLock({ $0[puzzle.fingerprint] }) { return known }
    var coach = Coach()
    var board = PlayerBoard(puzzle.puzzle.grid)
    while let hint = try? coach.hint(for: puzzle.puzzle, on: board),
      case .step(let step) = hint.content
    {
      board.apply(step)
    }
    solutions.withLock { $0[puzzle.fingerprint] = board.stars }
    return board.stars
  }
}

/// A phone: it is opened, played on, carried around and killed.
actor Phone {
  let player: Int
  nonisolated let number: Int
  private let journal: Journal
  private let transport: FaultyTransport
  private let clock: SoakClock
  private let base: any Storage
  private let roots: [String]
  private let bundle: [UInt8]
  private let forgets: Int?
  private var storage: KillableStorage
  private(set) var almanac: Almanac
  private var random: SeededGenerator
  private(set) var kills = 0
  private(set) var moves = 0

  init(
    number: Int, player: Int, base: any Storage, transport: FaultyTransport, roots: [String],
    bundle: [UInt8], forgets: Int?, journal: Journal, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    self.number = number
    self.player = player
    self.base = base
    self.transport = transport
    self.roots = roots
    self.bundle = bundle
    self.forgets = forgets
    self.journal = journal
    // From a year behind to two years ahead; half of all clocks are right.
    let skews = [0, 0, 0, 0, 3_600_000, -7_200_000, 730 * 86_400_000, -365 * 86_400_000]
    clock = SoakClock(skew: skews[random.below(skews.count)])
    storage = KillableStorage(base, forgetting: forgets)
    almanac = Phone.almanac(transport, storage, clock, roots, player)
    self.random = random
  }

  private static func almanac(
    _ transport: FaultyTransport, _ storage: KillableStorage, _ clock: SoakClock,
    _ roots: [String], _ player: Int
  ) -> Almanac {
    Almanac(
      transport: transport, storage: storage, clock: clock, roots: roots,
      // The devices of a player share the secret of their key store.
      deviceSecret: "player-\(player)-of-the-soak-0123456789")
  }

  // MARK: - Life

  /// Lives through some moments.
  func live(steps: Int, ids: [String]) async {
    await almanac.start(bundle: bundle)
    for _ in 0..<steps {
      switch random.below(100) {
      case ..<40: await play(ids[random.below(ids.count)])
      case ..<50: await almanac.start(bundle: bundle)
      case ..<60: await almanac.sync.sync()
      case ..<68: await almanac.flush()
      case ..<73: storage.killAfter(random.below(20))
      case ..<80: transport.weather = FaultyTransport.Weather.allCases[random.below(5)]
      case ..<88: transport.weather = .fine
      case ..<90: clock.turn(by: (random.below(3) - 1) * 5_400_000)
      case ..<93: try? await almanac.progress.set(.sound, to: random.below(2))
      case ..<95: await unlock(random.below(3))
      case ..<97: await shop()
      default: _ = await almanac.library.prefetch(days: 2)
      }
      if storage.isDead { restart() }
    }
  }

  private func restart() {
    kills += 1
    storage = KillableStorage(base, forgetting: forgets)
    almanac = Phone.almanac(transport, storage, clock, roots, player)
  }

  private func shop() async {
    guard let user = await almanac.account.userID else { return }
    let word = random.below(2) == 0 ? "buy" : "refund"
    journal.known.withLock { $0.events.append("\(word) \(user)") }
  }

  /// The pack whose slots players unlock.
  static let unlockedPack = "first"

  private func unlock(_ slot: Int) async {
    guard (try? await almanac.progress.unlock(slot, in: Phone.unlockedPack)) != nil else { return }
    journal.known.withLock { $0.unlocked[player] = max(slot, $0.unlocked[player] ?? 0) }
  }

  private func play(_ id: String) async {
    guard case .ready(let puzzle) = await almanac.library.puzzle(id),
      var board = try? await almanac.progress.board(of: puzzle)
    else { return }
    journal.known.withLock { _ = $0.texts.insert(puzzle.sbn.description) }
    let place = Journal.Place(player: player, id: id, puzzle: puzzle.fingerprint)
    if random.below(6) == 0 { try? await almanac.progress.useHint(on: puzzle) }
    let isSolving = random.below(4) == 0
    for _ in 0..<(isSolving ? 1 : 1 + random.below(5)) {
      if isSolving {
        board = PlayerBoard(puzzle.puzzle.grid)
        for cell in journal.solution(of: puzzle) { board[cell] = .star }
      } else {
        board[random.below(board.cells.count)] = PlayerBoard.Cell.allCases[random.below(3)]
      }
      // Noted before: killed in it, a move may be there or not.
      let cells = board.cells
      journal.known.withLock { _ = $0.boards[place, default: []].insert(cells) }
      guard
        let isSolved = try? await almanac.progress.keep(
          board, of: puzzle, milliseconds: random.below(600_000))
      else { return }
      moves += 1
      if isSolved {
        journal.known.withLock { _ = $0.solved.insert(place) }
        return
      }
    }
  }

  // MARK: - In the end

  /// Comes home: a good line, the app opened, everything exchanged.
  func comeHome() async {
    transport.weather = .fine
    restart()
    await almanac.start()
    for _ in 0..<5 where !(await almanac.sync.sync()) {}
  }

  func exchange() async { await almanac.sync.sync() }
}
