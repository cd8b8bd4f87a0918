/* Keeps a page that follows play up to date: the poll asks, htmx swaps in what changed. The region #live says where to
   ask (hx-get), whether play is over (data-live), and what round the page shows (data-state). */

import { arrange, told } from "./changes.js";
import { count, look, mark } from "./fresh.js";
import { inside, layOutAll, layOutLater, remember, restore, takeInside } from "./kept.js";
import { RESTING, answered, get, keepPage, poll } from "./poll.js";

const region = () => document.getElementById("live");
const news = document.getElementById("news");

// What the page follows can go away for a while: an event is a draft again, or a round is reopened.
let gone = false;

/* htmx swaps in what comes, and is not left to ask for it: it tells of each step of a request, twice, which costs a
   phone a twelfth of all that one result costs it. */
async function answer() {
  try {
    const response = await get(region().getAttribute("hx-get"), { headers: { "HX-Request": "true" } });
    const { ok, status, headers } = response;
    return { ok, status, headers, html: ok ? await response.text() : "" };
  } catch {
    return { ok: false };
  }
}

/* What is not public is not read here any more. The page goes on asking, as one that has no answer. */
function goAway() {
  gone = true;
  region().hidden = true;
  news.className = "offline";
  if (news.textContent !== news.dataset.gone) news.textContent = news.dataset.gone;
}

async function ask() {
  const came = await answer();
  if (came.status === 404) {
    goAway();
    answered(true);
    return false;
  }
  if (gone && came.ok) {
    // The page around the region may be another one by now.
    location.reload();
    return true;
  }
  const isNew = Boolean(came.html) && swapIn(came);
  if (isNew) {
    mark(region());
    document.dispatchEvent(new Event("wallchart:news"));
    announce();
  }
  const offline = region().querySelector("[data-offline]");
  if (offline) offline.hidden = came.ok;
  answered(came.ok);
  if (isNew) {
    // All is written; what is read from here on asks for one layout.
    restore(region());
    count();
  }
  if (came.ok) openedAgain(isNew ? () => true : (below) => !isFilled(below));
  return came.ok;
}

/* Returns whether the page shows it: only changes of the version that it has can be put into it. */
function swapIn({ html, headers }) {
  const changes = told(html, headers);
  if (changes && changes.since !== region().dataset.made) {
    region().setAttribute("hx-get", region().getAttribute("hx-get").replace(/v=[^&]*/, "v="));
    again();
    return false;
  }
  if (!changes) look([region()]);
  remember(region(), { isWhole: !changes });
  htmx.swap("#live", html, { swapStyle: changes ? "none" : "outerHTML", swapDelay: 0, settleDelay: 0 });
  if (changes) showChanges(changes); else showAll();
  return true;
}

function showChanges(changes) {
  const parts = arrange(region(), changes);
  offer(parts);
  layOutLater(parts);
}

function showAll() {
  offer(region().querySelectorAll(".entry"));
  layOutAll();
}

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
      layOutLater([row]);
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
const again = poll(ask, () => region().dataset.live === "finished", { resting: RESTING });
keepPage(() => again());
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-ask]")) again();
});
offer(region().querySelectorAll(".entry"));
