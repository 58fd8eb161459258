// Elements for the pages that scripts fill.
"use strict";

(() => {
  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function button(text, act, attributes = {}) {
    const made = element("button", text, { type: "button", ...attributes });
    made.addEventListener("click", act);
    return made;
  }

  Object.assign((window.lawbook ??= {}), { element, button });
})();
