/* A round at the desk: results by key. This script puts the parts together; each part says what it does. */

import { listClashes } from "./boards.js";
import * as cursor from "./cursor.js";
import * as find from "./find.js";
import * as keys from "./keys.js";
import * as menu from "./menu.js";
import { follow } from "./news.js";
import { table } from "./page.js";
import * as queue from "./queue.js";

const askAgainIn = follow();

if (table) {
  table.setAttribute("role", "grid");
  document.querySelector(".tools").hidden = false;
  document.querySelector(".keys").hidden = false;
  menu.listen();
  keys.listen();
  find.listen();
  cursor.begin(find.linked(location));
  listClashes();
  queue.begin(() => askAgainIn(1000));
}
