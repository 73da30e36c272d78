/// What `page.mustache` is filled with; the template names these members.
struct PageModel {
  let title: String
  let facts: [String]
  let css: String
  let script: String
  let star: String
  /// The SVG shapes of all boards.
  let shapes: String
  let count: String
  let cardWidth: Int
  let hasSummary: Bool
  let hasTargets: Bool
  /// The plot of difficulties, as SVG.
  let curve: String
  let rules: [Rule]
  let hasFindings: Bool
  let findingsTitle: String
  let findings: [Finding]
  let cards: [PageCard]
  let language: String
  /// JSON for the script.
  let data: String
  /// JSON for the script: what is said about each puzzle.
  let cardData: String
  let pages: [Paper]
  /// What a booklet has and a page to look at has not.
  let booklet: BookletModel?
  let made: String

  /// The cover of a booklet, and its paper.
  struct BookletModel {
    let paper: String
    let title: String
    let facts: [String]
    let star: String
  }

  /// A rule and the puzzles that need it.
  struct Rule {
    let level: Int
    let name: String
    let puzzles: Int
    let percent: Int
  }

  /// Something that an editor should look at.
  struct Finding {
    /// How grave a finding is; the page has a class of each name.
    enum Kind: String {
      /// It must not be published.
      case wrong
      /// It is worth a look.
      case note
    }

    let kind: Kind
    let links: [Link]
    let text: String

    /// A puzzle that it is about.
    struct Link {
      let index: Int
      let label: String
    }
  }

  /// A printed page.
  struct Paper {
    let size: Int
    let title: String
    let isAnswers: Bool
    let boards: [Board]
    let number: Int
    /// The hints that are printed on pages of their own before this one, upside down.
    let hints: [Hints]
    let hasHints: Bool

    /// The first sentences of a puzzle's solution.
    struct Hints {
      let label: String
      let sentences: [String]
    }

    /// A board on a printed page.
    struct Board {
      let index: Int
      let label: String
      let viewBox: String
      let withStars: Bool
      let stars: Int
      /// Its band and difficulty, or that it has none.
      let grade: String
    }
  }
}
