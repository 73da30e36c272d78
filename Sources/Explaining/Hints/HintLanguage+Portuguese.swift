extension HintLanguage {
  /// Portuguese, as it is written in Brazil.
  public static let portuguese = HintLanguage(
    code: "pt", name: "português",
    numbers: [
      "zero", "[uma|m:um]", "[duas|m:dois]", "três", "quatro", "cinco", "seis", "sete", "oito",
      "nove", "dez",
    ],
    template: portugueseTemplate, coaching: portugueseCoaching, rule: portugueseRule)

  /// What hints say in Portuguese.
  private static func portugueseTemplate(_ situation: Situation) -> String {
    switch situation {
    case .neighboursMark:
      "As estrelas nunca se tocam, então a casa da {place}, ao lado da estrela da {star}, fica "
        + "vazia."
    case .neighboursMarks:
      "As estrelas nunca se tocam, então as {count} casas livres ao redor da estrela da {star} "
        + "ficam vazias."
    case .neighboursSome:
      "As estrelas nunca se tocam, então estas casas, ao lado da estrela da {star}, ficam vazias: "
        + "{cells}."
    case .neighboursStars:
      "As estrelas nunca se tocam, então as casas livres ao redor destas estrelas ficam vazias: "
        + "{stars}."

    case .forcedOne: "{Where} precisa de {need} e só tem uma casa livre, então {then}."
    case .forcedTwo:
      "{Where} precisa de {need} e só tem duas casas livres, então as duas têm estrela: {cells}."
    case .forcedMany:
      "{Where} precisa de {need} e só tem {count} casas livres, então todas têm estrela: {cells}."

    case .completeOneMark:
      "{Where} já tem sua estrela, então sua última casa livre, a da {place}, fica vazia."
    case .completeOneMarks: "{Where} já tem sua estrela, então suas outras casas ficam vazias."
    case .completeTwoMark:
      "{Where} já tem suas duas estrelas, então sua última casa livre, a da {place}, fica vazia."
    case .completeTwoMarks:
      "{Where} já tem suas duas estrelas, então suas outras casas ficam vazias."
    case .completeManyMark:
      "{Where} já tem suas {count} estrelas, então sua última casa livre, a da {place}, fica vazia."
    case .completeManyMarks:
      "{Where} já tem suas {count} estrelas, então suas outras casas ficam vazias."

    case .tilingForcedLast: "{Where} precisa de {need}, que só cabe na {place}."
    case .tilingForced:
      "{Where} precisa de {need}. Seja qual for a maneira de colocá-las sem que se toquem, {then}."
    case .adjacencyOne:
      "{Then}. Com uma estrela {there}, {where} não teria espaço para a outra estrela de que "
        + "precisa."
    case .adjacencyMany:
      "{Then}. Com uma estrela {there}, {where} não teria espaço para as outras {count} estrelas "
        + "de que precisa."
    case .overhangLastMark: "{Then}: ela toca todas as casas em que {where} pode ter {lack}."
    case .overhangLastMarks:
      "{Then}. Cada uma delas toca todas as casas em que {where} pode ter {lack}."
    case .overhangMany:
      "{Then}. Uma estrela {there} tocaria tantas casas livres {where:de} que {lack} já não "
        + "caberiam."

    case .pairsForced:
      "{Demand} e não têm espaço para mais. Seja qual for a maneira de colocá-las sem que se "
        + "toquem, {then}."
    case .pairsInside:
      "{Then}. {Demand} e não têm espaço para mais; com uma estrela {there}, caberiam menos."
    case .pairsBeside:
      "{Then}. {Demand} e não têm espaço para mais; uma estrela {there} tocaria casas demais delas."

    case .countingInsideOne:
      "{Regions} tem todas as suas casas livres {lines:em} e precisa de {need}, exatamente o que "
        + "ainda falta ali, então {then}."
    case .countingInsideMany:
      "{Regions} têm todas as suas casas livres {lines:em} e precisam ao todo de {need}, "
        + "exatamente o que ainda falta ali, então {then}."
    case .countingOutsideOne:
      "Todas as casas livres {lines:de} são {regions:de}, que por isso deve ter {need} ali. Não "
        + "precisa de outras, então {then}."
    case .countingOutsideMany:
      "Todas as casas livres {lines:de} são {regions:de}, que por isso devem ter ao todo {need} "
        + "ali. Não precisam de outras, então {then}."
    case .tilesInside:
      "Fora {lines:de} não há espaço para todas as estrelas {regions:de}, então {lines:em} ainda é "
        + "preciso pôr pelo menos {shares}. Ali não faltam outras, então {then}."
    case .tilesOutside:
      "{Demand}, e ali não dá para pôr mais do que {shares}. Como é a conta exata, não sobra "
        + "nenhuma estrela {spent:de} para outro lugar, e {then}."

    case .partsFullInside:
      "{Demand}, e ali não dá para pôr mais do que {shares}. Como é a conta exata, {region} deve "
        + "ter {stars} ali, sem espaço de sobra. Em qualquer arranjo, {then}."
    case .partsFullOutside:
      "{Demand}, e ali não dá para pôr mais do que {shares}. Como é a conta exata, {region} deve "
        + "ter {stars} em outro lugar, sem espaço de sobra. Em qualquer arranjo, {then}."
    case .partsSpentInside:
      "Fora {lines:de} não há espaço para todas as estrelas {regions:de}, então {lines:em} ainda é "
        + "preciso pôr pelo menos {shares}. Ali não faltam outras, então {region} tem {stars} ali, "
        + "sem espaço de sobra. Em qualquer arranjo, {then}."
    case .partsSpentOutside:
      "Fora {lines:de} não há espaço para todas as estrelas {regions:de}, então {lines:em} ainda é "
        + "preciso pôr pelo menos {shares}. Ali não faltam outras, então {region} tem {stars} em "
        + "outro lugar, sem espaço de sobra. Em qualquer arranjo, {then}."
    case .partsGeneral:
      "O que cabe {regions:de} {lines:em} é a conta exata, e em parte de uma região não sobra "
        + "espaço. Por isso, {then}."

    case .assumePlain: "Com uma estrela na {place}, {failure}, então essa casa fica vazia."
    case .assumeMarks:
      "Com uma estrela na {place}, e sem as casas que ela vai eliminando, {failure}. Por isso, "
        + "{then}."
    case .assumeStar:
      "Uma estrela na {place} obrigaria a pôr outra na {cells}, e aí {failure}. Por isso, {then}."
    case .assumeStars:
      "Uma estrela na {place} obrigaria a pôr outras: {cells}. Aí {failure}, então {then}."
    case .assumeStarsMany:
      "Uma estrela na {place} obrigaria a pôr outras {count}, uma após a outra. Aí {failure}, "
        + "então {then}."

    case .kissingLs:
      "{Demand} e não têm espaço para mais, então há uma estrela em cada um {blocks:de}: dois Ls "
        + "que se beijam. Com uma estrela na {place}, as deles também teriam de ficar {line:em}, "
        + "que teria {count} estrelas. Por isso, {then}."
    case .pressuredT:
      "Com uma estrela na {place}, faltaria espaço para uma estrela {lines:em}: o T {across:de} "
        + "comporta no máximo {most}, porque {more} ficariam ambas {line:em}, onde só pode haver "
        + "{stars}. Por isso, {then}."
    case .pressuredM:
      "Com uma estrela na {place}, faltaria espaço para uma estrela {lines:em}: o M {across:de} "
        + "comporta no máximo {most}, porque {more} ficariam todas {line:em}, onde só pode haver "
        + "{stars}. Por isso, {then}."
    case .pressuredRun:
      "Com uma estrela na {place}, faltaria espaço para uma estrela {lines:em}: ali, {across} "
        + "comportam no máximo {most}, porque {more} ficariam todas {line:em}, onde só pode haver "
        + "{stars}. Por isso, {then}."

    case .sumShort:
      "{Demand}. Sem contar {cells}, {all} {cover:em}, com espaço para {room} no máximo. Por isso, "
        + "{then}."
    case .sumFull:
      "{Demand}, e {all} {cover:em}, com espaço para {room} e nada mais. É a conta exata, então "
        + "{then}."
    case .sumSpare:
      "{Then}. {Demand}, e {all} {cover:em}, com espaço para {room}. Uma estrela {there} ocuparia "
        + "{waste} dessas vagas à toa, e só dá para abrir mão de {spare}."
    case .sumAllOne: "todas as suas casas livres estão"
    case .sumAllMany: "todas as suas casas livres estão"
    case .sumAllOften: "cada casa livre, tantas vezes quantas conta, está"
    case .sumTwice: "{names} (contando {twice:nom} em dobro)"
    case .sumTwiceAll: "{names} (contando em dobro)"
    case .sumTimesOne: "{names} ×{times}"
    case .sumTimesMany: "({names}) ×{times}"
    case .sumListed:
      "{Then}, ou uma soma não fecharia. A preencher: {held} ({need}). Espaço para elas: "
        + "{cover} ({room})."

    case .ways:
      "Há {count} maneiras de colocar {need} {where:em}. Em todas as que dão certo, {then}."
    case .waysNone:
      "Nenhuma das {count} maneiras de colocar {need} {where:em} dá certo, então {then}."

    case .generalContainers: "{Containers:de} se deduz que {then}."
    case .generalPlain: "{Then}."

    case .failureNoCell: "{where} ficaria sem casas livres para {lack}"
    case .failureOneCell: "{where} só teria uma casa livre para {lack}"
    case .failureFewCells: "{where} só teria {count} casas livres para {lack}"
    case .failureOver: "{where} teria {count} estrelas, mais do que pode"
    case .failureTouching: "{where} só poderia ter estrelas que se tocam"
    case .failureBeside: "uma estrela {where:de} tocaria outra"
    case .failureClash: "{where} precisaria de uma estrela onde {other} já não pode ter mais"
    case .failureRoom: "{where} não teria espaço para {lack}"
    case .failurePair: "{where} não teriam espaço, juntas, para {lack}"
    case .failurePairOver: "{where} só poderiam ter {lack} com estrelas demais em uma das duas"
    case .failureUnder: "seria preciso pôr {stars} {lines:em}, mas não daria para passar de {most}"
    case .failureUnderNone: "seria preciso pôr {stars} {lines:em}, mas não daria para pôr nenhuma"
    case .failureExcess:
      "seria preciso pôr pelo menos {least} {regions:de} {lines:em}, onde só pode haver {stars}"
    case .failureExcessNone:
      "seria preciso pôr pelo menos {least} {regions:de} {lines:em}, onde já não pode haver mais"
    case .failureSum: "uma soma já não fecharia: {where} ({need}), com espaço para no máximo {room}"
    case .failureGeneral: "seria impossível completar {containers}"

    case .thenStar: "há uma estrela na {place}"
    case .thenStars: "estas casas têm estrela: {cells}"
    case .thenMark: "a casa da {place} fica vazia"
    case .thenMarks: "estas casas ficam vazias: {cells}"
    case .thenMarksMany: "{count} casas ficam vazias"
    case .thenBoth: "{stars}, e {marks}"
    case .thenRestInside: "as outras casas livres {lines:de} ficam vazias"
    case .thenRestOutside: "as outras casas livres {regions:de} ficam vazias"
    case .thereOne: "ali"
    case .thereMany: "em qualquer uma delas"

    case .demandOne: "{where} precisa de {need}"
    case .demandMany: "{where} precisam ao todo de {need}"
    case .needFirstOne: "uma estrela"
    case .needFirstMany: "{count} estrelas"
    case .needMoreOne: "mais uma estrela"
    case .needMoreMany: "mais {count} estrelas"
    case .lackOnly: "sua estrela"
    case .lackLast: "sua última estrela"
    case .lackMany: "as {count} estrelas que faltam"
    case .lackTogetherOne: "a estrela que falta"
    case .lackTogetherMany: "as {count} estrelas que faltam"
    case .starsOne: "uma estrela"
    case .starsMany: "{count} estrelas"
    case .share: "{stars} {regions:de}"
    case .shareEach: "{stars} de cada uma {regions:de}"

    case .row: "[a|de:da|em:na] linha {number}"
    case .rows: "[as|de:das|em:nas] linhas {numbers}"
    case .column: "[a|de:da|em:na] coluna {number}"
    case .columns: "[as|de:das|em:nas] colunas {numbers}"
    case .region: "[a|de:da|em:na] região {number}"
    case .regions: "[as|de:das|em:nas] regiões {numbers}"
    case .block: "[o|de:do|em:no] bloco 2×2 (canto superior esquerdo: {place})"
    case .blocks:
      "[{count:m}|de:de {count:m}|em:em {count:m}] blocos 2×2 (canto superior esquerdo: {cells})"
    case .cell: "a casa da {place}"
    case .cells: "{count} casas ({cells})"
    case .place: "linha {row}, coluna {column}"
    case .placesInRow: "linha {number}, colunas {numbers}"
    case .placesInColumn: "coluna {number}, linhas {numbers}"

    case .listRange: "{first} a {last}"
    case .listComma: "{list}, {last}"
    case .listAnd: "{list} e {last}"
    case .listNumbersComma: "{list}, {last}"
    case .listNumbersAnd: "{list} e {last}"
    case .listNumbersAndSoft: "{list} e {last}"
    case .listGroups: "{list}; {last}"
    }
  }
}
