import StarBattle

/// Levels 1–3: stars and their neighbours, containers with just enough open cells, complete
/// containers.
extension Explanation {
  var neighbours: String? {
    guard let star = step.cells.first, !marks.isEmpty, stars.isEmpty else { return nil }
    if step.cells.count > 1 {
      return phrases.text(.neighboursStars, ["stars": places(step.cells)])
    }
    if marks.count == 1 {
      return phrases.text(.neighboursMark, ["place": place(marks[0]), "star": place(star)])
    }
    // A chain tells what it needs, which can be a part of what the star rules out.
    let around = board.puzzle.grid.neighbours(of: star).count { board.cells[$0] == .open }
    if marks.count < around {
      return phrases.text(.neighboursSome, ["cells": places(marks), "star": place(star)])
    }
    return phrases.text(
      .neighboursMarks, ["count": phrases.number(marks.count), "star": place(star)])
  }

  var forced: String? {
    guard let container, marks.isEmpty, !stars.isEmpty,
      board.need(of: [container]) == stars.count, board.open(in: container) == stars
    else { return nil }
    let situation: Situation =
      switch stars.count {
      case 1: .forcedOne
      case 2: .forcedTwo
      default: .forcedMany
      }
    return phrases.text(
      situation,
      [
        "where": phrases.name(of: [container]), "need": need(of: [container]), "then": then,
        "count": phrases.number(stars.count), "cells": places(stars),
      ])
  }

  var complete: String? {
    guard let container, stars.isEmpty, let mark = marks.first,
      board.need(of: [container]) == 0, board.open(in: container) == marks
    else { return nil }
    let situation: Situation =
      switch (quota, marks.count) {
      case (1, 1): .completeOneMark
      case (1, _): .completeOneMarks
      case (2, 1): .completeTwoMark
      case (2, _): .completeTwoMarks
      case (_, 1): .completeManyMark
      default: .completeManyMarks
      }
    return phrases.text(
      situation,
      [
        "where": phrases.name(of: [container]), "place": place(mark),
        "count": phrases.number(quota),
      ])
  }
}
