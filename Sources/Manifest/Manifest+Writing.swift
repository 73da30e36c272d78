import Dates
import Identity
import JSONText
import Stores

extension Manifest {
  /// The manifest as it is stored: compact JSON, members by ascending key at every depth.
  ///
  /// The same manifest gives the same bytes, always.
  package var json: [UInt8] { value.sorted.text }

  /// The version of each pack, and nothing else: the body of `GET /puzzles/versions`.
  package var versions: [UInt8] {
    JSONValue.object(packs.map { JSONMember($0.id.text, .integer($0.version)) }).text
  }

  var value: JSONValue {
    let cadences = calendar.map { JSONMember($0.key.rawValue, $0.value.value) }
    var members = [
      JSONMember("schema", .integer(schema)),
      JSONMember("release", .integer(release)),
      JSONMember("previous", previous.map { .integer($0.release) } ?? .null),
      JSONMember("previousSHA256", previous.map { .string($0.sha256) } ?? .null),
      JSONMember("createdAt", .string(createdAt.description)),
      JSONMember("generatorVersion", .integer(generatorVersion)),
      JSONMember("graderVersion", .integer(graderVersion)),
      JSONMember("recipeHash", .string(recipeHash)),
      JSONMember("packs", .array(packs.map(\.publicValue))),
      JSONMember("objects", .array(objects.filter { $0.key.part != .paid }.map(\.value))),
      JSONMember(
        "earlierObjects",
        .array(earlierObjects.filter { $0.part != .paid }.map { .string($0.text) })),
      JSONMember("calendar", .object(cadences + otherCadences)),
    ]
    let open = migrations.filter { !paidPacks.contains($0.pack) }
    if !open.isEmpty { members.append(JSONMember("migrations", .array(open.map(\.value)))) }
    if !withdrawals.isEmpty {
      members.append(JSONMember("withdrawals", .array(withdrawals.map(\.value))))
    }
    if !replacements.isEmpty {
      members.append(JSONMember("replacements", .array(replacements.map(\.value))))
    }
    if let rollback { members.append(JSONMember("rollback", .integer(rollback))) }
    if let oldest { members.append(JSONMember("oldest", .integer(oldest))) }
    if let bundle { members.append(JSONMember("bundle", bundle.value)) }
    if !streaks.isEmpty {
      members.append(JSONMember("streaks", .array(streaks.map(\.value))))
    }
    if now { members.append(JSONMember("now", .string(ObjectKey.now.text))) }
    if !used.isEmpty { members.append(JSONMember("used", .array(used.map(\.value)))) }
    if let privatePart { members.append(JSONMember("private", privatePart.value)) }
    if let zstd { members.append(JSONMember("zstd", .string(zstd))) }
    members += others
    return .object(members)
  }
}

extension SlotMigration {
  var value: JSONValue {
    .object([
      JSONMember("pack", .string(pack.text)),
      JSONMember("from", .integer(fromVersion)),
      JSONMember("to", .integer(fromVersion + 1)),
      JSONMember("map", .array(map.map { $0.map { .integer($0) } ?? .null })),
      JSONMember("reason", .string(reason)),
    ])
  }
}

extension Manifest.Withdrawal {
  fileprivate var value: JSONValue {
    .object(
      [
        JSONMember("id", .string(id)),
        JSONMember("reason", .string(reason)),
        JSONMember("release", .integer(release)),
      ] + others)
  }
}

extension Manifest.Replacement {
  fileprivate var value: JSONValue {
    .object(
      [
        JSONMember("id", .string(period.id)),
        JSONMember("reason", .string(reason)),
        JSONMember("release", .integer(release)),
        JSONMember("replaced", .string(replaced)),
        JSONMember("by", .string(by)),
      ] + others)
  }
}

extension Manifest.Bundle {
  fileprivate var value: JSONValue {
    .object(
      [
        JSONMember("plain", .string(plain.text)),
        JSONMember("compressed", .string(compressed.text)),
      ] + others)
  }
}

extension Manifest.UsedList {
  fileprivate var value: JSONValue {
    .object(
      [
        JSONMember("object", .string(object.text)),
        JSONMember("through", .integer(through)),
      ] + others)
  }
}

extension Manifest.Object {
  var value: JSONValue {
    .object(
      [
        JSONMember("key", .string(key.text)),
        JSONMember("mediaType", .string(mediaType)),
        JSONMember("bytes", .integer(bytes)),
        JSONMember("sha256", .string(sha256)),
        JSONMember("md5", .string(md5)),
        JSONMember("cacheControl", .string(cacheControl)),
      ] + others)
  }
}

extension Manifest.Pack {
  /// What everybody may know of it, by the part that it is in.
  ///
  /// That slots were changed is told of a pack that has to be bought as well: an app has to know it
  /// before it has the pack, and neither numbers of slots nor reasons give a puzzle away.
  fileprivate var publicValue: JSONValue {
    guard part == .paid else { return value }
    return .object(
      described + [
        JSONMember("bytes", .integer(bytes ?? 0)), JSONMember("sha256", .string(sha256)),
      ] + changeMembers + others)
  }

  /// All that there is to know.
  var value: JSONValue {
    .object(
      described + [JSONMember("object", .string(object.text))] + (graders?.members ?? [])
        + app.members("app") + appHints.members("appHints") + changeMembers + others)
  }

  /// What it is, without saying where.
  private var described: [JSONMember] {
    let range = difficulty.map { range in
      JSONValue.object([
        JSONMember("from", .integer(range.lowerBound)),
        JSONMember("to", .integer(range.upperBound)),
      ])
    }
    let products = JSONMember("entitlements", .array(entitlements.map { .string($0) }))
    return [
      JSONMember("id", .string(id.text)),
      JSONMember("name", .string(name)),
      JSONMember("version", .integer(version)),
      JSONMember("free", .bool(free)),
      JSONMember("count", .integer(count)),
      JSONMember("size", .integer(size)),
      JSONMember("stars", .integer(stars)),
      JSONMember("grids", .array(grids.map(\.value))),
      JSONMember("difficulty", range ?? .null),
    ] + (entitlements.isEmpty ? [] : [products])
  }

  /// What is only there where something was changed.
  private var changeMembers: [JSONMember] {
    changes.isEmpty ? [] : [JSONMember("changes", .array(changes.map(\.value)))]
  }
}

extension ChangedSlots {
  fileprivate var value: JSONValue {
    .object([
      JSONMember("version", .integer(version)),
      JSONMember("slots", .array(slots.map { .integer($0) })),
      JSONMember("reason", .string(reason)),
    ])
  }
}

extension ObjectKey? {
  /// A member of a name, or none.
  fileprivate func members(_ name: String) -> [JSONMember] {
    map { [JSONMember(name, .string($0.text))] } ?? []
  }
}

extension Manifest.GridCount {
  fileprivate var value: JSONValue {
    .object(
      [
        JSONMember("size", .integer(size)),
        JSONMember("stars", .integer(stars)),
        JSONMember("count", .integer(count)),
      ] + others)
  }
}

extension Manifest.Calendar {
  fileprivate var value: JSONValue {
    let lines = entries.map { JSONMember($0.period.key, .string($0.sha256)) }
    return .object(
      [
        JSONMember("first", first.map { .string($0.key) } ?? .null),
        JSONMember("last", last.map { .string($0.key) } ?? .null),
        JSONMember("entries", .object(lines)),
      ] + (graders?.members ?? []) + others)
  }
}
