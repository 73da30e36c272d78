import Printable
import Testing

@Suite("Words for a shell")
struct ShellTests {
  @Test("a path that would be an option, or standard input, is named with its folder")
  func options() {
    for (path, word) in [
      ("out", "out"), ("-out", "./-out"), ("--", "./--"), ("-", "./-"), ("-a b", "'./-a b'"),
      ("-\u{301}", "'./-\u{301}'"), ("-\n", "$'./-\\012'"), ("a/-b", "a/-b"),
      ("s3://b/-c", "'s3://b/-c'"),
    ] {
      #expect(Shell.path(path) == word)
      #expect(Shell.path(Array(path.utf8)) == word)
    }
    #expect(Shell.path([0x2D, 0xFF]) == "$'./-\\377'")
    #expect(Shell.quoted("--all") == "--all")
  }
}
