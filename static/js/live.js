/* Keeps a page that follows play up to date: the poll asks, htmx swaps in what changed. The region #live says where to
   ask (hx-get), whether play is over (data-live), and what round the page shows (data-state). */

import { arrange, told } from "./changes.js";
import { count, look, mark } from "./fresh.js";
import { layOut, layOutAll, remember, restore, rowRead } from "./kept.js";
import { poll } from "./poll.js";
import { answered, keepPage } from "./taps.js";

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
    location.reload(); // the page around the region may be another one by now
    return true;
  }
  if (swapped) {
    if (changes) layOut(arrange(region(), changes), rowRead()); else layOutAll();
    mark(region());
    document.dispatchEvent(new Event("wallchart:news"));
    announce();
  }
  const checked = region().querySelector("[data-checked]");
  checked?.classList.toggle("unchecked", !successful);
  const offline = region().querySelector("[data-offline]");
  if (offline) offline.hidden = successful;
  answered(successful);
  if (swapped) {
    // All is written; what is read from here on asks for one layout.
    restore(region());
    count();
  }
  if (successful) openedAgain(swapped ? () => true : (details) => !isFilled(details));
  return successful;
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
  remember(region());
});

/* --- what a tap opens ----------------------------------------------------------------------------- */

function open(details) {
  const inside = details.querySelector("[id^=m]");
  if (!inside) return;
  const number = details.closest(".entry").dataset.player;
  const after = new URLSearchParams(location.search).get("after");
  const query = new URLSearchParams({ v: region().dataset.stamp, ...(after === null ? {} : { after }) });
  htmx.ajax("GET", `rows/${number}/?${query}`, { source: inside, target: inside, swap: "innerHTML settle:0ms" })
    .catch(() => { /* no connection */ })
    .then(() => {
      if (!isFilled(details) && !inside.querySelector(".warn")) inside.prepend(awaited());
      layOut([details.closest(".entry")]);
    });
}

const isFilled = (details) => details.querySelector("[id^=m] > .actions") !== null;

/* Each answered question asks again for what is open. */
function awaited() {
  const says = document.createElement("p");
  says.className = "warn";
  says.textContent = region().dataset.awaited;
  return says;
}

function openedAgain(which = () => true) {
  for (const details of region().querySelectorAll(".entry details[open]")) if (which(details)) open(details);
}

// The event does not bubble.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches(".entry details") && !isFilled(target)) open(target);
}, true);

/* --- for screen readers: only when the round has moved on, not every result; mine.js tells of players */

let state = "";

function announce() {
  const now = region().dataset.state;
  if (state && now !== state) news.textContent = now;
  state = now;
}

announce();
const checked = region().querySelector("[data-checked]");
checked?.classList.remove("unchecked");
const again = poll(ask, () => region().dataset.live === "finished");
keepPage(() => again());
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-ask]")) again();
});
openedAgain();
