/* Two scorers entered different results on one board. That is a question until it is answered, also after a reload: what
   was typed here, and over which revision of the board. It is sent again as it was, so that the server asks again, or
   sees that it is settled. */

import { mark } from "./boards.js";
import { $, fill, tell, texts } from "./page.js";
import { add } from "./queue.js";
import { person } from "./request.js";

const KEPT = `clashes ${location.pathname}`;
const open = new Map();

const keep = () => sessionStorage.setItem(KEPT, JSON.stringify({ person, clashes: [...open] }));

export function clashed({ row, label, revision, result }) {
  tell("alarm", fill(texts.clash, { board: label }));
  open.set(row, [revision, result]);
  keep();
}

export function answered({ row }) {
  if (open.delete(row)) keep();
}

/* Nothing is asked about a board that is gone, or that a restored backup has as it was before. */
export function askAgain() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
  if (kept?.person !== person) return;
  for (const [id, [revision, result]] of kept.clashes) {
    const row = $(id);
    if (!row || Number(row.dataset.revision) <= Number(revision)) continue;
    const address = row.querySelector("form").getAttribute("action");
    open.set(id, [revision, result]);
    mark(row, result, "queued", texts.sending);
    add({ row: id, label: row.dataset.label, address, result, revision });
  }
  keep();
}
