/* What a reader has of the page stays through a swap: what is open, the focus, and the row that is being read stays
   where it is. */

const READ_AT = [.5, .35, .65, .2];

let open = new Map();
let focused = "";
let read = null;
// Whether the next scroll is one that keeps the place.
let held = false;

const inside = (details) => details?.querySelector("[id^=m]");

export function remember(region) {
  open = new Map([...region.querySelectorAll("details[open][id]")].map((details) => [details.id, inside(details)]));
  const active = document.activeElement;
  focused = region.contains(active) ? active.id : "";
  read = reading(region);
}

/* The row that is being read, and where, if it could be moved from there. */
function reading(region) {
  const row = window.scrollY > 0 ? beingRead(region, document.activeElement) : null;
  // Some browsers hold the place themselves, some do not, and two who do it would do it twice.
  if (row) document.documentElement.style.overflowAnchor = "none";
  return row;
}

/* What makes rows higher, or lower. */
export function inPlace(change) {
  const row = reading(document.getElementById("live"));
  change();
  hold(row);
}

/* Before a row is replaced by another version of it: what is open stays open, with what it shows until it is asked
   for anew. */
export function takeOver(row, later) {
  for (const details of row.querySelectorAll("details[open][id]")) {
    const same = later.querySelector(`#${CSS.escape(details.id)}`);
    if (same) takeInside(same, inside(details));
  }
}

export function restore(region) {
  for (const [id, what] of open) {
    const details = document.getElementById(id);
    if (details && !details.open) takeInside(details, what);
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  hold(read);
}

function takeInside(details, what) {
  details.open = true;
  if (what) inside(details)?.replaceChildren(...what.childNodes);
}

/* Whether it was this that scrolled, and not the reader. */
export function wasHeld() {
  const was = held;
  held = false;
  return was;
}

/* The row that was read when the answer came; null at the head of the page. */
export const rowRead = () => read && document.getElementById(read.id);

/* The row with the focus if it is in sight, else the one in the middle of the screen. */
function beingRead(region, active) {
  const seen = (row) => row && region.contains(row) && { id: row.id, top: row.getBoundingClientRect().top };
  const own = seen(active.closest("[data-part][id]"));
  if (own && own.top >= 0 && own.top < window.innerHeight) return own;
  for (const height of READ_AT) {
    const at = document.elementFromPoint(window.innerWidth / 2, window.innerHeight * height);
    const row = seen(at?.closest("[data-part][id]"));
    if (row) return row;
  }
  return null;
}

function hold(was) {
  if (!was) return;
  const off = (document.getElementById(was.id)?.getBoundingClientRect().top ?? was.top) - was.top;
  held = Math.abs(off) >= 1;
  if (held) window.scrollBy({ top: off, behavior: "instant" });
  requestAnimationFrame(() => { document.documentElement.style.overflowAnchor = ""; });
}
