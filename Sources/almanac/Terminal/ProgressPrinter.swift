import Pipeline
import Printable
import Synchronization

/// Shows how far the work is: a bar on a terminal, now and then a line elsewhere.
final class ProgressPrinter: Sendable {
  private struct State {
    var stage = ""
    var stageStart = Duration.zero
    var lastShown: Duration?
    var isBarShown = false
  }

  private let isTerminal: Bool
  private let elapsed: @Sendable () -> Duration
  private let state = Mutex(State())

  /// The least time between two lines, and between two bars.
  private var pause: Duration { isTerminal ? .milliseconds(100) : .seconds(5) }

  init(isTerminal: Bool, elapsed: @escaping @Sendable () -> Duration) {
    self.isTerminal = isTerminal
    self.elapsed = elapsed
  }

  func show(_ progress: RunProgress) {
    let now = elapsed()
    let line: TerminalLine? = state.withLock { state in
      if state.stage != progress.stage {
        state.stage = progress.stage
        state.stageStart = now
        if isTerminal { state.lastShown = nil }
      }
      let isOver = progress.done == progress.total
      let isDue = state.lastShown.map { now - $0 >= pause } ?? true
      guard isDue || (isTerminal && isOver) else { return nil }
      state.lastShown = now
      let line = ProgressPrinter.line(progress, after: now - state.stageStart)
      guard isTerminal else { return TerminalLine(line) }
      state.isBarShown = !isOver
      return TerminalLine("\(ProgressPrinter.bar(progress)) \(line)")
    }
    guard let line else { return }
    guard isTerminal else { return Console.tell(line) }
    Console.redraw(line)
    if progress.done == progress.total { Console.endLine() }
  }

  /// Ends a bar that is still open, so that what follows starts on a line of its own.
  func finish() {
    let isOpen = state.withLock { state in
      defer { state.isBarShown = false }
      return state.isBarShown
    }
    if isOpen { Console.endLine() }
  }

  /// `pressing 2star-10x10: 31 of 60, 12.4 a second, 3 s left`.
  static func line(_ progress: RunProgress, after time: Duration) -> String {
    var text = "\(progress.stage): \(progress.done)"
    if let total = progress.total { text += " of \(total)" }
    let milliseconds = Int(time / .milliseconds(1))
    guard progress.done > 0, milliseconds > 0 else { return text }
    let tenths = progress.done * 10_000 / milliseconds
    text += ", \(tenths / 10).\(tenths % 10) a second"
    if let total = progress.total, total > progress.done {
      let left = (total - progress.done) * milliseconds / progress.done / 1000 + 1
      text += left < 120 ? ", \(left) s left" : ", \(left / 60) min left"
    }
    return text
  }

  /// A bar of 20 places.
  static func bar(_ progress: RunProgress) -> String {
    guard let total = progress.total, total > 0 else { return "" }
    let full = min(20, progress.done * 20 / total)
    return String(repeating: "█", count: full) + String(repeating: "░", count: 20 - full)
  }
}
