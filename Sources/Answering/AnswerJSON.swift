package import JSONText

/// What the JSON of all answers has in common: a contract with a number.
package enum AnswerJSON {
  /// The version of the shapes that commands print.
  package static let schema = JSONMember("schema", 1)

  /// The object that a command prints: it begins with the schema and the command's name.
  package static func object(_ command: String, _ members: [JSONMember]) -> JSONValue {
    .object([schema, JSONMember("command", command)] + members)
  }
}
