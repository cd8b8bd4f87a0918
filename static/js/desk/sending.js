/* What a form says while its long file is read: the page stays until the answer comes (setup/sending.html). */

const places = document.querySelectorAll("[data-sending]");

for (const place of places) {
  place.closest("form").addEventListener("submit", () => {
    place.textContent = place.dataset.sending;
    const bar = document.createElement("progress");
    bar.ariaHidden = "true"; // how far it is, nobody knows
    place.append(bar);
  });
}

/* The page as it was, after the Back button. */
addEventListener("pageshow", () => places.forEach((place) => place.replaceChildren()));
