import Flagging
import Yams

extension FlagWishes {
  /// Reads the `flags` of a recipe, `{ spike: 6, ugly: off, prefer: true }`; those of the grid
  /// where none are given.
  init?(_ fields: RecipeFields) {
    self.init()
    guard let node = fields.values["flags"] else { return }
    let reader = fields.reader
    let names = FlagKind.allCases.map(\.rawValue)
    guard let flags = reader.fields(of: node, "`flags`", allowed: names + ["prefer"]) else {
      return nil
    }
    if let node = flags.values["prefer"] {
      guard let flag = reader.flag(node, "prefer") else { return nil }
      isPreferring = flag
    }
    for kind in FlagKind.allCases {
      guard let node = flags.values[kind.rawValue] else { continue }
      if case .scalar(let scalar) = node, scalar.string == "off" {
        limits[kind] = .some(nil)
      } else if reader.number(node) != nil {
        guard let limit = reader.integer(node, kind.rawValue, in: 1...10_000) else { return nil }
        limits[kind] = limit
      } else {
        reader.note(
          RecipeLocation(node.mark),
          "`\(kind.rawValue)` is \(RecipeReader.described(node)) — it must be the figure from "
            + "which on it is a flag, or off")
        return nil
      }
    }
  }
}
