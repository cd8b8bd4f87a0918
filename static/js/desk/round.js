/* A round at the desk: results by key. This script puts the parts together; each part says what it does. The poll
   brings the top of the standings, and what others entered. */

import { poll } from "../poll.js";
import * as boards from "./boards.js";
import * as cursor from "./cursor.js";
import * as find from "./find.js";
import * as keys from "./keys.js";
import { $, table } from "./page.js";
import * as queue from "./queue.js";
import { renew, request } from "./server.js";
import * as sheet from "./sheet.js";
import * as typing from "./typing.js";

async function ask() {
  const { address, stamp } = $("standings").dataset;
  const { round } = $("counters").dataset;
  const answer = await request(`${address}?${new URLSearchParams({ v: stamp, round })}`);
  if (answer.status === 200) renew(await answer.text(), fromOthers);
  return answer.ok;
}

/* Shows another person's entry, but keeps the revision that was seen before it: a director who types over it in the
   same moment gets a conflict. */
function fromOthers(row) {
  const old = $(row.id);
  if (!old || old.dataset.revision === row.dataset.revision) return;
  if (queue.waitsIn(old.id) || old.matches(".clash, .asking, .proposing") || old.querySelector("details[open]")) return;
  const seen = old.querySelector("[name=revision]").value;
  cursor.swapRow(old, row);
  row.querySelector("[name=revision]").value = seen;
}

const askAgainIn = poll(ask);

if (table) {
  table.setAttribute("role", "grid");
  document.querySelector(".tools").hidden = false;
  document.querySelector(".keys").hidden = false;
  boards.listen();
  keys.listen();
  sheet.listen();
  find.listen();
  typing.listen(find.seek);
  cursor.begin(find.linked(location));
  boards.listClashes();
  document.removeEventListener("keydown", window.noteEarly);
  typing.sayEarly(window.early);
  queue.begin(() => askAgainIn(1000));
}
