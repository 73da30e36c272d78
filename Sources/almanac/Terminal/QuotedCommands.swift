import ArgumentParser
import Pipeline

/// Commands that messages quote, such as “almanac nightly”.
///
/// What finds a fault mostly knows no house, and advises a command as it is typed for the usual
/// places. Here it is known which house the message is about, and which commands look at one.
enum QuotedCommands {
  private static let opening = "“almanac "
  private static let closing: Character = "”"

  /// A message with the places of a house in each command that looks at one.
  ///
  /// - Parameters:
  ///   - house: The house that the message is about.
  ///   - message: A line.
  /// - Returns: The line, as it is where all places are the usual ones.
  static func naming(_ house: House, in message: String) -> String {
    let places = house.command("x").dropFirst("almanac x".count)
    var named = ""
    var rest = message[...]
    while let start = rest.firstRange(of: opening),
      let end = rest[start.upperBound...].firstIndex(of: closing)
    {
      let words = rest[start.upperBound..<end]
      // Whoever knows the house has named it already.
      if !words.contains(places), let whole = wholeCommand(words) {
        named += rest[..<start.lowerBound] + "“\(house.command(whole))"
      } else {
        named += rest[..<end]
      }
      rest = rest[end...]
    }
    return named + rest
  }

  /// The words of a command that takes the places of a house, `…` for an argument that it lacks;
  /// `nil` of others.
  private static func wholeCommand(_ words: Substring) -> String? {
    let (command, rest) = Almanac.command(named: words.split(separator: " "))
    guard command is any HouseCommand.Type else { return nil }
    // With the places behind it, it would look as if nothing else had to be said.
    return rest.isEmpty && (try? command.parse([])) == nil ? "\(words) …" : String(words)
  }
}
