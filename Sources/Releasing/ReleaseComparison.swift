import Answering
import Identity
import JSONText
import Manifest
import Pipeline
import Stores

/// What differs between two releases, for players and object by object.
struct ReleaseComparison: Answer {
  private let earlier: Int
  private let later: Int
  private let changes: [String]
  /// The slots with other puzzles that the later release tells of, by pack.
  private let slots: [(pack: PackID, change: ChangedSlots)]
  /// The keys of objects, by what has become of them.
  private let parts: [(name: String, keys: [String])]

  init(_ old: Manifest, _ new: Manifest, changes: [String]) {
    earlier = old.release
    later = new.release
    self.changes = changes
    slots = new.packs.flatMap { pack in
      let known = old.packs.first { $0.id == pack.id }?.version ?? 0
      return pack.changes(after: known).map { (pack.id, $0) }
    }
    var before: [ObjectKey: Manifest.Object] = [:]
    for object in old.objects { before[object.key] = object }
    let after = Set(new.objects.map(\.key))
    let added = new.objects.filter { before[$0.key] == nil }.map(\.key.text)
    let removed = old.objects.map(\.key).filter { !after.contains($0) }.map(\.text)
    let differing = new.objects.filter { object in
      before[object.key].map { $0 != object } ?? false
    }
    let changed = differing.filter { before[$0.key]?.sha256 != $0.sha256 }.map(\.key.text)
    // A day that has passed may be cached for ever: the same bytes under another header.
    let headers = differing.filter { before[$0.key]?.sha256 == $0.sha256 }.map(\.key.text)
    parts = [
      ("added", added), ("removed", removed), ("changed", changed), ("headers", headers),
    ]
  }

  var text: [String] {
    var lines = ["Release \(earlier) → \(later):"] + changes.map { "  · \($0)" }
    for (name, keys) in parts {
      let verb = name == "headers" ? "same bytes, other headers:" : name
      lines += keys.map { "  \(verb) \($0)" }
    }
    if changes.isEmpty && parts.allSatisfy({ $0.keys.isEmpty }) { lines.append("  no difference") }
    return lines
  }

  var json: JSONValue {
    AnswerJSON.object(
      "release diff",
      [
        JSONMember("from", earlier), JSONMember("to", later), JSONMember("changes", changes),
        JSONMember(
          "slots",
          .array(
            slots.map { pack, change in
              .object([
                JSONMember("pack", pack.text),
                JSONMember("version", change.version),
                JSONMember("slots", .array(change.slots.map { .integer($0) })),
                JSONMember("reason", change.reason),
              ])
            })),
      ] + parts.map { JSONMember($0.name, $0.keys) })
  }
}
