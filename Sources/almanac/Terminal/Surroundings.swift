import ArgumentParser
import Foundation

/// What the program finds when it begins, and what it refuses to work with.
enum Surroundings {
  /// Opens standard input, output and error where they are closed.
  ///
  /// The next file that is opened would get the number of a closed one, and be written into as if
  /// it were it. What is printed then goes nowhere, as whoever has closed it wants.
  static func openStandardFiles() {
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(file, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Refuses a command line whose words cannot be what is meant.
  ///
  /// A word that is not UTF-8 would be read as another one, and name another folder. An empty one is
  /// what a shell makes of a variable that is not set: `--state "$STATE"` is not the folder `/`.
  ///
  /// - Parameter words: The bytes of the words behind the program's name.
  /// - Throws: `ValidationError`.
  static func check(_ words: [[UInt8]]) throws {
    var option = "an argument"
    for (index, bytes) in words.enumerated() {
      guard let word = String(validating: bytes, as: UTF8.self) else {
        throw ValidationError(
          "argument \(index + 1) is not UTF-8 — rename what it names, or name another")
      }
      let isOption = word.hasPrefix("--") && word.count > 2
      if isOption, word.last == "=" { option = String(word.dropLast()) }
      if word.isEmpty || (isOption && word.last == "=" && word.count { $0 == "=" } == 1) {
        throw ValidationError("\(option) is empty — leave it out, or say what is meant")
      }
      option = isOption ? word : "an argument"
    }
  }

  /// Refuses a folder to work in, or a folder that the environment names, that is not UTF-8.
  ///
  /// Half of what works with paths would find something else there than the other half.
  ///
  /// - Throws: `ValidationError`.
  static func checkFolders() throws {
    for name in ["ALMANAC_STATE", "AWS_SHARED_CREDENTIALS_FILE"] {
      if let value = getenv(name), String(validatingCString: value) == nil {
        throw ValidationError("\(name) is not UTF-8 — rename what it names, or name another")
      }
    }
    guard let path = getcwd(nil, 0) else {
      throw ValidationError("the folder to work in is gone — go to one that is there")
    }
    defer { free(path) }
    if String(validatingCString: path) == nil {
      throw ValidationError(
        "the name of the folder to work in is not UTF-8 — rename it, or work in another")
    }
  }

  /// Whether the command line can be read.
  ///
  /// On Linux that takes `/proc`: without it, as in some `chroot`s, every command looks like a bare
  /// `almanac`, which prints its help and ends well, and no night would ever be done.
  static var isCommandLineKnown: Bool { CommandLine.argc > 0 }

  /// The words behind the program's name, as they were given.
  static var words: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeBufferPointer(start: word, count: strlen(word))).map { UInt8(bitPattern: $0) }
      }
    }
  }
}
