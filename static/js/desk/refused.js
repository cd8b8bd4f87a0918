/* A page that tells why one of its forms was refused. The reason goes to that form, and the address is the page's own
   again: it was the one that the form was sent to, which has no page. */

const notice = document.getElementById("refused");
const sentTo = (form) => new URL(form.getAttribute("action") || "", location.href).pathname;
const [form, another] = [...document.querySelectorAll("main form")].filter((each) => sentTo(each) === notice.dataset.form);

history.replaceState(null, "", notice.dataset.page);
if (form && !another) {
  for (let each = form.parentElement; each; each = each.parentElement) if (each.matches("details")) each.open = true;
  form.prepend(notice);
  notice.scrollIntoView({ block: "center" });
}
