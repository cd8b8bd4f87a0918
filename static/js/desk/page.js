/* The page of a round: its table of boards, and its texts in the director's language. */

export const $ = (id) => document.getElementById(id);
/* Null while the round has no boards. */
export const table = document.querySelector("table.boards");
export const texts = table?.dataset;
export const results = JSON.parse($("results").textContent);

/* A score is not broken at its dash. */
export const tell = (id, text) => {
  $(id).replaceChildren(...text.split(/([01½](?:–[01½])+)/).map((part, at) => {
    if (at % 2 === 0) return part;
    const score = document.createElement("span");
    score.className = "score";
    score.textContent = part;
    return score;
  }));
};
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
