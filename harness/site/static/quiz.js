// The quiz: asks one case after another, and keeps the score in this browser.
"use strict";

(() => {
  const form = document.querySelector(".filters");
  const article = document.querySelector(".task");
  const part = (name) => article.querySelector(`.${name}`);
  const fields = [...form.elements].filter((field) => field.name);
  const key = "lawbook.score";
  let score = read();
  let task;
  let asked;

  // Storage may be forbidden; then the score lasts as long as the page.
  function read() {
    try {
      const kept = JSON.parse(localStorage.getItem(key));
      return kept !== null && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
    } catch { return {}; }
  }

  function keep() {
    try { localStorage.setItem(key, JSON.stringify(score)); } catch { /* not kept */ }
  }

  // The rule set is one for the whole visit.
  const memory = {
    get: () => { try { return localStorage.getItem("lawbook.rules"); } catch { return null; } },
    set: (rules) => { try { localStorage.setItem("lawbook.rules", rules); } catch { /* not kept */ } },
  };

  const wanted = () => Object.fromEntries(fields.map((field) => [field.name, field.value]));

  // The question of a case under a rule set, if it is asked there.
  const under = (one, rules) => one.asked.find((question) => !question.rules || question.rules.split(" ").includes(rules));

  function chosen() {
    const { tag, level, rules } = wanted();
    return window.lawbook.tasks.filter((one) =>
      (!tag || one.tags.includes(tag)) && (!level || one.level === level) && under(one, rules));
  }

  function tell() {
    const all = chosen();
    const asked = all.filter((one) => one.id in score);
    const right = asked.filter((one) => score[one.id] === 1);
    document.querySelector(".score").textContent = asked.length
      ? `${right.length} right of ${asked.length} answered, ${all.length} in all`
      : `${all.length} questions`;
  }

  function element(name, text, className) {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function ask(id) {
    const all = chosen();
    const { which } = wanted();
    const open = which === "all" ? all : all.filter((one) => (which === "wrong" ? score[one.id] === 0 : score[one.id] !== 1));
    const from = open.length ? open : all;
    tell();
    article.hidden = !from.length;
    if (!from.length) return;
    const others = from.length > 1 ? from.filter((one) => one !== task) : from;
    task = from.find((one) => one.id === id) ?? others[Math.floor(Math.random() * others.length)];
    part("title").textContent = task.title;
    part("turn").textContent = `${window.lawbook.draw(part("board"), task.shows)} to move`;
    const begin = task.from ? [element("p", `From ${task.from}`, "line quiet")] : [];
    part("play").replaceChildren(...begin, ...task.play.map((line) => element("p", line, "line")));
    part("conditions").textContent = task.conditions;
    asked = under(task, wanted().rules);
    part("asks").textContent = asked.asks;
    part("under").textContent = asked.rules ? `Under ${form.rules.selectedOptions[0].textContent}` : "";
    part("told").replaceChildren();
    part("choices").replaceChildren(...asked.choices.map((choice) => {
      const button = element("button", choice.says, "option");
      button.type = "button";
      button.addEventListener("click", () => answer(choice, button));
      return button;
    }));
    const url = new URL(location.href);
    for (const [name, value] of Object.entries({ ...wanted(), id: task.id })) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(null, "", url);
  }

  function answer(choice, button) {
    const buttons = [...part("choices").children];
    if (buttons.some((other) => other.getAttribute("aria-disabled"))) return;
    buttons.forEach((other, place) => {
      other.setAttribute("aria-disabled", "true");
      if (asked.choices[place].right) other.classList.add("right");
    });
    if (!choice.right) button.classList.add("wrong");
    score[task.id] = choice.right ? 1 : 0;
    keep();
    tell();
    const link = element("a", "The whole case");
    link.href = `cases/${task.id}.html?rules=${wanted().rules}#answer`;
    const last = element("p", "");
    last.append(link);
    const told = [element("strong", choice.right ? "Right." : "A mistake.", choice.right ? "good" : "bad")];
    if (choice.because) told.push(element("p", choice.because));
    told.push(element("p", asked.why || task.why), last);
    part("told").replaceChildren(...told);
    part("another").focus();
  }

  const query = new URLSearchParams(location.search);
  const latest = form.rules.querySelector("[data-latest]").value;
  for (const field of fields) {
    field.value = query.get(field.name) ?? (field.name === "rules" ? memory.get() : "") ?? "";
    if (field.selectedIndex === -1) field.value = field.name === "rules" ? latest : "";
  }
  document.querySelector(".scriptless").hidden = true;
  form.hidden = false;
  form.addEventListener("change", (event) => {
    if (event.target === form.rules) memory.set(form.rules.value);
    ask(event.target === form.rules && task ? task.id : undefined);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  part("another").addEventListener("click", () => { ask(); part("title").focus(); });
  part("forget").addEventListener("click", () => { score = {}; keep(); ask(); });
  ask(query.get("id"));
})();
