/// Everything a hint can say, by name: the keys of every language's table.
///
/// Sentences first, a family of rules at a time, then the clauses and names that they are put
/// together from. A raw value is what a translator sees. A rule that needs one sentence only has it
/// in every `HintLanguage`, in its `RuleWords`, and no situation.
package enum Situation: String, CaseIterable, Sendable {
  // One mark beside a star, several around it, several stars at once.
  case neighboursMark = "direct.neighbours.mark"
  case neighboursMarks = "direct.neighbours.marks"
  case neighboursSome = "direct.neighbours.some"
  case neighboursStars = "direct.neighbours.stars"

  // By the number of open cells: one, two, more.
  case forcedOne = "direct.forced.one"
  case forcedTwo = "direct.forced.two"
  case forcedMany = "direct.forced.many"

  // By the star quota, then by the number of marks.
  case completeOneMark = "direct.complete.one.mark"
  case completeOneMarks = "direct.complete.one.marks"
  case completeTwoMark = "direct.complete.two.mark"
  case completeTwoMarks = "direct.complete.two.marks"
  case completeManyMark = "direct.complete.many.mark"
  case completeManyMarks = "direct.complete.many.marks"

  // By the number of stars that are needed.
  case tilingForcedLast = "tiling.forced.last"
  case tilingForced = "tiling.forced"
  case adjacencyOne = "tiling.adjacency.one"
  case adjacencyMany = "tiling.adjacency.many"
  case overhangLastMark = "tiling.overhang.last.mark"
  case overhangLastMarks = "tiling.overhang.last.marks"
  case overhangMany = "tiling.overhang.many"

  // What all arrangements share; marks in the two lines; marks beside them.
  case pairsForced = "tiling.pairs.forced"
  case pairsInside = "tiling.pairs.inside"
  case pairsBeside = "tiling.pairs.beside"

  // Regions that fill lines, and lines that use regions up; by the number of regions.
  case countingInsideOne = "counting.marks.inside.one"
  case countingInsideMany = "counting.marks.inside.many"
  case countingOutsideOne = "counting.marks.outside.one"
  case countingOutsideMany = "counting.marks.outside.many"
  case tilesInside = "counting.tiles.inside"
  case tilesOutside = "counting.tiles.outside"

  // Where the part lies, and which of the two counts makes it known.
  case partsFullInside = "tiling.parts.full.inside"
  case partsFullOutside = "tiling.parts.full.outside"
  case partsSpentInside = "tiling.parts.spent.inside"
  case partsSpentOutside = "tiling.parts.spent.outside"
  case partsGeneral = "tiling.parts.general"

  // By what follows from the assumed star before something fails.
  case assumePlain = "hypothetical.plain"
  case assumeMarks = "hypothetical.marks"
  case assumeStar = "hypothetical.star"
  case assumeStars = "hypothetical.stars"
  case assumeStarsMany = "hypothetical.stars.many"

  // What two adjacent lines look like behind the assumed star, by the guide's names.
  case kissingLs = "hypothetical.kissing"
  case pressuredT = "hypothetical.pressured.t"
  case pressuredM = "hypothetical.pressured.m"
  case pressuredRun = "hypothetical.pressured.run"

  // By the room that there is for the stars: too little, just enough, more.
  case sumShort = "sum.short"
  case sumFull = "sum.full"
  case sumSpare = "sum.spare"
  case sumAllOne = "sum.all.one"
  case sumAllMany = "sum.all.many"
  case sumAllOften = "sum.all.often"
  case sumTwice = "sum.twice"
  case sumTwiceAll = "sum.twice.all"
  case sumTimesOne = "sum.times.one"
  case sumTimesMany = "sum.times.many"
  case sumListed = "sum.listed"

  // Whether any way to fill a container is left.
  case ways = "hypothetical.ways"
  case waysNone = "hypothetical.ways.none"

  // Any rule.
  case generalContainers = "general.containers"
  case generalPlain = "general.plain"

  // What fails, as the end of a hypothetical sentence.
  case failureNoCell = "failure.cells.none"
  case failureOneCell = "failure.cells.one"
  case failureFewCells = "failure.cells.few"
  case failureOver = "failure.over"
  case failureTouching = "failure.touching"
  case failureBeside = "failure.beside"
  case failureClash = "failure.clash"
  case failureRoom = "failure.room"
  case failurePair = "failure.pair"
  case failurePairOver = "failure.pair.over"
  case failureUnder = "failure.count.under"
  case failureUnderNone = "failure.count.under.none"
  case failureExcess = "failure.count.over"
  case failureExcessNone = "failure.count.over.none"
  case failureSum = "failure.sum"
  case failureGeneral = "failure.general"

  // Conclusions.
  case thenStar = "then.star"
  case thenStars = "then.stars"
  case thenMark = "then.mark"
  case thenMarks = "then.marks"
  case thenMarksMany = "then.marks.many"
  case thenBoth = "then.both"
  case thenRestInside = "then.rest.inside"
  case thenRestOutside = "then.rest.outside"
  case thereOne = "there.one"
  case thereMany = "there.many"

  // What containers need.
  case demandOne = "demand.one"
  case demandMany = "demand.many"
  case needFirstOne = "need.first.one"
  case needFirstMany = "need.first.many"
  case needMoreOne = "need.more.one"
  case needMoreMany = "need.more.many"
  case lackOnly = "lack.only"
  case lackLast = "lack.last"
  case lackMany = "lack.many"
  case lackTogetherOne = "lack.together.one"
  case lackTogetherMany = "lack.together.many"
  case starsOne = "stars.one"
  case starsMany = "stars.many"
  case share = "share.one"
  case shareEach = "share.each"

  // Names.
  case row = "name.row"
  case rows = "name.rows"
  case column = "name.column"
  case columns = "name.columns"
  case region = "name.region"
  case regions = "name.regions"
  case block = "name.block"
  case blocks = "name.blocks"
  case cell = "name.cell"
  case cells = "name.cells"
  case place = "name.place"
  case placesInRow = "name.places.row"
  case placesInColumn = "name.places.column"

  // Lists.
  case listRange = "list.range"
  case listComma = "list.comma"
  case listAnd = "list.and"
  // Of numbers and letters.
  case listNumbersComma = "list.numbers.comma"
  case listNumbersAnd = "list.numbers.and"
  case listNumbersAndSoft = "list.numbers.and.soft"
  case listGroups = "list.groups"
}
