"use strict";
// The setter's desk: regions drawn by hand, and for every cell of a border what moving it would do.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const KEPT_DRAWING = "almanac.desk.drawing";

/** What moves of borders look like: told apart by their shapes as well as by their colours. */
const SIGNS = {
  good: "M-.1 0a.1 .1 0 1 0 .2 0a.1 .1 0 1 0 -.2 0z", unfair: "M-.1 -.1h.2v.2h-.2z",
  broken: "M-.11 -.06L-.06 -.11L0 -.05L.06 -.11L.11 -.06L.05 0L.11 .06L.06 .11L0 .05L-.06 .11L-.11 .06L-.05 0z",
  torn: "M-.05 0a.05 .05 0 1 0 .1 0a.05 .05 0 1 0 -.1 0z",
};

/** Rows of one region each: something to begin with that is a board already. */
const striped = (side) => [...Array(side * side).keys()].map((cell) => LETTERS[Math.floor(cell / side)]);

/** A sign beside words. */
function signOf(kind) {
  const sign = document.createElementNS(SVG, "svg");
  sign.setAttribute("class", "canvas sign");
  sign.setAttribute("viewBox", "-.16 -.16 .32 .32");
  sign.setAttribute("aria-hidden", "true");
  draw(sign, "path", { d: SIGNS[kind], class: `look ${kind}` });
  return sign;
}

function showSetter(screen, { start, packs }) {
  let side = 8, stars = 1, regions = striped(8);
  let past = [], future = [];
  let brush = "", cursor = 0, isPainting = false;
  let answer = null, asked = 0, timer = 0;

  const canvas = document.createElementNS(SVG, "svg");
  canvas.setAttribute("class", "canvas");
  canvas.setAttribute("tabindex", "0");
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", "Board to draw on");
  const palette = make("div", { class: "palette", role: "group", "aria-label": "Region to paint with" });
  const verdict = make("p", { class: "verdict", role: "status", "aria-live": "polite" });
  const about = make("p", { class: "soft look-about", role: "status", "aria-live": "polite" });
  const moves = make("div", { class: "row tight", role: "group", "aria-label": "Moves of this cell" });
  const tally = make("ul", { class: "lines" });
  const sizeField = make("input", { inputmode: "numeric", value: side, "aria-label": "Rows" });
  const starsField = make("input", { inputmode: "numeric", value: stars, "aria-label": "Stars" });
  const address = make("input", { placeholder: "https://puzz.link/p?starbattle/…", "aria-label": "Address or text of a puzzle", autocomplete: "off" });
  const target = make("select", { "aria-label": "Where it goes" }, make("option", { value: "" }, "the reserve"),
    packs.flatMap((pack) => [
      pack.slots < (pack.asked ?? 0) ? make("option", { value: `pack ${pack.pack}` }, `next empty slot of ${pack.name}`) : null,
      ...[...Array(pack.slots).keys()].map((slot) => make("option", { value: `slot ${pack.pack}:${slot}` }, `instead of ${pack.pack}:${slot}`)),
    ].filter(Boolean)));
  const dots = make("input", { type: "checkbox", checked: true });
  const undoButton = button("Undo", () => travel(past, future));
  const redoButton = button("Redo", () => travel(future, past));

  const isWhole = () => new Set(regions.filter((letter) => letter !== " ")).size === side && !regions.includes(" ");
  const text = () => `${side}x${stars}.${named(regions)}`;

  /** Regions by letters in the order of their first cells, as the program names them. */
  function named(cells) {
    const names = { " ": " " };
    let count = 0;
    return cells.map((letter) => names[letter] ??= LETTERS[count++]).join("");
  }

  /** The letter here of a region that the program has numbered. */
  function letterOf(number) {
    const seen = [];
    for (const letter of regions) if (!seen.includes(letter)) seen.push(letter);
    return seen[number];
  }

  function remember() {
    past.push({ side, stars, regions: [...regions] });
    if (past.length > 300) past.shift();
    future = [];
  }

  function travel(from, to) {
    if (!from.length) return;
    to.push({ side, stars, regions: [...regions] });
    ({ side, stars, regions } = from.pop());
    changed();
  }

  function load(newSide, newStars, newRegions) {
    remember();
    [side, stars, regions] = [newSide, newStars, [...newRegions]];
    cursor = 0;
    changed();
  }

  function paint(cell, letter) {
    if (regions[cell] === letter) return;
    regions[cell] = letter;
    drawAll();
  }

  /** Something was drawn: shows it, and asks what it is. */
  function changed() {
    answer = null;
    cursor = Math.min(cursor, side * side - 1);
    about.textContent = "";
    moves.replaceChildren();
    sizeField.value = side;
    starsField.value = stars;
    undoButton.disabled = !past.length;
    redoButton.disabled = !future.length;
    try { sessionStorage.setItem(KEPT_DRAWING, JSON.stringify({ side, stars, regions: regions.join("") })); } catch { /* it is a courtesy */ }
    drawPalette();
    drawAll();
    clearTimeout(timer);
    asked += 1;
    if (!isWhole()) {
      const found = new Set(regions.filter((letter) => letter !== " ")).size;
      verdict.textContent = regions.includes(" ")
        ? `${many(regions.filter((letter) => letter === " ").length, "cell")} to paint.`
        : `${many(found, "region")} of ${side}.`;
      tally.replaceChildren();
      return;
    }
    verdict.textContent = "Looking …";
    timer = setTimeout(lookAround, 120);
  }

  async function lookAround() {
    const mine = asked;
    try {
      const result = await run("compose.look", { look: text() });
      if (mine !== asked || !canvas.isConnected) return;
      if (!result.answers.length) throw new Error(complaint(result));
      answer = result.answers[0];
      for (const one of [answer, ...answer.moves]) if (one.hardest) one.hardest = await ruleName(one.hardest);
      if (mine !== asked) return;
      verdict.textContent = standing(answer);
      const counts = {};
      for (const move of answer.moves) counts[kindOf(move)[0]] = (counts[kindOf(move)[0]] || 0) + 1;
      tally.replaceChildren(...Object.entries(counts).map(([kind, count]) =>
        make("li", {}, signOf(kind), ` ${many(count, "move")}: ${{
          good: "stay fair", unfair: "one solution, but not fair", broken: "no or several solutions", torn: "part or starve a region",
        }[kind]}`)));
      drawAll();
    } catch (error) {
      if (mine !== asked) return;
      verdict.textContent = error.message;
      tally.replaceChildren();
    }
  }

  function standing({ verdict: kind, difficulty, hardest }) {
    switch (kind) {
      case "fair": return `Fair: difficulty ${difficulty}, hardest ${hardest}.`;
      case "unfair": return "One solution, which the rules do not reach.";
      case "several": return "Several solutions.";
      case "none": return "No solution.";
      default: return "Its solutions were not counted.";
    }
  }

  /** The colour of a move, and what it does in words. */
  function kindOf(move) {
    switch (move.verdict) {
      case "fair": return ["good", `fair, difficulty ${move.difficulty}, hardest ${move.hardest}`
        + (move.samePath ? ", the same way through" : move.differsFrom?.step !== null && move.differsFrom !== null
          ? `, another way from step ${move.differsFrom.step + 1} on` : ", another way")
        + (move.sameSolution ? "" : ", other stars")];
      case "unfair": return ["unfair", "one solution, which the rules do not reach"];
      case "undecided": return ["unfair", "not decided"];
      case "several": return ["broken", "several solutions"];
      case "none": return ["broken", "no solution"];
      case "parted": return ["torn", "parts its region"];
      default: return ["torn", "leaves its region too small"];
    }
  }

  function neighbours(cell) {
    const [x, y] = [cell % side, Math.floor(cell / side)];
    return [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]
      .filter(([a, b]) => a >= 0 && b >= 0 && a < side && b < side).map(([a, b]) => b * side + a);
  }

  function drawAll() {
    canvas.setAttribute("viewBox", `-0.1 -0.1 ${side + 0.2} ${side + 0.2}`);
    const board = draw(canvas, "g", {});
    canvas.replaceChildren(board);
    const solution = answer?.solution?.map(([row, column]) => row * side + column) ?? [];
    fillBoard(board, side, regions.join(""), solution);
    const seen = new Set();
    regions.forEach((letter, cell) => {
      if (letter === " " || seen.has(letter)) return;
      seen.add(letter);
      draw(canvas, "text", { x: cell % side + 0.2, y: Math.floor(cell / side) + 0.33, class: "letter" }, letter);
    });
    if (answer && dots.checked) drawDots();
    const [x, y] = [cursor % side, Math.floor(cursor / side)];
    if (document.activeElement === canvas) {
      draw(canvas, "rect", { x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: 0.1, class: "cursor", "stroke-width": 0.08 });
    }
  }

  /** A dot for each move of a border: at the side of the cell where the other region is. */
  function drawDots() {
    for (const move of answer.moves) {
      const cell = move.cell[0] * side + move.cell[1];
      const [x, y] = [move.cell[1], move.cell[0]];
      const letter = letterOf(move.to);
      const [kind, words] = kindOf(move);
      for (const other of neighbours(cell).filter((one) => regions[one] === letter)) {
        const [dx, dy] = [other % side - x, Math.floor(other / side) - y];
        const [cx, cy] = [x + 0.5 + dx * 0.35, y + 0.5 + dy * 0.35];
        const dot = draw(canvas, "path", {
          d: SIGNS[kind], transform: `translate(${cx} ${cy}) scale(${move.verdict === "fair" && move.samePath ? 1.3 : 1})`,
          class: `look ${kind}`, "data-cell": cell, "data-letter": letter,
        });
        draw(dot, "title", {}, `Give this cell to ${letter}: ${words}. A click does it.`);
        break;
      }
    }
  }

  function tell(cell) {
    const found = (answer?.moves ?? []).filter((move) => move.cell[0] * side + move.cell[1] === cell);
    about.textContent = `Row ${Math.floor(cell / side) + 1}, column ${cell % side + 1}, region ${regions[cell].trim() || "–"}`
      + (found.length ? ". Give it to" : "");
    moves.replaceChildren(...found.map((move) => make("button", { type: "button", click: () => {
      remember();
      regions[cell] = letterOf(move.to);
      changed();
    } }, make("b", {}, letterOf(move.to)), " ", signOf(kindOf(move)[0]), ` ${kindOf(move)[1]}`)));
  }

  function drawPalette() {
    const colour = colours(side, regions.join(""));
    palette.replaceChildren(make("button", { type: "button", class: "eye", "aria-pressed": String(brush === ""),
      title: "A click or tap only tells", click: () => { brush = ""; drawPalette(); } }, "Look"),
    ...[...LETTERS.slice(0, side)].map((letter) => make("button", {
      type: "button", class: `p${colour[letter] ?? LETTERS.indexOf(letter) % 6}`, "aria-pressed": String(letter === brush), "aria-label": `Region ${letter}`,
      click: () => { brush = letter; drawPalette(); },
    }, letter)));
  }

  // MARK: Pointer and keys

  function cellAt(event) {
    const box = canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / box.width * (side + 0.2) - 0.1);
    const y = Math.floor((event.clientY - box.top) / box.height * (side + 0.2) - 0.1);
    return x >= 0 && y >= 0 && x < side && y < side ? y * side + x : null;
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    canvas.focus({ preventScroll: true });
    const dot = event.target.closest?.(".look");
    if (dot) {
      // A dot does the move that it tells of.
      remember();
      regions[Number(dot.dataset.cell)] = dot.dataset.letter;
      cursor = Number(dot.dataset.cell);
      return changed();
    }
    const cell = cellAt(event);
    if (cell === null) return;
    if (event.shiftKey || event.altKey) {
      if (regions[cell] !== " ") brush = regions[cell];
      return drawPalette();
    }
    cursor = cell;
    if (!brush) {
      drawAll();
      return tell(cell);
    }
    remember();
    isPainting = true;
    canvas.setPointerCapture(event.pointerId);
    cursor = cell;
    answer = null;
    paint(cell, brush);
  });
  canvas.addEventListener("pointermove", (event) => {
    const cell = cellAt(event);
    if (cell === null) return;
    if (isPainting) paint(cell, brush);
    else if (event.pointerType === "mouse" && brush) tell(cell);
  });
  const lift = () => {
    if (!isPainting) return;
    isPainting = false;
    changed();
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("focus", drawAll);
  canvas.addEventListener("blur", drawAll);
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    const letter = event.key.toUpperCase();
    if (dx || dy) {
      const [x, y] = [cursor % side + dx, Math.floor(cursor / side) + dy];
      if (x >= 0 && y >= 0 && x < side && y < side) {
        const other = y * side + x;
        if (event.altKey) {
          if (regions[other] !== regions[cursor] && regions[other] !== " ") {
            remember();
            regions[cursor] = regions[other];
            changed();
          }
        } else {
          cursor = other;
          drawAll();
        }
      }
    } else if (event.altKey) {
      return;
    } else if (event.key === " ") {
      if (!brush) return;
      remember();
      regions[cursor] = brush;
      changed();
    } else if (event.key === "Backspace" || event.key === "Delete") {
      remember();
      regions[cursor] = " ";
      changed();
    } else if (event.key === "z" && side < 26) {
      travel(past, future);
    } else if (letter.length === 1 && LETTERS.slice(0, side).includes(letter)) {
      remember();
      brush = letter;
      regions[cursor] = letter;
      changed();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    tell(cursor);
  });
  dots.addEventListener("change", drawAll);

  // MARK: Beside the board

  async function take(value) {
    if (!value.trim()) return;
    const board = parsed(value.trim());
    // Any other text is read by the program, which also says what is wrong with it.
    const isBoard = board && board.side <= LETTERS.length && board.regions.length === board.side ** 2
      && [...board.regions].every((letter) => LETTERS.slice(0, board.side).includes(letter));
    if (isBoard) return load(board.side, board.stars, board.regions);
    try {
      const result = await run("preview.text", { text: value, stars: starsField.value });
      const sbn = result.answers[0]?.puzzles?.[0]?.sbn;
      if (!sbn) throw new Error(complaint(result));
      const read = parsed(sbn);
      // What comes from elsewhere may have small letters, which no key here paints.
      load(read.side, read.stars, named([...read.regions.toUpperCase()]));
    } catch (error) {
      toast(error.message, { isWrong: true });
    }
  }

  const wished = wishesForm();
  let tries = 0;

  /** Lets the program paint the cells that are free, as is wished for, another way each time. */
  async function complete() {
    if (!regions.includes(" ")) return toast("Every cell is painted: clear some first (Backspace, or “Clear”).", { isWrong: true });
    tries += 1;
    const rows = [...Array(side).keys()].map((row) => "  " + named(regions).slice(row * side, (row + 1) * side).replaceAll(" ", "."));
    const recipe = [`grid: { size: ${side}, stars: ${stars} }`, `seed: ${tries}`,
      ...(regions.every((letter) => letter === " ") ? [] : ["regions: |", ...rows]), ...wished.lines(), ""].join("\n");
    toast("Painting the rest …", { stays: true });
    try {
      const result = await run("compose", { recipe });
      const made = result.answers.map(({ sbn }) => parsed(sbn ?? "")).filter(Boolean);
      if (!made.length) throw new Error(result.answers[0]?.reason ?? complaint(result));
      hush();
      for (const read of made.reverse()) load(read.side, read.stars, read.regions);
      if (made.length > 1) toast("Another board with the same stars is behind “Undo”.");
    } catch (error) {
      toast(error.message, { isWrong: true });
    }
  }

  const renew = () => {
    const [newSide, newStars] = [Number(sizeField.value), Number(starsField.value)];
    const isIn = (number, least, most) => Number.isInteger(number) && number >= least && number <= most;
    if (!isIn(newSide, 4, 25) || !isIn(newStars, 1, 6)) {
      return toast("A board has 4 to 25 rows and 1 to 6 stars in each.", { isWrong: true });
    }
    if (newSide === side) {
      remember();
      stars = newStars;
      return changed();
    }
    load(newSide, newStars, striped(newSide));
  };
  const keepIt = () => {
    if (!isWhole()) return toast("Paint every cell first, in as many regions as there are rows.", { isWrong: true });
    const [kind, place] = target.value.split(" ");
    propose("import", { text: text(), pack: kind === "pack" ? place : "", slot: kind === "slot" ? place : "" },
      { needsReason: kind === "slot", then: () => {} });
  };

  screen.replaceChildren(make("h1", {}, "Draw"),
    make("p", { class: "soft" }, "Choose a region and paint; every sign at a border says what giving that cell to the other side would make of the puzzle, and a click on it does so."),
    make("div", { class: "setter" },
      make("div", { class: "canvas-box" }, canvas, palette, verdict, about, moves),
      make("div", {},
        make("div", { class: "form" }, make("label", {}, "Rows", sizeField), make("label", {}, "Stars", starsField), button("New board", renew)),
        tally,
        make("div", { class: "row tight" }, undoButton, redoButton,
          button("Clear", () => { remember(); regions = regions.map(() => " "); changed(); }),
          button("Complete the rest", complete),
          button("Play it", () => isWhole() ? playText(text(), "Drawn by hand") : toast("Paint every cell first.", { isWrong: true }))),
        make("label", { class: "check" }, dots, "Show what borders would do"),
        wished.element,
        make("form", { class: "form", submit: (event) => { event.preventDefault(); take(address.value); } },
          make("label", { class: "wide" }, "Begin with an address or a puzzle", address), make("button", { type: "submit" }, "Load")),
        make("div", { class: "form" }, make("label", { class: "wide" }, "Keep it in", target), button("Keep it", keepIt, { class: "main" })))));

  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(KEPT_DRAWING)); } catch { /* nothing is kept */ }
  if (start) take(start);
  else if (kept?.regions?.length === kept?.side ** 2) { [side, stars, regions] = [kept.side, kept.stars, [...kept.regions]]; }
  changed();
}

/** What is wished for where the program completes a board: fields, and the lines of a recipe that they make. */
function wishesForm() {
  const rules = "setter-rules";
  const choice = (label, options) => make("select", { "aria-label": label },
    options.map(([value, words]) => make("option", { value }, words)));
  const text = (label, attributes = {}) => make("input", { "aria-label": label, autocomplete: "off", ...attributes });
  const symmetry = choice("Symmetry", [["", "none"], ["half-turn", "turned by half"], ["quarter-turn", "turned by a quarter"],
    ["diagonal", "mirrored in the diagonal"], ["antidiagonal", "mirrored in the other diagonal"]]);
  const pairs = make("input", { type: "checkbox" });
  const pentominoes = text("Pentominoes", { inputmode: "numeric", placeholder: "as 4, or all" });
  const difficulty = text("Difficulty", { inputmode: "numeric", placeholder: "1 to 10" });
  const hardest = text("Hardest step", { list: rules, placeholder: "any rule" });
  const first = text("First step", { list: rules, placeholder: "any rule" });
  const grids = choice("Boards with the same stars", [["", "one board"], ["2", "two boards"], ["3", "three boards"]]);
  const shape = make("textarea", { "aria-label": "A shape that a region has", placeholder: ".X.X.\nXXXXX\n.XXX.\n..X..", spellcheck: "false" });
  const whole = make("input", { type: "checkbox" });
  const more = make("textarea", { "aria-label": "More, as in a recipe", placeholder: "together: [[r1c1, r2c2]]\napart: [[r1c1, r5c5]]", spellcheck: "false" });
  const list = make("datalist", { id: rules });
  look("rules").then((answers) => {
    list.append(...answers.map((rule) => make("option", { value: rule.id }, rule.names?.en ?? rule.id)));
  }).catch(() => {});

  function lines() {
    const found = [];
    const note = (name, value) => { if (value.trim()) found.push(`${name}: ${value.trim()}`); };
    note("symmetry", symmetry.value);
    if (symmetry.value && pairs.checked) found.push("pairs: true");
    note("pentominoes", pentominoes.value);
    note("difficulty", difficulty.value);
    note("rule", hardest.value);
    if (first.value.trim()) found.push(`first: { rule: ${first.value.trim()} }`);
    note("grids", grids.value);
    const rows = shape.value.split("\n").map((row) => row.trimEnd()).filter(Boolean);
    if (rows.length) {
      found.push("masks:", "  - shape: |", ...rows.map((row) => `      ${row.replaceAll(" ", ".")}`));
      found.push(`    region: ${whole.checked ? "exactly" : "contains"}`);
    }
    if (more.value.trim()) found.push(more.value.trimEnd());
    return found;
  }

  const element = make("details", {}, make("summary", {}, "Wishes for the rest"),
    make("div", { class: "form" },
      make("label", {}, "Symmetry", symmetry), make("label", { class: "check" }, pairs, "Regions in pairs"),
      make("label", {}, "Different pentominoes", pentominoes), make("label", {}, "Difficulty", difficulty),
      make("label", {}, "Hardest step", hardest), make("label", {}, "First step", first),
      make("label", {}, "With the same stars", grids),
      make("label", { class: "wide" }, "A shape (X for its cells, . for others)", shape),
      make("label", { class: "check wide" }, whole, "One region is this shape and nothing more"),
      make("label", { class: "wide" }, "More, as in a recipe", more)), list);
  return { element, lines };
}
