/// A variable of a formula or its negation.
///
/// The code is `2 × variable` for the variable itself and `2 × variable + 1` for its negation, so
/// negating flips the last bit, and a table with one row a literal is indexed by the code.
package struct Literal: Hashable, BitwiseCopyable, Sendable {
  let code: Int32

  @inline(__always)
  init(code: Int32) { self.code = code }

  /// The literal that says that a variable has a value.
  @inline(__always)
  package init(_ variable: Int, isTrue: Bool = true) {
    code = Int32(truncatingIfNeeded: variable << 1) | (isTrue ? 0 : 1)
  }

  /// The row of the literal in a table with one row a literal.
  @inline(__always)
  var index: Int { Int(code) }

  /// The variable it speaks of, from 0.
  @inline(__always)
  var variable: Int { Int(code >> 1) }

  /// Whether it says that its variable is true.
  @inline(__always)
  var isPositive: Bool { code & 1 == 0 }

  @inline(__always)
  static prefix func ! (literal: Literal) -> Literal { Literal(code: literal.code ^ 1) }

  /// The number that DIMACS and DRAT files write: variables count from 1, minus is negation.
  package var dimacs: Int { isPositive ? variable + 1 : -(variable + 1) }

  /// The literal of a number as DIMACS files write it, which is not 0.
  package init(dimacs number: Int) { self.init(abs(number) - 1, isTrue: number > 0) }
}
