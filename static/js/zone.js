/* A new event is where its director is: its time zone starts as the one of this browser. One that says UTC hides where
   it is, so the director chooses. */

const NOWHERE = ["UTC", "Etc/UTC", "GMT", "Etc/GMT"];
const field = document.querySelector("select[name=time_zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (field.selectedOptions[0]?.defaultSelected) {
  if (NOWHERE.includes(here)) field.value = "";
  else if ([...field.options].some(({ value }) => value === here)) field.value = here;
}
