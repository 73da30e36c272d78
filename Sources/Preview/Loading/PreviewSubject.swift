package import Dates
import Pipeline
import Recipes

/// What somebody asks to see.
package enum PreviewSubject: Hashable, Sendable {
  /// All that is kept of a cadence.
  case cadence(Cadence)
  /// One day, week or month.
  case period(Period)
  /// What is there on a day: the daily, and the weekly and monthly that it lies in.
  case day(Day)
  /// One slot of a pack.
  case slot(pack: String, index: Int)
  /// A pack, or the file of that name.
  case named(String)
  /// A file, standard input, or the address of a puzzle.
  case text(String)

  /// What a word of the command line stands for; every word stands for something.
  package init(_ word: String) {
    if let cadence = Cadence(rawValue: word) {
      self = .cadence(cadence)
    } else if let day = try? Day(word) {
      self = .day(day)
    } else if let period = try? Period(id: word) {
      self = .period(period)
    } else if let colon = word.lastIndex(of: ":"),
      let index = Int(word[word.index(after: colon)...]),
      index >= 0, RecipeName.isID(String(word[..<colon]))
    {
      self = .slot(pack: String(word[..<colon]), index: index)
    } else if RecipeName.isID(word) {
      self = .named(word)
    } else {
      self = .text(word)
    }
  }
}
