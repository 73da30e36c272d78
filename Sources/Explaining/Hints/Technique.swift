/// The rules, as far as languages have words for them: a case for each, by its id.
///
/// A new rule needs one; the compiler then leads to every language.
package enum Technique: String, CaseIterable, Sendable {
  case neighbours = "direct.neighbours"
  case forced = "direct.forced"
  case complete = "direct.complete"
  case tilingForced = "tiling.forced"
  case tilingAdjacency = "tiling.adjacency"
  case tilingOverhang = "tiling.overhang"
  case counting = "counting.marks"
  case pairs = "tiling.pairs"
  case tilingCounting = "counting.tiles"
  case parts = "tiling.parts"
  case assumeDirect = "hypothetical.direct"
  case assumeTiling = "hypothetical.tiling"
  case assumeCounting = "hypothetical.counting"
  case assumePropagated = "hypothetical.propagated"
  case assumeChained = "hypothetical.chained"
  case assumeDeep = "hypothetical.deep"
  case ways = "hypothetical.ways"
  case assumeSums = "hypothetical.sum"
  case sumFew = "sum.few"
  case sumSome = "sum.some"
  case sumMany = "sum.many"
  case sumAny = "sum.any"
}
