// The differences between any two rule sets.
"use strict";

(async () => {
  const form = document.querySelector("form.filters");
  const { rules, values, cases } = await window.lawbook.comparison;

  function row(cells, name = "td") {
    const made = document.createElement("tr");
    made.append(...cells.map((content, index) => {
      const cell = document.createElement(index === 0 || name === "th" ? "th" : "td");
      if (cell.tagName === "TH") cell.scope = name === "th" ? "col" : "row";
      if (name === "td" && index === 0) cell.className = "wraps";
      cell.append(content);
      return cell;
    }));
    return made;
  }

  function link([path, title], asks) {
    const made = document.createElement("div");
    const to = document.createElement("a");
    to.href = path;
    to.textContent = title;
    const question = document.createElement("div");
    question.className = "quiet";
    question.textContent = asks;
    made.append(to, question);
    return made;
  }

  function put(table, head, rows) {
    table.querySelector("thead").replaceChildren(row(head, "th"));
    table.querySelector("tbody").replaceChildren(...rows);
  }

  function compare() {
    const [from, to] = [form.from.value, form.to.value].map((name) => rules.indexOf(name));
    const names = [form.from, form.to].map((field) => field.selectedOptions[0].textContent);
    const changed = values.filter(([, says]) => says[from] !== says[to]);
    put(document.querySelector(".of-values"), ["topic", ...names], changed.map(([about, says]) => row([about, says[from], says[to]])));
    const lines = [];
    let differing = 0;
    for (const one of cases) {
      const [before, after] = [from, to].map((bit) => one[2].find(([bits]) => bits >> bit & 1)?.[1]);
      if (!before || !after) continue;
      const asked = [...new Set([...before, ...after].map(([asks]) => asks))];
      const says = (answers, asks) => answers.find(([other]) => other === asks)?.[1] ?? "not asked";
      const different = asked.filter((asks) => says(before, asks) !== says(after, asks));
      if (different.length) differing++;
      lines.push(...different.map((asks) => row([link(one, asks), says(before, asks), says(after, asks)])));
    }
    put(document.querySelector(".of-cases"), ["case", ...names], lines);
    document.querySelector(".count").textContent = `${changed.length} rules and ${differing} cases differ`;
    const url = new URL(location.href);
    for (const field of [form.from, form.to]) url.searchParams.set(field.name, field.value);
    history.replaceState(null, "", url);
  }

  const wanted = new URLSearchParams(location.search);
  const known = (name, other) => (rules.includes(wanted.get(name)) ? wanted.get(name) : other);
  form.from.value = known("from", "fide-2018");
  form.to.value = known("to", form.from.value === "fide-2023" ? "fide-2018" : "fide-2023");
  document.querySelector(".scriptless").hidden = true;
  document.querySelector(".compared").hidden = false;
  form.hidden = false;
  form.addEventListener("change", compare);
  form.addEventListener("submit", (event) => event.preventDefault());
  compare();
})();
