/* Turns the pages of the hall screen: the next one every few seconds, with the arrow keys at once; the space bar holds
   the page. The poll brings results and rounds; pairings that were just posted are shown at once. On a phone the pages
   follow each other. */

const EVERY = 12000;
const NEW = 60000;

const narrow = matchMedia("(max-width: 48rem)");
const region = () => document.getElementById("live");
const slides = () => [...region().querySelectorAll(".slide")];
const posted = () => new Set(slides().map((slide) => slide.dataset.posted).filter(Boolean));
const results = () => [...region().querySelectorAll("[data-key]")];

let at = 0;
let held = false;
let timer = 0;
// The page that is shown, and what the screen has shown before: rounds, and results with the time they came.
let shown = "";
let known = posted();
const came = new Map(results().map(({ dataset: { key } }) => [key, 0]));

/* Nothing is cut and nothing runs into the line below: everything is written as large as it has room. A name is as large
   as its neighbors: for that a trophy beside it gives way, and only then the name. */
function fit() {
  if (narrow.matches) return;
  const within = (selector) => region().querySelectorAll(`.slide:not([hidden]) ${selector}`);
  for (const part of within(".cup, .resting")) shrink(part, 4, () => isTall(part));
  for (const name of within(".name")) {
    const [bdi, cup] = [name.querySelector("bdi"), name.parentElement.querySelector(".cup")];
    const isTooLarge = () => isTall(name) || bdi.scrollWidth > bdi.clientWidth;
    name.dataset.fit = 0;
    if (cup) shrink(cup, 2, isTooLarge, cup.dataset.fit);
    shrink(name, 5, isTooLarge);
  }
  for (const name of within("h2 bdi")) shrink(name.parentElement, 2, () => name.scrollWidth > name.clientWidth);
}

const isTall = (part) => part.offsetHeight > part.parentElement.clientHeight;

function shrink(each, most, isTooLarge, from = 0) {
  each.dataset.fit = from;
  for (let step = Number(from) + 1; step <= most && isTooLarge(); step += 1) each.dataset.fit = step;
}

function show() {
  const all = slides();
  at = all.length ? (at + all.length) % all.length : 0;
  shown = all[at]?.id ?? "";
  const turns = all.length > 1 && !narrow.matches;
  all.forEach((slide, place) => { slide.hidden = turns && place !== at; });
  for (const line of results()) line.classList.toggle("fresh", Date.now() - (came.get(line.dataset.key) ?? 0) < NEW);
  const bar = region().querySelector(".turn");
  bar.hidden = !turns;
  const pages = bar.querySelector(".pages");
  pages.replaceChildren(...all.map((_slide, place) => {
    const dot = document.createElement("i");
    if (place === at) dot.className = "on";
    return dot;
  }));
  pages.ariaLabel = pages.dataset.page.replace("{page}", at + 1).replace("{pages}", all.length);
  const pause = bar.querySelector("[data-pause]");
  pause.dataset.stop ??= pause.textContent.trim();
  pause.textContent = held ? pause.dataset.goOn : pause.dataset.stop;
  fit();
  region().dataset.at = String(at);
}

/* Pages came, went or are others: stay on the one that is read, but show a round that was just posted. */
function arrived() {
  const all = slides();
  const now = posted();
  const round = [...now].find((each) => !known.has(each));
  const place = all.findIndex(({ id, dataset }) => (round ? dataset.posted === round : id === shown));
  if (place >= 0) at = place;
  known = now;
  for (const { dataset: { key } } of results()) if (!came.has(key)) came.set(key, Date.now());
  if (round && !held) turn(0); else show();
}

function turn(by) {
  at += by;
  show();
  clearInterval(timer);
  timer = setInterval(() => { if (!held) { at += 1; show(); } }, EVERY);
}

function hold() {
  held = !held;
  show();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || narrow.matches) return;
  const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (by) turn(by);
  else if (event.key === " " && !event.target.closest("button")) hold();
  else return;
  event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.turn) turn(Number(button.dataset.turn));
  else if (button && "pause" in button.dataset) hold();
});
document.addEventListener("htmx:afterSettle", arrived);
document.addEventListener("wallchart:news", arrived);
narrow.addEventListener("change", show);
addEventListener("resize", fit);
document.fonts.ready.then(fit);

/* A phone follows children here as on any page, and keeps the page. */
function beAPage() {
  if (!narrow.matches) return;
  import("./mine.js").catch(() => {});
  import("./offline.js").catch(() => {});
}
narrow.addEventListener("change", beAPage);
beAPage();

/* A screen that nobody touches goes dark. Where the browser lets a page keep it awake, this one does; the lock ends
   whenever the page is out of sight. */
async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch { /* low battery, or not allowed: the machine's own setting decides */ }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
turn(0);
