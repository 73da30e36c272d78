import Manifest
import Printable

/// The places that the press works with: every command that looks at them names them alike.
package struct House: Hashable, Sendable {
  /// The folder of the recipes.
  package var recipes: String
  /// The tree that is published into: a folder, or `s3://bucket/prefix`.
  package var output: String
  /// Where the private part lies, `private/` and what is in it: a folder or `s3://bucket/prefix`;
  /// `nil`: beside `puzzles/`, in `output`.
  package var privateTo: String?
  /// The folder of the catalogue, its lock and the run reports.
  package var state: String

  /// A house, at the usual places where no others are named.
  package init(
    recipes: String = "Pipelines", output: String = "output", privateTo: String? = nil,
    state: String = ".almanac"
  ) {
    self.recipes = recipes
    self.output = output
    self.privateTo = privateTo
    self.state = state
  }

  /// The house of somebody who names no places.
  package static let usual = House()

  /// The place that an object lies in, by its path in the tree.
  package func place(of object: String) -> String {
    object.hasPrefix(TreePart.paid.folder) ? privateTo ?? output : output
  }

  /// The folder of the catalogue, to be opened.
  package var stateFolder: StateFolder { StateFolder(path: state) }

  /// A command for this house, as it can be typed into a shell.
  ///
  /// - Parameters:
  ///   - name: Its words, such as `catalog rebuild`.
  ///   - recipes: Whether it reads recipes.
  ///   - output: Whether it reads or writes the tree.
  /// - Returns: The command, with the places that are not the usual ones.
  package func command(_ name: String, recipes: Bool = true, output: Bool = true) -> String {
    var words = ["almanac", name]
    let usual = House.usual
    if recipes, self.recipes != usual.recipes {
      words += ["--recipes", Shell.path(self.recipes)]
    }
    if output, self.output != usual.output {
      words += ["--output", Shell.path(self.output)]
    }
    if output, let place = privateTo { words += ["--private-to", Shell.path(place)] }
    if state != usual.state { words += ["--state", Shell.path(state)] }
    return words.joined(separator: " ")
  }

  /// The command that reads this house's tree back, as it can be typed into a shell.
  package var verifyCommand: String {
    "almanac release verify \(Shell.path(output))"
      + (privateTo.map { " --private-to \(Shell.path($0))" } ?? "")
  }
}
