import Catalog
import Foundation
import GRDB
import HouseSupport
import Identity
import JSONText
import Operating
import Pipeline
import Printable
import Publishing
import Releasing
import TestSupport
import Testing
import Upkeep

/// Everything that can happen to a house is mended by the commands that the doctor names, the worst
/// finding first, until it is content.
@Suite("What the doctor names mends it")
struct DoctorMendsTests {
  private static let now = "2027-01-01T12:00:00Z"

  /// A house of three releases, of which the second changed a pack; made once, and copied.
  private static let whole = Task<NightlyHouse, any Error> {
    let house = try NightlyHouse()
    _ = try await house.run("2026-12-30T03:00:00Z")
    try house.writeSecond(count: 8)
    _ = try await house.run("2026-12-31T03:00:00Z")
    _ = try await house.run("2027-01-01T03:00:00Z")
    return house
  }

  /// The same after its first night.
  private static let young = Task<NightlyHouse, any Error> {
    let house = try NightlyHouse()
    _ = try await house.run("2027-01-01T03:00:00Z")
    return house
  }

  /// Something that happens to a house between two nights.
  struct Break: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether it has only had its first night.
    var isYoung = false
    let happen: @Sendable (NightlyHouse) async throws -> Void

    init(
      _ name: String, isYoung: Bool = false,
      _ happen: @escaping @Sendable (NightlyHouse) async throws -> Void
    ) {
      testDescription = name
      self.isYoung = isYoung
      self.happen = happen
    }
  }

  // MARK: - What happens

  /// What somebody leaves in the tree.
  static let strays =
    [
      ".DS_Store", "notes.txt", "packs/foo.json", "packs/first.json.bak", "daily/2020-01-01.sbn",
      "daily/a b.sbn", "releases/0.json", "releases/x.json", "releases/2.json.orig",
      "releases/1180591620717411303424.json", "releases/9007199254740992.json",
      "releases/1099511627777.json", "releases/99.json", "app/x.json", "deep/er/and/deeper.txt",
      "daily/-rf", "it's.txt", "evil\u{1B}[31mRED\u{7}.txt", "packs/a\nb: changed: fake",
      "ünïcode \u{202E}gpj.exe", "$(touch pwned)", "back\\slash.txt",
    ].map { name in
      Break("a stray \(name.debugDescription)") {
        try $0.folder.write("x", to: "out/puzzles/\(name)")
      }
    } + [
      Break("a link") { house in
        try FileManager.default.createSymbolicLink(
          atPath: "\(house.folder.path)/out/puzzles/packs/link.json",
          withDestinationPath: "/etc/hostname")
      },
      Break("a name that is not UTF-8") {
        try make([0x63, 0xE9], in: "out/puzzles/daily", of: $0)
      },
      Break("a name that is nothing but bytes that are not UTF-8") {
        try make([0xFF], in: "out/puzzles", of: $0)
      },
      Break("several names that are not UTF-8") { house in
        for byte: UInt8 in [0xFE, 0xFF] { try make([byte], in: "out/puzzles", of: house) }
        try make(Array("a*\u{FFFD}'".utf8), in: "out/puzzles/packs", of: house)
      },
      Break("an empty folder") { house in
        try FileManager.default.createDirectory(
          atPath: "\(house.folder.path)/out/puzzles/empty/inside", withIntermediateDirectories: true
        )
      },
      Break("more strays than a line holds") { house in
        for number in 0..<30 { try house.folder.write("x", to: "out/puzzles/stray\(number)") }
      },
    ]

  /// Makes a file of any name.
  private static func make(_ name: [UInt8], in place: String, of house: NightlyHouse) throws {
    let path = Array("\(house.folder.path)/\(place)/".utf8) + name + [0]
    let file = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { pointer in
      pointer.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o644) } ?? -1
    }
    #expect(file >= 0)
    close(file)
  }

  /// Manifests that nobody published.
  static let plants: [Break] = [
    Break("a planted release far above") { try plant(1 << 53, previous: false, in: $0) },
    Break("a planted release with the last number that can be read") {
      try plant(1 << 40, previous: false, in: $0)
    },
    Break("a planted copy of the current release") { try plant(50, previous: false, in: $0) },
    Break("a planted release that follows and takes everything away") {
      try plant(4, previous: true, in: $0)
    },
    Break("a planted release that follows and keeps everything") {
      try plant(4, previous: true, keeping: true, in: $0)
    },
    Break("a planted release that follows, in a house of one night", isYoung: true) {
      try plant(2, previous: true, in: $0)
    },
  ]

  /// Writes a manifest: a copy under another number, or one that follows and has nothing in it.
  private static func plant(
    _ number: Int, previous: Bool, keeping: Bool = false, in house: NightlyHouse
  ) throws {
    let bytes = try #require(try house.tree()["puzzles/manifest.json"])
    var value = try JSONValue(reading: bytes)
    let release = value["release"] ?? .integer(1)
    func set(_ name: String, _ other: JSONValue) {
      value = value.replacing([.member(name)][...], with: other)
    }
    set("release", .integer(number))
    if previous {
      set("previous", release)
      set("previousSHA256", .string(Digest.sha256(of: bytes)))
      if !keeping {
        set("calendar", .object([]))
        set("packs", .array([]))
        set("objects", .array([]))
      }
    }
    try house.folder.write(value.text, to: "out/puzzles/releases/\(number).json")
  }

  /// Objects that are lost or damaged.
  static let losses: [Break] =
    [
      "manifest.json", "versions.json", "packs/first.json", "packs/second.json", "releases/3.json",
      "releases/1.json", "releases/2.json", "daily/2027-01-01.sbn", "daily/2026-12-30.sbn",
      "weekly/2026-53.sbn",
    ].flatMap { name in
      [
        Break("\(name) lost") { try $0.remove("out/puzzles/\(name)") },
        Break("\(name) damaged") { try $0.folder.write("x", to: "out/puzzles/\(name)") },
        Break("a folder for \(name)") { house in
          try house.remove("out/puzzles/\(name)")
          try house.folder.write("x", to: "out/puzzles/\(name)/inside")
        },
      ]
    } + [
      Break("an object that only an earlier release names lost") { house in
        try house.remove("out/\(try earlier(in: house))")
      },
      Break("an object that only an earlier release names damaged") { house in
        try house.folder.write("x", to: "out/\(try earlier(in: house))")
      },
      Break("every list of what was published lost") { try $0.remove("out/puzzles/used") },
      Break("a folder for a list of what was published") { house in
        let name = try #require(try house.tree().keys.sorted().first { $0.hasSuffix(".bin") })
        try house.remove("out/\(name)")
        try house.folder.write("x", to: "out/\(name)/inside")
      },
      Break("both that and the manifest of that release") { house in
        try house.remove("out/\(try earlier(in: house))")
        try house.remove("out/puzzles/releases/1.json")
      },
      Break("every manifest but the pointer") { try $0.remove("out/puzzles/releases") },
      Break("every manifest damaged") { house in
        for name in ["manifest", "releases/1", "releases/2", "releases/3"] {
          try house.folder.write("x", to: "out/puzzles/\(name).json")
        }
      },
      Break("every pack") { try $0.remove("out/puzzles/packs") },
      Break("every day") { try $0.remove("out/puzzles/daily") },
      Break("a file for the folder of packs") { house in
        try house.remove("out/puzzles/packs")
        try house.folder.write("x", to: "out/puzzles/packs")
      },
      Break("the pointer put back") { house in
        let old = try #require(try house.tree()["puzzles/releases/1.json"])
        try house.folder.write(old, to: "out/puzzles/manifest.json")
      },
      Break("the tree") { try $0.remove("out") },
      Break("versions.json of the first release", isYoung: true) {
        try $0.remove("out/puzzles/versions.json")
      },
      Break("a pack's id of the first release", isYoung: true) {
        try $0.remove("out/puzzles/packs/first.json")
      },
      Break("both of the first release", isYoung: true) { house in
        for name in ["versions.json", "packs/first.json", "packs/second.json"] {
          try house.remove("out/puzzles/\(name)")
        }
      },
      Break("a folder for a pack's id of the first release", isYoung: true) { house in
        try house.remove("out/puzzles/packs/first.json")
        try house.folder.write("x", to: "out/puzzles/packs/first.json/inside")
      },
    ]

  private static func earlier(in house: NightlyHouse) throws -> String {
    let manifest = try JSONValue(
      reading: try #require(try house.tree()["puzzles/manifest.json"]))
    guard case .array(let keys)? = manifest["earlierObjects"] else { return "" }
    let texts = keys.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return try #require(texts.first { $0.contains("packs/") })
  }

  /// What happens to the state folder, the catalogue, and the places themselves.
  static let states: [Break] =
    [
      Break("the state folder lost") { try $0.remove("state") },
      Break("the catalogue lost") { house in
        for suffix in ["", "-wal", "-shm"] { try? house.remove("state/catalog.sqlite\(suffix)") }
      },
      Break("no database") { try write(Array(repeating: 0x20, count: 5000), in: $0) },
      Break("no database, and nothing published") { house in
        try house.remove("out")
        try write(Array(repeating: 0x20, count: 5000), in: house)
      },
      Break("a catalogue of no bytes") { try write([], in: $0) },
      Break("another program's database") { try write("CREATE TABLE puzzles (x)", in: $0) },
      Break("another program's database, and nothing published") { house in
        try house.remove("out")
        try write("CREATE TABLE puzzles (x)", in: house)
      },
      Break("an empty database") { try write("PRAGMA user_version = 7", in: $0) },
      Break("dropped triggers") { house in
        let queue = try DatabaseQueue(path: "\(house.state)/catalog.sqlite")
        try queue.write { try $0.execute(sql: "DROP TRIGGER puzzles_is_kept") }
        try queue.close()
      },
      Break("a file for the state folder") { house in
        try house.remove("state")
        try house.folder.write("x", to: "state")
      },
      Break("a file for the output") { house in
        try house.remove("out")
        try house.folder.write("x", to: "out")
      },
      Break("a file for the tree") { house in
        try house.remove("out/puzzles")
        try house.folder.write("x", to: "out/puzzles")
      },
      Break("a folder for the catalogue") { house in
        try house.remove("state/catalog.sqlite")
        try house.folder.write("x", to: "state/catalog.sqlite/inside")
      },
      Break("a file for the runs") { house in
        try house.remove("state/runs")
        try house.folder.write("x", to: "state/runs")
      },
      Break("a folder for the lock") { house in
        try house.remove("state/lock")
        try house.folder.write("x", to: "state/lock/inside")
      },
      Break("a later horizon") { try $0.writeCalendar(horizon: 9) },
      Break("a foreign table puzzles in a file that is ours by its mark") {
        try write("PRAGMA application_id = 0x414C4D4E; CREATE TABLE puzzles (x)", in: $0)
      },
      Break("a renamed column") {
        try change("ALTER TABLE puzzles RENAME score_hundredths TO x", in: $0)
      },
      Break("a renamed column that no check reads") {
        try change("ALTER TABLE edits RENAME reason TO x", in: $0)
      },
      Break("the table of what was used dropped") { try change("DROP TABLE used", in: $0) },
      Break("a slot before the last lost") {
        try change("DELETE FROM slots WHERE pack = 'first' AND position = 1", in: $0)
      },
      Break("an added trigger") {
        try change(
          "CREATE TRIGGER \"a\n\u{1B}[31m\" AFTER INSERT ON ahead BEGIN DELETE FROM ahead; END",
          in: $0)
      },
    ]
    + ["", "-wal", "-shm", "-journal"].flatMap { suffix in
      [
        Break("a folder for catalog.sqlite\(suffix)") { house in
          try? house.remove("state/catalog.sqlite\(suffix)")
          try house.folder.write("x", to: "state/catalog.sqlite\(suffix)/inside")
        },
        Break("a link for catalog.sqlite\(suffix)") { house in
          try? house.remove("state/catalog.sqlite\(suffix)")
          try FileManager.default.createSymbolicLink(
            atPath: "\(house.state)/catalog.sqlite\(suffix)", withDestinationPath: "../elsewhere")
        },
      ]
    } + [
      Break("a link for the lock") { house in
        try? house.remove("state/lock")
        try FileManager.default.createSymbolicLink(
          atPath: "\(house.state)/lock", withDestinationPath: "../elsewhere")
      }
    ]

  /// Changes the catalogue behind the press's back.
  private static func change(_ sql: String, in house: NightlyHouse) throws {
    let queue = try DatabaseQueue(path: "\(house.state)/catalog.sqlite")
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Puts another file in the catalogue's place.
  private static func write(_ bytes: [UInt8], in house: NightlyHouse) throws {
    for suffix in ["", "-wal", "-shm"] { try? house.remove("state/catalog.sqlite\(suffix)") }
    try house.folder.write(bytes, to: "state/catalog.sqlite")
  }

  private static func write(_ sql: String, in house: NightlyHouse) throws {
    for suffix in ["", "-wal", "-shm"] { try? house.remove("state/catalog.sqlite\(suffix)") }
    let queue = try DatabaseQueue(path: "\(house.state)/catalog.sqlite")
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  // MARK: - What mends it

  @Test("strays in the tree", arguments: strays) func afterStrays(happening: Break) async throws {
    try await mend(happening)
  }

  @Test("planted manifests", arguments: plants) func afterPlants(happening: Break)
    async throws
  {
    try await mend(happening)
  }

  @Test("objects that are lost or damaged", arguments: losses)
  func afterLosses(happening: Break) async throws { try await mend(happening) }

  @Test("state, catalogue and places", arguments: states)
  func afterStates(happening: Break) async throws { try await mend(happening) }

  private func mend(_ happening: Break) async throws {
    let model = try await (happening.isYoung ? Self.young : Self.whole).value
    let house = try NightlyHouse()
    try house.remove("Recipes")
    for name in ["Recipes", "out", "state"] {
      try FileManager.default.copyItem(
        atPath: "\(model.folder.path)/\(name)", toPath: "\(house.folder.path)/\(name)")
    }
    #expect(try await look(house).status == .done)
    try await happening.happen(house)
    #expect(try await look(house).status != .done)
    var tried: [String] = []
    while let remedy = try await look(house).symptoms[0].remedy, tried.count < 6 {
      tried.append(remedy)
      // What is in a folder that goes is not told again, with a command that would find nothing.
      let removals = try await look(house).symptoms.compactMap(\.remedy).filter {
        $0.hasPrefix("rm ")
      }
      let isOneThing = happening.testDescription.hasPrefix("a folder for")
      #expect(!isOneThing || removals.count <= 1, "\(removals)")
      try await follow(remedy, in: house)
    }
    let report = try await look(house)
    #expect(report.status == .done, "after \(tried): \(report.text)")
    #expect(try await VerifyRelease().said(in: house.places, .at(Self.now)).status == .done)
    #expect(!FileManager.default.fileExists(atPath: "\(house.folder.path)/pwned"))
    // What helped has not cost players anything, unless there was nothing to help them with.
    if happening.testDescription.hasSuffix("nothing published") { return }
    let (before, after) = (try model.tree(), try house.tree())
    for (name, bytes) in before where name.hasSuffix(".sbn") || name.hasPrefix("puzzles/packs/") {
      // Packs of earlier releases may have been given up.
      if name.utf8.count > 60 { continue }
      let isKept = after[name] == bytes
      #expect(isKept, "\(name) after \(tried)")
    }
  }

  private func look(_ house: NightlyHouse) async throws -> DoctorReport {
    let report = try await Doctor(house.places, .at(Self.now), freeBytes: { _ in 1 << 40 }).run()
    for symptom in report.symptoms {
      let text = symptom.remedy ?? ""
      #expect(Printable.isPrintable(text), "\(text)")
      // A pattern can mean everything.
      #expect(!text.hasPrefix("rm ") || !text.contains("*") || text.contains("'"), "\(text)")
    }
    return report
  }

  /// Does what a person does who copies a command into a shell; the program's own part is done
  /// here, by the same clock.
  private func follow(_ remedy: String, in house: NightlyHouse) async throws {
    let script =
      "almanac() { printf '%s\\0' \"$#\" \"$@\" >> calls; }\n: > calls\n\(remedy) < <(yes)\n"
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", script]
    shell.currentDirectoryURL = URL(fileURLWithPath: house.folder.path)
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(remedy)")
    let calls = try house.folder.contents()["calls"] ?? []
    var words = calls.split(separator: 0, omittingEmptySubsequences: false)[...].map {
      String(decoding: $0, as: UTF8.self)
    }
    while let count = words.first.flatMap({ Int($0) }) {
      try await run(Array(words[1...count]), in: house, remedy)
      words.removeFirst(count + 1)
    }
  }

  private func run(_ words: [String], in house: NightlyHouse, _ remedy: String) async throws {
    let flags = [
      "--recipes", "\(house.folder.path)/Recipes", "--output", "\(house.folder.path)/out",
      "--state", house.state,
    ]
    var command: any Command
    switch words.prefix(2).filter({ !$0.hasPrefix("--") }) {
    case ["nightly"]: command = RunNight()
    case ["catalog", "rebuild"]: command = RebuildCatalog()
    case ["release", "gc"]:
      command = CollectReleases(keep: try #require(words.last.flatMap { Int($0) }))
      #expect(words.dropFirst(2).starts(with: flags))
      let status = try await command.said(in: house.places, .at(Self.now)).status
      #expect(status == .done, "\(remedy)")
      return
    default:
      Issue.record("\(remedy) mends nothing")
      return
    }
    #expect(words.suffix(flags.count) == flags[...])
    let status = try await command.said(in: house.places, .at(Self.now)).status
    #expect(status == .done, "\(remedy)")
  }
}
