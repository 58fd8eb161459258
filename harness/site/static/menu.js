// On a narrow screen the list of pages is opened by a button, and shows every page. What prints a page does so.
"use strict";

(() => {
  const top = document.querySelector(".top");
  const nav = top.querySelector("nav");
  nav.id = "menu";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "menu";
  button.textContent = "Menu";
  button.setAttribute("aria-controls", "menu");
  const set = (open) => {
    button.setAttribute("aria-expanded", String(open));
    top.classList.toggle("open", open);
  };
  button.addEventListener("click", () => set(button.getAttribute("aria-expanded") !== "true"));
  top.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || button.getAttribute("aria-expanded") !== "true") return;
    set(false);
    button.focus();
  });
  for (const each of document.querySelectorAll("button.print")) {
    each.hidden = false;
    each.addEventListener("click", () => print());
  }
  top.classList.add("has-menu");
  nav.before(button);
  set(false);
})();
