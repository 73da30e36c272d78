import Dates
import Files
import Identity
import Manifest
package import Pipeline
import Printable
import Publishing
import Recipes
import Wording

/// Says what there is in this folder and what to do next: what the program does when it is given
/// nothing.
///
/// It reads the recipes, the catalogue and the manifest, and no puzzle: the doctor looks at the
/// rest.
package struct TellBearings: Command {
  package init() {}

  /// Says it.
  ///
  /// - Returns: `done`, whatever there is.
  /// - Throws: What `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try emit(.answer(await bearings(house, context)))
    return .done
  }

  private func bearings(_ house: House, _ context: RunContext) async -> Bearings {
    guard (try? Folders.isThere(house.recipes)) == true else {
      return Bearings(
        here: ["no recipes in \(house.recipes)"],
        next: [
          Bearings.Step("almanac generate --size 10 --count 5", "makes puzzles"),
          Bearings.Step("almanac grade FILE", "says how hard puzzles are, in any notation"),
        ])
    }
    let recipes: RecipeSet
    do throws(RecipeError) {
      recipes = try RecipeSet(folder: house.recipes)
    } catch {
      return Bearings(
        here: ["recipes in \(house.recipes) that are wrong"],
        next: [
          Bearings.Step(
            "almanac recipes check \(Shell.path(house.recipes))", "says where, and what to write")
        ])
    }
    let packs = "\(recipes.packs.count, of: "pack")"
    let calendars = "\(recipes.calendars.count, of: "calendar")"
    let here = ["recipes of \(packs) and \(calendars) in \(house.recipes)"]
    let doctor = Doctor(house, context)
    let published: PublishedState
    do {
      published = try await doctor.published()
    } catch {
      return TellBearings.unreadable("a tree in \(house.output)", of: house, after: here)
    }
    let fault = await doctor.tree(isRead: false).filter { $0.severity != .well }
      .min { $0.severity < $1.severity }
    if let release = published.latest?.manifest {
      return TellBearings.bearings(
        of: release, in: house, recipes, after: here, fault, at: context.now)
    }
    if let fault, fault.severity == .wrong {
      return TellBearings.mending(fault, of: house, after: here)
    }
    let night = house.command("nightly")
    return Bearings(
      here: here + ["nothing published in \(house.output) yet"],
      next: [
        Bearings.Step("\(night) --dry-run", "shows what a night would make"),
        Bearings.Step(night, "makes the puzzles and publishes them"),
      ])
  }

  /// Where something is published: what its catalogue lacks, and what there is to look at.
  private static func bearings(
    of release: Manifest, in house: House, _ recipes: RecipeSet, after here: [String],
    _ fault: Symptom?, at now: Timestamp
  ) -> Bearings {
    var here = here + ["release \(release.release) of \(release.createdAt) in \(house.output)"]
    var next: [Bearings.Step] = []
    do {
      guard let catalog = try house.stateFolder.readIfThere() else {
        return Bearings(
          here: here + ["no catalogue in \(house.state)"],
          next: [Bearings.Step(house.command("catalog rebuild"), "makes it anew from the tree")])
      }
      // What a night, or anything else, would refuse comes first.
      if let fault { return mending(fault, of: house, after: here) }
      let standing = try Standing(catalog, recipes, at: now)
      let short = standing.lines.filter { $0.missingPeriods > 0 }.map(\.cadence.rawValue)
      if short.isEmpty {
        next.append(lookingAround(house))
      } else {
        here.append("dates missing: \(short.joined(separator: ", "))")
        next.append(Bearings.Step(house.command("nightly"), "makes and publishes what is missing"))
      }
    } catch {
      return unreadable("a catalogue in \(house.state)", of: house, after: here)
    }
    // What is published has puzzles; what a recipe lists may have none yet.
    if let name = release.packs.first?.id.text ?? recipes.calendars.first?.cadence.rawValue {
      next.append(
        Bearings.Step(
          house.command("preview \(name)") + " --html desk",
          "shows the puzzles of \(name) on a page"))
    }
    return Bearings(here: here, next: next)
  }

  private static func unreadable(
    _ what: String, of house: House, after here: [String]
  ) -> Bearings {
    Bearings(
      here: here + ["\(what) that cannot be read"],
      next: [Bearings.Step(house.command("doctor"), "says what is wrong, and what mends it")])
  }

  private static func lookingAround(_ house: House) -> Bearings.Step {
    Bearings.Step(house.command("doctor"), "looks at everything, and says what mends it")
  }

  /// What the doctor has found, and what mends it.
  private static func mending(
    _ fault: Symptom, of house: House, after here: [String]
  ) -> Bearings {
    let around = lookingAround(house)
    let mend = fault.remedy.flatMap { $0 == around.command ? nil : Bearings.Step($0, "mends that") }
    return Bearings(here: here + [fault.message], next: [mend, around].compactMap(\.self))
  }
}
