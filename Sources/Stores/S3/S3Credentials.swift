/// What proves to a bucket's service who we are.
///
/// It comes from the environment or a file and goes nowhere but into signatures: not into messages,
/// logs or reports, whatever prints it.
package struct S3Credentials: Sendable {
  /// The id of the access key.
  package let accessKey: String

  /// The secret of the access key.
  package let secretKey: String

  /// The token of a session, for credentials that expire.
  let sessionToken: String?

  /// Makes credentials.
  ///
  /// - Throws: `StoreError.badSettings` when one of them cannot go into a header; the message
  ///   does not show it.
  package init(
    accessKey: String, secretKey: String, sessionToken: String? = nil
  ) throws(StoreError) {
    for (name, text) in [
      ("the access key", accessKey), ("the secret key", secretKey),
      ("the session token", sessionToken ?? "-"),
    ] {
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .badSettings(
          "\(name) of the bucket is empty or has blanks or other odd characters in it — set it "
            + "again"
        )
      }
    }
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }

  /// Reads a file of credentials as the usual tools write it: a section `[default]` with lines
  /// `aws_access_key_id = …`, `aws_secret_access_key = …` and perhaps `aws_session_token = …`.
  ///
  /// - Parameters:
  ///   - file: The file's text.
  ///   - profile: The section to read.
  ///   - path: The file's path, for messages.
  /// - Throws: `StoreError.badSettings` when something is missing; the message does not show what
  ///   the file holds.
  package init(file: String, profile: String, path: String) throws(StoreError) {
    var values: [String: String] = [:]
    var isInProfile = false
    for line in file.split(whereSeparator: \.isNewline) {
      let line = S3Credentials.trimmed(line)
      if line.hasPrefix("[") {
        isInProfile = line == "[\(profile)]"
      } else if isInProfile, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
        let key = S3Credentials.trimmed(line[..<equals])
        values[key] = S3Credentials.trimmed(line[line.index(after: equals)...])
      }
    }
    guard let accessKey = values["aws_access_key_id"],
      let secretKey = values["aws_secret_access_key"]
    else {
      throw .badSettings(
        "\(path): no aws_access_key_id and aws_secret_access_key in [\(profile)] — write them there"
      )
    }
    try self.init(
      accessKey: accessKey, secretKey: secretKey, sessionToken: values["aws_session_token"])
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let body = text.drop(while: isBlank)
    return String(String(body.reversed().drop(while: isBlank)).reversed())
  }
}

extension S3Credentials: CustomStringConvertible, CustomReflectable {
  /// Never the credentials.
  package var description: String { "credentials" }

  /// Never the credentials either.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
