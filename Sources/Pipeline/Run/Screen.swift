/// What the text of answers has to fit on.
package struct Screen: Hashable, Sendable {
  package var width: Int
  /// Whether it shows colours.
  package var isColoured: Bool

  /// A screen; eighty columns without colours wherever nobody looks.
  package init(width: Int = 80, isColoured: Bool = false) {
    self.width = width
    self.isColoured = isColoured
  }
}
