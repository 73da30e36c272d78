import Dates
import Flagging
import Generating
import Identity
import JSONText
import Notation
import Solving
import StarBattle

extension RecipeSet {
  /// The SHA-256 of what the recipes say, in lower-case hexadecimal.
  ///
  /// Comments, blanks, the order of keys, file names and the folder do not count; the order of
  /// packs and calendars does, since it decides which of two twins is passed over. What no player
  /// could tell does not: how much is kept in reserve, whether misses are refused, how releases are
  /// signed and in which profiles and languages they come.
  package var fingerprint: String {
    let bytes = JSONValue.object([
      JSONMember("calendars", .array(calendars.map(\.normalised))),
      JSONMember("packs", .array(packs.map(\.normalised))),
    ]).text
    return Digest.sha256(of: bytes)
  }
}

extension PackRecipe {
  fileprivate var normalised: JSONValue {
    // Free packs have none, and keep the fingerprint that they had.
    let products = JSONMember("entitlements", .array(entitlements.map { .string($0) }))
    var members = isFree ? [] : [products]
    members += bounds(isWithoutAssumptions, arguments)
    members += flags.normalised
    members += [
      JSONMember("difficulty", difficulty?.normalised ?? .null),
      JSONMember("free", .bool(isFree)),
      JSONMember("id", .string(id.text)),
      JSONMember("name", .string(name)),
      JSONMember(
        "parts",
        .array(
          parts.map { part in
            // Parts without a rule keep the fingerprint that they had.
            .array(
              [part.grid.side, part.grid.stars, part.count].map { .integer($0) }
                + (part.rule.map { [.string($0.id)] } ?? []))
          })),
      JSONMember(
        "pins",
        .array(pins.map { .array([.integer($0.slot), .string($0.sbn.description)]) })),
      JSONMember("seed", .integer(Int(seed))),
      JSONMember("style", .string(style.name)),
    ]
    return .object(members)
  }
}

extension CalendarRecipe {
  fileprivate var normalised: JSONValue {
    let curve: JSONValue =
      switch difficulty {
      case .weekdays(let targets): .array(targets.map { .integer($0) })
      case .cycle(let ramp): ramp.normalised
      }
    return .object(
      bounds(isWithoutAssumptions, arguments) + flags.normalised + [
        JSONMember("cadence", .string(cadence.rawValue)),
        JSONMember("difficulty", curve),
        JSONMember("grid", .array([.integer(grid.side), .integer(grid.stars)])),
        JSONMember("horizon", .integer(horizon)),
        JSONMember("seed", .integer(Int(seed))),
        JSONMember("start", .string(start.id)),
        JSONMember("style", .string(style.name)),
      ])
  }
}

/// Only there where assumptions are ruled out or arguments are bounded: all other recipes keep the
/// fingerprint that they had.
private func bounds(_ isWithoutAssumptions: Bool, _ arguments: Int?) -> [JSONMember] {
  (arguments.map { [JSONMember("arguments", .integer($0))] } ?? [])
    + (isWithoutAssumptions ? [JSONMember("assumptions", .string("none"))] : [])
}

extension FlagWishes {
  /// Only there where flags decide which puzzle is taken: all other recipes keep the fingerprint
  /// that they had.
  fileprivate var normalised: [JSONMember] {
    guard isPreferring else { return [] }
    return [
      JSONMember(
        "flags",
        .object(
          FlagKind.allCases.compactMap { kind in
            limits[kind].map { JSONMember(kind.rawValue, $0) }
          }))
    ]
  }
}

extension DifficultyRamp {
  fileprivate var normalised: JSONValue {
    .object([JSONMember("from", .integer(first)), JSONMember("to", .integer(last))])
  }
}
