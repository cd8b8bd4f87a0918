/* The page of a round: its table of boards, and its texts in the director's language. */

export const $ = (id) => document.getElementById(id);
/* Null while the round has no boards. */
export const table = document.querySelector("table.boards");
export const texts = table?.dataset;
export const results = JSON.parse($("results").textContent);

export const tell = (id, text) => { $(id).textContent = text; };
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
