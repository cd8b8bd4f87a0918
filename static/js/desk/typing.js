/* What is typed at the boards as a word: a name or a number, without / or g before it. It enters nothing. Nobody means
   two results within FAST, a letter that no board knows is no result, and nobody types a draw as d and as 5 in one
   breath. What the keys of the word did is taken back; so that mostly nobody else sees it, what a key enters waits for
   HOLD before it is sent. A letter before that, where it was the last key, begins the word too: what it entered is
   undone. Other keys before that are none of the word, and digits before a letter neither. Keys that came before the
   scripts, and those of a name that begins with g, are of a word too. It sounds with its first key, for somebody who
   reads results from slips and does not look. */

import { atHand, isPast } from "./cursor.js";
import { $, fill, tell, texts } from "./page.js";
import { sound } from "./sound.js";

export const HOLD = 350;
const FAST = 50;
// A word goes on until nothing more came for so long.
const PAUSE = 1000;
// A draw that the next key undoes, filters or leaves within HOLD was the first letter of Duncan, Dmitri or Dvorak. Nobody
// has read yet what a filter left, whom the next key is a result of.
const NAME = /d[muv]$|m\d$/i;
// Board 15 of section D, and its like: nobody has two keys for a draw.
const BOARD = /d\d{0,2}5$/i;
// An undo is not sent while letters follow it: Uma and Ugo begin with it.
const UNDO = /u\p{L}*$/iu;
const LETTERS = /\p{L}+$/u;
const MODIFIERS = ["Shift", "AltGraph", "CapsLock", "Dead"];

let text = "";
let isWord = false;
// Whether its keys came one upon the other, as from a hand scanner.
let isScanned = false;
let last = -Infinity;
// The keys that followed one another within HOLD, and the one before them.
let keys = [];
let before = null;
// The key whose acts can be taken back.
let acting = null;
let find = () => {};
let isBoard = () => true;

/* Whether this key is part of a word; `known` says whether it does something where it was pressed. */
export function isTyped(event, known) {
  acting = null;
  if (event.key.length > 1) return ofWord(event);
  if (event.repeat || !event.isTrusted) return isWord && event.isTrusted;
  const since = event.timeStamp - last;
  last = event.timeStamp;
  if (since > PAUSE) apart();
  else if (since > HOLD && !isWord) [before, keys] = [keys.at(-1), []];
  if (isWord) {
    text += event.key;
    say();
    return true;
  }
  if (!keys.length && event.key === " ") return false;
  acting = { key: event.key, time: event.timeStamp, acts: [] };
  keys.push(acting);
  refuse(wordOf(since, known));
  return isWord;
}

/* The keys that the last one makes a word, if it does. */
function wordOf(since, known) {
  const board = spelled(keys).search(BOARD);
  if (board >= 0) return keys.slice(board);
  const late = keys.length === 1 && before?.acts.some((act) => act.late) && /\p{L}/u.test(before.key);
  if (!known && late) return [before, ...keys];
  const recent = keys.filter(({ time }) => last - time <= HOLD);
  const isFast = recent.length > 1 && since < FAST;
  if (!known && UNDO.test(spelled(keys))) return keys.slice(spelled(keys).search(UNDO));
  isScanned = isFast && known;
  if (isFast || NAME.test(spelled(recent))) return recent;
  if (known) return [];
  // A letter is none of a number: a result before it was meant, and the letter alone was not.
  const letters = spelled(recent).search(LETTERS);
  return letters >= 0 ? recent.slice(letters) : recent;
}

const spelled = (some) => some.map(({ key }) => key).join("");

/* Whether this letter or digit came so soon after the last key at the boards that it goes with it. */
export function isSoon(event) {
  return event.key.length === 1 && event.isTrusted && event.timeStamp - last < HOLD;
}

/* What is typed in a field is no part of it. */
export function apart() {
  text = "";
  isWord = false;
  isScanned = false;
  keys = [];
  before = null;
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

/* What this key did can be taken back while it may be of a word; `late`, when it was sent too. With it, what was said
   of an earlier word is old. */
export function did(back, { late = false } = {}) {
  if (!acting) return;
  $("typed").hidden = true;
  acting.acts.push({ back, late });
}

function refuse(word) {
  if (!word.length) return;
  const spelling = spelled(word);
  for (const { acts } of word.reverse()) for (const { back } of acts.reverse()) back();
  begin(spelling);
}

/* What is typed within PAUSE of this time goes on with this. */
export function begin(spelling, time = last) {
  last = time;
  isWord = true;
  text = spelling;
  say();
  sound();
}

function say() {
  $("typed").hidden = text.trim().length < 2;
  const [said, further, sought] = $("typed").querySelectorAll("b, b + span, [data-find]");
  const isCode = isScanned && /^\d+$/.test(text);
  said.textContent = fill(isCode ? texts.scanned : texts.typed, { text });
  // Digits may be results that were typed on.
  const isOn = !isCode && /\d/.test(text) && !isPast();
  further.textContent = isOn ? fill(texts.unused, { count: text.length, board: atHand()?.dataset.label }) : "";
  const number = numberIn(text.trim());
  sought.textContent = number ? fill(texts.lookBoard, { number }) : fill(texts.look, { text });
  sought.hidden = Boolean(number) && !isBoard(number);
}

/* Of 15, and of D15. */
export const numberIn = (sought) => /^\p{L}?(\d+)$/u.exec(sought)?.[1];

function dismiss() {
  apart();
  $("typed").hidden = true;
}

function seek() {
  const sought = text.trim();
  dismiss();
  find(sought);
}

/* `finding` leads to a board by its number or to a name, and `known` tells whether there is such a board. */
export function listen(finding, known) {
  find = finding;
  isBoard = known;
  $("typed").addEventListener("click", (event) => {
    if (event.target.closest("[data-find]")) seek();
    else if (event.target.closest("button")) dismiss();
  });
}

/* Keys that came before this script could take them: said, and not entered. Who types on has not read it yet. */
export function sayEarly(keys) {
  if (!keys.length) return;
  tell("alarm", fill(texts.early, { keys: keys.join(" ") }));
  begin(keys.filter((key) => key.length === 1).join(""), performance.now());
}
