import Pipeline
import Printable
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
}
