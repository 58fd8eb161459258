// The search: narrows the list of cases down, and keeps what was asked for in the address.
"use strict";

(() => {
  const form = document.querySelector(".filters");
  const count = document.querySelector(".count");
  const cases = [...document.querySelectorAll(".entries li")].map((item) => ({
    item,
    text: `${item.textContent} ${item.firstChild.getAttribute("href")} ${item.dataset.tag}`.toLowerCase(),
  }));
  const fields = [...form.elements].filter((field) => field.name);

  function fits({ item, text }, wanted) {
    const has = (name) => item.dataset[name].split(" ").includes(wanted[name]);
    return wanted.q.toLowerCase().split(/\s+/).every((word) => text.includes(word))
      && (!wanted.tag || has("tag"))
      && (!wanted.level || has("level"))
      && (!wanted.document || has("document"))
      && (!wanted.wrong || (wanted.wrong === "any" ? item.dataset.wrong !== "" : has("wrong")));
  }

  function narrow() {
    const wanted = Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));
    let shown = 0;
    for (const one of cases) {
      one.item.hidden = !fits(one, wanted);
      if (!one.item.hidden) shown++;
    }
    for (const part of document.querySelectorAll(".part")) {
      part.hidden = !part.querySelector("li:not([hidden])");
    }
    count.textContent = shown === 0 ? "No case matches" : `${shown} case${shown === 1 ? "" : "s"}`;
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
  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("popstate", read);
  read();
})();
