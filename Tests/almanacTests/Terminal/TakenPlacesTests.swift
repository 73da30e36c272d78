import Foundation
import HouseSupport
import TestSupport
import Testing

/// What a command may write into, and what it leaves alone: the press's own files, those of others,
/// and whatever is no file.
@Suite("Places that are taken")
struct TakenPlacesTests {
  private let house: ProgramHouse
  private var folder: TemporaryFolder { house.folder }

  init() throws { house = try ProgramHouse() }

  @Test("no file takes the place of a device, a pipe, a link or a folder")
  func placesThatAreTaken() throws {
    try house.night()
    let ending = try house.shell(
      """
      mkdir d; mkfifo pipe pipe.csv d/index.html; ln -s elsewhere link; ln -s elsewhere link.csv
      ln -s /proc/self/fd/1 out; mkdir place
      mknod nul c 1 3 2>/dev/null || mkfifo nul
      before=$(stat -c '%n %F %t:%T' pipe pipe.csv d/index.html link link.csv out place nul)
      for name in pipe link out place nul; do
        almanac nightly --now 2026-11-21 --metrics $name 2>&1 >/dev/null | head -1
        almanac catalog backup $name --force; echo "status $?"
      done
      for name in pipe.csv link.csv; do
        almanac catalog export $name --force; echo "status $?"
      done
      almanac preview tiny --html d; echo "status $?"
      after=$(stat -c '%n %F %t:%T' pipe pipe.csv d/index.html link link.csv out place nul)
      test "$before" = "$after" && test ! -e elsewhere && echo untouched
      find . -name '.almanac-*'
      """)
    let parts = ending.output.components(separatedBy: "status 73")
    #expect(parts.count == 9, "\(ending.output)")
    #expect(ending.output.hasSuffix("untouched\n"), "\(ending.output)")
    let metrics = ending.output.components(separatedBy: "the metrics could not be written")
    #expect(metrics.count == 6, "\(ending.output)")
    #expect(ending.output.contains("a device or a pipe is there"), "\(ending.output)")
  }

  @Test(
    "metrics take no place of the press's own",
    arguments: [
      ".almanac/catalog.sqlite", "./.almanac//catalog.sqlite-wal", ".almanac/lock",
      ".almanac/runs/x.json", ".almanac/runs",
    ])
  func metricsInTheStateFolder(file: String) throws {
    try house.night()
    let before = try folder.contents(of: ".almanac")
    let ending = try house.almanac("nightly", "--now", "2026-11-22", "--metrics", file)
    #expect(ending.status == 73, "\(ending)")
    #expect(ending.errors.contains("its own files"), "\(ending.errors)")
    #expect(try folder.contents(of: ".almanac") == before)
  }

  @Test(
    "no command writes over the press's own files, nor into its tree",
    arguments: [
      ".almanac/catalog.sqlite", ".almanac/../.almanac/catalog.sqlite-wal", ".almanac/runs/x",
      "output/puzzles/x", "output/./daily/../puzzles/packs/x",
      "output/private/x", "link/x",
    ])
  func placesOfThePress(place: String) throws {
    try house.night()
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "output/puzzles/packs")
    let before = try [".almanac", "output"].map { try folder.contents(of: $0) }
    for words in [
      ["catalog", "backup", "--force", place], ["catalog", "export", "--force", place + ".jsonl"],
      ["catalog", "export", "--force", "--private", place + ".csv.zst"],
      ["nightly", "--now", "2026-11-22", "--metrics", place],
      ["preview", "tiny", "--html", place], ["preview", "tiny", "--svg", place],
      ["packs", "replace", "tiny:1", "--dry-run", "--html", place],
      ["calendar", "replace", "2026-11-23", "--dry-run", "--html", place, "--now", "2026-11-21"],
      ["prove", "5x1.ABBBBAAABBAACAADECDDDECCC", "--certificate", place],
    ] {
      let ending = try Program.run(words, in: folder)
      #expect(ending.status == 73, "\(words): \(ending)")
      #expect(ending.errors.contains("its own files"), "\(words): \(ending.errors)")
    }
    #expect(try [".almanac", "output"].map { try folder.contents(of: $0) } == before)
  }

  @Test(
    "P14: what has to be bought has no place within the public part, nor the other way round",
    arguments: [
      ("output", "output/puzzles"), ("output", "./output//puzzles/packs"),
      ("output", "output/x/../puzzles/y"), ("output", "output/private"), ("x/private", "x"),
      ("s3://buck/p", "s3://buck/p/puzzles"), ("s3://buck/p/", "s3://buck/p/puzzles/packs/"),
      ("s3://buck", "s3://buck/puzzles"), ("s3://buck/p/private/q", "s3://buck/p"),
    ])
  func privatePlaces(output: String, place: String) throws {
    for words in [["nightly"], ["release", "publish"], ["doctor"], ["catalog", "rebuild"]] {
      let named = words + ["--output", output, "--now", "2026-11-21"]
      for ending in [
        try Program.run(named + ["--private-to", place], in: folder),
        try Program.run(named, in: folder, environment: ["ALMANAC_PRIVATE": place]),
      ] {
        #expect(ending.status == 64, "\(ending)")
        #expect(ending.errors.contains("everybody could read"), "\(ending.errors)")
      }
    }
    #expect(folder.files.allSatisfy { $0.hasPrefix("Pipelines/") || $0.hasPrefix(".std") })
  }

  @Test("places whose names are one letter end no command with a trap")
  func oneLetter() throws {
    let places = ["--output", "o", "--state", "s", "--recipes", "Pipelines", "--now", "2026-11-21"]
    for words in [
      ["doctor"], ["doctor", "--private-to", "p"], ["nightly", "--quiet", "--metrics", "m"],
      ["catalog", "backup", "b"], ["preview", "tiny", "--html", "h", "--svg", "d"], ["doctor"],
    ] {
      let ending = try Program.run(words + places, in: folder)
      #expect(ending.status < 128 && ending.status != 70, "\(words): \(ending)")
    }
    #expect(folder.text("m") != nil && folder.text("h/index.html") != nil)
  }

  @Test(
    "what was meant for a bucket is no folder",
    arguments: [
      " s3://bucket/p", "\ts3://bucket", "s3//bucket/p", "S3//bucket", "\u{A0}https://h/p",
    ])
  func almostABucket(text: String) throws {
    for words in [["nightly"], ["release", "publish"], ["doctor"]] {
      let ending = try Program.run(words + ["--output", text, "--now", "2026-11-21"], in: folder)
      #expect(ending.status == 64, "\(ending)")
      #expect(ending.errors.contains("s3://bucket"), "\(ending.errors)")
    }
    #expect(folder.files.allSatisfy { $0.hasPrefix("Pipelines/") || $0.hasPrefix(".std") })
  }

  @Test("an endpoint that cannot be called is a mistake in the command")
  func endpoints() throws {
    for endpoint in ["http://::1:9000", "http://127.0.0.1:99999", "http://127.1:1"] {
      let ending = try Program.run(
        ["nightly", "--output", "s3://bucket/p", "--now", "2026-11-21"], in: folder,
        environment: [
          "AWS_ENDPOINT_URL_S3": endpoint, "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b",
        ])
      #expect(ending.status == 64, "\(ending)")
      #expect(ending.errors.contains("endpoint such as"), "\(ending.errors)")
    }
  }

  @Test("an address of a monitor that is none is not echoed")
  func secretMonitor() throws {
    for address in ["u:SEKRIT", "SEKRIT", "https:SEKRIT", "ftp://h/SEKRIT", "https://#SEKRIT"] {
      let ending = try house.almanac("nightly", "--ping-url", address)
      #expect(ending.status == 64, "\(ending)")
      #expect(!ending.errors.contains("SEKRIT"), "\(ending.errors)")
    }
  }
}
