/// A player's settings, each with the time when it was changed: the later change of each stands.
public struct PlayerSettings: Hashable, Sendable {
  /// What can be set; the raw values are the members of a row, and the columns of the table.
  public enum Field: String, CaseIterable, Sendable {
    /// Whether a star marks the cells that it leaves empty; on by default.
    case automaticMarks = "auto_x"
    /// Whether stars that break a rule are shown; on by default.
    case errorHighlights = "highlight_errors"
    /// Whether the time is shown; on by default.
    case timer = "show_timer"
    /// Whether rows and columns have their numbers; off by default.
    case coordinates = "show_coordinates"
    /// Whether borders of regions are thick; off by default.
    case thickBorders = "thick_borders"
    /// Whether regions are coloured; off by default.
    case colouredRegions = "colored_regions"
    /// Whether the tools stay in their place; off by default.
    case pinnedToolbar = "pin_toolbar"
    /// The colours of the app, by their place in `themes`; the first by default.
    case theme
    /// Whether it makes sounds; on by default.
    case sound
    /// Whether it taps; on by default.
    case haptics
  }

  /// A value, and when it was set.
  public struct Entry: Hashable, Sendable {
    /// 0 or 1; a theme by its place in `themes`.
    public let value: Int
    /// When it was set, in milliseconds since 1970 by the phone’s clock.
    public let setAt: Int

    /// A value that was set at a time.
    public init(value: Int, setAt: Int) {
      self.value = value
      self.setAt = setAt
    }
  }

  /// The names of themes.
  public static let themes = ["light", "dark", "midnight"]

  /// The time in `clocks` of a field that nobody has set: its value is what it is by default.
  public static let neverSet = 0

  /// What has been set; other fields have their defaults.
  public private(set) var entries: [Field: Entry]

  /// Settings of which none has been set.
  public init() { entries = [:] }

  /// The value of a field.
  public func value(of field: Field) -> Int {
    entries[field]?.value ?? PlayerSettings.standard(field)
  }

  /// What a field is before anybody sets it.
  public static func standard(_ field: Field) -> Int {
    switch field {
    case .automaticMarks, .errorHighlights, .timer, .sound, .haptics: 1
    case .coordinates, .thickBorders, .colouredRegions, .pinnedToolbar, .theme: 0
    }
  }

  /// The values that a field can have, from 0.
  public static func values(of field: Field) -> Range<Int> {
    field == .theme ? themes.indices : 0..<2
  }

  /// Sets a field, unless it was set later already.
  ///
  /// Of two values set at once the greater stands, so that all phones agree.
  ///
  /// - Precondition: the field can have the value.
  public mutating func set(_ field: Field, to value: Int, at time: Int) {
    precondition(PlayerSettings.values(of: field).contains(value), "\(field) cannot be \(value)")
    if let entry = entries[field], (time, value) < (entry.setAt, entry.value) { return }
    entries[field] = Entry(value: value, setAt: time)
  }

  /// Takes over what was set later in others.
  public func merged(with other: PlayerSettings) -> PlayerSettings {
    var merged = self
    for (field, entry) in other.entries { merged.set(field, to: entry.value, at: entry.setAt) }
    return merged
  }

  /// The settings with no time behind a moment.
  ///
  /// - Parameters:
  ///   - latest: The moment.
  ///   - known: The settings that are kept. Where a time of theirs is later, which a service's
  ///     clock that was ahead has let in, the next change is later still.
  /// - Returns: The settings.
  public func clamped(
    to latest: Int, following known: PlayerSettings = PlayerSettings()
  ) -> PlayerSettings {
    var clamped = self
    for (field, entry) in entries {
      let next = known.entries[field].map { $0.value == entry.value ? $0.setAt : $0.setAt + 1 }
      clamped.entries[field] = Entry(
        value: entry.value, setAt: min(entry.setAt, max(latest, next ?? latest)))
    }
    return clamped
  }
}
