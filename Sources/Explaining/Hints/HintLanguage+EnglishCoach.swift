extension HintLanguage {
  /// What the coach says in English.
  static let englishCoaching: [Coaching: String] = [
    .lookAt: "Look at {where}.",
    .lookAround: "Look around the star in {star}.",

    .lookAgain: "Look again at {place}.",
    .wrongStar: "The star in {place} is a mistake.",
    .wrongMark: "The mark in {place} is a mistake.",
    .touchingStar: "The star in {place} is a mistake: it touches another star.",
    .surplusStar: "The star in {place} is a mistake: {where} has {count} stars, which is too many.",
    .impossibleStar: "The star in {place} is a mistake: with it, the puzzle has no solution.",
    .neededStar:
      "The mark in {place} is a mistake: without a star there, the puzzle has no solution.",

    .solved: "The puzzle is solved.",
  ]

  /// What to look for in English, by rule.
  static let englishTechniques = [
    "direct.neighbours":
      "Stars never touch, not even at a corner. Look around the star in {star}.",
    "direct.forced":
      "Compare the stars that {where} still needs with the open cells left there.",
    "direct.complete": "Count the stars of {where}.",
    "tiling.forced":
      "A 2×2 square has room for one star only. Cover the open cells of {where} with as few squares "
      + "as you can: every one of them has a star. Where is there no choice left?",
    "tiling.adjacency":
      "A 2×2 square has room for one star only. Cover the open cells of {where} with as few squares "
      + "as you can: every one of them has a star. Which cell there takes up too much room?",
    "tiling.overhang":
      "A 2×2 square has room for one star only. Cover the open cells of {where} with as few squares "
      + "as you can: every one of them has a star. Which cell beside them takes up too much room?",
    "counting.marks":
      "Count the stars still needed in {where}: lines against regions.",
    "tiling.pairs":
      "Take {where} together and cover their open cells with as few 2×2 squares as you can. Every "
      + "square has a star.",
    "counting.tiles":
      "In {where}, count the stars that each region can have in the lines, and those that it must "
      + "have there. A 2×2 square has room for one star only.",
    "tiling.parts":
      "In {where}, work out how many stars a region has inside the lines and how many outside. "
      + "One of these parts has no room to spare.",
    "hypothetical.direct":
      "Try a star on the open cells, one at a time, and mark what it rules out. Are enough open "
      + "cells left in {where}?",
    "hypothetical.tiling":
      "Try a star on the open cells, one at a time, and mark what it rules out. Is enough room "
      + "left in {where}, with one star for each 2×2 square?",
    "hypothetical.counting":
      "Try a star on the open cells, one at a time, and mark what it rules out. Does the count "
      + "still come out in {where}, lines against regions?",
    "hypothetical.propagated":
      "Try a star on the open cells, one at a time, and place the stars that it forces. What becomes "
      + "of {where}?",
    "hypothetical.chained":
      "Try a star on the open cells, one at a time, and follow what it forces, with 2×2 squares as "
      + "well. What becomes of {where}?",
    "hypothetical.deep":
      "Try a star on the open cells, one at a time, and follow all that it forces, as far as it "
      + "goes. What becomes of {where}?",
    "hypothetical.ways":
      "Go through all the ways to place the stars of {where}, and follow each. What do those that "
      + "work out have in common?",
  ]
}
