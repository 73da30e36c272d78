extension HintLanguage {
  /// What the rules are called in Spanish, by id.
  static let spanishNames = [
    "direct.neighbours": "vecinas de una estrella",
    "direct.forced": "estrella obligada",
    "direct.complete": "fila, columna o región completa",
    "tiling.forced": "cuadrados: estrella obligada",
    "tiling.adjacency": "cuadrados: casilla que quita sitio dentro",
    "tiling.overhang": "cuadrados: casilla que quita sitio al lado",
    "counting.marks": "contar líneas frente a regiones",
    "tiling.pairs": "cuadrados en dos líneas contiguas",
    "counting.tiles": "contar líneas frente a regiones con cuadrados",
    "tiling.parts": "cuadrados en una parte de una región",
    "hypothetical.direct": "una estrella aquí deja muy pocas casillas",
    "hypothetical.tiling": "una estrella aquí deja muy pocos cuadrados",
    "hypothetical.counting": "una estrella aquí estropea una cuenta",
    "hypothetical.propagated": "una estrella aquí obliga a una contradicción",
    "hypothetical.chained": "una estrella aquí, seguida con cuadrados",
    "hypothetical.deep": "una estrella aquí, seguida con cuentas",
    "hypothetical.ways": "todas las maneras de completar",
    "sum.few": "suma de hasta cuatro líneas, regiones y cuadrados",
    "sum.some": "suma de cinco o seis líneas, regiones y cuadrados",
    "sum.many": "suma de siete u ocho líneas, regiones y cuadrados",
  ]
}
