/* The worker keeps a page as it came. Here it is told what polls have changed since, so that a reader without a
   connection finds the page as it was shown last. */

import { localized } from "./following.js";

const root = document.documentElement;
const news = document.getElementById("news");
// A page that is not public says so there, and tells of nobody.
const isGone = () => news?.className === "offline";
const here = location.href.split("#")[0];
const { active } = await navigator.serviceWorker.ready;
const tell = (what) => (navigator.serviceWorker.controller ?? active).postMessage(what);

/* The page as the server has it: what is open, whom the phone follows and whom somebody looked for are the reader's own,
   and nothing is new in a page that was kept. A policy forbids the styles that scripts set. */
function asItStands() {
  const page = root.cloneNode(true);
  for (const name of ["class", "data-kept"]) page.removeAttribute(name);
  for (const element of [page, ...page.querySelectorAll("[style]")]) element.removeAttribute("style");
  for (const link of page.querySelectorAll("a[aria-expanded=true]")) {
    link.setAttribute("aria-expanded", "false");
    link.nextElementSibling?.remove();
  }
  for (const button of page.querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", "false");
  for (const row of page.querySelectorAll(".mine, .fresh")) row.classList.remove("mine", "fresh");
  for (const label of page.querySelectorAll("[data-new]:not(#live)")) delete label.dataset.new;
  for (const list of page.querySelectorAll("#dock .cards, #following, #found, #found-count")) list.replaceChildren();
  for (const said of page.querySelectorAll("#unseen, #dock, #found")) said.hidden = true;
  return `<!doctype html>${page.outerHTML}`;
}

// When the page showed what is not kept yet; 0: nothing.
let since = 0;

function keep() {
  if (since && !isGone()) tell({ at: here, page: asItStands(), since });
  since = 0;
}

/* A hall enters results by the minute, and each time all of a page is written: not sooner than this, and when the phone
   has nothing else to do. */
const TOGETHER = 12000;
const later = window.requestIdleCallback || setTimeout;

document.addEventListener("wallchart:news", () => {
  if (!since) setTimeout(() => later(keep), TOGETHER);
  since = Date.now();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") keep();
});
new MutationObserver(() => {
  if (root.classList.contains("is-away")) keep();
}).observe(root, { attributeFilter: ["class"] });

/* --- the first page, which came before there was a worker, as the cards on it ------------------------ */

async function keepFirst() {
  if (performance.getEntriesByType("navigation")[0]?.workerStart) return;
  since = Date.now();
  keep();
  const cards = await caches.open("cards");
  for (const { dataset, innerHTML } of document.querySelectorAll("#dock [data-card]:not(:empty)")) {
    await cards.put(`${localized(dataset.card)}card/`, new Response(innerHTML));
  }
}

/* --- a page that is not public any more ------------------------------------------------------------- */

/* Nor does the phone keep the others of its event. */
function dropGone() {
  if (isGone()) tell("gone");
}

if (news) new MutationObserver(dropGone).observe(news, { attributeFilter: ["class"] });
dropGone();
keepFirst();
