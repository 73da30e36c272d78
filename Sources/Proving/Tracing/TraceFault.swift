/// Why a trace does not show what it claims to.
public enum TraceFault: Error, Hashable, Sendable {
  /// Where in a trace.
  public struct Location: Hashable, Sendable {
    /// The step, from 0.
    public let step: Int
    /// The link of its assumption's chain, from 0; `nil` for the step itself, or for its failure.
    public let link: Int?

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - step: The step, from 0.
    ///   - link: The step of its chain, from 0; `nil` for the step itself.
    /// - Complexity: O(1).
    public init(step: Int, link: Int? = nil) {
      self.step = step
      self.link = link
    }
  }

  /// The trace is that of another puzzle.
  case otherPuzzle
  /// A step names a cell or a container that is not on the board, or nothing that follows.
  case malformed(Location, what: String)
  /// A step names a rule that the checker has not been told of.
  case unknownRule(Location, id: String)
  /// A step rests on more than its rule may look at.
  case tooWide(Location, containers: Int)
  /// What a step says does not follow from the containers it names and what is known by then.
  case notImplied(Location)
  /// The containers of a failure can be completed after all.
  case noFailure(Location)
  /// A step takes more conflicts than the budget allows.
  case undecided(Location, conflicts: Int)
  /// So many cells are open at the end.
  case unfinished(unknowns: Int)
  /// The stars at the end do not solve the puzzle, or are not the solution that was to be reached.
  case wrongSolution
}

extension TraceFault: CustomStringConvertible {
  /// What is wrong, and where, counted from 1 as people do.
  public var description: String {
    switch self {
    case .otherPuzzle: "the trace is that of another puzzle"
    case .malformed(let location, let what): "\(location) \(what)"
    case .unknownRule(let location, let id): "\(location) follows an unknown rule, \(id)"
    case .tooWide(let location, let containers):
      "\(location) rests on \(containers) containers, more than its rule may look at"
    case .notImplied(let location):
      "\(location) does not follow from the containers it names"
    case .noFailure(let location):
      "\(location) refutes a star that the containers it names allow"
    case .undecided(let location, let conflicts):
      "\(location) is not decided after \(conflicts) conflicts — allow more conflicts"
    case .unfinished(let unknowns):
      "\(unknowns) \(unknowns == 1 ? "cell stays" : "cells stay") open after the last step"
    case .wrongSolution: "the stars at the end are not the solution"
    }
  }
}

extension TraceFault.Location: CustomStringConvertible {
  /// The location, counted from 1.
  public var description: String {
    link.map { "step \(step + 1), link \($0 + 1)," } ?? "step \(step + 1)"
  }
}
