import Catalog
import Files
import Pressing
import Publishing
import Recipes
import Signing
import StarBattle
import Stores

/// An error of a module above this one, which says itself how it ends a run.
package protocol RunError: Error {
  /// How a run ends with it.
  var exitStatus: ExitStatus { get }
}

extension ExitStatus {
  /// The status for an error: the one place that knows those of this module and below it.
  package init(for error: any Error) {
    switch error {
    case let error as PipelineError: self.init(error)
    case let error as RecipeError: self.init(error)
    case FolderError.cannotLook: self = .noInput
    case FolderError.full: self = .inputOutput
    case is FolderError: self = .cannotCreate
    case is TooFewPuzzles: self = .usage
    case is SeriesError: self = .partial
    case let error as CatalogError: self.init(error)
    case let error as StateLockError: self.init(error)
    case let error as PublishError: self.init(error)
    case let error as StoreError: self.init(error)
    case let error as SigningError: self.init(error)
    case let error as any RunError: self = error.exitStatus
    default: self = .bug
    }
  }

  private init(_ error: PipelineError) {
    switch error {
    case .argument, .notPublished: self = .usage
    case .input, .noTree, .noCatalog: self = .noInput
    case .stateLost, .stateBehind, .stateApart, .foreignRelease, .treeDamaged, .clockJump,
      .clockBehind, .clockTooEarly, .clockTooLate, .refused:
      self = .badData
    case .missed, .exhausted, .nightBudgetSpent: self = .partial
    case .topUp(_, _, _, let cause):
      // The release of the night is out: “partial” would say that it is not. What keeps the reserve
      // from being filled then is what the recipe asks for.
      let status = ExitStatus(for: cause)
      self = status == .partial ? .badRecipe : status
    case .twinAppeared: self = .retryLater
    case .calendarVanished, .packVanished, .signingVanished: self = .badRecipe
    case .signing(let error, _): self.init(error)
    case .interrupted(let signal): self = signal == 15 ? .terminated : .interrupted
    case .bug: self = .bug
    }
  }

  private init(_ error: RecipeError) {
    switch error {
    case .missing, .unreadable: self = .noInput
    case .mistakes: self = .badRecipe
    }
  }

  private init(_ error: StateLockError) {
    switch error {
    case .locked: self = .retryLater
    case .system(_, _, let code) where FileError.isFull(code): self = .inputOutput
    case .notAFile, .system: self = .cannotCreate
    }
  }

  private init(_ error: CatalogError) {
    switch error {
    case .busy: self = .retryLater
    case .full, .readOnly, .inputOutput: self = .inputOutput
    case .cannotOpen, .exists: self = .cannotCreate
    case .corrupted, .foreign, .newerSchema, .database, .published, .emptyPlace, .slotGap,
      .badOrder, .refused, .cannotUndo:
      self = .badData
    case .placeTaken, .notASolution, .unknownPack, .unknownRelease, .releaseNotRising:
      self = .bug
    }
  }

  private init(_ error: PublishError) {
    switch error {
    case .store(let error): self.init(error)
    case .signing(let error): self.init(error)
    case .packWouldVanish: self = .badRecipe
    case .notStoredAsSent: self = .inputOutput
    case .noRelease: self = .usage
    case .privatePartElsewhere, .privatePartOfAnother: self = .noInput
    case .compression: self = .bug
    case .badContent, .badText, .publishedEntryWouldChange, .publishedEntryWouldVanish,
      .dateHasBegun, .packVersion, .wouldRollBack, .noNumberLeft, .unfinishedReleaseDamaged,
      .noReadableManifest, .pointerLost, .damagedRelease, .rollbackDamaged:
      self = .badData
    }
  }

  private init(_ error: SigningError) {
    if case .noKey = error { self = .noInput } else { self = .badData }
  }

  private init(_ error: StoreError) {
    switch error {
    case .preconditionFailed, .busy: self = .retryLater
    case .badKey, .notAFile, .tooLarge: self = .badData
    case .badAddress: self = .usage
    case .badSettings: self = .noInput
    case .unreachable, .refused, .stopped: self = .unavailable
    case _ where error.isFull: self = .inputOutput
    case .system(let operation, _, _):
      self = ["create", "make"].contains { operation.hasPrefix($0) } ? .cannotCreate : .inputOutput
    }
  }
}
