import Catalog
import Files
import Foundation
import HouseSupport
import JSONText
import Operating
import Pipeline
import Printable
import Releasing
import TestSupport
import Testing

@Suite("Doctor")
struct DoctorTests {
  private func look(
    _ house: NightlyHouse, _ now: String = "2026-12-30T12:00:00Z", freeBytes: Int? = 1 << 40
  ) async throws -> DoctorReport {
    try await Doctor(house.places, .at(now), freeBytes: { _ in freeBytes }).run()
  }

  private func symptom(_ report: DoctorReport, _ subject: String) throws -> Symptom {
    try #require(report.symptoms.first { $0.subject == subject }, "\(report.text)")
  }

  @Test("after a night all is well, on one screen, and nothing was changed")
  func well() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let before = try house.folder.contents(of: "out")
    let report = try await look(house)
    #expect(report.status == .done, "\(report.text)")
    #expect(report.text.first == "2026-12-30T12:00:00Z: all is well")
    #expect(report.text.count < 24)
    #expect(report.text.allSatisfy { $0.count <= 120 || $0.contains("free for") })
    #expect(try house.folder.contents(of: "out") == before)
    let value = report.json
    #expect(value["exit"] == .integer(0))
    #expect(value["worst"] == .string("well"))
  }

  @Test("a night that is late needs care, a day that is missing is wrong; the worst comes first")
  func horizon() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    // One night late: not yet worth a word.
    #expect(try await symptom(look(house, "2026-12-31T02:00:00Z"), "daily").severity == .well)
    // Tomorrow's puzzle is needed today: in some time zone it is tomorrow.
    let last = try await look(house, "2027-01-01T01:00:00Z")
    #expect(last.status == .badData)
    #expect(last.symptoms.first?.subject == "daily")
    #expect(last.symptoms.first?.message.hasPrefix("tomorrow's puzzle is missing") == true)
    #expect(last.symptoms.first?.remedy?.hasPrefix("almanac nightly --recipes '") == true)
    let gone = try await look(house, "2027-01-02T01:00:00Z")
    #expect(try symptom(gone, "daily").message == "today's puzzle is missing: published for 0 days")
    #expect(try symptom(gone, "weekly").severity == .well)
    #expect(try symptom(gone, "last run").severity == .care)
  }

  @Test("a run by a clock that was far ahead is not the last one for ever")
  func clockAheadOnce() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run().failure == nil)
    #expect(try await house.run("2999-12-20T03:00:00Z").status == .badData)
    let report = try await look(house)
    #expect(report.status == .done, "\(report.text)")
    #expect(try symptom(report, "last run").message == "2026-12-30T03:00:00Z, done")
    // What went wrong by the right clock is told as before.
    let late = try await look(house, "2027-01-01T23:00:00Z")
    #expect(try symptom(late, "last run").message.contains("went well was at 2026-12-30T03"))
  }

  @Test("a week or month may be missing on its first day, not on its second")
  func weeks() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    #expect(try await symptom(look(house, "2027-01-04T12:00:00Z"), "weekly").severity == .well)
    #expect(try await symptom(look(house, "2027-01-05T12:00:00Z"), "weekly").severity == .care)
  }

  @Test("nothing made yet, and nothing published, are said with the command that makes it")
  func empty() async throws {
    let report = try await look(try NightlyHouse())
    #expect(report.status == .badData)
    #expect(try symptom(report, "catalogue").remedy?.hasPrefix("almanac nightly") == true)
    #expect(try symptom(report, "tree").severity == .care)
  }

  /// What can happen to a house between two nights.
  enum Injury: String, CaseIterable {
    case pointer
    case day
    case manifest
    case allManifests
    case tree
    case catalogue
    case noDatabase
    case oldCopy
    case othersCatalogue
    case late

    func happen(to house: NightlyHouse) async throws {
      switch self {
      case .pointer: try house.folder.write("x", to: "out/puzzles/packs/first.json")
      case .day: try house.remove("out/puzzles/daily/2026-12-31.sbn")
      case .manifest: try house.folder.write("x", to: "out/puzzles/manifest.json")
      case .allManifests:
        for name in ["manifest", "releases/1", "releases/2"] {
          try house.folder.write("x", to: "out/puzzles/\(name).json")
        }
      case .tree: try house.remove("out")
      case .catalogue: try house.remove("state")
      case .noDatabase:
        for suffix in ["-wal", "-shm"] { try? house.remove("state/catalog.sqlite\(suffix)") }
        try house.folder.write(
          String(repeating: "this is no database ", count: 50), to: "state/catalog.sqlite")
      case .oldCopy:
        let copy = try house.folder.contents(of: "state")
        try house.writeCalendar(horizon: 5)
        _ = try await house.run("2026-12-31T03:00:00Z")
        try house.remove("state")
        for (name, bytes) in copy { try house.folder.write(bytes, to: "state/\(name)") }
      case .othersCatalogue:
        let other = try NightlyHouse()
        try other.writeCalendar(seed: 77)
        for now in ["2026-12-30T03:00:00Z", "2026-12-31T03:00:00Z"] { _ = try await other.run(now) }
        try house.remove("state")
        for (name, bytes) in try other.folder.contents(of: "state") {
          try house.folder.write(bytes, to: "state/\(name)")
        }
      case .late: try house.writeCalendar(horizon: 9)
      }
    }
  }

  @Test("the command of the worst finding mends it, until all is well", arguments: Injury.allCases)
  func mending(injury: Injury) async throws {
    let house = try NightlyHouse()
    _ = try await house.run("2026-12-30T03:00:00Z")
    _ = try await house.run("2026-12-31T03:00:00Z")
    try await injury.happen(to: house)
    let now = "2026-12-31T12:00:00Z"
    #expect(try await look(house, now).status != .done)
    var tried: [String] = []
    while let remedy = try await look(house, now).symptoms[0].remedy, tried.count < 3 {
      tried.append(remedy)
      let out = "\(house.folder.path)/out"
      func quoted(_ name: String) -> String { Shell.path(name) }
      let flags =
        "--recipes \(quoted("\(house.folder.path)/Recipes")) --output \(quoted(out)) "
        + "--state \(quoted(house.state))"
      switch remedy {
      case "almanac nightly \(flags)":
        #expect(try await house.run(now).failure == nil)
      case "almanac catalog rebuild \(flags)":
        try await house.rebuild(now: now)
      case "mv -- \(quoted("\(out)/puzzles")) \(quoted("\(out)/puzzles-aside")) && "
        + "almanac nightly \(flags)":
        try FileManager.default.moveItem(
          atPath: "\(out)/puzzles", toPath: "\(out)/puzzles-aside")
        #expect(try await house.run(now).failure == nil)
      default: Issue.record("\(remedy) mends nothing")
      }
    }
    let report = try await look(house, now)
    #expect(report.status == .done, "after \(tried): \(report.text)")
    #expect((1...2).contains(tried.count), "\(tried)")
  }

  @Test("recipes with mistakes are named")
  func recipes() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    try house.folder.write("packs: [nowhere]\n", to: "Recipes/release.yaml")
    let found = try await symptom(look(house), "recipes")
    #expect(found.severity == .wrong)
    #expect(found.remedy?.hasPrefix("almanac recipes check") == true)
    try house.remove("Recipes")
    #expect(try await symptom(look(house), "recipes").remedy?.hasSuffix("--recipes DIR") == true)
  }

  @Test("a release of the same in another tree is no loss, with packs that have to be bought too")
  func secondTree() async throws {
    let house = try NightlyHouse()
    try house.writeSecond(count: 6, isFree: false)
    #expect(try await house.run().release == 1)
    #expect(try await house.run(output: "try").release == 2)
    let report = try await look(house)
    #expect(report.status == .done, "\(report.text)")
    #expect(try symptom(report, "release").message.contains("the same as release 2"))
  }

  @Test("a catalogue that is no database, or whose tree is gone or damaged, is wrong")
  func damage() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    try house.folder.write("x", to: "out/puzzles/packs/first.json")
    let damaged = try await symptom(look(house), "tree")
    #expect(damaged.severity == .wrong)
    #expect(damaged.message.contains("packs/first.json"))
    try house.remove("out")
    #expect(try await symptom(look(house), "tree").message.contains("release 1 was published"))
    try house.folder.write(
      "this is no database, and long enough to be read as one", to: "state/catalog.sqlite")
    for suffix in ["-wal", "-shm"] { try? house.remove("state/catalog.sqlite\(suffix)") }
    #expect(try await symptom(look(house), "catalogue").severity == .wrong)
  }

  @Test("a catalogue that is older than its tree is told from one that is current")
  func oldCopy() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let copy = try house.folder.contents(of: "state")
    _ = try await house.run("2026-12-31T03:00:00Z")
    try house.remove("state")
    for (name, bytes) in copy { try house.folder.write(bytes, to: "state/\(name)") }
    let found = try await symptom(look(house, "2026-12-31T12:00:00Z"), "release")
    #expect(found.severity == .wrong)
    #expect(found.message.contains("it is an old copy"))
  }

  @Test("a clock that was set back is wrong")
  func clock() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    #expect(try await symptom(look(house, "2026-12-29T12:00:00Z"), "clock").severity == .wrong)
    #expect(try await symptom(look(house, "2026-12-30T02:30:00Z"), "clock").severity == .well)
  }

  @Test("a failed night is quoted")
  func failure() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    try house.writeSecond(count: 5)
    _ = try await house.run("2026-12-30T04:00:00Z")
    let found = try await symptom(look(house), "last run")
    #expect(found.severity == .care)
    #expect(found.message.contains("2026-12-30T04:00:00Z ended with 78"))
  }

  @Test("nights that are put off again and again need care, though none of them fails")
  func putOff() async throws {
    let house = try NightlyHouse()
    for day in ["28", "29", "30"] {
      try house.folder.write(
        #"{"now":"2026-12-\#(day)T03:00:00Z","exit":75,"failure":"another run is at work"}"#,
        to: "state/runs/202612\(day)T030000Z.json")
    }
    let soon = try await symptom(look(house, "2026-12-29T12:00:00Z"), "last run")
    #expect(soon.severity == .well && soon.message == "2026-12-29T03:00:00Z, put off")
    let late = try await symptom(look(house), "last run")
    #expect(late.severity == .care)
    #expect(late.message == "none has gone well since 2026-12-28T03:00:00Z")
  }

  @Test("recipes that the next night refuses are wrong, and a pack that was taken back needs care")
  func recipesGoOn() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    try house.writeSecond(count: 5)
    var found = try await symptom(look(house), "recipes")
    #expect(found.severity == .wrong)
    #expect(found.message.contains("packs/second.yaml:5:8: pack second has 6 puzzles already"))
    #expect(found.remedy?.contains("packs/second.yaml") == true)
    try house.writeSecond(count: 6)
    #expect(try await look(house).status == .done)

    let release = try #require(house.folder.text("Recipes/release.yaml"))
    try house.folder.write(
      "packs: [first]\ncalendar: [daily, weekly, monthly]\n", to: "Recipes/release.yaml")
    found = try await symptom(look(house), "recipes")
    #expect(found.severity == .wrong)
    #expect(found.message.hasPrefix("players have the pack second"))

    try house.folder.write(release, to: "Recipes/release.yaml")
    #expect(
      try await house.release(
        WithdrawPuzzle(id: "second", reason: "licence"), now: "2026-12-30T04:00:00Z") == .done)
    found = try await symptom(look(house), "second")
    #expect(found.severity == .care && found.message.hasPrefix("it was taken back for good"))
  }

  /// A house after a night, of which the user who runs nights is not the superuser: permissions do
  /// not bind that one.
  private func ownedHouse() async throws -> (house: NightlyHouse, owner: uid_t) {
    let house = try NightlyHouse()
    _ = try await house.run()
    let owner = getuid() == 0 ? 65534 : getuid()
    let files = try FileManager.default.subpathsOfDirectory(atPath: house.folder.path)
    for file in files { #expect(chown("\(house.folder.path)/\(file)", owner, gid_t.max) == 0) }
    #expect(try await look(house).status == .done)
    return (house, owner)
  }

  @Test(
    "what nights have to write and cannot is told, with the command that mends it",
    arguments: [
      ("out", 0o555), ("out/puzzles", 0o555), ("out/puzzles/daily", 0o500), ("state", 0o500),
      ("state/lock", 0o444), ("state/runs", 0o500),
    ] as [(String, mode_t)])
  func lockedPlaces(name: String, mode: mode_t) async throws {
    let (house, _) = try await ownedHouse()
    let place = "\(house.folder.path)/\(name)"
    let isFile = name == "state/lock"
    #expect(chmod(place, mode) == 0)
    let report = try await look(house)
    #expect(chmod(place, isFile ? 0o644 : 0o755) == 0)
    let found = try #require(report.symptoms.first)
    #expect(found.message.hasPrefix("\(place) cannot be written"), "\(report.text)")
    #expect(found.remedy == "chmod u+rw\(isFile ? "" : "x") \(Shell.path(place))")
    // A night without a report is one all the same.
    #expect(found.severity == (name == "state/runs" ? .care : .wrong))
    #expect(try await look(house).status == .done)
  }

  @Test(
    "what somebody else has made, as one night of the superuser, is told as theirs",
    .enabled(if: getuid() == 0, "only the superuser gives files away"))
  func foreignFolder() async throws {
    let (house, owner) = try await ownedHouse()
    let place = "\(house.folder.path)/out/puzzles/daily"
    #expect(chown(place, 0, gid_t.max) == 0)
    let found = try #require(try await look(house).symptoms.first)
    #expect(found.message == "\(place) cannot be written, so nights fail")
    #expect(found.remedy == "chown \(owner) \(Shell.path(place))")
  }

  @Test("what is still to be made is looked for in the folder above")
  func missingFolder() async throws {
    let (house, _) = try await ownedHouse()
    try house.remove("out")
    let root = house.folder.path
    #expect(chown(root, getuid() == 0 ? 65534 : getuid(), gid_t.max) == 0)
    #expect(chmod(root, 0o555) == 0)
    let report = try await look(house)
    #expect(chmod(root, 0o755) == 0)
    #expect(
      report.symptoms.contains {
        $0.severity == .wrong && $0.remedy == "chmod u+rwx \(Shell.path(root))"
      }, "\(report.text)")
  }

  @Test("a disk that fills up needs care, and is wrong before it is full")
  func disk() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    #expect(try await symptom(look(house, freeBytes: 500_000_000), "disk").severity == .care)
    #expect(try await symptom(look(house, freeBytes: 50_000_000), "disk").severity == .wrong)
    #expect(!(try await look(house, freeBytes: nil).symptoms.contains { $0.subject == "disk" }))
    #expect((Disk.freeBytes(at: "\(house.folder.path)/not/there") ?? 0) > 0)
  }

  @Test("the disk that packs lie on that have to be bought is looked at, where it may be another")
  func privateDisk() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    var places = house.places
    func disks() async throws -> [String] {
      try await Doctor(places, .at("2026-12-30T12:00:00Z"), freeBytes: { _ in 1 << 40 }).run()
        .symptoms.filter { $0.subject == "disk" }.map(\.message)
    }
    let usual = try await disks()
    #expect(usual.count == 2)
    let sold = "\(house.folder.path)/sold"
    places.privateTo = sold
    #expect(try await disks().dropFirst(2).map { $0.hasSuffix("free for \(sold)") } == [true])
    places.privateTo = places.output
    #expect(try await disks() == usual)
  }

  @Test(
    "a lock that is held is seen without being touched",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/locks")))
  func lock() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    #expect(try await symptom(look(house), "lock").message == "free")
    let lock = try StateLock(folder: "\(house.folder.path)/state")
    let held = try await symptom(look(house, "2026-12-30T12:00:00Z"), "lock")
    #expect(held.message.contains("process \(getpid())"))
    // The lock is as young as this test; a year from now it is old.
    #expect(try await symptom(look(house, "2100-01-01T00:00:00Z"), "lock").severity == .care)
    _ = consume lock
  }
}
