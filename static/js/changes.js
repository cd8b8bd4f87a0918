/* Puts what changed where it belongs: parts that htmx swapped into the template "changes", rows into their new order,
   ranks and the sentences between rows. */

import { look } from "./fresh.js";
import { takeOver } from "./kept.js";

const swapped = document.createElement("template");
swapped.id = "changes";
document.head.append(swapped);

/* What an answer tells of changed rows; null if it is the whole region. */
export function told(xhr) {
  if (!xhr.getResponseHeader("HX-Reswap")) return null;
  return JSON.parse(/^<script[^>]*>(.*?)<\/script>/s.exec(xhr.response)[1]);
}

export function arrange(region, { attributes, order, ranks, sentences }) {
  for (const [name, value] of Object.entries(attributes)) region.setAttribute(name, value);
  for (const sent of [...document.getElementById("changes").content.children]) {
    const part = sent.matches("template") ? sent.content.firstElementChild : sent;
    const before = document.getElementById(part.id);
    look([before]);
    takeOver(before, part);
    before.replaceWith(part);
  }
  // A row may change its list, so all are found before one is taken out.
  const lists = Object.entries(order).map(([head, rows]) => [
    document.getElementById(head).parentElement.querySelector("ol"),
    rows.map((id) => document.getElementById(id)),
  ]);
  for (const [list, rows] of lists) put(list, rows);
  for (const [id, rank] of Object.entries(ranks)) showRank(document.getElementById(id), rank);
  for (const [id, sentence] of Object.entries(sentences)) {
    const row = document.getElementById(id);
    row.querySelector(":scope > .why")?.remove();
    row.insertAdjacentHTML("afterbegin", sentence);
  }
}

/* Few rows move: those that stay in order are left alone, and with them focus and what is being read. */
function put(list, rows) {
  const wanted = new Set(rows);
  for (const row of [...list.children]) if (!wanted.has(row)) row.remove();
  let next = list.firstElementChild;
  for (const row of rows) {
    // One that left its place for further down is set aside, so that those behind it need not move.
    if (next && next !== row && next.nextElementSibling === row) {
      const aside = next;
      next = row;
      aside.remove();
    }
    if (next === row) next = row.nextElementSibling;
    else list.insertBefore(row, next);
  }
}

/* `7= ▲1` */
function showRank(row, text) {
  const [rank, moved] = text.split(" ");
  row.dataset.rank = rank;
  const shown = row.querySelector(".rank");
  shown.textContent = rank;
  if (!moved) return;
  const small = document.createElement("small");
  small.textContent = moved;
  if (moved.startsWith("▲")) small.className = "up";
  small.setAttribute("aria-hidden", "true");
  shown.append(small);
}
