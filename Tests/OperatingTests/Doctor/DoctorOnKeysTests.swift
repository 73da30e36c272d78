import Foundation
import HouseSupport
import Operating
import Pipeline
import Signing
import TestSupport
import Testing

/// What the doctor says of keys that cannot sign: what mends it, and never what he has said before.
@Suite("Doctor on keys")
struct DoctorOnKeysTests {
  private static let now = "2026-12-30T12:00:00Z"

  /// A house that has published a signed release.
  private func makeHouse() async throws -> NightlyHouse {
    let house = try NightlyHouse()
    try await house.makeKeys()
    #expect(try await house.run().failure == nil)
    return house
  }

  private func worst(_ house: NightlyHouse) async throws -> (words: String, remedy: String) {
    let report = try await Doctor(house.places, .at(Self.now), freeBytes: { _ in 1 << 40 }).run()
    let symptom = try #require(report.symptoms.first)
    return (symptom.message, try #require(symptom.remedy, "\(report.text)"))
  }

  @Test("a key's file that is lost, open to others, or a link")
  func keyFile() async throws {
    let house = try await makeHouse()
    let key = "\(house.folder.path)/Recipes/../release.key"
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    #expect(try await worst(house).remedy == "chmod 600 '\(key)'")
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    try files.moveItem(atPath: key, toPath: "\(house.folder.path)/kept.key")
    let lost = try await worst(house).remedy
    #expect(lost.hasPrefix("bring the release key back to '\(key)', or name the file in "))
    #expect(lost.contains("where that is lost, almanac keys rotate") && !lost.contains("--release"))
    try files.createSymbolicLink(atPath: key, withDestinationPath: "kept.key")
    #expect(try await worst(house).remedy.hasSuffix("a plain file"))
    try files.removeItem(atPath: key)
    try house.folder.write("no key", to: "release.key")
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    #expect(try await worst(house).remedy.hasPrefix("bring the release key back"))
    try house.remove("release.key")
    try house.copy("one/root.key", to: "release.key")
    let root = try await worst(house)
    #expect(root.words.contains("no release key"), "\(root.words)")
    #expect(root.remedy.hasPrefix("take the root away from this machine, and "))
  }

  @Test("a list of keys that is lost, or does not name the key")
  func list() async throws {
    let house = try await makeHouse()
    let other = try NightlyHouse()
    try await other.makeKeys()
    let list = try #require(house.folder.text("Recipes/keys.json"))
    for text in [nil, "x"] {
      if let text {
        try house.folder.write(text, to: "Recipes/keys.json")
      } else {
        try house.remove("Recipes/keys.json")
      }
      let remedy = try await worst(house).remedy
      #expect(remedy.contains("keys.json' back"), "\(remedy)")
    }
    try house.folder.write(list, to: "Recipes/keys.json")
    try house.folder.write(try #require(other.folder.text("release.key")), to: "release.key")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: "\(house.folder.path)/release.key")
    let unlisted = try await worst(house).remedy
    #expect(unlisted.contains("keys rotate") && unlisted.contains("--key "), "\(unlisted)")
  }

  /// What mends the release key.
  private func remedy(_ house: NightlyHouse) async throws -> String {
    let report = try await Doctor(house.places, .at(Self.now), freeBytes: { _ in 1 << 40 }).run()
    return try #require(report.symptoms.first { $0.subject == "release key" }?.remedy)
  }

  @Test("of keys that were rotated, the one to name is told, and none that was struck out")
  func rotated() async throws {
    let house = try await makeHouse()
    for others in [RotateKeys.Others.end, .revoke] {
      let key = "next-\(others).key"
      try await house.rotate(key, others)
      let new = try #require(try house.keys().keys.entries.last).key
      let remedy = try await remedy(house)
      #expect(remedy.hasPrefix("name \(new.short) in ") && remedy.contains("release.yaml"))
      #expect(remedy.contains("--key NEW-FILE") && !remedy.contains("--release"), "\(remedy)")
      try house.writeSigning("../lost.key")
      #expect(try await self.remedy(house).contains("has \(new.short);"))
      try house.writeSigning("../\(key)")
      #expect(try await house.run().failure == nil)
    }
  }

  @Test("before the first release the commands that are advised are ones that work")
  func unpublished() async throws {
    let house = try NightlyHouse()
    try house.writeSigning("../release.key")
    let new = try await remedy(house)
    let key = "\(house.folder.path)/Recipes/../release.key"
    #expect(new.hasSuffix("\(house.places.command("keys new")) FOLDER COPY-FOLDER --key '\(key)'"))
    let folders = ["one", "two"].map { "\(house.folder.path)/\($0)" }
    let said = try await NewKeys(folders: folders, key: key).said(in: house.places, .at(Self.now))
    #expect(!said.lines.contains { $0.text.contains("name it in release.yaml") }, "\(said.lines)")
    try house.remove("release.key")
    #expect(try await remedy(house).hasSuffix("--root FILE --key NEW-FILE --release 0"))
    try await house.rotate("second.key", release: 0)
    // The first has signed nothing, and never will.
    #expect(try house.keys().keys.entries.map(\.range) == ["1…"])
    try house.writeSigning("../second.key")
    #expect(try await house.run().failure == nil)
  }

  @Test("a list of the tree that is newer, of other roots, or another of the same number")
  func treeList() async throws {
    let house = try await makeHouse()
    let old = try #require(house.folder.text("Recipes/keys.json"))
    try await house.rotate("next-release.key")
    let new = try #require(house.folder.text("Recipes/keys.json"))
    try house.folder.write(new, to: "out/puzzles/keys.json")
    try house.folder.write(old, to: "Recipes/keys.json")
    let newer = try await worst(house)
    #expect(
      newer.words.contains("number 2") && newer.remedy.hasPrefix("bring the tree's keys.json"))
    let other = try NightlyHouse()
    try await other.makeKeys()
    try house.folder.write(
      try #require(other.folder.text("Recipes/keys.json")), to: "out/puzzles/keys.json")
    let foreign = try await worst(house)
    #expect(foreign.words.contains("other roots"), "\(foreign)")
    #expect(foreign.remedy.contains("remove the other"), "\(foreign)")
  }

  @Test("by an old list of the recipes no key is judged: it may name one that was struck out")
  func oldList() async throws {
    let house = try await makeHouse()
    let old = try #require(house.folder.text("Recipes/keys.json"))
    try await house.rotate("second.key", .revoke)
    try house.writeSigning("../second.key")
    #expect(try await house.run().failure == nil)
    try house.folder.write(old, to: "Recipes/keys.json")
    let found = try await worst(house)
    #expect(found.words.contains("number 2"), "\(found)")
    #expect(found.remedy.hasPrefix("bring the tree's keys.json"), "\(found)")
  }

  @Test("a signature of an earlier release that is damaged, which the next night mends")
  func earlierSignature() async throws {
    let house = try await makeHouse()
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    let whole = try #require(house.folder.text("out/puzzles/releases/1.sig"))
    try house.folder.write("", to: "out/puzzles/releases/1.sig")
    let report = try await Doctor(
      house.places, .at("2026-12-31T12:00:00Z"), freeBytes: { _ in 1 << 40 }
    ).run()
    let found = try #require(report.symptoms.first { $0.message.contains("release 1 is damaged") })
    #expect(found.remedy == house.places.command("nightly"))
    #expect(try await house.run("2026-12-31T03:00:00Z").failure == nil)
    #expect(house.folder.text("out/puzzles/releases/1.sig") == whole)
  }

  @Test("signing that was taken out of release.yaml")
  func signingTakenOut() async throws {
    let house = try await makeHouse()
    try house.writeSigning(nil)
    let found = try await worst(house)
    #expect(found.remedy.contains("signing: { key: … }"), "\(found)")
    #expect(found.remedy.contains("release.yaml"), "\(found)")
    #expect(found.remedy.contains("signing: none"), "\(found)")
    try house.leaveSigning()
    let report = try await Doctor(
      house.places, .at("2026-12-31T12:00:00Z"), freeBytes: { _ in 1 << 40 }
    ).run()
    let key = try #require(report.symptoms.first { $0.subject == "release key" })
    #expect(key.severity == .well && key.message.contains("signing: none"), "\(key)")
  }
}
