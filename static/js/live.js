/* Keeps a page that follows play up to date: the poll asks, htmx swaps in what changed. The region #live says where to
   ask (hx-get), whether play is over (data-live), and what round the page shows (data-state). */

import { arrange, told } from "./changes.js";
import { count, look, mark } from "./fresh.js";
import { inPlace, inside, layOut, layOutAll, remember, restore, rowRead, takeInside } from "./kept.js";
import { answered, keepPage, poll } from "./poll.js";

const region = () => document.getElementById("live");
const news = document.getElementById("news");

// What the page follows can go away for a while: an event is a draft again, or a round is reopened.
let gone = false;
// What the answer tells of changed rows; null if it is the whole region.
let changes = null;
let swapped = false;

function requested() {
  return new Promise((resolve) => {
    const done = (event) => {
      if (event.detail.target.id !== "live") return;
      document.body.removeEventListener("htmx:afterRequest", done);
      resolve(event.detail);
    };
    document.body.addEventListener("htmx:afterRequest", done);
    htmx.trigger(region(), "poll");
  });
}

/* What is not public is not read here any more. The page goes on asking, as one that has no answer. */
function goAway() {
  gone = true;
  region().hidden = true;
  news.className = "offline";
  if (news.textContent !== news.dataset.gone) news.textContent = news.dataset.gone;
}

async function ask() {
  swapped = false;
  const { xhr, successful } = await requested();
  if (xhr.status === 404) {
    goAway();
    answered(true);
    return false;
  }
  if (gone && successful) {
    // The page around the region may be another one by now.
    location.reload();
    return true;
  }
  if (swapped) {
    if (changes) showChanges(); else showAll();
    mark(region());
    document.dispatchEvent(new Event("wallchart:news"));
    announce();
  }
  const offline = region().querySelector("[data-offline]");
  if (offline) offline.hidden = successful;
  answered(successful);
  if (swapped) {
    // All is written; what is read from here on asks for one layout.
    restore(region());
    count();
  }
  if (successful) openedAgain(swapped ? () => true : (below) => !isFilled(below));
  return successful;
}

function showChanges() {
  const parts = arrange(region(), changes);
  offer(parts);
  layOut(parts, rowRead());
}

function showAll() {
  offer(region().querySelectorAll(".entry"));
  layOutAll();
}

// htmx asks where the region asked when it was first processed. Processing all its rows anew takes a phone long.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id === "live") detail.path = detail.elt.getAttribute("hx-get");
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (detail.target.id !== "live" || !detail.shouldSwap) return;
  changes = told(detail.xhr);
  if (changes && changes.since !== region().dataset.made) {
    // These are changes of another version than this page shows: it needs the whole.
    detail.shouldSwap = false;
    region().setAttribute("hx-get", region().getAttribute("hx-get").replace(/v=[^&]*/, "v="));
    again();
    return;
  }
  swapped = true;
  if (!changes) look([region()]);
  remember(region(), { isWhole: !changes });
});

/* --- what a tap opens ----------------------------------------------------------------------------- */

/* Without a script a row of standings leads to its reasons; here it opens. */
function offer(rows) {
  for (const row of rows) {
    const link = row.querySelector("a.placing");
    if (!link) continue;
    link.setAttribute("role", "button");
    if (!inside(link)) link.setAttribute("aria-expanded", "false");
  }
}

// What taps have opened. To look for it among hundreds of rows takes a phone long.
const opened = new Set();

function toggle(link) {
  if (inside(link)) {
    opened.delete(inside(link));
    inside(link).remove();
    link.setAttribute("aria-expanded", "false");
    return;
  }
  const below = document.getElementById("opened").content.firstElementChild.cloneNode(true);
  below.id = link.id.replace("s", "m");
  below.querySelector("a").href = link.href;
  takeInside(link, below);
  opened.add(below);
  fill(link);
}

function fill(link) {
  const row = link.closest(".entry");
  const below = inside(link);
  const after = new URLSearchParams(location.search).get("after");
  const query = new URLSearchParams({ v: region().dataset.stamp, ...(after === null ? {} : { after }) });
  htmx.ajax("GET", `rows/${row.dataset.player}/?${query}`, { source: below, target: below, swap: "innerHTML settle:0ms" })
    // No connection.
    .catch(() => {})
    .then(() => {
      if (!isFilled(below) && !below.querySelector(".warn")) below.prepend(awaited());
      inPlace(() => layOut([row]));
    });
}

const isFilled = (below) => below.querySelector(":scope > .actions") !== null;

/* Each answered question asks again for what is open. */
function awaited() {
  const says = document.createElement("p");
  says.className = "warn";
  says.textContent = region().dataset.awaited;
  return says;
}

function openedAgain(which = () => true) {
  for (const below of opened) {
    // Its player may be gone.
    if (!below.isConnected) opened.delete(below);
    else if (which(below)) fill(below.previousElementSibling);
  }
}

const rowOf = (event) => event.target.closest(".entry a.placing");

document.addEventListener("click", (event) => {
  const link = rowOf(event);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  toggle(link);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !rowOf(event)) return;
  event.preventDefault();
  rowOf(event).click();
});

/* --- for screen readers: only when the round has moved on, not every result; mine.js tells of players */

let state = "";

function announce() {
  const now = region().dataset.state;
  if (state && now !== state) news.textContent = now;
  state = now;
}

announce();
// What is final may be reopened.
const again = poll(ask, () => region().dataset.live === "finished", { resting: 60000 });
keepPage(() => again());
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-ask]")) again();
});
offer(region().querySelectorAll(".entry"));
