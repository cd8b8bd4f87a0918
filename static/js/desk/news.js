/* News from elsewhere: the poll brings the top of the standings, and what others entered. */

import { poll } from "../poll.js";
import { swapRow } from "./cursor.js";
import { $ } from "./page.js";
import { waitsIn } from "./queue.js";
import { renew, request } from "./server.js";

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
  if (waitsIn(old.id) || old.matches(".clash, .asking") || old.querySelector("details[open]")) return;
  const seen = old.querySelector("[name=revision]").value;
  swapRow(old, row);
  row.querySelector("[name=revision]").value = seen;
}

export const follow = () => poll(ask);
