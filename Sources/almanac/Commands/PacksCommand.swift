import ArgumentParser

struct Packs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look after packs and what goes into them.",
    subcommands: [PacksFind.self, Import.self])
}
