"use strict";
// Boards as drawings, and the sheets of puzzles that the program writes as pages.

const SVG = "http://www.w3.org/2000/svg";
const STAR_PATH = (() => {
  const points = [];
  for (let corner = 0; corner < 10; corner++) {
    const radius = corner % 2 ? 0.14 : 0.34;
    const angle = Math.PI * (corner / 5 - 0.5);
    points.push(`${(0.5 + radius * Math.cos(angle)).toFixed(3)} ${(0.5 + radius * Math.sin(angle)).toFixed(3)}`);
  }
  return `M${points.join("L")}Z`;
})();

/** An element: a name, attributes (functions become listeners), and what is in it. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function draw(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

/** Colours of regions, 0…5, so that neighbours differ where that can be: of the free ones that which is used least. */
function colours(side, regions) {
  const near = new Map();
  const note = (a, b) => {
    if (a === b || a === " " || b === " ") return;
    if (!near.has(a)) near.set(a, new Set());
    near.get(a).add(b);
  };
  for (let cell = 0; cell < side * side; cell++) {
    if (!near.has(regions[cell])) near.set(regions[cell], new Set());
    for (const other of [cell + 1, cell + side]) {
      if (other >= side * side || (other === cell + 1 && other % side === 0)) continue;
      note(regions[cell], regions[other]);
      note(regions[other], regions[cell]);
    }
  }
  const found = {};
  const used = [0, 0, 0, 0, 0, 0];
  for (const region of [...near.keys()].sort((a, b) => near.get(b).size - near.get(a).size || (a < b ? -1 : 1))) {
    const taken = new Set([...near.get(region)].map((other) => found[other]));
    const free = [0, 1, 2, 3, 4, 5].filter((colour) => !taken.has(colour));
    found[region] = free.sort((a, b) => used[a] - used[b] || a - b)[0] ?? 5;
    used[found[region]] += 1;
  }
  return found;
}

/** A board as SVG. `stars` are cells; regions is a text with a letter a cell. */
function boardSVG(side, regions, stars = []) {
  const board = document.createElementNS(SVG, "svg");
  board.setAttribute("class", "board");
  board.setAttribute("viewBox", `-0.08 -0.08 ${side + 0.16} ${side + 0.16}`);
  board.setAttribute("aria-hidden", "true");
  fillBoard(board, side, regions, stars);
  return board;
}

function fillBoard(board, side, regions, stars) {
  const colour = colours(side, regions);
  board.replaceChildren();
  const paths = ["", "", "", "", "", ""];
  let thin = "", wall = "";
  for (let cell = 0; cell < side * side; cell++) {
    const [x, y] = [cell % side, Math.floor(cell / side)];
    if (regions[cell] !== " ") paths[colour[regions[cell]]] += `M${x} ${y}h1v1h-1z`;
    if (x + 1 < side) {
      const line = `M${x + 1} ${y}v1`;
      if (regions[cell] === regions[cell + 1]) thin += line; else wall += line;
    }
    if (y + 1 < side) {
      const line = `M${x} ${y + 1}h1`;
      if (regions[cell] === regions[cell + side]) thin += line; else wall += line;
    }
  }
  paths.forEach((d, number) => d && draw(board, "path", { d, class: `c${number}` }));
  if (thin) draw(board, "path", { d: thin, class: "thin", "stroke-width": 0.03 });
  draw(board, "path", { d: `${wall}M0 0h${side}v${side}h-${side}z`, class: "wall", "stroke-width": 0.05 + 0.004 * side });
  for (const cell of stars) {
    draw(board, "path", {
      d: STAR_PATH, class: "stars", transform: `translate(${cell % side} ${Math.floor(cell / side)})`,
    });
  }
}

/** How a puzzle is solved, as a little plot: the level of each step, and the stars that they place. */
function solveCurve(puzzle) {
  const width = 220, height = 54, top = 12;
  const plot = document.createElementNS(SVG, "svg");
  plot.setAttribute("class", "solve-curve");
  plot.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const levels = puzzle.levels;
  const hardest = Math.max(0, ...levels);
  plot.setAttribute("role", "img");
  plot.setAttribute("aria-label", `Solve: ${levels.length} steps, the hardest of level ${hardest}`);
  const bar = width / Math.max(1, levels.length);
  levels.forEach((level, step) => {
    const tall = Math.max(2, level / top * (height - 8));
    draw(plot, "rect", {
      x: (step * bar).toFixed(2), y: (height - tall).toFixed(2), width: Math.max(0.6, bar - 0.8).toFixed(2),
      height: tall.toFixed(2), class: level === hardest ? "peak" : "step",
    });
    if (puzzle.starSteps[step]) {
      draw(plot, "circle", { cx: (step * bar + bar / 2).toFixed(2), cy: 3, r: 1.8, class: "placed" });
    }
  });
  return plot;
}

/** Reads the page that the program has written about puzzles. */
async function readSheet(address) {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new Error(await answer.text());
  // What the page looks like is not wanted here, and the desk's policy would complain of it.
  const text = (await answer.text()).replace(/<style>[^]*?<\/style>/g, "").replace(/ style="[^"]*"/g, "");
  const page = new DOMParser().parseFromString(text, "text/html");
  const data = JSON.parse(page.getElementById("data").textContent);
  const cards = JSON.parse(page.getElementById("cards").textContent);
  const pairs = (text) => (text.match(/../g) || []).map((pair) => parseInt(pair, 32));
  const findings = [...page.querySelectorAll(".findings li")].map((item) => ({
    text: item.textContent.trim(), kind: item.className,
    links: [...item.querySelectorAll("a")].map((link) => Number(link.getAttribute("href").slice(2))),
  }));
  const curve = page.querySelector("svg.curve");
  return {
    address, findings, curve,
    title: page.querySelector("h1")?.textContent ?? "",
    facts: [...page.querySelectorAll(".facts span")].map((fact) => fact.textContent),
    puzzles: data.puzzles.map((puzzle, number) => {
      const steps = puzzle.steps.map((step) => ({
        rule: data.rules[step[0]][0], level: data.rules[step[0]][1], stars: pairs(step[3]),
      }));
      const levels = steps.map((step) => step.level);
      const hardest = Math.max(0, ...levels);
      const card = cards[number];
      const about = Object.fromEntries(card.about.map(([name, value]) => [name, value]));
      const drawn = page.querySelector(`#p${number}`);
      return {
        number, id: card.id, label: card.label, grade: card.grade, about, sbn: about.SBN,
        side: puzzle.side, stars: puzzle.stars, regions: puzzle.regions,
        solution: puzzle.solutions.length === 1 ? pairs(puzzle.solutions[0]) : [],
        isUnique: puzzle.solutions.length === 1, isFair: puzzle.end === undefined,
        levels, starSteps: steps.map((step) => step.stars.length > 0),
        hardest: [...new Set(steps.filter((step) => step.level === hardest).map((step) => step.rule))],
        firstStar: steps.findIndex((step) => step.stars.length > 0) + 1,
        difficulty: drawn?.querySelector(".badge:not(.wrong)")?.textContent ?? "",
        band: drawn?.querySelector(".badge")?.className.replace("badge", "").trim() ?? "",
        findings: findings.filter((finding) => finding.links.includes(number)),
      };
    }),
  };
}

/** The sizes of regions, and how compact they are, in a few words. */
function shapeWords(puzzle) {
  const sizes = {};
  for (const region of puzzle.regions) sizes[region] = (sizes[region] || 0) + 1;
  const all = Object.values(sizes).sort((a, b) => a - b);
  return `regions of ${all[0]}…${all[all.length - 1]} cells`;
}
