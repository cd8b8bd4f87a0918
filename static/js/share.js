/* Sends a page's address to somebody. Where a phone cannot share, as without HTTPS in the hall, the link is copied. */

const shared = document.getElementById("shared");
const addressOf = (button) => new URL(button.dataset.address, location).href;

/* Without HTTPS there is no clipboard either; what is selected can still be copied. */
function copySelected(button) {
  const field = document.createElement("input");
  field.value = addressOf(button);
  field.readOnly = true;
  field.setAttribute("aria-label", button.textContent.trim());
  shared.replaceChildren(field);
  field.select();
  return document.execCommand("copy");
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(addressOf(button));
  } catch {
    const isCopied = copySelected(button);
    if (!isCopied) return; // the link stands there, selected
    button.focus();
  }
  shared.textContent = shared.dataset.copied;
}

async function share(button) {
  if (!navigator.share) return copy(button);
  try {
    await navigator.share({ title: button.dataset.share, url: addressOf(button) });
  } catch (error) {
    if (error.name !== "AbortError") copy(button);
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share]");
  if (button) share(button);
});
