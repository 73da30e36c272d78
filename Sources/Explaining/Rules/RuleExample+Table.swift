extension RuleExample {
  /// Written by `RECORD=1 make test FILTER=RuleExamples`.
  static let table = """
    """
}
