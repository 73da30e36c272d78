/// A new order of slots.
package enum SlotOrder: Hashable, Sendable {
  /// These slots first, in this order; the others follow as they are.
  case first([Int])
  /// Two slots change places.
  case swapped(Int, Int)
  /// Within each grid by score, the easiest first.
  case rising
}
