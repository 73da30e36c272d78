import Manifest
import Pipeline
import Printable
import Publishing
import Recipes

extension Doctor {
  /// Where packs lie that have to be bought, and whether they are there.
  func privatePart(_ recipes: RecipeSet) async -> [Symptom] {
    let sold = recipes.packs.filter { !$0.isFree }
    let latest = try? await published().latest?.manifest
    let isPublished = latest?.privatePart != nil
    guard !sold.isEmpty || isPublished else { return [] }
    let place = house.privateTo ?? house.output
    var symptoms: [Symptom] = []
    if let latest, isPublished, !latest.isJoined {
      symptoms.append(
        .wrong(
          "private",
          house.privateTo == nil
            ? "release \(latest.release) has a private part, for packs that have to be bought or "
              + "once had, and \(place) does not have it — name the place of it with --private-to or ALMANAC_PRIVATE"
            : "\(PublishError.privatePartElsewhere(release: latest.release))",
          mend: house.privateTo == nil
            ? "\(house.command("doctor")) --private-to PLACE"
            : "ls -la \(Shell.path("\(place)/private"))"))
    } else {
      symptoms.append(.well("private", "what has to be bought is in \(place)/private"))
    }
    if house.privateTo == nil, StoreSettings.isBucket(house.output) {
      symptoms.append(
        .care(
          "private",
          "private/ is in the bucket of puzzles/: whoever may read all of that reads what has to be "
            + "bought — name another with --private-to",
          mend: house.verifyCommand))
    }
    let open = latest?.packs.filter { !$0.free && $0.part == .open } ?? []
    for pack in open {
      symptoms.append(
        .wrong(
          "private", "pack \(pack.id) has to be bought, and is in the public part",
          mend: house.command("release publish")))
    }
    return symptoms
  }
}
