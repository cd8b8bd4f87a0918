/* A round in one hand. On a phone a dock at the foot of the window has what a thumb needs: a keypad that leads to a
   board by its number, the boards without a result, and what was just entered, with its undoing. A board that somebody
   looks for, or whose slip was scanned, is shown alone, right above the dock. The page begins with the open boards.

   Entering is that of the whole desk: the dock only shows boards. */

import { boards, isMissing } from "./boards.js";
import { moveTo } from "./cursor.js";
import { ofNumber, showMissing, showOnly } from "./find.js";
import { takeBack } from "./keys.js";
import { $, fill, table, texts } from "./page.js";

const LONGEST = 3;

const narrow = matchMedia("(max-width: 48rem)");
const dock = $("dock");
const part = (name) => dock?.querySelector(`[data-part=${name}]`);

let number = "";
// After a tap on its board the next digit begins another number.
let isDone = false;
let entered = null;

const numberOf = (row) => String(parseInt(row.dataset.label, 10));

function alone(isAlone) {
  document.body.classList.toggle("alone", isAlone);
  part("all").hidden = !isAlone;
  part("missing").hidden = isAlone;
}

/* The boards of this number and no others; of none, before its first digit is pressed. */
function show(sought) {
  number = sought;
  isDone = false;
  showOnly(number);
  part("number").textContent = number || "–";
  listOpen();
  tellNumber();
  if (!table.querySelector("tr.clash")) say("alarm", "");
  const [row] = number ? ofNumber(number) : [];
  if (row) moveTo(row, { focus: false });
}

function tellNumber() {
  const found = number ? ofNumber(number) : [];
  say("said", found.length ? fill(found.some(isMissing) ? texts.isOpen : texts.hasResult, { board: number })
    : number ? texts.noBoard : texts.askNumber);
}

/* The same again would be read out again. */
function say(name, text) {
  const place = part(name) || $(name);
  if (place.textContent !== text) place.textContent = text;
}

function openPad() {
  part("pad").hidden = false;
  part("ways").hidden = true;
  alone(true);
  show("");
  part("digits").querySelector("button").focus();
}

function close() {
  part("pad").hidden = true;
  part("ways").hidden = false;
  alone(false);
  showOnly(null);
}

function onlyMissing(isOn) {
  showMissing(isOn);
  tellMissing();
}

const tellMissing = () => { part("missing").ariaPressed = String($("missing").checked); };

/* To all boards, as the button says. */
function leave() {
  close();
  onlyMissing(false);
  part("open").focus();
}

function press(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const { part: name } = button.dataset;
  if (name === "open") openPad();
  else if (name === "all" || name === "close") leave();
  else if (name === "missing") $("missing").click();
  else if (name === "undo") { button.hidden = true; entered = null; tell(); takeBack(); }
  else if (name === "delete") show(number.slice(0, -1));
  else if (button.value) show(button.closest("[data-part=boards]") ? button.value : after(button.value));
}

function after(digit) {
  return (isDone ? "" : number).concat(digit).replace(/^0+/, "").slice(0, LONGEST);
}

/* What was entered can be undone beside it, until something else happens. */
function tapped(event) {
  const row = event.target.closest("tr.board");
  if (!row || (event.type === "click" && !event.target.closest(".proposal"))) return;
  entered = row.matches(".queued") ? row.id : null;
  part("undo").hidden = !entered;
  isDone = true;
  tell();
}

/* The same as at its board. */
const waits = (row) => (row.querySelector(".state").textContent === texts.waiting ? texts.waiting : texts.sending);

/* Whether what was entered is saved. */
function tell() {
  const row = entered && $(entered);
  const state = !row || row.matches(".failed, .clash") ? "" : row.matches(".queued") ? waits(row) : texts.saved;
  say("sent", state);
  if (entered && !state) part("undo").hidden = true;
}

const openNumbers = () => [...new Set(boards().filter(isMissing).map(numberOf))];

/* The numbers of the boards without a result, each a button. They stay in their places until the next number: a row of
   them that moved, or went away with the last result, would put another board under the thumb. */
function listOpen() {
  const open = openNumbers();
  const old = new Map([...part("boards").children].map((button) => [button.value, button]));
  const buttons = open.map((value) => old.get(value) || numberButton(value));
  part("boards").replaceChildren(...buttons);
  follow();
}

/* A board that has its result meanwhile cannot be pressed; one whose result was cleared comes last. */
function follow() {
  const open = openNumbers();
  const listed = [...part("boards").children];
  for (const button of listed) if (button.disabled === open.includes(button.value)) button.disabled = !button.disabled;
  const more = open.filter((value) => !listed.some((button) => button.value === value));
  part("boards").append(...more.map(numberButton));
}

function numberButton(value) {
  const button = document.createElement("button");
  button.type = "button";
  button.value = value;
  button.textContent = value;
  button.ariaLabel = fill(texts.goTo, { board: value });
  return button;
}

export function listen(linked) {
  dock.hidden = false;
  dock.addEventListener("click", press);
  table.addEventListener("submit", tapped);
  table.addEventListener("click", tapped);
  $("missing").addEventListener("change", tellMissing);
  dock.addEventListener("keydown", (event) => { if (event.key === "Escape") leave(); });
  const look = () => { tell(); tellNumber(); if (!part("pad").hidden) follow(); };
  new MutationObserver(look).observe(table, { subtree: true, childList: true, attributeFilter: ["class"] });
  narrow.addEventListener("change", () => { if (!narrow.matches) close(); });
  if (narrow.matches && !linked && openNumbers().length) onlyMissing(true);
  const scanned = new URLSearchParams(location.search).has("slip");
  if (!linked || !scanned || !narrow.matches) return;
  alone(true);
  show(numberOf(linked));
}
