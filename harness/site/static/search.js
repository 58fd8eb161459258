// A list that is narrowed down by the fields above it; what was asked for is kept in the address.
"use strict";

(() => {
  const form = document.querySelector("form.filters");
  const count = document.querySelector(".count");
  if (!form) return;
  const items = [...document.querySelectorAll(".narrowed")].map((item) => ({
    item,
    text: `${item.textContent} ${item.querySelector("a").getAttribute("href")} ${item.dataset.tag ?? ""}`.toLowerCase(),
  }));
  const fields = [...form.elements].filter((field) => field.name);
  const noun = count.dataset.one;

  // The words are anywhere in an item; anything else is one of what it lists, or "any" of it.
  function fits({ item, text }, { q, ...wanted }) {
    const has = ([name, value]) =>
      !value || (value === "any" ? item.dataset[name] !== "" : item.dataset[name].split(" ").includes(value));
    return q.toLowerCase().split(/\s+/).every((word) => text.includes(word)) && Object.entries(wanted).every(has);
  }

  function narrow() {
    const wanted = Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));
    let shown = 0;
    for (const one of items) {
      one.item.hidden = !fits(one, wanted);
      if (!one.item.hidden) shown++;
    }
    for (const part of document.querySelectorAll(".part")) {
      part.hidden = !part.querySelector(".narrowed:not([hidden])");
    }
    count.textContent = shown === 0 ? `No ${noun} matches` : `${shown} ${noun}${shown === 1 ? "" : "s"}`;
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(wanted)) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(null, "", url);
  }

  function read() {
    const asked = new URLSearchParams(location.search);
    for (const field of fields) field.value = asked.get(field.name) ?? "";
    for (const field of fields) if (field.selectedIndex === -1) field.value = "";
    narrow();
  }

  form.hidden = false;
  count.hidden = false;
  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("popstate", read);
  read();
})();
