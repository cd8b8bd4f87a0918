/* What is chosen on the preview of a registration file is kept under its address: a reload shows it as it was. */

import { request } from "./request.js";

const form = document.querySelector("form[data-kept-at]");

form.addEventListener("change", () => {
  const sent = new FormData(form);
  // The table of the file is kept already, and too long to be sent with each choice.
  sent.delete("carried");
  request(form.dataset.keptAt, { method: "POST", body: new URLSearchParams(sent), keepalive: true }).catch(() => {});
});
