import Answering
import JSONText
import Pipeline
import Signing

/// A list of keys that was written.
struct KeysAnswer: Answer {
  /// The command behind `keys`.
  private let command: String
  private let list: ReleaseKeys
  private let keys: HouseKeys
  /// Where the new release key is, or what it is.
  private let key: String?
  private var file: String { keys.path }

  var quotesCommands: Bool { true }

  init(_ command: String, _ list: ReleaseKeys, of keys: HouseKeys, key: String?) {
    self.command = command
    self.list = list
    self.keys = keys
    self.key = key
  }

  var text: [String] {
    var lines = ["\(file) is number \(list.version), from release \(list.release) on:"]
    for (index, root) in list.roots.enumerated() {
      lines.append("  \(index == 0 ? "root     " : "next root")    \(root)")
    }
    for entry in list.entries {
      lines.append("  release key  \(entry.key), releases \(entry.range)")
    }
    return lines
  }

  var advice: [String] {
    var lines: [String] = []
    if command == "new" {
      lines.append(
        "Build both roots into the apps, as [current, next]; take their files off this machine, "
          + "each copy to a place of its own.")
    }
    if let key, PublicKey(key) == nil, !keys.isNamed(key) {
      lines.append(
        "The release key is in \(key): name it in release.yaml as “signing: { key: … }”, by a path from "
          + "the folder of recipes or in full.")
    }
    if list.copies < 2 {
      lines.append("There is one copy of the root: make another before this one is lost.")
    }
    if list.roots.count < 2 {
      lines.append(
        "There is no next root: make one with “almanac keys rotate --root FILE --next NEW-FILE”.")
    }
    return lines
  }

  var json: JSONValue {
    AnswerJSON.object(
      "keys \(command)",
      [
        JSONMember("file", file),
        JSONMember("version", list.version),
        JSONMember("release", list.release),
        JSONMember("roots", list.roots.map(\.text)),
        JSONMember("copies", list.copies),
        JSONMember("keys", .array(list.entries.map { .object($0.members) })),
      ])
  }
}
