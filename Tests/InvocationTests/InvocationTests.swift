import Invocation
import Testing

@Suite("How a program was called")
struct InvocationTests {
  private func fault(_ body: () throws(Invocation.Fault) -> Void) -> Invocation.Fault? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  private func fault(of words: String...) -> Invocation.Fault? {
    fault { () throws(Invocation.Fault) in try Invocation.check(words.map { Array($0.utf8) }) }
  }

  @Test("words that say something are taken, also those that only look odd")
  func taken() {
    #expect(fault(of: "nightly", "--state", "a b", "--", "-", "--to=x=") == nil)
    #expect(fault(of: "--title", "★ ñ", "--filter=a=") == nil)
    #expect(fault(of: "--") == nil)
  }

  @Test("an empty word is told by its number and the option in front of it")
  func empty() {
    #expect(
      fault(of: "nightly", "--state", "")?.message
        == "argument 3, behind --state, is empty — leave it out, or say what is meant")
    // An option that takes no value is not empty itself.
    #expect(
      fault(of: "nightly", "--json", "")?.message.hasPrefix("argument 3, behind --json, is empty")
        == true)
    #expect(fault(of: "--to=")?.message.hasPrefix("--to is empty — ") == true)
    #expect(fault(of: "--to=", "x")?.exitCode == 64)
    #expect(fault(of: "solve", "")?.message.hasPrefix("argument 2 is empty — ") == true)
    #expect(fault(of: "--state", "x", "")?.message.hasPrefix("argument 3 is empty — ") == true)
  }

  @Test("a word that is not UTF-8 is told by its number")
  func notUTF8() {
    let fault = fault { () throws(Invocation.Fault) in
      try Invocation.check([Array("--state".utf8), [0x61, 0xFF]])
    }
    #expect(fault?.message.hasPrefix("argument 2 is not UTF-8 — ") == true)
    #expect(fault?.exitCode == 64)
  }

  @Test("no message moves a terminal's cursor")
  func shown() {
    #expect(
      fault(of: "--\u{1B}[2J", "")?.message
        == "argument 2, behind --\u{FFFD}[2J, is empty — leave it out, or say what is meant")
  }

  @Test(
    "what a terminal would obey is told by its number",
    arguments: ["\u{1B}[2J", "a\nb", "\u{202E}abc", "\u{200B}"])
  func unprintable(word: String) {
    let words = ["serve", "é★", word].map { Array($0.utf8) }
    let fault = fault { () throws(Invocation.Fault) in try Invocation.checkPrintable(words) }
    #expect(fault?.message.hasPrefix("argument 3 has characters that cannot be shown") == true)
  }
}
