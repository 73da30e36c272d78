extension Reach {
  /// Written by `make reach`: grader and generator, then for each grid and each difficulty 1…10 how
  /// many of a hundred drawn puzzles have it, `s` where steering leads there, `-` where nothing did.
  static let table = """
    grader 0 generator 0
    """
}
