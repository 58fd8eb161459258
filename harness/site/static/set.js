// An exam by topic, level and edition, the same for the same number, with a time, a pass mark, and a sheet each for the
// candidate and the examiner.
"use strict";

(async () => {
  const form = document.querySelector("form.filters");
  const sheet = document.querySelector(".made");
  const board = document.querySelector(".board-form").content.querySelector(".board");
  const { tasks, rules: names } = await window.lawbook.quiz;
  const fields = [...form.elements].filter((field) => field.name);

  // Minutes for a question, and the part that has to be right, in percent.
  const MINUTES = 1.5;
  const PASS = 80;

  function element(name, text, className) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  // Numbers that look random and are always the same for a seed.
  function random(seed) {
    let state = seed * 2654435761 >>> 0;
    return () => {
      state = state + 0x6d2b79f5 >>> 0;
      let mixed = Math.imul(state ^ state >>> 15, state | 1);
      mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
      return (mixed ^ mixed >>> 14) >>> 0;
    };
  }

  function chosen({ tag, level, time, rules, count, set }) {
    const under = (one) => one.asked.find((question) => !question.rules || question.rules.split(" ").includes(rules));
    const fitting = tasks.filter((one) => (!tag || one.tags.includes(tag)) && (!level || one.level === level) && (!time || one.time === time) && under(one) && under(one).choices.length > 1 && one.articles.some(([, bits]) => bits >> names.indexOf(rules) & 1));
    const next = random(Number(set) || 1);
    const picked = fitting.map((one) => [next(), one]).sort(([one], [other]) => one - other).slice(0, Number(count));
    return { all: fitting.length, picked: picked.map(([, one]) => [one, under(one)]) };
  }

  function question([one, asked], number) {
    const section = element("section", undefined, "task");
    const figure = element("figure");
    if (one.shows) {
      const drawing = board.cloneNode(true);
      const turn = window.lawbook.draw(drawing, one.shows);
      figure.append(drawing, element("figcaption", `${turn} to move`));
    } else section.classList.add("without-board");
    const text = element("div");
    if (one.conditions) text.append(element("p", one.conditions, "conditions"));
    text.append(...one.play.map((line) => element("p", line, "line")));
    const asks = element("p");
    asks.append(element("strong", asked.asks));
    const choices = element("ol", undefined, "letters");
    choices.append(...asked.choices.map((choice) => element("li", choice.says)));
    text.append(asks, choices);
    section.append(element("h3", `${number}. ${one.title}`), ...(one.shows ? [figure] : []), text);
    return section;
  }

  function answer([one, asked], number, bit) {
    const right = asked.choices.findIndex((choice) => choice.right);
    const says = asked.choices[right].says;
    const article = one.articles.find(([, bits]) => bits >> bit & 1)?.[0];
    const term = element("dt");
    const link = element("a", `${number}.`);
    link.href = one.page ? `cases/${one.page}.html?rules=${form.rules.value}#answer-${one.id}` : `ask.html#${one.id}`;
    term.append(link);
    const text = element("dd");
    text.append(element("strong", `${"ABCDEFGH"[right]}: ${says.endsWith(".") ? says : `${says}.`}`), ` Article ${article}. ${one.shows ? asked.why || one.why : ""}`);
    return [term, text];
  }

  function make() {
    const wanted = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    const { all, picked } = chosen(wanted);
    document.querySelector(".count").textContent = all
      ? `${picked.length} of ${all} questions`
      : "No question fits this choice.";
    sheet.hidden = !all;
    const told = [wanted.tag, wanted.level && `level ${wanted.level}`, wanted.time, `set ${wanted.set || 1}`].filter(Boolean).join(", ");
    const edition = form.rules.selectedOptions[0].textContent;
    for (const each of sheet.querySelectorAll(".heading")) each.textContent = `${picked.length} questions under ${edition}: ${told}`;
    sheet.querySelector(".edition").textContent = `Exam, ${edition}: ${told}`;
    sheet.querySelector(".candidate").hidden = wanted.sheet === "examiner";
    sheet.querySelector(".examiner").hidden = wanted.sheet === "candidate";
    document.querySelector(".of-cards").hidden = wanted.sheet !== "cards";
    const pass = Math.ceil(picked.length * PASS / 100);
    sheet.querySelector(".rules-of-set").textContent = `Time: ${Math.ceil(picked.length * MINUTES)} minutes. To pass: ${pass} of ${picked.length} right (${PASS} %).`;
    sheet.querySelector(".questions").replaceChildren(...picked.map((one, index) => question(one, index + 1)));
    const bit = names.indexOf(wanted.rules);
    sheet.querySelector("dl").replaceChildren(...picked.flatMap((one, index) => answer(one, index + 1, bit)));
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(wanted)) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(null, "", url);
  }

  const query = new URLSearchParams(location.search);
  for (const field of fields) {
    const was = field.value;
    field.value = query.get(field.name) ?? was;
    if (field.selectedIndex === -1) field.value = was;
  }
  document.querySelector(".scriptless").hidden = true;
  form.hidden = false;
  form.addEventListener("change", make);
  form.addEventListener("submit", (event) => event.preventDefault());
  make();
})();
