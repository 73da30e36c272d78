extension HintLanguage {
  /// What the coach says in Spanish.
  static func spanishCoaching(_ coaching: Coaching) -> String {
    switch coaching {
    case .lookAt: "Fíjate en {where}."
    case .lookAround: "Fíjate en lo que rodea la estrella de la {star}."

    case .sumOfOne:
      "Compara las estrellas que necesita {where} con el sitio que tienen cuadrados de 2×2 para sus "
        + "casillas libres. ¿Qué deja la diferencia?"
    case .kissing:
      "Cubre las casillas libres de {where} con los menos cuadrados de 2×2 posibles: cada uno tiene "
        + "una estrella. Dos de ellos, uno al lado del otro, son eles que se besan, con tres "
        + "casillas libres cada uno. ¿Qué estrella junto a ellos llevaría las de ambos a su misma "
        + "línea?"
    case .pressure:
      "¿Qué estrella dejaría en {where} una M o una T: casillas libres de las que una de cada dos "
        + "está en la misma línea, de modo que esta tendría demasiadas estrellas?"
    case .lookAgain: "Vuelve a mirar la casilla de la {place}."
    case .wrongStar: "La estrella de la {place} es un error."
    case .wrongMark: "La marca de la {place} es un error."
    case .touchingStar: "La estrella de la {place} es un error: toca otra estrella."
    case .surplusStar:
      "La estrella de la {place} es un error: {where} tiene {count} estrellas, más de las que puede."
    case .impossibleStar:
      "La estrella de la {place} es un error: con ella, el pasatiempo no tiene solución."
    case .neededStar:
      "La marca de la {place} es un error: sin una estrella ahí, el pasatiempo no tiene solución."

    case .solved: "El pasatiempo está resuelto."
    }
  }

  /// The rules in Spanish: their names, and what to look for.
  static func spanishRule(_ rule: Technique) -> RuleWords {
    switch rule {
    case .neighbours:
      RuleWords(
        "vecinas de una estrella",
        "Las estrellas nunca se tocan, ni siquiera en diagonal. Fíjate en lo que rodea la "
          + "estrella de la {star}.")
    case .forced:
      RuleWords(
        "estrella obligada",
        "Compara las estrellas que necesita todavía {where} con las casillas libres que le quedan.")
    case .complete:
      RuleWords(
        "línea o región completa",
        "Cuenta las estrellas de {where}.")
    case .tilingForced:
      RuleWords(
        "obligada por cuadrados",
        "En un cuadrado de 2×2 solo cabe una estrella. Cubre las casillas libres de {where} con "
          + "los menos cuadrados posibles: cada uno tiene una estrella. ¿Dónde no queda elección?")
    case .tilingAdjacency:
      RuleWords(
        "descartada por cuadrados, dentro",
        "En un cuadrado de 2×2 solo cabe una estrella. Cubre las casillas libres de {where} con "
          + "los menos cuadrados posibles: cada uno tiene una estrella. ¿Qué casilla de ahí quita "
          + "demasiado sitio?")
    case .tilingOverhang:
      RuleWords(
        "descartada por cuadrados, al lado",
        "En un cuadrado de 2×2 solo cabe una estrella. Cubre las casillas libres de {where} con "
          + "los menos cuadrados posibles: cada uno tiene una estrella. ¿Qué casilla de al lado "
          + "quita demasiado sitio?")
    case .counting:
      RuleWords(
        "contar líneas frente a regiones",
        "Cuenta las estrellas que faltan en {where}: líneas frente a regiones.")
    case .pairs:
      RuleWords(
        "cuadrados en dos líneas contiguas",
        "Toma {where} a la vez y cubre sus casillas libres con los menos cuadrados de 2×2 "
          + "posibles. Cada cuadrado tiene una estrella.")
    case .tilingCounting:
      RuleWords(
        "contar líneas frente a regiones con cuadrados",
        "En {where}, cuenta las estrellas que cada región puede tener en las líneas y las que "
          + "debe tener ahí. En un cuadrado de 2×2 solo cabe una.")
    case .parts:
      RuleWords(
        "cuadrados en parte de una región",
        "En {where}, calcula cuántas estrellas tiene una región dentro de las líneas y cuántas "
          + "fuera. A una de esas partes no le sobra sitio.")
    case .assumeDirect:
      RuleWords(
        "una estrella aquí deja muy pocas casillas",
        "Prueba con una estrella en las casillas libres, de una en una, y marca lo que descarta. "
          + "¿Quedan bastantes casillas libres en {where}?")
    case .assumeTiling:
      RuleWords(
        "una estrella aquí deja muy poco sitio",
        "Prueba con una estrella en las casillas libres, de una en una, y marca lo que descarta. "
          + "¿Queda bastante sitio en {where}, con una estrella por cuadrado de 2×2?")
    case .assumeCounting:
      RuleWords(
        "una estrella aquí descuadra una cuenta",
        "Prueba con una estrella en las casillas libres, de una en una, y marca lo que descarta. "
          + "¿Sigue saliendo la cuenta en {where}, líneas frente a regiones?")
    case .assumePropagated:
      RuleWords(
        "una estrella aquí lleva a una contradicción",
        "Prueba con una estrella en las casillas libres, de una en una, y coloca las estrellas a "
          + "las que obliga. ¿Qué pasa entonces en {where}?")
    case .assumeChained:
      RuleWords(
        "una estrella aquí, seguida con cuadrados",
        "Prueba con una estrella en las casillas libres, de una en una, y sigue aquello a lo que "
          + "obliga, también con cuadrados de 2×2. ¿Qué pasa entonces en {where}?")
    case .assumeDeep:
      RuleWords(
        "una estrella aquí, seguida contando",
        "Prueba con una estrella en las casillas libres, de una en una, y sigue todo aquello a lo "
          + "que obliga, hasta el final. ¿Qué pasa entonces en {where}?")
    case .ways:
      RuleWords(
        "todas las maneras de llenar una línea o región",
        "Repasa todas las maneras de colocar las estrellas de {where} y sigue cada una. ¿Qué "
          + "tienen en común las que llegan a buen fin?")
    case .assumeSums:
      RuleWords(
        "una estrella aquí descuadra una suma",
        "Prueba con una estrella en las casillas libres, de una en una, y sigue aquello a lo que "
          + "obliga, también con sumas. ¿Sale todavía la cuenta en {where}?")
    case .sumFew:
      RuleWords(
        "suma de hasta cuatro líneas, regiones y cuadrados",
        "Suma las estrellas que necesitan algunas de estas líneas y regiones ({where}) y el sitio "
          + "que tienen las demás, o cuadrados de 2×2, para las mismas casillas. ¿Qué deja la "
          + "diferencia?")
    case .sumSome:
      RuleWords(
        "suma de cinco o seis líneas, regiones y cuadrados",
        "Suma las estrellas que necesitan algunas de estas líneas y regiones ({where}) y el sitio "
          + "que tienen las demás, o cuadrados de 2×2, para las mismas casillas. ¿Qué deja la "
          + "diferencia?")
    case .sumMany:
      RuleWords(
        "suma de siete u ocho líneas, regiones y cuadrados",
        "Suma las estrellas que necesitan algunas de estas líneas y regiones ({where}) y el sitio "
          + "que tienen las demás, o cuadrados de 2×2, para las mismas casillas. ¿Qué deja la "
          + "diferencia?")
    case .sumAny:
      RuleWords(
        "suma de tantas líneas, regiones y cuadrados como haga falta",
        "Suma las estrellas que necesitan algunas de estas líneas y regiones ({where}) y el sitio "
          + "que tienen las demás, o cuadrados de 2×2, para las mismas casillas. ¿Qué deja la "
          + "diferencia?")
    }
  }
}
