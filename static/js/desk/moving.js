/* A player is moved to another seat, or a board to another number: dragged with a mouse, held and dragged with a finger,
   or tapped and then the seat or number tapped. Numbers can be typed instead. */

const BOARDS = ".pairing [data-board]";
const BOXES = `.pairing .sitter, .pairing .bye, .pairing [data-unseated], ${BOARDS}`;
const KEEP = "button, input, textarea, label, a, summary, details";
// So long a finger holds a player before it drags; one that moves earlier scrolls the page.
const HOLD = 350;
const SLACK = 12;
// A finger this near to an edge of the window scrolls on, by so much a frame, for as long as it stays there.
const EDGE = 50;
const STEP = 10;

const boxAt = (element) => (element?.closest(KEEP) ? null : element?.closest(BOXES)) ?? null;
const under = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(BOXES) ?? null;
const fieldOf = (box) => box?.querySelector("input") ?? null;
// What is moved: a player by number, a board as "board" and where it stands.
const numberIn = (box) =>
  box?.matches(BOARDS) ? `board ${box.dataset.board}` : fieldOf(box)?.defaultValue ?? box?.dataset.unseated ?? "";
const takes = (box, number) => (number.startsWith("board") ? Boolean(box?.matches(BOARDS)) : Boolean(fieldOf(box)));
const boxOf = (number) => [...document.querySelectorAll(BOXES)].find((box) => number && numberIn(box) === number);
const nameIn = (box) => box.dataset.name?.trim() ?? box.querySelector("bdi").textContent;

let save = () => {};
// Whose number was tapped, and what a mouse or a finger drags.
let picked = "";
let dragged = "";

const mark = (name, box) => {
  for (const each of document.querySelectorAll(`.${name}`)) each.classList.remove(name);
  box?.classList.add(name);
};

const pick = (number) => {
  const box = boxOf(number);
  picked = box ? number : "";
  mark("picked", box);
  const hint = document.getElementById("moving");
  if (!hint) return;
  hint.classList.toggle("going", Boolean(box));
  const text = box?.matches(BOARDS) ? hint.dataset.board : hint.dataset.picked;
  hint.textContent = box ? text.replace("{name}", nameIn(box)) : hint.dataset.idle;
};

/** Seat a player at a box, or give a board the number there; who or what had it trades places. */
const move = (number, to) => {
  const from = boxOf(number);
  pick("");
  if (!takes(to, number) || numberIn(to) === number) return;
  const field = from?.matches(BOARDS) ? from.closest(".pair").querySelector(".to input") : fieldOf(to);
  field.value = from?.matches(BOARDS) ? to.textContent.trim() : number;
  save();
};

// --- with a mouse --------------------------------------------------------------------------------------

document.addEventListener("dragstart", (event) => {
  const box = boxAt(event.target);
  dragged = box ? numberIn(box) : "";
  if (!dragged) return;
  pick("");
  event.dataTransfer.setData("text/plain", dragged);
  mark("dragged", box);
});
document.addEventListener("dragover", (event) => {
  const box = event.target.closest?.(BOXES);
  if (!dragged || !takes(box, dragged)) return;
  event.preventDefault();
  mark("over", box);
});
document.addEventListener("dragleave", (event) => {
  const box = event.target.closest?.(BOXES);
  if (!box?.contains(event.relatedTarget)) box?.classList.remove("over");
});
const dropped = () => {
  dragged = "";
  mark("dragged");
  mark("over");
};
document.addEventListener("dragend", dropped);
document.addEventListener("drop", (event) => {
  const number = dragged;
  const box = event.target.closest?.(BOXES);
  if (!number || !box) return;
  event.preventDefault();
  dropped();
  move(number, box);
});

// --- with a finger -------------------------------------------------------------------------------------

let holding = null;

const letGo = () => {
  clearTimeout(holding?.timer);
  holding = null;
  dropped();
};

const overBox = () => {
  const box = under(holding.at);
  mark("over", takes(box, dragged) && box !== holding.box ? box : null);
};

/* The message that stands over the boards hides those behind it: there the window ends for a finger. */
const scrollOn = () => {
  if (!holding || !dragged) return;
  const { clientY } = holding.at;
  const top = Math.max(0, document.getElementById("moving")?.getBoundingClientRect().bottom ?? 0);
  const step = clientY < top + EDGE ? -STEP : clientY > innerHeight - EDGE ? STEP : 0;
  if (step && holding.moved) {
    scrollBy({ top: step, behavior: "instant" });
    overBox();
  }
  requestAnimationFrame(scrollOn);
};

document.addEventListener("pointerdown", (event) => {
  letGo();
  const box = boxAt(event.target);
  // A drag of the browser's own would take the finger away.
  if (box) box.draggable = event.pointerType === "mouse" && Boolean(numberIn(box));
  if (!box || !numberIn(box) || event.pointerType === "mouse") return;
  const { clientX, clientY } = event;
  const hold = () => {
    dragged = numberIn(box);
    pick(dragged);
    mark("dragged", box);
    navigator.vibrate?.(15);
    scrollOn();
  };
  const at = { clientX, clientY };
  holding = { from: at, at, moved: false, box, timer: setTimeout(hold, HOLD) };
});
document.addEventListener("pointermove", (event) => {
  if (!holding) return;
  const { clientX, clientY } = event;
  holding.moved ||= Math.hypot(clientX - holding.from.clientX, clientY - holding.from.clientY) > SLACK;
  holding.at = { clientX, clientY };
  if (dragged) overBox();
  else if (holding.moved) letGo();
});
document.addEventListener("pointerup", (event) => {
  const number = dragged;
  const from = holding?.box;
  // Read before the bar is back.
  const to = number && from ? under(event) : null;
  letGo();
  if (!number || !from) return;
  // Held and not moved: it waits for a tap, as one that was tapped.
  if (to !== from) move(number, to);
  lifted = event.timeStamp;
});
// A drag with a mouse cancels its pointer too.
document.addEventListener("pointercancel", () => holding && letGo());
document.addEventListener("touchmove", (event) => holding && dragged && event.preventDefault(), { passive: false });
document.addEventListener("contextmenu", (event) => holding && event.preventDefault());

// --- by taps -------------------------------------------------------------------------------------------

// The click that follows a finger which was lifted after a drag is none.
const AFTER = 400;
let lifted = -AFTER;

document.addEventListener("click", (event) => {
  if (event.timeStamp - lifted < AFTER) return;
  const box = boxAt(event.target);
  if (!box) return;
  const number = numberIn(box);
  if (picked && number !== picked && takes(box, picked)) move(picked, box);
  else pick(number === picked ? "" : number);
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") pick("");
});

/** Let the players on the page be moved, as each new page is shown; who was picked stays so. */
export const arm = (press) => {
  save = press;
  for (const box of document.querySelectorAll(BOXES)) box.draggable = Boolean(numberIn(box));
  pick(picked);
};
