/* Renews the status line while somebody looks at the page. Without an answer the line stays as it is. */

const EVERY = 30000;
const PATIENCE = 10000;
const line = () => document.getElementById("status-line");

async function renew() {
  if (document.hidden) return;
  const answer = await fetch(line().dataset.address, {
    headers: { "HX-Request": "true" },
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.ok) line().outerHTML = await answer.text();
}

setInterval(() => renew().catch(() => { /* the desk itself tells that the connection is gone */ }), EVERY);
