extension HintLanguage {
  /// Spanish, as it is written on either side of the Atlantic.
  public static let spanish = HintLanguage(
    code: "es",
    numbers: [
      "cero", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
    ],
    // “y” becomes “e” before the sound of i.
    softened: ["I", "Y"],
    templates: [
      .neighboursMark:
        "Las estrellas nunca se tocan, así que la casilla de la {place}, junto a la estrella de la "
        + "{star}, queda vacía.",
      .neighboursMarks:
        "Las estrellas nunca se tocan, así que las {count} casillas libres que rodean la estrella "
        + "de la {star} quedan vacías.",
      .neighboursStars:
        "Las estrellas nunca se tocan, así que las casillas libres que rodean estas estrellas "
        + "quedan vacías: {stars}.",

      .forcedOne:
        "{Where} necesita {need} y solo le queda una casilla libre, así que {then}.",
      .forcedTwo:
        "{Where} necesita {need} y solo le quedan dos casillas libres, así que las dos llevan "
        + "estrella: {cells}.",
      .forcedMany:
        "{Where} necesita {need} y solo le quedan {count} casillas libres, así que todas llevan "
        + "estrella: {cells}.",

      .completeOneMark:
        "{Where} ya tiene su estrella, así que su última casilla libre, la de la {place}, queda "
        + "vacía.",
      .completeOneMarks:
        "{Where} ya tiene su estrella, así que sus demás casillas quedan vacías.",
      .completeTwoMark:
        "{Where} ya tiene sus dos estrellas, así que su última casilla libre, la de la {place}, "
        + "queda vacía.",
      .completeTwoMarks:
        "{Where} ya tiene sus dos estrellas, así que sus demás casillas quedan vacías.",
      .completeManyMark:
        "{Where} ya tiene sus {count} estrellas, así que su última casilla libre, la de la "
        + "{place}, queda vacía.",
      .completeManyMarks:
        "{Where} ya tiene sus {count} estrellas, así que sus demás casillas quedan vacías.",

      .tilingForcedLast:
        "{Where} necesita {need}, que solo cabe en la {place}.",
      .tilingForced:
        "{Where} necesita {need}. Se coloquen como se coloquen sin tocarse, {then}.",
      .adjacencyOne:
        "{Then}. Con una estrella {there}, {where} no tendría sitio para la otra estrella que "
        + "necesita.",
      .adjacencyMany:
        "{Then}. Con una estrella {there}, {where} no tendría sitio para las otras {count} "
        + "estrellas que necesita.",
      .overhangLastMark:
        "{Then}: toca todas las casillas en las que {where} puede tener {lack}.",
      .overhangLastMarks:
        "{Then}. Cada una de ellas toca todas las casillas en las que {where} puede tener {lack}.",
      .overhangMany:
        "{Then}. Una estrella {there} tocaría tantas casillas libres de {where} que ya no cabrían "
        + "{lack}.",

      .pairsForced:
        "{Demand} y no tienen sitio para más. En cualquier colocación sin estrellas que se "
        + "toquen, {then}.",
      .pairsInside:
        "{Then}. {Demand} y no tienen sitio para más; con una estrella {there} cabrían menos.",
      .pairsBeside:
        "{Then}. {Demand} y no tienen sitio para más; una estrella {there} tocaría demasiadas de "
        + "sus casillas.",

      .countingInsideOne:
        "{Regions} tiene todas sus casillas libres en {lines} y necesita {need}, justo lo que "
        + "falta ahí, así que {then}.",
      .countingInsideMany:
        "{Regions} tienen todas sus casillas libres en {lines} y necesitan en total {need}, justo "
        + "lo que falta ahí, así que {then}.",
      .countingOutsideOne:
        "Todas las casillas libres de {lines} son de {regions}, que por tanto debe tener ahí "
        + "{need}. No necesita otras, así que {then}.",
      .countingOutsideMany:
        "Todas las casillas libres de {lines} son de {regions}, que por tanto deben tener ahí en "
        + "total {need}. No necesitan otras, así que {then}.",
      .tilesInside:
        "Fuera de {lines} no hay sitio para todas las estrellas de {regions}, así que en {lines} "
        + "tiene que haber todavía al menos {shares}. Ahí no hacen falta otras, así que {then}.",
      .tilesOutside:
        "{Demand}, y ahí no se puede pasar de {shares}. Como es lo justo, no queda ninguna "
        + "estrella de {spent} para otra parte, y {then}.",

      .partsFullInside:
        "{Demand}, y ahí no se puede pasar de {shares}. Como es lo justo, {region} debe "
        + "tener ahí {stars}, sin que sobre sitio. Se coloquen como se coloquen, {then}.",
      .partsFullOutside:
        "{Demand}, y ahí no se puede pasar de {shares}. Como es lo justo, {region} debe "
        + "tener {stars} en otra parte, sin que sobre sitio. Se coloquen como se coloquen, {then}.",
      .partsSpentInside:
        "Fuera de {lines} no hay sitio para todas las estrellas de {regions}, así que en {lines} "
        + "tiene que haber todavía al menos {shares}. Ahí no hacen falta otras, así que {region} "
        + "tiene ahí {stars}, sin que sobre sitio. Se coloquen como se coloquen, {then}.",
      .partsSpentOutside:
        "Fuera de {lines} no hay sitio para todas las estrellas de {regions}, así que en {lines} "
        + "tiene que haber todavía al menos {shares}. Ahí no hacen falta otras, así que {region} "
        + "tiene {stars} en otra parte, sin que sobre sitio. Se coloquen como se coloquen, {then}.",
      .partsGeneral:
        "Lo que cabe de {regions} en {lines} es lo justo, y en parte de una región no sobra sitio. "
        + "Por eso {then}.",

      .assumePlain:
        "Con una estrella en la {place}, {failure}, así que esa casilla queda vacía.",
      .assumeMarks:
        "Con una estrella en la {place}, y sin las casillas que va descartando, {failure}. Por "
        + "eso {then}.",
      .assumeStar:
        "Una estrella en la {place} obligaría a poner otra en la {cells}, y entonces {failure}. "
        + "Por eso {then}.",
      .assumeStars:
        "Una estrella en la {place} obligaría a poner otras: {cells}. Entonces {failure}, así que "
        + "{then}.",
      .assumeStarsMany:
        "Una estrella en la {place} obligaría a poner otras {count}, una tras otra. Entonces "
        + "{failure}, así que {then}.",

      .sumShort:
        "{Demand}. Aparte de {cells}, {all} en {cover}, con sitio para {room} como mucho. Por eso "
        + "{then}.",
      .sumFull:
        "{Demand}, y {all} en {cover}, con sitio para {room} y nada más. Es lo justo, así que "
        + "{then}.",
      .sumSpare:
        "{Then}. {Demand}, y {all} en {cover}, con sitio para {room}. Una estrella {there} "
        + "ocuparía {waste} plazas de balde, y solo se puede prescindir de {spare}.",
      .sumAllOne: "todas sus casillas libres están",
      .sumAllMany: "todas sus casillas libres están",
      .sumAllOften: "cada casilla libre, tantas veces como cuenta, está",
      .sumTwice: "{names} ({twice}, contando doble)",
      .sumTwiceAll: "{names} (contando doble)",

      .ways:
        "Hay {count} maneras de colocar {need} en {where}. En todas las que llegan a buen fin, "
        + "{then}.",
      .waysNone:
        "Ninguna de las {count} maneras de colocar {need} en {where} llega a buen fin, así que "
        + "{then}.",

      .generalContainers: "De {containers} se deduce que {then}.",
      .generalPlain: "{Then}.",

      .failureNoCell: "{where} se quedaría sin casillas libres para {lack}",
      .failureOneCell: "{where} solo tendría una casilla libre para {lack}",
      .failureFewCells: "{where} solo tendría {count} casillas libres para {lack}",
      .failureOver: "{where} tendría {count} estrellas, más de las que puede",
      .failureTouching: "{where} solo podría tener estrellas que se tocan",
      .failureBeside: "una estrella de {where} tocaría otra",
      .failureClash: "{where} necesitaría una estrella donde {other} ya no puede tener más",
      .failureRoom: "{where} no tendría sitio para {lack}",
      .failurePair: "entre {where} no habría sitio para {lack}",
      .failureUnder: "habría que poner {stars} en {lines}, pero no se podría pasar de {most}",
      .failureUnderNone: "habría que poner {stars} en {lines}, pero no se podría poner ninguna",
      .failureExcess:
        "habría que poner al menos {least} de {regions} en {lines}, donde solo puede haber {stars}",
      .failureExcessNone:
        "habría que poner al menos {least} de {regions} en {lines}, donde ya no puede haber más",
      .failureGeneral: "sería imposible completar {containers}",

      .thenStar: "hay una estrella en la {place}",
      .thenStars: "estas casillas llevan estrella: {cells}",
      .thenMark: "la casilla de la {place} queda vacía",
      .thenMarks: "estas casillas quedan vacías: {cells}",
      .thenMarksMany: "{count} casillas quedan vacías",
      .thenBoth: "{stars}, y {marks}",
      .thenRestInside: "las demás casillas libres de {lines} quedan vacías",
      .thenRestOutside: "las casillas libres de {regions} en otras partes quedan vacías",
      .thereOne: "ahí",
      .thereMany: "en cualquiera de ellas",

      .demandOne: "{where} necesita {need}",
      .demandMany: "{where} necesitan en total {need}",
      .needFirstOne: "una estrella",
      .needFirstMany: "{count} estrellas",
      .needMoreOne: "una estrella más",
      .needMoreMany: "{count} estrellas más",
      .lackOnly: "su estrella",
      .lackLast: "su última estrella",
      .lackMany: "las {count} estrellas que le faltan",
      .lackTogetherOne: "la estrella que les falta",
      .lackTogetherMany: "las {count} estrellas que les faltan",
      .starsOne: "una estrella",
      .starsMany: "{count} estrellas",
      .share: "{stars} de {regions}",
      .shareEach: "{stars} de cada una de {regions}",

      .row: "la fila {number}",
      .rows: "las filas {numbers}",
      .column: "la columna {number}",
      .columns: "las columnas {numbers}",
      .region: "la región {number}",
      .regions: "las regiones {numbers}",
      .block: "el bloque de 2×2 de la {place}",
      .blocks: "{count} bloques de 2×2 (arriba a la izquierda: {cells})",
      .place: "fila {row}, columna {column}",
      .placesInRow: "fila {number}, columnas {numbers}",
      .placesInColumn: "columna {number}, filas {numbers}",

      .listRange: "{first} a {last}",
      .listComma: "{list}, {last}",
      .listAnd: "{list} y {last}",
      .listAndSoft: "{list} e {last}",
      .listGroups: "{list}; {last}",
    ], coaching: spanishCoaching, techniques: spanishTechniques, names: spanishNames)
}
