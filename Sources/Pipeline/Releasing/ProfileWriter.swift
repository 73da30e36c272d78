import Answering
package import Catalog
import Dates
package import Explaining
import Grading
import Identity
import JSONText
import Notation
package import Publishing
import Recipes
import Solving
import StarBattle

/// Makes the objects of profiles: what only somebody who can solve a puzzle can write.
package struct ProfileWriter: Sendable {
  let language: HintLanguage
  /// What knows how the rules solve the puzzles; without it, they are solved again.
  let catalog: Catalog?

  package init(language: HintLanguage, catalog: Catalog? = nil) {
    self.language = language
    self.catalog = catalog
  }

  /// The profiles that recipes switch on.
  static func profiles(
    _ recipe: ReleaseRecipe.Profiles, of catalog: Catalog
  ) -> ReleaseProfiles {
    let writer = ProfileWriter(language: recipe.language, catalog: catalog)
    var profiles = ReleaseProfiles(bundle: recipe.bundle, now: recipe.now)
    if recipe.app { profiles.app = { pack throws(PublishError) in try writer.app(pack) } }
    if recipe.app {
      profiles.streak = { streak, version, first throws(PublishError) in
        try writer.app(streak, version: version, hintsFrom: first)
      }
    }
    if recipe.steps { profiles.steps = { texts throws(PublishError) in try writer.steps(texts) } }
    guard recipe.hints else { return profiles }
    profiles.hints = { texts throws(PublishError) in try writer.hints(texts) }
    for language in HintLanguage.all where language.code != recipe.language.code {
      let other = ProfileWriter(language: language, catalog: catalog)
      let make: ReleaseProfiles.MakeHints = { texts throws(PublishError) in
        try other.hints(texts)
      }
      profiles.hintsInOtherLanguages.append(make)
    }
    return profiles
  }

  /// What the app's format number begins at: `version` means the shape as well, from 2.
  static let firstAppVersion = 2

  /// A pack in the mobile app's shape, with its hints.
  package func app(_ pack: ReleaseContent.Pack) throws(PublishError) -> ReleaseProfiles.AppPack {
    try app(
      AppHead(
        id: pack.id.text, name: pack.name,
        version: pack.version + ProfileWriter.firstAppVersion - 1, free: pack.free),
      pack.puzzles, called: { "\(pack.id):\($0)" }, gradedBy: pack.graders ?? [])
  }

  /// A list of days, weeks or months in the same shape; everybody has it.
  ///
  /// - Parameters:
  ///   - streak: The list.
  ///   - version: What the file prints.
  ///   - first: The first entry that has hints.
  /// - Returns: The list and its hints.
  /// - Throws: `PublishError.badContent` or `.badText`, naming an entry that the rules do not solve
  ///   or that is no SBN.
  package func app(
    _ streak: ReleaseContent.Streak, version: Int, hintsFrom first: Int
  ) throws(PublishError) -> ReleaseProfiles.AppPack {
    let id = streak.cadence.rawValue
    let name = id.prefix(1).uppercased() + id.dropFirst()
    return try app(
      AppHead(id: id, name: name, version: version, free: true),
      streak.entries.map(\.sbn), called: { "\(streak.entries[$0].period) in the app's list" },
      gradedBy: streak.entries.map { $0.grader ?? Grade.version }, hintsFrom: first)
  }

  /// What stands before the puzzles of the app's file.
  private struct AppHead {
    let id: String
    let name: String
    let version: Int
    let free: Bool
  }

  /// Each puzzle keeps the grade that it was published with, which an earlier grader may have
  /// given.
  private func app(
    _ head: AppHead, _ texts: [String], called name: (Int) -> String, gradedBy graders: [Int],
    hintsFrom first: Int = 0
  ) throws(PublishError) -> ReleaseProfiles.AppPack {
    var puzzles: [JSONValue] = []
    var hints: [JSONValue] = []
    var grids: [Grid] = []
    for (index, text) in texts.enumerated() {
      let version = graders.indices.contains(index) ? graders[index] : Grade.version
      let (sbn, grade, trace) = try solved(
        text, name(index), by: GraderVersion(rawValue: version) ?? .current)
      puzzles.append(ProfileWriter.puzzle(text, grade, sbn.puzzle.grid.side))
      let writer = HintWriter(language: language)
      hints.append(index < first ? .array([]) : writer.json(ToldTrace(trace)))
      grids.append(sbn.puzzle.grid)
    }
    let grid = grids.max()
    let version = JSONMember("version", head.version)
    let file = JSONValue.object([
      JSONMember("id", head.id),
      JSONMember("name", head.name),
      version,
      JSONMember("free", head.free),
      JSONMember("gridSize", grid?.side ?? 0),
      JSONMember("stars", grid?.stars ?? 0),
      JSONMember("puzzles", puzzles),
    ])
    let sidecar = JSONValue.object([version, JSONMember("hints", hints)])
    return ReleaseProfiles.AppPack(pack: file.text, hints: sidecar.text)
  }

  /// The hints of some puzzles: `{"schema":3,"language","graderVersion","hints":[[…]…]}`.
  package func hints(_ texts: [String]) throws(PublishError) -> [UInt8] {
    var hints: [JSONValue] = []
    for text in texts {
      let told = ToldTrace(try solved(text, text).trace)
      hints.append(HintWriter(language: language).structured(told))
    }
    return JSONValue.object([
      JSONMember("schema", 3),
      JSONMember("language", language.code),
      JSONMember("graderVersion", Grade.version),
      JSONMember("hints", hints),
    ]).text
  }

  /// The step graphs of some puzzles: `{"schema":2,"graderVersion","rules":[…],"steps":[[…]…]}`.
  ///
  /// - Parameter texts: The puzzles as SBN.
  /// - Returns: The object; its lists of steps are as long as those of hints.
  /// - Throws: `PublishError.badContent` where the rules do not solve one, `.badText` where one is
  ///   no SBN.
  package func steps(_ texts: [String]) throws(PublishError) -> [UInt8] {
    var graphs: [StepGraph] = []
    for text in texts { graphs.append(StepGraph(ToldTrace(try solved(text, text).trace))) }
    let used = Set(graphs.flatMap(\.nodes).map(\.rule))
    let rules = Rule.ladder.map(\.id).filter(used.contains)
    return JSONValue.object([
      JSONMember("schema", 2),
      JSONMember("graderVersion", Grade.version),
      JSONMember("rules", .array(rules.map { .string($0) })),
      JSONMember("steps", .array(graphs.map { $0.json(rules: rules) })),
    ]).text
  }

  private static func puzzle(_ text: String, _ grade: Grade, _ side: Int) -> JSONValue {
    let stars = grade.solution?.stars ?? []
    return .object([
      JSONMember("sbn", text),
      JSONMember("solution", PuzzleJSON.cells(stars, side: side)),
      JSONMember("difficulty", max(1, (grade.scoreInHundredths + 50) / 100)),
      JSONMember("band", grade.band == .expert ? "hard" : grade.band.rawValue),
    ])
  }

  private func solved(
    _ text: String, _ id: String, by version: GraderVersion = .current
  ) throws(PublishError) -> (sbn: SBN, grade: Grade, trace: Trace) {
    let sbn: SBN
    do {
      sbn = try SBN(text)
    } catch {
      throw .badText(id, detail: "\(error)")
    }
    do {
      if let (grade, trace) = try catalog?.solve(of: sbn, by: version) {
        return (sbn, grade, trace)
      }
    } catch {
      throw .badContent("\(id): what the catalogue has of it cannot be read: \(error)")
    }
    var grader = Grader(version: version)
    let (grade, trace) = grader.trace(sbn.puzzle)
    guard grade.isSolved else {
      throw .badContent(
        "\(id): the rules do not solve it, so there are no hints for it — make the catalogue anew "
          + "from the tree with “almanac catalog rebuild”")
    }
    return (sbn, grade, trace)
  }
}
