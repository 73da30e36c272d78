import StarBattle
import Testing

/// A few unique boards made by the press, whose proofs have some length.
enum MadeBoards {
  /// 10×10 with 2 stars.
  static let tens = [
    "10x2.AAAABBBBBCAAAABDBBDCAAAAADBDDCEDDDDDDDDCEEFFFDDDCCEEEGFFDDCCEEEGGGDDCHEIEEEGDJJHEIEIEEEJJHIIII"
      + "EEJJHH",
    "10x2.ABCCCDDDDDABBBCDDDDDABBBCDDDEEAAACCFFFEEAGFFFFHFEIAGGGGHHFIIAAGGGHHFIIAJGGHHIIIIJJJGGHHHHIJJJJ"
      + "JHHHII",
  ]

  /// 14×14 with 3 stars.
  static let fourteen =
    "14x3.ABBBBBBBCCCCDDAABAABBBCCCCCDAAAABBBCCCCCCDAAAAAABECCFFDDAEEEEEEEEGFFFDHHHIIIEEGGGFFDHHIIIIIIGG"
    + "FFFFHJJJJIKIKGFFFFHJJJKKKIKGGFGGLLJJJKKKKGGGGGLLLLLLKKMMGNGGLKLLKKKKMNNNGNLKKKKMMMMNGGGNLLKKKKKNNNNN"
    + "NN"

  /// 14×14 with 3 stars, of those that take most dead ends.
  static let hard =
    "14x3.ABBBBACCCCCCDDAABBBACCEEEFFDABBAAAEEEEEEFDAAAAGGEEEEFFFDAAAAAGGEEEFFDDAAGGAGGEHFFDDDIIGGAGHHHH"
    + "FDDDIGGGAGJJJHDDDHIKGGGGGJJHHHHHIKKKGJJJJJHHHHIKKLJJJMMJNHHNILLLLLJLMMNNHNILIIILLLMMMNNNIIIIIILLMM"
    + "NNNN"

  /// Reads `SIDExSTARS.REGIONS`.
  static func puzzle(_ text: String) throws -> Puzzle {
    let parts = text.split(separator: ".")
    let outline = parts[0].split(separator: "x").compactMap { Int($0) }
    try #require(parts.count == 2 && outline.count == 2)
    return try Puzzle(
      grid: Grid(side: outline[0], stars: outline[1]), regions: Array(parts[1].utf8))
  }
}
