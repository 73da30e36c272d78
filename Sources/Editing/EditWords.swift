/// What an edit did, in one line for the record.
enum EditWords {
  /// The most changes that are told one by one.
  private static let most = 4

  static func text(_ changes: [String]) -> String {
    let told = changes.prefix(most).joined(separator: "; ")
    return changes.count > most ? told + "; and \(changes.count - most) more" : told
  }
}
