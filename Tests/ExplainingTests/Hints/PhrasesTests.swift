import Explaining
import Pipeline
import StarBattle
import Testing

@Suite("Phrases")
struct PhrasesTests {
  private let english = Phrases(language: .english)
  private let spanish = Phrases(language: .spanish)

  @Test("containers are counted from 1, regions lettered from A, runs of three shortened")
  func containers() {
    #expect(english.name(of: [.row(2)]) == "row 3")
    #expect(english.name(of: [.row(2), .row(3)]) == "rows 3 and 4")
    #expect(english.name(of: [.column(0), .column(1), .column(2)]) == "columns 1 to 3")
    #expect(english.name(of: [.region(0), .region(2), .region(24)]) == "regions A, C and Y")
    #expect(
      english.name(of: [.row(0), .row(1), .region(3)]) == "rows 1 and 2 and region D")
    #expect(spanish.name(of: [.row(2), .row(3), .row(4)]) == "las filas 3 a 5")
    #expect(spanish.name(of: [.column(9)]) == "la columna 10")
  }

  @Test("Spanish says “e” before the letters that sound like “y”")
  func softened() {
    #expect(spanish.name(of: [.region(7), .region(8)]) == "las regiones H e I")
    #expect(spanish.name(of: [.region(7), .region(24)]) == "las regiones H e Y")
    #expect(spanish.name(of: [.region(8), .region(9)]) == "las regiones I y J")
  }

  @Test("cells are grouped by rows or columns, whichever are fewer, unless they are too many")
  func places() {
    #expect(english.place(13, side: 5) == "row 3, column 4")
    #expect(english.places([0, 1, 7], side: 5) == "row 1, columns 1 and 2; row 2, column 3")
    #expect(english.places([2, 7, 12, 22], side: 5) == "column 3, rows 1, 2, 3 and 5")
    #expect(english.places([0, 11, 22, 33, 44, 55], side: 10) == nil)
    #expect(
      spanish.places([0, 1, 7], side: 5) == "fila 1, columnas 1 y 2; fila 2, columna 3")
  }

  @Test("numbers and nouns agree")
  func numbers() {
    #expect(english.stars(1) == "one star")
    #expect(english.stars(10) == "ten stars")
    #expect(english.stars(11) == "11 stars")
    #expect(english.need(1, hasSome: false) == "a star")
    #expect(english.need(2, hasSome: true) == "two more stars")
    #expect(spanish.need(1, hasSome: true) == "una estrella más")
    #expect(spanish.need(3, hasSome: false) == "tres estrellas")
    #expect(english.lack(1, quota: 1) == "its star")
    #expect(spanish.lack(1, quota: 2) == "su última estrella")
  }
}
