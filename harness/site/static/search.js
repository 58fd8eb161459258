// The search on every page: leads to the page with the results.
"use strict";

(() => {
  const header = document.querySelector(".top");
  const root = header.querySelector(".name").getAttribute("href").replace("index.html", "");
  const form = document.createElement("form");
  form.className = "find";
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", "Whole site");
  const field = document.createElement("input");
  Object.assign(field, { type: "search", name: "q", placeholder: "Search", autocomplete: "off" });
  field.setAttribute("aria-label", "Search the whole site");
  field.value = header.dataset.asked ?? "";
  const button = document.createElement("button");
  button.textContent = "Search";
  form.append(field, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) location.href = `${root}search.html?q=${encodeURIComponent(field.value.trim())}`;
  });
  const place = document.querySelector(".search-place");
  if (place) field.placeholder = "What happened? For example: castling with both hands";
  (place ?? header).append(form);
})();
