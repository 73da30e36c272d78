/// A small, good recipe set for tests to break.
package enum SampleRecipes {
  package static let release = "packs: [tiny]\ncalendar: []\n"

  package static let pack = """
    id: tiny
    name: Tiny 5×5
    free: true
    grid: { size: 5, stars: 1 }
    count: 4
    difficulty: { from: 1, to: 3 }
    seed: 7

    """

  package static let daily = """
    cadence: daily
    grid: { size: 6, stars: 1 }
    start: 2026-11-21
    horizon: 3
    difficulty: { mon: 2, tue: 3, wed: 4, thu: 5, fri: 6, sat: 8, sun: 7 }
    seed: 17

    """

  /// The sample pack with one line replaced, or left out.
  package static func pack(_ key: String, _ line: String?) -> String {
    replacing(key, line, in: pack)
  }

  /// The sample calendar with one line replaced, or left out.
  package static func daily(_ key: String, _ line: String?) -> String {
    replacing(key, line, in: daily)
  }

  private static func replacing(_ key: String, _ line: String?, in recipe: String) -> String {
    var text = ""
    for old in recipe.split(separator: "\n") {
      if !old.hasPrefix("\(key):") {
        text += "\(old)\n"
      } else if let line {
        text += "\(line)\n"
      }
    }
    return text
  }
}
