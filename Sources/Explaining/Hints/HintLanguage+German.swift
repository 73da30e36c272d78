extension HintLanguage {
  /// German; readers are addressed as players address each other.
  public static let german = HintLanguage(
    code: "de", name: "Deutsch",
    numbers: [
      "null", "[ein|acc:einen]", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun",
      "zehn",
    ],
    template: germanTemplate, coaching: germanCoaching, rule: germanRule)

  /// What hints say in German.
  private static func germanTemplate(_ situation: Situation) -> String {
    switch situation {
    case .neighboursMark:
      "Sterne berühren sich nie, also bleibt {place} neben dem Stern in {star} leer."
    case .neighboursMarks:
      "Sterne berühren sich nie, also bleiben die {count} freien Felder um den Stern in {star} "
        + "leer."
    case .neighboursSome:
      "Sterne berühren sich nie, also bleiben diese Felder neben dem Stern in {star} leer: {cells}."
    case .neighboursStars:
      "Sterne berühren sich nie, also bleiben die freien Felder um diese Sterne leer: {stars}."

    case .forcedOne: "{Where} braucht {need} und hat nur noch ein freies Feld, also {then:inv}."
    case .forcedTwo:
      "{Where} braucht {need} und hat nur noch zwei freie Felder, also kommt in beide ein Stern: "
        + "{cells}."
    case .forcedMany:
      "{Where} braucht {need} und hat nur noch {count} freie Felder, also kommt in jedes davon ein "
        + "Stern: {cells}."

    case .completeOneMark:
      "{Where} hat ihren Stern schon, also bleibt ihr letztes freies Feld leer: {place}."
    case .completeOneMarks: "{Where} hat ihren Stern schon, also bleiben ihre übrigen Felder leer."
    case .completeTwoMark:
      "{Where} hat schon beide Sterne, also bleibt ihr letztes freies Feld leer: {place}."
    case .completeTwoMarks: "{Where} hat schon beide Sterne, also bleiben ihre übrigen Felder leer."
    case .completeManyMark:
      "{Where} hat schon alle {count} Sterne, also bleibt ihr letztes freies Feld leer: {place}."
    case .completeManyMarks:
      "{Where} hat schon alle {count} Sterne, also bleiben ihre übrigen Felder leer."

    case .tilingForcedLast: "{Where} braucht {need}, und Platz dafür ist nur in {place}."
    case .tilingForced:
      "{Where} braucht {need}. In jeder Anordnung, in der sich keine zwei berühren, {then:inv}."
    case .adjacencyOne:
      "{Then}. Mit einem Stern {there} hätte {where} keinen Platz mehr für den anderen Stern, den "
        + "sie braucht."
    case .adjacencyMany:
      "{Then}. Mit einem Stern {there} hätte {where} zu wenig Platz für die anderen {count} "
        + "Sterne, die sie braucht."
    case .overhangLastMark:
      "{Then}: Ein Stern dort würde alle Felder berühren, in denen {where} {lack} haben kann."
    case .overhangLastMarks:
      "{Then}. Jedes von ihnen berührt alle Felder, in denen {where} {lack} haben kann."
    case .overhangMany:
      "{Then}. Ein Stern {there} würde so viele freie Felder {where:gen} berühren, dass {lack} "
        + "nicht mehr hineinpassen."

    case .pairsForced:
      "{Demand} und haben nicht für mehr Platz. In jeder Anordnung, in der sich keine zwei "
        + "berühren, {then:inv}."
    case .pairsInside:
      "{Then}. {Demand} und haben nicht für mehr Platz; mit einem Stern {there} passten weniger "
        + "hinein."
    case .pairsBeside:
      "{Then}. {Demand} und haben nicht für mehr Platz; ein Stern {there} würde zu viele ihrer "
        + "Felder berühren."

    case .countingInsideOne:
      "{Regions} hat alle ihre freien Felder in {lines:dat} und braucht {need}, genau das, was "
        + "dort noch fehlt. Also {then:inv}."
    case .countingInsideMany:
      "{Regions} haben alle ihre freien Felder in {lines:dat} und brauchen zusammen {need}, genau "
        + "das, was dort noch fehlt. Also {then:inv}."
    case .countingOutsideOne:
      "Alle freien Felder {lines:gen} gehören zu {regions:dat}, die deshalb dort {need} haben "
        + "muss. Weitere braucht sie nicht, also {then:inv}."
    case .countingOutsideMany:
      "Alle freien Felder {lines:gen} gehören zu {regions:dat}, die deshalb dort zusammen {need} "
        + "haben müssen. Weitere brauchen sie nicht, also {then:inv}."
    case .tilesInside:
      "Außerhalb {lines:gen} ist zu wenig Platz für alle Sterne {regions:gen}, also braucht man in "
        + "{lines:dat} noch mindestens {shares:acc}. Weitere fehlen dort nicht, also {then:inv}."
    case .tilesOutside:
      "{Demand}, und dort kann man höchstens {shares:acc} setzen. Das reicht gerade, also bleibt "
        + "kein Stern {spent:gen} für andere Felder übrig, und {then}."

    case .partsFullInside:
      "{Demand}, und dort kann man höchstens {shares:acc} setzen. Das reicht gerade, also muss "
        + "{region} dort {stars:acc} haben, und der Platz reicht dafür gerade. In jeder Anordnung "
        + "{then:inv}."
    case .partsFullOutside:
      "{Demand}, und dort kann man höchstens {shares:acc} setzen. Das reicht gerade, also muss "
        + "{region} außerhalb davon {stars:acc} haben, und der Platz reicht dafür gerade. In jeder "
        + "Anordnung {then:inv}."
    case .partsSpentInside:
      "Außerhalb {lines:gen} ist zu wenig Platz für alle Sterne {regions:gen}, also braucht man in "
        + "{lines:dat} noch mindestens {shares:acc}. Weitere fehlen dort nicht, also hat {region} "
        + "dort {stars:acc}, und der Platz reicht dafür gerade. In jeder Anordnung {then:inv}."
    case .partsSpentOutside:
      "Außerhalb {lines:gen} ist zu wenig Platz für alle Sterne {regions:gen}, also braucht man in "
        + "{lines:dat} noch mindestens {shares:acc}. Weitere fehlen dort nicht, also hat {region} "
        + "außerhalb davon {stars:acc}, und der Platz reicht dafür gerade. In jeder Anordnung "
        + "{then:inv}."
    case .partsGeneral:
      "Was man von {regions:dat} in {lines:dat} unterbringen kann, reicht gerade, und ein Teil "
        + "einer Region hat damit keinen Platz übrig. Also {then:inv}."

    case .assumePlain: "Mit einem Stern in {place} {failure:inv}, also bleibt dieses Feld leer."
    case .assumeMarks:
      "Mit einem Stern in {place} und ohne die Felder, die er nach und nach ausschließt, "
        + "{failure:inv}. Also {then:inv}."
    case .assumeStar:
      "Ein Stern in {place} würde einen weiteren in {cells} erzwingen, und dann {failure:inv}. "
        + "Also {then:inv}."
    case .assumeStars:
      "Ein Stern in {place} würde weitere erzwingen: {cells}. Dann {failure:inv}, also {then:inv}."
    case .assumeStarsMany:
      "Ein Stern in {place} würde nach und nach {count} weitere erzwingen. Dann {failure:inv}, "
        + "also {then:inv}."

    case .kissingLs:
      "{Demand} und haben nicht für mehr Platz, also steht je ein Stern {blocks:in}, zwei küssenden "
        + "L. Mit einem Stern in {place} müssten auch ihre beiden Sterne {line:in} stehen, die dann "
        + "{count} Sterne hätte. Also {then:inv}."
    case .pressuredT:
      "Mit einem Stern in {place} fehlte {lines:dat} Platz für einen Stern: Das T {across:in} fasst "
        + "höchstens {most:acc}, denn {more} stünden beide {line:in}, wo nur für {stars:acc} Platz "
        + "ist. Also {then:inv}."
    case .pressuredM:
      "Mit einem Stern in {place} fehlte {lines:dat} Platz für einen Stern: Das M {across:in} fasst "
        + "höchstens {most:acc}, denn {more} stünden alle {line:in}, wo nur für {stars:acc} Platz "
        + "ist. Also {then:inv}."
    case .pressuredRun:
      "Mit einem Stern in {place} fehlte {lines:dat} Platz für einen Stern: Dort ist {across:in} "
        + "nur für {most:acc} Platz, denn {more} stünden alle {line:in}, wo nur für {stars:acc} "
        + "Platz ist. Also {then:inv}."

    case .sumShort:
      "{Demand}. Ohne {cells} {all:inv} {cover:in}, mit Platz für höchstens {room:acc}. Also "
        + "{then:inv}."
    case .sumFull:
      "{Demand}, und {all} {cover:in}, mit Platz für {room:acc} und nicht mehr. Das reicht gerade, "
        + "also {then:inv}."
    case .sumSpare:
      "{Then}. {Demand}, und {all} {cover:in}, mit Platz für {room:acc}. Ein Stern {there} würde "
        + "{waste} dieser Plätze vergeuden, und man kann nur {spare:acc} entbehren."
    case .sumAllOne: "[alle ihre freien Felder liegen|inv:liegen alle ihre freien Felder]"
    case .sumAllMany: "[alle ihre freien Felder liegen|inv:liegen alle ihre freien Felder]"
    case .sumAllOften:
      "[jedes freie Feld liegt, so oft es zählt,|inv:liegt jedes freie Feld, so oft es zählt,]"
    case .sumTwice: "{names} ({twice:nom} doppelt gezählt)"
    case .sumTwiceAll: "{names} (doppelt gezählt)"
    case .sumTimesOne: "{names} ×{times}"
    case .sumTimesMany: "({names}) ×{times}"
    case .sumListed:
      "{Then}, sonst ginge eine Summe nicht auf. Zu füllen: {held} ({need}). Platz dafür: "
        + "{cover} ({room})."

    case .ways:
      "Es gibt {count} Möglichkeiten, {need} in {where} zu setzen. In allen, die aufgehen, "
        + "{then:inv}."
    case .waysNone:
      "Keine der {count} Möglichkeiten, {need} in {where} zu setzen, geht auf, also {then:inv}."

    case .generalContainers: "Wegen {containers:gen} {then:inv}."
    case .generalPlain: "{Then}."

    case .failureNoCell: "[{where} hätte|inv:hätte {where}] kein freies Feld mehr für {lack}"
    case .failureOneCell: "[{where} hätte|inv:hätte {where}] nur noch ein freies Feld für {lack}"
    case .failureFewCells:
      "[{where} hätte|inv:hätte {where}] nur noch {count} freie Felder für {lack}"
    case .failureOver: "[{where} hätte|inv:hätte {where}] {count} Sterne und damit zu viele"
    case .failureTouching: "[{where} könnte|inv:könnte {where}] nur Sterne haben, die sich berühren"
    case .failureBeside:
      "[ein Stern {where:gen} würde|inv:würde ein Stern {where:gen}] einen anderen berühren"
    case .failureClash:
      "[{where} bräuchte|inv:bräuchte {where}] einen Stern, wo {other} keinen mehr haben kann"
    case .failureRoom: "[{where} hätte|inv:hätte {where}] zu wenig Platz für {lack}"
    case .failurePair: "[{where} hätten|inv:hätten {where}] zusammen zu wenig Platz für {lack}"
    case .failurePairOver:
      "[{where} könnten|inv:könnten {where}] {lack} nur mit zu vielen in einer von beiden haben"
    case .failureUnder:
      "[man müsste|inv:müsste man] {stars:acc} in {lines} setzen und hätte dort nur für {most:acc} "
        + "Platz"
    case .failureUnderNone:
      "[man müsste|inv:müsste man] {stars:acc} in {lines} setzen und hätte dort für keinen Platz"
    case .failureExcess:
      "[man müsste|inv:müsste man] mindestens {least:acc} {regions:gen} in {lines} setzen, wo nur "
        + "für {stars:acc} Platz ist"
    case .failureExcessNone:
      "[man müsste|inv:müsste man] mindestens {least:acc} {regions:gen} in {lines} setzen, wo "
        + "keiner mehr Platz hat"
    case .failureSum:
      "[eine Summe ginge|inv:ginge eine Summe] nicht mehr auf: {where} ({need}), bei Platz "
        + "für höchstens {room:acc}"
    case .failureGeneral: "[es gäbe|inv:gäbe es] keine Möglichkeit, {containers} zu füllen"

    case .thenStar: "[in {place} steht|inv:steht in {place}] ein Stern"
    case .thenStars: "[in diesen Feldern stehen|inv:stehen in diesen Feldern] Sterne: {cells}"
    case .thenMark: "[{place} bleibt|inv:bleibt {place}] leer"
    case .thenMarks: "[diese Felder bleiben|inv:bleiben diese Felder] leer: {cells}"
    case .thenMarksMany: "[{count} Felder bleiben|inv:bleiben {count} Felder] leer"
    case .thenBoth: "{stars}, und {marks:main}"
    case .thenRestInside:
      "[die übrigen freien Felder {lines:gen} bleiben|inv:bleiben die übrigen freien Felder "
        + "{lines:gen}] leer"
    case .thenRestOutside:
      "[die anderen freien Felder {regions:gen} bleiben|inv:bleiben die anderen freien Felder "
        + "{regions:gen}] leer"
    case .thereOne: "dort"
    case .thereMany: "in einem von ihnen"

    case .demandOne: "{where} braucht {need}"
    case .demandMany: "{where} brauchen zusammen {need}"
    case .needFirstOne: "einen Stern"
    case .needFirstMany: "{count} Sterne"
    case .needMoreOne: "noch einen Stern"
    case .needMoreMany: "noch {count} Sterne"
    case .lackOnly: "ihren Stern"
    case .lackLast: "ihren letzten Stern"
    case .lackMany: "die {count} fehlenden Sterne"
    case .lackTogetherOne: "den fehlenden Stern"
    case .lackTogetherMany: "die {count} fehlenden Sterne"
    case .starsOne: "[ein|acc:einen] Stern"
    case .starsMany: "{count} Sterne"
    case .share: "{stars} {regions:gen}"
    case .shareEach: "je {stars} {regions:gen}"

    case .row: "[Zeile|gen:der Zeile|in:in Zeile] {number}"
    case .rows: "[die|dat:den|gen:der|in:in den] Zeilen {numbers}"
    case .column: "[Spalte|gen:der Spalte|in:in Spalte] {number}"
    case .columns: "[die|dat:den|gen:der|in:in den] Spalten {numbers}"
    case .region: "[Region|gen:der Region|in:in Region] {number}"
    case .regions: "[die|dat:den|gen:der|in:in den] Regionen {numbers}"
    case .block: "[der|in:im] 2×2-Block (links oben: {place})"
    case .blocks: "[{count} 2×2-Blöcke|in:in {count} 2×2-Blöcken] (links oben: {cells})"
    case .cell: "das Feld {place}"
    case .cells: "{count} Felder ({cells})"
    case .place: "Zeile {row}, Spalte {column}"
    case .placesInRow: "Zeile {number}, Spalten {numbers}"
    case .placesInColumn: "Spalte {number}, Zeilen {numbers}"

    case .listRange: "{first} bis {last}"
    case .listComma: "{list}, {last}"
    case .listAnd: "{list} und {last}"
    case .listNumbersComma: "{list}, {last}"
    case .listNumbersAnd: "{list} und {last}"
    case .listNumbersAndSoft: "{list} und {last}"
    case .listGroups: "{list}; {last}"
    }
  }
}
