/* What is typed at the boards as a word: a name or a number, without / or g before it. It enters nothing. Nobody means
   two results within FAST, and a letter that no board knows is no result. What the keys just before it did is taken
   back; so that it can be, what a key enters waits for HOLD before it is sent. A key before that is none of the word. */

import { $, fill, tell, texts } from "./page.js";

export const HOLD = 350;
const FAST = 50;
// A word goes on until nothing more came for so long.
const PAUSE = 1000;
// A draw that the next key undoes, filters or leaves within HOLD was the first letter of Duncan, Dmitri or Dvorak.
const NAME = /d[muv]$/i;
const MODIFIERS = ["Shift", "AltGraph", "CapsLock", "Dead"];

let text = "";
let times = [];
let isWord = false;
let last = -Infinity;
let acts = [];
let find = () => {};

/* Whether this key is part of a word; `known` says whether it does something where it was pressed. */
export function isTyped(event, known) {
  if (event.key.length > 1) return ofWord(event);
  if (event.repeat || !event.isTrusted) return isWord && event.isTrusted;
  const since = event.timeStamp - last;
  last = event.timeStamp;
  if (since > PAUSE) apart();
  if (!isWord) leaveOut(event.timeStamp - HOLD);
  if (!text && event.key === " ") return false;
  text += event.key;
  times.push(event.timeStamp);
  isWord = isWord || (text.length > 1 && since < FAST) || NAME.test(text) || !known;
  if (isWord) refuse();
  return isWord;
}

/* What was entered so long ago is on its way, and is not said to be of a word that entered nothing. */
function leaveOut(before) {
  times = times.filter((time) => time >= before);
  text = text.slice(text.length - times.length);
}

/* Whether this letter or digit came so soon after the last key at the boards that it goes with it. */
export function isSoon(event) {
  return event.key.length === 1 && event.isTrusted && event.timeStamp - last < HOLD;
}

/* What is typed in a field is no part of it. */
export function apart() {
  text = "";
  isWord = false;
}

function ofWord(event) {
  // No word has begun: keys before and after an arrow or Escape are not one.
  if (!isWord && !MODIFIERS.includes(event.key)) apart();
  if (!isWord || event.timeStamp - last > PAUSE) return false;
  if (event.key === "Enter") seek();
  else if (event.key === "Backspace") { text = text.slice(0, -1); say(); }
  else if (event.key === "Escape") dismiss();
  else return false;
  return true;
}

/* What a key did can be taken back for a moment. */
export function did(back) {
  const act = { back };
  acts.push(act);
  setTimeout(() => { acts = acts.filter((other) => other !== act); }, HOLD);
}

function refuse() {
  for (const { back } of acts.reverse()) back();
  acts = [];
  say();
}

function say() {
  $("typed").hidden = text.trim().length < 2;
  const [said, sought] = $("typed").querySelectorAll("b, [data-find]");
  said.textContent = fill(texts.typed, { text });
  sought.textContent = fill(texts.look, { text });
}

function dismiss() {
  apart();
  $("typed").hidden = true;
}

function seek() {
  const sought = text.trim();
  dismiss();
  find(sought);
}

export function listen(finding) {
  find = finding;
  $("typed").addEventListener("click", (event) => {
    if (event.target.closest("[data-find]")) seek();
    else if (event.target.closest("button")) dismiss();
  });
}

/* Keys that came before this script could take them: said, and not entered. */
export function sayEarly(keys) {
  if (keys.length) tell("alarm", fill(texts.early, { keys: keys.join(" ") }));
}
