/* A new event is where its director is: its time zone starts as the one of this browser. */

const field = document.querySelector("select[name=time_zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (field.selectedOptions[0]?.defaultSelected && [...field.options].some(({ value }) => value === here)) field.value = here;
