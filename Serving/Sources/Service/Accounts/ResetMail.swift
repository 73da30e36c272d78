/// What became of the mail for a forgotten password.
package enum ResetMail: String, Sendable {
  /// The program that sends it has ended well.
  case sent
  /// The program could not be run.
  case unstarted
  /// The program did not take what it was given.
  case untaken
  /// The program said that it had failed.
  case failed
  /// The program took too long, and was ended.
  case late

  /// What is wrong, without the address and the secret; `nil` where nothing is.
  var fault: String? {
    switch self {
    case .sent: nil
    case .unstarted: "the program cannot be run"
    case .untaken: "the program does not read its standard input"
    case .failed: "the program does not end with 0"
    case .late: "the program takes too long, and was ended"
    }
  }
}
