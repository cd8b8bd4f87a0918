/* Rows out of sight are skipped: a change elsewhere costs them neither styles nor layout nor paint; and score groups out
   of sight with all their rows. Each keeps the height that it had when it was last laid out, which the browser
   remembers (contain-intrinsic-size: auto). So each is laid out once, as soon as the page is painted, and again where
   its height may be another one: a guess would make the page jump under its reader. */

import { inPlace, wasHeld } from "./kept.js";

const { dataset } = document.documentElement;

// Asked after a change, the window would lay out all that changed to answer.
let scrolled = window.scrollY > 0;
// Rows and groups that are to be laid out, and those that were: to be skipped again at once would cost a frame, and
// groups are not skipped again before all are laid out anew.
const due = new Set();
let laidOut = [];
const groups = new Set();

export const isScrolled = () => scrolled;

/* In a group that is skipped no row has a place of its own, and to ask for one would lay all of them out. */
export function boxOf(row) {
  const isSkipped = row.checkVisibility?.({ contentVisibilityAuto: true }) === false;
  return ((isSkipped && row.closest(".group")) || row).getBoundingClientRect();
}

function show(parts) {
  for (const row of laidOut) row.style.contentVisibility = "";
  laidOut = parts.filter((part) => part.matches(".entry"));
  for (const row of laidOut) row.style.contentVisibility = "visible";
  for (const part of parts) {
    const group = part.closest(".group");
    if (!group || groups.has(group)) continue;
    group.style.contentVisibility = "visible";
    groups.add(group);
  }
}

/* Lay out these rows and groups as far as they stand above the row that is read. What is further down keeps until
   somebody scrolls: what comes into sight from below moves nothing above it. */
export function layOut(parts, read = null) {
  for (const part of parts) due.add(part);
  if (!scrolled) return;
  const isBelow = (part) => read && read.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING;
  const now = [...due].filter((part) => !isBelow(part));
  show(now);
  for (const part of now) due.delete(part);
}

let passes = 0;

/* Lay out all rows, then skip those out of sight: they are new, or as wide or large as they were not before. */
export function layOutAll() {
  const pass = ++passes;
  due.clear();
  show([]);
  for (const group of groups) group.style.contentVisibility = "";
  groups.clear();
  dataset.rows = "laid-out";
  // The browser remembers after the layout of a frame.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (pass === passes) dataset.rows = "skipped";
  }));
}

document.addEventListener("scroll", () => {
  scrolled = window.scrollY > 0;
  if (!wasHeld() && due.size) inPlace(() => layOut([]));
}, { passive: true });

const layOutAgain = () => inPlace(layOutAll);

/* The head of the page is as wide as the rows, and its text as large. */
new ResizeObserver(layOutAgain).observe(document.querySelector("h1"));
document.fonts.addEventListener("loadingdone", layOutAgain);
