import Foundation
import HouseSupport
import TestSupport
import Testing

/// What others have put into the state folder, or taken from it, and what a machine can be like.
@Suite("A hostile state folder and machine")
struct HostileStateTests {
  let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
  }

  private func night(_ arguments: String...) throws -> Program.Ending {
    try Program.run(["nightly", "--quiet", "--now", "2026-11-21"] + arguments, in: folder)
  }

  private func shell(
    _ line: String, environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    try Program.shell(line, environment: environment, in: folder)
  }

  private func link(_ name: String, to target: String) throws {
    let path = "\(folder.path)/\(name)"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test("a link in place of the lock, the catalogue or its log harms nothing behind it")
  func lockIsALink() throws {
    #expect(try night().status == 0)
    try folder.write("IMPORTANT", to: "victim")
    for name in ["lock", "catalog.sqlite-wal", "catalog.sqlite-journal", "catalog.sqlite"] {
      try link(".almanac/\(name)", to: "../victim")
      let ending = try night()
      #expect(ending.status == 73, "\(name): \(ending.errors)")
      #expect(ending.errors.contains("is a link"), "\(ending.errors)")
      #expect(folder.text("victim") == "IMPORTANT")
      try FileManager.default.removeItem(atPath: "\(folder.path)/.almanac/\(name)")
    }
  }

  @Test("a stray whose name is not UTF-8 is named byte by byte, and never by a pattern")
  func strayWithoutName() throws {
    #expect(try night().status == 0)
    let ending = try shell(
      """
      touch output/puzzles/$'\\xff'
      almanac doctor --now 2026-11-21T01:00:00Z
      """)
    #expect(ending.output.contains("→ rm -- $'output/puzzles/\\377'"), "\(ending.output)")
    #expect(!ending.output.contains("*"), "\(ending.output)")
    let mended = try shell(
      """
      rm -- $'output/puzzles/\\377'; mkdir output/puzzles/$'\\376'
      almanac doctor --now 2026-11-21T01:00:00Z
      """)
    #expect(mended.output.contains("rm -ri -- $'output/puzzles/\\376'"), "\(mended.output)")
  }

  @Test("reports are not written through a link, and the night says so")
  func runsIsALink() throws {
    #expect(try night().status == 0)
    try folder.write("x", to: "elsewhere/a")
    try link(".almanac/runs", to: "../elsewhere")
    let ending = try night()
    #expect(ending.status == 0)
    #expect(ending.errors.contains("run report could not be written"), "\(ending.errors)")
    #expect(folder.files.filter { $0.hasPrefix("elsewhere") } == ["elsewhere/a"])
  }

  @Test("a dry run that is killed leaves nothing, anywhere")
  func killedDryRun() throws {
    #expect(try night().status == 0)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/tmp", withIntermediateDirectories: false)
    let before = try folder.contents()
    for pause in ["0.02", "0.05", "0.1", "0.2"] {
      _ = try shell(
        "almanac nightly --dry-run --now 2026-11-21 & p=$!; sleep \(pause); kill -9 $p; wait",
        environment: ["TMPDIR": "\(folder.path)/tmp", "SQLITE_TMPDIR": "\(folder.path)/tmp"])
    }
    try FileManager.default.removeItem(atPath: "\(folder.path)/.log")
    #expect(folder.files.filter { $0.hasPrefix("tmp/") } == [])
    let own = [".stdin", ".stdout", ".stderr"]
    #expect(
      try folder.contents().filter { !own.contains($0.key) }
        == before.filter { !own.contains($0.key) })
  }

  @Test("nothing is writable for others, whatever the umask")
  func modes() throws {
    let ending = try shell(
      """
      umask 0
      almanac nightly --quiet --now 2026-11-21 --metrics metrics.prom &&
      almanac preview tiny --html page --svg drawings --quiet >/dev/null &&
      almanac catalog backup copy.sqlite --quiet &&
      almanac catalog export all.jsonl --quiet &&
      find .almanac output metrics.prom page drawings copy.sqlite all.jsonl* -perm /022
      """)
    #expect(ending.status == 0, "\(ending.output)")
    #expect(ending.output == "")
  }

  /// What makes a command run as somebody who is not root.
  private var prefix: String {
    getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
  }

  @Test("whoever may only read reads, and is told nothing false", arguments: [false, true])
  func reader(isLeftOpen: Bool) throws {
    #expect(try night().status == 0)
    if isLeftOpen {
      // What a killed run leaves: a log that is not yet part of the database.
      _ = try shell("sqlite3 .almanac/catalog.sqlite 'PRAGMA journal_mode=WAL' >/dev/null 2>&1")
    }
    let before = try folder.contents(of: ".almanac")
    let ending = try shell(
      """
      chmod -R a+rX,a-w .almanac output
      set -e
      \(prefix)almanac packs list
      \(prefix)almanac catalog check
      \(prefix)almanac nightly --dry-run --now 2026-11-21
      \(prefix)almanac doctor --now 2026-11-21T01:00:00Z || test $? = 2
      """)
    _ = try shell("chmod -R u+w .almanac output")
    #expect(ending.status == 0, "\(ending.output)")
    #expect(!ending.output.contains("rebuild"), "\(ending.output)")
    #expect(ending.output.contains("is whole: 4 puzzles"), "\(ending.output)")
    #expect(try folder.contents(of: ".almanac") == before)
  }

  @Test("whoever may not even look is not told that nothing is there")
  func noReader() throws {
    #expect(try night().status == 0)
    let ending = try shell(
      """
      chmod 0 .almanac
      for what in doctor 'packs list' 'catalog check' 'release plan' 'nightly --dry-run'; do
        \(prefix)almanac $what --now 2026-11-21
      done
      chmod 700 .almanac
      """)
    #expect(ending.output.contains("cannot be looked at (Permission denied)"))
    #expect(!ending.output.contains("rebuild"), "\(ending.output)")
  }

  @Test(
    "an empty word is never the folder above all",
    arguments: [
      "nightly --state ''", "nightly --state=", "nightly --recipes ''", "release verify --to ''",
      "nightly --metrics ''", "catalog backup ''", "work run --dir ''", "prove --certificate= x",
      "preview tiny --html ''", "solve ''",
    ])
  func emptyWord(line: String) throws {
    let ending = try shell("almanac \(line)")
    #expect(ending.status == 64, "\(ending.output)")
    #expect(ending.output.contains("is empty — leave it out"), "\(ending.output)")
    #expect(!ending.output.contains("Usage"), "\(ending.output)")
    #expect(folder.files.allSatisfy { $0.hasPrefix("Pipelines") || $0 == ".log" })
  }

  @Test("a catalogue that somebody has emptied is none, and nothing begins afresh beside its tree")
  func emptied() throws {
    #expect(try night().status == 0)
    #expect(try shell("almanac catalog backup good.sqlite && cp good.sqlite same").status == 0)
    #expect(try shell("rm .almanac/catalog* && touch .almanac/catalog.sqlite").status == 0)
    #expect(try shell("almanac catalog check").status == 66)
    #expect(try shell("almanac catalog backup --force good.sqlite").status == 66)
    #expect(try shell("cmp good.sqlite same").status == 0)
    let ending = try night()
    #expect(ending.status == 65)
    #expect(ending.errors.contains(".almanac has no catalogue of it"), "\(ending.errors)")
    #expect(try shell("almanac packs build intro").status == 65)
    #expect(try shell("almanac reserve fill").status == 65)
    #expect(folder.text(".almanac/catalog.sqlite")?.isEmpty == true)
    #expect(try shell("almanac catalog rebuild").status == 0)
    #expect(try shell("almanac catalog check").status == 0)
  }

  @Test("a note that looks like options is never taken for a wish for help")
  func noteLikeOptions() throws {
    let ending = try shell("almanac packs note intro:1 '-too hard'")
    #expect(ending.status == 64, "\(ending.output)")
    #expect(ending.output.contains("“-too hard” is read as options"), "\(ending.output)")
    #expect(try shell("almanac packs note -h").output.contains("OVERVIEW"))
  }

  @Test(
    "no output is put in a recipe's place",
    arguments: [
      "nightly --now 2026-11-21 --metrics Pipelines/release.yaml",
      "catalog backup --force Pipelines/release.yaml",
      "nightly --now 2026-11-21 --metrics Pipelines/packs/none-yet.yaml",
      "catalog backup Pipelines/keys.json",
    ])
  func recipesStay(line: String) throws {
    let before = folder.text("Pipelines/release.yaml")
    let ending = try shell("almanac \(line)")
    #expect(ending.status == 73, "\(ending.output)")
    #expect(ending.output.contains("the press keeps its own files there"), "\(ending.output)")
    #expect(folder.text("Pipelines/release.yaml") == before)
    #expect(!folder.files.contains { $0.hasSuffix("none-yet.yaml") || $0.hasSuffix("keys.json") })
  }

  @Test("what is refused is told once, whatever an argument holds")
  func toldOnce() throws {
    let ending = try shell("almanac packs list \"$(printf 'a\\tb')\"")
    #expect(ending.status == 64, "\(ending.output)")
    #expect(!ending.output.contains("Error: \n") && !ending.output.hasSuffix("Error: "))
  }

  @Test("an empty ALMANAC_STATE is none")
  func emptyVariable() throws {
    let ending = try shell(
      "almanac nightly --quiet --now 2026-11-21", environment: ["ALMANAC_STATE": ""])
    #expect(ending.status == 0)
    #expect(folder.text(".almanac/lock") != nil)
  }

  @Test("what is not UTF-8 is refused before anything is written")
  func notUTF8() throws {
    let ending = try shell(
      """
      export LC_ALL=C
      odd=$(printf 'a\\377b')
      mkdir "$odd" && cp -r Pipelines "$odd" && cd "$odd"
      almanac nightly --now 2026-11-21; echo "status $?"
      cd ..
      almanac nightly --now 2026-11-21 --state "$odd"; echo "status $?"
      ALMANAC_STATE=$odd almanac nightly --now 2026-11-21; echo "status $?"
      find . -name output -o -name .almanac -o -name lock
      """)
    #expect(ending.output.components(separatedBy: "status 64").count == 4, "\(ending.output)")
    #expect(ending.output.components(separatedBy: "is not UTF-8").count == 4)
    #expect(!ending.output.contains("./"), "\(ending.output)")
  }

  @Test("a name that SQLite would take for an address is the name of a folder, where it may be one")
  func address() throws {
    #expect(try night("--state", "file:x?mode=memory").status == 64)
    #expect(try night("--state", "./file:x?mode=memory").status == 0)
    #expect(folder.files.contains("file:x?mode=memory/catalog.sqlite"), "\(folder.files)")
  }

  @Test("errors are told in the system's words, never in a library's")
  func words() throws {
    #expect(try night().status == 0)
    try folder.write("x", to: "file")
    let ending = try shell(
      """
      almanac nightly --now 2026-11-21 --state file
      almanac nightly --now 2026-11-21 --state file/in --dry-run
      almanac nightly --now 2026-11-21 --output file
      almanac nightly --now 2026-11-21 --state /proc/x
      almanac nightly --now 2026-11-21 --output /proc/x/y
      almanac catalog backup file/copy
      almanac catalog export /proc/x.csv
      almanac preview tiny --html file
      almanac prove --certificate /proc/x file
      (ulimit -f 0; almanac nightly --now 2026-11-21 --state other --output other-output)
      (ulimit -n 12; almanac nightly --now 2026-11-21 --dry-run)
      true
      """)
    for word in ["NSCocoa", "operation could", "error 5", "doesn’t exist", "Domain", "Error("] {
      #expect(!ending.output.contains(word), "\(word) in \(ending.output)")
    }
    #expect(ending.output.contains("Not a directory"))
  }

  @Test("closed standard files are no other files", arguments: ["0", "1", "2", "0 1 2"])
  func closedFiles(numbers: String) throws {
    let closed = numbers.split(separator: " ").map { "\($0)>&-" }.joined(separator: " ")
    let ending = try shell("almanac nightly --now 2026-11-21 \(closed)")
    #expect(ending.status == 0, "\(ending.output)")
    for (name, bytes) in try folder.contents() where !name.hasPrefix("output/") {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("release 1 is published") || name == ".log", "\(name)")
    }
    #expect(try Program.run(["release", "verify", "output"], in: folder).status == 0)
  }

  @Test("without /proc, where no command line can be read, nothing is said to be done")
  func noProc() throws {
    let ending = try shell(
      """
      unshare -m true 2>/dev/null || exit 0
      unshare -m sh -c 'umount -l /proc; almanac nightly --now 2026-11-21; echo "status $?"'
      """)
    #expect(ending.output == "" || ending.output.contains("status 74"), "\(ending.output)")
    #expect(ending.output == "" || ending.output.contains("mount /proc"), "\(ending.output)")
    #expect(folder.files.allSatisfy { $0.hasPrefix("Pipelines") || $0 == ".log" })
  }

  @Test("metrics that cannot be written are said, also when all else is quiet")
  func quietMetrics() throws {
    let ending = try night("--metrics", "none/almanac.prom")
    #expect(ending.status == 0)
    #expect(
      ending.errors.hasPrefix("almanac: the metrics could not be written: "), "\(ending.errors)")
    #expect(ending.output == "")
  }

  @Test("a copy of the catalogue that is killed leaves nothing after the next one")
  func killedBackup() throws {
    #expect(try night().status == 0)
    for pause in ["0.005", "0.01", "0.02", "0.03"] {
      _ = try shell(
        "mkdir -p copies; almanac catalog backup copies/a\(pause) & p=$!; sleep \(pause); "
          + "kill -9 $p; wait")
    }
    #expect(try shell("almanac catalog backup copies/last").status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/copies")
    #expect(left.allSatisfy { !$0.hasPrefix(".") && !$0.contains("-journal") }, "\(left)")
  }

  @Test("a copy of the catalogue never takes its own place")
  func backupOntoItself() throws {
    #expect(try night().status == 0)
    let before = try folder.contents(of: ".almanac")
    try link("other", to: ".almanac")
    for name in [".almanac/catalog.sqlite", "./.almanac//catalog.sqlite", "other/catalog.sqlite"] {
      let ending = try shell("almanac catalog backup \(name) --force")
      #expect(ending.status == 73, "\(ending.output)")
    }
    #expect(try folder.contents(of: ".almanac") == before)
  }

  @Test("the digest of a file with a line break in its name can be checked")
  func digestOfOddName() throws {
    #expect(try night().status == 0)
    for name in ["plain.csv", "a\nb.csv", "back\\slash.jsonl"] {
      let ending = try shell(
        "almanac catalog export \"$name\" --quiet && sha256sum -c \"$name.sha256\"",
        environment: ["name": name])
      #expect(ending.status == 0, "\(ending.output)")
    }
  }
}
