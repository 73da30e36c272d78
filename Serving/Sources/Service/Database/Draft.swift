// What a file is, `stat`, is of this module where Foundation is built of it.
import CoreFoundation
import Foundation

/// The file in which a copy of a database is made, beside the place that it is for.
///
/// One process at a time has it, and it takes its place when it is whole.
struct Draft: ~Copyable {
  let path: String
  private let copy: String
  private let descriptor: CInt

  /// What SQLite keeps beside a database.
  private static let companions = ["-wal", "-shm", "-journal"]

  /// Begins a draft, empty, in the place of what one that broke off has left.
  ///
  /// - Throws: `ServiceDatabaseError` where the copy is there, somebody else makes it, or it cannot
  ///   be made.
  init(of copy: String) throws {
    self.copy = copy
    path = copy + ".draft"
    descriptor = try Draft.locked(path, for: copy)
    Draft.removeCompanions(of: path)
    ftruncate(descriptor, 0)
    // Whoever made it may have let others read it.
    fchmod(descriptor, 0o600)
  }

  /// The draft, opened and locked.
  private static func locked(_ path: String, for copy: String) throws -> CInt {
    while true {
      if isThere(copy) { throw ServiceDatabaseError.taken(copy) }
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw ServiceDatabaseError.unopened(copy) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        throw code == EWOULDBLOCK
          ? ServiceDatabaseError.beingMade(copy)
          : .unusable(copy, "it cannot be locked: \(String(cString: strerror(code)))")
      }
      // Whoever had it may have put it in place, or removed it, since it was opened.
      var (mine, named) = (stat(), stat())
      if fstat(descriptor, &mine) == 0, lstat(path, &named) == 0, mine.st_ino == named.st_ino,
        mine.st_dev == named.st_dev
      {
        if !isThere(copy) { return descriptor }
        removeCompanions(of: path)
        unlink(path)
      }
      close(descriptor)
    }
  }

  /// Whether a name is taken, by a link that leads nowhere as well.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Puts the draft in its place.
  func publish() throws {
    guard !Draft.isThere(copy) else { throw ServiceDatabaseError.taken(copy) }
    guard rename(path, copy) == 0 else {
      throw ServiceDatabaseError.unusable(copy, String(cString: strerror(errno)))
    }
  }

  /// Lets go of it, and takes away what is left.
  ///
  /// The database in it has to be closed: with any descriptor of a file that is closed, a process
  /// loses the locks that SQLite has on it.
  func remove() {
    Draft.removeCompanions(of: path)
    var (mine, named) = (stat(), stat())
    if fstat(descriptor, &mine) == 0, lstat(path, &named) == 0, mine.st_ino == named.st_ino {
      unlink(path)
    }
    close(descriptor)
  }

  private static func removeCompanions(of path: String) {
    for companion in companions { unlink(path + companion) }
  }
}
