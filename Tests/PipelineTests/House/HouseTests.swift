import HouseSupport
import Manifest
import Pipeline
import Printable
import Stores
import Testing

@Suite("House")
struct HouseTests {
  @Test("a command that is advised can be typed, whatever the places are called")
  func commands() {
    #expect(House.usual.command("nightly") == "almanac nightly")
    let house = House(recipes: "-r", output: "--", privateTo: "-p", state: "- s")
    #expect(
      house.command("nightly")
        == "almanac nightly --recipes ./-r --output ./-- --private-to ./-p --state './- s'")
    #expect(house.command("keys", recipes: false, output: false) == "almanac keys --state './- s'")
    #expect(house.verifyCommand == "almanac release verify ./-- --private-to ./-p")
    #expect(Shell.removal(of: ["-a", "b"]) == "rm -- ./-a b")
    #expect(Shell.moving("-a") { $0 == "-a-aside" } == "mv -- ./-a ./-a-aside-2")
  }

  @Test("P14: a prefix within a published tree of a bucket is no place for another one")
  func withinBucket() async throws {
    let bucket = FakeBucket()
    let settings = StoreSettings.reaching(bucket)
    try await Samples.publish(Samples.content(), to: settings.open("s3://puzzles/live"))
    // A web app's has the same name.
    let other = StoredObject(
      key: .manifest, bytes: Array(#"{"name":"Stars","icons":[]}"#.utf8), mediaType: "",
      cacheControl: "")
    _ = try await settings.open("s3://puzzles/web").put(other, .ifAbsent)
    try await settings.checkApart(House(output: "s3://puzzles/web/puzzles/output"))
    for place in ["s3://puzzles/live/puzzles", "s3://puzzles/live/puzzles/packs/"] {
      for house in [House(output: place), House(output: "s3://puzzles/x", privateTo: place)] {
        await #expect {
          try await settings.checkApart(house)
        } throws: { "\($0)".contains("s3://puzzles/live — did you mean") }
      }
    }
    let asked = bucket.count
    for place in ["s3://puzzles/live", "s3://puzzles/live/x", "out", "s3://puzzles/"] {
      try await settings.checkApart(House(output: place))
    }
    #expect(bucket.count == asked)
    try await settings.checkApart(House(output: "s3://puzzles/x/private"))
  }
}
