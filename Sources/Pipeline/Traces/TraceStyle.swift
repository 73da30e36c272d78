/// How a trace is printed, and how far it goes.
public struct TraceStyle: Hashable, Sendable {
  /// What comes out.
  public enum Form: Hashable, Sendable {
    /// Text for people, with boards.
    case text
    /// The app's list of `HintStep` as JSON, one line a puzzle.
    case hints
  }

  /// What comes out.
  public var form = Form.text
  /// The highest rule level to use, 1…13.
  public var highestLevel = 12
  /// The language of the sentences.
  public var language = HintLanguage.english
  /// Whether text uses ANSI colours.
  public var isColoured = false
  /// The columns that text fits into, as far as the board lets it.
  public var width = 80
  /// Whether every step gets boards of its own, or only every cycle.
  public var showsEveryStep = false

  /// Plain English text, 80 columns wide, to level 12.
  public init() {}

  /// The widths that text can be asked to have.
  public static let widths = 40...1000
}
