/* Going to a board by its number, finding a player, and showing missing results only. */

import { boardOf, boards, isMissing, shownBoards } from "./boards.js";
import { atHand, moveTo } from "./cursor.js";
import { $, fill, table, tell, texts } from "./page.js";
import { begin, isSoon, numberIn } from "./typing.js";
import { plain } from "../plain.js";

/* The board that a link names, as in #game-12; of a match, the board to enter next. */
export const linked = ({ hash }) => hash && boardOf(table.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`));

function show(row) {
  row.hidden = false;
  moveTo(row);
}

/* The boards of this number: both games of a double round, all boards of a match. */
export const ofNumber = (number) => boards().filter((row) => parseInt(row.dataset.label, 10) === Number(number));

const labeled = (label) => boards().find((each) => each.dataset.label === label) || ofNumber(label)[0];
export const isBoard = (label) => Boolean(labeled(label));

function goTo(label) {
  const row = labeled(label);
  if (row) show(row); else tell("alarm", texts.noBoard);
  return Boolean(row);
}

// The only number whose boards are shown; null for no such choice.
let only = null;

export function showOnly(number) {
  only = number;
  filter();
}

/* Whether boards that have a result are hidden. One that gets its result later stays where it is. */
export function showMissing(isOn) {
  $("missing").checked = isOn;
  filter();
}

function filter() {
  if (only !== null) {
    const theirs = only ? ofNumber(only) : [];
    $("none-found").textContent = "";
    $("none-missing").hidden = true;
    return hide((row) => !theirs.includes(row));
  }
  const sought = plain($("find").value.trim()).split(/\s+/);
  const missing = $("missing").checked;
  hide((row) => {
    const words = plain(row.dataset.players);
    const open = isMissing(row) || row.matches(".queued, .clash, .failed, .asking");
    return !sought.every((part) => words.includes(part)) || (missing && !open);
  });
  const none = sought.join("") && !shownBoards().length;
  $("none-found").textContent = none ? fill(texts.noneFound, { text: $("find").value.trim() }) : "";
  $("none-missing").hidden = !missing || Boolean(sought.join("")) || shownBoards().length > 0;
}

/* A match without a board that is shown is hidden too. */
function hide(isHidden) {
  for (const row of boards()) row.hidden = isHidden(row);
  for (const teams of table.querySelectorAll("tr.teams")) {
    teams.hidden = !teams.parentNode.querySelector("tr.board:not([hidden])");
  }
}

/* What was typed at the boards: a board's number, or a name. Where no board has it, keys go to the boards as before. */
export function seek(text) {
  const number = numberIn(text);
  if (number) return goTo(number);
  const name = text.replace(/\d+/g, " ").trim().replace(/\s+/g, " ");
  $("find").value = name;
  filter();
  if (shownBoards().length) return $("find").select();
  tell("alarm", fill(texts.nobody, { text: name }));
  leave();
}

function leave(found = null) {
  $("find").value = "";
  filter();
  moveTo(found || atHand());
}

export function listen() {
  $("go").addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      // What is no board's number is typed over: it does not stay before the next one.
      if (goTo(event.target.value.trim().toLowerCase())) event.target.value = ""; else event.target.select();
    }
    if (event.key === "Escape") {
      event.target.value = "";
      moveTo(atHand());
    }
    // With a number in the field, the key that leads there begins anew, as it does at the boards.
    if (event.key === "g" && event.target.value) {
      event.preventDefault();
      return event.target.select();
    }
    // A number begins with a digit: g was the first letter of Gideon.
    if (isSoon(event) && /\p{L}/u.test(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      moveTo(atHand());
      begin(`g${event.key}`, event.timeStamp);
    }
  });

  $("find").addEventListener("input", filter);
  $("find").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    leave(event.key === "Enter" && event.target.value.trim() ? shownBoards()[0] : null);
  });

  $("missing").addEventListener("change", () => {
    filter();
    const row = atHand();
    const next = row && !row.hidden ? row : shownBoards()[0];
    if (next) moveTo(next); else tell("announcement", texts.noneMissing);
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#game-']");
    const row = link && linked(link);
    if (row) { event.preventDefault(); show(row); }
  });
}
