extension HintLanguage {
  /// What the coach says in French.
  static func frenchCoaching(_ coaching: Coaching) -> String {
    switch coaching {
    case .lookAt: "Regarde {where}."
    case .lookAround: "Regarde autour de l’étoile en {star}."

    case .sumOfOne:
      "Compare les étoiles dont {where} a besoin à la place que des carrés 2×2 ont pour ses cases "
        + "libres. Que laisse la différence\u{A0}?"
    case .kissing:
      "Couvre les cases libres {where:de} avec le moins de carrés 2×2 possible\u{A0}: chacun "
        + "contient une étoile. Deux d’entre eux, côte à côte, sont des L qui s’embrassent, avec "
        + "trois cases libres chacun. Quelle étoile à côté d’eux pousserait les deux leurs dans sa "
        + "propre rangée\u{A0}?"
    case .pressure:
      "Quelle étoile laisserait dans {where} un M ou un T\u{A0}: des cases libres dont une sur deux "
        + "se trouve dans la même rangée, qui aurait alors trop d’étoiles\u{A0}?"
    case .lookAgain: "Regarde encore une fois la case {place}."
    case .wrongStar: "L’étoile en {place} est une erreur."
    case .wrongMark: "La marque en {place} est une erreur."
    case .touchingStar: "L’étoile en {place} est une erreur\u{A0}: elle touche une autre étoile."
    case .surplusStar:
      "L’étoile en {place} est une erreur\u{A0}: {where} a {count} étoiles, ce qui est trop."
    case .impossibleStar:
      "L’étoile en {place} est une erreur\u{A0}: avec elle, la grille n’a pas de solution."
    case .neededStar:
      "La marque en {place} est une erreur\u{A0}: sans étoile à cet endroit, la grille n’a pas de "
        + "solution."

    case .solved: "La grille est résolue."
    }
  }

  /// The rules in French: their names, and what to look for.
  static func frenchRule(_ rule: Technique) -> RuleWords {
    switch rule {
    case .neighbours:
      RuleWords(
        "voisines d’une étoile",
        "Les étoiles ne se touchent jamais, pas même par un coin. Regarde autour de l’étoile en "
          + "{star}.")
    case .forced:
      RuleWords(
        "étoile forcée",
        "Compare les étoiles dont {where} a encore besoin avec les cases libres qui lui restent.")
    case .complete:
      RuleWords(
        "ligne, colonne ou région complète",
        "Compte les étoiles {where:de}.")
    case .tilingForced:
      RuleWords(
        "forcée par les carrés",
        "Dans un carré 2×2, il n’y a de place que pour une étoile. Couvre les cases libres "
          + "{where:de} avec le moins de carrés possible\u{A0}: chacun contient une étoile. Où "
          + "n’y a-t-il plus le choix\u{A0}?")
    case .tilingAdjacency:
      RuleWords(
        "éliminée par les carrés, à l’intérieur",
        "Dans un carré 2×2, il n’y a de place que pour une étoile. Couvre les cases libres "
          + "{where:de} avec le moins de carrés possible\u{A0}: chacun contient une étoile. "
          + "Quelle case à l’intérieur prend trop de place\u{A0}?")
    case .tilingOverhang:
      RuleWords(
        "éliminée par les carrés, à côté",
        "Dans un carré 2×2, il n’y a de place que pour une étoile. Couvre les cases libres "
          + "{where:de} avec le moins de carrés possible\u{A0}: chacun contient une étoile. "
          + "Quelle case à côté prend trop de place\u{A0}?")
    case .counting:
      RuleWords(
        "compter lignes ou colonnes et régions",
        "Compte les étoiles qui manquent encore dans {where}\u{A0}: d’un côté les lignes ou "
          + "colonnes, de l’autre les régions.")
    case .pairs:
      RuleWords(
        "carrés sur deux lignes ou colonnes voisines",
        "Prends {where} ensemble et couvre leurs cases libres avec le moins de carrés 2×2 "
          + "possible. Chaque carré contient une étoile.")
    case .tilingCounting:
      RuleWords(
        "compter lignes ou colonnes et régions, avec des carrés",
        "Dans {where}, compte les étoiles que chaque région peut avoir dans les lignes ou "
          + "colonnes, et celles qu’elle doit y avoir. Dans un carré 2×2, il n’y a de place que "
          + "pour une étoile.")
    case .parts:
      RuleWords(
        "carrés dans une partie d’une région",
        "Dans {where}, calcule combien d’étoiles une région a dans les lignes ou colonnes, et "
          + "combien en dehors. L’une de ces parties n’a pas de place de reste.")
    case .assumeDirect:
      RuleWords(
        "une étoile ici laisse trop peu de cases",
        "Essaie une étoile sur les cases libres, une par une, et marque ce qu’elle élimine. "
          + "Reste-t-il assez de cases libres dans {where}\u{A0}?")
    case .assumeTiling:
      RuleWords(
        "une étoile ici laisse trop peu de place",
        "Essaie une étoile sur les cases libres, une par une, et marque ce qu’elle élimine. "
          + "Reste-t-il assez de place dans {where}, avec une étoile par carré 2×2\u{A0}?")
    case .assumeCounting:
      RuleWords(
        "une étoile ici fausse un compte",
        "Essaie une étoile sur les cases libres, une par une, et marque ce qu’elle élimine. Le "
          + "compte y est-il encore dans {where}, lignes ou colonnes d’un côté, régions de "
          + "l’autre\u{A0}?")
    case .assumePropagated:
      RuleWords(
        "une étoile ici mène à une contradiction",
        "Essaie une étoile sur les cases libres, une par une, et place les étoiles qu’elle "
          + "impose. Que se passe-t-il dans {where}\u{A0}?")
    case .assumeChained:
      RuleWords(
        "une étoile ici, suivie avec des carrés",
        "Essaie une étoile sur les cases libres, une par une, et suis ce qu’elle impose, avec des "
          + "carrés 2×2 aussi. Que se passe-t-il dans {where}\u{A0}?")
    case .assumeDeep:
      RuleWords(
        "une étoile ici, suivie en comptant",
        "Essaie une étoile sur les cases libres, une par une, et suis tout ce qu’elle impose, "
          + "jusqu’au bout. Que se passe-t-il dans {where}\u{A0}?")
    case .ways:
      RuleWords(
        "toutes les façons de remplir une ligne, colonne ou région",
        "Passe en revue toutes les façons de placer les étoiles {where:de}, et suis chacune. "
          + "Qu’ont en commun celles qui aboutissent\u{A0}?")
    case .assumeSums:
      RuleWords(
        "une étoile ici fausse une somme",
        "Essaie une étoile sur les cases libres, une par une, et suis ce qu’elle impose, sommes "
          + "comprises. Le compte y est-il encore dans {where}\u{A0}?")
    case .sumFew:
      RuleWords(
        "somme de quatre lignes, régions et carrés au plus",
        "Additionne les étoiles dont ont besoin certaines de ces lignes, colonnes et régions "
          + "({where}), puis la place que les autres, ou des carrés 2×2, ont pour les mêmes "
          + "cases. Que laisse la différence\u{A0}?")
    case .sumSome:
      RuleWords(
        "somme de cinq ou six lignes, régions et carrés",
        "Additionne les étoiles dont ont besoin certaines de ces lignes, colonnes et régions "
          + "({where}), puis la place que les autres, ou des carrés 2×2, ont pour les mêmes "
          + "cases. Que laisse la différence\u{A0}?")
    case .sumMany:
      RuleWords(
        "somme de sept ou huit lignes, régions et carrés",
        "Additionne les étoiles dont ont besoin certaines de ces lignes, colonnes et régions "
          + "({where}), puis la place que les autres, ou des carrés 2×2, ont pour les mêmes "
          + "cases. Que laisse la différence\u{A0}?")
    case .sumAny:
      RuleWords(
        "somme d’autant de lignes, régions et carrés qu’il le faut",
        "Additionne les étoiles dont ont besoin certaines de ces lignes, colonnes et régions "
          + "({where}), puis la place que les autres, ou des carrés 2×2, ont pour les mêmes "
          + "cases. Que laisse la différence\u{A0}?")
    }
  }
}
