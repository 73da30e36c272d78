import Pressing
import Wording

extension NightReport: Answer {
  /// A failure is told as such, whatever the form.
  package var text: [String] { failure == nil ? lines : [] }

  package var isRoutine: Bool { true }

  /// The last lines of a run, for people: what was made, how hard, where it is, what to try next.
  private var lines: [String] {
    let tree = "\(house.output)/puzzles"
    var lines: [String] = []
    if isIdle {
      lines.append("Nothing to do: release \(release ?? 0) is complete, nothing was written.")
    } else if night.isDryRun {
      lines.append("Dry run: nothing was kept or published. A real run would")
      lines.append("  make \(NightReport.puzzles(made)) and publish release \(release ?? 0):")
    } else if made == 0 && steps.isEmpty {
      lines.append(
        "Nothing to publish: release \(release ?? 0) is complete. Made "
          + "\(NightReport.puzzles(intoReserve)) for the reserve.")
    } else {
      lines.append(
        (made == 0
          ? "No puzzle was missing; "
          : "Made \(NightReport.puzzles(made)) in \(NightReport.text(duration)); ")
          + (isNewRelease
            ? "release \(release ?? 0) is published." : "release \(release ?? 0) is whole again."))
    }
    let width = (packs + calendars).map(\.name.count).max() ?? 0
    for line in packs + calendars { lines.append("  " + line.text(nameWidth: width)) }
    if !isIdle {
      for change in changes { lines.append("  · \(change)") }
      if tally.tried > 0 {
        let refused =
          "Refused \(tally.refusedInAll) of \(tally.tried, of: "candidate")"
        lines.append(tally.refusedInAll == 0 ? "\(refused)." : "\(refused): \(tally.reasons).")
      }
    }
    for warning in warnings { lines.append("Warning: \(warning)") }
    for note in notes { lines.append("Note: \(note)") }
    if night.isDryRun && !isIdle {
      lines += steps.map { "  \($0)" }
      lines.append("Next: run it without --dry-run.")
    } else {
      lines.append("Where: \(tree) (manifest.json names every object)")
      lines.append("Next: \(house.verifyCommand)  — reads all of it back and proves it again")
    }
    return lines
  }

  private static func puzzles(_ count: Int) -> String { "\(count, of: "puzzle")" }

  /// A duration to a tenth of a second.
  static func text(_ duration: Duration) -> String {
    let tenths = duration.tenthsOfSeconds
    return tenths >= 600
      ? "\(tenths / 600) min \(tenths % 600 / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension NightReport.Line {
  /// `daily    14 puzzles, 14 new, difficulty 2–8, 2026-11-21 … 2026-12-04`.
  fileprivate func text(nameWidth: Int) -> String {
    var text = name + String(repeating: " ", count: nameWidth - name.count)
    text += String(repeating: " ", count: max(0, 5 - String(count).count))
    text += "\(count, of: "puzzle")"
    if made > 0 { text += ", \(made) new" }
    if fromReserve > 0 { text += ", \(fromReserve) from the reserve" }
    if standIns > 0 { text += ", \(standIns) in place of their own" }
    if intoReserve > 0 { text += ", \(intoReserve) into the reserve" }
    if let difficulty {
      text +=
        difficulty.count == 1
        ? ", difficulty \(difficulty.lowerBound)"
        : ", difficulty \(difficulty.lowerBound)–\(difficulty.upperBound)"
    }
    if let span { text += ", \(span.lowerBound) … \(span.upperBound)" }
    return text
  }
}

extension Duration {
  /// The tenths of seconds in it, rounded down.
  package var tenthsOfSeconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 10 + Int(attoseconds / 100_000_000_000_000_000)
  }
}
