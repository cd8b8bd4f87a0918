/* Rows out of sight are skipped: a change elsewhere costs them neither styles nor layout nor paint. A row keeps the height
   that it had when it was last laid out, which the browser remembers (contain-intrinsic-size: auto). So each is laid
   out once, as soon as the page is painted, and again where its height may be another one: a guess would make the page
   jump under its reader. */

import { inPlace } from "./kept.js";

const { dataset } = document.documentElement;

// Asked after a change, the window would lay out all that changed to answer.
let scrolled = window.scrollY > 0;
// Rows that are to be laid out, and those that were last: to be skipped again at once would cost a frame.
const due = new Set();
let laidOut = [];

export const isScrolled = () => scrolled;

function show(rows) {
  for (const row of laidOut) row.style.contentVisibility = "";
  for (const row of rows) row.style.contentVisibility = "visible";
  laidOut = rows;
}

/* Lay out these rows, wherever they are. To a reader at the head of the list all are further down, and keep until
   somebody scrolls: a row that comes into sight from below moves nothing above it. */
export function layOut(rows) {
  for (const row of rows) due.add(row);
  if (!scrolled) return;
  show([...due]);
  due.clear();
}

let passes = 0;

/* Lay out all rows, then skip those out of sight: they are new, or as wide or large as they were not before. */
export function layOutAll() {
  const pass = ++passes;
  due.clear();
  show([]);
  dataset.rows = "laid-out";
  // The browser remembers after the layout of a frame.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (pass === passes) dataset.rows = "skipped";
  }));
}

document.addEventListener("scroll", () => {
  scrolled = window.scrollY > 0;
  if (due.size) layOut([]);
}, { passive: true });

const layOutAgain = () => inPlace(layOutAll);

/* The head of the page is as wide as the rows, and its text as large. */
new ResizeObserver(layOutAgain).observe(document.querySelector("h1"));
document.fonts.addEventListener("loadingdone", layOutAgain);
