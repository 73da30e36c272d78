// Finds the next step for a player's board, in the step graph of its puzzle: no solver needed.
//
//   steps  the puzzle's list in puzzles/hints/{sha256}.steps.json
//   cells  the board, row by row: 0 nothing, 1 a star, 2 a mark; it must have no mistakes
//
// Gives the place of the easiest step that holds on this board and adds something to it, or -1 when
// all stars are there. The place is also that of its hint in puzzles/hints/{sha256}.json.
export function nextStep(steps, cells) {
  if (steps.every(([, stars]) => stars.every((cell) => cells[cell] === 1))) return -1;
  const done = [];
  let next = -1;
  for (const [place, [rule, stars, marks, rests]] of steps.entries()) {
    const holds = rests.every((other) => done[other]);
    const isThere =
      stars.every((cell) => cells[cell] === 1) && marks.every((cell) => cells[cell] === 2);
    done.push(holds && isThere);
    // Rules are numbered from the easiest.
    if (holds && !isThere && (next < 0 || rule < steps[next][0])) next = place;
  }
  return next;
}

// Puts what a step says on the board.
export function take([, stars, marks], cells) {
  for (const cell of stars) cells[cell] = 1;
  for (const cell of marks) cells[cell] = 2;
}
