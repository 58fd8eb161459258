// The quiz: asks one case after another or a timed set of ten, and keeps the score in this browser.
"use strict";

(async () => {
  const SET = 10;
  const MINUTES = 10;
  const form = document.querySelector(".filters");
  const article = document.querySelector(".task");
  const part = (name) => article.querySelector(`.${name}`);
  const one = (query) => document.querySelector(query);
  const fields = [...form.elements].filter((field) => field.name);
  const { tasks, articles, rules: names } = await window.lawbook.quiz;
  const key = "lawbook.score";
  let score = read();
  let task;
  let asked;
  // The set that is being answered: its tasks, the answers so far, and when it ends.
  let set = null;
  let ticking;

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
  const linkOf = (one, rules) => (one.page ? `cases/${one.page}.html?rules=${rules}#answer-${one.id}` : `ask.html#${one.id}`);
  // A score is kept apart for each kind of question.
  const scored = (one) => (form.kind.value ? `${form.kind.value}:${one.id}` : one.id);
  const articleOf = (one, rules) => one.articles.find(([, bits]) => bits >> names.indexOf(rules) & 1)?.[0].replaceAll("?", "");
  const titleOf = (number) => articles.find(([other]) => other === number)?.[1];
  const isLatest = () => form.rules.selectedOptions[0].hasAttribute("data-latest");
  // The words for an article; the titles are those of the present Laws.
  const told = (number) => (number ? `${number}${isLatest() && titleOf(number) ? ` ${titleOf(number)}` : ""}` : "");

  // Three other articles: of the same part of the Laws first, none above or below the right one.
  function others(right) {
    const all = isLatest()
      ? articles.map(([number]) => number)
      : [...new Set(tasks.map((one) => articleOf(one, form.rules.value)).filter(Boolean))];
    const near = (number) => number.split(".")[0] === right.split(".")[0];
    const related = (number) => right.split(", ").some((own) => own.startsWith(number) || number.startsWith(own)) || titleOf(number) === titleOf(right);
    const free = shuffled(all.filter((number) => !related(number)));
    const picked = [...free.filter(near).slice(0, 2), ...free.filter((number) => !near(number))];
    const titles = new Set();
    return picked.filter((number) => {
      const title = told(number);
      return !titles.has(title) && titles.add(title);
    }).slice(0, 3);
  }

  function shuffled(all) {
    const mixed = [...all];
    for (let at = mixed.length - 1; at > 0; at--) {
      const other = Math.floor(Math.random() * (at + 1));
      [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
    }
    return mixed;
  }

  // The question of a case under a rule set, if it has one there.
  function under(one, rules) {
    const ruling = one.asked.find((question) => !question.rules || question.rules.split(" ").includes(rules));
    if (!articleOf(one, rules)) return undefined;
    if (!form.kind.value) return ruling;
    const right = articleOf(one, rules);
    return ruling && right ? { ...ruling, rules, asks: "Which article decides?", right } : undefined;
  }

  // Fills in the choices of a question about an article.
  function prepared(question) {
    if (!question?.right) return question;
    const numbers = shuffled([question.right, ...others(question.right)]);
    return { ...question, choices: numbers.map((number) => ({ says: told(number), right: number === question.right })) };
  }

  function chosen() {
    const { tag, level, rules } = wanted();
    return tasks.filter((one) => (!tag || one.tags.includes(tag)) && (!level || one.level === level) && under(one, rules));
  }

  function tell() {
    const all = chosen();
    const asked = all.filter((one) => scored(one) in score);
    const right = asked.filter((one) => score[scored(one)] === 1);
    one(".score").textContent = asked.length
      ? `${right.length} right of ${asked.length} answered, ${all.length} in all`
      : `${all.length} questions`;
  }

  function element(name, text, className) {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function fitting() {
    const all = chosen();
    const { which } = wanted();
    const open = which === "all" ? all : all.filter((one) => (which === "wrong" ? score[scored(one)] === 0 : score[scored(one)] !== 1));
    return open.length ? open : all;
  }

  function ask(id) {
    const from = fitting();
    tell();
    article.hidden = !from.length;
    if (!from.length) return;
    const others = from.length > 1 ? from.filter((one) => one !== task) : from;
    show(from.find((one) => one.id === id) ?? others[Math.floor(Math.random() * others.length)]);
    const url = new URL(location.href);
    for (const [name, value] of Object.entries({ ...wanted(), id: task.id })) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(null, "", url);
  }

  function show(next) {
    task = next;
    part("title").textContent = task.title;
    part("board").style.display = task.shows ? "" : "none";
    part("turn").textContent = task.shows ? `${window.lawbook.draw(part("board"), task.shows)} to move` : "";
    part("play").replaceChildren(...task.play.map((line) => element("p", line, "line")));
    part("conditions").textContent = task.conditions;
    asked = prepared(under(task, wanted().rules));
    part("asks").textContent = asked.asks;
    part("under").textContent = asked.rules ? `Under ${form.rules.selectedOptions[0].textContent}` : "";
    part("told").replaceChildren();
    part("another").textContent = set ? "Next question" : "Another question";
    part("forget").hidden = Boolean(set);
    part("choices").replaceChildren(...asked.choices.map((choice) => {
      const button = element("button", choice.says, "option");
      button.type = "button";
      button.addEventListener("click", () => answer(choice, button));
      return button;
    }));
  }

  function answer(choice, button) {
    const buttons = [...part("choices").children];
    if (buttons.some((other) => other.getAttribute("aria-disabled"))) return;
    buttons.forEach((other, place) => {
      other.setAttribute("aria-disabled", "true");
      if (asked.choices[place].right) other.classList.add("right");
    });
    if (!choice.right) button.classList.add("wrong");
    score[scored(task)] = choice.right ? 1 : 0;
    keep();
    if (set) set.answers.push({ task, asked, choice });
    tell();
    part("told").replaceChildren(...explained(choice));
    part("another").focus();
  }

  // The comment on an answer: the right one with its article, the mistake, and why.
  function explained(choice) {
    const { rules } = wanted();
    const number = articleOf(task, rules);
    const made = [element("strong", choice.right ? "Right." : "A mistake.", choice.right ? "good" : "bad")];
    if (choice.because) made.push(element("p", choice.because));
    const right = element("p", "");
    if (!choice.right) right.append("The right answer is ", element("strong", asked.choices.find((other) => other.right).says), ". ");
    if (number) {
      const link = element("a", `Article ${told(number.split(", ")[0])}`);
      link.href = `rules/${rules}.html#article-${number.split(", ")[0].toLowerCase().replace(/[ .]/g, "-")}`;
      right.append(link);
    }
    if (right.childNodes.length) made.push(right);
    const link = element("a", task.page ? "The whole case" : "The whole incident");
    link.href = linkOf(task, rules);
    const last = element("p", "");
    last.append(link);
    if (asked.why || task.why) made.push(element("p", asked.why || task.why));
    made.push(last);
    return made;
  }

  // A set of ten.

  function start(from = fitting()) {
    const some = shuffled(from).slice(0, SET);
    if (!some.length) return;
    set = { tasks: some, answers: [], ends: Date.now() + MINUTES * 60_000 };
    one(".result").hidden = true;
    one(".levels").hidden = true;
    form.hidden = true;
    article.hidden = false;
    one(".set-state").hidden = false;
    ticking = setInterval(tick, 1000);
    tick();
    next();
  }

  function next() {
    if (set.answers.length === set.tasks.length) { finish(); return; }
    one(".set-number").textContent = `Question ${set.answers.length + 1} of ${set.tasks.length}`;
    show(set.tasks[set.answers.length]);
    part("title").focus();
  }

  function tick() {
    const left = Math.max(0, Math.round((set.ends - Date.now()) / 1000));
    one(".set-time").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} left`;
    if (left === 0) finish();
  }

  function finish() {
    clearInterval(ticking);
    const { answers, tasks: all } = set;
    const right = answers.filter(({ choice }) => choice.right).length;
    const seconds = MINUTES * 60 - Math.max(0, Math.round((set.ends - Date.now()) / 1000));
    one(".result-sum").textContent = `${right} right of ${all.length} under ${form.rules.selectedOptions[0].textContent}, in ${Math.floor(seconds / 60)} min ${seconds % 60} s.`;
    one(".result tbody").replaceChildren(...all.map((each, place) => {
      const given = answers[place];
      const { rules } = wanted();
      const row = document.createElement("tr");
      const head = element("th", "", "wraps");
      head.scope = "row";
      const link = element("a", each.title);
      link.href = linkOf(each, rules);
      head.append(link);
      const asked = given?.asked ?? prepared(under(each, rules));
      row.append(head,
        element("td", given ? `${given.choice.says}${given.choice.right ? " ✓" : " ✗"}` : "not answered", given?.choice.right ? "good" : "bad"),
        element("td", asked.choices.find((choice) => choice.right).says),
        element("td", told(articleOf(each, rules))));
      // On a phone the columns are below each other.
      ["your answer", "right answer", "article"].forEach((name, column) => { row.children[column + 1].dataset.column = name; });
      return row;
    }));
    const wrong = all.filter((each, place) => !answers[place]?.choice.right);
    one(".repeat").hidden = !wrong.length;
    one(".repeat").onclick = () => start(wrong);
    set = null;
    article.hidden = true;
    one(".set-state").hidden = true;
    one(".result").hidden = false;
    one("#result").focus();
  }

  function close() {
    one(".result").hidden = true;
    one(".levels").hidden = false;
    form.hidden = false;
    ask();
  }

  const query = new URLSearchParams(location.search);
  const latest = form.rules.querySelector("[data-latest]").value;
  for (const field of fields) {
    field.value = query.get(field.name) ?? (field.name === "rules" ? memory.get() : "") ?? "";
    if (field.selectedIndex === -1) field.value = field.name === "rules" ? latest : "";
  }
  one(".scriptless").hidden = true;
  form.hidden = false;
  form.addEventListener("change", (event) => {
    if (event.target === form.rules) memory.set(form.rules.value);
    ask(event.target === form.rules && task ? task.id : undefined);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  part("another").addEventListener("click", () => {
    if (!set) { ask(); part("title").focus(); return; }
    // A question that is passed over counts as not answered.
    if (!part("told").childNodes.length) set.answers.push({ task, asked, choice: { says: "passed", right: false } });
    next();
  });
  part("forget").addEventListener("click", () => { score = {}; keep(); ask(); });
  for (const each of document.querySelectorAll(".start")) each.addEventListener("click", () => start());
  one(".leave").addEventListener("click", finish);
  one(".close").addEventListener("click", close);
  ask(query.get("id"));
})();
