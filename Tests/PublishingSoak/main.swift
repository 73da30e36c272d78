import Dates
import Foundation
import Manifest
import Publishing
import Stores

// A helper of `make soak-kill` and `make measure-release`; no part of the program.

/// Publishes the content of one tree's current release into another tree.
func copy(_ source: String, to target: any ObjectStore, at time: Timestamp) async throws {
  let history = try await ReleaseHistory(of: DirectoryStore(root: source))
  guard let manifest = history.releases.last else { throw StoreError.notAFile(path: source) }
  let store = DirectoryStore(root: source)
  var entries: [ReleaseContent.Entry] = []
  for cadence in Cadence.allCases {
    for entry in manifest.calendar[cadence]?.entries ?? [] {
      let bytes = try await store.get(.entry(entry.period)) ?? []
      entries.append(.init(entry.period, sbn: String(decoding: bytes, as: UTF8.self)))
    }
  }
  var packs: [ReleaseContent.Pack] = []
  for pack in manifest.packs {
    packs.append(try await ReleaseReader(of: store).pack(pack, of: manifest))
  }
  let content = ReleaseContent(
    packs: packs, calendar: entries,
    provenance: .init(
      generatorVersion: manifest.generatorVersion, graderVersion: manifest.graderVersion,
      recipeHash: manifest.recipeHash))
  let publisher = Publisher(store: target)
  try await publisher.publish(publisher.plan(content, at: time, after: nil))
}

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "right" where words.count == 4, "wrong" where words.count == 4:
  let target = DirectoryStore(root: words[2])
  let store: any ObjectStore = words[0] == "wrong" ? HastyStore(target) : target
  try await copy(words[1], to: store, at: try Timestamp(words[3]))
case "first" where words.count == 4, "again" where words.count == 4,
  "changed" where words.count == 4:
  try await Measurement(folder: words[1], packs: Int(words[2]) ?? 1000, years: Int(words[3]) ?? 10)
    .run(words[0])
default:
  FileHandle.standardError.write(
    Data(
      """
      publishing-soak right|wrong SOURCE TARGET TIME   publish one tree's content into another
      publishing-soak first|again|changed FOLDER PACKS YEARS   measure a publish

      """.utf8))
  exit(64)
}
