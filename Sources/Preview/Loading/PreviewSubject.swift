package import Dates
package import Identity

/// What somebody asks to see.
package enum PreviewSubject: Hashable, Sendable {
  /// All that is kept of a cadence.
  case cadence(Cadence)
  /// One day, week or month.
  case period(Period)
  /// What is there on a day: the daily, and the weekly and monthly that it lies in.
  case day(Day)
  /// One slot of a pack.
  case slot(SlotID)
  /// A pack, or the file of that name.
  case named(PackID)
  /// A file, standard input, or the address of a puzzle.
  case text(String)

  /// What a word of the command line stands for; every word stands for something.
  package init(_ word: String) {
    if let cadence = Cadence(rawValue: word) {
      self = .cadence(cadence)
    } else if let day = try? Day(word) {
      self = .day(day)
    } else if let pack = PackID(word) {
      self = .named(pack)
    } else {
      switch PuzzleID(word) {
      case .slot(let slot)?: self = .slot(slot)
      case .date(let period)?: self = .period(period)
      case nil: self = .text(word)
      }
    }
  }
}
