extension HintLanguage {
  /// English, the language that the others are compared with.
  public static let english = HintLanguage(
    code: "en", name: "English",
    numbers: [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ],
    template: englishTemplate, coaching: englishCoaching, rule: englishRule)

  /// What hints say in English.
  private static func englishTemplate(_ situation: Situation) -> String {
    switch situation {
    case .neighboursMark: "Stars never touch, so {place}, next to the star in {star}, stays empty."
    case .neighboursMarks:
      "Stars never touch, so the {count} open cells around the star in {star} stay empty."
    case .neighboursSome:
      "Stars never touch, so these cells next to the star in {star} stay empty: {cells}."
    case .neighboursStars:
      "Stars never touch, so the open cells around these stars stay empty: {stars}."

    case .forcedOne: "{Where} needs {need} and has only one open cell left, so {then}."
    case .forcedTwo:
      "{Where} needs {need} and has only two open cells left, so both are stars: {cells}."
    case .forcedMany:
      "{Where} needs {need} and has only {count} open cells left, "
        + "so all of them are stars: {cells}."

    case .completeOneMark:
      "{Where} already has its star, so its last open cell, {place}, stays empty."
    case .completeOneMarks: "{Where} already has its star, so its other cells stay empty."
    case .completeTwoMark:
      "{Where} already has both its stars, so its last open cell, {place}, stays empty."
    case .completeTwoMarks: "{Where} already has both its stars, so its other cells stay empty."
    case .completeManyMark:
      "{Where} already has all {count} of its stars, "
        + "so its last open cell, {place}, stays empty."
    case .completeManyMarks:
      "{Where} already has all {count} of its stars, so its other cells stay empty."

    case .tilingForcedLast: "{Where} needs {need}, and the only room for it is in {place}."
    case .tilingForced: "{Where} needs {need}. In every arrangement where no two touch, {then}."
    case .adjacencyOne:
      "{Then}. With a star {there}, {where} would have no room for the other star it needs."
    case .adjacencyMany:
      "{Then}. With a star {there}, {where} would have too little room for the other {count} "
        + "stars it needs."
    case .overhangLastMark: "{Then}: it touches every cell where {where} can have {lack}."
    case .overhangLastMarks:
      "{Then}. Each of them touches every cell where {where} can have {lack}."
    case .overhangMany:
      "{Then}. A star {there} would touch so many open cells of {where} that {lack} would no "
        + "longer fit."

    case .pairsForced:
      "{Demand} and have room for no more. In every arrangement where no two touch, {then}."
    case .pairsInside:
      "{Then}. {Demand} and have room for no more; a star {there} would leave room for fewer."
    case .pairsBeside:
      "{Then}. {Demand} and have room for no more; a star {there} would touch too many of "
        + "their cells."

    case .countingInsideOne:
      "{Regions} has all its open cells in {lines} and needs {need}, "
        + "which is all that can still go there, so {then}."
    case .countingInsideMany:
      "{Regions} have all their open cells in {lines} and together need {need}, "
        + "which is all that can still go there, so {then}."
    case .countingOutsideOne:
      "Every open cell of {lines} belongs to {regions}, which must therefore have {need} there. "
        + "It needs no others, so {then}."
    case .countingOutsideMany:
      "Every open cell of {lines} belongs to {regions}, which together must therefore have "
        + "{need} there. They need no others, so {then}."
    case .tilesInside:
      "Outside {lines} there is too little room for all the stars of {regions}, so {lines} must "
        + "still take at least {shares}. No others are needed there, so {then}."
    case .tilesOutside:
      "{Demand}, and at most {shares} can go there. Since that is just enough, {spent} can have "
        + "no star elsewhere, and {then}."

    case .partsFullInside:
      "{Demand}, and at most {shares} can go there. Since that is just enough, {region} must "
        + "have {stars} there, with no room to spare. In every arrangement, {then}."
    case .partsFullOutside:
      "{Demand}, and at most {shares} can go there. Since that is just enough, {region} must "
        + "have {stars} elsewhere, with no room to spare. In every arrangement, {then}."
    case .partsSpentInside:
      "Outside {lines} there is too little room for all the stars of {regions}, so {lines} must "
        + "still take at least {shares}. No others are needed there, so {region} has {stars} "
        + "there, with no room to spare. In every arrangement, {then}."
    case .partsSpentOutside:
      "Outside {lines} there is too little room for all the stars of {regions}, so {lines} must "
        + "still take at least {shares}. No others are needed there, so {region} has {stars} "
        + "elsewhere, with no room to spare. In every arrangement, {then}."
    case .partsGeneral:
      "What {regions} can have in {lines} is just enough, which leaves part of a region no room "
        + "to spare. So {then}."

    case .assumePlain: "With a star in {place}, {failure}, so that cell stays empty."
    case .assumeMarks:
      "With a star in {place}, and without the cells that it rules out one after another, "
        + "{failure}. So {then}."
    case .assumeStar:
      "A star in {place} would force another in {cells}, and then {failure}. So {then}."
    case .assumeStars: "A star in {place} would force others: {cells}. Then {failure}, so {then}."
    case .assumeStarsMany:
      "A star in {place} would force {count} others, one after another. Then {failure}, "
        + "so {then}."

    case .kissingLs:
      "{Demand} and have room for no more, so there is a star in each of {blocks}: two kissing Ls. "
        + "With a star in {place}, both of theirs would have to be in {line} as well, which would "
        + "have {count} stars. So {then}."
    case .pressuredT:
      "With a star in {place}, {lines} would have room for one star too few: the T in {across} "
        + "holds no more than {most}, because {more} would both be in {line}, where only {stars} "
        + "can go. So {then}."
    case .pressuredM:
      "With a star in {place}, {lines} would have room for one star too few: the M in {across} "
        + "holds no more than {most}, because {more} would all be in {line}, where only {stars} "
        + "can go. So {then}."
    case .pressuredRun:
      "With a star in {place}, {lines} would have room for one star too few: {across} hold no more "
        + "than {most} there, because {more} would all be in {line}, where only {stars} "
        + "can go. So {then}."

    case .sumShort:
      "{Demand}. Leaving out {cells}, {all} in {cover}, with room for {room} at most. "
        + "So {then}."
    case .sumFull:
      "{Demand}, and {all} in {cover}, with room for {room} and no more. "
        + "That is just enough, so {then}."
    case .sumSpare:
      "{Then}. {Demand}, and {all} in {cover}, with room for {room}. A star {there} would take "
        + "up {waste} of these places for nothing, and only {spare} can be spared."
    case .sumAllOne: "all its open cells lie"
    case .sumAllMany: "all their open cells lie"
    case .sumAllOften: "each open cell, as often as it counts, lies"
    case .sumTwice: "{names} ({twice} counted twice)"
    case .sumTwiceAll: "{names} (counted twice)"
    case .sumTimesOne: "{names} ×{times}"
    case .sumTimesMany: "({names}) ×{times}"
    case .sumListed:
      "{Then}, or a sum would not come out. To be filled: {held} ({need}). Room for them: "
        + "{cover} ({room})."

    case .ways:
      "There are {count} ways to place {need} in {where}. In all of them that work out, {then}."
    case .waysNone: "None of the {count} ways to place {need} in {where} works out, so {then}."

    case .generalContainers: "From {containers} it follows that {then}."
    case .generalPlain: "{Then}."

    case .failureNoCell: "{where} would have no open cell left for {lack}"
    case .failureOneCell: "{where} would have only one open cell left for {lack}"
    case .failureFewCells: "{where} would have only {count} open cells left for {lack}"
    case .failureOver: "{where} would have {count} stars, which is too many"
    case .failureTouching: "{where} could only have stars that touch"
    case .failureBeside: "a star of {where} would touch another"
    case .failureClash: "{where} would need a star where {other} can take no more"
    case .failureRoom: "{where} would not have enough room for {lack}"
    case .failurePair: "{where} together would not have enough room for {lack}"
    case .failurePairOver: "{where} could have {lack} only with too many in one of them"
    case .failureUnder: "{lines} would need {stars} but could only take {most}"
    case .failureUnderNone: "{lines} would need {stars} but could not take any"
    case .failureExcess:
      "{regions} would have to put at least {least} in {lines}, where only {stars} can go"
    case .failureExcessNone:
      "{regions} would have to put at least {least} in {lines}, where no more can go"
    case .failureSum:
      "a sum would no longer come out: {where} ({need}), with room for {room} at most"
    case .failureGeneral: "there would be no way to complete {containers}"

    case .thenStar: "{place} is a star"
    case .thenStars: "these cells are stars: {cells}"
    case .thenMark: "{place} stays empty"
    case .thenMarks: "these cells stay empty: {cells}"
    case .thenMarksMany: "{count} cells stay empty"
    case .thenBoth: "{stars}, and {marks}"
    case .thenRestInside: "the other open cells of {lines} stay empty"
    case .thenRestOutside: "the open cells of {regions} elsewhere stay empty"
    case .thereOne: "there"
    case .thereMany: "in any of them"

    case .demandOne: "{where} needs {need}"
    case .demandMany: "{where} together need {need}"
    case .needFirstOne: "a star"
    case .needFirstMany: "{count} stars"
    case .needMoreOne: "one more star"
    case .needMoreMany: "{count} more stars"
    case .lackOnly: "its star"
    case .lackLast: "its last star"
    case .lackMany: "the {count} stars it needs"
    case .lackTogetherOne: "the star they need"
    case .lackTogetherMany: "the {count} stars they need"
    case .starsOne: "one star"
    case .starsMany: "{count} stars"
    case .share: "{stars} of {regions}"
    case .shareEach: "{stars} each of {regions}"

    case .row: "row {number}"
    case .rows: "rows {numbers}"
    case .column: "column {number}"
    case .columns: "columns {numbers}"
    case .region: "region {number}"
    case .regions: "regions {numbers}"
    case .block: "the 2×2 block (top left: {place})"
    case .blocks: "{count} 2×2 blocks (top left: {cells})"
    case .cell: "the cell at {place}"
    case .cells: "{count} cells ({cells})"
    case .place: "row {row}, column {column}"
    case .placesInRow: "row {number}, columns {numbers}"
    case .placesInColumn: "column {number}, rows {numbers}"

    case .listRange: "{first} to {last}"
    case .listComma: "{list}, {last}"
    case .listAnd: "{list} and {last}"
    case .listNumbersComma: "{list}, {last}"
    case .listNumbersAnd: "{list} and {last}"
    case .listNumbersAndSoft: "{list} and {last}"
    case .listGroups: "{list}; {last}"
    }
  }
}
