/// Something that is wrong with a tree.
package struct Finding: Hashable, Sendable {
  /// What kind of wrong.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Something is named and not there.
    case missing
    /// The bytes are not those that are named.
    case changed
    /// The bytes make no sense as what they are.
    case unreadable
    /// What two places say does not agree.
    case contradiction
    /// It is of an earlier release than it should be.
    case older
    /// The same puzzle is published twice, in some orientation and lettering.
    case twin
    /// A puzzle is not what it says it is.
    case puzzle
    /// The app would not find it, or would refuse it.
    case app
    /// A signature is missing or false, or of nobody who is trusted.
    case signature
    /// What has to be bought can be read by everybody.
    case paid
    /// Nothing names it.
    case unnamed
    /// A folder, a link or a device lies where an object, or a folder of objects, has to be.
    case obstacle
    /// An interrupted publish has left it so, and the next one puts it right; readers are safe.
    case unfinished
  }

  /// The key of the object, or the path of what is no object.
  package let object: String

  /// What kind of wrong.
  package let kind: Kind

  package let message: String

  /// The latest release that is not whole because of it, where the current one is: one that nobody
  /// needs but to go back to.
  package let earlier: Int?

  package init(object: String, kind: Kind, message: String, earlier: Int? = nil) {
    self.object = object
    self.kind = kind
    self.message = message
    self.earlier = earlier
  }
}

extension Finding: Comparable {
  /// In the order of objects.
  package static func < (left: Finding, right: Finding) -> Bool {
    (left.object, left.kind.rawValue, left.message)
      < (right.object, right.kind.rawValue, right.message)
  }
}

extension Finding: CustomStringConvertible {
  /// `puzzles/packs/intro.json: changed: …`.
  package var description: String { "\(object): \(kind.rawValue): \(message)" }
}
