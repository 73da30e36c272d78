package import Dates
package import Files
import Foundation
package import Identity

/// What can go wrong with the catalogue.
package enum CatalogError: Error, Hashable, Sendable {
  /// The file is no database, or a damaged one.
  case corrupted(path: String, detail: String)
  /// The file is a database of something else, or one without anything in it.
  case foreign(path: String)
  /// The file cannot be opened or made.
  case cannotOpen(path: String, detail: String)
  /// The file or its folder cannot be written.
  case readOnly(path: String)
  /// A later program has changed the file's shape.
  case newerSchema(path: String)
  /// Another process has been writing for longer than we wait.
  case busy(path: String)
  /// There is no room left.
  case full(path: String)
  /// Reading or writing failed.
  case inputOutput(path: String, detail: String)
  /// Any other complaint of the database.
  case database(path: String, detail: String)
  /// The place has another puzzle, whose text is given.
  case placeTaken(PuzzleID, by: String)
  /// The date is published, so its puzzle stays.
  case published(Period, release: Int)
  /// The place has no puzzle.
  case emptyPlace(PuzzleID)
  /// The new order of a pack's slots names a slot twice, or one that is not there.
  case badOrder(pack: PackID, index: Int)
  /// A puzzle is the twin of one in the catalogue.
  case refused(TwinRefused)
  /// A file that would be written is there already.
  case exists(path: String)
  /// The stars that came with a puzzle do not solve it.
  case notASolution(sbn: String)
  /// No pack of this id is defined.
  case unknownPack(PackID)
  /// A pack has slots behind an empty one.
  case slotGap(pack: PackID, index: Int)
  /// The catalogue does not know the release.
  case unknownRelease(Int)
  /// A release's number has to be above the last one published.
  case releaseNotRising(published: Int, offered: Int)
  /// An edit cannot be taken back.
  case cannotUndo(number: Int64, reason: String)
}

extension CatalogError {
  /// What went wrong with a file that was to be written beside the catalogue, or from it.
  package init(_ error: FileError, path: String) {
    switch error {
    case _ where error.isFull: self = .full(path: path)
    case .notAFile(let culprit): self = .cannotOpen(path: culprit, detail: error.reason)
    case .system(_, _, EACCES), .system(_, _, EPERM), .system(_, _, ENOENT),
      .system("make the folder", _, _), .system("create", _, _), .system("open the folder", _, _),
      .system("open", _, _):
      self = .cannotOpen(path: path, detail: error.reason)
    case .system, .tooLarge: self = .inputOutput(path: path, detail: error.reason)
    }
  }
}

extension CatalogError {
  /// Works on a file; its errors are made errors of the catalogue.
  package static func ofFile<Result: ~Copyable>(
    _ path: String, _ body: () throws(FileError) -> Result
  ) throws(CatalogError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw CatalogError(error, path: path)
    }
  }
}

extension CatalogError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .corrupted(let path, let detail):
      return "\(path) is damaged (\(detail)) — make it anew from the published tree with “almanac "
        + "catalog rebuild”, which keeps the damaged file, or put a backup in its place; nothing "
        + "was written"
    case .foreign(let path):
      return "\(path) is a database, but no catalogue of almanac's — put the catalogue in its "
        + "place, or make it anew from the published tree with “almanac catalog rebuild”, which "
        + "keeps this file; nothing was written"
    case .cannotOpen(let path, let detail):
      return "\(path): cannot open (\(detail)) — check that its folder exists, what may be done "
        + "there and what stands in its place, or name another one"
    case .readOnly(let path):
      return "\(path): cannot be written — check its permissions and those of the state folder, or "
        + "name another one"
    case .newerSchema(let path):
      return "\(path) was written by a newer almanac — use that one"
    case .busy(let path):
      return "\(path): another process is writing — try again when it is done"
    case .full(let path):
      return "\(path): the disk is full — make room and run again; nothing is lost"
    case .inputOutput(let path, let detail):
      return "\(path): reading or writing failed (\(detail)) — check the disk and make room, then "
        + "run again; what was kept before is still there"
    case .published(let place, let release):
      return "\(place) is published in release \(release) — until it begins, “almanac calendar "
        + "replace \(place) --reason …” gives it another puzzle; afterwards it never changes"
    case .emptyPlace(let place):
      return "\(place) has no puzzle yet — fill it first with “almanac nightly”"
    case .badOrder(let pack, let index):
      return "pack \(pack): slot \(index) is named twice or is not there — name each slot once"
    case .refused(let twin): return "\(twin)"
    case .exists(let path):
      return "\(path) is there already — remove it, or name another file"
    case .database(let path, let detail): return "\(path): \(detail)"
    case .placeTaken(let place, let sbn):
      return "\(place) has a puzzle already: \(sbn) — a place keeps its puzzle"
    case .notASolution(let sbn): return "\(sbn): the stars that came with it do not solve it"
    case .unknownPack(let id): return "pack \(id) is not defined — define it before its slots"
    case .slotGap(let pack, let index):
      return "pack \(pack): slot \(index) is empty and later ones are not, so the catalogue is "
        + "damaged — make it anew from the published tree with “almanac catalog rebuild”, which "
        + "keeps the damaged file, or put a backup in its place; nothing was written"
    case .cannotUndo(let number, let reason):
      return "edit \(number): \(reason); nothing was changed"
    case .unknownRelease(let number): return "release \(number) is not in the catalogue"
    case .releaseNotRising(let published, let offered):
      return "release \(published) is published already and release \(offered) is offered — "
        + "numbers only rise"
    }
  }
}
