/* What a reader has of the page stays through a swap: what is open, the focus, and the row that is being read stays
   where it is, though what is out of sight is not laid out. */

const READ_AT = [.5, .35, .65, .2];

// In screens. Browsers lay out what is up to one and a half away, and the page may still be moved.
const NEAR = -2;

let open = new Map();
let focused = "";
let read = null;
// Whether the next scroll is one that keeps the place.
let held = false;
let browserHolds = true;

const OPEN = "details[open][id], [aria-expanded=true]";
const isOpen = (opener) => opener.matches(OPEN);

/* What a tap on a row of standings has put below it. */
export const inside = (opener) => (opener.matches("a") ? opener.nextElementSibling : null);

const opened = (region) => [...region.querySelectorAll(OPEN)];

/* Of changed rows those that are replaced keep what is open themselves: takeOver. */
export function remember(region, { isWhole }) {
  open = new Map(isWhole ? opened(region).map((opener) => [opener.id, inside(opener)]) : []);
  const active = document.activeElement;
  focused = region.contains(active) ? active.id : "";
  read = reading(region);
  if (!letters) measure(document.getElementById(read?.id)?.querySelector(SENTENCE) || region.querySelector(SENTENCE));
}

/* The row that is being read, and where, if it could be moved from there. */
function reading(region) {
  const row = window.scrollY > 0 ? beingRead(region, document.activeElement) : null;
  // Some browsers hold the place themselves, some do not, and two who do it would do it twice; until the reader scrolls.
  if (row) letBrowserHold(false);
  return row;
}

function letBrowserHold(yes) {
  if (browserHolds === yes) return;
  browserHolds = yes;
  document.documentElement.style.overflowAnchor = yes ? "" : "none";
}

/* What makes rows higher, or lower. */
function inPlace(change) {
  const row = reading(document.getElementById("live"));
  change();
  hold(row);
}

/* Before a row is replaced by another version of it: what is open stays open, with what it shows until it is asked
   for anew. */
export function takeOver(row, later) {
  for (const opener of opened(row)) {
    const same = later.querySelector(`#${CSS.escape(opener.id)}`);
    if (same) takeInside(same, inside(opener));
  }
}

export function restore(region) {
  for (const [id, what] of open) {
    const opener = document.getElementById(id);
    if (opener && !isOpen(opener)) takeInside(opener, what);
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  hold(read);
}

export function takeInside(opener, what) {
  if (!what) {
    opener.open = true;
    return;
  }
  opener.setAttribute("aria-expanded", "true");
  opener.after(what);
}

/* Where a page is sent as a whole, too, each line has an id by what it is of; and each of several names in a line, which
   may come apart. Headings are numbered: below a new score each has another number. */
const ROW = ":is([data-part]:not(h2), li, .share, .winner a)[id]";

/* The row with the focus if it is in sight, else the one in the middle of the screen. */
function beingRead(region, active) {
  const seen = (row) => row && region.contains(row) && { id: row.id, top: row.getBoundingClientRect().top };
  const own = seen(active.closest(ROW));
  if (own && own.top >= 0 && own.top < window.innerHeight) return own;
  for (const height of READ_AT) {
    const y = window.innerHeight * height;
    const line = document.elementFromPoint(window.innerWidth / 2, y)?.closest(ROW);
    const names = [...line?.querySelectorAll(".winner a") ?? []].filter((name) => name.getBoundingClientRect().top < y);
    const row = seen(names.pop() ?? line);
    if (row) return row;
  }
  return null;
}

const isNear = ({ top, bottom }, read) => top < read.top && bottom > NEAR * window.innerHeight;

function hold(was) {
  if (!was) return;
  const off = () => (document.getElementById(was.id)?.getBoundingClientRect().top ?? was.top) - was.top;
  // A row that went far takes its reader among rows that were out of sight.
  if (due.size && Math.abs(off()) > window.innerHeight / 4) layOutDue();
  // What is near the screen the browser lays out itself, but only after this.
  else if (due.size) layOutDue((part) => isNear(boxOf(part), was));
  held = Math.abs(off()) >= 1;
  if (held) window.scrollBy({ top: off(), behavior: "instant" });
}

/* --- what is out of sight ----------------------------------------------------------------------- */

/* Rows out of sight are skipped: a change elsewhere costs them neither styles nor layout nor paint; and score groups out
   of sight with all their rows. Each keeps the height that it had when it was last laid out, which the browser
   remembers (contain-intrinsic-size: auto). So each is laid out once, as soon as the page is painted, and again where
   its height may be another one: a guess would make the page jump under its reader. */

const { dataset } = document.documentElement;

// Asked after a change, the window would lay out all that changed to answer.
let scrolled = window.scrollY > 0;
// Rows and groups that are to be laid out, and those that were: to be skipped again at once would cost a frame.
const due = new Set();
let laidOut = [];

export const isScrolled = () => scrolled;

/* In a group that is skipped no row has a place of its own, and to ask for one would lay all of them out. */
export function boxOf(row) {
  const isSkipped = row.checkVisibility?.({ contentVisibilityAuto: true }) === false;
  return ((isSkipped && row.closest(".group")) || row).getBoundingClientRect();
}

/* Each with the group that it stands in. */
function show(parts) {
  for (const part of laidOut) part.style.contentVisibility = "";
  laidOut = parts.flatMap((part) => [part, part.closest(".group")]).filter(Boolean);
  for (const part of laidOut) part.style.contentVisibility = "visible";
}

// So many letters of the sentence above a row surely stand in one line of it; 0 until a row was measured.
let letters = 0;

const SENTENCE = ".why span";
const SURELY = .85;

function measure(sentence) {
  const { length, 0: line } = sentence?.getClientRects() ?? [];
  if (length !== 1 || !line.width) return;
  const room = sentence.parentElement.getBoundingClientRect().right - line.left;
  letters = SURELY * room * sentence.textContent.length / line.width;
}

/* Where one sentence takes the place of another, and both stand in a line, the row is as high as it was. */
export const standsInLine = (piece) => Boolean(piece?.matches(".why") && piece.firstChild) && piece.textContent.length <= letters;

/* Rows and groups that may have another height now. Those out of sight keep the one that they had, and cost nothing,
   until somebody scrolls: how often they change until then is all one. */
export function layOutLater(parts) {
  for (const part of parts) due.add(part);
}

function layOutDue(which = () => true) {
  const parts = [...due].filter(which);
  show(parts);
  for (const part of parts) due.delete(part);
}

let passes = 0;

/* Lay out all rows, then skip those out of sight: they are new, or as wide or large as they were not before. */
export function layOutAll() {
  const pass = ++passes;
  due.clear();
  letters = 0;
  show([]);
  dataset.rows = "laid-out";
  // The browser remembers after the layout of a frame.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (pass === passes) dataset.rows = "skipped";
  }));
}

const scrollers = [() => {
  letBrowserHold(true);
  if (due.size) inPlace(layOutDue);
}];

/* Call when the reader has scrolled, and not this. */
export function whenScrolled(then) {
  scrollers.push(then);
}

document.addEventListener("scroll", () => {
  scrolled = window.scrollY > 0;
  const byReader = !held;
  held = false;
  if (byReader) for (const then of scrollers) then();
}, { passive: true });

const layOutAgain = () => inPlace(layOutAll);

/* The head of the page is as wide as the rows, and its text as large. */
new ResizeObserver(layOutAgain).observe(document.querySelector("h1"));
document.fonts.addEventListener("loadingdone", layOutAgain);
