/* What a page has for its reader without a connection. It comes later than the page, and the worker keeps it. */

import { follows, localized, pageOf, plainly, sectionOf } from "./following.js";
import { heard, wanted } from "./poll.js";

/* --- cards ------------------------------------------------------------------------------------- */

/* What the phone was last told of a player, in whichever language: a page that was kept has no cards, or those of when it
   came. Of whom it was never told anything, the name, which it knows itself. */
export async function fillIn(says, tellOnce) {
  for (const card of document.querySelectorAll("[data-card]:not([data-gone])")) {
    const entry = follows(plainly(card.dataset.card));
    if (!entry) continue;
    const before = card.innerHTML;
    const came = document.createElement("template");
    came.innerHTML = await latest(entry.at);
    // It may have come meanwhile.
    if (card.innerHTML !== before) continue;
    const [stamp, shown] = [came.content, card].map((of) => of.querySelector(".child")?.dataset.stamp);
    if (stamp && stamp !== shown) {
      card.replaceChildren(came.content);
      tellOnce(card, entry);
    } else if (!shown && !card.firstElementChild) card.append(nameOf(entry, says));
  }
  sayNewer();
}

/* Nothing brings the page up to what a card of its section was told. */
function sayNewer() {
  const isLost = root.classList.contains("dock-tells");
  const made = Date.parse(document.querySelector("main [data-of]")?.dataset.of);
  for (const newer of document.querySelectorAll("#dock .newer")) {
    const isHere = plainly(location.pathname).startsWith(sectionOf(plainly(newer.parentElement.pathname)));
    newer.hidden = !(isLost && isHere && Date.parse(newer.dataset.at) > made);
  }
}

/* What was put there last stands last. A page that no worker brought may have later cards. */
async function latest(at) {
  if (!navigator.serviceWorker?.controller) return "";
  const cards = await caches.open("cards");
  const all = (await cards.keys()).reverse();
  const found = all.find(({ url }) => plainly(new URL(url).pathname) === `${at}card/`);
  return found ? (await cards.match(found, { ignoreVary: true })).text() : "";
}

function nameOf({ at, name }, says) {
  const link = made("a", { className: "child", href: localized(pageOf(at)) });
  const of = made("span", { className: "of" });
  of.appendChild(document.createElement("b")).appendChild(made("bdi", { textContent: name }));
  link.append(of, made("span", { className: "now", textContent: says }));
  return link;
}

const made = (element, properties) => Object.assign(document.createElement(element), properties);

/* --- taps -------------------------------------------------------------------------------------- */

/* poll.js keeps the page and asks. A page that the phone has kept needs no answer; and nobody is kept on the page
   that says that another one was not kept. */

const MOMENT = 1500;
/* Where browsers allow no worker, nothing is kept. */
async function kept(address) {
  return "caches" in window ? caches.match(address, { ignoreVary: true }) : undefined;
}

const root = document.documentElement;
const isAway = () => root.classList.contains("is-away") || navigator.onLine === false;
const note = made("p", { className: "offline tapped no-print", role: "status", hidden: true });
document.querySelector("body > .tapped")?.remove(); // of a page that was kept while it said so
document.body.append(note);

document.addEventListener("click", async ({ target }) => {
  note.hidden = true;
  const link = target.closest("a[href]");
  if (!link || link.href !== wanted) return;
  const isOther = link.href !== location.href.split("#")[0];
  if (isAway() && isOther && (document.getElementById("pages") || await kept(link.href))) location.assign(link.href);
  else if (isAway()) sayAt(link);
  else setTimeout(() => { if (isAway() || wanted === link.href) sayAt(link); }, MOMENT);
});
document.addEventListener("submit", (event) => {
  if (!isAway()) return;
  event.preventDefault();
  sayAt(event.target);
});
document.addEventListener("scroll", () => { note.hidden = true; }, { passive: true });
// poll.js and mine.js mark the page when the server answers no more, and when it answers again.
new MutationObserver(() => {
  if (!isAway()) note.hidden = true;
  sayWhen();
  sayNewer();
}).observe(root, { attributeFilter: ["class"] });
sayWhen();

/* When the page was checked last, as pages write it, in the time zone of the event; of none, in that of the phone. */
function sayWhen() {
  const time = document.querySelector("[data-offline] time");
  const form = { weekday: "short", hour: "numeric", minute: "2-digit", timeZone: time?.dataset.zone || undefined };
  if (time) time.textContent = new Date(heard).toLocaleString(`${root.lang.slice(0, 2)}-US`, form);
}

/* Below what was tapped, or above it where there is no room. */
function sayAt(tapped) {
  const { top, bottom } = tapped.getBoundingClientRect();
  const inFront = { position: "fixed", insetInline: "1rem auto", margin: "0 1rem 0 0", boxShadow: "0 0 0 1px" };
  Object.assign(note.style, inFront);
  note.hidden = false;
  // The first sentence: the others stand in the bar.
  [note.textContent] = document.querySelector("#dock .lost span").textContent.trim().match(/^[^.]*\.?/);
  const room = window.innerHeight - note.offsetHeight;
  const above = Math.max(0, Math.min(room, top - note.offsetHeight - 4));
  note.style.top = `${bottom + 4 < room ? bottom + 4 : above}px`;
}
