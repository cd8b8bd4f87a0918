/* Requests of the desk's scripts, and what comes back. */

const PATIENCE = 20000;

/* A sign-in in another tab gives the browser another token than the page was made with. */
const token = () => /(?:^|; )csrftoken=(\w+)/.exec(document.cookie)?.[1] ?? "";

/* For whom a page was made. */
export const personOf = (page) => page.querySelector(".who").dataset.person;
export const person = personOf(document);

/* A request in the name of the person for whom this page was made. If another signed in meanwhile, in another tab of
   this browser, the server answers as to nobody; but for what is asked as `anybody`. */
export const request = (address, { patience = PATIENCE, anybody = false, ...options } = {}) => fetch(address, {
  ...options,
  headers: {
    "HX-Request": "true",
    "HX-Current-URL": location.href,
    "X-CSRFToken": token(),
    ...(!anybody && { "X-Made-For": person }),
  },
  signal: AbortSignal.timeout(patience),
});

/* The elements of an answer, those inside of templates too: rows of tables come in these. */
export function pieces(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const found = [...holder.content.children];
  return found.flatMap((piece) => (piece.localName === "template" ? [...piece.content.children] : [piece]));
}

/* What an answer says to the director; undefined if nothing. */
export function troubles(html) {
  return pieces(html).find((piece) => piece.matches(".notice"))?.textContent.replace(/\s+/g, " ").trim();
}
