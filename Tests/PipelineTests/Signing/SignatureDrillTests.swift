import Dates
import HouseSupport
import Manifest
import Operating
import Pipeline
import Releasing
import Signing
import Stores
import TestSupport
import Testing

/// The drills of docs/signatures.md, played as they are written there.
@Suite("Signature drills")
struct SignatureDrillTests {
  private let house: NightlyHouse

  /// Keys, and two signed nights.
  init() async throws {
    house = try NightlyHouse()
    try await house.makeKeys()
    #expect(try await house.run().failure == nil)
    #expect(try await house.run("2026-12-31T03:00:00Z").release == 2)
  }

  private func expectWhole(
    roots: [PublicKey]? = nil, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let said = try await VerifyRelease(roots: roots ?? house.keys().keys.roots).said(
      in: house.places, .at("2027-01-01"))
    #expect(said.status == .done, "\(said.lines)", sourceLocation: location)
  }

  @Test("lost release key: the root lists another, and nobody who plays notices")
  func lostReleaseKey() async throws {
    var reader = try house.reader()
    #expect(try await reader.open(house.store) == .accepted(notices: []))
    try house.remove("release.key")
    let night = try await house.run("2027-01-01T03:00:00Z")
    #expect(night.status == .noInput)
    #expect(night.failure?.contains("release.key: the file does not exist") == true)
    // Readers keep what they have.
    #expect(try await reader.open(house.store) == .accepted(notices: []))
    #expect(try await house.rotate("release-2.key") == .done)
    try house.writeSigning("../release-2.key")
    #expect(try await house.run("2027-01-01T04:00:00Z").release == 3)
    #expect(
      try await reader.open(house.store, at: "2027-01-01T05:00:00Z") == .accepted(notices: []))
    #expect(reader.seen?.release == 3)
    try await expectWhole()
  }

  @Test("lost tree: it is published again, signed with a key that was listed later")
  func lostTree() async throws {
    var reader = try house.reader()
    #expect(try await reader.open(house.store) == .accepted(notices: []))
    #expect(try await house.rotate("release-2.key") == .done)
    try house.writeSigning("../release-2.key")
    try house.remove("out")
    let report = try await Doctor(house.places, .at("2026-12-31T13:00:00Z")).run()
    let remedies = report.symptoms.compactMap(\.remedy)
    #expect(!"\(remedies)".contains("keys rotate"), "\(report.text)")
    #expect(try await house.run("2027-01-01T03:00:00Z").release == 3)
    #expect(
      try await reader.open(house.store, at: "2027-01-01T05:00:00Z") == .accepted(notices: []))
    try await expectWhole()
  }

  @Test("a release mistyped offline: the list does not go out, and the one before is taken again")
  func mistypedRelease() async throws {
    try house.copy("Recipes/keys.json", to: "before.json")
    // Where the tree is at hand, it is known to be wrong.
    await #expect(throws: PipelineError.self) {
      try await house.rotate("release-2.key", release: 200)
    }
    #expect(!house.exists("release-2.key"))
    #expect(try await house.rotate("release-2.key", release: 200, isOffline: true) == .done)
    try house.writeSigning("../release-2.key")
    let night = try await house.run("2027-01-01T03:00:00Z")
    #expect(night.status == .badData)
    #expect(night.failure?.contains("release 200 was current") == true, "\(night)")
    let report = try await Doctor(house.places, .at("2027-01-01T04:00:00Z")).run()
    let remedies = report.symptoms.compactMap(\.remedy)
    #expect("\(remedies)".contains("back as it was before"), "\(report.text)")
    try house.remove("Recipes/keys.json")
    try house.copy("before.json", to: "Recipes/keys.json")
    try house.remove("release-2.key")
    #expect(try await house.rotate("release-2.key", release: 2) == .done)
    #expect(try await house.run("2027-01-01T05:00:00Z").release == 3)
    try await expectWhole()
  }

  @Test("stolen release key: what the thief signs is refused, and the press goes on")
  func stolenReleaseKey() async throws {
    var reader = try house.reader()
    #expect(try await reader.open(house.store) == .accepted(notices: []))
    // The thief signs a release of the greatest number, and somebody's phone gets it.
    var stolen = try await forged(number: ReleaseStatement.greatestRelease)
    #expect(
      reader.take(
        manifest: stolen.manifest, signature: stolen.signature,
        at: try Timestamp("2026-12-31T12:00:00Z")) == .accepted(notices: []))

    let old = try #require(house.folder.text("Recipes/keys.json"))
    #expect(try await house.rotate("release-2.key", .revoke) == .done)
    try house.writeSigning("../release-2.key")
    // The next run signs the current release again and publishes the list, and nothing else.
    let report = try await house.run("2026-12-31T13:00:00Z")
    #expect(!report.isNewRelease)
    #expect(report.steps.count == 2, "\(report.steps)")
    #expect(try await reader.open(house.store) == .accepted(notices: []))
    #expect(reader.seen?.release == 2)
    stolen = try await forged(number: 9)
    #expect(
      reader.take(
        manifest: stolen.manifest, signature: stolen.signature,
        at: try Timestamp("2026-12-31T14:00:00Z")) == .refused(.noTrustedKey))
    #expect(try await house.run("2027-01-01T03:00:00Z").release == 3)
    #expect(
      try await reader.open(house.store, at: "2027-01-01T05:00:00Z") == .accepted(notices: []))
    try await expectWhole()
    // Whoever brings the old list back brings no key back: neither to readers nor to the press.
    try house.folder.write(old, to: "Recipes/keys.json")
    try house.writeSigning("../release.key")
    let night = try await house.run("2027-01-02T03:00:00Z")
    #expect(night.status == .badData)
    #expect(night.failure?.contains("the tree has keys.json number 2 and number 1 is") == true)
    #expect(reader.take(keys: Array(old.utf8)) == .kept(.stale(number: 1, known: 2)))
  }

  private func forged(number: Int) async throws -> (manifest: [UInt8], signature: [UInt8]) {
    let bytes = try #require(try await house.store.get(.manifest))
    var manifest = try Manifest(json: bytes)
    manifest.release = number
    let statement = try ReleaseStatement(ofManifest: manifest.json)
    let key = try KeyPlace("release.key", in: house.folder.path).key { _ in nil }
    let signature = KeySignature(key: key.publicKey, bytes: try key.signature(of: statement.text))
    return (manifest.json, ReleaseSignatures(of: statement, [signature]).json)
  }

  @Test("lost root: the next root signs the list, for apps that were built before")
  func lostRoot() async throws {
    var reader = try house.reader()
    #expect(try await reader.open(house.store) == .accepted(notices: []))
    try house.remove("one/root.key")
    try house.remove("two/root.key")
    // Nothing is urgent: nights go on with the release key.
    #expect(try await house.run("2027-01-01T03:00:00Z").release == 3)
    #expect(try await house.rotate(nil, root: "next", next: "next-2") == .done)
    #expect(try house.keys().keys.roots.first == reader.roots.last)
    #expect(try await house.run("2027-01-02T03:00:00Z").release == 4)
    #expect(
      try await reader.open(house.store, at: "2027-01-02T05:00:00Z") == .accepted(notices: []))
    #expect(reader.keys?.keys.version == 2)
    // Old builds and new ones believe the same tree.
    try await expectWhole(roots: reader.roots)
    try await expectWhole()
  }

  @Test("lost root and lost release key at once: the next root lists another key")
  func lostBoth() async throws {
    var reader = try house.reader()
    for name in ["one/root.key", "two/root.key", "release.key"] { try house.remove(name) }
    #expect(
      try await house.rotate("release-2.key", root: "next", next: "next-2") == .done)
    try house.writeSigning("../release-2.key")
    #expect(try await house.run("2027-01-01T03:00:00Z").release == 3)
    #expect(
      try await reader.open(house.store, at: "2027-01-01T05:00:00Z") == .accepted(notices: []))
    try await expectWhole(roots: reader.roots)
  }

  @Test(
    "two publishers, each with a key of its own: either signs, and neither writes over the other")
  func twoPublishers() async throws {
    #expect(try await house.rotate("second.key", .stay) == .done)
    var reader = try house.reader()
    #expect(try await house.run("2027-01-01T03:00:00Z").release == 3)
    try house.writeSigning("../second.key")
    let tree = try house.tree()
    #expect(try await house.run("2027-01-01T03:00:00Z").steps.isEmpty)
    #expect(try house.tree() == tree)
    #expect(try await house.run("2027-01-02T03:00:00Z").release == 4)
    #expect(
      try await reader.open(house.store, at: "2027-01-02T05:00:00Z") == .accepted(notices: []))
    try await expectWhole()
  }

  @Test("wrong clock: a release to come is a notice; the next one, by hand, comes above it")
  func wrongClock() async throws {
    var reader = try house.reader()
    let night = try await house.run("2027-01-20T03:00:00Z")
    #expect(night.failure == nil)
    #expect(
      try await reader.open(house.store, at: "2027-01-01T03:00:00Z")
        == .accepted(notices: [.ahead(days: 19)]))
    try house.writeSecond(count: 8)
    #expect(try await house.run("2027-01-02T03:00:00Z").failure != nil)
    let later = try Timestamp("2027-01-02T03:00:00Z")
    #expect(await house.night(later, acceptsClock: true).failure == nil)
    #expect(
      try await reader.open(house.store, at: "2027-01-02T03:00:00Z") == .accepted(notices: []))
    // And a phone whose clock stands in another year plays on.
    #expect(
      try await reader.open(house.store, at: "2028-01-02T03:00:00Z")
        == .accepted(notices: [.late(days: 365)]))
  }

  @Test("stale cache: old manifest, old signature, old list, in every mixture, are no error")
  func staleCache() async throws {
    let old = try house.tree()
    try await house.rotate("release-2.key")
    try house.writeSigning("../release-2.key")
    #expect(try await house.run("2027-01-01T03:00:00Z").release == 3)
    let new = try house.tree()
    let pieces = ["keys.json", "manifest.json", "releases/2.sig", "releases/3.sig"]
    let now = try Timestamp("2027-01-01T05:00:00Z")
    var upToDate = try house.reader()
    _ = try await upToDate.open(house.store, at: "2027-01-01T05:00:00Z")
    var counts = (accepted: 0, kept: 0, refused: 0)
    for mixture in 0..<1 << pieces.count {
      var tree: [String: [UInt8]] = [:]
      for (index, name) in pieces.enumerated() {
        tree[name] = (mixture >> index & 1 == 0 ? old : new)["puzzles/\(name)"]
      }
      let manifest = try #require(tree["manifest.json"])
      let number = try Manifest(json: manifest).release
      for start in [try house.reader(), upToDate] {
        var reader = start
        _ = reader.take(keys: try #require(tree["keys.json"]))
        let verdict = reader.take(
          manifest: manifest, signature: tree["releases/\(number).sig"], at: now)
        switch verdict {
        case .accepted: counts.accepted += 1
        case .kept: counts.kept += 1
        // Only a list that is older than the release can do that; the next try has the new one.
        case .refused(let refusal):
          counts.refused += 1
          #expect(refusal == .noTrustedKey && start.keys == nil && number == 3)
        }
        #expect((reader.seen?.release ?? 0) >= (start.seen?.release ?? 0))
      }
    }
    #expect(counts.accepted > 0 && counts.kept > 0 && counts.refused > 0, "\(counts)")
    _ = try await upToDate.open(house.store)
    #expect(upToDate.seen?.release == 3)
  }
}
