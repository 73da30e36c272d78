"use strict";
// The boards are drawn already; this steps through their solutions, and play.js, which follows it in the page,
// lets them be played. See PageData.swift for the shape of the data.
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const cards = JSON.parse($("cards").textContent);
const root = document.documentElement;
const viewer = $("viewer");
root.classList.remove("no-script");

// MARK: Reading the data

const cells = (text) => (text.match(/../g) || []).map((pair) => parseInt(pair, 32));

/** Numbers from their code: each final character ends one. */
function numbers(code) {
  const all = [];
  let number = 0;
  for (const character of code) {
    const lead = data.leading.indexOf(character);
    if (lead >= 0) {
      number = number * data.leading.length + lead + 1;
    } else {
      all.push(number * data.final.length + data.final.indexOf(character));
      number = 0;
    }
  }
  return all;
}

/** A sentence from the numbers of its words. */
const sentence = (code) => numbers(code).map((number) => data.words[number]).join(" ");

/** The cells of containers such as `r3`, `c0`, `g5`. */
function members(containers, puzzle) {
  const found = new Set();
  for (const [, kind, digit] of containers.matchAll(/(.)(.)/g)) {
    const number = parseInt(digit, 32);
    for (let cell = 0; cell < puzzle.regions.length; cell++) {
      const line = kind === "r" ? Math.floor(cell / puzzle.side)
        : kind === "c" ? cell % puzzle.side : puzzle.regions.charCodeAt(cell) - 65;
      if (line === number) found.add(cell);
    }
  }
  return [...found];
}

function unpacked(puzzle) {
  puzzle.steps = puzzle.steps.map(([row, cycle, code, stars, marks, containers, seen, assumed, rests], place) => ({
    row, rule: data.rules[row], cycle, sentence: sentence(code), stars: cells(stars), marks: cells(marks),
    containers, lit: members(containers, puzzle), seen: cells(seen), assumed: cells(assumed),
    rests: numbers(rests).map((back) => place - back),
  }));
  puzzle.solutions = puzzle.solutions.map(cells);
  puzzle.open = cells(puzzle.open || "");
  puzzle.differ = cells(puzzle.differ || "");
  puzzle.isUnpacked = true;
  return puzzle;
}

// MARK: Drawing

const SVG = "http://www.w3.org/2000/svg";

function draw(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

let index = 0;      // the puzzle
let position = 0;   // how many of its steps are done
let shown = -1;     // 0 while the solution is shown instead, else -1
let timer = 0;

const puzzle = () => data.puzzles[index];
const place = (cell) => [cell % puzzle().side, Math.floor(cell / puzzle().side)];

/** What is known after some steps: 1 for a star, 2 for a mark. */
function known(count) {
  const board = new Uint8Array(puzzle().regions.length);
  for (const step of puzzle().steps.slice(0, count)) {
    for (const cell of step.stars) board[cell] = 1;
    for (const cell of step.marks) if (!board[cell]) board[cell] = 2;
  }
  return board;
}

function drawFrame(board) {
  const { side, regions } = puzzle();
  board.replaceChildren();
  board.setAttribute("viewBox", `-0.75 -0.75 ${side + 0.9} ${side + 0.9}`);
  draw(board, "use", { href: `#b${index}` });
  const numbers = draw(board, "g", { "font-size": side > 17 ? 0.5 : 0.36, "aria-hidden": "true" });
  for (let line = 0; line < side; line++) {
    draw(numbers, "text", { x: line + 0.5, y: -0.25 }, line + 1);
    draw(numbers, "text", { x: -0.42, y: line + 0.64 }, line + 1);
  }
  const letters = draw(board, "g", { "font-size": side > 17 ? 0.38 : 0.3, "aria-hidden": "true" });
  const seen = new Set();
  for (let cell = 0; cell < regions.length; cell++) {
    if (seen.has(regions[cell])) continue;
    seen.add(regions[cell]);
    const [x, y] = place(cell);
    draw(letters, "text", { x: x + 0.22, y: y + 0.36, class: "letter" }, regions[cell]);
  }
  draw(board, "g", { class: "layer" });
}

function drawLayer(isNew) {
  // Two solutions stand side by side.
  const isPair = shown >= 0 && puzzle().solutions.length > 1;
  $("play").classList.toggle("pair", isPair);
  if (isPair) drawStage($("other"), puzzle().solutions[1], false);
  drawStage($("board"), shown >= 0 ? puzzle().solutions[0] : null, isNew);
}

/** Draws what is known on a board: a solution, or what the steps have led to. */
function drawStage(board, solution, isNew) {
  const layer = board.querySelector(".layer");
  layer.replaceChildren();
  const square = (cell, kind) => {
    const [x, y] = place(cell);
    draw(layer, "rect", { x, y, width: 1, height: 1, class: kind, "stroke-width": 0.1 });
  };
  const star = (cell, kind) => {
    const [x, y] = place(cell);
    draw(layer, "use", { href: "#st", x, y, class: kind });
  };
  if (solution) {
    for (const cell of puzzle().differ) square(cell, "stopped");
    for (const cell of solution) star(cell, "star");
    return;
  }
  const step = position > 0 ? puzzle().steps[position - 1] : null;
  const isEnd = position === puzzle().steps.length && puzzle().end !== undefined;
  const now = known(position);
  if (isEnd) for (const cell of puzzle().open) square(cell, "stopped");
  if (step) for (const cell of step.lit) square(cell, "lit");
  const fresh = new Set(step ? [...step.stars, ...step.marks] : []);
  for (let cell = 0; cell < now.length; cell++) {
    if (!now[cell] || fresh.has(cell)) continue;
    const [x, y] = place(cell);
    if (now[cell] === 1) star(cell, "star");
    else draw(layer, "circle", { cx: x + 0.5, cy: y + 0.5, r: 0.09, class: "old" });
  }
  if (!step) return;
  const appear = isNew ? " appear" : "";
  for (const cell of step.seen) {
    const [x, y] = place(cell);
    draw(layer, "circle", { cx: x + 0.5, cy: y + 0.5, r: 0.44, class: "seen", "stroke-width": 0.08 });
  }
  for (const cell of step.marks) {
    const [x, y] = place(cell);
    draw(layer, "path", {
      d: `M${x + 0.32} ${y + 0.32}l.36 .36m0-.36l-.36 .36`, class: "cross" + appear, "stroke-width": 0.1,
    });
  }
  for (const cell of step.stars) {
    const [x, y] = place(cell);
    draw(layer, "circle", { cx: x + 0.5, cy: y + 0.5, r: 0.43, class: "halo" + appear, "stroke-width": 0.04 });
    star(cell, "fresh" + appear);
  }
  for (const cell of step.assumed) {
    const [x, y] = place(cell);
    draw(layer, "text", { x: x + 0.78, y: y + 0.36, "font-size": 0.4, class: "guess" }, "?");
  }
}

// MARK: What is said

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function say(isNew) {
  const { steps, solutions, end } = puzzle();
  const step = position > 0 ? steps[position - 1] : null;
  let rule = "", text = "";
  if (shown >= 0) {
    const isOne = solutions.length === 1;
    rule = isOne ? "The solution" : "Two of its solutions";
    text = isOne ? `${many(solutions[0].length, "star")}.`
      : `This puzzle is not unique: ${many(puzzle().differ.length, "cell")} differ, the coloured ones.`;
  } else if (step) {
    rule = `Level ${step.rule[1]} · ${step.rule[0]} · cycle ${step.cycle + 1}`;
    text = step.sentence;
    if (position === steps.length && end !== undefined) text += ` — Here the reasoning ends: ${end}.`;
  } else {
    rule = "The empty board";
    text = steps.length ? `${many(steps.length, "step")} to go.` : `The rules find no step: ${end || ""}.`;
  }
  $("rule").textContent = rule;
  // Only the steps are told in the language of hints.
  $("sentence").lang = step && shown < 0 ? $("steps").lang : "en";
  $("sentence").textContent = text;
  $("position").textContent = `Step ${position} of ${steps.length}`;
  const slider = $("slider");
  slider.max = steps.length;
  slider.value = position;
  slider.setAttribute("aria-valuetext", $("position").textContent);
  $("back").disabled = $("first").disabled = position === 0;
  $("forward").disabled = $("last").disabled = position === steps.length;
  $("solve").disabled = solutions.length === 0;
  $("solve").setAttribute("aria-pressed", shown >= 0);
  const side = puzzle().side;
  const board = shown >= 0 ? new Uint8Array(side * side) : known(position);
  if (shown >= 0) for (const cell of solutions[0]) board[cell] = 1;
  const placed = board.reduce((sum, cell) => sum + (cell === 1), 0);
  $("board").setAttribute(
    "aria-label", `Board of puzzle ${cards[index].label}, ${side} by ${side}: ${many(placed, "star")} placed`);
  $("other").setAttribute(
    "aria-label", `The same board with another solution; ${many(puzzle().differ.length, "cell")} differ`);
  showLetters(board);
  for (const item of $("steps").querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
  const current = $("steps").children[position - 1];
  if (current) {
    current.firstChild.setAttribute("aria-current", "step");
    const list = $("steps");
    if ($("steps-details").open) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  drawLayer(isNew);
}

/** The board as text. */
function showLetters(board) {
  const { side, regions } = puzzle();
  let letters = "";
  for (let cell = 0; cell < side * side; cell++) {
    letters += board[cell] === 1 ? "*" : board[cell] === 2 ? "·" : regions[cell];
    if (cell % side === side - 1) letters += "\n";
  }
  $("letters").textContent = letters;
}

function go(count) {
  const target = Math.max(0, Math.min(puzzle().steps.length, count));
  const isNew = target === position + 1;
  shown = -1;
  position = target;
  say(isNew);
}

function run(isOn) {
  clearInterval(timer);
  timer = 0;
  $("run").setAttribute("aria-pressed", isOn);
  if (!isOn) return;
  if (position === puzzle().steps.length) go(0);
  timer = setInterval(() => {
    go(position + 1);
    if (position === puzzle().steps.length) run(false);
  }, 1400);
}

/** Shows the solution, or two of several, and then the steps again. */
function solve() {
  if (!puzzle().solutions.length) return;
  run(false);
  shown = shown < 0 ? 0 : -1;
  say(false);
}

// MARK: The viewer

function open(number) {
  run(false);
  rise();
  index = number;
  if (!puzzle().isUnpacked) unpacked(puzzle());
  position = 0;
  shown = -1;
  const card = cards[index];
  $("viewer-title").textContent = card.id;
  $("viewer-grade").textContent = card.grade;
  $("previous").disabled = index === 0;
  $("next").disabled = index === cards.length - 1;
  const about = $("about");
  about.replaceChildren();
  for (const [name, value, link] of card.about) {
    const title = document.createElement("dt");
    title.textContent = name;
    const text = document.createElement("dd");
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.rel = "noreferrer";
      anchor.textContent = value;
      text.append(anchor);
    } else {
      text.textContent = value;
    }
    about.append(title, text);
  }
  const list = $("steps");
  list.replaceChildren();
  puzzle().steps.forEach((step, number) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    for (const text of [number + 1, step.sentence]) {
      const span = document.createElement("span");
      span.textContent = text;
      button.append(span);
    }
    button.addEventListener("click", () => { run(false); go(number + 1); });
    item.append(button);
    list.append(item);
  });
  drawFrame($("board"));
  if (puzzle().solutions.length > 1) drawFrame($("other"));
  const isOpening = !viewer.open;
  if (isOpening) viewer.showModal();
  seat();
  // What had the focus may have gone with the puzzle before, or be dead for this one.
  const focused = document.activeElement;
  if (isOpening || !viewer.contains(focused) || focused.disabled) focusMode();
  history.replaceState(null, "", `#p${index}`);
}

function follow() {
  const match = /^#p(\d+)$/.exec(location.hash);
  if (match && Number(match[1]) < cards.length) open(Number(match[1]));
}

viewer.addEventListener("close", () => {
  run(false);
  rise();
  history.replaceState(null, "", "#sheet");
  const card = $(`p${index}`);
  if (card) card.focus();
});
$("close").addEventListener("click", () => viewer.close());
$("previous").addEventListener("click", () => open(index - 1));
$("next").addEventListener("click", () => open(index + 1));
$("first").addEventListener("click", () => { run(false); go(0); });
$("back").addEventListener("click", () => { run(false); go(position - 1); });
$("forward").addEventListener("click", () => { run(false); go(position + 1); });
$("last").addEventListener("click", () => { run(false); go(puzzle().steps.length); });
$("slider").addEventListener("input", (event) => { run(false); go(Number(event.target.value)); });
$("run").addEventListener("click", () => run(!timer));
$("solve").addEventListener("click", solve);
addEventListener("hashchange", follow);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#p']");
  if (!link) return;
  event.preventDefault();
  open(Number(link.getAttribute("href").slice(2)));
});

// MARK: Keys

const steps = {
  ArrowRight: () => { run(false); go(position + 1); },
  ArrowLeft: () => { run(false); go(position - 1); },
  Home: () => { run(false); go(0); },
  End: () => { run(false); go(puzzle().steps.length); },
  ArrowUp: () => index > 0 && open(index - 1),
  ArrowDown: () => index < cards.length - 1 && open(index + 1),
  PageUp: () => index > 0 && open(index - 1),
  PageDown: () => index < cards.length - 1 && open(index + 1),
  p: () => run(!timer),
  s: solve,
  v: () => turn("play"),
};

const sheet = {
  s: () => $("all-solutions").click(),
  m: () => $("mono").click(),
  t: () => $("theme").click(),
  p: () => print(),
};

function moveAmongCards(key) {
  const all = [...document.querySelectorAll(".card")];
  const at = all.indexOf(document.activeElement);
  if (at < 0) return false;
  const top = all[0].offsetTop;
  const columns = Math.max(1, all.filter((card) => card.offsetTop === top).length);
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key];
  if (by && all[at + by]) all[at + by].focus();
  return by !== undefined;
}

document.addEventListener("keydown", (event) => {
  if (viewer.open && mode === "play") {
    if (playKey(event)) event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (viewer.open) {
    // A slider has keys of its own.
    const isSlider = event.target === $("slider") && key.length > 1;
    if (isSlider || !steps[key]) return;
    event.preventDefault();
    steps[key]();
  } else if (moveAmongCards(event.key)) {
    event.preventDefault();
  } else if (sheet[key]) {
    event.preventDefault();
    sheet[key]();
  }
});

// MARK: How the page looks

function toggle(button, name) {
  const isOn = root.classList.toggle(name);
  button.setAttribute("aria-pressed", isOn);
}

$("all-solutions").addEventListener("click", (event) => toggle(event.currentTarget, "solved"));
$("mono").addEventListener("click", (event) => toggle(event.currentTarget, "mono"));
$("print").addEventListener("click", () => print());
const themes = ["system", "light", "dark"];

function dress(theme) {
  taste.theme = themes.includes(theme) ? theme : "system";
  if (taste.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = taste.theme;
  $("theme-name").textContent = `Theme: ${taste.theme}`;
}

$("theme").addEventListener("click", () => {
  dress(themes[(themes.indexOf(taste.theme) + 1) % themes.length]);
  toShelf("almanac.taste", taste);
});
