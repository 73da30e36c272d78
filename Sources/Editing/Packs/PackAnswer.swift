import Answering
import Identity
import JSONText
import Pipeline
import Recipes
import Wording

/// What was done to a pack.
struct PackAnswer: Answer {
  /// The command behind `packs`.
  let command: String
  let pack: String
  /// Whose pack it is, for advice.
  let house: House
  let flags: EditFlags
  var changes: [SlotChange] = []
  /// What there was to choose from; `nil` where there was no choice.
  var sheet: ProposalSheet?
  /// The slots that an editor has decided on.
  var pins: [Int] = []
  /// The slots whose pins are new or gone.
  var newPins: [Int] = []
  /// The version that the next release prints on the pack.
  var version = 1
  /// The version that was published last.
  var published: Int?
  /// The rollback that stands: whatever is done to this pack waits for its end.
  var rollback: StandingRollback?
  /// The same where it keeps the pack from players.
  var away: StandingRollback?
  /// Where slots went, to be published with the next release.
  var migration: SlotMigration?
  /// What should be known about the puzzles that were named.
  var warnings: [String] = []
  /// The number by which it is taken back; `nil` where nothing has changed, or nothing was kept.
  var edit: Int64?
  /// Whether `release.yaml` lists the pack.
  var isListed = true
  /// Whether it was taken back.
  var isWithdrawn = false

  /// The most lines that list slots in words.
  private static let mostLines = 100

  init(command: String, pack: String, house: House, flags: EditFlags) {
    self.command = command
    self.pack = pack
    self.house = house
    self.flags = flags
  }

  var isPainted: Bool { sheet?.isPainted == true }

  var isRoutine: Bool { true }

  var text: [String] { (sheet?.lines ?? []) + changeLines + consequences }

  private var changeLines: [String] {
    guard !changes.isEmpty || !newPins.isEmpty else { return ["\(pack): nothing to change"] }
    let verb = flags.isDryRun ? "would change" : "changed"
    let slots = "\(changes.count, of: "slot")"
    var lines = [changes.isEmpty ? "\(pack):" : "\(pack): \(slots) \(verb)"]
    lines += changes.prefix(PackAnswer.mostLines).map { "  \($0.words)" }
    if changes.count > PackAnswer.mostLines {
      lines.append("  and \(changes.count - PackAnswer.mostLines) more")
    }
    lines += pinWords.map { "  \($0)" }
    return lines
  }

  /// The slots that an editor has decided on, or has left to the recipe.
  var pinWords: [String] {
    newPins.map { slot in
      switch (pins.contains(slot), flags.isDryRun) {
      case (true, false): "slot \(slot): pinned"
      case (true, true): "slot \(slot): would be pinned"
      case (false, false): "slot \(slot): no longer pinned"
      case (false, true): "slot \(slot): would no longer be pinned"
      }
    }
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
    switch (published, away) {
    case _ where isWithdrawn:
      lines.append("Players do not get it: this pack was withdrawn, and never comes back.")
    case (nil, _): lines.append("Players do not have this pack yet.")
    case (_, let rollback?):
      lines.append(
        "Players do not have this pack while the \(rollback) stands; its end brings version "
          + "\(version).")
    case (version?, nil): lines.append("Players have this already: version \(version).")
    case (let published?, nil):
      let cause = rollback.map { "the end of the \($0)" } ?? "the next release"
      lines.append("Players have version \(published); \(cause) makes it \(version).")
    }
    let preview = "\(house.command("preview \(pack)")) --html desk"
    let publish = house.command("release publish") + (rollback == nil ? "" : " --resume")
    if flags.isDryRun {
      lines.append(EditFlags.nothingKept)
    } else if isWithdrawn {
      return lines
    } else if !isListed {
      lines.append(
        "Next: \(preview); then add \(pack) to the packs in "
          + "\(house.recipes)/\(RecipeSet.releaseFile) and run "
          + (rollback == nil ? house.command("nightly") : publish))
    } else if published != version && !changes.isEmpty {
      lines.append("Next: \(preview), then \(publish)")
    }
    return lines
  }

  // MARK: - JSON

  var json: JSONValue {
    AnswerJSON.object(
      "packs \(command)",
      [
        JSONMember("pack", pack),
        JSONMember("dryRun", flags.isDryRun),
        JSONMember("changes", changes.map(\.value)),
        JSONMember("pins", pins),
        JSONMember("proposals", (sheet?.proposals ?? []).map(\.value)),
        JSONMember("taken", sheet?.taken ?? 0),
        JSONMember("edit", edit.map { Int($0) }),
        JSONMember("publishedVersion", published),
        JSONMember("nextVersion", isWithdrawn ? nil : version),
        JSONMember("listed", isListed),
        JSONMember("withdrawn", isWithdrawn),
        JSONMember("rollback", rollback?.release),
        JSONMember("away", away != nil),
        JSONMember(
          "migration",
          migration.map { .array($0.map.map { $0.map { .integer($0) } ?? .null }) } ?? .null),
      ])
  }
}
