import Files
import Foundation
import HouseSupport
import Manifest
import Pipeline
import Releasing
import Signing
import Stores
import TestSupport
import Testing
import Upkeep

/// Whatever publishes signs, and whoever verifies finds what is wrong.
@Suite("Signed releases")
struct SignedReleaseTests {
  private let house: NightlyHouse

  init() async throws {
    house = try NightlyHouse()
    try await house.makeKeys()
    #expect(try await house.run().failure == nil)
  }

  private func verify(
    trusting roots: [PublicKey]? = nil, now: String = "2026-12-31"
  ) async throws -> (status: Pipeline.ExitStatus, text: String) {
    let said = try await VerifyRelease(roots: roots ?? house.keys().keys.roots).said(
      in: house.places, .at(now))
    return (said.status, said.lines.map(\.text).joined(separator: "\n"))
  }

  private func expectSigned(
    _ release: Int, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let said = try await verify()
    #expect(said.status == .done, "\(said.text)", sourceLocation: location)
    let bytes = try #require(try await house.store.get(.signature(release)))
    let signatures = try ReleaseSignatures(reading: bytes)
    #expect(signatures.statement.release == release, sourceLocation: location)
    #expect(!signatures.trusted(by: try house.keys().keys).isEmpty, sourceLocation: location)
  }

  @Test("every command that publishes signs: nightly, publish, rollback, withdraw and gc")
  func everyCommand() async throws {
    try await expectSigned(1)
    try house.writeSecond(count: 8)
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    try await expectSigned(2)
    let now = "2026-12-31T09:00:00Z"
    #expect(try await house.release(RollBackRelease(to: 1), now: now) == .done)
    try await expectSigned(3)
    #expect(try await house.release(PublishRelease(isResuming: true), now: now) == .done)
    try await expectSigned(4)
    let withdrawal = WithdrawPuzzle(id: "second:1", reason: "dull")
    #expect(try await house.release(withdrawal, now: now) == .done)
    let current = try #require(try await house.store.get(.manifest))
    let release = try Manifest(json: current).release
    try await expectSigned(release)
    // Publishing again writes nothing.
    let tree = try house.tree()
    #expect(try await house.release(PublishRelease(), now: now) == .done)
    #expect(try house.tree() == tree)
    // A signature is kept as long as its release.
    #expect(try await house.release(CollectReleases(keep: 2), now: now) == .done)
    let kept = try house.tree().keys.filter { $0.hasPrefix("puzzles/releases/") }.sorted()
    #expect(
      kept
        == [release, release + 1].flatMap { number in
          ["puzzles/releases/\(number).json", "puzzles/releases/\(number).sig"]
        })
    try await expectSigned(release + 1)
  }

  @Test("without keys the tree is the same, byte for byte, but for signatures and their keys")
  func sameTree() async throws {
    let plain = try NightlyHouse()
    _ = try await plain.run()
    let signed = try house.tree().filter {
      !$0.key.hasSuffix(".sig") && $0.key != "puzzles/keys.json"
    }
    #expect(try plain.tree() == signed)
    #expect(try house.tree().count == signed.count + 2)
  }

  @Test("a key that cannot be used ends the night before anything is made or published")
  func unusableKey() async throws {
    let before = try house.tree()
    let folder = house.folder.path
    func fails(_ words: String, _ status: Pipeline.ExitStatus) async throws {
      let night = try await house.run("2027-01-01T03:00:00Z")
      #expect(night.status == status, "\(night.failure ?? "")")
      #expect(night.failure?.contains(words) == true, "\(night.failure ?? "")")
      #expect(night.made == 0)
      await #expect(throws: PipelineError.self) {
        try await house.release(PublishRelease(), now: "2027-01-01T03:00:00Z")
      }
      #expect(try house.tree() == before)
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: "\(folder)/release.key")
    try await fails("others can read the file (mode 640)", .badData)
    try house.writeSigning("../none.key")
    try await fails("none.key: the file does not exist", .noInput)
    try house.writeSigning("$ALMANAC_RELEASE_KEY")
    try await fails("$ALMANAC_RELEASE_KEY: the variable is not set", .noInput)
    try SecretFile.create(Array(SecretKey().text.utf8), at: "\(folder)/other.key")
    try house.writeSigning("../other.key")
    try await fails("keys.json does not name the release key", .badData)
    try SecretFile.create(Array("almanac".utf8), at: "\(folder)/bad.key")
    try house.writeSigning("../bad.key")
    try await fails("it holds no secret key", .badData)
    // The right key, and the list gone, edited, or ended.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: "\(folder)/release.key")
    try house.writeSigning("../release.key")
    let list = try #require(house.folder.text("Recipes/keys.json"))
    try house.remove("Recipes/keys.json")
    try await fails("there is no list of release keys", .noInput)
    try house.folder.write(
      list.replacing("\\\"first\\\":1", with: "\\\"first\\\":2"), to: "Recipes/keys.json")
    try await fails("no root has signed it", .badData)
    try house.folder.write(list, to: "Recipes/keys.json")
    try await house.rotate("second.key")
    try await fails("may sign releases 1…1, not 2", .badData)
  }

  @Test("the key can come from the environment")
  func environment() async throws {
    let text = try #require(house.folder.text("release.key"))
    try house.remove("release.key")
    try house.writeSigning("$ALMANAC_RELEASE_KEY")
    let stores = StoreSettings(
      variable: { $0 == "ALMANAC_RELEASE_KEY" ? text : nil },
      clock: { RunContext.time(epochSeconds: 0) }, wait: { _ in })
    let now = try #require(RunContext.time("2026-12-31T03:00:00Z"))
    let report = await Night().run(
      in: house.places, RunContext(now: now, jobs: 1, stores: stores))
    #expect(report.failure == nil)
    try await expectSigned(2)
  }

  /// What can happen to signatures in a tree.
  enum Injury: String, CaseIterable {
    case signatureGone, signatureCut, signatureSwapped, signatureEndless, signatureForeign
    case keysGone, keysCut, keysForeign, keysEndless
  }

  @Test(
    "verify finds what happened to a signature or to the keys, and the next run heals it",
    arguments: Injury.allCases)
  func heals(injury: Injury) async throws {
    try house.writeSecond(count: 8)
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    let before = try house.tree()
    let signature = "out/puzzles/releases/2.sig"
    let keys = "out/puzzles/keys.json"
    let text = try #require(house.folder.text(signature))
    var foreign: PublicKey?
    switch injury {
    case .signatureGone: try house.remove(signature)
    case .signatureCut: try house.folder.write(String(text.prefix(100)), to: signature)
    case .signatureSwapped:
      try house.folder.write(
        try #require(house.folder.text("out/puzzles/releases/1.sig")), to: signature)
    case .signatureEndless:
      try house.folder.write(text + String(repeating: " ", count: 1 << 20), to: signature)
    case .signatureForeign:
      let statement = try ReleaseSignatures(reading: Array(text.utf8)).statement
      let key = SecretKey()
      foreign = key.publicKey
      let own = KeySignature(key: key.publicKey, bytes: try key.signature(of: statement.text))
      try house.folder.write(ReleaseSignatures(of: statement, [own]).json, to: signature)
    case .keysGone: try house.remove(keys)
    case .keysCut: try house.folder.write(Array(try house.keys().json.dropLast(40)), to: keys)
    case .keysForeign:
      let root = SecretKey()
      var list = try house.keys().keys
      list.roots = [try house.keys().keys.roots[0]]
      try house.folder.write(try SignedKeys(list, signedBy: [root]).json, to: keys)
    case .keysEndless:
      try house.folder.write([UInt8](repeating: 0x20, count: 1 << 20), to: keys)
    }
    let said = try await verify()
    #expect(said.status == .badData, "\(said.text)")
    #expect(said.text.contains(": signature: "), "\(said.text)")
    #expect(try await house.run("2026-12-31T04:00:00Z").failure == nil)
    #expect(try await verify().status == .done)
    if let foreign {
      // A second signature by an unknown key beside a good one is fine, and stays.
      let bytes = try #require(try await house.store.get(.signature(2)))
      #expect(try ReleaseSignatures(reading: bytes).holds(for: foreign))
    } else {
      #expect(try house.tree() == before)
    }
  }

  @Test("a manifest edited by one byte, a pointer put back and an unsigned release are found")
  func attacks() async throws {
    let first = try house.tree()
    try house.writeSecond(count: 8)
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    let second = try house.tree()
    let manifest = try #require(second["puzzles/manifest.json"])
    // Edited by one byte, in both places, so that nothing but the signature can tell.
    let edited = Array(
      String(decoding: manifest, as: UTF8.self)
        .replacing("\"name\":\"Second\"", with: "\"name\":\"Sacond\"").utf8)
    try house.folder.write(edited, to: "out/puzzles/manifest.json")
    try house.folder.write(edited, to: "out/puzzles/releases/2.json")
    #expect(
      try await verify().text.contains(
        "releases/2.sig: signature: it is of another manifest than that of release 2"))
    // Rollback: everything of release 2 taken away.
    for name in second.keys where first[name] == nil { try house.remove("out/\(name)") }
    for (name, bytes) in first { try house.folder.write(bytes, to: "out/\(name)") }
    #expect(try await verify().status == .done)
    try await house.rotate(nil, release: 2)
    try house.folder.write(try house.keys().json, to: "out/puzzles/keys.json")
    let rolledBack = try await verify()
    #expect(rolledBack.status == .badData)
    #expect(
      rolledBack.text.contains("it is release 1, and the root has seen release 2"),
      "\(rolledBack.text)")
    // Mix and match: the signature of another tree.
    let roots = [SecretKey().publicKey]
    #expect(
      try await verify(trusting: roots).text.contains("no root that is trusted has signed it"))
  }

  @Test("the press signs nothing that lies in the tree and is not its own")
  func plantedRelease() async throws {
    try house.writeSecond(count: 8)
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    let old = try #require(house.folder.text("out/puzzles/releases/1.json"))
    let planted = old.replacing("\"name\":\"Second\"", with: "\"name\":\"Sacond\"")
    try house.folder.write(planted, to: "out/puzzles/releases/1.json")
    try house.remove("out/puzzles/releases/1.sig")
    for number in ["9223372036854775807", "9223372036854775808", "0", "03"] {
      try house.folder.write("{}", to: "out/puzzles/releases/\(number).sig")
      try house.folder.write("{}", to: "out/puzzles/releases/\(number).json")
    }
    #expect(try await house.run("2027-01-01T03:00:00Z").release == 3)
    #expect(!house.exists("out/puzzles/releases/1.sig"))
    #expect(house.folder.text("out/puzzles/releases/9223372036854775807.sig") == "{}")
    // With its own manifest back, an earlier release gets its signature again.
    try house.folder.write(old, to: "out/puzzles/releases/1.json")
    #expect(try await house.run("2027-01-01T04:00:00Z").failure == nil)
    #expect(house.exists("out/puzzles/releases/1.sig"))
  }

  @Test("without a root, verify says what signatures there are")
  func withoutRoot() async throws {
    func text() async throws -> String {
      let said = try await VerifyRelease().said(in: house.places, .at("2026-12-31"))
      #expect(said.status == .done)
      return said.lines.map(\.text).joined(separator: "\n")
    }
    #expect(try await text().contains("release 1 is signed by 1 key; --root-key tells whether"))
    // Signatures without the list that says whose they are: no app takes them.
    let list = try #require(house.tree()["puzzles/keys.json"])
    try house.remove("out/puzzles/keys.json")
    let listless = try await verify(trusting: [])
    #expect(listless.status == .badData)
    #expect(
      listless.text.contains("keys.json: signature: there is no list of release keys — without it"),
      "\(listless.text)")
    try house.folder.write(list, to: "out/puzzles/keys.json")
    try house.remove("out/puzzles/releases/1.sig")
    #expect(try await text().contains("release 1 is not signed"))
    try house.remove("out/puzzles/keys.json")
    #expect(try await text().contains("there are no signatures"))
  }

  @Test("an old signature is a notice: verify tells its age and ends well")
  func late() async throws {
    #expect(try await verify(now: "2027-01-29").status == .done)
    #expect(try await !verify(now: "2027-01-29").text.contains("days old"))
    let late = try await verify(now: "2027-02-15")
    #expect(late.status == .done)
    #expect(late.text.contains("the signature is 46 days old"))
  }

  @Test(
    "where the recipes name no key any more, nothing is made or published",
    arguments: [nil, "puzzles/keys.json", "puzzles/releases/1.sig"])
  func dropped(lost: String?) async throws {
    // Either of the two marks is enough.
    if let lost { try house.remove("out/\(lost)") }
    let before = try house.tree()
    try house.writeSigning(nil)
    let night = try await house.run("2026-12-31T03:00:00Z")
    #expect(night.status == .badRecipe && night.made == 0)
    #expect(night.failure?.contains("signing: { key: … }") == true, "\(night.failure ?? "")")
    #expect(night.failure?.contains("“signing: none”") == true, "\(night.failure ?? "")")
    let dry = try await house.run("2026-12-31T03:00:00Z", isDryRun: true)
    #expect(dry.status == .badRecipe)
    let commands: [any Command] = [
      PublishRelease(), PublishRelease(isPlanOnly: true), RollBackRelease(to: 1),
      CollectReleases(keep: 1), WithdrawPuzzle(id: "first:1", reason: "dull"), RebuildCatalog(),
    ]
    for command in commands {
      do {
        _ = try await command.said(in: house.places, .at("2026-12-31T09:00:00Z"))
        Issue.record("\(command) was done")
      } catch {
        #expect(Pipeline.ExitStatus(for: error) == .badRecipe, "\(command): \(error)")
      }
    }
    #expect(try house.tree() == before)
    try house.writeSigning("../release.key")
    #expect(try await house.run("2026-12-31T04:00:00Z").failure == nil)
    try await expectSigned(2)
  }

  @Test("who leaves signing says so, and can come back to it")
  func left() async throws {
    try house.leaveSigning()
    let night = try await house.run("2026-12-31T03:00:00Z")
    #expect(night.failure == nil && night.release == 2 && night.notes.isEmpty, "\(night.notes)")
    #expect(try await verify().text.contains("release 2 is not signed"))
    #expect(try await house.release(RollBackRelease(to: 1), now: "2026-12-31T09:00:00Z") == .done)
    try house.writeSigning("../release.key")
    #expect(try await house.run("2026-12-31T10:00:00Z").failure == nil)
    try await expectSigned(3)
  }

  @Test("a catalogue made anew from a signed tree goes on signing")
  func rebuilt() async throws {
    try house.remove("state")
    try await house.rebuild(now: "2026-12-31")
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
    try await expectSigned(2)
  }
}
