extension HintLanguage {
  /// French.
  public static let french = HintLanguage(
    code: "fr", name: "français",
    numbers: [
      "zéro", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
    ],
    template: frenchTemplate, coaching: frenchCoaching, rule: frenchRule)

  /// What hints say in French.
  private static func frenchTemplate(_ situation: Situation) -> String {
    switch situation {
    case .neighboursMark:
      "Les étoiles ne se touchent jamais, donc la case {place}, à côté de l’étoile en {star}, "
        + "reste vide."
    case .neighboursMarks:
      "Les étoiles ne se touchent jamais, donc les {count} cases libres autour de l’étoile en "
        + "{star} restent vides."
    case .neighboursSome:
      "Les étoiles ne se touchent jamais, donc ces cases, à côté de l’étoile en {star}, restent "
        + "vides\u{A0}: {cells}."
    case .neighboursStars:
      "Les étoiles ne se touchent jamais, donc les cases libres autour de ces étoiles restent "
        + "vides\u{A0}: {stars}."

    case .forcedOne: "{Where} a besoin {need:de} et n’a plus qu’une case libre, donc {then}."
    case .forcedTwo:
      "{Where} a besoin {need:de} et n’a plus que deux cases libres, donc les deux portent une "
        + "étoile\u{A0}: {cells}."
    case .forcedMany:
      "{Where} a besoin {need:de} et n’a plus que {count} cases libres, donc toutes portent une "
        + "étoile\u{A0}: {cells}."

    case .completeOneMark:
      "{Where} a déjà son étoile, donc sa dernière case libre, {place}, reste vide."
    case .completeOneMarks: "{Where} a déjà son étoile, donc ses autres cases restent vides."
    case .completeTwoMark:
      "{Where} a déjà ses deux étoiles, donc sa dernière case libre, {place}, reste vide."
    case .completeTwoMarks: "{Where} a déjà ses deux étoiles, donc ses autres cases restent vides."
    case .completeManyMark:
      "{Where} a déjà ses {count} étoiles, donc sa dernière case libre, {place}, reste vide."
    case .completeManyMarks:
      "{Where} a déjà ses {count} étoiles, donc ses autres cases restent vides."

    case .tilingForcedLast:
      "{Where} a besoin {need:de}, et il n’y a de place pour elle qu’en {place}."
    case .tilingForced:
      "{Where} a besoin {need:de}. Quelle que soit la façon de les placer sans qu’elles se "
        + "touchent, {then}."
    case .adjacencyOne:
      "{Then}. Avec une étoile {there}, {where} n’aurait plus de place pour l’autre étoile qui lui "
        + "manque."
    case .adjacencyMany:
      "{Then}. Avec une étoile {there}, {where} n’aurait plus assez de place pour les {count} "
        + "autres étoiles qui lui manquent."
    case .overhangLastMark:
      "{Then}\u{A0}: elle touche toutes les cases où {where} peut avoir {lack}."
    case .overhangLastMarks:
      "{Then}. Chacune d’elles touche toutes les cases où {where} peut avoir {lack}."
    case .overhangMany:
      "{Then}. Une étoile {there} toucherait tant de cases libres {where:de} que {lack} ne "
        + "tiendraient plus."

    case .pairsForced:
      "{Demand} et n’ont pas de place pour davantage. Quelle que soit la façon de les placer sans "
        + "qu’elles se touchent, {then}."
    case .pairsInside:
      "{Then}. {Demand} et n’ont pas de place pour davantage\u{A0}; avec une étoile {there}, il en "
        + "tiendrait moins."
    case .pairsBeside:
      "{Then}. {Demand} et n’ont pas de place pour davantage\u{A0}; une étoile {there} toucherait "
        + "trop de leurs cases."

    case .countingInsideOne:
      "{Regions} a toutes ses cases libres dans {lines} et a besoin {need:de}, juste ce qui manque "
        + "encore à cet endroit, donc {then}."
    case .countingInsideMany:
      "{Regions} ont toutes leurs cases libres dans {lines} et ont besoin en tout {need:de}, juste "
        + "ce qui manque encore à cet endroit, donc {then}."
    case .countingOutsideOne:
      "Toutes les cases libres {lines:de} appartiennent {regions:à}, qui doit donc avoir {need} à "
        + "cet endroit. Il ne lui en faut pas d’autres, donc {then}."
    case .countingOutsideMany:
      "Toutes les cases libres {lines:de} appartiennent {regions:à}, qui doivent donc avoir en "
        + "tout {need} à cet endroit. Il ne leur en faut pas d’autres, donc {then}."
    case .tilesInside:
      "Hors {lines:de}, il n’y a pas assez de place pour toutes les étoiles {regions:de}, donc il "
        + "faut encore dans {lines} au moins {shares}. Il n’en faut pas d’autres à cet endroit, "
        + "donc {then}."
    case .tilesOutside:
      "{Demand}, et on ne peut y mettre plus {shares:de}. C’est juste assez, donc il ne reste "
        + "aucune étoile {spent:de} pour d’autres cases, et {then}."

    case .partsFullInside:
      "{Demand}, et on ne peut y mettre plus {shares:de}. C’est juste assez, donc {region} doit y "
        + "avoir {stars}, sans place de reste. Quelle que soit la disposition, {then}."
    case .partsFullOutside:
      "{Demand}, et on ne peut y mettre plus {shares:de}. C’est juste assez, donc {region} doit "
        + "avoir {stars} ailleurs, sans place de reste. Quelle que soit la façon de les placer, "
        + "{then}."
    case .partsSpentInside:
      "Hors {lines:de}, il n’y a pas assez de place pour toutes les étoiles {regions:de}, donc il "
        + "faut encore dans {lines} au moins {shares}. Il n’en faut pas d’autres à cet endroit, "
        + "donc {region} y a {stars}, sans place de reste. Quelle que soit la façon de les placer, "
        + "{then}."
    case .partsSpentOutside:
      "Hors {lines:de}, il n’y a pas assez de place pour toutes les étoiles {regions:de}, donc il "
        + "faut encore dans {lines} au moins {shares}. Il n’en faut pas d’autres à cet endroit, "
        + "donc {region} a {stars} ailleurs, sans place de reste. Quelle que soit la "
        + "disposition, {then}."
    case .partsGeneral:
      "Ce qui tient {regions:de} dans {lines} est juste assez, et une partie d’une région n’a donc "
        + "pas de place de reste. Par conséquent, {then}."

    case .assumePlain: "Avec une étoile en {place}, {failure}, donc cette case reste vide."
    case .assumeMarks:
      "Avec une étoile en {place}, et sans les cases qu’elle élimine l’une après l’autre, "
        + "{failure}. Donc {then}."
    case .assumeStar:
      "Une étoile en {place} en imposerait une autre en {cells}, et alors {failure}. Donc {then}."
    case .assumeStars:
      "Une étoile en {place} en imposerait d’autres\u{A0}: {cells}. Alors {failure}, donc {then}."
    case .assumeStarsMany:
      "Une étoile en {place} en imposerait {count} autres, l’une après l’autre. Alors {failure}, "
        + "donc {then}."

    case .kissingLs:
      "{Demand} et n’ont pas de place pour davantage, donc il y a une étoile dans chacun des "
        + "{blocks}\u{A0}: deux L qui s’embrassent. Avec une étoile en {place}, les leurs devraient "
        + "être elles aussi dans {line}, qui aurait {count} étoiles. Donc {then}."
    case .pressuredT:
      "Avec une étoile en {place}, il manquerait {lines:à} la place d’une étoile\u{A0}: le T "
        + "{across:de} ne peut avoir plus {most:de}, car {more} seraient l’une et l’autre dans "
        + "{line}, où il n’y a de place que pour {stars}. Donc {then}."
    case .pressuredM:
      "Avec une étoile en {place}, il manquerait {lines:à} la place d’une étoile\u{A0}: le M "
        + "{across:de} ne peut avoir plus {most:de}, car {more} seraient toutes dans {line}, où il "
        + "n’y a de place que pour {stars}. Donc {then}."
    case .pressuredRun:
      "Avec une étoile en {place}, il manquerait {lines:à} la place d’une étoile\u{A0}: là, "
        + "dans {across}, il n’y aurait pas plus {most:de}, car {more} seraient toutes dans "
        + "{line}, où il n’y a de place que pour {stars}. Donc {then}."

    case .sumShort:
      "{Demand}. À part {cells}, {all} dans {cover}, avec de la place pour {room} au plus. Donc "
        + "{then}."
    case .sumFull:
      "{Demand}, et {all} dans {cover}, avec de la place pour {room} et pas davantage. C’est juste "
        + "assez, donc {then}."
    case .sumSpare:
      "{Then}. {Demand}, et {all} dans {cover}, avec de la place pour {room}. Une étoile {there} "
        + "prendrait {waste} de ces places pour rien, et il y en a seulement {spare} de reste."
    case .sumAllOne: "toutes ses cases libres sont"
    case .sumAllMany: "toutes leurs cases libres sont"
    case .sumAllOften: "chaque case libre, autant de fois qu’elle compte, est"
    case .sumTwice: "{names} (en comptant deux fois {twice:nom})"
    case .sumTwiceAll: "{names} (à compter deux fois)"
    case .sumTimesOne: "{names} ×{times}"
    case .sumTimesMany: "({names}) ×{times}"
    case .sumListed:
      "{Then}, sinon une somme ne tomberait pas juste. À remplir\u{A0}: {held} ({need}). Place "
        + "pour elles\u{A0}: {cover} ({room})."

    case .ways:
      "Il y a {count} façons de placer {need} dans {where}. Dans toutes celles qui aboutissent, "
        + "{then}."
    case .waysNone:
      "Aucune des {count} façons de placer {need} dans {where} n’aboutit, donc {then}."

    case .generalContainers: "{Containers:de}, on déduit\u{A0}: {then}."
    case .generalPlain: "{Then}."

    case .failureNoCell: "{where} n’aurait plus de case libre pour {lack}"
    case .failureOneCell: "{where} n’aurait plus qu’une case libre pour {lack}"
    case .failureFewCells: "{where} n’aurait plus que {count} cases libres pour {lack}"
    case .failureOver: "{where} aurait {count} étoiles, ce qui est trop"
    case .failureTouching: "{where} ne pourrait avoir que des étoiles qui se touchent"
    case .failureBeside: "une étoile {where:de} en toucherait une autre"
    case .failureClash: "{where} aurait besoin d’une étoile là où {other} ne peut plus en avoir"
    case .failureRoom: "{where} n’aurait pas assez de place pour {lack}"
    case .failurePair: "{where} n’auraient pas à elles deux assez de place pour {lack}"
    case .failurePairOver:
      "{where} ne pourraient avoir {lack} qu’avec trop d’étoiles dans l’une d’elles"
    case .failureUnder:
      "il faudrait mettre {stars} dans {lines}, mais on ne pourrait pas dépasser {most}"
    case .failureUnderNone:
      "il faudrait mettre {stars} dans {lines}, mais on ne pourrait en mettre aucune"
    case .failureExcess:
      "il faudrait mettre au moins {least} {regions:de} dans {lines}, où il n’y a de place que "
        + "pour {stars}"
    case .failureExcessNone:
      "il faudrait mettre au moins {least} {regions:de} dans {lines}, où il n’y a plus de place"
    case .failureSum:
      "une somme ne tomberait plus juste\u{A0}: {where} ({need}), avec de la place pour "
        + "{room} au plus"
    case .failureGeneral: "il serait impossible de compléter {containers}"

    case .thenStar: "il y a une étoile en {place}"
    case .thenStars: "ces cases portent une étoile\u{A0}: {cells}"
    case .thenMark: "la case {place} reste vide"
    case .thenMarks: "ces cases restent vides\u{A0}: {cells}"
    case .thenMarksMany: "{count} cases restent vides"
    case .thenBoth: "{stars}, et {marks}"
    case .thenRestInside: "les autres cases libres {lines:de} restent vides"
    case .thenRestOutside: "les autres cases libres {regions:de} restent vides"
    case .thereOne: "à cet endroit"
    case .thereMany: "dans l’une d’elles"

    case .demandOne: "{where} a besoin {need:de}"
    case .demandMany: "{where} ont besoin en tout {need:de}"
    case .needFirstOne: "[une|de:d’une] étoile"
    case .needFirstMany: "[{count}|de:de {count}] étoiles"
    case .needMoreOne: "[encore une étoile|de:d’une étoile de plus]"
    case .needMoreMany: "[encore {count} étoiles|de:de {count} étoiles de plus]"
    case .lackOnly: "son étoile"
    case .lackLast: "sa dernière étoile"
    case .lackMany: "les {count} étoiles qui lui manquent"
    case .lackTogetherOne: "l’étoile qui leur manque"
    case .lackTogetherMany: "les {count} étoiles qui leur manquent"
    case .starsOne: "[une|de:d’une] étoile"
    case .starsMany: "[{count}|de:de {count}] étoiles"
    case .share: "{stars} {regions:de}"
    case .shareEach: "{stars} de chacune {regions:de}"

    case .row: "[la|de:de la|à:à la] ligne {number}"
    case .rows: "[les|de:des|à:aux] lignes {numbers}"
    case .column: "[la|de:de la|à:à la] colonne {number}"
    case .columns: "[les|de:des|à:aux] colonnes {numbers}"
    case .region: "[la|de:de la|à:à la] région {number}"
    case .regions: "[les|de:des|à:aux] régions {numbers}"
    case .block: "[le|de:du|à:au] carré 2×2 (en haut à gauche\u{A0}: {place})"
    case .blocks: "{count} carrés 2×2 (en haut à gauche\u{A0}: {cells})"
    case .cell: "la case {place}"
    case .cells: "{count} cases ({cells})"
    case .place: "ligne {row}, colonne {column}"
    case .placesInRow: "ligne {number}, colonnes {numbers}"
    case .placesInColumn: "colonne {number}, lignes {numbers}"

    case .listRange: "{first} à {last}"
    case .listComma: "{list}, {last}"
    case .listAnd: "{list} et {last}"
    case .listNumbersComma: "{list}, {last}"
    case .listNumbersAnd: "{list} et {last}"
    case .listNumbersAndSoft: "{list} et {last}"
    case .listGroups: "{list}\u{A0}; {last}"
    }
  }
}
