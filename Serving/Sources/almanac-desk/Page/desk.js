"use strict";
// The desk: a screen for each thing that editors look after. It asks the program, shows what that says, and changes
// nothing by itself: every edit is tried first (propose), shown, and done when somebody says so.

const $ = (id) => document.getElementById(id);
const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
let visit = 0;        // rises with every screen, so that late answers to an earlier one are dropped

// MARK: Asking the program

/** What the desk answers to a wish. */
async function post(wish) {
  const answer = await fetch("run", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** The fields that are filled in, each as a list of texts. */
function listed(fields) {
  const lists = {};
  for (const [name, value] of Object.entries(fields)) {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null);
    const kept = values.filter((one) => one !== "" && one !== false);
    if (kept.length) lists[name] = kept.map((one) => one === true ? "yes" : String(one));
  }
  return lists;
}

/** Runs an operation, and waits while somebody else is at work. Throws what the program complains of. */
async function run(operation, fields = {}, { isTried = false, wantsSheet = true } = {}) {
  const mine = visit;
  for (;;) {
    const result = await post({ operation, fields: listed(fields), isTried, wantsSheet });
    if (!result.busy) {
      $("waiting").hidden = true;
      return result;
    }
    $("waiting").textContent = `Somebody else is at work: ${complaint(result)}. This page waits.`;
    $("waiting").hidden = false;
    await new Promise((done) => setTimeout(done, 1500));
    if (mine !== visit) throw new Error("given up");
  }
}

/** What the program complained of, without its own name, its progress and its usage. */
const complaint = (result) =>
  result.said.filter((line) => !/^(looking|solving|pressing|checking) |^Usage: |^ {2,}/.test(line)).join(" ")
    .replace(/^(almanac|Error): /, "") || `the program ended with status ${result.status}`;

/** The answers of a look; a complaint where there are none. */
async function look(operation, fields, accepts = [0]) {
  const result = await run(operation, fields, { wantsSheet: false });
  if (!accepts.includes(result.status)) throw new Error(complaint(result));
  return result.answers;
}

/** The puzzles of something as a sheet. */
async function sheetOf(operation, fields, options) {
  const result = await run(operation, fields, options);
  if (!result.sheet) throw new Error(complaint(result));
  const sheet = await readSheet(result.sheet);
  const told = result.answers.at(-1)?.puzzles ?? [];
  sheet.puzzles.forEach((puzzle, number) => {
    puzzle.flags = told[number]?.flags ?? [];
    // The page says them, too.
    puzzle.findings = puzzle.findings.filter(({ text }) => !puzzle.flags.some((flag) => text.includes(flag.reason)));
  });
  return { result, sheet };
}

// MARK: Trying and doing

const words = {
  "recipes.new": "Write a new recipe", "packs.build": "Make the pack", "packs.replace": "Give the slot another puzzle", "packs.append": "Add slots",
  "packs.reorder": "Put slots into another order", "packs.pin": "Pin the slot", "packs.unpin": "Unpin the slot",
  "packs.regenerate": "Make unpinned slots anew", "packs.refuse": "Never use this puzzle",
  "packs.note": "Write a note", "packs.tag": "Tag the puzzle", "calendar.swap": "Exchange two dates",
  "calendar.pin": "Choose the puzzle of a date", "calendar.unpin": "Leave the date to the recipe",
  "calendar.replace": "Give a published date another puzzle", "edits.undo": "Take an edit back", import: "Keep puzzles",
};

let pending = null;

/** Tries an edit, shows what it would do, and does it when that is confirmed. `then` is given what was done. */
async function propose(operation, fields, { reason = "", needsReason = false, then } = {}) {
  toast("Trying …", { stays: true });
  const isSilent = ["packs.note", "packs.tag", "edits.undo", "recipes.new"].includes(operation)
    || (operation === "import" && !fields.slot);
  let result;
  try {
    result = await run(operation, isSilent || !reason ? fields : { ...fields, reason }, { isTried: true, wantsSheet: false });
  } catch (error) {
    return toast(error.message, { isWrong: true });
  }
  const isDone = result.status === 0 || (operation === "import" && result.answers.length);
  if (!isDone) return toast(complaint(result), { isWrong: true });
  hush();
  pending = { operation, fields, then, needsReason };
  $("trial-title").textContent = words[operation] ?? operation;
  $("trial-command").textContent = result.command;
  $("trial-body").replaceChildren(trialBody(result));
  $("trial-reason").value = reason;
  $("trial-reason").required = needsReason;
  $("trial-reason-row").hidden = isSilent;
  $("trial").showModal();
  (needsReason && !reason ? $("trial-reason") : $("trial-keep")).focus();
}

/** The fields of what is pending, with the reason where it takes one. */
function decidedFields() {
  const reason = $("trial-reason").value.trim();
  return $("trial-reason-row").hidden || !reason ? pending.fields : { ...pending.fields, reason };
}

/** Shows the command of what is pending with the reason that stands there by now. */
async function tellCommand() {
  const fields = listed(decidedFields());
  try {
    const { command } = await post({ operation: pending.operation, fields, isTried: true, isOnlyTold: true });
    // An answer to an earlier letter may come later.
    if (JSON.stringify(listed(decidedFields())) === JSON.stringify(fields)) $("trial-command").textContent = command;
  } catch {
    // The command from before stays: doing it says what is wrong.
  }
}
$("trial-reason").addEventListener("input", tellCommand);

/** What a trial says that it would do. */
function trialBody(result) {
  const lines = [];
  const boards = [];
  for (const answer of result.answers) {
    for (const change of answer.changes ?? []) {
      lines.push(change.words);
      const [before, after] = [change.before?.puzzle?.sbn ?? change.before?.sbn, change.after?.puzzle?.sbn ?? change.after?.sbn];
      if (before && after && before !== after) boards.push([before, after]);
    }
    if (!answer.changes && answer.words) lines.push(answer.words);
    if (answer.became) lines.push(importWords(answer));
    if (answer.pins && answer.command?.endsWith("pin")) lines.push(`pinned slots: ${answer.pins.join(", ") || "none"}`);
    if (answer.withdrawn) lines.push("Players do not get it: this pack was withdrawn, and never comes back.");
    else if (answer.away) lines.push(`Players do not have this pack while the rollback to release ${answer.rollback} stands; its end brings version ${answer.nextVersion}.`);
    else if (answer.publishedVersion) {
      const cause = answer.rollback ? `the end of the rollback to release ${answer.rollback}` : "the next release";
      lines.push(answer.publishedVersion === answer.nextVersion
        ? `Players have version ${answer.publishedVersion} already, and keep it.`
        : `Players have version ${answer.publishedVersion}; ${cause} makes it ${answer.nextVersion}.`);
    }
    if (answer.migration) lines.push("Players’ apps will be told where the slots went.");
    for (const warning of answer.warnings ?? []) lines.push(warning);
  }
  const body = make("div", {}, make("ul", { class: "lines" },
    (lines.length ? lines : ["Nothing would change."]).slice(0, 14).map((line) => make("li", {}, line)),
    lines.length > 14 ? make("li", {}, `and ${lines.length - 14} more`) : null));
  const file = result.answers.find((answer) => answer.text && answer.file);
  if (file) body.append(make("pre", { class: "file", tabindex: "0", "aria-label": `What stands in ${file.file}` }, file.text));
  if (boards.length === 1) {
    body.append(make("div", { class: "pair" }, boards[0].map((sbn, side) =>
      make("figure", {}, boardOf(sbn), make("figcaption", { class: "soft" }, side ? "after" : "now")))));
  }
  return body;
}

/** What became of an imported puzzle, or would. */
function importWords({ became, place, twin, reason }) {
  switch (became) {
    case "kept": return "for the reserve";
    case "placed": return `for ${place}`;
    case "twin": return `known already: ${twin.places?.join(", ") || `puzzle ${twin.puzzle ?? "of an earlier release"}`}`;
    default: return `refused: ${reason}`;
  }
}

$("trial-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { operation, then, needsReason } = pending;
  const reason = $("trial-reason").value.trim();
  if (needsReason && !reason) return $("trial-reason").focus();
  $("trial-keep").disabled = true;
  $("trial-keep").textContent = "At work …";
  try {
    const result = await run(operation, decidedFields(), { wantsSheet: false });
    const isDone = result.status === 0 || (operation === "import" && result.answers.length);
    $("trial").close();
    if (!isDone) return toast(complaint(result), { isWrong: true });
    const last = result.answers.at(-1) ?? {};
    const said = last.changes?.map((change) => change.words).slice(0, 2).join("; ") || last.words || "Done.";
    toast(operation === "edits.undo" ? `Taken back: ${said}` : said, { edit: last.edit && operation !== "edits.undo" ? last.edit : null });
    await (then ? then(result) : show());
  } catch (error) {
    $("trial").close();
    toast(error.message, { isWrong: true });
  } finally {
    $("trial-keep").disabled = false;
    $("trial-keep").textContent = "Do it";
  }
});
$("trial-cancel").addEventListener("click", () => $("trial").close());

let toastTimer = 0;

function toast(text, { isWrong = false, stays = false, edit = null } = {}) {
  clearTimeout(toastTimer);
  const box = $("toast");
  box.replaceChildren(make("span", {}, text));
  if (edit) {
    box.append(make("button", { type: "button", click: () => { hush(); propose("edits.undo", { edit }); } }, "Undo"));
  }
  if (isWrong) box.append(make("button", { type: "button", click: hush }, "OK"));
  box.hidden = false;
  if (!stays && !isWrong) toastTimer = setTimeout(hush, 9000);
}

function hush() {
  clearTimeout(toastTimer);
  $("toast").hidden = true;
}

// MARK: Puzzles

/** A puzzle's text as the board that it is. */
function parsed(sbn) {
  const match = /^(\d+)x(\d+)\.([A-Za-z]+)/.exec(sbn);
  return match ? { side: Number(match[1]), stars: Number(match[2]), regions: match[3] } : null;
}

function boardOf(sbn, stars) {
  const board = parsed(sbn);
  return board ? boardSVG(board.side, board.regions, stars) : make("span", { class: "soft" }, sbn);
}

const bands = ["easy", "easy", "easy", "easy", "medium", "medium", "medium", "hard", "hard", "expert", "expert"];
const badge = (difficulty, band) => difficulty === null || difficulty === undefined || difficulty === ""
  ? make("span", { class: "badge wrong" }, "!")
  : make("span", { class: `badge ${band || bands[difficulty] || "easy"}`, title: `difficulty ${difficulty}` }, difficulty);

/** Opens a sheet's page to be played at one of its puzzles. */
function play(address, number, title) {
  $("player-title").textContent = title;
  $("player-bar").hidden = false;
  $("player-frame").src = `${address}#p${number}`;
  $("player").showModal();
}

/** Plays a puzzle that is known by its text alone. */
async function playText(sbn, title) {
  toast("Opening …", { stays: true });
  try {
    const result = await run("preview.text", { text: sbn });
    hush();
    if (!result.sheet) throw new Error(complaint(result));
    play(result.sheet, 0, title);
  } catch (error) {
    toast(error.message, { isWrong: true });
  }
}

$("player-frame").addEventListener("load", () => {
  // The page has a way to close of its own, which leads back to the desk.
  const viewer = $("player-frame").contentDocument?.getElementById("viewer");
  $("player-bar").hidden = Boolean(viewer);
  viewer?.addEventListener("close", () => $("player").close());
});
$("player-close").addEventListener("click", () => $("player").close());
$("player").addEventListener("close", () => { $("player-frame").src = "about:blank"; });

function factsOf(puzzle, other) {
  const rows = [
    ["Difficulty", puzzle.difficulty], ["Hardest", puzzle.hardest.join(", ")],
    ["Steps", puzzle.levels.length], ["First star", puzzle.firstStar ? `at step ${puzzle.firstStar}` : "never"],
    ["Shape", shapeWords(puzzle)],
  ];
  const others = other ? { Difficulty: other.difficulty, Hardest: other.hardest.join(", ") } : {};
  return make("dl", { class: "facts-list" }, rows.flatMap(([name, value]) => [
    make("dt", {}, name),
    make("dd", { class: name in others && others[name] !== value ? "differs" : null }, String(value)),
  ]));
}

const opener = (board, label, open) =>
  make("button", { type: "button", class: "open", "aria-label": `Play ${label}`, title: "Play", click: open }, board);

const button = (text, click, attributes = {}) => make("button", { type: "button", click, ...attributes }, text);

/** Asks for one line of text in the page's own manner; null where it was left. */
function ask(title, value, hint) {
  return new Promise((done) => {
    const input = make("input", { value, maxlength: 380, "aria-label": title });
    const box = make("dialog", { class: "trial", "aria-label": title, close: () => { done(box.returnValue === "keep" ? input.value.trim() : null); box.remove(); } },
      make("form", { method: "dialog" }, make("h2", {}, title), make("label", {}, hint, input),
        make("div", { class: "row end" }, button("Leave it", () => box.close("")),
          make("button", { type: "submit", value: "keep", class: "main" }, "Go on"))));
    document.body.append(box);
    box.showModal();
    input.focus();
  });
}

async function writeNote(puzzle, note, then) {
  const text = await ask("Note", note ?? "", "Stays with the puzzle wherever it goes; empty takes it away.");
  if (text !== null) propose("packs.note", text.trim() ? { puzzle, text } : { puzzle, remove: true }, { then });
}

async function writeTags(puzzle, tags = [], then) {
  const text = await ask("Tags", tags.join(" "), "Small letters, digits and hyphens, with blanks between them.");
  if (text === null) return;
  const wanted = text.toLowerCase().split(/[\s,]+/).filter(Boolean);
  const added = wanted.filter((tag) => !tags.includes(tag));
  const removed = tags.filter((tag) => !wanted.includes(tag));
  if (added.length || removed.length) propose("packs.tag", { puzzle, tags: added, remove: removed }, { then });
}

/** What is flagged about a puzzle, each with its reason. */
const flagWords = ({ flags }) => (flags ?? []).map((flag) =>
  make("p", { class: "flag" }, make("span", { class: "tag warn" }, flag.flag), " ", flag.reason));

let ruleNames = null;

/** What a rule is called, by its id. */
async function ruleName(id) {
  ruleNames ??= look("rules").then((rules) => Object.fromEntries(rules.map((rule) => [rule.id, rule.names?.en ?? rule.id])))
    .catch(() => ({}));
  return (await ruleNames)[id] ?? id;
}

const keptWords = (record) => record ? [
  record.tags?.length ? make("p", {}, record.tags.map((tag) => [make("span", { class: "tag" }, `#${tag}`), " "]).flat()) : null,
  record.note ? make("p", { class: "note" }, `“${record.note}”`) : null,
] : [];

// MARK: Screens

const screen = $("screen");
const fill = (...children) => screen.replaceChildren(...children.flat().filter(Boolean));
const wait = (title, text = "Asking the program …") => fill(make("h1", {}, title), make("p", { class: "busy" }, text));

/** Whether a screen is still the one that is shown. */
const stays = (mine) => mine === visit;

const screens = {
  async packs() {
    wait("Packs");
    const mine = visit;
    const packs = await look("packs.list");
    if (!stays(mine)) return;
    const rows = packs.map((pack) => make("tr", {},
      make("td", {}, make("a", { href: `#pack/${pack.pack}` }, pack.name), make("div", { class: "soft" }, pack.pack)),
      make("td", {}, `${pack.slots} of ${pack.asked ?? pack.slots}`),
      make("td", {}, pack.easiest ? [badge(pack.easiest), " – ", badge(pack.hardest)] : "–"),
      make("td", {}, pack.grids.map((grid) => grid.replace(/x(\d+)$/, " · $1★")).join(", ")),
      make("td", {}, pack.withdrawn ? "withdrawn for good"
        : pack.publishedVersion === null ? "players do not have it"
        : pack.away ? "away until the rollback ends"
        : pack.publishedVersion === pack.nextVersion ? `players have version ${pack.publishedVersion}`
          : `version ${pack.publishedVersion} → ${pack.nextVersion}`,
        " ", pack.listed ? null : make("span", { class: "tag" }, "not in release.yaml"),
        pack.free ? null : make("span", { class: "tag" }, "to be bought")),
      make("td", { class: "tight" }, pack.slots < (pack.asked ?? 0)
        ? button("Make what is missing", () => propose("packs.build", { pack: pack.pack }, { reason: "built" })) : null)));
    fill(make("h1", {}, "Packs"),
      make("p", {}, make("a", { class: "link", href: "#new" }, "New pack …")),
      packs.length ? make("div", { class: "scroll" }, make("table", { class: "table cards" },
        make("thead", {}, make("tr", {}, ["Pack", "Slots", "Difficulty", "Boards", "Players", ""].map((text) => make("th", { scope: "col" }, text)))),
        make("tbody", {}, rows))) : make("p", {}, "No recipe makes a pack yet."));
  },

  async new() {
    const field = (name, text, attributes = {}) =>
      make("label", {}, text, make("input", { name, required: true, autocomplete: "off", ...attributes }));
    const number = (name, text, min, max, value) => field(name, text, { type: "number", min, max, value });
    const choice = (name, text, values) => make("label", {}, text, make("select", { name },
      values.map(([value, words]) => make("option", { value }, words))));
    const name = field("name", "Name", { maxlength: 80 });
    const id = field("pack", "Id, as spring-1", { maxlength: 64, pattern: "[a-z0-9]+(-[a-z0-9]+)*", spellcheck: "false", autocapitalize: "none" });
    const [nameInput, idInput] = [name, id].map((label) => label.querySelector("input"));
    // Until somebody writes an id, it follows the name.
    let isOwn = false;
    idInput.addEventListener("input", () => { isOwn = idInput.value !== ""; });
    nameInput.addEventListener("input", () => {
      if (isOwn) return;
      idInput.value = nameInput.value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 64).replace(/-$/, "");
    });
    const form = make("form", { class: "form", submit: (event) => {
      event.preventDefault();
      const { from, to, free, assumptions, ...fields } = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, value.trim()]));
      propose("recipes.new", {
        pack: fields.pack, ...fields, difficulty: from === to ? from : `${from}...${to}`, paid: free === "no", "without-assumptions": assumptions === "on",
      }, { then: () => { location.hash = `#pack/${fields.pack}`; } });
    } },
    name, id, number("size", "Rows", 4, 25, 8), number("stars", "Stars", 1, 6, 1), number("count", "Puzzles", 1, 1000, 12),
    number("from", "Difficulty, first", 1, 10, 2), number("to", "Difficulty, last", 1, 10, 6),
    choice("style", "Regions", [["", "natural"], ["compact", "compact"], ["winding", "winding"]]),
    choice("free", "Price", [["yes", "free"], ["no", "to be bought"]]),
    field("seed", "Seed, if wanted", { required: false, inputmode: "numeric", placeholder: "one of its own" }),
    make("label", { class: "check" }, make("input", { type: "checkbox", name: "assumptions" }), "No assumptions (levels 1 to 7)"),
    make("button", { type: "submit", class: "main" }, "Show it"));
    fill(make("p", {}, make("a", { class: "link", href: "#packs" }, "← Packs")), make("h1", {}, "New pack"),
      make("p", { class: "soft" }, "It becomes a file in the recipes’ folder, which is shown first. Players get the pack when release.yaml lists it."), form);
    nameInput.focus();
  },

  async pack(id) {
    wait(id, "Drawing the boards …");
    const mine = visit;
    const [pack] = await look("packs.list", { pack: id });
    if (!pack.slots) {
      return fill(make("h1", {}, pack.name), make("p", {}, "No slot has its puzzle yet."),
        button("Make the pack", () => propose("packs.build", { pack: id }, { reason: "built" }), { class: "main" }));
    }
    const [{ sheet }, records] = await Promise.all([
      sheetOf("preview", { subject: id }), look("packs.find", { pack: id }).catch(() => []),
    ]);
    if (!stays(mine)) return;
    const bySlot = {};
    for (const record of records) for (const place of record.places) bySlot[place] = record;
    showPack(pack, sheet, bySlot);
  },

  async slot(id) {
    const pack = id.split(":")[0];
    await candidates({
      id, pack, title: `Slot ${id}`, back: [`#pack/${pack}`, pack],
      operation: "packs.replace", fields: { slot: id }, reason: "",
    });
  },

  async date(id) {
    const [cadence, key] = id.split(":");
    const entries = await look("calendar.show", { cadence });
    const entry = entries.find((one) => one.id === id);
    const isPublished = entry?.state === "published" || entry?.state === "replacing";
    const date = cadence === "daily" ? key : id;
    await candidates({
      id, title: id, back: [`#calendar/${cadence}`, "Calendar"],
      operation: isPublished ? "calendar.replace" : "calendar.pin", fields: { date }, reason: "",
      held: entry?.puzzle ?? null,
    }, isPublished ? {} : { difficulty: entry?.target ?? entry?.puzzle?.difficulty ?? "" });
  },

  async calendar(cadence = "daily") {
    wait("Calendar");
    const mine = visit;
    let entries = [], problem = null;
    try {
      entries = await look("calendar.show", { cadence, all: true });
    } catch (error) {
      problem = error.message;
    }
    if (!stays(mine)) return;
    const begun = entries.filter((entry) => entry.begun);
    const coming = entries.filter((entry) => !entry.begun);
    let picked = null;
    const swap = (entry, from) => {
      if (picked === null) {
        picked = entry.id;
        from.setAttribute("aria-pressed", "true");
        return toast(`${entry.id}: now choose the date to exchange it with.`, { stays: true });
      }
      hush();
      const first = picked;
      picked = null;
      from.closest("ul").querySelectorAll("[aria-pressed]").forEach((other) => other.removeAttribute("aria-pressed"));
      if (first !== entry.id) propose("calendar.swap", { first, second: entry.id });
    };
    const card = (entry) => {
      const isPublished = entry.state === "published" || entry.state === "replacing";
      const key = entry.id.split(":")[1];
      return make("li", { class: "slot" },
        make("div", { class: "head" }, make("b", {}, key), entry.puzzle ? badge(entry.puzzle.difficulty) : null),
        entry.puzzle ? opener(boardOf(entry.puzzle.sbn), entry.id, () => playText(entry.puzzle.sbn, entry.id)) : make("p", {}, "open: the next night fills it"),
        make("p", { class: "soft" }, [stateWords(entry), entry.target ? `aims at ${entry.target}` : ""].filter(Boolean).join(" · ")),
        entry.puzzle ? make("p", { class: "soft" }, entry.puzzle.hardest) : null,
        make("div", { class: "actions" },
          make("a", { class: "link", href: `#date/${entry.id}` }, isPublished ? "Replace …" : "Choose …"),
          !isPublished && entry.puzzle ? make("button", { type: "button", click: (event) => swap(entry, event.currentTarget) }, "Swap") : null,
          !isPublished && entry.puzzle && !entry.pinned
            ? button("Pin", () => propose("calendar.pin", { date: cadence === "daily" ? key : entry.id }, { reason: "pinned" })) : null,
          entry.pinned ? button("Unpin", () => propose("calendar.unpin", { date: cadence === "daily" ? key : entry.id })) : null));
    };
    fill(make("h1", {}, "Calendar"),
      make("div", { class: "row tight", role: "group", "aria-label": "Cadence" }, ["daily", "weekly", "monthly"].map((one) =>
        button(one, () => { location.hash = `#calendar/${one}`; }, { "aria-pressed": String(one === cadence) }))),
      problem ? make("p", { class: "soft" }, problem) : null,
      make("h2", {}, `To come: ${many(coming.length, "date")}`),
      make("ul", { class: "slots" }, coming.map(card)),
      begun.length ? make("details", {}, make("summary", {}, `Begun, and never changed: ${many(begun.length, "date")}`),
        make("ul", { class: "slots" }, begun.slice(-60).reverse().map((entry) => make("li", { class: "slot" },
          make("div", { class: "head" }, make("b", {}, entry.id.split(":")[1]), entry.puzzle ? badge(entry.puzzle.difficulty) : null),
          entry.puzzle ? opener(boardOf(entry.puzzle.sbn), entry.id, () => playText(entry.puzzle.sbn, entry.id))
            : make("p", {}, entry.state === "withdrawn" ? "withdrawn, and stays empty" : "open: the next night fills it"))))) : null);
  },

  async reserve() {
    wait("Reserve");
    const mine = visit;
    const [status] = await look("reserve.status", {}, [0, 2]);
    const records = await look("packs.find", { reserve: true, limit: 240 });
    if (!stays(mine)) return;
    fill(make("h1", {}, "Reserve"),
      make("ul", { class: "lines" }, (status?.calendars ?? []).map((line) => make("li", { class: line.low ? "warn" : null },
        `${line.cadence}: ${many(line.days, "day")}, until ${line.filledTo ?? "–"}; it would run dry on ${line.dryOn ?? "–"}`,
        line.low ? " — “almanac reserve fill” makes more" : ""))),
      make("h2", {}, many(records.length, "puzzle")),
      recordList(records));
  },

  async find() {
    const saved = Object.fromEntries(new URLSearchParams(location.hash.split("?")[1] ?? ""));
    const field = (name, title, attributes = {}) =>
      make("label", {}, title, make("input", { name, value: saved[name] ?? "", autocomplete: "off", ...attributes }));
    const results = make("div", {});
    const form = make("form", { class: "form", submit: async (event) => {
      event.preventDefault();
      const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
      history.replaceState(null, "", `#find?${new URLSearchParams(fields)}`);
      results.replaceChildren(make("p", { class: "busy" }, "Searching …"));
      const split = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);
      try {
        const records = await look("packs.find", {
          ...fields, rule: split(fields.rule), tag: split(fields.tag?.toLowerCase()), reserve: Boolean(fields.reserve), refused: Boolean(fields.refused),
          limit: fields.limit || 60,
        });
        results.replaceChildren(make("h2", {}, many(records.length, "puzzle")), recordList(records));
      } catch (error) {
        results.replaceChildren(make("p", { class: "wrong-text" }, error.message));
      }
    } },
    field("size", "Rows", { inputmode: "numeric" }), field("stars", "Stars", { inputmode: "numeric" }),
    field("difficulty", "Difficulty, as 4...6"), field("level", "Level, as 9..."),
    make("label", {}, "Rules needed", make("input", { name: "rule", list: "rules", value: saved.rule ?? "", autocomplete: "off" })),
    make("datalist", { id: "rules" }), field("pack", "Pack"), field("tag", "Tags"), field("note", "Words of the note"), field("limit", "At most", { inputmode: "numeric", placeholder: "60" }),
    make("label", { class: "check" }, make("input", { type: "checkbox", name: "reserve", checked: saved.reserve === "on" }), "Unused only"),
    make("label", { class: "check" }, make("input", { type: "checkbox", name: "refused", checked: saved.refused === "on" }), "Refused only"),
    make("button", { type: "submit", class: "main" }, "Find"));
    fill(make("h1", {}, "Find puzzles"), make("p", { class: "soft" }, "In packs, calendar and reserve; all that is filled in has to hold."), form, results);
    look("rules").then((answers) => {
      const rules = answers.flatMap((answer) => answer.rules ?? answer);
      form.querySelector("datalist").append(...rules.map((rule) => make("option", { value: rule.id ?? rule.rule ?? "" })));
    }).catch(() => {});
    if (Object.keys(saved).length) form.requestSubmit();
  },

  async import() {
    const mine = visit;
    const packs = await look("packs.list").catch(() => []);
    if (!stays(mine)) return;
    const text = make("textarea", { "aria-label": "Puzzles", spellcheck: "false", placeholder: "https://puzz.link/p?starbattle/…, or puzzles in any notation, a line each" });
    const target = make("select", { "aria-label": "Where they go" }, make("option", { value: "" }, "the reserve"),
      packs.map((pack) => make("option", { value: pack.pack, disabled: pack.slots >= (pack.asked ?? 0) }, `empty slots of ${pack.name}`)));
    const slot = make("input", { placeholder: "such as spring:3", "aria-label": "Instead of a slot's puzzle" });
    const stars = make("input", { inputmode: "numeric", "aria-label": "Stars, where the text does not say" });
    const results = make("div", {});
    const fields = () => ({ text: text.value, pack: slot.value ? "" : target.value, slot: slot.value.trim(), stars: stars.value.trim() });
    const judge = async () => {
      if (!text.value.trim()) return text.focus();
      results.replaceChildren(make("p", { class: "busy" }, "Judging …"));
      try {
        const result = await run("import", fields(), { isTried: true });
        if (!result.answers.length) throw new Error(complaint(result));
        const sheet = result.sheet ? await readSheet(result.sheet) : null;
        results.replaceChildren(make("h2", {}, many(result.answers.length, "puzzle")),
          make("ul", { class: "slots" }, result.answers.map((answer, number) => {
            const puzzle = sheet?.puzzles[number];
            const isGood = ["kept", "placed"].includes(answer.became);
            return make("li", { class: "slot" },
              make("div", { class: "head" }, make("b", {}, isGood ? "good" : answer.became), badge(puzzle?.difficulty ?? answer.difficulty, puzzle?.band)),
              puzzle ? opener(boardSVG(puzzle.side, puzzle.regions), `puzzle ${number + 1}`, () => play(sheet.address, number, "Imported")) : boardOf(answer.sbn ?? ""),
              make("p", { class: isGood ? "soft" : "wrong-text" }, importWords(answer)),
              puzzle ? [solveCurve(puzzle), factsOf(puzzle)] : null);
          })),
          make("div", { class: "row" }, button("Keep the good ones", () => propose("import", fields(), { needsReason: Boolean(fields().slot) }), { class: "main" })),
          result.said.length ? make("p", { class: "soft" }, complaint(result)) : null);
      } catch (error) {
        results.replaceChildren(make("p", { class: "wrong-text" }, error.message));
      }
    };
    fill(make("h1", {}, "Import"), make("p", { class: "soft" }, "Puzzles from elsewhere are judged: unique, solvable by the rules, no twin of one that is here."),
      make("div", { class: "form" }, make("label", { class: "wide" }, "Puzzles or addresses", text), make("label", {}, "Keep them in", target),
        make("label", {}, "or instead of slot", slot), make("label", {}, "Stars, if not said", stars),
        button("Judge", judge, { class: "main" })),
      results);
    text.focus();
  },

  async setter(argument) {
    const packs = await look("packs.list").catch(() => []);
    showSetter(screen, { start: argument ? decodeURIComponent(argument) : null, packs });
  },

  async warnings() {
    wait("Warnings", "Looking at everything …");
    const mine = visit;
    const [doctor, recipes, packs] = await Promise.all([
      look("doctor", {}, [0, 2, 65]), look("recipes.check", {}, [0, 2, 65, 78]).catch((error) => [{ warnings: [error.message], mistakes: [] }]),
      look("packs.list").catch(() => []),
    ]);
    if (!stays(mine)) return;
    const findings = doctor[0]?.findings ?? [];
    const bad = findings.filter((finding) => finding.severity !== "well");
    const check = recipes[0] ?? {};
    const line = (text, kind) => make("li", { class: kind }, text);
    const asText = (item) => typeof item === "string" ? item : [item.file, item.line, item.message ?? item.text ?? JSON.stringify(item)].filter(Boolean).join(": ");
    const pages = make("div", {});
    fill(make("h1", {}, "Warnings"),
      make("h2", {}, "Doctor"),
      make("ul", { class: "lines" }, bad.length
        ? bad.map((finding) => make("li", { class: "warn" }, make("b", {}, `${finding.subject}: `), finding.message, finding.remedy ? make("div", { class: "soft" }, finding.remedy) : null))
        : line("All is well.")),
      make("details", {}, make("summary", {}, "What is well"), make("ul", { class: "lines" },
        findings.filter((finding) => finding.severity === "well").map((finding) => line(`${finding.subject}: ${finding.message}`)))),
      make("h2", {}, "Recipes"),
      make("ul", { class: "lines" }, [...(check.mistakes ?? []), ...(check.warnings ?? [])].map((item) => line(asText(item), "warn")),
        (check.mistakes ?? []).length + (check.warnings ?? []).length ? null : line("Nothing to say.")),
      make("h2", {}, "Missed difficulties and resemblances"), pages);
    for (const pack of packs.filter((one) => one.slots)) {
      const part = make("div", {}, make("p", { class: "busy" }, `Looking at ${pack.name} …`));
      pages.append(part);
      try {
        const { sheet } = await sheetOf("preview", { subject: pack.pack });
        if (!stays(mine)) return;
        part.replaceChildren(make("h3", {}, make("a", { class: "link", href: `#pack/${pack.pack}` }, pack.name)),
          make("ul", { class: "lines" }, sheet.findings.length
            ? sheet.findings.map((finding) => line(finding.text, "warn")) : line("Nothing to say.")));
      } catch (error) {
        part.replaceChildren(make("p", { class: "wrong-text" }, `${pack.name}: ${error.message}`));
      }
    }
  },

  async release() {
    wait("Next release", "Working out what it would change …");
    const mine = visit;
    const [plan, packs, list] = await Promise.all([
      run("release.plan"), look("packs.diff").catch(() => []), look("packs.list").catch(() => []),
    ]);
    const unlisted = new Set(list.filter((pack) => !pack.listed).map((pack) => pack.pack));
    if (!stays(mine)) return;
    const answer = plan.answers[0];
    const changed = packs.filter((pack) => !pack.withdrawn && pack.publishedVersion !== pack.nextVersion);
    const asText = (item) => typeof item === "string" ? item : item.words ?? item.text ?? item.message ?? JSON.stringify(item);
    fill(make("h1", {}, "Next release"),
      make("p", { class: "soft" }, "Publishing is the release engineer’s: “almanac release publish”, or the next night."),
      answer ? make("p", {}, answer.newRelease ? make("b", {}, `Release ${answer.release} would be made.`) : "Nothing would be published: players have all this already.")
        : make("p", { class: "wrong-text" }, complaint(plan)),
      answer ? make("ul", { class: "lines" }, [...(answer.changes ?? []), ...(answer.notes ?? [])].map((item) => make("li", {}, asText(item)))) : null,
      make("h2", {}, "Packs"),
      changed.length ? changed.map((pack) => make("div", {},
        make("h3", {}, make("a", { class: "link", href: `#pack/${pack.pack}` }, pack.pack), " ",
          make("span", { class: "soft" }, unlisted.has(pack.pack) ? "not in release.yaml, so it is not published" : pack.publishedVersion === null ? "players do not have it yet" : pack.away ? "away until the rollback ends" : `version ${pack.publishedVersion} → ${pack.nextVersion}`)),
        make("ul", { class: "lines" }, pack.changes.map((change) => make("li", {}, change.words)))))
        : make("p", {}, "No pack changes."));
  },

  async history() {
    wait("History");
    const mine = visit;
    const edits = await look("edits.list", { limit: 200 });
    if (!stays(mine)) return;
    fill(make("h1", {}, "History"),
      make("p", { class: "soft" }, "What editors did, the last first. What players have got stays."),
      edits.length ? make("div", { class: "scroll" }, make("table", { class: "table cards stack" },
        make("thead", {}, make("tr", {}, ["When", "What", "Why", ""].map((text) => make("th", { scope: "col" }, text)))),
        make("tbody", {}, edits.map((edit) => make("tr", {},
          make("td", { class: "soft" }, make("time", { datetime: edit.at }, edit.at.replace("T", " ").replace("Z", ""))),
          make("td", {}, make("b", {}, `${edit.of} ${edit.place}`), make("div", {}, edit.words)),
          make("td", {}, edit.reason),
          make("td", { class: "tight" }, edit.undone ? make("span", { class: "tag" }, "taken back")
            : edit.obstacle ? make("span", { class: "soft" }, edit.obstacle)
              : button("Undo", () => propose("edits.undo", { edit: edit.edit })))))))) : make("p", {}, "Nothing was edited yet."));
  },
};

function stateWords(entry) {
  switch (entry.state) {
    case "published": return `published in release ${entry.release}`;
    case "replacing": return "replaced; the next release tells it";
    case "reserve": return entry.pinned ? "in reserve, pinned" : "in reserve";
    default: return entry.state;
  }
}

/** Puzzles of the catalogue as cards. */
function recordList(records) {
  return make("ul", { class: "slots" }, records.map((record) => {
    const place = record.places[0];
    const name = place ?? (record.refused ? `refused ${record.puzzle}` : record.firstRelease ? `once published ${record.puzzle}` : `reserve ${record.puzzle}`);
    const [pack, key] = (place ?? "").split(":");
    const href = !place ? null : ["daily", "weekly", "monthly"].includes(pack) ? `#date/${place}` : `#pack/${pack}`;
    return make("li", { class: "slot" },
      make("div", { class: "head" }, make("b", {}, href ? make("a", { class: "link", href }, name) : name), badge(record.difficulty)),
      opener(boardOf(record.sbn), name, () => playText(record.sbn, name)),
      make("p", { class: "soft" }, `${record.size}×${record.size}, ${record.stars}★ · level ${record.level ?? "–"} · score ${record.score}`),
      record.refused ? make("p", { class: "wrong-text" }, `never again: ${record.refused}`) : null,
      keptWords(record),
      make("div", { class: "actions" },
        button("Note", () => writeNote(String(record.puzzle), record.note)),
        button("Tags", () => writeTags(String(record.puzzle), record.tags)),
        button("Draw on", () => { location.hash = `#setter/${encodeURIComponent(record.sbn)}`; }),
        !place && !record.refused && !record.firstRelease
          ? button("Never again", () => propose("packs.refuse", { puzzle: String(record.puzzle) }, { needsReason: true }), { class: "danger" }) : null));
  }));
}

// MARK: A pack

/** Moves a card that is taken by its head, by mouse, pen or finger, and tells the slot on which it is let go. */
function drag(event, list, drop) {
  if (event.button !== 0 || !event.isPrimary) return;
  const head = event.currentTarget, card = head.closest(".slot");
  const from = [event.clientX, event.clientY];
  let at = from, isMoving = false, over = null;
  const listening = new AbortController();
  const aim = () => {
    const found = document.elementFromPoint(...at)?.closest(".slot");
    const next = found && found !== card && list.contains(found) ? found : null;
    if (next === over) return;
    over?.classList.remove("over");
    next?.classList.add("over");
    over = next;
  };
  // At the window's edges the page goes on under the card.
  const scroll = () => {
    if (!isMoving) return;
    const by = at[1] < 60 ? -12 : at[1] > innerHeight - 60 ? 12 : 0;
    if (by) {
      scrollBy({ top: by, behavior: "instant" });
      aim();
    }
    requestAnimationFrame(scroll);
  };
  const end = (isDropped) => {
    const to = isDropped && isMoving && over ? Number(over.dataset.slot) : null;
    listening.abort();
    isMoving = false;
    card.classList.remove("dragged");
    over?.classList.remove("over");
    if (to !== null) drop(to);
  };
  const listen = (target, name, act) => target.addEventListener(name, act, { signal: listening.signal });
  listen(document, "pointermove", (move) => {
    if (move.pointerId !== event.pointerId) return;
    at = [move.clientX, move.clientY];
    if (!isMoving) {
      if (Math.hypot(at[0] - from[0], at[1] - from[1]) < 6) return;
      isMoving = true;
      // From here on it is no click on a button of the head.
      head.setPointerCapture(event.pointerId);
      card.classList.add("dragged");
      requestAnimationFrame(scroll);
    }
    aim();
  });
  listen(document, "pointerup", (up) => { if (up.pointerId === event.pointerId) end(true); });
  listen(document, "pointercancel", (gone) => { if (gone.pointerId === event.pointerId) end(false); });
  listen(document, "keydown", (key) => {
    if (key.key !== "Escape") return;
    key.preventDefault();
    end(false);
  });
}

function showPack(pack, sheet, records) {
  const pins = new Set(pack.pins);
  const order = sheet.puzzles.map((_, slot) => slot);
  let picked = null;

  const reorder = (slots) => propose("packs.reorder", { pack: pack.pack, first: slots, force: pack.publishedVersion !== null },
    { needsReason: pack.publishedVersion !== null, then: () => show() });
  const moved = (from, to) => {
    if (to < 0 || to >= order.length || from === to) return;
    const next = order.filter((slot) => slot !== from);
    next.splice(to, 0, from);
    reorder(next);
  };
  const swap = (slot, from) => {
    if (picked === null) {
      picked = slot;
      from.setAttribute("aria-pressed", "true");
      return toast(`Slot ${slot}: now choose the slot to exchange it with.`, { stays: true });
    }
    hush();
    const other = picked;
    picked = null;
    list.querySelectorAll("[aria-pressed]").forEach((one) => one.removeAttribute("aria-pressed"));
    if (other !== slot) {
      propose("packs.reorder", { pack: pack.pack, swap: [other, slot], force: pack.publishedVersion !== null },
        { needsReason: pack.publishedVersion !== null });
    }
  };

  const cards = sheet.puzzles.map((puzzle, slot) => {
    const id = `${pack.pack}:${slot}`;
    const record = records[id];
    const card = make("li", {
      class: "slot", tabindex: "0", "data-slot": slot,
      "aria-label": `Slot ${slot}, ${puzzle.grade}${pins.has(slot) ? ", pinned" : ""}`,
      keydown: (event) => {
        if (event.target !== card || event.ctrlKey || event.metaKey) return;
        const focus = (to) => list.children[to]?.focus();
        const columns = [...list.children].filter((one) => one.offsetTop === list.children[0].offsetTop).length;
        const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
        if (by !== undefined) {
          if (event.altKey) moved(slot, slot + by); else focus(slot + by);
        } else if (event.altKey) return;
        else if (event.key === "Enter") play(sheet.address, slot, id);
        else if (event.key === "r") location.hash = `#slot/${id}`;
        else if (event.key === "p") propose(pins.has(slot) ? "packs.unpin" : "packs.pin", { slot: id });
        else if (event.key === "n") writeNote(id, record?.note);
        else if (event.key === "t") writeTags(id, record?.tags);
        else return;
        event.preventDefault();
      },
    },
    make("div", { class: "head grip", title: "Drag to another place", pointerdown: (event) => drag(event, list, (to) => moved(slot, to)) }, make("span", { class: "place" },
      button("◀", () => moved(slot, slot - 1), { "aria-label": `Move slot ${slot} back`, disabled: slot === 0 }), make("b", {}, `${slot}`),
      button("▶", () => moved(slot, slot + 1), { "aria-label": `Move slot ${slot} on`, disabled: slot === order.length - 1 })),
      make("span", {}, pins.has(slot) ? make("span", { class: "tag mark", title: "pinned: it stays when the pack is made anew" }, "pin") : null, " ", badge(puzzle.difficulty, puzzle.band))),
    opener(boardSVG(puzzle.side, puzzle.regions), id, () => play(sheet.address, slot, id)),
    solveCurve(puzzle),
    make("p", { class: "soft" }, puzzle.hardest.join(", ")),
    puzzle.findings.map((finding) => make("p", { class: "wrong-text" }, finding.text)),
    flagWords(puzzle),
    keptWords(record),
    make("div", { class: "actions" },
      make("a", { class: "link", href: `#slot/${id}` }, "Replace …"),
      button(pins.has(slot) ? "Unpin" : "Pin", () => propose(pins.has(slot) ? "packs.unpin" : "packs.pin", { slot: id })),
      make("details", { class: "more" }, make("summary", { "aria-label": `More for slot ${slot}` }, "More"), make("div", {},
        button("Note", () => writeNote(id, record?.note)), button("Tags", () => writeTags(id, record?.tags)),
        make("button", { type: "button", click: (event) => swap(slot, event.currentTarget) }, "Swap"),
        button("Draw on", () => { location.hash = `#setter/${encodeURIComponent(puzzle.sbn)}`; })))));
    return card;
  });
  const list = make("ul", { class: "slots" }, cards);
  const general = sheet.findings.filter((finding) => !finding.links.length);
  fill(make("h1", {}, pack.name),
    make("p", { class: "facts" }, [...sheet.facts.map((fact) => make("span", {}, fact)),
      make("span", {}, pack.publishedVersion === null ? "players do not have it" : pack.away ? "away until the rollback ends" : `players have version ${pack.publishedVersion}`),
      pack.listed ? null : make("span", {}, "not in release.yaml")].filter(Boolean)),
    sheet.curve ? make("figure", { class: "curve-box" }, make("figcaption", {}, "Difficulty, in order"), document.importNode(sheet.curve, true)) : null,
    general.length ? make("ul", { class: "lines" }, general.map((finding) => make("li", { class: "warn" }, finding.text))) : null,
    make("div", { class: "row tight" },
      button("By rising difficulty", () => propose("packs.reorder", { pack: pack.pack, rising: true, force: pack.publishedVersion !== null }, { needsReason: pack.publishedVersion !== null })),
      button("Add a slot", () => propose("packs.append", { pack: pack.pack, count: 1 }, { reason: "appended" })),
      pack.slots < (pack.asked ?? 0) ? button("Make what is missing", () => propose("packs.build", { pack: pack.pack }, { reason: "built" })) : null,
      pack.publishedVersion === null ? button("Make unpinned slots anew", () => propose("packs.regenerate", { pack: pack.pack, fresh: true }, { reason: "regenerated" }), { class: "danger" }) : null),
    list);
  // The curve's links are those of the page that it comes from.
  screen.querySelectorAll(".curve a").forEach((link) => link.addEventListener("click", (event) => {
    event.preventDefault();
    list.children[Number((link.getAttribute("href") ?? "#p0").slice(2))]?.focus();
  }));
}

// MARK: Candidates

/** A place's puzzle beside what could take its place. */
async function candidates(place, wish = {}) {
  const { id, pack, title, back, operation, fields, held, reason } = place;
  wait(title, "Looking for candidates …");
  const mine = visit;
  const slot = pack ? Number(id.split(":")[1]) : 0;
  const now = held !== undefined
    ? held ? sheetOf("preview.text", { text: held.sbn }) : Promise.resolve(null)
    : sheetOf("preview", { subject: pack });
  const again = (next) => { visit += 1; candidates(place, next); };
  const field = (name, text, hint) => make("label", {}, text, make("input", { name, value: wish[name] ?? "", placeholder: hint, autocomplete: "off" }));
  const form = make("form", { class: "form", submit: (event) => {
    event.preventDefault();
    again(Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim())));
  } },
  field("difficulty", "Difficulty", "as 4...6"), field("level", "Level", "as ...9"),
  field("with", "Number, seed or text", "for a puzzle of your own"), make("button", { type: "submit" }, "Look again"));
  const top = [make("p", {}, make("a", { class: "link", href: back[0] }, `← ${back[1]}`)), make("h1", {}, title), form];
  let current = null, found = null, problem = null;
  try {
    current = (await now)?.sheet ?? null;
  } catch (error) {
    problem = error.message;
  }
  try {
    found = await sheetOf(operation, { ...fields, ...wish }, { isTried: true });
  } catch (error) {
    problem = error.message;
  }
  if (!stays(mine)) return;
  const old = current?.puzzles[slot];
  const beside = pack ? [slot - 1, slot + 1].map((one) => current?.puzzles[one]).filter(Boolean) : [];
  const proposals = found?.result.answers.at(-1)?.proposals ?? [];
  const take = (proposal) => propose(operation, { ...fields, with: proposal.name }, {
    needsReason: true, reason, then: () => { location.hash = back[0]; },
  });
  /** Writes what the catalogue keeps of the puzzle that is there now. */
  const withRecord = async (write) => {
    try {
      const records = await look("packs.find", pack ? { pack } : { size: old.side, stars: parsed(old.sbn)?.stars });
      write(records.find((record) => record.places.includes(id)));
    } catch (error) {
      toast(error.message, { isWrong: true });
    }
  };
  const refuse = (proposal) => propose("packs.refuse", { puzzle: proposal.origin === "reserve" ? proposal.name : proposal.sbn },
    { needsReason: true, then: () => again(wish) });
  fill(top, problem ? make("p", { class: "wrong-text", role: "alert" }, problem) : null,
    make("div", { class: "compare" },
      make("section", { class: "slot held", "aria-label": "In its place now" },
        make("div", { class: "head" }, make("b", {}, "Now"), old ? badge(old.difficulty, old.band) : null),
        old ? [opener(boardSVG(old.side, old.regions), `${id} as it is`, () => play(current.address, slot, id)), solveCurve(old), factsOf(old),
          beside.length ? [make("h3", {}, "Beside it"), beside.map((one) =>
            make("p", { class: "soft" }, make("b", {}, one.id), ` difficulty ${one.difficulty}, ${one.hardest.join(", ")}`))] : null,
          make("div", { class: "actions" },
            button("Note", () => withRecord((record) => writeNote(id, record?.note))),
            button("Tags", () => withRecord((record) => writeTags(id, record?.tags))))]
          : make("p", {}, "Nothing is here yet.")),
      make("ul", { class: "candidates slots" }, proposals.map((proposal, number) => {
        const puzzle = found.sheet.puzzles[number];
        if (!puzzle) return null;
        return make("li", { class: "slot", tabindex: "0", "aria-label": `Candidate ${number + 1}, ${puzzle.grade}`, keydown: (event) => {
          if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
          const act = {
            Enter: () => play(found.sheet.address, number, `Candidate ${number + 1}`), t: () => take(proposal), x: () => refuse(proposal),
            ArrowRight: () => event.currentTarget.nextElementSibling?.focus(), ArrowLeft: () => event.currentTarget.previousElementSibling?.focus(),
          }[event.key];
          if (act) { event.preventDefault(); act(); }
        } },
        make("div", { class: "head" }, make("b", {}, `${number + 1}`), make("span", {}, make("span", { class: "tag" }, proposal.origin), " ", badge(puzzle.difficulty, puzzle.band))),
        opener(boardSVG(puzzle.side, puzzle.regions), `candidate ${number + 1}`, () => play(found.sheet.address, number, `Candidate ${number + 1}`)),
        solveCurve(puzzle), factsOf(puzzle, old),
        flagWords({ flags: proposal.flags ?? puzzle.flags }),
        puzzle.findings.map((finding) => make("p", { class: "wrong-text" }, finding.text)),
        likeBeside(puzzle, beside),
        make("div", { class: "actions" }, button("Take", () => take(proposal), { class: "main" }),
          button("Never again", () => refuse(proposal), { class: "danger" })));
      }))));
  screen.querySelector(".candidates .slot")?.focus({ preventScroll: true });
}

/** What a candidate has in common with the slots beside it, or where it breaks their line. */
function likeBeside(puzzle, beside) {
  const same = beside.filter((one) => one.hardest.join() === puzzle.hardest.join());
  const levels = beside.map((one) => Number(one.difficulty));
  const own = Number(puzzle.difficulty);
  const lines = [];
  if (same.length) lines.push(`the same hardest step as ${same.map((one) => one.id).join(" and ")}`);
  if (levels.length === 2 && (own < Math.min(...levels) || own > Math.max(...levels))) lines.push(`out of line with ${levels.join(" and ")} beside it`);
  return lines.length ? make("p", { class: "soft" }, lines.join("; ")) : null;
}

// MARK: The way between screens

async function show() {
  visit += 1;
  const mine = visit;
  const [name, ...rest] = location.hash.slice(1).split("?")[0].split("/");
  const key = screens[name] ? name : "packs";
  const main = { pack: "packs", slot: "packs", new: "packs", date: "calendar" }[key] ?? key;
  for (const link of $("screens").children) {
    if (link.getAttribute("href") === `#${main}`) {
      link.setAttribute("aria-current", "page");
      // On a phone the list of screens is wider than the window.
      $("screens").scrollLeft = link.offsetLeft - ($("screens").clientWidth - link.offsetWidth) / 2;
    }
    else link.removeAttribute("aria-current");
  }
  document.title = `${rest[0] ?? main} · Desk · Almanac`;
  const slot = screen.contains(document.activeElement) ? document.activeElement.closest("[data-slot]")?.dataset.slot : null;
  fill(make("p", { class: "busy" }, "Asking the program …"));
  try {
    await screens[key](rest.length ? rest.join("/") : undefined);
  } catch (error) {
    if (stays(mine)) fill(make("h1", {}, "That did not work"), make("p", { class: "wrong-text", role: "alert" }, error.message), button("Try again", () => show()));
  }
  // What had the focus is gone with the screen before: it goes to the same slot, or to the screen.
  if (!stays(mine) || mine === 1 || document.querySelector("dialog[open]") || document.activeElement !== document.body) return;
  const same = slot ? screen.querySelector(`[data-slot="${slot}"]`) : null;
  if (same) same.focus();
  else screen.focus({ preventScroll: true });
}

addEventListener("hashchange", () => { hush(); show(); scrollTo(0, 0); });
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  screen.focus();
});

const help = [
  ["1 … 9", "the screens, in their order"], ["arrows", "among slots and candidates"], ["Alt + arrows", "move a slot"],
  ["Enter", "play"], ["R", "replace a slot"], ["P", "pin or unpin a slot"], ["N, T", "note, tags"],
  ["T, X", "on a candidate: take it, never again"], ["Drawing", "arrows move, a letter paints, Alt + arrow moves the border there, Z takes back"], ["?", "this list"],
];
$("keys-list").append(...help.flatMap(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)]));
$("keys-close").addEventListener("click", () => $("keys").close());
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (event.key === "?") { event.preventDefault(); $("keys").showModal(); }
  const link = /^[1-9]$/.test(event.key) ? $("screens").children[Number(event.key) - 1] : null;
  if (link) location.hash = link.getAttribute("href");
});
show();
