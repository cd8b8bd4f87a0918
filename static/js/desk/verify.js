/* The second pass: Black's result of each board, typed again. A key that agrees marks its board and goes on. A key
   that differs stops: the row turns red, it sounds, what was typed after it is dropped, and the row asks which is
   right. Only its buttons answer, and none has the focus: nobody answers who types on without looking, or goes on with
   Enter.

   The row knows what stands, and so it stops with the key; the server, which compares again, says it too. */

import * as boards from "./boards.js";
import { follow } from "./current.js";
import * as cursor from "./cursor.js";
import * as find from "./find.js";
import { $, fill, results, table, tell, texts } from "./page.js";
import { arrive, holds } from "./passes.js";
import * as queue from "./queue.js";
import * as sound from "./sound.js";
import * as typing from "./typing.js";
import { choiceOf, inMenu, keyOf, listen as listenToMoves, walk, walks } from "./walk.js";

const READ = { 1: "LW", 0: "WL", 5: "DD", "=": "DD", d: "DD", ".": "DD", ",": "DD" };

// How many keys were dropped since the last difference.
let dropped = 0;

const ASKS = ".clash, .differing";

/* A difference is a question until it is answered: what was read of a row, and of which of its revisions. The server
   keeps what reached it; a reading that a reload outran is read again. */
const KEPT = `verify ${location.pathname}`;
const unanswered = new Map(JSON.parse(sessionStorage.getItem(KEPT) || "[]"));

function note(row, result) {
  if (result) unanswered.set(row.id, [row.dataset.revision, result]);
  else unanswered.delete(row.id);
  sessionStorage.setItem(KEPT, JSON.stringify([...unanswered]));
}

function askAgain() {
  for (const [id, [revision, result]] of [...unanswered]) {
    const row = $(id);
    if (row?.dataset.asks === result) drop(row, 0);
    else if (row && row.dataset.revision === revision && boards.isMissing(row)) read(row, result);
    else { unanswered.delete(id); sessionStorage.setItem(KEPT, JSON.stringify([...unanswered])); }
  }
}

function press(event) {
  if (table.inert || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest("input, textarea, select")) return typing.apart();
  if (!cursor.isAtBoards(event.target)) return;
  const menu = event.target.closest("details[open]");
  const row = event.target.closest("tr.board") || cursor.atHand();
  const key = keyOf(event);
  const known = menu ? choiceOf(menu, key) : key in READ || walks(key);
  if (typing.isTyped(event, Boolean(known))) return event.preventDefault();
  if (holds(event)) return event.preventDefault();
  if (menu) return inMenu(event, menu, atKey);
  if (key in READ) event.preventDefault();
  if (key === "Enter" && row.matches(ASKS) && !event.target.closest("button, summary, a")) drop(row, 1);
  else if (key in READ && !event.repeat) atKey(READ[key], row);
  else if (walk(event, row)) event.preventDefault();
}

function atKey(result, row) {
  if (row.matches(ASKS)) return drop(row, 1);
  if (cursor.isPast()) return tell("alarm", texts.noneMissing);
  read(row, result, { typed: true });
}

function read(row, result, { typed = false } = {}) {
  boards.closeMenu(row);
  cursor.moveTo(row);
  if (texts.closed) return tell("alarm", texts.closed);
  const { label, stands } = row.dataset;
  const form = row.querySelector("form");
  if (!form) return tell("alarm", fill(texts.noResult, { board: label }));
  if ("ruled" in row.dataset && stands !== result) return tell("alarm", fill(texts.ruled, { board: label }));
  const agrees = stands === result;
  // A forfeit, which is skipped, is verified where somebody chooses it.
  if (agrees && !boards.isMissing(row) && !row.matches(".forfeit")) return cursor.moveOn();
  boards.mark(row, result, agrees ? "queued" : "differing", texts.sending);
  calm();
  if (agrees) { tell("announcement", fill(texts.entered, { board: label, result: results[result] })); cursor.moveOn(); }
  else stop(row);
  note(row, agrees ? "" : result);
  const job = { row: row.id, label, address: form.getAttribute("action"), result, stopped: !agrees };
  if (!typed) return queue.add(job);
  queue.add(job, { wait: typing.HOLD });
  typing.did(() => {
    if (!queue.drop(job)) return;
    note(row, "");
    boards.unmark($(row.id));
    cursor.moveTo($(row.id));
  });
}

/* The alarm stays while a board differs. */
function calm() {
  if (!table.querySelector("tr.clash, tr.differing, tr.failed")) tell("alarm", "");
}

function stop(row) {
  dropped = 0;
  sound.sound();
  drop(row, 0);
}

function drop(row, count) {
  dropped += count;
  const text = [texts.differs, texts.droppedOne][dropped] || texts.dropped;
  tell("alarm", fill(text, { board: row.dataset.label, count: dropped }));
  cursor.moveTo(row);
}

/* The server compared too. If its answer is news, keys went to other boards meanwhile. */
function differs(job) {
  const late = queue.clear();
  const row = $(job.row);
  if (!job.stopped) { dropped = 0; sound.sound(); }
  if (!row) return;
  note(row, job.result);
  drop(row, late);
}

/* A correction leaves the page: first everything read before it is saved. */
function submit(event) {
  const { submitter } = event;
  if (submitter?.name !== "result") return;
  if (submitter.hasAttribute("formaction")) {
    if (!queue.isWaiting()) return;
    event.preventDefault();
    queue.idle().then(() => event.target.requestSubmit(submitter));
    return;
  }
  event.preventDefault();
  const row = event.target.closest("tr");
  if (!row.matches(".clash")) return read(row, submitter.value);
  // What stands is right.
  note(row, "");
  boards.mark(row, submitter.value, "queued", texts.sending);
  calm();
  queue.add({ row: row.id, label: row.dataset.label, address: event.target.getAttribute("action"), result: submitter.value });
  cursor.moveOn();
}

function address() {
  const { address, stamp, verified, seen } = $("news").dataset;
  return `${address}?${new URLSearchParams({ v: stamp, verified, seen })}`;
}

/* Where a board asks, what another corrects it to is compared with what was read, as if it were read now. */
function fromOthers(row) {
  const old = $(row.id);
  const same = ["revision", "result", "stands", "asks"].every((name) => old?.dataset[name] === row.dataset[name]);
  if (!old || same || Number(row.dataset.revision) < Number(old.dataset.revision)) return;
  if (queue.waitsIn(old.id) || old.querySelector("details[open]")) return;
  const [, result] = unanswered.get(row.id) ?? [];
  const asks = old.matches(ASKS) && cursor.isAt(old) && old.dataset.revision !== row.dataset.revision;
  cursor.swapRow(old, row);
  note(row, "");
  calm();
  if (asks && result) read(row, result);
}

const soon = follow(address, fromOthers);

if (table) {
  table.setAttribute("role", "grid");
  document.querySelector(".tools").hidden = false;
  document.querySelector(".keys").hidden = false;
  boards.listen();
  document.addEventListener("keydown", press);
  table.addEventListener("submit", submit);
  listenToMoves();
  sound.listen();
  find.listen();
  typing.listen(find.seek, find.isBoard);
  queue.restore();
  cursor.begin(find.linked(location));
  boards.listClashes();
  queue.begin(soon, differs);
  askAgain();
  arrive((key) => key in READ);
}
