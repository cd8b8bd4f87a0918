/* A round at the desk: results by key. This script puts the parts together; each part says what it does. The poll
   brings the top of the standings, and what others entered. */

import * as boards from "./boards.js";
import * as clashes from "./clashes.js";
import { follow } from "./current.js";
import * as cursor from "./cursor.js";
import * as find from "./find.js";
import * as floor from "./floor.js";
import * as keys from "./keys.js";
import { $, table } from "./page.js";
import { arrive } from "./passes.js";
import * as queue from "./queue.js";
import * as sheet from "./sheet.js";
import * as sound from "./sound.js";
import "./typed.js";
import * as typing from "./typing.js";

function address() {
  const { address, stamp } = $("standings").dataset;
  const { round } = $("counters").dataset;
  return `${address}?${new URLSearchParams({ v: stamp, round, verified: $("verified").dataset.verified })}`;
}

/* Shows another person's entry, but keeps the revision that was seen before it: a director who types over it in the
   same moment gets a conflict. */
function fromOthers(row) {
  const old = $(row.id);
  // An entry's own answer may have come before this one.
  if (!old || Number(row.dataset.revision) <= Number(old.dataset.revision)) return;
  if (queue.waitsIn(old.id) || old.matches(".clash, .asking, .proposing") || old.querySelector("details[open]")) return;
  const seen = old.querySelector("[name=revision]").value;
  cursor.swapRow(old, row);
  row.querySelector("[name=revision]").value = seen;
}

const soon = follow(address, fromOthers);

if (table) {
  table.setAttribute("role", "grid");
  document.querySelector(".tools").hidden = false;
  document.querySelector(".keys").hidden = false;
  boards.listen();
  keys.listen();
  sheet.listen(soon);
  sound.listen();
  find.listen();
  typing.listen(find.seek, find.isBoard);
  const linked = find.linked(location);
  queue.restore();
  cursor.begin(linked);
  floor.listen(linked);
  boards.listClashes();
  arrive();
  queue.begin(soon, clashes.clashed, clashes.answered);
  clashes.askAgain();
}
