extension HintLanguage {
  /// Spanish, as it is written on either side of the Atlantic.
  public static let spanish = HintLanguage(
    code: "es", name: "español",
    numbers: [
      "cero", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
    ],
    // “y” becomes “e” before the sound of i.
    softened: ["I", "Y"],
    template: spanishTemplate, coaching: spanishCoaching, rule: spanishRule)

  /// What hints say in Spanish.
  private static func spanishTemplate(_ situation: Situation) -> String {
    switch situation {
    case .neighboursMark:
      "Las estrellas nunca se tocan, así que la casilla de la {place}, junto a la estrella de la "
        + "{star}, queda vacía."
    case .neighboursMarks:
      "Las estrellas nunca se tocan, así que las {count} casillas libres que rodean la estrella "
        + "de la {star} quedan vacías."
    case .neighboursSome:
      "Las estrellas nunca se tocan, así que estas casillas, junto a la estrella de la {star}, "
        + "quedan vacías: {cells}."
    case .neighboursStars:
      "Las estrellas nunca se tocan, así que las casillas libres que rodean estas estrellas "
        + "quedan vacías: {stars}."

    case .forcedOne: "{Where} necesita {need} y solo le queda una casilla libre, así que {then}."
    case .forcedTwo:
      "{Where} necesita {need} y solo le quedan dos casillas libres, así que las dos llevan "
        + "estrella: {cells}."
    case .forcedMany:
      "{Where} necesita {need} y solo le quedan {count} casillas libres, así que todas llevan "
        + "estrella: {cells}."

    case .completeOneMark:
      "{Where} ya tiene su estrella, así que su última casilla libre, la de la {place}, queda "
        + "vacía."
    case .completeOneMarks:
      "{Where} ya tiene su estrella, así que sus demás casillas quedan vacías."
    case .completeTwoMark:
      "{Where} ya tiene sus dos estrellas, así que su última casilla libre, la de la {place}, "
        + "queda vacía."
    case .completeTwoMarks:
      "{Where} ya tiene sus dos estrellas, así que sus demás casillas quedan vacías."
    case .completeManyMark:
      "{Where} ya tiene sus {count} estrellas, así que su última casilla libre, la de la "
        + "{place}, queda vacía."
    case .completeManyMarks:
      "{Where} ya tiene sus {count} estrellas, así que sus demás casillas quedan vacías."

    case .tilingForcedLast: "{Where} necesita {need}, que solo cabe en la {place}."
    case .tilingForced: "{Where} necesita {need}. Se coloquen como se coloquen sin tocarse, {then}."
    case .adjacencyOne:
      "{Then}. Con una estrella {there}, {where} no tendría sitio para la otra estrella que "
        + "necesita."
    case .adjacencyMany:
      "{Then}. Con una estrella {there}, {where} no tendría sitio para las otras {count} "
        + "estrellas que necesita."
    case .overhangLastMark: "{Then}: toca todas las casillas en las que {where} puede tener {lack}."
    case .overhangLastMarks:
      "{Then}. Cada una de ellas toca todas las casillas en las que {where} puede tener {lack}."
    case .overhangMany:
      "{Then}. Una estrella {there} tocaría tantas casillas libres de {where} que ya no cabrían "
        + "{lack}."

    case .pairsForced:
      "{Demand} y no tienen sitio para más. En cualquier colocación sin estrellas que se "
        + "toquen, {then}."
    case .pairsInside:
      "{Then}. {Demand} y no tienen sitio para más; con una estrella {there} cabrían menos."
    case .pairsBeside:
      "{Then}. {Demand} y no tienen sitio para más; una estrella {there} tocaría demasiadas de "
        + "sus casillas."

    case .countingInsideOne:
      "{Regions} tiene todas sus casillas libres en {lines} y necesita {need}, justo lo que "
        + "falta ahí, así que {then}."
    case .countingInsideMany:
      "{Regions} tienen todas sus casillas libres en {lines} y necesitan en total {need}, justo "
        + "lo que falta ahí, así que {then}."
    case .countingOutsideOne:
      "Todas las casillas libres de {lines} son de {regions}, que por tanto debe tener ahí "
        + "{need}. No necesita otras, así que {then}."
    case .countingOutsideMany:
      "Todas las casillas libres de {lines} son de {regions}, que por tanto deben tener ahí en "
        + "total {need}. No necesitan otras, así que {then}."
    case .tilesInside:
      "Fuera de {lines} no hay sitio para todas las estrellas de {regions}, así que en {lines} "
        + "tiene que haber todavía al menos {shares}. Ahí no hacen falta otras, así que {then}."
    case .tilesOutside:
      "{Demand}, y ahí no se puede pasar de {shares}. Como es lo justo, no queda ninguna "
        + "estrella de {spent} para otra parte, y {then}."

    case .partsFullInside:
      "{Demand}, y ahí no se puede pasar de {shares}. Como es lo justo, {region} debe "
        + "tener ahí {stars}, sin que sobre sitio. En cualquier colocación, {then}."
    case .partsFullOutside:
      "{Demand}, y ahí no se puede pasar de {shares}. Como es lo justo, {region} debe "
        + "tener {stars} en otra parte, sin que sobre sitio. En cualquier colocación, {then}."
    case .partsSpentInside:
      "Fuera de {lines} no hay sitio para todas las estrellas de {regions}, así que en {lines} "
        + "tiene que haber todavía al menos {shares}. Ahí no hacen falta otras, así que {region} "
        + "tiene ahí {stars}, sin que sobre sitio. En cualquier colocación, {then}."
    case .partsSpentOutside:
      "Fuera de {lines} no hay sitio para todas las estrellas de {regions}, así que en {lines} "
        + "tiene que haber todavía al menos {shares}. Ahí no hacen falta otras, así que {region} "
        + "tiene {stars} en otra parte, sin que sobre sitio. En cualquier colocación, {then}."
    case .partsGeneral:
      "Lo que cabe de {regions} en {lines} es lo justo, y en parte de una región no sobra sitio. "
        + "Por eso {then}."

    case .assumePlain: "Con una estrella en la {place}, {failure}, así que esa casilla queda vacía."
    case .assumeMarks:
      "Con una estrella en la {place}, y sin las casillas que va descartando, {failure}. Por "
        + "eso {then}."
    case .assumeStar:
      "Una estrella en la {place} obligaría a poner otra en la {cells}, y entonces {failure}. "
        + "Por eso {then}."
    case .assumeStars:
      "Una estrella en la {place} obligaría a poner otras: {cells}. Entonces {failure}, así que "
        + "{then}."
    case .assumeStarsMany:
      "Una estrella en la {place} obligaría a poner otras {count}, una tras otra. Entonces "
        + "{failure}, así que {then}."

    case .kissingLs:
      "{Demand} y no tienen sitio para más, así que hay una estrella en cada uno de {blocks}: dos "
        + "eles que se besan. Con una estrella en la {place}, las de ambos tendrían que estar "
        + "también en {line}, que tendría {count} estrellas. Por eso {then}."
    case .pressuredT:
      "Con una estrella en la {place}, en {lines} faltaría sitio para una estrella: la T de "
        + "{across} no admite más de {most}, porque si fueran {more}, ambas estarían en {line}, "
        + "donde solo puede haber {stars}. Por eso {then}."
    case .pressuredM:
      "Con una estrella en la {place}, en {lines} faltaría sitio para una estrella: la M de "
        + "{across} no admite más de {most}, porque si fueran {more}, todas estarían en {line}, "
        + "donde solo puede haber {stars}. Por eso {then}."
    case .pressuredRun:
      "Con una estrella en la {place}, en {lines} faltaría sitio para una estrella: ahí, en "
        + "{across}, no cabrían más de {most}, porque si fueran {more}, todas estarían en {line}, "
        + "donde solo puede haber {stars}. Por eso {then}."

    case .sumShort:
      "{Demand}. Aparte de {cells}, {all} en {cover}, con sitio para {room} como mucho. Por eso "
        + "{then}."
    case .sumFull:
      "{Demand}, y {all} en {cover}, con sitio para {room} y nada más. Es lo justo, así que "
        + "{then}."
    case .sumSpare:
      "{Then}. {Demand}, y {all} en {cover}, con sitio para {room}. Una estrella {there} "
        + "ocuparía {waste} plazas de balde, y solo se puede prescindir de {spare}."
    case .sumAllOne: "todas sus casillas libres están"
    case .sumAllMany: "todas sus casillas libres están"
    case .sumAllOften: "cada casilla libre, tantas veces como cuenta, está"
    case .sumTwice: "{names} ({twice}, contando doble)"
    case .sumTwiceAll: "{names} (contando doble)"
    case .sumTimesOne: "{names} ×{times}"
    case .sumTimesMany: "({names}) ×{times}"
    case .sumListed:
      "{Then}, o una suma no saldría. Por llenar: {held} ({need}). Sitio para ellas: "
        + "{cover} ({room})."

    case .ways:
      "Hay {count} maneras de colocar {need} en {where}. En todas las que llegan a buen fin, "
        + "{then}."
    case .waysNone:
      "Ninguna de las {count} maneras de colocar {need} en {where} llega a buen fin, así que "
        + "{then}."

    case .generalContainers: "De {containers} se deduce que {then}."
    case .generalPlain: "{Then}."

    case .failureNoCell: "{where} se quedaría sin casillas libres para {lack}"
    case .failureOneCell: "{where} solo tendría una casilla libre para {lack}"
    case .failureFewCells: "{where} solo tendría {count} casillas libres para {lack}"
    case .failureOver: "{where} tendría {count} estrellas, más de las que puede"
    case .failureTouching: "{where} solo podría tener estrellas que se tocan"
    case .failureBeside: "una estrella de {where} tocaría otra"
    case .failureClash: "{where} necesitaría una estrella donde {other} ya no puede tener más"
    case .failureRoom: "{where} no tendría sitio para {lack}"
    case .failurePair: "entre {where} no habría sitio para {lack}"
    case .failurePairOver: "{where} solo podrían tener {lack} con demasiadas en una de las dos"
    case .failureUnder: "habría que poner {stars} en {lines}, pero no se podría pasar de {most}"
    case .failureUnderNone: "habría que poner {stars} en {lines}, pero no se podría poner ninguna"
    case .failureExcess:
      "habría que poner al menos {least} de {regions} en {lines}, donde solo puede haber {stars}"
    case .failureExcessNone:
      "habría que poner al menos {least} de {regions} en {lines}, donde ya no puede haber más"
    case .failureSum: "una suma ya no saldría: {where} ({need}), con sitio para {room} como mucho"
    case .failureGeneral: "sería imposible completar {containers}"

    case .thenStar: "hay una estrella en la {place}"
    case .thenStars: "estas casillas llevan estrella: {cells}"
    case .thenMark: "la casilla de la {place} queda vacía"
    case .thenMarks: "estas casillas quedan vacías: {cells}"
    case .thenMarksMany: "{count} casillas quedan vacías"
    case .thenBoth: "{stars}, y {marks}"
    case .thenRestInside: "las demás casillas libres de {lines} quedan vacías"
    case .thenRestOutside: "las casillas libres de {regions} en otras partes quedan vacías"
    case .thereOne: "ahí"
    case .thereMany: "en cualquiera de ellas"

    case .demandOne: "{where} necesita {need}"
    case .demandMany: "{where} necesitan en total {need}"
    case .needFirstOne: "una estrella"
    case .needFirstMany: "{count} estrellas"
    case .needMoreOne: "una estrella más"
    case .needMoreMany: "{count} estrellas más"
    case .lackOnly: "su estrella"
    case .lackLast: "su última estrella"
    case .lackMany: "las {count} estrellas que le faltan"
    case .lackTogetherOne: "la estrella que les falta"
    case .lackTogetherMany: "las {count} estrellas que les faltan"
    case .starsOne: "una estrella"
    case .starsMany: "{count} estrellas"
    case .share: "{stars} de {regions}"
    case .shareEach: "{stars} de cada una de {regions}"

    case .row: "la fila {number}"
    case .rows: "las filas {numbers}"
    case .column: "la columna {number}"
    case .columns: "las columnas {numbers}"
    case .region: "la región {number}"
    case .regions: "las regiones {numbers}"
    case .block: "el bloque de 2×2 (arriba a la izquierda: {place})"
    case .blocks: "{count} bloques de 2×2 (arriba a la izquierda: {cells})"
    case .cell: "la casilla de la {place}"
    case .cells: "{count} casillas ({cells})"
    case .place: "fila {row}, columna {column}"
    case .placesInRow: "fila {number}, columnas {numbers}"
    case .placesInColumn: "columna {number}, filas {numbers}"

    case .listRange: "{first} a {last}"
    case .listComma: "{list}, {last}"
    case .listAnd: "{list} y {last}"
    case .listNumbersComma: "{list}, {last}"
    case .listNumbersAnd: "{list} y {last}"
    case .listNumbersAndSoft: "{list} e {last}"
    case .listGroups: "{list}; {last}"
    }
  }
}
