import Catalog
import Explaining
import Identity
import JSONText
import Pipeline
import Recipes

/// What was done to a pack, in words or as one line of JSON.
struct PackReport {
  let options: PacksOptions
  let pack: String
  var changes: [SlotChange] = []
  /// What there was to choose from; the first `taken` were taken.
  var proposals: [Proposal] = []
  var taken = 0
  /// The slots that an editor has decided on.
  var pins: [Int] = []
  /// The slots whose pins are new or gone.
  var newPins: [Int] = []
  /// The version that the next release prints on the pack.
  var version = 1
  /// The version that players have.
  var published: Int?
  /// Where slots went, to be published with the next release.
  var migration: SlotMigration?
  /// Whether `release.yaml` lists the pack.
  var isListed = true

  /// The most lines that list slots in words.
  private static let mostLines = 100

  init(options: PacksOptions, pack: String) {
    self.options = options
    self.pack = pack
  }

  mutating func take(_ proposals: [Proposal], _ count: Int) {
    self.proposals = proposals
    taken = count
  }

  func say(_ emit: (OutputLine) throws -> Void) throws {
    let sheet = ProposalSheet(
      proposals: proposals, taken: taken, subject: subject, slug: pack, options: options)
    try sheet.write(emit)
    if options.isJSON {
      return try emit(.result(String(decoding: value.text, as: UTF8.self)))
    }
    try sheet.say(emit)
    let verb = options.isDryRun ? "would change" : "changed"
    if changes.isEmpty && newPins.isEmpty {
      try emit(.result("\(pack): nothing to change"))
    } else {
      let slots = "\(changes.count) slot\(changes.count == 1 ? "" : "s")"
      try emit(.result(changes.isEmpty ? "\(pack):" : "\(pack): \(slots) \(verb)"))
      for change in changes.prefix(PackReport.mostLines) {
        try emit(.result("  \(change.words)"))
      }
      if changes.count > PackReport.mostLines {
        try emit(.result("  and \(changes.count - PackReport.mostLines) more"))
      }
      for slot in newPins {
        let verb =
          switch (pins.contains(slot), options.isDryRun) {
          case (true, false): "pinned"
          case (true, true): "would be pinned"
          case (false, false): "no longer pinned"
          case (false, true): "would no longer be pinned"
          }
        try emit(.result("  slot \(slot): \(verb)"))
      }
    }
    for line in consequences { try emit(.result(line)) }
  }

  /// What follows for players, and what to do next.
  private var consequences: [String] {
    var lines: [String] = []
    if let migration {
      let gone = migration.map.count { $0 == nil }
      let moved = migration.map.enumerated().count { $0.element != nil && $0.element != $0.offset }
      lines.append(
        "Players’ apps will be told where slots of version \(migration.fromVersion) went: \(moved) "
          + "moved, \(gone) gone.")
    }
    switch published {
    case nil: lines.append("Players do not have this pack yet.")
    case version?: lines.append("Players have this already: version \(version).")
    case let published?:
      lines.append("Players have version \(published); the next release makes it \(version).")
    }
    if options.isDryRun {
      lines.append("Nothing was kept (--dry-run).")
    } else if !isListed {
      lines.append(
        "Next: almanac preview \(pack) --html desk; then add \(pack) to the packs in "
          + "\(options.recipes)/\(RecipeSet.releaseFile) and run almanac nightly")
    } else if published != version && !changes.isEmpty {
      lines.append("Next: almanac preview \(pack) --html desk, then almanac release publish")
    }
    return lines
  }

  private var subject: String {
    if case .replace(let slot, _, _) = options.task { return slot }
    return pack
  }

  // MARK: - JSON

  private var value: JSONValue {
    .object([
      JSONMember("schema", .integer(PuzzleJSON.schema)),
      JSONMember("command", .string("packs \(command)")),
      JSONMember("pack", .string(pack)),
      JSONMember("dryRun", .bool(options.isDryRun)),
      JSONMember("changes", .array(changes.map(\.value))),
      JSONMember("pins", .array(pins.map { .integer($0) })),
      JSONMember("proposals", .array(proposals.map(\.value))),
      JSONMember("taken", .integer(taken)),
      JSONMember("publishedVersion", published.map { .integer($0) } ?? .null),
      JSONMember("nextVersion", .integer(version)),
      JSONMember("listed", .bool(isListed)),
      JSONMember(
        "migration",
        migration.map { .array($0.map.map { $0.map { .integer($0) } ?? .null }) } ?? .null),
    ])
  }

  private var command: String {
    switch options.task {
    case .list: "list"
    case .build: "build"
    case .append: "append"
    case .replace: "replace"
    case .reorder: "reorder"
    case .pin(_, let isPinned): isPinned ? "pin" : "unpin"
    case .regenerate: "regenerate"
    case .difference: "diff"
    }
  }
}
