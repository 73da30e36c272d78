
// MARK: Playing
//
// A player's board is what their moves make of the empty one. So the moves, and how many of them are done, are all
// that is kept: they are undone and redone, tell which mistake came first, and outlive the page in the browser's
// storage, under the puzzle's own text.

const STAR = 1, MARK = 2;
let mode = "play";
let game = null;      // what is kept of the puzzle: its moves, those done, the time in ms, the hints
let board = null;     // what the moves that are done have led to: 0, STAR or MARK for each cell
let cursor = 0;       // the cell that the keyboard is on
let hint = null;      // what is told at the moment, and how much of it
let stroke = null;    // marks that are being dragged
let lastTick = 0;
let isWon = false;
let isCrowded = false;  // whether kept games have had to go for others

const grid = $("cells");
const clockText = (time) => {
  const seconds = Math.floor(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

// MARK: What the browser keeps

const shelf = (() => {
  // Where storage is forbidden, looking at it is already an error.
  try { return window.localStorage; } catch { return null; }
})();
const PREFIX = "almanac.play ";
const taste = { mode: "play", marksFirst: false, around: false, theme: "system" };

const shelfKey = ({ side, stars, regions }) => `${PREFIX}${side}x${stars}.${regions}`;

function fromShelf(key) {
  try { return JSON.parse(shelf.getItem(key)); } catch { return null; }
}

/** Says what is not kept; nothing where all is. */
function note(text) {
  // A text that is there already is not read out again.
  if ($("unkept").textContent !== text) $("unkept").textContent = text;
  $("unkept").hidden = !text;
}

/** Keeps a value, or says that it cannot be kept. When the room is used up, what was kept longest goes first. */
function toShelf(key, value) {
  const text = JSON.stringify(value);
  const age = (other) => fromShelf(other)?.saved || 0;
  let others = null;
  for (;;) {
    try {
      shelf.setItem(key, text);
      note(isCrowded ? "This browser has no room left for this page, so the games kept longest have gone." : "");
      return;
    } catch (error) {
      if (error.name === "QuotaExceededError") {
        others ??= Object.keys(shelf).filter((other) => other.startsWith(PREFIX) && other !== key)
          .sort((a, b) => age(a) - age(b));
        if (others.length) {
          const oldest = others.shift();
          shelf.removeItem(oldest);
          labelAll(oldest);
          isCrowded = true;
          continue;
        }
      }
      note("This browser does not let the page keep anything, so progress is lost when the page is closed.");
      return;
    }
  }
}

/** A change of a cell as a number, and back. */
const packed = (cell, from, to) => cell * 9 + from * 3 + to;
const parts = (change) => [Math.floor(change / 9), Math.floor(change / 3) % 3, change % 3];

/** The board after so many moves; null where these are not moves on it. */
function replayed(moves, done, size) {
  const cells = new Uint8Array(size);
  for (const [number, move] of moves.entries()) {
    if (!Array.isArray(move)) return null;
    // Those that were undone are looked at as well, since they can be redone.
    const target = number < done ? cells : cells.slice();
    for (const change of move) {
      if (!Number.isInteger(change) || change < 0 || change >= size * 9) return null;
      const [cell, from, to] = parts(change);
      if (number < done && target[cell] !== from) return null;
      target[cell] = to;
    }
  }
  return cells;
}

/** What is kept of a puzzle, if it is what this page has written; else null. */
function keptGame(puzzle) {
  const kept = fromShelf(shelfKey(puzzle));
  const isCount = (value) => Number.isInteger(value) && value >= 0;
  const isSpent = (part) => part && Number.isFinite(part.elapsed) && part.elapsed >= 0 && isCount(part.hints);
  if (!isSpent(kept) || !Array.isArray(kept.moves) || !isCount(kept.done) || kept.done > kept.moves.length
      || !replayed(kept.moves, kept.done, puzzle.regions.length)) return null;
  kept.restarts ??= [];
  return Array.isArray(kept.restarts) && kept.restarts.every((part) => isSpent(part) && isCount(part.at)) ? kept : null;
}

const loaded = (puzzle) => keptGame(puzzle) || { moves: [], done: 0, elapsed: 0, hints: 0, restarts: [] };

function keep() {
  // A puzzle that was only passed by is not worth the room.
  if (!game || (!game.moves.length && !game.hints && game.elapsed < 1000)) return;
  game.saved = Date.now();
  game.isSolved = isWon;
  game.stars = board.reduce((sum, cell) => sum + (cell === STAR), 0);
  toShelf(shelfKey(puzzle()), game);
  labelAll(shelfKey(puzzle()));
}

/** Labels every card of a puzzle, which may be on the page more than once. */
function labelAll(key) {
  data.puzzles.forEach((other, number) => { if (shelfKey(other) === key) label(number); });
}

/** What has become of a puzzle, on its card. */
function label(number) {
  const card = $(`p${number}`);
  if (!card) return;
  card.dataset.spoken ??= card.getAttribute("aria-label");
  const kept = keptGame(data.puzzles[number]);
  const { side, stars } = data.puzzles[number];
  let text = "", spoken = "";
  if (kept && kept.isSolved === true) {
    text = `✓ ${clockText(kept.elapsed)}`;
    spoken = `, solved in ${clockText(kept.elapsed)}`;
  } else if (kept && kept.done > 0) {
    text = `${Number(kept.stars) || 0}/${side * stars} ★`;
    spoken = `, begun: ${Number(kept.stars) || 0} of ${many(side * stars, "star")}`;
  }
  let badge = card.querySelector(".progress");
  if (!badge && text) {
    badge = document.createElement("span");
    badge.className = "progress";
    card.querySelector(".line b").after(badge);
  }
  if (badge) badge.textContent = text;
  card.setAttribute("aria-label", card.dataset.spoken + spoken);
}

// MARK: The rules

/** The cells around a cell. */
function around(cell) {
  const { side } = puzzle();
  const [x, y] = place(cell);
  const found = [];
  for (let row = Math.max(0, y - 1); row <= Math.min(side - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(side - 1, x + 1); column++) {
      if (row !== y || column !== x) found.push(row * side + column);
    }
  }
  return found;
}

/** Row, column and region of a cell, as codes such as `r3`. */
function containersOf(cell) {
  const [x, y] = place(cell);
  return [`r${y.toString(32)}`, `c${x.toString(32)}`,
    `g${(puzzle().regions.charCodeAt(cell) - 65).toString(32)}`];
}

const starsIn = (code) => members(code, puzzle()).filter((cell) => board[cell] === STAR);

/** The stars that break a rule, and how. */
function conflicts() {
  const found = new Map();
  const counts = new Map();
  for (let cell = 0; cell < board.length; cell++) {
    if (board[cell] !== STAR) continue;
    if (around(cell).some((other) => board[other] === STAR)) found.set(cell, "touches another star");
    for (const code of containersOf(cell)) counts.set(code, [...(counts.get(code) || []), cell]);
  }
  for (const [code, stars] of counts) {
    if (stars.length <= puzzle().stars) continue;
    for (const cell of stars) if (!found.has(cell)) found.set(cell, `one too many in ${englishName(code)}`);
  }
  return found;
}

/** Whether the stars are where the rules want them, be it the only way or one of several. */
function isSolved() {
  const stars = board.reduce((sum, cell) => sum + (cell === STAR), 0);
  return stars === puzzle().side * puzzle().stars && conflicts().size === 0;
}

// MARK: Moves

/** Does a move: changes of cells, all undone by one undo. A restart is one even where nothing changes. */
function move(changes, isRestart) {
  if (!changes.length && !isRestart) return;
  game.moves.length = game.done;
  game.restarts = game.restarts.filter(({ at }) => at < game.done);
  if (isRestart) {
    game.restarts.push({ at: game.done, elapsed: 0, hints: 0 });
    passRestart();
  }
  game.moves.push(changes);
  game.done += 1;
  for (const change of changes) {
    const [cell, , to] = parts(change);
    board[cell] = to;
  }
  settle();
}

/** Where the next move is a restart, changes to the time and the hints on its other side. */
function passRestart() {
  const other = game.restarts.find(({ at }) => at === game.done);
  if (!other) return;
  tick();
  const { elapsed, hints } = other;
  Object.assign(other, { elapsed: game.elapsed, hints: game.hints });
  Object.assign(game, { elapsed, hints });
}

/** Puts a star, a mark or nothing on a cell. */
function put(cell, to) {
  if (isWon || board[cell] === to) return;
  const changes = [packed(cell, board[cell], to)];
  const last = game.moves[game.done - 1] || [];
  if (to === STAR && taste.around) {
    // A trial board, since the star may complete what its marks are looked for in.
    const before = board;
    board = before.slice();
    board[cell] = STAR;
    const near = new Set(around(cell));
    for (const code of containersOf(cell)) {
      if (starsIn(code).length === puzzle().stars) for (const other of members(code, puzzle())) near.add(other);
    }
    board = before;
    for (const other of near) if (!board[other] && other !== cell) changes.push(packed(other, 0, MARK));
  } else if (board[cell] === STAR && last.length > 1 && last[0] === packed(cell, parts(last[0])[1], STAR)) {
    // A star that goes right after it came takes its marks along.
    for (const change of last.slice(1)) {
      const [other, from, now] = parts(change);
      if (board[other] === now) changes.push(packed(other, now, from));
    }
  }
  move(changes);
  const more = changes.length > 1 && to === STAR ? `; ${many(changes.length - 1, "mark")} around it` : "";
  tell(`${cellName(cell)}: ${cellState(cell)}${more}`);
}

/** What a click does: star, mark, empty. */
function tap(cell) {
  const [first, second] = taste.marksFirst ? [MARK, STAR] : [STAR, MARK];
  put(cell, board[cell] === first ? second : board[cell] === second ? 0 : first);
}

function undo() {
  if (!game.done) return;
  for (const change of [...game.moves[game.done - 1]].reverse()) {
    const [cell, from] = parts(change);
    board[cell] = from;
  }
  game.done -= 1;
  passRestart();
  settle();
  tell("Taken back.");
}

function redo() {
  if (game.done === game.moves.length) return;
  for (const change of game.moves[game.done]) {
    const [cell, , to] = parts(change);
    board[cell] = to;
  }
  passRestart();
  game.done += 1;
  settle();
  tell("Done again.");
}

function restart() {
  const changes = [];
  for (let cell = 0; cell < board.length; cell++) if (board[cell]) changes.push(packed(cell, board[cell], 0));
  move(changes, true);
  showGame(changes.length ? "Begun anew. Undo brings the board back." : "");
}

/** What follows every change of the board. */
function settle() {
  tick();
  hint = null;
  const was = isWon;
  isWon = isSolved();
  showGame();
  if (isWon && !was) celebrate();
  keep();
}

function celebrate() {
  const help = game.hints ? `with ${many(game.hints, "hint")}` : "without a hint";
  inform(`Solved in ${clockText(game.elapsed)}, ${help}.`);
  const stars = [...$("board").querySelectorAll(".won")];
  stars.forEach((star, number) => {
    star.style.animationDelay = `${Math.min(40 * number, 1200 * number / stars.length)}ms`;
    star.classList.add("twinkle");
  });
}

function check() {
  tick();
  const wrong = mistakes();
  const { solutions, side, stars } = puzzle();
  const placed = board.reduce((sum, cell) => sum + (cell === STAR), 0);
  const left = side * stars - placed;
  let text = "";
  if (isWon) text = "The board is solved.";
  else if (solutions.length !== 1) {
    const which = solutions.length ? "several solutions" : "no solution that is known";
    text = `${conflicts().size ? "Stars break a rule." : "No rule is broken so far."} `
      + `This puzzle has ${which}, so no more can be said.`;
  } else if (wrong.length) {
    text = wrong.length === 1 ? "Something is wrong in one cell." : `Something is wrong in ${wrong.length} cells.`;
    text += " A hint says where to look first.";
  } else if (board.some((cell) => cell)) text = `All that is on the board is right; ${many(left, "star")} to go.`;
  else text = `The board is empty; ${many(left, "star")} to go.`;
  showGame(text);
}

// MARK: Hints

const coach = data.coach;

/** A text that has several forms, `[die|dat:den] Zeilen 3 und 4`, in one of them; see Inflection.swift. */
function inflected(text, form = "") {
  for (let before; before !== text;) {
    before = text;
    text = text.replace(/\[([^[\]]*)\]/, (_, inside) => {
      const [first, ...others] = inside.split("|");
      const asked = others.find((other) => other.startsWith(`${form}:`));
      return asked === undefined ? first : asked.slice(form.length + 1);
    });
  }
  return text;
}

/** A template with its placeholders replaced, which may ask for a form: `{where:dat}`. */
function fill(template, values) {
  return template.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, key, form) => {
    if (key in values) return form === undefined ? values[key] : inflected(String(values[key]), form);
    const value = values[key.toLowerCase()];
    if (value === undefined) return whole;
    const said = inflected(value, form);
    return said.slice(0, 1).toUpperCase() + said.slice(1);
  });
}

const worded = (template, values) => inflected(fill(template, values));

const coachPlace = (cell) => fill(coach.names.place, { row: place(cell)[1] + 1, column: place(cell)[0] + 1 });

/** The name of one cell or of several, in the language of the hints. */
function coachPlaces(cells) {
  if (cells.length === 1) return coachPlace(cells[0]);
  const code = cells.map((cell) => cell.toString(32).padStart(2, "0")).join("");
  return coach.lists[`${puzzle().side}*${code}`] || "";
}

/** The name of one container or of several, in the language of the hints. */
function coachName(code) {
  if (code.length > 2) return coach.lists[code] || "";
  const number = parseInt(code[1], 32);
  return fill(coach.names[code[0]], { number: code[0] === "g" ? String.fromCharCode(65 + number) : number + 1 });
}

/** The name of a container in English, as all else on the page. */
function englishName(code) {
  const number = parseInt(code[1], 32);
  return code[0] === "g" ? `region ${String.fromCharCode(65 + number)}`
    : `${code[0] === "r" ? "row" : "column"} ${number + 1}`;
}

/** The cells that contradict the only solution. */
function mistakes() {
  if (puzzle().solutions.length !== 1) return [];
  const stars = new Set(puzzle().solutions[0]);
  return [...board.keys()].filter((cell) => board[cell] && (board[cell] === STAR) !== stars.has(cell));
}

/** The mistake that was made first; -1 where there is none. */
function firstMistake() {
  const wrong = new Set(mistakes());
  let first = -1;
  // Looked at backwards, a cell's last change is the one that counts.
  for (const change of game.moves.slice(0, game.done).flat().reverse()) {
    const [cell] = parts(change);
    if (wrong.delete(cell)) first = cell;
  }
  return first;
}

/**
 * The place of the easiest step that holds on this board and adds something to it; -1 where none is left. The same as
 * docs/next-step.mjs does with a published step graph.
 */
function nextStep() {
  const { steps } = puzzle();
  if (steps.every((step) => step.stars.every((cell) => board[cell] === STAR))) return -1;
  const done = [];
  let next = -1;
  for (const [number, step] of steps.entries()) {
    const holds = step.rests.every((other) => done[other]);
    const isThere = step.stars.every((cell) => board[cell] === STAR)
      && step.marks.every((cell) => board[cell] === MARK);
    done.push(holds && isThere);
    if (holds && !isThere && (next < 0 || step.row < steps[next].row)) next = number;
  }
  return next;
}

/** What a hint is about, the earliest mistake before any step. */
function newHint() {
  const { solutions, steps, end } = puzzle();
  if (solutions.length !== 1) {
    const which = solutions.length ? "several solutions" : "no known solution";
    return { note: `There are no hints for a puzzle with ${which}.` };
  }
  const cell = firstMistake();
  if (cell >= 0) return { depth: 0, mistake: cell };
  const number = nextStep();
  if (number >= 0) return { depth: 0, step: steps[number] };
  return { note: `Here the rules find no further step${end ? `: ${end}` : ""}.` };
}

function mistakeText(cell, depth) {
  const values = { place: coachPlace(cell) };
  const { says } = coach;
  const isStar = board[cell] === STAR;
  if (depth === 1) return worded(says["mistake.place"], values);
  if (depth === 2) return worded(says[isStar ? "mistake.star" : "mistake.mark"], values);
  if (!isStar) return worded(says["mistake.mark.needed"], values);
  if (around(cell).some((other) => board[other] === STAR)) return worded(says["mistake.star.touching"], values);
  const full = containersOf(cell).find((code) => starsIn(code).length > puzzle().stars);
  if (!full) return worded(says["mistake.star.impossible"], values);
  const count = starsIn(full).length;
  return worded(says["mistake.star.surplus"],
    { ...values, where: coachName(full), count: coach.numbers[count] || String(count) });
}

function stepText(step, depth) {
  if (depth === 3) return step.sentence;
  const isAround = !step.containers;
  const values = isAround ? { star: coachPlaces(step.seen) } : { where: coachName(step.containers) };
  const place = worded(coach.says[isAround ? "look.star" : "look.containers"], values);
  return depth === 1 ? place : worded(coach.techniques[step.row], values) || place;
}

/** Tells a little more at every call: where to look, what for, what follows; then puts it on the board. */
function hintMore() {
  if (isWon) return inform("The board is solved.");
  tick();
  if (hint && hint.depth === 3) return takeHint();
  hint ??= newHint();
  if (hint.note) {
    const { note } = hint;
    hint = null;
    return showGame(note);
  }
  hint.depth += 1;
  if (hint.depth === 1) game.hints += 1;
  const text = hint.step ? stepText(hint.step, hint.depth) : mistakeText(hint.mistake, hint.depth);
  showGame(text, $("steps").lang);
  keep();
}

function takeHint() {
  const { step, mistake } = hint;
  if (!step) return put(mistake, 0);
  const changes = [];
  for (const cell of step.stars) if (board[cell] !== STAR) changes.push(packed(cell, board[cell], STAR));
  for (const cell of step.marks) if (board[cell] !== MARK) changes.push(packed(cell, board[cell], MARK));
  move(changes);
  tell(`Done: ${many(step.stars.length, "star")}, ${many(step.marks.length, "mark")}.`);
}

// MARK: Showing

const cellName = (cell) => `row ${place(cell)[1] + 1}, column ${place(cell)[0] + 1}, region ${puzzle().regions[cell]}`;
const cellState = (cell) => ["empty", "star", "mark"][board[cell]];

/** For screen readers alone. */
function tell(text) { $("told").textContent = text; }

/** What is said to everybody. */
function inform(text, language = "en") {
  $("said").lang = language;
  $("said").textContent = text;
}

/** Shows the board, the buttons, and a message; without one, which rule is broken, or the rules of an empty board. */
function showGame(text, language) {
  const wrong = conflicts();
  const { side, stars, solutions } = puzzle();
  const placed = board.reduce((sum, cell) => sum + (cell === STAR), 0);
  if (text === undefined) {
    const [first] = wrong;
    text = first ? `The star in row ${place(first[0])[1] + 1}, column ${place(first[0])[0] + 1} ${
      first[1].startsWith("one") ? "is " : ""}${first[1]}.` : "";
    if (!game.done) {
      text = `${many(stars, "star")} in every row, column and region; no two touch, not even at a corner.`;
    }
  }
  inform(text, language);
  $("tally").textContent = `${placed} of ${many(side * stars, "star")}`;
  $("undo").disabled = game.done === 0;
  $("redo").disabled = game.done === game.moves.length;
  $("restart").disabled = game.moves.length === 0;
  $("hint").disabled = $("check").disabled = isWon;
  $("hint-name").textContent = !hint ? "Hint"
    : ["", "What for?", "Explain", hint.step ? "Do it" : "Take it away"][hint.depth];
  $("marks-first").setAttribute("aria-pressed", taste.marksFirst);
  $("around").setAttribute("aria-pressed", taste.around);
  $("field").classList.toggle("finished", isWon);
  showClock();
  drawGame(wrong);
  nameCells(wrong);
  showLetters(board);
}

function showClock() { $("clock").textContent = clockText(game.elapsed); }

function drawGame(wrong) {
  const layer = $("board").querySelector(".layer");
  layer.replaceChildren();
  const middle = (cell) => ({ cx: place(cell)[0] + 0.5, cy: place(cell)[1] + 0.5 });
  const square = (cell, kind) =>
    draw(layer, "rect", { x: place(cell)[0], y: place(cell)[1], width: 1, height: 1, class: kind });
  const star = (cell, kind) => draw(layer, "use", { href: "#st", x: place(cell)[0], y: place(cell)[1], class: kind });
  const step = hint && hint.step;
  const isWhole = step && hint.depth === 3;
  const news = new Set(isWhole ? [...step.stars, ...step.marks].filter((cell) => !board[cell]) : []);
  if (step) for (const cell of step.lit) square(cell, "lit");
  if (hint && !step) square(hint.mistake, "stopped");
  for (let cell = 0; cell < board.length; cell++) {
    if (board[cell] === MARK) draw(layer, "circle", { ...middle(cell), r: 0.11, class: "old" });
    if (board[cell] !== STAR) continue;
    if (isWon) draw(layer, "circle", { ...middle(cell), r: 0.43, class: "halo won", "stroke-width": 0.04 });
    star(cell, isWon ? "fresh" : "star");
    if (wrong.has(cell)) draw(layer, "circle", { ...middle(cell), r: 0.42, class: "differ", "stroke-width": 0.09 });
  }
  for (const cell of step && !step.lit.length ? step.seen : []) {
    draw(layer, "circle", { ...middle(cell), r: 0.44, class: "seen", "stroke-width": 0.08 });
  }
  for (const cell of news) {
    const [x, y] = place(cell);
    if (step.stars.includes(cell)) {
      draw(layer, "circle", { ...middle(cell), r: 0.43, class: "halo", "stroke-width": 0.04 });
      star(cell, "fresh");
    } else {
      draw(layer, "path", {
        d: `M${x + 0.32} ${y + 0.32}l.36 .36m0-.36l-.36 .36`, class: "cross", "stroke-width": 0.1,
      });
    }
  }
  const asked = isWhole ? step.assumed : hint && !step ? [hint.mistake] : [];
  for (const cell of asked) {
    const [x, y] = place(cell);
    draw(layer, "text", { x: x + 0.8, y: y + 0.36, "font-size": 0.4, class: "guess" }, "?");
  }
}

/** Gives every cell its name for those who do not see it; only what has changed is written. */
function nameCells(wrong) {
  const step = hint && hint.step;
  const lit = new Set(step ? (step.lit.length ? step.lit : step.seen) : hint ? [hint.mistake] : []);
  for (const element of grid.querySelectorAll("[role=gridcell]")) {
    const cell = Number(element.dataset.cell);
    const text = `${cellName(cell)}, ${cellState(cell)}${wrong.has(cell) ? `, ${wrong.get(cell)}` : ""}${
      lit.has(cell) ? ", in the hint" : ""}`;
    if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
  }
}

/** The grid of cells that lies over the drawing: what is clicked, and what screen readers read. */
function drawCells() {
  const { side, stars } = puzzle();
  grid.replaceChildren();
  grid.style.setProperty("--side", side);
  $("field").style.setProperty("--side", side);
  grid.setAttribute(
    "aria-label", `Board of puzzle ${cards[index].label}, ${side} by ${side}, ${many(stars, "star")} each`);
  for (let row = 0; row < side; row++) {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    for (let column = 0; column < side; column++) {
      const element = document.createElement("div");
      element.setAttribute("role", "gridcell");
      element.dataset.cell = row * side + column;
      element.tabIndex = element.dataset.cell === String(cursor) ? 0 : -1;
      line.append(element);
    }
    grid.append(line);
  }
}

function focusCell(cell, isByKey) {
  const all = grid.querySelectorAll("[role=gridcell]");
  all[cursor].tabIndex = -1;
  cursor = cell;
  all[cursor].tabIndex = 0;
  all[cursor].focus({ preventScroll: !isByKey });
}

// MARK: Sitting down and getting up

/** Shows the open puzzle in the present mode. */
function seat() {
  const isPlay = mode === "play";
  for (const id of ["cells", "playing", "playing-keys"]) $(id).hidden = !isPlay;
  for (const id of ["stepping", "stepping-keys", "steps-details"]) $(id).hidden = isPlay;
  document.querySelector(".tally").hidden = !isPlay;
  $("mode-play").setAttribute("aria-pressed", isPlay);
  $("mode-steps").setAttribute("aria-pressed", !isPlay);
  $("field").classList.remove("finished");
  if (isPlay) {
    $("play").classList.remove("pair");
    $("board").setAttribute("aria-hidden", true);
    game = loaded(puzzle());
    board = replayed(game.moves, game.done, puzzle().regions.length);
    cursor = 0;
    hint = stroke = null;
    isWon = isSolved();
    lastTick = performance.now();
    drawCells();
    showGame();
    if (isWon) inform(`Solved in ${clockText(game.elapsed)}.`);
  } else {
    $("board").removeAttribute("aria-hidden");
    say(false);
  }
}

function focusMode() {
  if (mode === "play") focusCell(cursor);
  else $($("forward").disabled ? "mode-steps" : "forward").focus();
}

/** Leaves a game as it is: its time stands still. */
function rise() {
  if (!game) return;
  tick();
  keep();
  game = null;
}

function turn(to) {
  if (mode === to) return;
  run(false);
  rise();
  mode = taste.mode = to;
  shown = -1;
  toShelf("almanac.taste", taste);
  seat();
  focusMode();
}

/** Adds to the time what has gone by; not what a sleeping machine or a hidden page has slept. */
function tick() {
  const now = performance.now();
  if (game && !isWon && !document.hidden) game.elapsed += Math.min(now - lastTick, 3000);
  lastTick = now;
}

let ticks = 0;
setInterval(() => {
  if (!game) return;
  tick();
  showClock();
  ticks += 1;
  if (ticks % 15 === 0 && !isWon && !document.hidden) keep();
}, 1000);

for (const [target, event] of [[document, "visibilitychange"], [window, "pagehide"]]) {
  target.addEventListener(event, () => {
    if (!game) return;
    if (event === "pagehide" || document.hidden) {
      // The page is hidden already: what went by until then still counts.
      if (!isWon) game.elapsed += Math.min(performance.now() - lastTick, 3000);
      keep();
    }
    lastTick = performance.now();
  });
}

// The same puzzle in another tab: the last move counts, and no time or hint is lost.
addEventListener("storage", (event) => {
  if (!event.key || !event.key.startsWith(PREFIX)) return;
  labelAll(event.key);
  if (!game || event.key !== shelfKey(puzzle())) return;
  const other = loaded(puzzle());
  const moves = ({ moves, done }) => JSON.stringify([moves, done]);
  if (moves(other) === moves(game)) {
    game.elapsed = Math.max(game.elapsed, other.elapsed);
    game.hints = Math.max(game.hints, other.hints);
    showClock();
    return;
  }
  dropStroke();
  game = other;
  board = replayed(game.moves, game.done, puzzle().regions.length);
  hint = null;
  isWon = isSolved();
  showGame();
});

// MARK: Mouse, pen and finger

/** The cell at a point of the window; -1 beside the board. */
function cellAt(x, y) {
  const { side } = puzzle();
  const box = grid.getBoundingClientRect();
  const column = Math.floor((x - box.left) / box.width * side);
  const row = Math.floor((y - box.top) / box.height * side);
  return column < 0 || row < 0 || column >= side || row >= side ? -1 : row * side + column;
}

/** Takes back a stroke that turns out to be something else, such as two fingers. */
function dropStroke() {
  if (!stroke) return;
  for (const [cell, before] of stroke.changed) board[cell] = before;
  const isDrawn = stroke.changed.size > 0;
  stroke = null;
  if (isDrawn) drawGame(conflicts());
}

function paint(cell) {
  if (cell < 0 || stroke.changed.has(cell)) return;
  // Marks on empty cells, or away with marks; stars stay.
  if (board[cell] !== (stroke.paint === MARK ? 0 : MARK)) return;
  stroke.changed.set(cell, board[cell]);
  board[cell] = stroke.paint;
}

grid.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary) return dropStroke();
  if (event.button !== 0 && event.button !== 2) return;
  const cell = cellAt(event.clientX, event.clientY);
  if (cell < 0) return;
  event.preventDefault();
  focusCell(cell);
  if (isWon) return;
  grid.setPointerCapture(event.pointerId);
  const isRight = event.button === 2 || event.ctrlKey;
  stroke = {
    id: event.pointerId, isRight, from: cell, x: event.clientX, y: event.clientY, paint: -1, changed: new Map(),
  };
});

grid.addEventListener("pointermove", (event) => {
  if (!stroke || event.pointerId !== stroke.id) return;
  const to = cellAt(event.clientX, event.clientY);
  if (stroke.paint < 0) {
    if (to === stroke.from) return;
    stroke.paint = board[stroke.from] === MARK ? 0 : MARK;
    paint(stroke.from);
  }
  // A quick hand skips cells: those between are painted as well.
  const size = grid.clientWidth / puzzle().side;
  const [dx, dy] = [event.clientX - stroke.x, event.clientY - stroke.y];
  const count = Math.max(1, Math.ceil(3 * Math.max(Math.abs(dx), Math.abs(dy)) / size));
  const before = stroke.changed.size;
  for (let number = 1; number <= count; number++) {
    paint(cellAt(stroke.x + dx * number / count, stroke.y + dy * number / count));
  }
  stroke.x = event.clientX;
  stroke.y = event.clientY;
  if (stroke.changed.size !== before) drawGame(conflicts());
});

grid.addEventListener("pointerup", (event) => {
  if (!stroke || event.pointerId !== stroke.id) return;
  const { from, isRight, changed, paint } = stroke;
  stroke = null;
  if (paint < 0) {
    if (isRight) put(from, board[from] === MARK ? 0 : MARK);
    else tap(from);
    return;
  }
  const changes = [];
  for (const [cell, before] of changed) {
    changes.push(packed(cell, before, paint));
    board[cell] = before;
  }
  if (!changes.length) return;
  move(changes);
  tell(paint === MARK ? `${many(changes.length, "mark")}.` : `${many(changes.length, "mark")} away.`);
});

grid.addEventListener("pointercancel", dropStroke);
grid.addEventListener("contextmenu", (event) => event.preventDefault());
// Screen readers click without a pointer.
grid.addEventListener("click", (event) => {
  const cell = event.target.closest("[role=gridcell]");
  if (cell && event.detail === 0 && !isWon) { focusCell(Number(cell.dataset.cell)); tap(cursor); }
});

// MARK: Keys and buttons

const play = {
  " ": () => put(cursor, board[cursor] === STAR ? 0 : STAR),
  Enter: () => tap(cursor),
  x: () => put(cursor, board[cursor] === MARK ? 0 : MARK),
  Delete: () => put(cursor, 0),
  Backspace: () => put(cursor, 0),
  z: undo,
  y: redo,
  h: hintMore,
  c: check,
  v: () => turn("steps"),
  PageUp: () => index > 0 && open(index - 1),
  PageDown: () => index < cards.length - 1 && open(index + 1),
};

/** Does what a key stands for; whether it stands for anything. */
function playKey(event) {
  if (event.altKey) return false;
  dropStroke();
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isCommand = event.ctrlKey || event.metaKey;
  if (key === "z" && event.shiftKey) { redo(); return true; }
  if (isCommand && key !== "z" && key !== "y" && key !== "Home" && key !== "End") return false;
  const isOnGrid = grid.contains(document.activeElement);
  // Buttons and what can be scrolled have keys of their own.
  if (!isOnGrid && document.activeElement.closest("button, summary, a, pre") && (key.length > 1 || key === " ")) {
    if (!/^(Arrow|Page)/.test(key) || document.activeElement.matches("pre")) return false;
  }
  const { side } = puzzle();
  const [x, y] = place(cursor);
  const to = {
    ArrowLeft: [Math.max(0, x - 1), y], ArrowRight: [Math.min(side - 1, x + 1), y],
    ArrowUp: [x, Math.max(0, y - 1)], ArrowDown: [x, Math.min(side - 1, y + 1)],
    Home: [0, isCommand ? 0 : y], End: [side - 1, isCommand ? side - 1 : y],
  }[key];
  if (to) {
    // The first key only brings the cursor back.
    focusCell(isOnGrid ? to[1] * side + to[0] : cursor, true);
    return true;
  }
  if (!play[key]) return false;
  // A key that is held down toggles nothing.
  if (!event.repeat || play[key] === undo || play[key] === redo) play[key]();
  return true;
}

const buttons = { hint: hintMore, check, undo, redo, restart };
for (const [id, action] of Object.entries(buttons)) {
  $(id).addEventListener("click", () => {
    action();
    // A button that has gone dead loses the keyboard.
    if ($(id).disabled) focusCell(cursor);
  });
}
for (const [id, key] of [["marks-first", "marksFirst"], ["around", "around"]]) {
  $(id).addEventListener("click", () => {
    taste[key] = !taste[key];
    $(id).setAttribute("aria-pressed", taste[key]);
    toShelf("almanac.taste", taste);
  });
}
$("mode-play").addEventListener("click", () => turn("play"));
$("mode-steps").addEventListener("click", () => turn("steps"));

const wanted = fromShelf("almanac.taste");
for (const key in taste) if (typeof wanted?.[key] === typeof taste[key]) taste[key] = wanted[key];
mode = taste.mode === "steps" ? "steps" : "play";
dress(taste.theme);
cards.forEach((_, number) => label(number));
follow();
