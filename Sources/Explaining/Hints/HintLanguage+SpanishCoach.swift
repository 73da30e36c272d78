extension HintLanguage {
  /// What the coach says in Spanish.
  static let spanishCoaching: [Coaching: String] = [
    .lookAt: "Fíjate en {where}.",
    .lookAround: "Fíjate en lo que rodea la estrella de la {star}.",

    .lookAgain: "Vuelve a mirar la casilla de la {place}.",
    .wrongStar: "La estrella de la {place} es un error.",
    .wrongMark: "La marca de la {place} es un error.",
    .touchingStar: "La estrella de la {place} es un error: toca otra estrella.",
    .surplusStar:
      "La estrella de la {place} es un error: {where} tiene {count} estrellas, más de las que puede.",
    .impossibleStar:
      "La estrella de la {place} es un error: con ella, el pasatiempo no tiene solución.",
    .neededStar:
      "La marca de la {place} es un error: sin una estrella ahí, el pasatiempo no tiene solución.",

    .solved: "El pasatiempo está resuelto.",
  ]

  /// What to look for in Spanish, by rule.
  static let spanishTechniques = [
    "direct.neighbours":
      "Las estrellas nunca se tocan, ni siquiera en diagonal. Fíjate en lo que rodea la estrella de "
      + "la {star}.",
    "direct.forced":
      "Compara las estrellas que necesita todavía {where} con las casillas libres que le quedan.",
    "direct.complete": "Cuenta las estrellas de {where}.",
    "tiling.forced":
      "En un cuadrado de 2×2 solo cabe una estrella. Cubre las casillas libres de {where} con los "
      + "menos cuadrados posibles: cada uno tiene una estrella. ¿Dónde no queda elección?",
    "tiling.adjacency":
      "En un cuadrado de 2×2 solo cabe una estrella. Cubre las casillas libres de {where} con los "
      + "menos cuadrados posibles: cada uno tiene una estrella. ¿Qué casilla de ahí quita demasiado "
      + "sitio?",
    "tiling.overhang":
      "En un cuadrado de 2×2 solo cabe una estrella. Cubre las casillas libres de {where} con los "
      + "menos cuadrados posibles: cada uno tiene una estrella. ¿Qué casilla de al lado quita "
      + "demasiado sitio?",
    "counting.marks":
      "Cuenta las estrellas que faltan en {where}: líneas frente a regiones.",
    "tiling.pairs":
      "Toma {where} a la vez y cubre sus casillas libres con los menos cuadrados de 2×2 posibles. "
      + "Cada cuadrado tiene una estrella.",
    "counting.tiles":
      "En {where}, cuenta las estrellas que cada región puede tener en las líneas y las que debe "
      + "tener ahí. En un cuadrado de 2×2 solo cabe una.",
    "tiling.parts":
      "En {where}, calcula cuántas estrellas tiene una región dentro de las líneas y cuántas fuera. "
      + "A una de esas partes no le sobra sitio.",
    "hypothetical.direct":
      "Prueba con una estrella en las casillas libres, de una en una, y marca lo que descarta. "
      + "¿Quedan bastantes casillas libres en {where}?",
    "hypothetical.tiling":
      "Prueba con una estrella en las casillas libres, de una en una, y marca lo que descarta. "
      + "¿Queda bastante sitio en {where}, con una estrella por cuadrado de 2×2?",
    "hypothetical.counting":
      "Prueba con una estrella en las casillas libres, de una en una, y marca lo que descarta. "
      + "¿Sigue saliendo la cuenta en {where}, líneas frente a regiones?",
    "hypothetical.propagated":
      "Prueba con una estrella en las casillas libres, de una en una, y coloca las estrellas a las "
      + "que obliga. ¿Qué pasa entonces en {where}?",
    "hypothetical.chained":
      "Prueba con una estrella en las casillas libres, de una en una, y sigue aquello a lo que "
      + "obliga, también con cuadrados de 2×2. ¿Qué pasa entonces en {where}?",
    "hypothetical.deep":
      "Prueba con una estrella en las casillas libres, de una en una, y sigue todo aquello a lo que "
      + "obliga, hasta el final. ¿Qué pasa entonces en {where}?",
    "hypothetical.ways":
      "Repasa todas las maneras de colocar las estrellas de {where} y sigue cada una. ¿Qué tienen en "
      + "común las que llegan a buen fin?",
  ]
}
