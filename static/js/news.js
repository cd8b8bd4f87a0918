/* A page that does not change under its reader asks whether there is something newer, and says so. */

import { RESTING, answered, get, keepPage, poll } from "./poll.js";


const newer = document.querySelector("[data-newer]");
const offline = document.querySelector("[data-offline]");

// A page without a version of its own is known by its tag, which it learns as soon as it is shown.
const byTag = "byTag" in newer.dataset;
let tag = "";

let gone = false;

const said = document.getElementById("news");

/* What is not public is not read here any more. The page goes on asking, and comes back by itself. */
function goAway() {
  if (gone) return;
  gone = true;
  document.title = "Wallchart";
  for (const each of document.getElementById("main").children) each.hidden = each !== said;
  said.className = "offline";
  said.textContent = said.dataset.gone;
}

const reopenedIn = (part) => part.querySelector(".reopened")?.textContent.trim();

/* What the page said of the state before. */
function hide(which) {
  for (const each of document.querySelectorAll(which)) each.hidden = true;
}

/* No result is new where the section was only finished, or reopened: the answer is the region of a page that follows
   play. */
function showWhich(region) {
  const came = document.createElement("template");
  came.innerHTML = region;
  const reopened = reopenedIn(came.content);
  let which = "";
  if (region.includes('data-live="finished"')) {
    which = "finished";
    hide("main :is(.status, .notice):has(.reopened)");
  } else if (reopened && reopened !== reopenedIn(document)) {
    which = "reopened";
    newer.querySelector("[data-news=reopened] > span").textContent = reopened;
    hide("main .final, main .final ~ :not([data-reloads])");
  }
  for (const says of newer.querySelectorAll("[data-news]")) says.hidden = says.dataset.news !== which;
}

async function ask() {
  const headers = tag ? { "If-None-Match": tag } : {};
  let answer = null;
  try {
    const method = byTag ? "HEAD" : "GET";
    answer = await get(newer.dataset.newer, { method, cache: "no-store", headers });
    if (!byTag && answer.status === 200) showWhich(await answer.text());
  } catch { /* no connection */ }
  const came = answer !== null && answer.status < 500;
  if (answer?.status === 404 && said) goAway();
  else if (gone && (answer?.ok || answer?.status === 304)) location.reload();
  if (answer?.status === 200 && (tag || !byTag)) newer.hidden = false;
  else if (answer?.status === 200) tag = answer.headers.get("ETag");
  offline.hidden = came;
  answered(came);
  return came;
}

/* What stays at the top of the page, as the heads of a wall chart, stays below what is said there; and a chart that
   scrolls by itself begins below it, wherever the page is. */
const chart = document.querySelector(".chart-box");
let tallest = 0;

function uncover() {
  const said = Math.max(newer.getBoundingClientRect().bottom, offline.getBoundingClientRect().bottom);
  const under = Math.max(0, Math.min(tallest, said - chart.getBoundingClientRect().top));
  chart.style.setProperty("--under", `${under}px`);
}

const height = new ResizeObserver(() => {
  tallest = Math.max(newer.offsetHeight, offline.offsetHeight);
  document.body.style.setProperty("--news", `${tallest}px`);
  if (chart) uncover();
});
height.observe(newer);
height.observe(offline);
if (chart) document.addEventListener("scroll", uncover, { passive: true });

const pace = "final" in newer.dataset ? { every: RESTING, slowest: RESTING } : {};
const again = poll(ask, () => !gone && !newer.hidden, pace);
if (byTag) again();
keepPage(() => again());
// A card of the section is newer: the page may be old.
document.addEventListener("wallchart:card", () => again(0));
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-ask]")) again();
});
