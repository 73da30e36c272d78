import Drawing
import Explaining
import HouseSupport
import StarBattle
import Testing

@Suite("Solves as moving pictures")
struct SolveAnimationTests {
  /// The numbers behind a word, in order.
  private func times(_ word: String, in text: String) -> [Double] {
    text.split(separator: word).dropFirst().compactMap { part in
      Double(String(part.prefix { $0.isNumber || $0 == "." }))
    }
  }

  @Test("every star comes once, steps follow each other, and the clock outlasts them")
  func steps() throws {
    for (_, trace) in try TraceSamples.traces(side: 10).prefix(4) {
      let text = SolveAnimation().document(trace, title: "A & <B>")
      #expect(text.hasPrefix("<svg") && text.hasSuffix("</svg>\n"))
      #expect(text.contains("A &amp; &lt;B&gt;"))
      // The sentences stand below the board, within the picture.
      let places = times(" y=\"", in: text)
      let (heads, side) = (times("height=\"", in: text), Double(trace.puzzle.grid.side))
      let height = try #require(times("viewBox=\"-0.1 -0.1 10.2 ", in: text).first)
      #expect(height > (places.max() ?? .infinity) && (places.min() ?? 0) > side)
      #expect(heads.first == (height * 40).rounded(.down) + 8)
      let stars = trace.steps.flatMap(\.stars)
      #expect(text.split(separator: #"class="star""#).count - 1 == stars.count)
      #expect(text.split(separator: "<text>").count - 1 == trace.steps.count)
      let sentences = text.split(separator: "<text>").dropFirst().map(String.init)
      let starts = sentences.compactMap { times("begin=\"clock.begin+", in: $0).first }
      let ends = sentences.compactMap { times("end=\"clock.begin+", in: $0).first }
      #expect(starts.count == trace.steps.count && ends.count == trace.steps.count)
      #expect(zip(ends, starts.dropFirst()).allSatisfy { $0 == $1 })
      let length = try #require(times("clock.end\" dur=\"", in: text).first)
      #expect(length > (ends.last ?? 0))
      // It is read as XML: what is opened is closed.
      for tag in ["svg", "text", "tspan", "style", "title"] {
        let opened = text.split(separator: "<\(tag)", omittingEmptySubsequences: false).count
        let closed = text.split(separator: "</\(tag)>", omittingEmptySubsequences: false).count
        #expect(opened == closed, "\(tag)")
      }
    }
  }

  @Test("the sentences are in the language that was asked for")
  func languages() throws {
    let trace = try #require(try TraceSamples.traces(side: 8).first?.trace)
    let texts = HintLanguage.all.map { language in
      SolveAnimation(language: language).document(trace, title: "t")
    }
    #expect(Set(texts).count == HintLanguage.all.count)
  }
}
