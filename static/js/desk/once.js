/* The second click of a double one sends no form again: the page that the first one leads to would be lost for the
   answer to the second, at an address that may be none. Forms that a script sends are not of this. */

const SECOND = 1000;

const sent = new WeakMap();

addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (event.timeStamp - (sent.get(event.target) ?? -Infinity) < SECOND) event.preventDefault();
  else sent.set(event.target, event.timeStamp);
});
