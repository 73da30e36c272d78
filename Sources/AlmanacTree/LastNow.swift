import Manifest
import Synchronization

/// The `now.json` that was read last, understood: nearly always the next one is the same.
final class LastNow: Sendable {
  private struct State {
    var bytes: [UInt8]
    var contents: NowContents
    /// The dates whose puzzles were left out last, and what that left.
    var hidden: Set<String> = []
    var shown: [UInt8]
  }

  private let state = Mutex<State?>(nil)

  /// A file, without the puzzles of dates that may not be shown; where it is of a release after a
  /// number, which may be on its way or not be believed, the one before it.
  ///
  /// - Throws: `ManifestError` where it is none, or none before it is known.
  func bytes(
    of file: [UInt8], upTo number: Int, showing isShown: (_ id: String) -> Bool
  ) throws(ManifestError) -> [UInt8] {
    let known = state.withLock { $0 }
    var next: State
    if let known, known.bytes == file {
      next = known
    } else {
      let contents = try NowContents(reading: file)
      if let known, contents.release > number {
        next = known
      } else {
        try contents.check(upTo: number)
        next = State(bytes: file, contents: contents, shown: file)
      }
    }
    let hidden = Set(next.contents.told.filter { !isShown($0) })
    if hidden != next.hidden {
      next.hidden = hidden
      next.shown = hidden.isEmpty ? next.bytes : next.contents.bytes(without: hidden)
    }
    state.withLock { [next] in $0 = next }
    return next.shown
  }
}
