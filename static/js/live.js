/* Keeps a page that follows play up to date: the poll asks, htmx swaps in what changed. The region #live says where to
   ask (hx-get), whether play is over (data-live), and what round the page shows (data-state). */

import { poll } from "./poll.js";

const region = () => document.getElementById("live");
const tabs = () => region().querySelector(".tabs");

// What the page follows can go away, for example when a round is reopened. The page keeps what it shows.
let gone = false;

async function ask() {
  const { xhr, successful } = await new Promise((resolve) => {
    document.body.addEventListener("htmx:afterRequest", (event) => resolve(event.detail), { once: true });
    htmx.trigger(region(), "poll");
  });
  gone = xhr.status === 404;
  if (gone) return true;
  region().querySelector("[data-offline]").hidden = successful;
  return successful;
}

/* --- a swap keeps what is open, the focus, and how far the tabs are scrolled ------------------- */

// htmx cannot put the focus into a row that is still closed.
let open = [];
let focused = "";
let along = 0;

function remember() {
  open = [...region().querySelectorAll("details[open]")].map((details) => details.id).filter(Boolean);
  focused = region().contains(document.activeElement) ? document.activeElement.id : "";
  along = tabs()?.scrollLeft ?? 0;
}

function restore() {
  if (along && tabs()) tabs().scrollLeft = along;
  for (const id of open) {
    const details = document.getElementById(id);
    if (details) details.open = true;
  }
  document.getElementById(focused)?.focus({ preventScroll: true });
  announce();
}

/* --- for screen readers: only when the round or the pinned player has moved on, not every result  */

let state = "";

function announce() {
  const pinned = document.getElementById("pinned");
  const now = [region().dataset.state, pinned && !pinned.hidden ? pinned.firstElementChild.textContent : ""].filter(Boolean).join(". ");
  if (state && now !== state) document.getElementById("news").textContent = now;
  state = now;
}

document.body.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSettle", restore);
// A browser that moves the focus to a tab takes one that is half in sight as seen.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(".tabs a")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});
announce();
const again = poll(ask, () => gone || region().dataset.live === "finished");
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-ask]")) again(0);
});
