package import Explaining
import Printable
import Yams

/// What a release holds and in which order it is made: `Pipelines/release.yaml`.
///
/// The order is part of the recipe: no puzzle is ever published twice, so a pack passes over the
/// twins of the packs above it, and moving a line here changes later packs.
package struct ReleaseRecipe: Hashable, Sendable {
  /// The ids of the packs to publish, in the order in which they are made.
  package let packs: [ListedName]
  /// The cadences of the calendar to publish, in the order in which they are made.
  package let calendar: [ListedName]

  /// A name in a list, and where it is written.
  package struct ListedName: Hashable, Sendable {
    /// The id of a pack, or the name of a cadence.
    package let name: String
    /// Where it is written.
    package let place: RecipeLocation
  }

  /// What is published beside packs and calendar.
  package let profiles: Profiles

  /// What is published beside packs and calendar.
  package struct Profiles: Hashable, Sendable {
    /// Packs in the mobile app's shape, with hints beside them.
    package var app = false
    /// Hints for every pack and date, plain and compressed.
    package var hints = false
    /// Step graphs for every pack and date.
    package var steps = false
    /// All free packs in one object, plain and compressed.
    package var bundle = true
    /// What an app needs when it is opened.
    package var now = true
    package var language = HintLanguage.english
  }

  /// How releases are signed; `nil` where they are not.
  package let signing: Signing?

  /// Whether releases are signed no longer, and somebody wants it so (`signing: none`).
  ///
  /// A line that is missing may only have been lost.
  package let leavesSigning: Bool

  /// How releases are signed.
  package struct Signing: Hashable, Sendable {
    /// Where the release key is: a path, relative to the recipes' folder, or `$` and the name of a
    /// variable of the environment.
    package let key: String
  }

  static let keys = ["packs", "calendar", "profiles", "signing"]
}

extension ReleaseRecipe {
  /// Reads a recipe; what is wrong is noted in the reader, and then there is no recipe.
  init?(_ root: Node, reader: RecipeReader) {
    guard let fields = reader.fields(of: root, "a release", allowed: ReleaseRecipe.keys) else {
      return nil
    }
    let packs = ReleaseRecipe.entries("packs", fields)
    let calendar = ReleaseRecipe.entries("calendar", fields)
    guard let packs, let calendar else { return nil }
    guard !(packs.isEmpty && calendar.isEmpty) else {
      reader.note(fields.place, "there is nothing to release — list a pack or a cadence")
      return nil
    }
    guard let profiles = ReleaseRecipe.profiles(fields) else { return nil }
    var signing: Signing?
    let node = fields.values["signing"]
    let leavesSigning = node?.scalar?.string == "none"
    if let node, !leavesSigning {
      guard let found = ReleaseRecipe.signing(node, reader) else { return nil }
      signing = found
    }
    self.init(
      packs: packs, calendar: calendar, profiles: profiles, signing: signing,
      leavesSigning: leavesSigning)
  }

  private static func signing(_ node: YAMLNode, _ reader: RecipeReader) -> Signing? {
    guard node.scalar == nil else {
      reader.note(
        RecipeLocation(node.mark),
        "`signing` is \(RecipeReader.kind(of: node)) — it must be `{ key: … }`, or `none` where "
          + "releases are signed no longer")
      return nil
    }
    guard let inner = reader.fields(of: node, "`signing`", allowed: ["key"]),
      let value = inner.required("key"), let key = reader.text(value, "key")
    else { return nil }
    let isName =
      key.hasPrefix("$")
      && key.utf8.dropFirst().allSatisfy { byte in
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      }
    guard key != "$", !key.isEmpty, isName || !key.hasPrefix("$"),
      key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), key.utf8.count <= 1024,
      !key.hasPrefix("almanac-secret-key")
    else {
      // What was written may be the key itself, which belongs in no message.
      reader.note(
        inner.place(of: "key"),
        "`key` names no place — it must be the path of the release key's file, or `$` and the "
          + "name of a variable, such as $ALMANAC_RELEASE_KEY")
      return nil
    }
    return Signing(key: key)
  }

  private static func profiles(_ fields: RecipeFields) -> Profiles? {
    guard let node = fields.values["profiles"] else { return Profiles() }
    let reader = fields.reader
    let keys = ["app", "hints", "steps", "bundle", "now", "language"]
    guard let inner = reader.fields(of: node, "`profiles`", allowed: keys) else { return nil }
    var isWhole = true
    func flag(_ key: String, else usual: Bool) -> Bool {
      guard let node = inner.values[key] else { return usual }
      let value = reader.flag(node, key)
      if value == nil { isWhole = false }
      return value ?? false
    }
    let usual = Profiles()
    var profiles = Profiles(
      app: flag("app", else: usual.app), hints: flag("hints", else: usual.hints),
      steps: flag("steps", else: usual.steps), bundle: flag("bundle", else: usual.bundle),
      now: flag("now", else: usual.now))
    if let node = inner.values["language"] {
      if let code = reader.text(node, "language") {
        if let language = HintLanguage(code: code) {
          profiles.language = language
        } else {
          reader.note(
            RecipeLocation(node.mark),
            "`language` is `\(Printable.excerpt(code))` — it can be \(HintLanguage.codes)")
          isWhole = false
        }
      } else {
        isWhole = false
      }
    }
    return isWhole ? profiles : nil
  }

  private static func entries(_ key: String, _ fields: RecipeFields) -> [ListedName]? {
    let reader = fields.reader
    guard let node = fields.required(key) else { return nil }
    guard case .sequence(let nodes) = node else {
      reader.note(
        RecipeLocation(node.mark),
        "`\(key)` is \(RecipeReader.described(node)) — it must be a list, such as [a, b] or []")
      return nil
    }
    var isWhole = true
    var lines: [String: Int] = [:]
    var entries: [ListedName] = []
    for node in nodes {
      let place = RecipeLocation(node.mark)
      guard let name = RecipeName.entry(node, key, reader: reader) else {
        isWhole = false
        continue
      }
      if let line = lines.updateValue(place.line, forKey: name) {
        reader.note(place, "`\(name)` is already listed in line \(line) — list it once")
        isWhole = false
      }
      entries.append(ListedName(name: name, place: place))
    }
    return isWhole ? entries : nil
  }
}
