import AlmanacClient
import Notation
import PlayerState
import StarBattle
import Synchronization
import Testing

/// A clock that a test moves, and that nobody waits for longer than it takes to ask.
final class TestClock: ClientClock {
  private let state: Mutex<(milliseconds: Int, ahead: Int, number: Int, sleepers: [Sleeper])>

  private struct Sleeper {
    let number: Int
    let until: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  init(_ milliseconds: Int) { state = Mutex((milliseconds, 0, 0, [])) }

  var milliseconds: Int { state.withLock { $0.milliseconds + $0.ahead } }

  var steadyMilliseconds: Int { state.withLock { $0.milliseconds } }

  /// Sets it by the hand of its owner.
  func set(by milliseconds: Int) { state.withLock { $0.ahead += milliseconds } }

  /// After how many milliseconds from now those wake who wait, in the order in which they came.
  var pauses: [Int] {
    state.withLock { state in state.sleepers.map { $0.until - state.milliseconds } }
  }

  func sleep(milliseconds: Int) async throws {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if milliseconds <= 0 || Task.isCancelled { return true }
          state.sleepers.append(
            Sleeper(
              number: number, until: state.milliseconds + milliseconds,
              continuation: continuation))
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      wake { $0.number == number }
    }
    try Task.checkCancellation()
  }

  func advance(by milliseconds: Int) {
    let now = state.withLock { state in
      state.milliseconds += milliseconds
      return state.milliseconds
    }
    wake { $0.until <= now }
  }

  private func wake(_ isDue: (Sleeper) -> Bool) {
    let due = state.withLock { state in
      let due = state.sleepers.filter(isDue)
      state.sleepers.removeAll(where: isDue)
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}

/// A phone of a test.
struct Device {
  let service: FakeService
  let clock: TestClock
  let storage: any Storage
  let almanac: Almanac

  init(
    _ service: FakeService, storage: any Storage = MemoryStorage(), clockIsAhead: Int = 0,
    roots: [String]? = nil, secret: String? = nil
  ) throws {
    self.service = service
    self.storage = storage
    clock = TestClock(service.state.withLock { $0.milliseconds } + clockIsAhead)
    almanac = Almanac(
      transport: service, storage: storage, clock: clock, roots: try roots ?? FakePress.roots(),
      deviceSecret: secret)
  }

  /// A puzzle that has to be ready.
  func ready(_ id: String) async throws -> PlayablePuzzle {
    guard case .ready(let puzzle) = await almanac.library.puzzle(id) else {
      throw NotReady(state: await almanac.library.puzzle(id))
    }
    return puzzle
  }

  /// Opens the app on a bad line, where fetching pauses and is tried again.
  func startThroughPauses(bundle: [UInt8]? = nil) async -> LibraryReport {
    let waking = Task {
      while !Task.isCancelled {
        clock.advance(by: 1_000)
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    defer { waking.cancel() }
    return await almanac.start(bundle: bundle)
  }

  struct NotReady: Error { let state: PuzzleState }

  /// Solves a puzzle as a player would who follows hints.
  func solve(_ puzzle: PlayablePuzzle) async throws {
    var board = PlayerBoard(puzzle.puzzle.grid)
    while let hint = try await almanac.coach.hint(for: puzzle, on: board) {
      if case .step(let step) = hint.content { board.apply(step) }
    }
    #expect(try await almanac.progress.keep(board, of: puzzle, milliseconds: 60_000))
  }
}

extension Device {
  /// Another opening of the device's app, over a line that holds some requests back before the
  /// service has them, or their answers after.
  func reopened(before: [String: Gate] = [:], after: [String: Gate] = [:]) throws -> Almanac {
    Almanac(
      transport: HoldingTransport(base: service, before: before, after: after), storage: storage,
      clock: clock, roots: try FakePress.roots())
  }
}

extension PlayablePuzzle {
  /// A board with nothing but some marks.
  func board(_ marks: Int...) -> PlayerBoard {
    var board = PlayerBoard(puzzle.grid)
    for cell in marks { board[cell] = .mark }
    return board
  }
}

extension FakeService {
  /// The places of which it has heard of a user.
  func rows(of user: String) -> [String] {
    state.withLock { ($0.rows[user] ?? [:]).keys.sorted() }
  }
}
