extension Reach {
  /// Written by `make reach`: grader and generator, then for each grid and each
  /// difficulty 1…10 how many of a hundred drawn puzzles have it, `s` where steering
  /// leads there, `-` where none of those that were tried had it.
  static let table = """
    grader 2 generator 3 drawn 50 steered 3000
    4x1 32 14 s 22 28 s - s s -
    5x1 4 8 24 42 16 6 s s s s
    6x1 s 6 26 46 16 4 s s s s
    7x1 s 10 28 38 22 s s s s s
    8x1 12 12 14 34 26 s s s s s
    8x2 8 12 20 48 10 s s s s s
    9x1 10 10 14 34 30 s s s s s
    9x2 4 16 26 28 22 4 s s s s
    10x1 6 4 28 46 16 s s s s s
    10x2 s 20 38 24 18 s s s s s
    11x1 s s 18 40 32 6 s s s s
    11x2 8 24 34 12 20 s s s s s
    12x1 s 16 24 34 22 s s s s s
    12x2 6 28 48 8 10 s s s s s
    12x3 20 10 24 22 18 6 s s s s
    13x1 10 24 26 22 16 s s s s s
    13x2 24 24 10 18 22 s s s s s
    13x3 10 16 24 28 12 8 s s s s
    14x1 6 18 24 26 24 s s s s s
    14x2 s 32 21 25 17 s s s s s
    14x3 6 18 24 32 16 4 s s s s
    15x1 8 28 30 28 6 s s s s s
    15x2 17 17 35 11 17 s s s s s
    15x3 18 20 8 26 18 8 s s s s
    16x1 12 22 38 22 6 s s s s s
    16x3 5 5 44 32 11 s s s s s
    16x4 6 14 24 30 18 4 4 s s s
    17x1 10 28 36 26 s s s s s s
    17x2 - - - 40 20 40 - - - -
    17x3 44 22 - 22 11 s s s s s
    17x4 6 10 16 30 32 6 s s s s
    18x1 s 14 40 34 10 - s s s s
    18x4 14 14 20 30 20 s s s s s
    19x1 8 26 50 14 s - s s s s
    19x4 8 14 30 40 8 s s s s s
    20x1 12 18 54 15 s - s s s s
    20x5 8 22 28 24 14 s s s s s
    21x1 14 14 57 9 4 s s s s s
    21x5 8 10 18 40 20 4 s s s s
    22x1 s 9 54 9 27 s s s s s
    22x5 4 8 20 34 26 8 s s s s
    23x1 7 15 53 15 7 - s s s -
    23x5 s 9 26 31 24 7 s s s s
    24x1 30 50 20 s - - s - s -
    24x6 14 22 24 24 14 s s s s s
    25x6 4 14 36 26 18 s s s s s
    """
}
