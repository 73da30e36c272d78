import Files

/// Where a secret key is kept: in a file of its owner's, or in a variable of the environment.
package enum KeyPlace: Hashable, Sendable {
  case file(path: String)
  case variable(name: String)

  /// Reads a place as people write it: `$ALMANAC_RELEASE_KEY`, or the path of a file.
  ///
  /// - Parameters:
  ///   - text: The place.
  ///   - folder: The folder in which relative paths begin.
  package init(_ text: String, in folder: String) {
    if text.hasPrefix("$") {
      self = .variable(name: String(text.dropFirst()))
    } else {
      self = .file(path: text.hasPrefix("/") ? text : "\(folder)/\(text)")
    }
  }

  /// The key that is kept there.
  ///
  /// - Parameter variable: The value of a variable of the environment.
  /// - Returns: The key.
  /// - Throws: `SigningError.noKey`, `.unusableKey`; neither shows anything of the key.
  package func key(variable: (String) -> String?) throws(SigningError) -> SecretKey {
    let text: String
    switch self {
    case .file(let path):
      do throws(SecretFile.Failure) {
        let bytes = try SecretFile.bytes(of: path, atMost: SecretKey.largestFile)
        text = String(decoding: bytes, as: UTF8.self)
      } catch {
        switch error {
        case .missing, .unreadable: throw .noKey(place: path, reason: "\(error)")
        case .notAFile, .notOurs, .open, .huge:
          throw .unusableKey(place: path, reason: "\(error)")
        }
      }
    case .variable(let name):
      guard let value = variable(name) else {
        throw .noKey(place: "\(self)", reason: "the variable is not set — set it for this run")
      }
      text = value
    }
    do throws(SigningError) {
      return try SecretKey(text)
    } catch {
      throw .unusableKey(place: "\(self)", reason: "\(error)")
    }
  }
}

extension KeyPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let path): path
    case .variable(let name): "$\(name)"
    }
  }
}
