extension Reach {
  /// Written by `make reach`: grader and generator, then for each grid and each
  /// difficulty 1…10 how many of a hundred drawn puzzles have it, `s` where steering
  /// leads there, `-` where none of those that were tried had it.
  static let table = """
    grader 3 generator 4 drawn 50 steered 3000
    4x1 32 16 s 20 24 8 s s - -
    5x1 4 8 28 28 28 4 s s s s
    6x1 4 8 26 42 16 4 s s s s
    7x1 s 16 26 34 22 s s s s s
    8x1 16 12 18 34 18 s s s s s
    8x2 12 28 30 10 20 s s s s s
    9x1 12 12 14 34 26 s s s s s
    9x2 6 22 20 18 28 6 s s s s
    10x1 4 14 42 28 12 s s s s s
    10x2 s 16 28 30 26 s s s s s
    11x1 s 6 22 26 36 10 s s s s
    11x2 16 6 30 20 22 6 s s s s
    12x1 4 22 30 26 14 4 s s s s
    12x2 12 14 28 36 10 s s s s s
    12x3 8 24 20 24 20 4 s s s s
    13x1 10 24 34 18 14 s s s s s
    13x2 s s 30 40 22 4 s s s s
    13x3 6 12 26 28 18 10 s s s s
    14x1 10 16 40 22 12 s s s s s
    14x2 s 25 32 14 25 s s s s s
    14x3 8 8 30 32 20 s s s s s
    15x1 6 24 42 18 10 s s s s s
    15x2 s 11 47 35 5 s s s s s
    15x3 16 12 20 20 30 s s s s s
    16x1 18 20 34 26 s s s s s s
    16x3 s 11 14 47 23 s s s s s
    16x4 14 22 16 30 16 s s s s s
    17x1 22 28 36 14 s s s s s s
    17x2 - - - - 40 60 - - - -
    17x3 - - 22 s 44 33 s s s s
    17x4 8 30 32 18 12 s s s s s
    18x1 10 28 42 16 4 s s s s s
    18x4 10 28 40 22 s s s s s s
    19x1 4 42 36 16 s s s s s s
    19x4 10 6 28 40 16 s s s s s
    20x1 27 18 45 9 s - s s s s
    20x5 10 20 38 16 8 8 s s s s
    21x1 42 23 28 s 4 - s s s s
    21x5 8 14 32 30 16 s s s s s
    22x1 s 18 45 36 s - s s s s
    22x5 10 34 46 10 s s s s s s
    23x1 23 38 38 s s - s s s s
    23x5 s 9 21 39 29 s s s s s
    24x1 20 70 10 s s - s - s -
    24x6 12 24 28 24 10 s s s s s
    25x6 12 18 36 30 4 s s s s s
    """
}
