package import Dates
import JSONText
package import Stores

extension Manifest {
  /// The mobile app's list of a cadence: an entry for every day, week or month since the app began
  /// to count.
  ///
  /// The app finds the entry of a date by arithmetic alone, so none may ever move.
  package struct Streak: Hashable, Sendable {
    package var cadence: Cadence
    /// The period of the first entry.
    package var first: Period
    package var count: Int
    /// What the app's file prints; it rises by one whenever the entries change.
    package var version: Int
    /// The first entry that has hints: those of periods long over have none.
    package var hintsFrom: Int
    /// The SHA-256 of the entries' SBN strings, with line ends between them.
    package var entries: String
    /// The list in the app's shape.
    package var app: ObjectKey
    /// The hints beside it.
    package var appHints: ObjectKey
    /// Which graders gave the grades, by entry.
    package var graders: Graders?
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(
      cadence: Cadence, first: Period, count: Int, version: Int, hintsFrom: Int, entries: String,
      app: ObjectKey, appHints: ObjectKey, graders: Graders?
    ) {
      self.cadence = cadence
      self.first = first
      self.count = count
      self.version = version
      self.hintsFrom = hintsFrom
      self.entries = entries
      self.app = app
      self.appHints = appHints
      self.graders = graders
    }
  }

  /// The version that graded an entry of the app's list.
  package func grader(of streak: Streak, at index: Int) -> Int {
    streak.graders?.version(at: index) ?? graderVersion
  }
}

extension Manifest.Streak {
  init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    guard let cadence = Cadence(rawValue: try fields.string("cadence")) else {
      throw .wrong(place: members.path("cadence"), expected: "daily, weekly or monthly")
    }
    self.cadence = cadence
    guard let first = try? Period(cadence, key: try fields.string("first")) else {
      throw .wrong(place: members.path("first"), expected: "a key of the calendar")
    }
    self.first = first
    count = try fields.integer("count", from: 1, to: 1 << 20)
    version = try fields.integer("version", from: 2)
    hintsFrom = try fields.integer("hintsFrom", from: 0, to: count)
    entries = try fields.digest("entries", bytes: 32)
    app = try fields.key("app")
    appHints = try fields.key("appHints")
    graders = try Manifest.Graders(&fields, count: count)
    others = fields.others
  }

  var value: JSONValue {
    .object(
      [
        JSONMember("cadence", .string(cadence.rawValue)),
        JSONMember("first", .string(first.key)),
        JSONMember("count", .integer(count)),
        JSONMember("version", .integer(version)),
        JSONMember("hintsFrom", .integer(hintsFrom)),
        JSONMember("entries", .string(entries)),
        JSONMember("app", .string(app.text)),
        JSONMember("appHints", .string(appHints.text)),
      ] + (graders?.members ?? []) + others)
  }
}
