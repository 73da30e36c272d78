extension HintLanguage {
  /// What the coach says in Portuguese.
  static func portugueseCoaching(_ coaching: Coaching) -> String {
    switch coaching {
    case .lookAt: "Dê uma olhada {where:em}."
    case .lookAround: "Dê uma olhada ao redor da estrela da {star}."

    case .sumOfOne:
      "Compare as estrelas de que {where} precisa com o espaço que quadrados 2×2 têm para as suas "
        + "casas livres. O que deixa a diferença?"
    case .kissing:
      "Cubra as casas livres {where:de} com o menor número possível de quadrados 2×2: cada um tem "
        + "uma estrela. Dois deles, lado a lado, são Ls que se beijam, com três casas livres cada. "
        + "Que estrela ao lado deles levaria as de ambos para a sua própria fileira?"
    case .pressure:
      "Que estrela deixaria {where:em} um M ou um T: casas livres das quais uma sim, outra não, "
        + "fica na mesma fileira, que teria então estrelas demais?"
    case .lookAgain: "Olhe de novo a casa da {place}."
    case .wrongStar: "A estrela da {place} é um erro."
    case .wrongMark: "A marca da {place} é um erro."
    case .touchingStar: "A estrela da {place} é um erro: ela toca outra estrela."
    case .surplusStar:
      "A estrela da {place} é um erro: {where} tem {count} estrelas, mais do que pode."
    case .impossibleStar: "A estrela da {place} é um erro: com ela, o desafio não tem solução."
    case .neededStar:
      "A marca da {place} é um erro: sem uma estrela ali, o desafio não tem solução."

    case .solved: "O desafio está resolvido."
    }
  }

  /// The rules in Portuguese: their names, and what to look for.
  static func portugueseRule(_ rule: Technique) -> RuleWords {
    switch rule {
    case .neighbours:
      RuleWords(
        "vizinhas de uma estrela",
        "As estrelas nunca se tocam, nem na diagonal. Dê uma olhada ao redor da estrela da {star}.")
    case .forced:
      RuleWords(
        "estrela obrigatória",
        "Compare as estrelas de que {where} ainda precisa com as casas livres que restam ali.")
    case .complete:
      RuleWords(
        "linha, coluna ou região completa",
        "Conte as estrelas {where:de}.")
    case .tilingForced:
      RuleWords(
        "obrigatória pelos quadrados",
        "Num quadrado 2×2 só cabe uma estrela. Cubra as casas livres {where:de} com o menor "
          + "número possível de quadrados: cada um tem uma estrela. Onde não há mais escolha?")
    case .tilingAdjacency:
      RuleWords(
        "eliminada pelos quadrados, dentro",
        "Num quadrado 2×2 só cabe uma estrela. Cubra as casas livres {where:de} com o menor "
          + "número possível de quadrados: cada um tem uma estrela. Que casa dali ocupa espaço "
          + "demais?")
    case .tilingOverhang:
      RuleWords(
        "eliminada pelos quadrados, ao lado",
        "Num quadrado 2×2 só cabe uma estrela. Cubra as casas livres {where:de} com o menor "
          + "número possível de quadrados: cada um tem uma estrela. Que casa ao lado ocupa espaço "
          + "demais?")
    case .counting:
      RuleWords(
        "contar linhas ou colunas contra regiões",
        "Conte as estrelas que ainda faltam {where:em}: linhas ou colunas de um lado, regiões do "
          + "outro.")
    case .pairs:
      RuleWords(
        "quadrados em duas linhas ou colunas vizinhas",
        "Junte {where} e cubra suas casas livres com o menor número possível de quadrados 2×2. "
          + "Cada quadrado tem uma estrela.")
    case .tilingCounting:
      RuleWords(
        "contar linhas ou colunas contra regiões com quadrados",
        "Olhando para {where}, conte as estrelas que cada região pode ter nas linhas ou colunas, "
          + "e as que deve ter ali. Num quadrado 2×2 só cabe uma estrela.")
    case .parts:
      RuleWords(
        "quadrados em parte de uma região",
        "Olhando para {where}, calcule quantas estrelas uma região tem dentro das linhas ou "
          + "colunas e quantas fora. Numa dessas partes não sobra espaço.")
    case .assumeDirect:
      RuleWords(
        "uma estrela aqui deixa casas de menos",
        "Experimente uma estrela nas casas livres, uma de cada vez, e marque o que ela elimina. "
          + "Restam casas livres suficientes {where:em}?")
    case .assumeTiling:
      RuleWords(
        "uma estrela aqui deixa espaço de menos",
        "Experimente uma estrela nas casas livres, uma de cada vez, e marque o que ela elimina. "
          + "Resta espaço suficiente {where:em}, com uma estrela por quadrado 2×2?")
    case .assumeCounting:
      RuleWords(
        "uma estrela aqui estraga uma conta",
        "Experimente uma estrela nas casas livres, uma de cada vez, e marque o que ela elimina. A "
          + "conta ainda fecha {where:em}, linhas ou colunas contra regiões?")
    case .assumePropagated:
      RuleWords(
        "uma estrela aqui leva a uma contradição",
        "Experimente uma estrela nas casas livres, uma de cada vez, e coloque as estrelas que ela "
          + "obriga. O que acontece {where:em}?")
    case .assumeChained:
      RuleWords(
        "uma estrela aqui, seguida com quadrados",
        "Experimente uma estrela nas casas livres, uma de cada vez, e siga o que ela obriga, "
          + "também com quadrados 2×2. O que acontece {where:em}?")
    case .assumeDeep:
      RuleWords(
        "uma estrela aqui, seguida contando",
        "Experimente uma estrela nas casas livres, uma de cada vez, e siga tudo o que ela obriga, "
          + "até o fim. O que acontece {where:em}?")
    case .ways:
      RuleWords(
        "todas as maneiras de preencher uma linha, coluna ou região",
        "Percorra todas as maneiras de colocar as estrelas {where:de} e siga cada uma. O que têm "
          + "em comum as que dão certo?")
    case .assumeSums:
      RuleWords(
        "uma estrela aqui desfaz uma soma",
        "Experimente uma estrela nas casas livres, uma de cada vez, e siga o que ela obriga, "
          + "também com somas. A conta ainda fecha {where:em}?")
    case .sumFew:
      RuleWords(
        "soma de até quatro linhas, colunas, regiões e quadrados",
        "Some as estrelas de que algumas destas precisam ({where}) e o espaço que as outras, ou "
          + "quadrados 2×2, têm para as mesmas casas. O que deixa a diferença?")
    case .sumSome:
      RuleWords(
        "soma de cinco ou seis linhas, colunas, regiões e quadrados",
        "Some as estrelas de que algumas destas precisam ({where}) e o espaço que as outras, ou "
          + "quadrados 2×2, têm para as mesmas casas. O que deixa a diferença?")
    case .sumMany:
      RuleWords(
        "soma de sete ou oito linhas, colunas, regiões e quadrados",
        "Some as estrelas de que algumas destas precisam ({where}) e o espaço que as outras, ou "
          + "quadrados 2×2, têm para as mesmas casas. O que deixa a diferença?")
    case .sumAny:
      RuleWords(
        "soma de tantas linhas, colunas, regiões e quadrados quanto for preciso",
        "Some as estrelas de que algumas destas precisam ({where}) e o espaço que as outras, ou "
          + "quadrados 2×2, têm para as mesmas casas. O que deixa a diferença?")
    }
  }
}
