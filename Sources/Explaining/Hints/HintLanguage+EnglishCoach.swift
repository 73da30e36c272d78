extension HintLanguage {
  /// What the coach says in English.
  static func englishCoaching(_ coaching: Coaching) -> String {
    switch coaching {
    case .lookAt: "Look at {where}."
    case .lookAround: "Look around the star in {star}."

    case .sumOfOne:
      "Compare the stars that {where} needs with the room that 2×2 squares have for its open "
        + "cells. What does the difference leave?"
    case .kissing:
      "Cover the open cells of {where} with as few 2×2 squares as you can: every one of them has a "
        + "star. Two of them side by side are kissing Ls, with three open cells each. Which star "
        + "next to them would push both of theirs into its own line?"
    case .pressure:
      "Which star would leave an M or a T in {where}: open cells of which every second one lies in "
        + "the same line, so that this line would get too many stars?"
    case .lookAgain: "Look again at {place}."
    case .wrongStar: "The star in {place} is a mistake."
    case .wrongMark: "The mark in {place} is a mistake."
    case .touchingStar: "The star in {place} is a mistake: it touches another star."
    case .surplusStar:
      "The star in {place} is a mistake: {where} has {count} stars, which is too many."
    case .impossibleStar: "The star in {place} is a mistake: with it, the puzzle has no solution."
    case .neededStar:
      "The mark in {place} is a mistake: without a star there, the puzzle has no solution."

    case .solved: "The puzzle is solved."
    }
  }

  /// The rules in English: their names, and what to look for.
  static func englishRule(_ rule: Technique) -> RuleWords {
    switch rule {
    case .neighbours:
      RuleWords(
        "star neighbours",
        "Stars never touch, not even at a corner. Look around the star in {star}.")
    case .forced:
      RuleWords(
        "forced placement",
        "Compare the stars that {where} still needs with the open cells left there.")
    case .complete:
      RuleWords(
        "complete container",
        "Count the stars of {where}.")
    case .tilingForced:
      RuleWords(
        "forced by tiles",
        "A 2×2 square has room for one star only. Cover the open cells of {where} with as few "
          + "squares as you can: every one of them has a star. Where is there no choice left?")
    case .tilingAdjacency:
      RuleWords(
        "ruled out by tiles inside",
        "A 2×2 square has room for one star only. Cover the open cells of {where} with as few "
          + "squares as you can: every one of them has a star. Which cell there takes up too much "
          + "room?")
    case .tilingOverhang:
      RuleWords(
        "ruled out by tiles beside",
        "A 2×2 square has room for one star only. Cover the open cells of {where} with as few "
          + "squares as you can: every one of them has a star. Which cell beside them takes up "
          + "too much room?")
    case .counting:
      RuleWords(
        "counting lines against regions",
        "Count the stars still needed in {where}: lines against regions.")
    case .pairs:
      RuleWords(
        "tiles of two adjacent lines",
        "Take {where} together and cover their open cells with as few 2×2 squares as you can. "
          + "Every square has a star.")
    case .tilingCounting:
      RuleWords(
        "counting lines against tiled regions",
        "In {where}, count the stars that each region can have in the lines, and those that it "
          + "must have there. A 2×2 square has room for one star only.")
    case .parts:
      RuleWords(
        "tiles in part of a region",
        "In {where}, work out how many stars a region has inside the lines and how many outside. "
          + "One of these parts has no room to spare.")
    case .assumeDirect:
      RuleWords(
        "a star here leaves too few cells",
        "Try a star on the open cells, one at a time, and mark what it rules out. Are enough open "
          + "cells left in {where}?")
    case .assumeTiling:
      RuleWords(
        "a star here leaves too few tiles",
        "Try a star on the open cells, one at a time, and mark what it rules out. Is enough room "
          + "left in {where}, with one star for each 2×2 square?")
    case .assumeCounting:
      RuleWords(
        "a star here upsets a count",
        "Try a star on the open cells, one at a time, and mark what it rules out. Does the count "
          + "still come out in {where}, lines against regions?")
    case .assumePropagated:
      RuleWords(
        "a star here forces a contradiction",
        "Try a star on the open cells, one at a time, and place the stars that it forces. What "
          + "becomes of {where}?")
    case .assumeChained:
      RuleWords(
        "a star here, followed with tiles",
        "Try a star on the open cells, one at a time, and follow what it forces, with 2×2 squares "
          + "as well. What becomes of {where}?")
    case .assumeDeep:
      RuleWords(
        "a star here, followed with counting",
        "Try a star on the open cells, one at a time, and follow all that it forces, as far as it "
          + "goes. What becomes of {where}?")
    case .ways:
      RuleWords(
        "every way to fill a container",
        "Go through all the ways to place the stars of {where}, and follow each. What do those "
          + "that work out have in common?")
    case .assumeSums:
      RuleWords(
        "a star here upsets a sum",
        "Try a star on the open cells, one at a time, and follow what it forces, with sums as "
          + "well. Do the stars of {where} still add up?")
    case .sumFew:
      RuleWords(
        "adding up to four containers and tiles",
        "Add up the stars that some of {where} need, and the room that the others and 2×2 squares "
          + "have for the same cells. What does the difference leave?")
    case .sumSome:
      RuleWords(
        "adding up five or six containers and tiles",
        "Add up the stars that some of {where} need, and the room that the others and 2×2 squares "
          + "have for the same cells. What does the difference leave?")
    case .sumMany:
      RuleWords(
        "adding up seven or eight containers and tiles",
        "Add up the stars that some of {where} need, and the room that the others and 2×2 squares "
          + "have for the same cells. What does the difference leave?")
    case .sumAny:
      RuleWords(
        "adding up as many containers and tiles as it takes",
        "Add up the stars that some of {where} need, and the room that the others and 2×2 squares "
          + "have for the same cells. What does the difference leave?")
    }
  }
}
