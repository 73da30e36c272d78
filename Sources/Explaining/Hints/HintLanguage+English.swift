extension HintLanguage {
  /// English, the language that the others are compared with.
  public static let english = HintLanguage(
    code: "en",
    numbers: [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ],
    templates: [
      .neighboursMark:
        "Stars never touch, so {place}, next to the star in {star}, stays empty.",
      .neighboursMarks:
        "Stars never touch, so the {count} open cells around the star in {star} stay empty.",
      .neighboursStars:
        "Stars never touch, so the open cells around these stars stay empty: {stars}.",

      .forcedOne:
        "{Where} needs {need} and has only one open cell left, so {then}.",
      .forcedTwo:
        "{Where} needs {need} and has only two open cells left, so both are stars: {cells}.",
      .forcedMany:
        "{Where} needs {need} and has only {count} open cells left, "
        + "so all of them are stars: {cells}.",

      .completeOneMark:
        "{Where} already has its star, so its last open cell, {place}, stays empty.",
      .completeOneMarks:
        "{Where} already has its star, so its other cells stay empty.",
      .completeTwoMark:
        "{Where} already has both its stars, so its last open cell, {place}, stays empty.",
      .completeTwoMarks:
        "{Where} already has both its stars, so its other cells stay empty.",
      .completeManyMark:
        "{Where} already has all {count} of its stars, "
        + "so its last open cell, {place}, stays empty.",
      .completeManyMarks:
        "{Where} already has all {count} of its stars, so its other cells stay empty.",

      .tilingForcedLast:
        "{Where} needs {need}, and the only room for it is in {place}.",
      .tilingForced:
        "{Where} needs {need}. In every arrangement where no two touch, {then}.",
      .adjacencyOne:
        "{Then}. With a star {there}, {where} would have no room for the other star it needs.",
      .adjacencyMany:
        "{Then}. With a star {there}, {where} would have too little room for the other {count} "
        + "stars it needs.",
      .overhangLastMark:
        "{Then}: it touches every cell where {where} can have {lack}.",
      .overhangLastMarks:
        "{Then}. Each of them touches every cell where {where} can have {lack}.",
      .overhangMany:
        "{Then}. A star {there} would touch so many open cells of {where} that {lack} would no "
        + "longer fit.",

      .pairsForced:
        "{Demand} and have room for no more. In every arrangement where no two touch, {then}.",
      .pairsInside:
        "{Then}. {Demand} and have room for no more; a star {there} would leave room for fewer.",
      .pairsBeside:
        "{Then}. {Demand} and have room for no more; a star {there} would touch too many of "
        + "their cells.",

      .countingInsideOne:
        "{Regions} has all its open cells in {lines} and needs {need}, "
        + "which is all that can still go there, so {then}.",
      .countingInsideMany:
        "{Regions} have all their open cells in {lines} and together need {need}, "
        + "which is all that can still go there, so {then}.",
      .countingOutsideOne:
        "Every open cell of {lines} belongs to {regions}, which must therefore have {need} there. "
        + "It needs no others, so {then}.",
      .countingOutsideMany:
        "Every open cell of {lines} belongs to {regions}, which together must therefore have "
        + "{need} there. They need no others, so {then}.",
      .tilesInside:
        "Outside {lines} there is too little room for all the stars of {regions}, so {lines} must "
        + "still take at least {shares}. No others are needed there, so {then}.",
      .tilesOutside:
        "{Demand}, and at most {shares} can go there. Since that is just enough, {spent} can have "
        + "no star elsewhere, and {then}.",

      .partsFullInside:
        "{Demand}, and at most {shares} can go there. Since that is just enough, {region} must "
        + "have {stars} there, with no room to spare. In every arrangement, {then}.",
      .partsFullOutside:
        "{Demand}, and at most {shares} can go there. Since that is just enough, {region} must "
        + "have {stars} elsewhere, with no room to spare. In every arrangement, {then}.",
      .partsSpentInside:
        "Outside {lines} there is too little room for all the stars of {regions}, so {lines} must "
        + "still take at least {shares}. No others are needed there, so {region} has {stars} "
        + "there, with no room to spare. In every arrangement, {then}.",
      .partsSpentOutside:
        "Outside {lines} there is too little room for all the stars of {regions}, so {lines} must "
        + "still take at least {shares}. No others are needed there, so {region} has {stars} "
        + "elsewhere, with no room to spare. In every arrangement, {then}.",
      .partsGeneral:
        "What {regions} can have in {lines} is just enough, which leaves part of a region no room "
        + "to spare. So {then}.",

      .assumePlain:
        "With a star in {place}, {failure}, so that cell stays empty.",
      .assumeMarks:
        "With a star in {place}, and without the cells that it rules out one after another, "
        + "{failure}. So {then}.",
      .assumeStar:
        "A star in {place} would force another in {cells}, and then {failure}. So {then}.",
      .assumeStars:
        "A star in {place} would force others: {cells}. Then {failure}, so {then}.",
      .assumeStarsMany:
        "A star in {place} would force {count} others, one after another. Then {failure}, "
        + "so {then}.",

      .sumShort:
        "{Demand}. Leaving out {cells}, {all} in {cover}, with room for {room} at most. "
        + "So {then}.",
      .sumFull:
        "{Demand}, and {all} in {cover}, with room for {room} and no more. "
        + "That is just enough, so {then}.",
      .sumSpare:
        "{Then}. {Demand}, and {all} in {cover}, with room for {room}. A star {there} would take "
        + "up {waste} of these places for nothing, and only {spare} can be spared.",
      .sumAllOne: "all its open cells lie",
      .sumAllMany: "all their open cells lie",
      .sumAllOften: "each open cell, as often as it counts, lies",
      .sumTwice: "{names} ({twice} counted twice)",
      .sumTwiceAll: "{names} (counted twice)",

      .ways:
        "There are {count} ways to place {need} in {where}. In all of them that work out, {then}.",
      .waysNone:
        "None of the {count} ways to place {need} in {where} works out, so {then}.",

      .generalContainers: "From {containers} it follows that {then}.",
      .generalPlain: "{Then}.",

      .failureNoCell: "{where} would have no open cell left for {lack}",
      .failureOneCell: "{where} would have only one open cell left for {lack}",
      .failureFewCells: "{where} would have only {count} open cells left for {lack}",
      .failureOver: "{where} would have {count} stars, which is too many",
      .failureTouching: "{where} could only have stars that touch",
      .failureBeside: "a star of {where} would touch another",
      .failureClash: "{where} would need a star where {other} can take no more",
      .failureRoom: "{where} would not have enough room for {lack}",
      .failurePair: "{where} together would not have enough room for {lack}",
      .failureUnder: "{lines} would need {stars} but could only take {most}",
      .failureUnderNone: "{lines} would need {stars} but could not take any",
      .failureExcess:
        "{regions} would have to put at least {least} in {lines}, where only {stars} can go",
      .failureExcessNone:
        "{regions} would have to put at least {least} in {lines}, where no more can go",
      .failureGeneral: "there would be no way to complete {containers}",

      .thenStar: "{place} is a star",
      .thenStars: "these cells are stars: {cells}",
      .thenMark: "{place} stays empty",
      .thenMarks: "these cells stay empty: {cells}",
      .thenMarksMany: "{count} cells stay empty",
      .thenBoth: "{stars}, and {marks}",
      .thenRestInside: "the other open cells of {lines} stay empty",
      .thenRestOutside: "the open cells of {regions} elsewhere stay empty",
      .thereOne: "there",
      .thereMany: "in any of them",

      .demandOne: "{where} needs {need}",
      .demandMany: "{where} together need {need}",
      .needFirstOne: "a star",
      .needFirstMany: "{count} stars",
      .needMoreOne: "one more star",
      .needMoreMany: "{count} more stars",
      .lackOnly: "its star",
      .lackLast: "its last star",
      .lackMany: "the {count} stars it needs",
      .lackTogetherOne: "the star they need",
      .lackTogetherMany: "the {count} stars they need",
      .starsOne: "one star",
      .starsMany: "{count} stars",
      .share: "{stars} of {regions}",
      .shareEach: "{stars} each of {regions}",

      .row: "row {number}",
      .rows: "rows {numbers}",
      .column: "column {number}",
      .columns: "columns {numbers}",
      .region: "region {number}",
      .regions: "regions {numbers}",
      .block: "the 2×2 block at {place}",
      .blocks: "{count} 2×2 blocks (top left: {cells})",
      .place: "row {row}, column {column}",
      .placesInRow: "row {number}, columns {numbers}",
      .placesInColumn: "column {number}, rows {numbers}",

      .listRange: "{first} to {last}",
      .listComma: "{list}, {last}",
      .listAnd: "{list} and {last}",
      .listAndSoft: "{list} and {last}",
      .listGroups: "{list}; {last}",
    ], coaching: englishCoaching, techniques: englishTechniques)
}
