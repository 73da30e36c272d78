import Files
import Foundation
import HouseSupport
import JSONText
import Operating
import Pipeline
import Signing
import TestSupport
import Testing

@Suite("Keys")
struct KeysCommandTests {
  private let house: NightlyHouse

  init() throws { house = try NightlyHouse() }

  private func path(_ name: String) -> String { "\(house.folder.path)/\(name)" }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  private func fails(
    _ command: any Command, _ words: String, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try house.folder.contents()
    do {
      _ = try await command.said(in: house.places, .at("2026-12-30T12:00:00Z"))
      Issue.record("it was done", sourceLocation: location)
    } catch {
      #expect("\(error)".contains(words), "\(error)", sourceLocation: location)
      #expect(
        [.badData, .noInput, .cannotCreate].contains(Pipeline.ExitStatus(for: error)),
        sourceLocation: location)
    }
    #expect(try house.folder.contents() == before, sourceLocation: location)
  }

  @Test("new makes two copies of the roots, a release key and the list, for their owner alone")
  func new() async throws {
    try await house.makeKeys()
    for name in ["one/root.key", "two/root.key", "one/next.key", "two/next.key", "release.key"] {
      #expect(try mode(name) == 0o600, "\(name)")
    }
    for name in ["root", "next"] {
      #expect(house.folder.text("one/\(name).key") == house.folder.text("two/\(name).key"))
    }
    let list = try house.keys().keys
    #expect(list.version == 1 && list.copies == 2 && list.roots.count == 2 && list.release == 0)
    #expect(list.entries.map(\.range) == ["1…"])
    let folders = [path("three")]
    try await fails(NewKeys(folders: folders, key: path("new.key")), "keys.json: it is there")
    try house.remove("Recipes/keys.json")
    try await fails(NewKeys(folders: folders, key: path("release.key")), "release.key: it is there")
    try await fails(NewKeys(folders: [path("two")], key: path("new.key")), "root.key: it is there")
  }

  @Test("new in a house that has published signs the current release too")
  func newLater() async throws {
    #expect(try await house.run().release == 1)
    try await house.makeKeys()
    let night = try await house.run("2026-12-30T04:00:00Z")
    #expect(!night.isNewRelease)
    #expect(house.exists("out/puzzles/releases/1.sig"))
  }

  @Test("rotate refuses what would lock readers out, and writes nothing then")
  func refusals() async throws {
    try await house.makeKeys()
    func rotate(
      _ roots: [String] = ["one/root.key"], key: String? = nil, next: [String] = [],
      release: Int? = 5
    ) -> RotateKeys {
      RotateKeys(
        roots: roots.map(path), key: key, next: next.map(path), release: release)
    }
    try await fails(rotate(release: nil), "name it with --release")
    try await fails(rotate(["one/none.key"]), "the file does not exist")
    try await fails(
      rotate(["one/root.key", "one/next.key"]), "copies of a root have to be the same")
    try await fails(rotate(["release.key"]), "is no root of keys.json")
    try await fails(rotate(key: path("release.key")), "keys.json lists it already")
    try await fails(rotate(next: ["two/root.key"]), "it is the current root")
    try await fails(rotate(next: ["one/root.key", "one/next.key"]), "have to be the same key")
    let said = try await rotate().said(in: house.places, .at("2026-12-30T12:00:00Z"))
    #expect(said.status == .done)
    #expect(said.lines.contains { $0.text.contains("one copy of the root") })
    try await fails(rotate(release: 4), "the root has seen release 5")
    try house.folder.write("{}", to: "Recipes/keys.json")
    try await fails(rotate(), "keys.json: keys.json: `schema` has to be")
  }

  @Test("a list that has seen a later release than there is gets that release")
  func laterRelease() async throws {
    try await house.makeKeys()
    #expect(try await house.run().release == 1)
    // Somebody has taken “current” for “the first that the new key signs”.
    try await house.rotate("new.key", release: 2)
    try house.writeSigning("../new.key")
    let doctor = try await ExamineHouse().said(in: house.places, .at("2026-12-30T13:00:00Z"))
    #expect(
      doctor.lines.contains { $0.text.contains("readers take none before that") },
      "\(doctor.lines.map(\.text))")
    #expect(try await house.run("2026-12-30T14:00:00Z").release == 2)
    var reader = try house.reader()
    #expect(try await reader.open(house.store) == .accepted(notices: []))
    #expect(try await house.run("2026-12-30T15:00:00Z").isNewRelease == false)
  }

  @Test("a release that the tree has not come to is refused, and believed where there is no tree")
  func releaseAhead() async throws {
    #expect(try await house.run().release == 1)
    func new(_ release: Int) -> NewKeys {
      NewKeys(
        folders: [path("one"), path("two")], key: path("release.key"), release: release)
    }
    try await fails(new(3), "is at release 1")
    var places = house.places
    // It is not waited for: nobody serves it.
    places.output = "s3://bucket/p"
    #expect(try await new(3).said(in: places, .at("2026-12-30T12:00:00Z")).status == .done)
    #expect(try house.keys().keys.release == 3)
  }

  @Test("rotate takes the public half of a key that was made elsewhere")
  func publicKey() async throws {
    try await house.makeKeys()
    let key = SecretKey()
    let command = RotateKeys(
      roots: [path("one/root.key")], key: key.publicKey.text, others: .stay, release: 0)
    try await command.said(in: house.places, .at("2026-12-30"))
    #expect(try house.keys().keys.entries.map(\.range) == ["1…", "1…"])
    #expect(try house.keys().keys.entries.last?.key == key.publicKey)
  }

  @Test("rotate lists no more keys than readers take, and says how to go on")
  func mostKeys() async throws {
    try await house.makeKeys()
    let root = try KeyPlace(path("one/root.key"), in: ".").key { _ in nil }
    var list = try house.keys().keys
    let now = try #require(RunContext.time("2026-12-30"))
    while list.entries.count < ReleaseKeys.most.keys {
      list.entries.append(.init(key: SecretKey().publicKey, first: 1, last: 1, createdAt: now))
    }
    let signed = try SignedKeys(list, signedBy: [root])
    try house.folder.write(String(decoding: signed.json, as: UTF8.self), to: "Recipes/keys.json")
    func rotate(_ others: RotateKeys.Others) -> RotateKeys {
      RotateKeys(
        roots: [path("one/root.key")], key: path("new.key"), others: others,
        next: [path("one/later.key")], release: 5)
    }
    for others in [RotateKeys.Others.end, .stay] {
      try await fails(rotate(others), "keys.json lists 256, and readers take 256 at the most")
    }
    try await rotate(.revoke).said(in: house.places, .at("2026-12-30T12:00:00Z"))
    #expect(try house.keys().keys.entries.map(\.range) == ["5…"])
  }

  private func status(_ now: String) async throws -> (Pipeline.ExitStatus, JSONValue) {
    let said = try await ExamineKeys().said(in: house.places, .at(now, form: .json))
    let line = try #require(said.lines.first?.text)
    return (said.status, try JSONValue(reading: Array(line.utf8)))
  }

  /// The doctor's findings about keys, with their severity.
  private func findings(_ now: String) async throws -> [String: String] {
    guard case .array(let list)? = try await status(now).1["findings"] else { return [:] }
    var found: [String: String] = [:]
    for finding in list {
      guard case .string(let subject)? = finding["subject"],
        case .string(let severity)? = finding["severity"],
        case .string(let message)? = finding["message"]
      else { continue }
      found[subject] = "\(severity): \(message)"
    }
    return found
  }

  @Test("status and doctor say what needs care: copies, next root, age, signature, key")
  func care() async throws {
    #expect(try await status("2026-12-30").0 == .done)
    try await house.makeKeys()
    _ = try await house.run()
    let well = try await status("2026-12-30T12:00:00Z")
    #expect(well.0 == .done, "\(well.1.line)")
    #expect(well.1["version"] == .integer(1))
    var found = try await findings("2027-02-15")
    #expect(found["signature"] == "care: that of release 1 is 46 days old")
    found = try await findings("2028-01-15")
    #expect(found["release key"]?.hasSuffix("older than a year") == true, "\(found)")
    // One copy, and no next root.
    let alone = RotateKeys(roots: [path("one/next.key")])
    try await alone.said(in: house.places, .at("2026-12-30T12:00:00Z"))
    found = try await findings("2026-12-30T13:00:00Z")
    #expect(found["root"] == "care: there was 1 copy of it when it signed last")
    #expect(found["keys.json"] == "care: the tree's is number 1, older than the one of the recipes")
    try await house.rotate(nil, root: "next")
    found = try await findings("2026-12-30T13:00:00Z")
    #expect(found["root"] == "care: there is no next root")
    try house.remove("out/puzzles/releases/1.sig")
    found = try await findings("2026-12-30T13:00:00Z")
    #expect(found["signature"] == "care: release 1 has none")
    #expect(try await house.run("2026-12-30T14:00:00Z").failure == nil)
    found = try await findings("2026-12-30T15:00:00Z")
    #expect(found["signature"]?.hasPrefix("well: release 1 by ") == true)
    #expect(found["keys.json"] == nil)
    try house.remove("release.key")
    #expect(try await status("2026-12-30T15:00:00Z").0 == .badData)
    let report = try await Doctor(house.places, .at("2026-12-30T15:00:00Z")).run()
    #expect(report.symptoms.first?.subject == "release key")
    #expect(report.symptoms.first?.severity == .wrong)
    try house.writeSigning(nil)
    #expect(try await findings("2026-12-30T15:00:00Z")["release key"]?.hasPrefix("wrong") == true)
  }
}
