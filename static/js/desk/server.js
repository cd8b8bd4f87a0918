/* The server: requests to it, and its answers put in the place of what the page shows. */

import { listClashes } from "./boards.js";
import { $, table } from "./page.js";
import { personOf, pieces, request } from "./request.js";

/* Who is signed in, as the page of the round tells it now; null for nobody, "" for somebody who may not see it. */
export async function signedIn() {
  const answer = await request(location.pathname, { anybody: true });
  if ([403, 404].includes(answer.status)) return "";
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("table.boards") && personOf(page);
}

function replace(piece) {
  const old = $(piece.id);
  if (!old) return;
  const focus = old.contains(document.activeElement);
  // A match whose boards are hidden.
  if (piece.matches("tr.teams")) piece.hidden = old.hidden;
  old.replaceWith(piece);
  if (focus) (piece.querySelector("button, a") || piece).focus();
}

/* An answer that set out before another's may come after it. */
function isOlder(piece) {
  const [epoch, version] = (piece.dataset.stamp ?? "").split(".");
  const [here, shown] = ($(piece.id)?.dataset.stamp ?? "").split(".");
  return Boolean(version) && epoch === here && Number(version) < Number(shown);
}

/* Rows of boards go to `takeRow`; every other piece replaces the element of its id. */
export function renew(html, takeRow) {
  const found = pieces(html);
  const outrun = found.some((piece) => piece.id === "counters" && isOlder(piece));
  for (const piece of found) {
    if (outrun && piece.matches("#counters, .tab-state")) continue;
    if (piece.matches("tr.board")) takeRow(piece);
    else if (piece.id) replace(piece);
  }
  if (table) listClashes();
}
