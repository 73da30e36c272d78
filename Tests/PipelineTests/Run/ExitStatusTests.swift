import Catalog
import Files
import Identity
import Manifest
import Pipeline
import Pressing
import Publishing
import Recipes
import Stores
import Testing

@Suite("Exit statuses")
struct ExitStatusTests {
  struct Unknown: Error {}

  @Test("every error has the status that help gives its kind")
  func statuses() {
    let problem = RecipeProblem(file: "a", place: .start, message: "b")
    let cases: [(any Error, Int32)] = [
      (RecipeError.mistakes([problem]), 78),
      (RecipeError.missing(path: "a", what: "b"), 66),
      (PipelineError.input(path: "a", reason: "b"), 66),
      (PipelineError.argument("a", reason: "b"), 64),
      (PipelineError.notPublished(id: "a"), 64),
      (PipelineError.noTree(path: "a"), 66),
      (PipelineError.stateLost(output: "a", state: "b", release: 1), 65),
      (PipelineError.exhausted(item: "a", tally: Tally()), 2),
      (SeriesError.tooFew(found: 0, wanted: 1, tally: Tally(), advice: ""), 2),
      (FolderError.cannotWrite(path: "a", reason: "b"), 73),
      (FolderError(.system(operation: "write", path: "a", code: 28), writing: "a"), 74),
      (FolderError(.system(operation: "create", path: "a", code: 27), writing: "a"), 74),
      (FolderError(.system(operation: "create", path: "a", code: 13), writing: "a"), 73),
      (PipelineError.interrupted(signal: 2), 130),
      (PipelineError.interrupted(signal: 15), 143),
      (PipelineError.bug("a"), 70),
      (StateLockError.locked(by: 7, path: "a"), 75),
      (CatalogError.busy(path: "a"), 75),
      (CatalogError.full(path: "a"), 74),
      (CatalogError.corrupted(path: "a", detail: "b"), 65),
      (CatalogError.slotGap(pack: "a", index: 1), 65),
      (PublishError.noRelease(9, kept: [1]), 64),
      (PublishError.wouldRollBack(current: 2, offered: 1), 65),
      (PublishError.store(.preconditionFailed(.manifest, store: "s")), 75),
      (StoreError.system(operation: "write", path: "a", code: 28), 74),
      (StoreError.system(operation: "make the folder", path: "a", code: 13), 73),
      (StoreError.system(operation: "make the folder", path: "a", code: 28), 74),
      (StateLockError.system(operation: "make the folder", path: "a", code: 13), 73),
      (StateLockError.system(operation: "make the folder", path: "a", code: 28), 74),
      (PublishError.pointerLost(release: 1), 65),
      (Unknown(), 70),
    ]
    for (error, status) in cases {
      #expect(ExitStatus(for: error).rawValue == status, "\(error)")
    }
  }

  @Test("an interruption is told from a termination in words, too")
  func words() {
    #expect("\(PipelineError.interrupted(signal: 2))" == "interrupted; run again for the rest")
    #expect("\(PipelineError.interrupted(signal: 15))" == "terminated; run again for the rest")
  }
}
