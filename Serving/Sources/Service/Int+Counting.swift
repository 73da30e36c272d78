extension Int {
  /// A count with what is counted: `1 account`, `2 accounts`.
  package func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
