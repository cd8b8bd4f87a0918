/* The check-in: a name is found while somebody types it, a press is saved at once, and other devices' check-ins arrive
   within seconds. A row goes under its heading at once, and its room stays empty where it was until somebody looks for
   the next name, or scrolls, or presses for others: nothing moves under a thumb, and the second of a double press meets
   no button. */

import { plain } from "../plain.js";
import { poll } from "../poll.js";
import { pieces, request } from "./request.js";

const EVERY = 2000;
const PATIENCE = 5000;
// One poll without an answer is nothing yet.
const AWAY = 2;
const SHORTEST = 2;
// The second press of a key comes within so long.
const SECOND = 1000;
// What is said of each button that was pressed.
const SAID = { here: "here", undo: "undone", paid: "paid" };
const ROWS = ".door > li:not(.room)";
const HERE = "button[name=here]";

const $ = (id) => document.getElementById(id);
const lists = () => $("lists");
const field = $("q");
const fill = (text, name) => text.replace("{name}", name);
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}_]+/gu) || [];
const listOf = (row) => row.parentNode.dataset.list;

function show(id, text) {
  $(id).textContent = text;
  $(id).hidden = !text;
}

const alarm = (text) => show("alarm", text);

/* A scanner types the address of a code: its name is what is looked for. */
function sought() {
  const [, code] = field.value.split("/c/");
  const typed = wordsOf(code === undefined ? field.value : code.slice(code.indexOf("/") + 1).replace(/-/g, " "));
  return typed.join("").length < SHORTEST ? [] : typed;
}

const begins = (typed, words) => typed.every((part) => words.some((word) => word.startsWith(part)));

/* From A to Z; of those who are looked for, whose name is typed before whose school is. */
const inOrder = ({ dataset: one }, { dataset: other }) => one.rank - other.rank || one.at - other.at;

/* Whether it is looked for, and where it stands then. */
function weigh(row, typed) {
  row.hidden = !begins(typed, row.dataset.words.split(" "));
  row.dataset.rank = Number(typed.length > 0 && !begins(typed, wordsOf(row.dataset.name)));
}

function filter() {
  const typed = sought();
  let found = 0;
  for (const row of lists().querySelectorAll(ROWS)) {
    weigh(row, typed);
    found += !row.hidden;
  }
  for (const list of lists().querySelectorAll(".door")) {
    const sorted = [...list.children].sort(inOrder);
    if (sorted.some((row, at) => row !== list.children[at])) list.append(...sorted);
  }
  lists().classList.toggle("sought", typed.length > 0);
  if (!$("nobody")) return;
  $("nobody").hidden = found > 0;
  const of = /^\s*\d+\s*$/.test(field.value) ? "id" : "name";
  for (const said of $("nobody").querySelectorAll("[data-of]")) said.hidden = said.dataset.of !== of;
  for (const link of $("nobody").querySelectorAll("a")) {
    const { value } = field;
    link.search = new URLSearchParams("all" in link.dataset ? { q: value } : { line: value, section: sectionOf() });
  }
}

/* What is typed far down the page shows the first hit below the field, which stays in sight. */
function seek() {
  tidy();
  filter();
  const hidden = field.form.getBoundingClientRect().bottom - lists().getBoundingClientRect().top;
  if (sought().length && hidden > 0) scrollBy({ top: -hidden, behavior: "instant" });
}

const sectionOf = () => new URLSearchParams(location.search).get("section") ?? "";

/* A row into its list, at its place from A to Z, or into the room that it left there. */
function settle(row) {
  const list = lists().querySelector(`[data-list="${row.dataset.in}"]`);
  const room = list.querySelector(`.room[data-of="${row.id}"]`);
  if (room) return room.replaceWith(row);
  weigh(row, sought());
  const next = [...list.children].find((each) => inOrder(row, each) < 0);
  list.insertBefore(row, next ?? null);
}

/* When nobody presses here: no empty room, and each row as high as it needs. */
function tidy() {
  for (const room of lists().querySelectorAll(".room")) room.remove();
  for (const row of lists().querySelectorAll(".door > li[style]")) row.removeAttribute("style");
}

/* The empty place of a row that is under another heading now: whose, and which. */
function roomOf(row, list) {
  const room = document.createElement("li");
  room.className = "room";
  room.ariaHidden = "true";
  Object.assign(room.dataset, { of: row.id, at: row.dataset.at, rank: row.dataset.rank });
  room.style.height = `${row.getBoundingClientRect().height}px`;
  const name = document.createElement("bdi");
  name.textContent = row.querySelector(".name").textContent;
  room.append(name, `→ ${$(`of-${list}`).textContent}`);
  return room;
}

/* What is in sight stays where it is on the screen, whatever comes and goes above it. */
function steady(act) {
  const seen = [...lists().querySelectorAll(".door > li")].map((each) => [each, each.getBoundingClientRect().top]);
  const inSight = seen.filter(([, top]) => top >= 0 && top < innerHeight);
  act();
  for (const [each, top] of inSight) {
    const there = each.isConnected ? each : lists().querySelector(`.room[data-of="${each.id}"]`);
    if (there) return scrollBy({ top: there.getBoundingClientRect().top - top, behavior: "instant" });
  }
}

/* The rooms of who came before this one, as far as this one stays where it is on the screen without them. */
function close(row) {
  const rooms = [...lists().querySelectorAll(".room")];
  const pressed = rooms.find((room) => room.dataset.of === row.id) ?? $(row.id);
  for (const room of rooms.filter((each) => each !== pressed)) {
    const [before, next] = [pressed.getBoundingClientRect().top, room.nextSibling];
    room.remove();
    const moved = pressed.getBoundingClientRect().top - before;
    if (scrollY + moved < 0) next.parentNode.insertBefore(room, next);
    else if (moved) scrollBy({ top: moved, behavior: "instant" });
  }
}

/* Where each row belongs, as the server told. */
function place(holder) {
  for (const list of holder.querySelectorAll(".door")) {
    [...list.children].forEach((row) => { row.dataset.in = list.dataset.list; });
  }
  const rows = [...holder.querySelectorAll(".door > li")];
  rows.sort((one, other) => one.dataset.name.localeCompare(other.dataset.name)).forEach((row, at) => {
    row.dataset.at = at;
  });
}

const partsOf = (holder) => [...holder.querySelectorAll("[data-part], form")].map((each) => each.dataset.part).join();

/* Rows that changed are replaced in their places; nothing moves under a thumb. Where the page has other parts by now,
   as its only section is archived or a second one has players, all of it is new: a refusal may hold no more. */
function merge(answer) {
  place(answer);
  if (partsOf(answer) !== partsOf(lists())) {
    lists().replaceWith(answer);
    alarm("");
    return filter();
  }
  const there = new Map([...answer.querySelectorAll(".door > li")].map((row) => [row.id, row]));
  for (const old of lists().querySelectorAll(ROWS)) {
    const row = there.get(old.id);
    there.delete(old.id);
    if (!row) old.remove();
    else take(old, row);
  }
  for (const row of there.values()) settle(row);
  for (const part of answer.querySelectorAll("[data-part]")) {
    lists().querySelector(`[data-part="${part.dataset.part}"]`)?.replaceWith(part);
  }
  lists().dataset.stamp = answer.dataset.stamp;
  filter();
}

function take(old, row) {
  const stays = row.dataset.in === listOf(old);
  old.dataset.at = row.dataset.at;
  if (stays && old.dataset.state === row.dataset.state) return;
  const hasFocus = old.contains(document.activeElement);
  if (stays) {
    // A button that is gone leaves its room: the rows below stay too.
    row.style.minHeight = `${old.getBoundingClientRect().height}px`;
    old.replaceWith(row);
  } else {
    old.replaceWith(roomOf(old, row.dataset.in));
    settle(row);
  }
  if (hasFocus) goOn(row);
}

/* An Enter presses *Here* and nothing else that nobody went to: where a row has none, the next one is typed. A finger
   has no Enter, and needs no keyboard over half of the screen. */
function goOn(row) {
  const next = row?.querySelector(HERE) ?? (touched ? row?.querySelector("button") : null);
  if (next) next.focus({ preventScroll: true }); else if (!touched) look();
}

/* A person who is signed out, or not on the staff any more, is led where it says so. */
function leave(answer) {
  location.assign(answer.headers.get("HX-Redirect") ?? location.href);
}

/* One press after another: an answer that is overtaken would show what was before. */
let last = Promise.resolve();
let waiting = 0;
// How many presses were answered: a poll that was asked before the last of them tells what was before it.
let answered = 0;

function press(button) {
  const row = button.closest("li");
  // A button that cannot be pressed for a moment loses the focus.
  const hadFocus = row.contains(document.activeElement);
  const body = new URLSearchParams(new FormData(button.form));
  body.delete("csrfmiddlewaretoken");
  body.append(button.name, button.value);
  button.disabled = true;
  waiting += 1;
  last = last.then(() => send(button, row, body, hadFocus)).finally(() => {
    waiting -= 1;
    answered += 1;
  });
}

async function send(button, row, body, hadFocus) {
  const { name } = row.dataset;
  alarm("");
  show("told", "");
  try {
    const answer = await request(button.getAttribute("formaction") ?? button.form.getAttribute("action"), { method: "POST", body });
    if (answer.status === 401) return leave(answer);
    const found = pieces(await answer.text());
    const news = found.find((piece) => piece.id === "lists");
    if (!news) {
      button.disabled = false;
      return alarm(found.map((piece) => piece.textContent).join(" ").replace(/\s+/g, " ").trim());
    }
    const { told = "", leads, words } = news.dataset;
    $("said").textContent = told || fill(lists().dataset[SAID[button.name]] ?? "", name);
    steady(() => {
      // What else a check-in did stands in sight until the next press.
      show("told", told);
      if (leads) $("told").append(" ", Object.assign(document.createElement("a"), { href: leads, textContent: words }));
      merge(news);
    });
    close(row);
    // Where nothing changed, as the server refused it, the row is the one that was pressed.
    button.disabled = false;
    if (hadFocus && document.activeElement === document.body) goOn($(row.id));
  } catch {
    button.disabled = false;
    alarm(fill(lists().dataset.unsent, name));
  }
}

let unanswered = 0;

async function ask() {
  const { live, stamp } = lists().dataset;
  const before = answered;
  let answer;
  try {
    answer = await request(`${live}&${new URLSearchParams({ v: stamp })}`, { patience: PATIENCE });
  } catch (error) {
    if (++unanswered === AWAY) alarm(lists().dataset.away);
    throw error;
  }
  if (unanswered >= AWAY) alarm("");
  unanswered = 0;
  if ([401, 403, 404].includes(answer.status)) leave(answer);
  if (answer.status === 200) {
    const news = pieces(await answer.text()).find((piece) => piece.id === "lists");
    if (news && !waiting && before === answered) steady(() => merge(news));
  }
  return answer.ok;
}

place(lists());
filter();
poll(ask, () => false, { every: EVERY, slowest: EVERY });

field.form.querySelector("button").hidden = true;
field.addEventListener("input", seek);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  seek();
  const button = lists().querySelector(`.door > li:not([hidden]) ${HERE}`);
  if (button) button.focus(); else look();
});

// Whether the last press was a finger's.
let touched = false;
document.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
document.addEventListener("keydown", () => { touched = false; });
document.addEventListener("submit", (event) => {
  if (!event.submitter?.matches(".door button")) return;
  event.preventDefault();
  press(event.submitter);
});

function look() {
  field.focus({ preventScroll: true });
  field.select();
}

/* What is typed anywhere looks for the next one, in place of the last: a scanner knows no focus, and the Enter at its end
   would press the button that has it. A key that is held down, or pressed twice, is one press. */
let lastKey = { row: "", time: -Infinity };
document.addEventListener("keydown", (event) => {
  const { target, key, repeat, timeStamp } = event;
  if (target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key.length === 1 && key !== " ") return look();
  if (!target.matches(".door button") || !["Enter", " "].includes(key)) return;
  const row = target.closest("li").id;
  if (repeat || (row === lastKey.row && timeStamp - lastKey.time < SECOND)) return event.preventDefault();
  lastKey = { row, time: timeStamp };
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) tidy(); });
// Who scrolls on looks for the next one too: no empty room of those who came is passed.
for (const moving of ["wheel", "touchmove"]) {
  document.addEventListener(moving, () => { if (lists().querySelector(".room")) steady(tidy); }, { passive: true });
}
