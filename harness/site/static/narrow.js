// A list that is narrowed down by the fields above it; the address keeps the values.
"use strict";

(() => {
  const form = document.querySelector("form.filters");
  const count = document.querySelector(".count");
  if (!form) return;
  const items = [...document.querySelectorAll(".narrowed")];
  for (const item of items) item.dataset.time ??= "standard";
  const fields = [...form.elements].filter((field) => field.name && field.name !== "by");
  const noun = count.dataset.one;
  const groups = document.querySelector(".groups");
  const written = groups ? [...groups.children].map((part) => [part, [...part.querySelectorAll(".narrowed")]]) : [];
  let by = "";

  // Whether an item lists the wanted value, or any value for "any".
  function fits(item, wanted) {
    const has = ([name, value]) =>
      !value || (value === "any" ? item.dataset[name] : item.dataset[name]?.split(" ").includes(value));
    return Object.entries(wanted).every(has);
  }

  // Puts the items under other headings.
  function group() {
    if (!form.elements.by || form.elements.by.value === by) return;
    by = form.elements.by.value;
    if (!by) {
      for (const [part, own] of written) part.querySelector("ul").append(...own);
      groups.replaceChildren(...written.map(([part]) => part));
      return;
    }
    const keys = new Map();
    for (const item of items) {
      const key = by === "topic" ? item.dataset.tag.split(" ")[0].replaceAll("-", " ") || "other" : item.dataset[by];
      keys.set(key, [...(keys.get(key) ?? []), item]);
    }
    const sorted = [...keys].sort(([one, some], [other, others]) => (by === "topic" ? others.length - some.length : 0) || one.localeCompare(other));
    groups.replaceChildren(...sorted.map(([key, own]) => {
      const part = document.createElement("details");
      part.className = "part";
      const [summary, heading, number, list] = ["summary", "h2", "span", "ul"].map((name) => document.createElement(name));
      heading.textContent = key;
      number.textContent = own.length;
      number.className = "quiet";
      summary.append(heading, " ", number);
      list.className = "entries";
      list.append(...own);
      part.append(summary, list);
      return part;
    }));
  }

  function narrow() {
    group();
    const wanted = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    const asked = Object.values(wanted).some(Boolean);
    let shown = 0;
    for (const item of items) {
      item.hidden = !fits(item, wanted);
      if (!item.hidden) shown++;
    }
    for (const part of document.querySelectorAll(".part")) {
      const own = part.querySelectorAll(".narrowed:not([hidden])").length;
      part.hidden = !own;
      if (part.tagName !== "DETAILS") continue;
      part.open = asked && shown <= 200;
      part.querySelector("summary .quiet").textContent = own;
    }
    count.textContent = shown === 0 ? `No ${noun} matches` : `${shown} ${noun}${shown === 1 ? "" : "s"}`;
    const url = new URL(location.href);
    for (const [name, value] of Object.entries({ ...wanted, ...(form.elements.by ? { by } : {}) })) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(null, "", url);
  }

  function read() {
    const asked = new URLSearchParams(location.search);
    const all = form.elements.by ? [...fields, form.elements.by] : fields;
    for (const field of all) field.value = asked.get(field.name) ?? "";
    for (const field of all) if (field.selectedIndex === -1) field.value = "";
    narrow();
  }

  form.hidden = false;
  count.hidden = false;
  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("popstate", read);
  read();
})();
