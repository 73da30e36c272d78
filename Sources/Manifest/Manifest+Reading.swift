import Dates
import Identity
import JSONText
import Stores

extension Manifest {
  /// Reads a manifest.
  ///
  /// Checked is what can be checked without the tree: that everything known is there and of its
  /// kind. Whether it tells the truth is the affair of `TreeVerifier`.
  ///
  /// - Parameter json: The bytes of `manifest.json` or of a file in `releases/`.
  /// - Throws: `ManifestError` at the first thing that is wrong.
  package init(json: [UInt8]) throws(ManifestError) {
    var fields = try ManifestFields(reading: json)
    schema = try fields.integer("schema", from: 1)
    guard schema <= Manifest.currentSchema else { throw .newerSchema(schema) }
    release = try fields.integer("release", from: 1, to: Manifest.numbers.upperBound)
    previous = try Manifest.previous(&fields)
    if let previous, previous.release >= release {
      throw .wrong(place: "previous", expected: "below `release`")
    }
    createdAt = try fields.time("createdAt")
    generatorVersion = try fields.integer("generatorVersion", from: 0, to: 1 << 20)
    graderVersion = try fields.integer("graderVersion", from: 0, to: 1 << 20)
    recipeHash = try fields.string("recipeHash")
    packs = []
    for (index, value) in try fields.array("packs").enumerated() {
      packs.append(try Pack(ManifestFields(value, at: "packs[\(index)]")))
    }
    objects = []
    for (index, value) in try fields.array("objects").enumerated() {
      objects.append(try Object(ManifestFields(value, at: "objects[\(index)]")))
    }
    earlierObjects = []
    for (index, value) in try fields.array("earlierObjects").enumerated() {
      earlierObjects.append(try fields.key(value, at: "earlierObjects[\(index)]"))
    }
    var cadences = try ManifestFields(fields.take("calendar"), at: "calendar")
    calendar = [:]
    for cadence in Cadence.allCases {
      let key = cadence.rawValue
      guard cadences.others.contains(where: { $0.key == key }) else { continue }
      let inner = try ManifestFields(cadences.take(key), at: "calendar.\(key)")
      calendar[cadence] = try Calendar(inner, cadence: cadence)
    }
    otherCadences = cadences.others
    if fields.others.contains(where: { $0.key == "migrations" }) {
      for (index, value) in try fields.array("migrations").enumerated() {
        migrations.append(try SlotMigration(ManifestFields(value, at: "migrations[\(index)]")))
      }
    }
    try takeOptional(&fields)
    others = fields.others
  }

  /// What only some manifests have.
  private mutating func takeOptional(_ fields: inout ManifestFields) throws(ManifestError) {
    if fields.has("withdrawals") {
      for (index, value) in try fields.array("withdrawals").enumerated() {
        let place = "withdrawals[\(index)]"
        withdrawals.append(try Withdrawal(ManifestFields(value, at: place)))
      }
    }
    if fields.has("replacements") {
      for (index, value) in try fields.array("replacements").enumerated() {
        let place = "replacements[\(index)]"
        replacements.append(try Replacement(ManifestFields(value, at: place)))
      }
    }
    if fields.has("rollback") { rollback = try fields.integer("rollback", from: 1) }
    if fields.has("oldest") { oldest = try fields.integer("oldest", from: 1) }
    if fields.has("bundle") {
      bundle = try Bundle(ManifestFields(fields.take("bundle"), at: "bundle"))
    }
    if fields.has("streaks") {
      for (index, value) in try fields.array("streaks").enumerated() {
        streaks.append(try Streak(ManifestFields(value, at: "streaks[\(index)]")))
      }
    }
    if fields.has("now") {
      guard try fields.string("now") == ObjectKey.now.text else {
        throw .wrong(place: "now", expected: "“\(ObjectKey.now)”")
      }
      now = true
    }
    if fields.has("used") {
      for (index, value) in try fields.array("used").enumerated() {
        used.append(try UsedList(ManifestFields(value, at: "used[\(index)]")))
      }
    }
    if fields.has("private") {
      privatePart = try PrivateLink(ManifestFields(fields.take("private"), at: "private"))
    }
    if fields.has("zstd") { zstd = try fields.string("zstd") }
  }

  private static func previous(_ fields: inout ManifestFields) throws(ManifestError) -> Previous? {
    switch try fields.take("previous") {
    case .null:
      guard case .null = try fields.take("previousSHA256") else {
        throw .wrong(place: "previousSHA256", expected: "null, as `previous` is")
      }
      return nil
    case .integer(let release) where release >= 1:
      return Previous(release: release, sha256: try fields.digest("previousSHA256", bytes: 32))
    default: throw .wrong(place: "previous", expected: "null or a release's number")
    }
  }
}

extension SlotMigration {
  init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    let pack = try fields.pack("pack")
    let fromVersion = try fields.integer("from", from: 1)
    var map: [Int?] = []
    for element in try fields.array("map") {
      switch element {
      case .null: map.append(nil)
      case .integer(let slot) where (0..<1 << 20).contains(slot): map.append(slot)
      default: throw .wrong(place: fields.path("map"), expected: "slots, or null for those gone")
      }
    }
    self.init(
      pack: pack, fromVersion: fromVersion, map: map, reason: try fields.string("reason"))
  }
}

extension Manifest.Withdrawal {
  fileprivate init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    id = try fields.string("id")
    reason = try fields.string("reason")
    release = try fields.integer("release", from: 1)
    others = fields.others
  }
}

extension Manifest.Replacement {
  fileprivate init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    guard let period = try? Period(id: try fields.string("id")) else {
      throw .wrong(place: members.path("id"), expected: "the id of a date")
    }
    self.period = period
    reason = try fields.string("reason")
    release = try fields.integer("release", from: 1)
    replaced = try fields.digest("replaced", bytes: 32)
    by = try fields.digest("by", bytes: 32)
    others = fields.others
  }
}

extension Manifest.Bundle {
  fileprivate init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    plain = try fields.key("plain")
    compressed = try fields.key("compressed")
    others = fields.others
  }
}

extension Manifest.UsedList {
  fileprivate init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    object = try fields.key("object")
    through = try fields.integer("through", from: 1, to: Manifest.numbers.upperBound)
    others = fields.others
  }
}

extension Manifest.Object {
  init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    key = try fields.key("key")
    mediaType = try fields.string("mediaType")
    bytes = try fields.integer("bytes", from: 0)
    sha256 = try fields.digest("sha256", bytes: 32)
    md5 = try fields.digest("md5", bytes: 16)
    cacheControl = try fields.string("cacheControl")
    others = fields.others
  }
}

extension Manifest.Pack {
  init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    id = try fields.pack("id")
    name = try fields.string("name")
    version = try fields.integer("version", from: 1)
    free = try fields.bool("free")
    let isOpen = fields.part == .paid || fields.has("object")
    // Of a pack that has to be bought the public manifest names no object, only its digest.
    object =
      isOpen
      ? try fields.key("object")
      : .pack(id, sha256: try fields.digest("sha256", bytes: 32), in: .paid)
    if !isOpen {
      guard !free else { throw .wrong(place: fields.path("object"), expected: "there") }
      bytes = try fields.integer("bytes", from: 0)
    }
    if fields.has("entitlements") { entitlements = try fields.products("entitlements") }
    if fields.has("app") { app = try fields.key("app") }
    if fields.has("appHints") { appHints = try fields.key("appHints") }
    grids = []
    for (index, value) in try fields.array("grids").enumerated() {
      let place = fields.path("grids[\(index)]")
      grids.append(try Manifest.GridCount(ManifestFields(value, at: place)))
    }
    // What is told twice has to agree; nothing is kept twice.
    for (key, number) in [("count", count), ("size", size), ("stars", stars)] {
      guard try fields.integer(key, from: 0) == number else {
        throw .wrong(place: fields.path(key), expected: "what `grids` says, \(number)")
      }
    }
    let range = try fields.take("difficulty")
    if range != .null {
      var ends = try ManifestFields(range, at: fields.path("difficulty"))
      let least = try ends.integer("from", from: -1 << 53)
      difficulty = least...(try ends.integer("to", from: least))
    }
    graders = try Manifest.Graders(&fields, count: count)
    if fields.has("changes") {
      for (index, value) in try fields.array("changes").enumerated() {
        let place = fields.path("changes[\(index)]")
        changes.append(try ChangedSlots(ManifestFields(value, at: place)))
      }
    }
    others = fields.others
  }
}

extension ChangedSlots {
  fileprivate init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    let version = try fields.integer("version", from: 2)
    var slots: [Int] = []
    for element in try fields.array("slots") {
      guard case .integer(let slot) = element, (0..<1 << 20).contains(slot),
        slot > slots.last ?? -1
      else { throw .wrong(place: fields.path("slots"), expected: "slots, ascending") }
      slots.append(slot)
    }
    guard !slots.isEmpty else {
      throw .wrong(place: fields.path("slots"), expected: "one slot or more")
    }
    self.init(version: version, slots: slots, reason: try fields.string("reason"))
  }
}

extension Manifest.GridCount {
  fileprivate init(_ members: ManifestFields) throws(ManifestError) {
    var fields = members
    size = try fields.integer("size", from: 1, to: 1 << 20)
    stars = try fields.integer("stars", from: 1, to: 1 << 20)
    count = try fields.integer("count", from: 1, to: 1 << 20)
    others = fields.others
  }
}

extension Manifest.Calendar {
  fileprivate init(_ members: ManifestFields, cadence: Cadence) throws(ManifestError) {
    var fields = members
    let lines = try ManifestFields(fields.take("entries"), at: fields.path("entries"))
    entries = []
    for line in lines.others {
      guard let period = try? Period(cadence, key: line.key) else {
        throw .wrong(
          place: lines.path(line.key), expected: "a key of the \(cadence.rawValue) calendar")
      }
      guard case .string(let sha256) = line.value, Digest.isHexadecimal(sha256, bytes: 32) else {
        throw .wrong(place: lines.path(line.key), expected: "a SHA-256 in lower-case hexadecimal")
      }
      entries.append(Manifest.Entry(period: period, sha256: sha256))
    }
    entries.sort { $0.period < $1.period }
    for (key, period) in [("first", entries.first), ("last", entries.last)] {
      let expected = period.map { JSONValue.string($0.period.key) } ?? .null
      guard try fields.take(key) == expected else {
        throw .wrong(place: fields.path(key), expected: "the \(key) of `entries`")
      }
    }
    graders = try Manifest.Graders(&fields, count: entries.count)
    others = fields.others
  }
}
