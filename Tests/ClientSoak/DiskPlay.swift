import AlmanacClient
import Foundation

/// Plays on a folder without any network, and says what was kept: what `make soak-disk` kills.
///
///     client-soak disk FOLDER BUNDLE MOVES     plays so many moves more
///     client-soak look FOLDER                  says what is there
enum DiskPlay {
  /// A line on which nobody answers.
  private struct Nobody: Transport {
    func send(
      _ request: ClientRequest, limit: Int
    ) async throws(TransportFailure) -> ClientAnswer { throw .noAnswer("nobody") }
  }

  private static let id = "large:0"

  private static func almanac(_ folder: String) throws -> Almanac {
    Almanac(transport: Nobody(), storage: try DiskStorage(folder: folder))
  }

  /// Every move fills a cell more; when all are full, all but the first are emptied.
  static func play(_ folder: String, bundle: String, moves: Int) async throws {
    let almanac = try almanac(folder)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: bundle)))
    await almanac.start(bundle: bytes)
    ClientSoak.say("packs \(await almanac.library.installedPacks.count)")
    guard case .ready(let puzzle) = await almanac.library.puzzle(id) else {
      throw StorageError("\(id) is not there")
    }
    var board = try await almanac.progress.board(of: puzzle)
    for _ in 0..<moves {
      let count = board.marks.count
      guard count < board.cells.count else { return }
      board[count] = .mark
      try await almanac.progress.keep(board, of: puzzle, milliseconds: count)
      ClientSoak.say("kept \(count + 1)")
    }
    try await almanac.progress.set(.theme, to: 2)
    ClientSoak.say("theme 2")
    try await almanac.library.clear(pack: "other")
    ClientSoak.say("cleared")
  }

  static func look(_ folder: String) async throws {
    let almanac = try almanac(folder)
    ClientSoak.say("packs \(await almanac.library.installedPacks.count)")
    guard case .ready(let puzzle) = await almanac.library.puzzle(id) else { return }
    let board = try await almanac.progress.board(of: puzzle)
    let isWhole = board.marks == Array(0..<board.marks.count) && board.stars.isEmpty
    ClientSoak.say("kept \(isWhole ? board.marks.count : -1)")
    ClientSoak.say("theme \(try await almanac.progress.settings.value(of: .theme))")
  }
}
