import Catalog
import Files
import Foundation
import HouseSupport
import Operating
import Pipeline
import Printable
import TestSupport
import Testing

@Suite("Doctor beside runs, and in folders that are not as they should be")
struct DoctorBesideRunsTests {
  private let now = "2026-12-31T12:00:00Z"

  private func look(_ house: NightlyHouse) async throws -> DoctorReport {
    try await Doctor(house.places, .at(now), freeBytes: { _ in 1 << 40 }).run()
  }

  private func symptom(_ report: DoctorReport, _ subject: String) throws -> Symptom {
    try #require(report.symptoms.first { $0.subject == subject }, "\(report.text)")
  }

  private func night() async throws -> NightlyHouse {
    let house = try NightlyHouse()
    #expect(try await house.run().failure == nil)
    return house
  }

  @Test("a release that is in the tree and not yet noted is no older copy of the catalogue")
  func besideAPublish() async throws {
    let house = try await night()
    let copy = try house.folder.contents(of: "state")
    let next = try await house.run("2026-12-31T03:00:00Z")
    #expect(next.isNewRelease)
    try house.remove("state")
    for (name, bytes) in copy { try house.folder.write(bytes, to: "state/\(name)") }
    // As the moment between the tree's commit and the catalogue's note.
    let release = try #require(next.release)
    let manifest = try #require(
      try house.folder.contents(of: "out")["puzzles/manifest.json"])
    let catalog = try Catalog.open(at: house.places.stateFolder.catalog)
    try catalog.recordRelease(
      NewRelease(
        number: release, manifest: manifest, createdAt: "2026-12-31T03:00:00Z", packs: [],
        dates: []))
    let interrupted = try await look(house)
    #expect(!interrupted.text.contains { $0.contains("rebuild") }, "\(interrupted.text)")
    let cares = interrupted.symptoms.filter { $0.subject == "release" && $0.severity == .care }
    #expect(cares.first?.remedy?.hasPrefix("almanac nightly") == true, "\(interrupted.text)")
    let lock = try StateLock(folder: house.state)
    let busy = try await look(house)
    #expect(try symptom(busy, "release").severity == .well, "\(busy.text)")
    withExtendedLifetime(lock) {}
  }

  @Test("a release that was begun, and of which nothing is in the tree yet, is told: edits wait")
  func begun() async throws {
    let house = try await night()
    let catalog = try Catalog.open(at: house.places.stateFolder.catalog)
    try catalog.recordRelease(
      NewRelease(
        number: 2, manifest: [1], createdAt: "2026-12-31T03:00:00Z", packs: [], dates: []))
    let report = try await look(house)
    let care = try #require(
      report.symptoms.first { $0.subject == "release" && $0.severity == .care }, "\(report.text)")
    #expect(care.remedy?.hasPrefix("almanac nightly") == true)
    #expect(try await house.run("2026-12-31T13:00:00Z").failure == nil)
    let mended = try await look(house)
    #expect(!mended.symptoms.contains { $0.subject == "release" && $0.severity == .care })
  }

  @Test("what looks wrong while a run is at work is no alarm")
  func whileAtWork() async throws {
    let house = try await night()
    try house.remove("out/puzzles/daily/2026-12-31.sbn")
    #expect(try await look(house).status == .badData)
    let lock = try StateLock(folder: house.state)
    let report = try await look(house)
    #expect(report.status == .partial, "\(report.text)")
    #expect(try symptom(report, "tree").message.contains("a run is at work"))
    withExtendedLifetime(lock) {}
  }

  @Test("a lock of another file system is not taken for the house's, though its number is the same")
  func otherLocks() {
    let list = """
      1: POSIX  ADVISORY  READ 7 fe:01:131090 128 128
      2: FLOCK  ADVISORY  WRITE 8 fe:02:131090 0 EOF
      3: FLOCK  ADVISORY  WRITE 9 fe:01:131091 0 EOF
      4: FLOCK  ADVISORY  WRITE 10 103:1f:131092 0 EOF
      """
    func holder(_ device: UInt64, _ inode: UInt64, noted: Int? = nil) -> Int? {
      FileLocks.holder(in: list, device: device, inode: inode, noted: noted)
    }
    #expect(holder(0xFE01, 131_090) == nil)
    #expect(holder(0xFE02, 131_090) == 8)
    #expect(holder(0xFE01, 131_091) == 9)
    #expect(holder(0x1_031F, 131_092) == 10)
    // Under an overlay the device is another one, and the file says who holds it.
    #expect(holder(0x31, 131_091, noted: 9) == 9)
    #expect(holder(0x31, 131_091, noted: 8) == nil)
  }

  @Test("a catalogue that cannot be read is said, and nothing false about the tree")
  func unreadable() async throws {
    let house = try await night()
    let file = house.places.stateFolder.catalog
    try FileManager.default.moveItem(atPath: file, toPath: file + "-real")
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: file + "-real")
    let report = try await look(house)
    let aside = "mv -- \(Shell.path(file)) \(Shell.path(file + "-aside"))"
    #expect(try symptom(report, "state").remedy == aside)
    #expect(!report.text.contains { $0.contains("rebuild") }, "\(report.text)")
  }

  @Test("a link in place of the lock, or of the reports, is named with what mends it")
  func links() async throws {
    let house = try await night()
    for name in ["lock", "runs"] {
      let path = "\(house.state)/\(name)"
      try FileManager.default.moveItem(atPath: path, toPath: path + "-real")
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: path + "-real")
      let aside = "mv -- \(Shell.path(path)) \(Shell.path(path + "-aside"))"
      let report = try await look(house)
      #expect(report.symptoms.contains { $0.remedy == aside }, "\(report.text)")
      try FileManager.default.moveItem(atPath: path, toPath: path + "-aside")
      #expect(try await look(house).status == .done)
    }
  }
}
