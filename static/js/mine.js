/* The players whom this phone follows, on a page: their cards at its foot, their rows and stars. */

import { everybody, follows, listen, localized, numberIn, pageOf, plainly, saw, sectionOf, settle, toggle } from "./following.js";
import { RESTING, answered, get, keepPage, poll } from "./poll.js";

const dock = document.getElementById("dock");
const lostLine = dock.querySelector(".lost");
const alone = lostLine.firstElementChild.textContent;
// So many cards leave room for the page on a phone; where there is more room, one more. In large text the sheet shows one.
const most = () => (matchMedia("(min-width: 48rem)").matches ? 3 : 2);

const news = document.getElementById("follow-news");
// The page of all of them, which needs no dock.
const all = document.getElementById("following");
const list = all || dock.querySelector(".cards");
const here = plainly(location.pathname);
const [, event = "", slug = ""] = here.match(/^((?:\/preview)?\/e\/[^/]+\/)([^/]+\/)?/) || [];
const section = event + slug;
// Whose page this is, or whose reasons it tells.
const own = here.replace(/\/why\/(\d+)\/.*/, "/players/$1/");

const live = () => document.getElementById("live");
// Nothing else on the page asks whether its server is there.
const isAlone = !live() && !document.querySelector("[data-newer]");

/* --- cards ------------------------------------------------------------------------------------ */

const atOf = (card) => plainly(card.dataset.card);
const linkIn = (card) => card.querySelector(".child");
const stampIn = (card) => linkIn(card)?.dataset.stamp;
// A week after all results are in, a card leaves the pages of no event.
const WEEK = 7 * 24 * 3600 * 1000;
const isPast = (card) => Date.now() - Date.parse(linkIn(card)?.dataset.finished) > WEEK;
const isFinal = (card) => Boolean(card.querySelector(".final"));
// The stamp of some pages has those of team tables behind it. A page that is not public tells of nobody.
const stampOfPage = () => (live()?.hidden ? undefined : live()?.dataset.stamp?.split("_")[0]);
// A page that follows play tells of its own section by itself.
const tells = (of) => Boolean(stampOfPage()) && of === section;

// Only where it changes something: the page is watched for that.
function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

// What lists cards. To look for them among hundreds of rows takes a phone long.
const lists = [document.getElementById("school"), list].filter(Boolean);

/* All cards of the page by section: of whom the phone follows, and of a school. Not those that are gone. */
function bySection() {
  const found = new Map();
  for (const card of lists.flatMap((each) => [...each.querySelectorAll("[data-card]:not([data-gone])")])) {
    const of = sectionOf(atOf(card));
    found.set(of, [...(found.get(of) || []), card]);
  }
  return found;
}

/* On the pages of an event, those who play in it; in one order, as they were followed, section by section. Whose page it
   is comes first. */
function inSight() {
  const sections = everybody().map(({ at }) => sectionOf(at));
  const place = ({ at }) => (pageOf(at) === own ? -1 : sections.indexOf(sectionOf(at)));
  return everybody().filter(({ at }) => at.startsWith(event)).sort((one, other) => place(one) - place(other));
}

function made(at, name) {
  const item = document.createElement("li");
  const card = document.createElement("div");
  card.dataset.card = at;
  item.append(card);
  if (all) {
    item.append(document.getElementById("unfollow").content.cloneNode(true));
    const button = item.querySelector("[data-follow]");
    button.dataset.follow = at;
    button.querySelector("bdi").textContent = name;
  }
  return item;
}

function show() {
  const present = new Map([...list.children].map((item) => [item.firstElementChild.dataset.card, item]));
  let before;
  const items = inSight().map(({ at, name }) => {
    const item = present.get(at) || made(at, name);
    // The first of a section says of which they are.
    item.classList.toggle("same", sectionOf(at) === before);
    before = sectionOf(at);
    return item;
  });
  if (items.length !== list.children.length || items.some((item, n) => item !== list.children[n])) {
    list.replaceChildren(...items);
  }
  arrange();
  mark();
}

/* What has arrived is shown; on pages of no event, without what is long over. */
function arrange() {
  const items = [...list.children];
  const shown = items.filter((item) => linkIn(item) && (all || event || !isPast(item.firstElementChild)));
  for (const item of items) hide(item, !shown.includes(item) || (!all && shown.indexOf(item) >= most()));
  if (all) {
    hide(document.getElementById("nobody"), everybody().length > 0);
    hide(document.getElementById("kept"), !everybody().length);
  }
  const more = dock.querySelector(".all");
  hide(more, Boolean(all) || everybody().length < 2);
  const count = more.querySelector("span");
  if (count.textContent !== String(everybody().length)) count.textContent = everybody().length;
  const pageLost = document.querySelector("main [data-offline]:not([hidden])");
  hide(lostLine, !lost && !pageLost);
  // The page knows when it was checked.
  const says = pageLost?.firstElementChild.textContent.trim() || alone;
  if (lostLine.firstElementChild.textContent !== says) lostLine.firstElementChild.textContent = says;
  // Without cards there is nothing to add to what a page says itself.
  hide(dock, Boolean(all) || !shown.length ? !lost || Boolean(document.querySelector("[data-offline]")) : false);
  // Selectors with :has() would say the same, and be asked at every change of the page.
  document.documentElement.classList.toggle("has-cards", !dock.hidden && shown.length > 0);
  document.documentElement.classList.toggle("dock-tells", !dock.hidden && !lostLine.hidden);
}

/* Where the style sheet makes each board two lines, those of whom the phone follows come first: in the document, so that
   keys and screen readers go the way of the eye. Boards of a match stay under it. */
const twoLines = matchMedia("screen and (max-width: 37.49rem)");

function putFirst() {
  const body = document.querySelector(".boards:not(:has(.teams)) > tbody");
  if (!body) return;
  const place = (row) => Number(row.id.slice(1)) - (twoLines.matches && row.matches(".mine") ? body.rows.length : 0);
  const rows = [...body.rows].sort((one, other) => place(one) - place(other));
  if (rows.every((row, n) => row === body.rows[n])) return;
  const focused = document.activeElement;
  body.append(...rows);
  if (body.contains(focused)) focused.focus({ preventScroll: true });
}

/* Rows of players of this section, and the buttons that follow a player, or no more. */
function mark() {
  // A board has two players. There may be hundreds of rows, and few of them are theirs: only these are asked.
  const mine = everybody().filter(({ at }) => sectionOf(at) === section).map(({ at }) => numberIn(at));
  const rows = new Set(mine.flatMap((number) => [...document.querySelectorAll(`[data-player~="${number}"]`)]));
  for (const row of document.querySelectorAll(".mine[data-player]")) if (!rows.has(row)) row.classList.remove("mine");
  for (const row of rows) row.classList.add("mine");
  putFirst();
  for (const button of document.querySelectorAll("[data-follow]")) {
    button.setAttribute("aria-pressed", String(Boolean(follows(addressOf(button)))));
  }
}

const addressOf = (button) => plainly(new URL(button.dataset.follow, location).pathname);

/* --- as the server has them ------------------------------------------------------------------- */

/* Ask for a card again. */
async function refresh(card) {
  const entry = follows(atOf(card));
  const answer = await get(`${localized(atOf(card))}card/`);
  if (!answer.ok && answer.status !== 404) throw new Error(answer.status);
  const came = document.createElement("template");
  if (answer.ok) came.innerHTML = await answer.text();
  const link = linkIn(came.content);
  if (!link || (entry && entry.name !== link.dataset.name)) {
    await renumbered(card, link);
    return;
  }
  if (stampIn(card) === link.dataset.stamp) return;
  const before = told(card);
  card.replaceChildren(came.content);
  if (entry) tellOnce(card, entry);
  if (sectionOf(atOf(card)) === section) document.dispatchEvent(new Event("wallchart:card"));
  arrange();
  if (before && told(card) !== before && list.contains(card) && !card.parentElement.hidden) heard.push(spoken(card));
}

/* Another player has this number now, or nobody; or the section is not public: then no card of it stays, and the
   first is asked for as before. */
async function renumbered(card, link) {
  const of = sectionOf(atOf(card));
  const isKnown = await settle(of);
  for (const each of isKnown ? [card] : bySection().get(of)) each.replaceChildren();
  if (!isKnown) {
    arrange();
    return;
  }
  if (!link) card.dataset.gone = "";
  show();
  again(1000);
}

/* A round posted since the phone began to follow is told as news, until somebody looks at its board. A card without a
   round then (none is posted, or the game is over) was one of before the next. */
function tellOnce(card, entry) {
  const round = Number(linkIn(card).dataset.round || 0);
  const isLookedAt = here === pageOf(entry.at) || here === `${sectionOf(entry.at)}rounds/${round}/`;
  if (entry.seen === null || (round && isLookedAt)) saw(entry, round);
  const isNews = round > entry.seen;
  for (const now of card.querySelectorAll(".now")) now.hidden = isNews !== now.matches(".news");
  card.classList.toggle("fresh", isNews);
}

// What is to be said aloud: of all cards at once, so that none takes the place of another.
const heard = [];

const told = (card) => card.querySelector(".now:not([hidden])")?.textContent.trim();

function spoken(card) {
  const copy = card.cloneNode(true);
  for (const silent of copy.querySelectorAll("[hidden], [aria-hidden], .where")) silent.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

/* --- asking ----------------------------------------------------------------------------------- */

let lost = false;

/* What the phone was last told, where nothing comes. */
const fillIn = () => import("./away.js").then((away) => away.fillIn(alone, tellOnce)).then(arrange).catch(() => {});

/* One question a section: what changes one card has changed the version of all. What was kept may be of several. */
async function ask() {
  try {
    if (isAlone && !bySection().size) await get(location.href, { method: "HEAD", cache: "no-store" });
    await Promise.all([...bySection()].map(async ([of, [first, ...others]]) => {
      if (!tells(of) || stampIn(first) !== stampOfPage()) await refresh(first);
      if (stampIn(first)) await Promise.all(others.filter((card) => stampIn(card) !== stampIn(first)).map(refresh));
    }));
    lost = false;
  } catch {
    lost = true;
    fillIn();
  }
  if (heard.length) news.textContent = heard.splice(0).join(" · ");
  arrange();
  if (isAlone) answered(!lost);
  return !lost;
}

const rests = () => !isAlone && [...bySection()].every(
  ([of, cards]) => cards.every((card) => (tells(of) ? stampIn(card) === stampOfPage() : isFinal(card))),
);

const again = poll(ask, rests, { resting: RESTING });
if (isAlone) keepPage(() => again(0));

/* --- what happens on the page ----------------------------------------------------------------- */

function changed() {
  show();
  again(0);
}

let stamp = stampOfPage();

// A poll swaps rows in, a search lists names, the connection goes: a phone that follows nobody has nothing to do with it.
function look() {
  if (everybody().length || document.getElementById("school")) {
    arrange();
    mark();
  }
  if (stamp !== stampOfPage()) again(0);
  stamp = stampOfPage();
}

new MutationObserver(look).observe(document.getElementById("main"), {
  subtree: true, childList: true, attributes: true, attributeFilter: ["data-stamp", "hidden"],
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-follow]");
  if (button) {
    toggle(addressOf(button), button.dataset.name);
    changed();
  } else if (target.closest("[data-ask]")) {
    again(0);
  }
});
listen(changed);
twoLines.addEventListener("change", mark);

// The page makes room for the dock, however large its text.
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`);
}).observe(dock);

/* --- the search, when somebody begins to look --------------------------------------------------- */

const field = document.querySelector("form.find [name=q]");

function find() {
  import("./search.js").catch(() => {
    const says = document.getElementById("found-count");
    says.textContent = says.dataset.failed;
    field.addEventListener("input", find, { once: true });
  });
}

if (field?.value || (field && field === document.activeElement)) find();
else field?.addEventListener("focus", find, { once: true });

// Without a script nobody can be followed, and the style sheet shows no button.
document.documentElement.classList.add("follows");
changed();
if ("kept" in document.documentElement.dataset) fillIn();
