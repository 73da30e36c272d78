import Foundation
import HouseSupport
import TestSupport
import Testing

@Suite("Places that are none")
struct PlacesTests {
  private let folder = TemporaryFolder()

  @Test(
    "an address that is not s3://… is no folder of that name",
    arguments: [
      "S3://bucket/p", "gs://bucket/p", "https://host/p", "http://host", "s3:bucket", "s3:/bucket",
      "file:///srv/puzzles", "r2:x", "C:\\puzzles", "s3://B", "s3://bucket/../x", "a.b+c-d:",
    ])
  func addresses(text: String) throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    for arguments in [
      ["nightly", "--output", text], ["nightly", "--dry-run", "--output", text],
      ["release", "publish", "--to", text], ["release", "verify", text],
      ["doctor", "--output", text],
      ["release", "history", "--to", text], ["catalog", "rebuild", "--to", text],
      ["work", "run", "--dir", text], ["packs", "list", "--output", text],
    ] {
      let ending = try Program.run(arguments, in: folder)
      #expect(ending.status == 64, "\(arguments): \(ending)")
      #expect(ending.errors.contains("s3://bucket"), "\(ending.errors)")
    }
    #expect(folder.files.filter { !$0.hasPrefix(".std") }.allSatisfy { $0.hasPrefix("Pipelines/") })
  }

  @Test(
    "nor is such an address a path of anything else",
    arguments: [
      ["nightly", "--state"], ["nightly", "--recipes"], ["nightly", "--metrics"],
      ["preview", "intro", "--html"], ["preview", "intro", "--svg"], ["catalog", "backup"],
      ["prove", "-", "--certificate"], ["packs", "replace", "intro:1", "--dry-run", "--html"],
      ["import", "-", "--html"], ["keys", "new", "--key", "k"], ["keys", "new", "one", "--key"],
      ["keys", "rotate", "--root"], ["keys", "rotate", "--root", "r", "--next"],
    ])
  func paths(arguments: [String]) throws {
    for text in ["s3://bucket/p", "https://host/p", "gs:x"] {
      let ending = try Program.run(arguments + [text], in: folder)
      #expect(ending.status == 64, "\(ending)")
      #expect(ending.errors.contains("write ./ before it"), "\(ending.errors)")
    }
    let ending = try Program.run(
      ["nightly"], in: folder, environment: ["ALMANAC_STATE": "s3://bucket/state"])
    #expect(ending.status == 64)
    #expect(folder.files.allSatisfy { $0.hasPrefix(".std") })
  }

  @Test(
    "neither catalogue nor recipes may lie where everybody reads",
    arguments: [
      ["--state", "output/puzzles/state"], ["--state", "output/puzzles"],
      ["--state", "./output/../output/private"], ["--recipes", "output/puzzles/recipes"],
      ["--output", ".", "--state", "puzzles/state"],
    ])
  func withinTree(places: [String]) throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    let before = folder.files
    for command in [
      ["nightly"], ["release", "publish"], ["doctor"], ["edits", "list"],
      ["packs", "note", "tiny:0", "words"], ["packs", "tag", "tiny:0", "tag"],
    ] {
      let ending = try Program.run(command + places, in: folder)
      #expect(ending.status == 64, "\(ending)")
      #expect(ending.errors.contains("within the tree"), "\(ending.errors)")
    }
    #expect(folder.files.filter { !$0.hasPrefix(".std") } == before)
  }

  @Test(
    "P14: a folder within a published tree is no place for another one, nor is that of the recipes",
    arguments: [
      "output/puzzles", "./output//puzzles/packs", "output/private", "output/x/../private/y",
      "link/z",
    ])
  func withinAnotherTree(place: String) throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack("free", "free: false"), to: "Pipelines/packs/tiny.yaml")
    #expect(try Program.run(["nightly"], in: folder).status == 0)
    #expect(folder.text("output/private/manifest.json") != nil)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "output/puzzles")
    let before = folder.files.filter { !$0.hasPrefix(".std") }
    for command in [
      ["nightly"], ["status"], ["doctor"], ["release", "publish"], ["release", "verify", place],
      ["nightly", "--private-to", place, "--output", "other"],
    ] {
      let isNamed = command.contains(place)
      let ending = try Program.run(
        command + (isNamed ? [] : ["--output", place, "--state", "other"]), in: folder)
      #expect(ending.status == 64, "\(ending)")
      #expect(ending.errors.contains("\(folder.path)/output — did you mean"), "\(ending.errors)")
    }
    let ending = try Program.run(["nightly", "--output", "./Pipelines/"], in: folder)
    #expect(ending.status == 64 && ending.errors.contains("that of the recipes"), "\(ending)")
    #expect(folder.files.filter { !$0.hasPrefix(".std") } == before)
  }

  @Test(
    "no secret key is in a message, whichever word it stands for",
    arguments: [
      [], ["preview"], ["keys", "rotate", "--root"], ["keys", "rotate", "--root", "r", "--key"],
      ["keys", "rotate", "--root", "r", "--next"], ["keys", "new", "one", "--key", "k"],
      ["nightly", "--metrics"], ["nightly", "--output"], ["nightly", "--recipes"],
      ["release", "verify"], ["generate", "--size"], ["nightly", "--now"], ["help"],
    ])
  func secretKeys(arguments: [String]) throws {
    let digits = String(repeating: "14d8", count: 16)
    let ending = try Program.run(arguments + ["almanac-secret-key:\(digits)"], in: folder)
    #expect(ending.status != 0)
    #expect(!(ending.output + ending.errors).contains("14d8"), "\(ending)")
  }

  @Test(
    "a command that looks at no house spares the one that the environment names",
    arguments: [
      ["work", "plan", "--size", "5", "--stars", "1", "--count", "3", "--units", "1", "--dir"],
      ["rules", "--write"], ["prove", "-", "--certificate"],
    ])
  func houseOfEnvironment(arguments: [String]) throws {
    let (out, sold, state) = (
      "\(folder.path)/out", "\(folder.path)/sold", "\(folder.path)/state"
    )
    let environment = [
      "ALMANAC_OUTPUT": out, "ALMANAC_PRIVATE": sold, "ALMANAC_STATE": state,
    ]
    try folder.write("", to: "state/lock")
    for place in ["\(out)/puzzles", "\(sold)/private/x", "\(state)/runs"] {
      let ending = try Program.run(arguments + [place], in: folder, environment: environment)
      #expect(ending.status == 73, "\(ending)")
      #expect(ending.errors.contains(place), "\(ending.errors)")
    }
    #expect(folder.files.filter { !$0.hasPrefix(".std") } == ["state/lock"])
    // One that is no place is no affair of theirs.
    let ending = try Program.run(["rules"], in: folder, environment: ["ALMANAC_STATE": "s3://b"])
    #expect(ending.status == 0, "\(ending.errors)")
  }

  @Test("a folder that is really called so can be named")
  func colons() throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    for text in ["./s3:bucket", "out/2026:11", folder.path + "/a:b"] {
      let ending = try Program.run(
        ["nightly", "--output", text, "--state", "./\(text.count):s"], in: folder)
      #expect(ending.status == 0, "\(ending.errors)")
    }
    #expect(folder.text("s3:bucket/puzzles/versions.json") != nil)
  }

  @Test(
    "no password of an address reaches a message, a log or a report",
    arguments: [[], ["--json"], ["--log", "logfmt"], ["--log", "json"]])
  func passwords(form: [String]) throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    let credentials = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S"]
    for endpoint in ["http://name:sesame@host", "http://name:sesame@[::1]:9", "name:sesame@host"] {
      for (arguments, environment) in [
        (["nightly", "--output", "s3://bucket/p"], ["AWS_ENDPOINT_URL_S3": endpoint]),
        (["nightly", "--output", "s3://bucket/p"], ["AWS_ENDPOINT_URL": endpoint]),
        (["nightly", "--output", "s3://name:sesame@bucket/p"], [:]),
        (["nightly", "--output", endpoint], [:]), (["nightly", "--state", endpoint], [:]),
        (["nightly", "--ping-url", "htp://name:sesame@host/x"], [:]),
      ] as [([String], [String: String])] {
        let ending = try Program.run(
          arguments + form, in: folder, environment: credentials.merging(environment) { $1 })
        #expect(ending.status == 64, "\(arguments): \(ending)")
        let files = try folder.contents().values.map { String(decoding: $0, as: UTF8.self) }
        for text in files + [ending.output, ending.errors] { #expect(!text.contains("sesame")) }
      }
    }
  }
}
