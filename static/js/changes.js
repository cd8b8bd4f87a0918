/* Puts what changed where it belongs: parts and pieces of rows that htmx swapped into the template "changes", rows into
   their new order, and ranks. */

import { look } from "./fresh.js";
import { standsInLine, takeOver } from "./kept.js";

const swapped = document.createElement("template");
swapped.id = "changes";
document.head.append(swapped);

/* What an answer tells of changed rows; null if it is the whole region. */
export function told(html, headers) {
  if (!headers.has("HX-Reswap")) return null;
  return JSON.parse(/^<script[^>]*>(.*?)<\/script>/s.exec(html)[1]);
}

/* Returns the rows and groups whose height may be another one now. */
export function arrange(region, { attributes, moves, ranks }) {
  const renewed = [];
  for (const [name, value] of Object.entries(attributes)) region.setAttribute(name, value);
  for (const sent of [...document.getElementById("changes").content.children]) {
    const part = sent.matches("template") ? sent.content.firstElementChild : sent;
    const before = document.getElementById(part.id);
    look([before]);
    const isPart = "part" in part.dataset;
    if (isPart ? renew(before, part) : putPieces(before, part)) renewed.push(part.id);
  }
  const groups = new Set();
  for (const [id, above] of Object.entries(moves)) {
    const row = document.getElementById(id);
    groups.add(row.closest(".group"));
    move(row, document.getElementById(above));
    groups.add(row.closest(".group"));
  }
  groups.delete(null);
  for (const [id, rank] of Object.entries(ranks)) showRank(document.getElementById(id), rank, region.dataset);
  const rows = renewed.map((id) => document.getElementById(id)).filter((row) => row.matches(".entry"));
  return [...rows, ...groups];
}

const FIGURES = ["cells", "values"];

/* Each is found by its class. Figures stand in one line, whatever they are; names may not. To fill what is there costs
   less than to replace it: what stands beside it keeps its styles. */
function putPieces(row, { children }) {
  let isHigher = false;
  for (const piece of [...children]) {
    const name = piece.classList[0];
    const before = row.querySelector(`.${name}`);
    isHigher ||= !FIGURES.includes(name) && !(standsInLine(before) && standsInLine(piece));
    if (!before) row.prepend(piece);
    else if (!piece.firstChild) before.remove();
    else {
      before.className = piece.className;
      before.replaceChildren(...piece.childNodes);
    }
  }
  return isHigher;
}

/* Few rows move: the others are left alone, and with them focus and what is being read. */
function move(row, above) {
  if (above.matches("li")) above.after(row); else above.parentElement.querySelector("ol").prepend(row);
}

// What a tap or a script did to an element.
const OWN = ["open", "role", "aria-expanded"];

/* Only what reads otherwise is put in place: what stays as it is costs no new layout, and keeps focus and what is
   open. What a tap opened is asked for anew by itself. Returns whether the height may be another one. */
function renew(before, later) {
  if (before.isEqualNode(later)) return false;
  const [had, has] = [[...before.children].filter((child) => !child.matches(".more")), [...later.children]];
  const alike = had.length > 0 && had.length === has.length && textIn(before) === textIn(later)
    && had.every((child, n) => child.tagName === has[n].tagName && child.id === has[n].id);
  if (!alike) {
    takeOver(before, later);
    before.replaceWith(later);
    return true;
  }
  for (const { name } of [...before.attributes]) {
    if (!later.hasAttribute(name) && !OWN.includes(name)) before.removeAttribute(name);
  }
  for (const { name, value } of later.attributes) {
    if (before.getAttribute(name) !== value) before.setAttribute(name, value);
  }
  return had.map((child, n) => renew(child, has[n])).some(Boolean);
}

/* The text of an element itself, without that of its children. */
const textIn = (element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");

/* `7= ▲1` */
function showRank(row, text, { up, down }) {
  const [rank, moved = ""] = text.split(" ");
  const shown = row.querySelector(".rank");
  shown.firstChild.data = rank;
  const before = shown.lastElementChild;
  if (!moved) {
    before?.remove();
    return;
  }
  const rose = moved.startsWith("▲");
  const small = before || document.createElement("small");
  if (!before) shown.append(small);
  small.className = rose ? "up" : "";
  small.setAttribute("role", "img");
  small.ariaLabel = (rose ? up : down).replace("{places}", moved.slice(1));
  small.textContent = moved;
}
