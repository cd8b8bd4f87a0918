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

/* Returns the rows whose height may be another one now. */
export function arrange(region, { attributes, order, ranks, sentences }) {
  const renewed = [];
  for (const [name, value] of Object.entries(attributes)) region.setAttribute(name, value);
  for (const sent of [...document.getElementById("changes").content.children]) {
    const part = sent.matches("template") ? sent.content.firstElementChild : sent;
    const before = document.getElementById(part.id);
    look([before]);
    if (renew(before, part)) renewed.push(part.id);
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
    renewed.push(id);
  }
  return renewed.map((id) => document.getElementById(id)).filter((row) => row.matches(".entry"));
}

// Figures stand in one line, whatever they are.
const FIGURES = ".cells *, .values *";

/* Only what reads otherwise is put in place: what stays as it is costs no new layout, and keeps focus and what is
   open. What a tap opened is asked for anew by itself. Returns whether the height may be another one. */
function renew(before, later) {
  if (before.isEqualNode(later) || before.matches(".more")) return false;
  const [had, has] = [[...before.children], [...later.children]];
  const alike = had.length > 0 && had.length === has.length && textIn(before) === textIn(later)
    && had.every((child, n) => child.tagName === has[n].tagName && child.id === has[n].id);
  if (!alike) {
    takeOver(before, later);
    const isFigure = before.matches(FIGURES);
    before.replaceWith(later);
    return !isFigure;
  }
  const own = before.matches("details") ? ["open"] : [];
  for (const { name } of [...before.attributes]) {
    if (!later.hasAttribute(name) && !own.includes(name)) before.removeAttribute(name);
  }
  for (const { name, value } of later.attributes) {
    if (before.getAttribute(name) !== value) before.setAttribute(name, value);
  }
  return had.map((child, n) => renew(child, has[n])).some(Boolean);
}

/* The text of an element itself, without that of its children. */
const textIn = (element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");

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
  const [rank, moved = ""] = text.split(" ");
  row.dataset.rank = rank;
  const shown = row.querySelector(".rank");
  let small = shown.querySelector("small");
  shown.firstChild.data = rank;
  if (!moved) return small?.remove();
  if (!small) {
    small = document.createElement("small");
    small.setAttribute("aria-hidden", "true");
    shown.append(small);
  }
  small.className = moved.startsWith("▲") ? "up" : "";
  small.textContent = moved;
}
