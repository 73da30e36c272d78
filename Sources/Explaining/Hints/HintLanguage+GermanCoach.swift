extension HintLanguage {
  /// What the coach says in German.
  static func germanCoaching(_ coaching: Coaching) -> String {
    switch coaching {
    case .lookAt: "Schau dir {where} an."
    case .lookAround: "Schau dir die Felder um den Stern in {star} an."

    case .sumOfOne:
      "Vergleiche die Sterne, die {where} braucht, mit dem Platz, den 2×2-Quadrate für die freien "
        + "Felder dort haben. Was lässt der Unterschied übrig?"
    case .kissing:
      "Überdecke die freien Felder {where:gen} mit möglichst wenigen 2×2-Quadraten: In jedem steht "
        + "ein Stern. Zwei nebeneinander sind küssende L mit je drei freien Feldern. Welcher Stern "
        + "neben ihnen würde ihre beiden Sterne in seine eigene Linie zwingen?"
    case .pressure:
      "Welcher Stern ließe {where:in} ein M oder ein T übrig: freie Felder, von denen jedes zweite "
        + "in derselben Linie liegt, so dass diese zu viele Sterne bekäme?"
    case .lookAgain: "Schau dir {place} noch einmal an."
    case .wrongStar: "Der Stern in {place} ist ein Fehler."
    case .wrongMark: "Die Markierung in {place} ist ein Fehler."
    case .touchingStar: "Der Stern in {place} ist ein Fehler: Er berührt einen anderen Stern."
    case .surplusStar:
      "Der Stern in {place} ist ein Fehler: {Where} hat {count} Sterne und damit zu viele."
    case .impossibleStar:
      "Der Stern in {place} ist ein Fehler: Mit ihm hat das Rätsel keine Lösung."
    case .neededStar:
      "Die Markierung in {place} ist ein Fehler: Ohne einen Stern dort hat das Rätsel keine Lösung."

    case .solved: "Das Rätsel ist gelöst."
    }
  }

  /// The rules in German: their names, and what to look for.
  static func germanRule(_ rule: Technique) -> RuleWords {
    switch rule {
    case .neighbours:
      RuleWords(
        "Nachbarn eines Sterns",
        "Sterne berühren sich nie, auch nicht über Eck. Schau dir die Felder um den Stern in "
          + "{star} an.")
    case .forced:
      RuleWords(
        "erzwungener Stern",
        "Vergleiche die Sterne, die {where} noch braucht, mit den freien Feldern, die dort übrig "
          + "sind.")
    case .complete:
      RuleWords(
        "volle Linie oder Region",
        "Zähle die Sterne {where:gen}.")
    case .tilingForced:
      RuleWords(
        "durch Quadrate erzwungen",
        "In ein 2×2-Quadrat passt nur ein Stern. Überdecke die freien Felder {where:gen} mit "
          + "möglichst wenigen Quadraten: In jedem steht ein Stern. Wo bleibt keine Wahl?")
    case .tilingAdjacency:
      RuleWords(
        "durch Quadrate ausgeschlossen, innen",
        "In ein 2×2-Quadrat passt nur ein Stern. Überdecke die freien Felder {where:gen} mit "
          + "möglichst wenigen Quadraten: In jedem steht ein Stern. Welches Feld dort nimmt zu "
          + "viel Platz weg?")
    case .tilingOverhang:
      RuleWords(
        "durch Quadrate ausgeschlossen, daneben",
        "In ein 2×2-Quadrat passt nur ein Stern. Überdecke die freien Felder {where:gen} mit "
          + "möglichst wenigen Quadraten: In jedem steht ein Stern. Welches Feld daneben nimmt zu "
          + "viel Platz weg?")
    case .counting:
      RuleWords(
        "Linien gegen Regionen zählen",
        "Zähle, wie viele Sterne in {where:dat} noch fehlen: Linien gegen Regionen.")
    case .pairs:
      RuleWords(
        "Quadrate in zwei Nachbarlinien",
        "Nimm {where} zusammen und überdecke ihre freien Felder mit möglichst wenigen "
          + "2×2-Quadraten. In jedem Quadrat steht ein Stern.")
    case .tilingCounting:
      RuleWords(
        "Linien gegen Regionen zählen, mit Quadraten",
        "Zähle in {where:dat}, wie viele Sterne jede Region in den Linien haben kann und wie "
          + "viele sie dort haben muss. In ein 2×2-Quadrat passt nur ein Stern.")
    case .parts:
      RuleWords(
        "Quadrate in einem Teil einer Region",
        "Rechne in {where:dat} aus, wie viele Sterne eine Region innerhalb der Linien hat und wie "
          + "viele außerhalb. In einem dieser Teile ist kein Platz übrig.")
    case .assumeDirect:
      RuleWords(
        "ein Stern hier lässt zu wenige Felder",
        "Setze probeweise einen Stern, ein freies Feld nach dem anderen, und markiere, was er "
          + "ausschließt. Bleiben in {where:dat} genug freie Felder?")
    case .assumeTiling:
      RuleWords(
        "ein Stern hier lässt zu wenig Platz",
        "Setze probeweise einen Stern, ein freies Feld nach dem anderen, und markiere, was er "
          + "ausschließt. Bleibt in {where:dat} genug Platz, mit einem Stern je 2×2-Quadrat?")
    case .assumeCounting:
      RuleWords(
        "ein Stern hier stört eine Zählung",
        "Setze probeweise einen Stern, ein freies Feld nach dem anderen, und markiere, was er "
          + "ausschließt. Geht die Rechnung in {where:dat} noch auf, Linien gegen Regionen?")
    case .assumePropagated:
      RuleWords(
        "ein Stern hier führt zum Widerspruch",
        "Setze probeweise einen Stern, ein freies Feld nach dem anderen, und dann die Sterne, die "
          + "er erzwingt. Was wird aus {where:dat}?")
    case .assumeChained:
      RuleWords(
        "ein Stern hier, mit Quadraten verfolgt",
        "Setze probeweise einen Stern, ein freies Feld nach dem anderen, und verfolge, was er "
          + "erzwingt, auch mit 2×2-Quadraten. Was wird aus {where:dat}?")
    case .assumeDeep:
      RuleWords(
        "ein Stern hier, mit Zählen verfolgt",
        "Setze probeweise einen Stern, ein freies Feld nach dem anderen, und verfolge alles, was "
          + "er erzwingt, so weit es geht. Was wird aus {where:dat}?")
    case .ways:
      RuleWords(
        "alle Möglichkeiten, eine Linie oder Region zu füllen",
        "Geh alle Möglichkeiten durch, die Sterne {where:gen} zu setzen, und verfolge jede. Was "
          + "haben die gemeinsam, die aufgehen?")
    case .assumeSums:
      RuleWords(
        "ein Stern hier bringt eine Summe durcheinander",
        "Setze probeweise einen Stern, ein freies Feld nach dem anderen, und verfolge, was er "
          + "erzwingt, auch mit Summen. Geht die Rechnung in {where:dat} noch auf?")
    case .sumFew:
      RuleWords(
        "Summe von bis zu vier Linien, Regionen und Quadraten",
        "Zähle die Sterne zusammen, die einige dieser Linien und Regionen brauchen ({where}), und "
          + "den Platz, den die anderen oder 2×2-Quadrate für dieselben Felder haben. Was lässt "
          + "der Unterschied übrig?")
    case .sumSome:
      RuleWords(
        "Summe von fünf oder sechs Linien, Regionen und Quadraten",
        "Zähle die Sterne zusammen, die einige dieser Linien und Regionen brauchen ({where}), und "
          + "den Platz, den die anderen oder 2×2-Quadrate für dieselben Felder haben. Was lässt "
          + "der Unterschied übrig?")
    case .sumMany:
      RuleWords(
        "Summe von sieben oder acht Linien, Regionen und Quadraten",
        "Zähle die Sterne zusammen, die einige dieser Linien und Regionen brauchen ({where}), und "
          + "den Platz, den die anderen oder 2×2-Quadrate für dieselben Felder haben. Was lässt "
          + "der Unterschied übrig?")
    case .sumAny:
      RuleWords(
        "Summe von so vielen Linien, Regionen und Quadraten wie nötig",
        "Zähle die Sterne zusammen, die einige dieser Linien und Regionen brauchen ({where}), und "
          + "den Platz, den die anderen oder 2×2-Quadrate für dieselben Felder haben. Was lässt "
          + "der Unterschied übrig?")
    }
  }
}
