/* Rows out of sight are skipped: a change elsewhere costs them neither styles nor layout nor paint. A row keeps the height
   that it had when it was last laid out, which the browser remembers (contain-intrinsic-size: auto). So each is laid
   out once, and again where its height may be another one: a guess would make the page jump under its reader. To a
   reader at the head of the page nothing can jump: there whole score groups are skipped. */

const SKIPS = "skips-rows";

// Asked after a change, the window would lay out all that changed to answer.
let scrolled = false;
// Rows that are to be laid out, and those that were last: to be skipped again at once would cost a frame.
const due = new Set();
let laidOut = [];

export const isScrolled = () => scrolled;

function show(rows) {
  for (const row of laidOut) row.style.contentVisibility = "";
  for (const row of rows) row.style.contentVisibility = "visible";
  laidOut = rows;
}

/* Lay out these rows as far as they stand above what is `read`, or all. What is further down keeps until somebody
   scrolls: a row that comes into sight from below moves nothing above it. */
export function layOut(rows, read = null) {
  for (const row of rows) due.add(row);
  if (!scrolled) return;
  const isBelow = (row) => read && read.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
  const now = [...due].filter((row) => !isBelow(row));
  show(now);
  for (const row of now) due.delete(row);
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

function look() {
  scrolled = window.scrollY > 0;
  document.documentElement.classList.toggle("is-scrolled", scrolled);
  if (due.size) layOut([]);
}

const listeners = [look];

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
look();
