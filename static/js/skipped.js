/* Rows out of sight are skipped: a change elsewhere costs them neither styles nor layout nor paint; and score groups out
   of sight with all their rows. Each keeps the height that it had when it was last laid out, which the browser remembers
   (contain-intrinsic-size: auto). So each is laid out once, and again where its height may be another one: a guess would
   make the page jump under its reader. */

const SKIPS = "skips-rows";

// Asked after a change, the window would lay out all that changed to answer.
let scrolled = window.scrollY > 0;
// Rows and groups that are to be laid out, and those that were last: to be skipped again at once would cost a frame.
const due = new Set();
let laidOut = [];

export const isScrolled = () => scrolled;

/* Of a skipped group no row has a place of its own, and to ask for it would lay all of them out. */
export function boxOf(row) {
  const isSkipped = row.checkVisibility?.({ contentVisibilityAuto: true }) === false;
  return (isSkipped && row.closest(".group") || row).getBoundingClientRect();
}

function show(parts) {
  for (const part of laidOut) part.style.contentVisibility = "";
  laidOut = [...new Set(parts.flatMap((part) => [part, part.closest(".group")]))].filter(Boolean);
  for (const part of laidOut) part.style.contentVisibility = "visible";
}

/* Lay out these rows and groups as far as they stand above what is `read`, or all. What is further down keeps until
   somebody scrolls: what comes into sight from below moves nothing above it. */
export function layOut(parts, read = null) {
  for (const part of parts) due.add(part);
  if (!scrolled) return;
  const isBelow = (part) => read && read.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING;
  const now = [...due].filter((part) => !isBelow(part));
  show(now);
  for (const part of now) due.delete(part);
}

let held = false;
let passes = 0;

/* Lay out all rows, then skip those out of sight: they are new, or as wide or large as they were not before. */
export function layOutAll() {
  const pass = ++passes;
  due.clear();
  show([]);
  document.documentElement.classList.remove(SKIPS);
  // The browser remembers after the layout of a frame.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (pass === passes) document.documentElement.classList.add(SKIPS);
  }));
}

/* What `done` scrolls keeps the page where it is for its reader. */
export function hold(done) {
  held = true;
  done();
}

const listeners = [() => {
  scrolled = window.scrollY > 0;
  if (due.size) layOut([]);
}];

export function onScroll(listener) {
  listeners.push(listener);
}

document.addEventListener("scroll", () => {
  if (!held) for (const listener of listeners) listener();
  held = false;
}, { passive: true });

/* The head of the page is as wide as the rows, and its text as large. */
new ResizeObserver(layOutAll).observe(document.querySelector("h1"));
document.fonts.addEventListener("loadingdone", layOutAll);
