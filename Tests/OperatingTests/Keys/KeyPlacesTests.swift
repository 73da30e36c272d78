import Files
import Foundation
import HouseSupport
import Operating
import Pipeline
import Printable
import Signing
import TestSupport
import Testing

/// Keys that would be lost, shown to everybody, or put to a use that they are not for.
@Suite("Places and uses of keys")
struct KeyPlacesTests {
  private let house: NightlyHouse

  init() throws { house = try NightlyHouse() }

  private func path(_ name: String) -> String { "\(house.folder.path)/\(name)" }

  /// Expects that a command is refused, and has changed nothing.
  private func refuses(
    _ command: any Command, _ words: String, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try house.folder.contents()
    do {
      _ = try await command.said(in: house.places, .at("2026-12-30T12:00:00Z"))
      Issue.record("it was done", sourceLocation: location)
    } catch {
      #expect("\(error)".contains(words), "\(error)", sourceLocation: location)
    }
    #expect(try house.folder.contents() == before, sourceLocation: location)
  }

  private func rotate(
    _ roots: [String] = ["one/root.key"], key: String? = nil, next: [String] = []
  ) -> RotateKeys {
    RotateKeys(roots: roots.map(path), key: key, next: next.map(path), release: 5)
  }

  @Test("a root, or a key of which anybody has the secret half, signs no releases")
  func rootsSignNoReleases() async throws {
    try await house.makeKeys()
    let list = try house.keys().keys
    for key in [path("one/root.key"), path("two/next.key")] + list.roots.map(\.text) {
      try await refuses(rotate(key: key), "it is a root")
    }
    for weak in ["00", "01"] {
      let key = weak + String(repeating: "00", count: 31)
      try await refuses(rotate(key: key), "anybody can sign")
    }
    try await refuses(rotate(key: path("new.key"), next: ["new.key"]), "it is the same file")
    try await refuses(rotate(next: ["release.key"]), "it is a release key")
    let key = SecretKey()
    try SecretFile.create(Array("\(key.text)\n".utf8), at: path("n.key"))
    try await refuses(rotate(key: key.publicKey.text, next: ["n.key"]), "it is a root")
  }

  @Test("one file that is named twice, by whatever name, is one copy")
  func oneFileIsOneCopy() async throws {
    try await house.makeKeys()
    try FileManager.default.linkItem(atPath: path("one/root.key"), toPath: path("hard.key"))
    try FileManager.default.createSymbolicLink(
      atPath: path("linked"), withDestinationPath: path("one"))
    for other in ["one/root.key", "one/../one/root.key", "hard.key", "linked/root.key"] {
      try await refuses(rotate(["one/root.key", other]), "it is the same file")
    }
    try await refuses(rotate(next: ["new.key", "./new.key"]), "it is the same file")
    let said = try await rotate(["one/root.key", "two/root.key"]).said(
      in: house.places, .at("2026-12-30T12:00:00Z"))
    #expect(said.status == .done)
    #expect(try house.keys().keys.copies == 2)
  }

  @Test("a public key that is mistyped is not the name of a new file")
  func mistypedKey() async throws {
    try await house.makeKeys()
    let text = SecretKey().publicKey.text
    for wrong in [String(text.dropLast()), text + "0", "A" + text.dropFirst(), text.uppercased()] {
      try await refuses(rotate(key: wrong), "a public key has 64")
    }
  }

  @Test("new keys are not where the list goes, in the tree, in the state or beside the recipes")
  func placesOfKeys() async throws {
    func new(_ folders: [String] = ["x", "y"], key: String = "release.key") -> NewKeys {
      NewKeys(folders: folders.map(path), key: path(key))
    }
    try await refuses(new(key: "Recipes/keys.json"), "it is the same file")
    try await refuses(new(key: "Recipes/../Recipes/keys.json"), "it is the same file")
    try await refuses(new(key: "x/root.key"), "it is the same file")
    try await refuses(new(["out/puzzles/k"]), "it is in")
    try await refuses(new(key: "state/release.key"), "it is in")
    try await refuses(new(key: "Recipes/release.key"), "which go into git")
    var places = house.places
    places.privateTo = path("sold")
    let sold = new(["sold/keys"])
    await #expect(throws: PipelineError.self) {
      _ = try await sold.said(in: places, .at("2026-12-30"))
    }
    #expect(!house.exists("sold"))
    try await house.makeKeys()
    try await refuses(rotate(key: path("out/new.key")), "it is in")
    try await refuses(rotate(key: path("Recipes/new.key")), "which go into git")
    try await refuses(rotate(next: ["state/next.key"]), "it is in")
    try await refuses(rotate(next: ["none/next.key"]), "cannot be written")
  }

  @Test("what was interrupted can be done again, and it is said what to remove")
  func interruptedNew() async throws {
    func new(_ folders: [String], key: String = "release.key") -> NewKeys {
      NewKeys(folders: folders.map(path), key: path(key))
    }
    try await refuses(new(["a", "./a"]), "it is the same file")
    try await refuses(new(["a", "b"], key: "none/release.key"), "cannot be written")
    // Killed before the list was written.
    try await new(["a", "b"]).said(in: house.places, .at("2026-12-30"))
    try house.remove("Recipes/keys.json")
    try await refuses(rotate(["a/root.key"]), "else “almanac keys new ")
    let names = ["a/root.key", "a/next.key", "b/root.key", "b/next.key", "release.key"].map(path)
    try await refuses(new(["a", "b"]), Shell.removal(of: names))
    for name in names { try Folders.removeFile(name) }
    try await new(["a", "b"]).said(in: house.places, .at("2026-12-30"))
    #expect(try house.keys().keys.version == 1)
  }

  @Test("a list that is too large is a bad list")
  func largeList() async throws {
    try await house.makeKeys()
    try house.folder.write(
      String(repeating: " ", count: SignedKeys.largest + 1), to: "Recipes/keys.json")
    do {
      _ = try await rotate().said(in: house.places, .at("2026-12-30"))
      Issue.record("it was done")
    } catch {
      #expect(Pipeline.ExitStatus(for: error) == .badData, "\(error)")
    }
  }
}
