/* A page that answered a form, such as what an import would change, has no address of its own. Once a form on it is
   sent, its place in the history is that of the page it was sent from: the Back key leads there, and does not ask
   whether the first form should be sent again. */

addEventListener("submit", (event) => {
  if (!event.defaultPrevented) history.replaceState(history.state, "");
});
