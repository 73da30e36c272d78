import Answering
import Catalog
import Dates
import JSONText
import Pipeline

/// A date of the calendar as an editor sees it, with a puzzle or without.
struct ShownDate: Answer {
  /// What becomes of its puzzle.
  enum State: Hashable {
    /// A release has it: it never changes.
    case published(release: Int)
    /// The next release will have it.
    case filled
    /// The next release will have it, in place of the one that a release has now.
    case replacing(release: Int)
    /// It waits in reserve, chosen by an editor or made for the date.
    case reserved(isPinned: Bool)
    /// There is none yet.
    case empty
    /// Its puzzle was taken back, and there will be none.
    case withdrawn
  }

  let period: Period
  let state: State
  let puzzle: KeptPuzzle?
  /// The difficulty that the recipe aims at.
  let target: Int?
  /// Whether it has begun somewhere: what players have of it never changes.
  let hasBegun: Bool

  /// `daily:2026-12-24 thu  d5, hardest step tiling pairs; in reserve, pinned`.
  private var words: String {
    var text = period.id
    if case .day(let day) = period { text += " \(day.weekday.abbreviation)" }
    guard let puzzle else {
      return text + (state == .withdrawn ? "  withdrawn, and stays empty" : "  no puzzle yet")
    }
    text += "  \(SlotChange.outline(puzzle))"
    if let target, puzzle.difficulty != target { text += " (the recipe asks for d\(target))" }
    switch state {
    case .published(let release): return "\(text); published in release \(release)"
    case .filled: return "\(text); in the next release"
    case .replacing(let release):
      return "\(text); in the next release, in place of the one of release \(release)"
    case .reserved(let isPinned): return "\(text); in reserve\(isPinned ? ", pinned" : "")"
    case .empty, .withdrawn: return text
    }
  }

  var text: [String] { [words] }

  var json: JSONValue { AnswerJSON.object("calendar show", value.members) }

  /// The same inside another answer.
  var value: JSONValue {
    let (name, release, isPinned): (String, Int?, Bool) =
      switch state {
      case .published(let release): ("published", release, false)
      case .filled: ("filled", nil, false)
      case .replacing(let release): ("replacing", release, false)
      case .reserved(let isPinned): ("reserve", nil, isPinned)
      case .empty: ("empty", nil, false)
      case .withdrawn: ("withdrawn", nil, false)
      }
    return .object([
      JSONMember("id", period.id),
      JSONMember("firstDay", period.first.description),
      JSONMember("begun", hasBegun),
      JSONMember("state", name),
      JSONMember("pinned", isPinned),
      JSONMember("release", release),
      JSONMember("target", target),
      JSONMember("puzzle", puzzle.map { SlotChange.value($0) } ?? .null),
    ])
  }
}
