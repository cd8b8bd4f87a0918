/* A list of pairings that is typed is read back by the server, with the names and scores of those who would sit there. */

const PAUSE = 250;
let pausing = 0;
let reading = null;

export const readBack = async () => {
  reading?.abort();
  reading = new AbortController();
  const list = document.getElementById("pairings");
  const body = new URLSearchParams(new FormData(list.form));
  body.set("do", "read");
  const how = { method: "POST", body, headers: { "HX-Request": "true" }, signal: reading.signal };
  const answer = list.value.trim() ? await fetch(list.dataset.read, how) : null;
  // Signed out, or away: what is typed is read when it is sent.
  const text = answer?.ok && !answer.redirected ? await answer.text() : "";
  document.getElementById("pairings-read").innerHTML = text;
};

document.addEventListener("input", ({ target }) => {
  if (target.id !== "pairings") return;
  clearTimeout(pausing);
  pausing = setTimeout(() => readBack().catch(() => {}), PAUSE);
});
