import Explaining
import Identity
import JSONText
import Manifest
import Pipeline
import Publishing
import Recipes
import Stores

/// Hints in another language than the one that recipes ask for now.
///
/// Objects of hints are named by what they explain, and nothing that is published under such a name
/// changes: so another language begins with the next version of a pack, and with new dates.
struct ForeignHints {
  /// The language that recipes ask for.
  let wanted: HintLanguage
  /// The languages of published packs' hints that are in another one, by the pack's object.
  private(set) var languages: [ObjectKey: String] = [:]

  /// More bytes than this no hints of a pack have.
  private static let mostBytes = 1 << 26

  /// Looks at the hints of what players have.
  ///
  /// - Throws: `StoreError`, `PublishError`.
  init(_ desk: ReleaseDesk) async throws {
    wanted = desk.recipes.profiles.language
    guard desk.recipes.profiles.hints,
      let manifest = try await desk.publisher.current().latest?.manifest
    else { return }
    let objects = Dictionary(
      manifest.objects.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let earlier = Set(manifest.earlierObjects)
    for pack in manifest.packs {
      guard let object = objects[pack.object] else { continue }
      let key = ObjectKey.hints(of: object.sha256, in: pack.object.part ?? .open)
      guard let limit = objects[key]?.bytes ?? (earlier.contains(key) ? Self.mostBytes : nil),
        let bytes = try await desk.store.get(key, limit: limit),
        case .string(let code)? = try? JSONValue(reading: bytes)["language"], code != wanted.code
      else { continue }
      languages[pack.object] = code
    }
  }

  /// What somebody should know who publishes a release.
  func remarks(on draft: ReleaseDesk.Draft) -> [String] {
    let packs = draft.plan.manifest.packs.filter { languages[$0.object] != nil }
    let codes = Set(packs.compactMap { languages[$0.object] }).sorted()
    return codes.map { code in
      let names = packs.filter { languages[$0.object] == code }.map(\.id.text)
      let list = names.prefix(5).joined(separator: ", ")
      let more = names.count > 5 ? " and \(names.count - 5) more" : ""
      return "`language` is \(wanted.code), and the hints of \(list)\(more) stay in \(code), with "
        + "those of dates that are published: what is published keeps its hints. The new language "
        + "begins with the next version of a pack and with new dates"
    }
  }
}
