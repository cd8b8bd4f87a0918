/* Marks new results for a minute, and tells a reader who is further down how many there are. */

import { boxOf, isScrolled, whenScrolled } from "./kept.js";

const MINUTE = 60000;
const ROW = "[data-part][data-player]";

const unseen = document.getElementById("unseen");
// The rows with a new result, and until when they are new.
const fresh = new Map();
// What each of them showed before it was.
const first = new Map();
const before = new Map();
// Those of them that were in sight.
const seen = new Set();
let timer = 0;

const result = (row) => row.querySelector(".points, .result")?.textContent.trim();
const open = (row) => row.matches(".open") || row.querySelector(".playing") !== null;

/* Before these elements are swapped. */
export function look(elements) {
  for (const element of elements) {
    for (const row of element.matches(ROW) ? [element] : element.querySelectorAll(ROW)) before.set(row.id, result(row));
  }
}

export function mark(region) {
  const now = Date.now();
  for (const [id, was] of before) {
    const row = document.getElementById(id);
    if (!row || was === result(row)) continue;
    if (!fresh.has(id)) first.set(id, was);
    // What was taken back is not new any more.
    fresh.set(id, open(row) || first.get(id) === result(row) ? 0 : now + MINUTE);
    seen.delete(id);
  }
  before.clear();
  show(region);
}

function show(region) {
  const now = Date.now();
  for (const [id, until] of fresh) {
    const row = document.getElementById(id);
    const is = row !== null && until > now;
    if (row) {
      row.classList.toggle("fresh", is);
      const label = row.querySelector(".points, td.result");
      if (is) label.dataset.new = region.dataset.new; else delete label.dataset.new;
    }
    if (!is) fresh.delete(id);
  }
  clearTimeout(timer);
  if (fresh.size) timer = setTimeout(() => { show(document.getElementById("live")); count(); }, Math.min(...fresh.values()) - now + 1);
}

/* --- those that are out of sight ------------------------------------------------------------------ */

function hidden() {
  return [...fresh.keys()].map((id) => document.getElementById(id)).filter((row) => {
    const { top, bottom } = boxOf(row);
    if (bottom >= 0 && top <= window.innerHeight) seen.add(row.id);
    return !seen.has(row.id);
  });
}

export function count() {
  if (!unseen) return;
  const away = fresh.size && isScrolled() ? hidden() : [];
  if (unseen.hidden !== !away.length) unseen.hidden = !away.length;
  if (unseen.hidden) return;
  // A game has two players, each with a line of the standings; in a round it is one line.
  const results = away[0].matches("tr") ? away.length : Math.ceil(away.length / 2);
  const number = results === 1 ? unseen.dataset.one : unseen.dataset.many.replace("{count}", results);
  const text = `${number} ${boxOf(away[0]).bottom < 0 ? "↑" : "↓"}`;
  // Only where it changes something: it would be laid out anew with every pixel that is scrolled.
  if (unseen.textContent !== text) unseen.textContent = text;
}

unseen?.addEventListener("click", () => {
  const [row] = hidden();
  unseen.hidden = true;
  // Not past the others, which would count as seen.
  row?.scrollIntoView({ block: "center", behavior: "instant" });
  row?.querySelector("summary, .placing")?.focus({ preventScroll: true });
});
if (unseen) whenScrolled(() => { if (fresh.size) count(); });
