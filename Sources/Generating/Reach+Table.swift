extension Reach {
  /// Written by `make reach`: grader and generator, then for each grid and each
  /// difficulty 1…10 how many of a hundred drawn puzzles have it, `s` where steering
  /// leads there, `-` where nothing did.
  static let table = """
    grader 1 generator 2
    4x1 - s - - - s s 38 10 48
    5x1 4 s 6 20 22 18 14 12 s s
    6x1 8 6 16 34 22 8 4 s s s
    7x1 s 4 12 28 30 18 6 s s s
    8x1 6 6 18 16 28 22 s s s s
    8x2 - s s s s s 6 2 20 70
    9x1 48 24 24 4 s s s s s s
    9x2 s s s s 6 12 32 16 28 4
    10x1 100 - - - - - - s s s
    10x2 4 24 26 16 26 4 s s s s
    11x1 100 - - - - - - s s s
    11x2 6 30 24 22 12 6 s s s s
    12x1 100 - - - - - - s s s
    12x2 18 42 32 6 s s s s s s
    12x3 s 8 14 16 22 32 6 s s s
    13x1 100 - - - - - - s s s
    13x2 42 28 20 10 s s - s s s
    13x3 s 6 12 22 24 22 14 s s s
    14x1 100 - - - - - - s s s
    14x2 75 17 7 s s - - s s s
    14x3 4 8 20 26 34 8 s s s s
    15x1 100 - - - - - - s s s
    15x2 88 11 - - s - - s s s
    15x3 4 18 10 26 30 12 s s s s
    16x1 100 - - - - - - s s s
    16x3 2 11 35 38 11 s s s s s
    16x4 s s 12 26 38 16 8 s s s
    17x1 100 - - - - - - s s -
    17x2 80 20 - - - - - - - -
    17x3 22 11 33 33 s s - s s s
    17x4 s 4 s 10 30 54 s s s s
    18x1 100 - - - - - - s s s
    18x4 s s s 18 40 40 s s s s
    19x1 100 - - - - - - s s s
    19x4 4 8 24 56 8 s s s s s
    20x1 100 - - s - - - s - s
    20x5 s s 14 28 42 12 s s s s
    21x1 100 - - - - - - - - -
    21x5 s s s 4 34 52 6 s s s
    22x1 100 - - - - - - - - -
    22x5 - - s s 32 66 s s s s
    23x1 100 - - - - - - s - -
    23x5 - - 34 48 17 s s s s s
    24x1 100 - - - - - - - - -
    24x6 s s 12 38 34 14 s s s s
    25x6 s s s s 22 76 s s s s
    """
}
