import Foundation
import Printable

/// How a program was called: what is looked at before its words are read.
///
/// All programs of the house begin with `begin()`.
public enum Invocation {
  /// Why a program cannot go on as it was called.
  public struct Fault: Error, Hashable, Sendable {
    /// What is wrong and what to do, in a line that can be shown.
    public let message: String
    /// 64 where the caller can mend it, 74 where the machine withholds the words.
    public let exitCode: Int32
  }

  /// Opens the standard files that are closed, takes care that writing fails where a file may not
  /// grow, and looks at the words behind the program's name.
  ///
  /// - Throws: A fault where the words cannot be had, or cannot be what is meant.
  public static func begin() throws(Fault) {
    openStandardFiles()
    // A file that may not become so large is an error of writing, and no end without a word.
    signal(SIGXFSZ, SIG_IGN)
    // Linux gives them through `/proc`: without it, as in some `chroot`s, every command looks like
    // the program's bare name, ends well, and no night would ever be done.
    guard CommandLine.argc > 0 else {
      throw Fault(
        message: "the command line cannot be read — mount /proc and run again", exitCode: 74)
    }
    try check(words)
  }

  /// Refuses words that cannot be shown, for programs whose parser quotes them as they are.
  ///
  /// - Throws: A fault that names the first such word by its number.
  public static func checkPrintable() throws(Fault) { try checkPrintable(words) }

  /// Refuses a folder to work in, or one that the environment names, that is gone or not UTF-8.
  ///
  /// Half of what works with paths would find something else there than the other half.
  ///
  /// - Parameter variables: The variables of the environment that name files or folders.
  /// - Throws: A fault that says which it is.
  public static func checkFolders(_ variables: [String]) throws(Fault) {
    for name in variables {
      if let value = getenv(name), String(validatingCString: value) == nil {
        throw fault("\(name) is not UTF-8 — rename what it names, or name another")
      }
    }
    guard let path = getcwd(nil, 0) else {
      throw fault("the folder to work in is gone — go to one that is there")
    }
    defer { free(path) }
    if String(validatingCString: path) == nil {
      throw fault("the name of the folder to work in is not UTF-8 — rename it, or work in another")
    }
  }

  /// Refuses words that cannot be what is meant.
  ///
  /// A word that is not UTF-8 would be read as another one, and name another folder. An empty one
  /// is what a shell makes of a variable that is not set: `--state "$STATE"` is not the folder `/`.
  package static func check(_ words: [[UInt8]]) throws(Fault) {
    var option: String?
    for (index, bytes) in words.enumerated() {
      guard let word = String(validating: bytes, as: UTF8.self) else {
        throw fault("argument \(index + 1) is not UTF-8 — rename what it names, or name another")
      }
      let isOption = word.hasPrefix("--") && word.count > 2
      let what: String? =
        if word.isEmpty {
          // Not the option itself: nothing here knows which of them take a value.
          "argument \(index + 1)" + (option.map { ", behind \($0)," } ?? "")
        } else if isOption, word.last == "=", word.count(where: { $0 == "=" }) == 1 {
          String(word.dropLast())
        } else {
          nil
        }
      if let what { throw fault("\(what) is empty — leave it out, or say what is meant") }
      option = isOption ? word : nil
    }
  }

  package static func checkPrintable(_ words: [[UInt8]]) throws(Fault) {
    let odd = words.firstIndex { !Printable.isPrintable(String(decoding: $0, as: UTF8.self)) }
    if let odd {
      throw fault("argument \(odd + 1) has characters that cannot be shown — leave them out")
    }
  }

  private static func fault(_ message: String) -> Fault {
    Fault(message: Printable.line(message), exitCode: 64)
  }

  /// Opens standard input, output and error where they are closed.
  ///
  /// The next file that is opened would get the number of a closed one, and be written into as if
  /// it were it. What is printed then goes nowhere, as whoever has closed it wants.
  private static func openStandardFiles() {
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(file, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// The words behind the program's name, as they were given.
  private static var words: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeBufferPointer(start: word, count: strlen(word))).map { UInt8(bitPattern: $0) }
      }
    }
  }
}
