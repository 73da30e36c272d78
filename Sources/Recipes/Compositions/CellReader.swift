import Yams

/// Reads cells by their names, such as r1c1.
struct CellReader {
  let side: Int
  let reader: RecipeReader

  /// A cell, by its number; `nil` means a mistake.
  func cell(_ node: Node) -> Int? {
    let text = node.scalar?.string.lowercased() ?? ""
    if text.hasPrefix("r"), let middle = text.firstIndex(of: "c"),
      let row = Int(text[text.index(after: text.startIndex)..<middle]),
      let column = Int(text[text.index(after: middle)...]),
      (1...side).contains(row), (1...side).contains(column)
    {
      return (row - 1) * side + column - 1
    }
    reader.note(
      RecipeLocation(node.mark),
      "\(RecipeReader.described(node)) is no cell of this board — it must be one such as r1c1 … "
        + "r\(side)c\(side)")
    return nil
  }

  /// A list of so many cells or more, each with its place; `nil` means a mistake.
  func cells(_ node: Node, _ name: String, least: Int) -> [(Int, RecipeLocation)]? {
    guard case .sequence(let nodes) = node, nodes.count >= least else {
      reader.note(
        RecipeLocation(node.mark),
        "\(name) is \(RecipeReader.described(node)) — it must be a list of "
          + "\(least > 1 ? "\(least) cells or more" : "cells"), such as [r1c1, r2c3]")
      return nil
    }
    let cells = nodes.map { node in cell(node).map { ($0, RecipeLocation(node.mark)) } }
    let whole = cells.compactMap(\.self)
    return whole.count == cells.count ? whole : nil
  }
}
