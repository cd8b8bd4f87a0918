/* Turns the pages of the hall screen: the next one every few seconds, with the arrow keys at once; the space bar holds
   the page. The poll brings a new round, which begins with its first page. On a phone the pages follow each other. */

const EVERY = 12000;

const narrow = matchMedia("(max-width: 48rem)");
const region = () => document.getElementById("live");
const slides = () => [...region().querySelectorAll(".slide")];

let at = 0;
let round = region().dataset.round;
let held = false;
let timer = 0;

function show() {
  const all = slides();
  if (region().dataset.round !== round) { round = region().dataset.round; at = 0; }
  at = all.length ? (at + all.length) % all.length : 0;
  const turns = all.length > 1 && !narrow.matches;
  all.forEach((slide, place) => { slide.hidden = turns && place !== at; });
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
  region().dataset.at = String(at);
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
document.addEventListener("htmx:afterSettle", show);
narrow.addEventListener("change", show);
turn(0);
