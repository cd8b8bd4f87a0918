/* Results by key. Every entry goes into a queue and one request is under way at a time, so that nobody waits to
   type; a row shows at once what was typed, and is replaced by the server's row when that answers. What this
   page has not shown is never overwritten: each entry carries the revision that was seen, and another value in
   the meantime comes back as a conflict, with both. */
(() => {
"use strict";

const KEYS = { 1: "WL", 0: "LW", 5: "DD", "=": "DD", d: "DD", ".": "DD", ",": "DD", Backspace: "??", Delete: "??" };
const RETRY = [1000, 2000, 4000, 8000, 15000];
const PATIENCE = 20000;
const POLL = 10000;

const table = document.querySelector("table.boards");
const $ = (id) => document.getElementById(id);
const results = JSON.parse($("results").textContent);
const tell = (id, text) => { $(id).textContent = text; };
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/* --- the page's pieces, as the server sends them ---------------------------------------------- */

function pieces(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const found = [...holder.content.children];
  return found.flatMap((piece) => (piece.localName === "template" ? [...piece.content.children] : [piece]));
}

function replace(piece) {
  const old = $(piece.id);
  if (!old) return;
  const focus = old.contains(document.activeElement);
  old.replaceWith(piece);
  if (focus) (piece.querySelector("button, a") || piece).focus();
}

function renew(html, rowOf) {
  for (const piece of pieces(html)) {
    if (piece.matches("tr.board")) rowOf(piece);
    else if (piece.id) replace(piece);
  }
  if (table) listClashes();
}

/* --- polling: the head of the standings, and what others entered ------------------------------- */

let polling = 0;
let failures = 0;

function pollIn(wait) {
  clearTimeout(polling);
  polling = setTimeout(poll, wait * (0.8 + 0.4 * Math.random()));
}

async function poll() {
  if (document.hidden) return;
  const { address, stamp } = $("standings").dataset;
  const { round } = $("counters").dataset;
  const query = new URLSearchParams({ v: stamp, round });
  try {
    const answer = await fetch(`${address}?${query}`, { headers: headers(), signal: AbortSignal.timeout(PATIENCE) });
    failures = answer.ok ? 0 : failures + 1;
    if (answer.status === 200) renew(await answer.text(), fromOthers);
  } catch {
    failures += 1;
  }
  pollIn(POLL * Math.min(2 ** failures, 12));
}

/* Another person's entry is shown, and the revision that was seen before it is kept: whoever types over it
   within the same breath is asked, not obeyed. */
function fromOthers(row) {
  const old = $(row.id);
  if (!old || old.dataset.revision === row.dataset.revision) return;
  if (waitsIn(old.id) || old.matches(".clash, .asking") || old.querySelector("details[open]")) return;
  const seen = old.querySelector("[name=revision]").value;
  swapRow(old, row);
  row.querySelector("[name=revision]").value = seen;
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) pollIn(0); });
pollIn(POLL);

const headers = () => ({ "HX-Request": "true", "HX-Current-URL": location.href });

if (!table) return;
const say = table.dataset;
table.setAttribute("role", "grid");
document.querySelector(".tools").hidden = false;
document.querySelector(".keys").hidden = false;

/* --- rows and the cursor ----------------------------------------------------------------------- */

const boards = () => [...table.querySelectorAll("tr.board")];
const rows = () => boards().filter((row) => !row.hidden);
// A match leads to its first board that is out.
const boardOf = (row) => {
  if (!row?.matches("tr.teams")) return row;
  const own = [...row.closest("tbody").querySelectorAll("tr.board")];
  return own.find(isOut) || own[0];
};
let at = null;
// After the last board nothing is at hand until somebody moves: one key too many must not change it.
let past = false;

const isOut = (row) => (row.dataset.typed || row.dataset.result) === "??";

function reach(row, within) {
  row.tabIndex = within ? 0 : -1;
  for (const control of row.querySelectorAll("button, summary, a, input:not([type=hidden])")) {
    if (within) control.removeAttribute("tabindex"); else control.tabIndex = -1;
  }
}

function moveTo(row, { focus = true } = {}) {
  if (!row) return;
  const old = at && $(at);
  if (old && old !== row) { old.classList.remove("at"); reach(old, false); closeMenu(old); }
  at = row.id;
  past = false;
  row.classList.add("at");
  reach(row, true);
  if (!focus) return;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

const atHand = () => $(at) || rows()[0];

function step(by, { missing = false } = {}) {
  const all = boards();
  let index = all.indexOf(atHand()) + by;
  while (all[index] && (all[index].hidden || (missing && !isOut(all[index])))) index += by;
  if (all[index]) moveTo(all[index]);
  return Boolean(all[index]);
}

function onward() {
  const missing = $("missing").checked;
  if (step(1, { missing })) return;
  const first = missing && rows().find(isOut);
  if (first) return moveTo(first);
  past = true;
  if (missing) tell("said", say.noneOut);
}

function swapRow(old, row) {
  const focused = old.contains(document.activeElement);
  const chosen = old.querySelector("details[open] :focus");
  const wasPast = past;
  row.hidden = old.hidden;
  old.replaceWith(row);
  reach(row, false);
  if (old.id === at) moveTo(row, { focus: focused });
  // A menu opened while the board's answer was under way stays open for the key that follows.
  if (chosen) openMenu(row, chosen.value);
  past = wasPast;
}

/* --- entering ---------------------------------------------------------------------------------- */

const queue = [];
let leaving = false;
let afterwards = "";
let wake = () => {};

const waitsIn = (id) => queue.some((job) => job.row === id);

function mark(row, result, state, text) {
  row.classList.remove("queued", "failed", "asking", "clash");
  if (state) row.classList.add(state);
  row.dataset.typed = result;
  row.querySelector(".result").textContent = results[result] ?? result;
  row.classList.toggle("out", result === "??");
  row.querySelector(".state").textContent = text;
  for (const choice of row.querySelectorAll(".choices button")) choice.ariaPressed = String(choice.value === result);
}

/* On a round that the event has left behind, a changed result is a correction: ask why, once. */
function asks(row, result) {
  const reason = row.querySelector(".reason");
  if (!table.classList.contains("correcting") || !reason || reason.value) return false;
  return row.dataset.result !== "??" && row.dataset.result !== result && row.dataset.asked !== result;
}

function enter(row, result, { onward: go = false } = {}) {
  closeMenu(row);
  if (asks(row, result)) {
    row.dataset.asked = result;
    mark(row, result, "asking", "");
    row.querySelector(".reason").focus();
    return;
  }
  const form = row.querySelector("form");
  const reason = row.querySelector(".reason")?.value ?? "";
  delete row.dataset.asked;
  mark(row, result, "queued", say.sending);
  if (!table.querySelector("tr.clash, tr.failed")) tell("alarm", "");
  queue.push({ row: row.id, label: row.dataset.label, address: form.getAttribute("action"), result, reason });
  tell("said", fill(say.said, { board: row.dataset.label, result: results[result] }));
  if (go) onward(); else if (row.contains(document.activeElement)) moveTo(row);
  work();
}

function abandon(row) {
  delete row.dataset.asked;
  mark(row, row.dataset.result, "", "");
  row.querySelector(".result").textContent = row.dataset.shown;
  delete row.dataset.typed;
  row.querySelector(".reason").value = "";
  moveTo(row);
}

/* What is typed and not yet answered can be taken back too; if it is not accepted, there is nothing to take back. */
function undo() {
  if ($("undo") || queue.length) { queue.push({ undo: true, row: "", of: queue.at(-1)?.row }); work(); }
}

/* --- the queue --------------------------------------------------------------------------------- */

let working = false;

async function work() {
  wake();
  if (working) return;
  working = true;
  for (let tries = 0; queue.length && !leaving;) {
    const job = queue[0];
    const row = $(job.row);
    try {
      const answer = await send(job, row);
      if ([429, 502, 503, 504].includes(answer.status)) throw new Error(answer.statusText);
      const text = await answer.text();
      tries = 0;
      offline(false);
      queue.shift();
      settle(job, answer, text);
      if (job.undo) typeOn(answer.ok && !afterwards);
    } catch {
      if (job.undo) {
        // It may have been done: the next poll shows what stands, and what undo would take back now.
        queue.shift();
        typeOn(false);
        tell("alarm", say.undoLost);
        continue;
      }
      offline(true);
      await new Promise((resolve) => { wake = resolve; setTimeout(resolve, RETRY[Math.min(tries++, RETRY.length - 1)]); });
    }
  }
  working = false;
  if (!afterwards) return pollIn(1000);
  leaving = true;
  location.assign(afterwards);
}

function send(job, row) {
  const form = job.undo ? $("undo") : row?.querySelector("form");
  const body = new URLSearchParams(form ? new FormData(form) : { csrfmiddlewaretoken: token() });
  if (!job.undo) {
    body.set("result", job.result);
    body.set("reason", job.reason);
    if (job.revision) body.set("revision", job.revision);
    job.revision = body.get("revision");
  }
  const address = job.undo ? form.getAttribute("action") : job.address;
  return fetch(address, { method: "POST", body, headers: headers(), signal: AbortSignal.timeout(PATIENCE) });
}

const token = () => document.querySelector("[name=csrfmiddlewaretoken]").value;

function settle(job, answer, text) {
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) {
    // Signed out: what was typed waits in this window until its owner is back.
    if (answer.status === 401) { queue.unshift(job); keep(); leaving = true; }
    afterwards = elsewhere;
    return;
  }
  if (answer.status === 200 || (answer.status === 409 && /^\s*<tr/.test(text))) {
    if (answer.status === 409) forget(job.row);
    renew(text, (row) => arrive(job, row));
    if (answer.status === 409) tell("alarm", fill(say.clash, { board: job.label }));
    return;
  }
  const reason = { 403: say.expired, 404: say.gone }[answer.status] || troubles(text) || say.broken;
  tell("alarm", reason);
  if (job.undo) return;
  forget(job.row);
  if ($(job.row)) mark($(job.row), job.result, "failed", reason);
}

/* Later entries on a board in conflict, and their undoing, were typed without knowing of it. */
function forget(row) {
  for (let index = queue.length; index--;) if ([queue[index].row, queue[index].of].includes(row)) queue.splice(index, 1);
  if (!undoing()) ahead = [];
}

function arrive(job, row) {
  const old = $(row.id);
  if (!old) return;
  swapRow(old, row);
  const newer = queue.filter((other) => other.row === row.id).at(-1);
  if (newer) mark(row, newer.result, "queued", say.sending);
  if (job.undo) {
    tell("said", fill(say.undone, { board: row.dataset.label }));
    if (!queue.length) moveTo(row, { focus: atBoards(document.activeElement) });
  }
}

function troubles(html) {
  const notice = pieces(html).find((piece) => piece.matches(".notice"));
  return notice ? notice.textContent.replace(/\s+/g, " ").trim() : "";
}

function offline(lost) {
  $("queue").hidden = !lost;
  if (!lost) return;
  $("queue").firstElementChild.textContent = fill(say.offline, { count: queue.length });
  for (const job of queue) {
    const row = $(job.row);
    if (row) row.querySelector(".state").textContent = say.waiting;
  }
}

function listClashes() {
  const list = $("clashes");
  const clashes = [...table.querySelectorAll("tr.clash")];
  list.hidden = !clashes.length;
  list.replaceChildren(...clashes.map((row) => {
    const link = document.createElement("a");
    link.href = `#${row.id}`;
    link.textContent = fill(say.clash, { board: row.dataset.label });
    return link;
  }));
}

/* --- kept over a sign-in ----------------------------------------------------------------------- */

const KEPT = `desk ${location.pathname}`;

function keep() {
  sessionStorage.setItem(KEPT, JSON.stringify({ person: say.person, jobs: queue.filter((job) => !job.undo) }));
}

function resume() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
  sessionStorage.removeItem(KEPT);
  if (!kept || kept.person !== say.person) return;
  for (const job of kept.jobs) {
    if ($(job.row)) mark($(job.row), job.result, "queued", say.sending);
    queue.push(job);
  }
  if (queue.length) work();
}

/* --- the forfeit menu -------------------------------------------------------------------------- */

const menuOf = (row) => row.querySelector("details.more");
function closeMenu(row) { const menu = menuOf(row); if (menu) menu.open = false; }

function openMenu(row, choice = "") {
  const menu = menuOf(row);
  if (!menu) return;
  menu.open = true;
  (menu.querySelector(`button[value="${choice}"]`) || menu.querySelector("button")).focus();
}

function inMenu(event, menu) {
  const choices = [...menu.querySelectorAll("button, a")];
  const index = choices.indexOf(document.activeElement);
  const direct = choices.find((choice) => choice.dataset.key === event.key.toLowerCase());
  if (event.key === "Escape") { menu.open = false; moveTo(menu.closest("tr")); }
  else if (event.key === "ArrowDown") choices[(index + 1) % choices.length].focus();
  else if (event.key === "ArrowUp") choices[(index + choices.length - (index < 0 ? 0 : 1)) % choices.length].focus();
  else if (direct) enter(menu.closest("tr"), direct.value, { onward: true });
  else return;
  event.preventDefault();
}

table.addEventListener("focusout", (event) => {
  const menu = event.target.closest("details[open]");
  if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
});
document.addEventListener("click", (event) => {
  for (const menu of table.querySelectorAll("details[open]")) if (!menu.contains(event.target)) menu.open = false;
});

/* --- keys, mouse, thumb ------------------------------------------------------------------------ */

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const reason = event.target.closest(".reason");
  if (reason) return inReason(event, reason.closest("tr"));
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  if (!atBoards(event.target)) return;
  if (undoing()) return typeAhead(event);
  const menu = event.target.closest("details[open]");
  if (menu) return inMenu(event, menu);
  const row = event.target.closest("tr.board") || atHand();
  if (row && atKey(event, row)) event.preventDefault();
});

// Single keys act at the boards and nowhere else.
const atBoards = (element) => element === document.body || table.contains(element);

/* Undo moves to its board. What is typed before it is answered is meant for there, and waits. */
let ahead = [];
const undoing = () => queue.some((job) => job.undo);

function typeAhead(event) {
  if (event.key === "Tab") return;
  event.preventDefault();
  if (!event.repeat) ahead.push(event);
}

function typeOn(undone) {
  const typed = ahead;
  ahead = [];
  if (!undone) return;
  for (const event of typed) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", event));
}

function atKey(event, row) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const onControl = event.target.closest("button, summary, a");
  if (key in KEYS) {
    if (event.repeat) return true;
    const clears = KEYS[key] === "??";
    // Whoever types on has not read that there are two values: one of them is chosen on purpose.
    if (row.matches(".clash")) { row.querySelector(".settle button").focus(); return true; }
    if (clears && isOut(row)) return true;
    if (past && !clears) { tell("alarm", say.past); return true; }
    moveTo(row);
    enter(row, KEYS[key], { onward: !clears });
    return true;
  }
  switch (key) {
    case "Enter": if (onControl) return false; step(event.shiftKey ? -1 : 1); return true;
    case "ArrowDown": moveTo(row); step(1); return true;
    case "ArrowUp": moveTo(row); step(-1); return true;
    case "Home": moveTo(rows()[0]); return true;
    case "End": moveTo(rows().at(-1)); return true;
    case "f": moveTo(row); openMenu(row); return true;
    case "g": $("go").select(); return true;
    case "/": $("find").select(); return true;
    case "m": $("missing").click(); return true;
    case "u": if (!event.repeat) undo(); return true;
    default: return false;
  }
}

function inReason(event, row) {
  if (event.key === "Enter") {
    event.preventDefault();
    if (row.dataset.asked) enter(row, row.dataset.asked, { onward: true }); else moveTo(row);
  } else if (event.key === "Escape") {
    event.preventDefault();
    abandon(row);
  }
}

table.addEventListener("submit", (event) => {
  if (event.submitter?.name !== "result") return;
  event.preventDefault();
  const row = event.target.closest("tr");
  moveTo(row, { focus: false });
  enter(row, event.submitter.value);
});

table.addEventListener("click", (event) => {
  const row = event.target.closest("[data-save]")?.closest("tr");
  if (row) enter(row, row.dataset.asked);
});

table.addEventListener("focusin", (event) => {
  const row = event.target.closest("tr.board");
  if (row && row.id !== at) moveTo(row, { focus: false });
});

table.addEventListener("pointerdown", (event) => {
  const row = event.target.closest("tr.board");
  if (row && !event.target.closest("button, summary, input, a") && event.pointerType === "mouse") {
    event.preventDefault();
    moveTo(row);
  }
});

/* --- going to a board, finding a player, missing only ------------------------------------------ */

function goTo(label) {
  const all = boards();
  const row = all.find((each) => each.dataset.label === label) || all.find((each) => parseInt(each.dataset.label, 10) === Number(label));
  if (!row) return tell("alarm", say.noBoard);
  row.hidden = false;
  moveTo(row);
}

$("go").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); goTo(event.target.value.trim().toLowerCase()); event.target.value = ""; }
  if (event.key === "Escape") moveTo(atHand());
});

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function filter() {
  const sought = plain($("find").value.trim()).split(/\s+/);
  const missing = $("missing").checked;
  for (const row of boards()) {
    const words = plain(row.dataset.players);
    const open = isOut(row) || row.matches(".queued, .clash, .failed, .asking");
    row.hidden = !sought.every((part) => words.includes(part)) || (missing && !open);
  }
  for (const teams of table.querySelectorAll("tr.teams")) teams.hidden = !teams.parentNode.querySelector("tr.board:not([hidden])");
}

$("find").addEventListener("input", filter);
$("find").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== "Escape") return;
  event.preventDefault();
  const found = event.key === "Enter" && event.target.value.trim() ? rows()[0] : null;
  event.target.value = "";
  filter();
  moveTo(found || atHand());
});
$("missing").addEventListener("change", () => {
  filter();
  const row = atHand();
  const next = row && !row.hidden ? row : rows()[0];
  if (next) moveTo(next); else tell("said", say.noneOut);
});

/* --- beginning and leaving --------------------------------------------------------------------- */

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#game-']");
  const row = link && boardOf($(link.hash.slice(1)));
  if (row) { event.preventDefault(); row.hidden = false; moveTo(row); }
});

window.addEventListener("online", () => wake());
window.addEventListener("beforeunload", (event) => {
  if ((queue.length || table.querySelector("tr.asking")) && !leaving) event.preventDefault();
});

for (const row of boards()) reach(row, false);
const first = (location.hash && boardOf(table.querySelector(`[id="${CSS.escape(location.hash.slice(1))}"]`))) || rows().find((row) => row.matches(".clash")) || rows().find(isOut) || rows()[0];
const quiet = !matchMedia("(hover: hover) and (pointer: fine)").matches || document.querySelector("main .notice.error:not(:empty)");
// Whoever is already at a field, faster than this script, stays there: what is typed on must not become results.
moveTo(first, { focus: !quiet && document.activeElement === document.body });
listClashes();
resume();
})();
