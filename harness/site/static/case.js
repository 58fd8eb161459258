// Cases: the reader's rule set, and an answer that opens when it has been found.
"use strict";

(() => {
  // Storage may be forbidden; the page works without.
  const memory = {
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* not kept */ } },
  };

  // The rule sets of a place are bits of a number.
  const known = window.lawbook.ruleSets.map(([name]) => name);
  const has = (place, rules) => place.dataset.rules >> known.indexOf(rules) & 1;

  function made(name, className, text = "") {
    const element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
  }

  // Returns what shows a case under a rule set; without one, under that of the case.
  function prepare(article) {
    const question = article.querySelector(".question");
    const none = made("p", "quiet none");
    question.append(none);
    const ground = made("p", "ground");
    [...article.querySelectorAll(".ruled > .under-rules:has(.rule-sets)")].at(-1)?.after(ground);
    const asked = [...article.querySelectorAll(".asked")];
    const rows = [...article.querySelectorAll(".grounds [data-rules]")];
    const places = [...article.querySelectorAll(".under-rules, .asked[data-rules]")];
    const doubts = [...article.querySelectorAll(".doubt[data-rules]")];
    const ask = article.dataset.ask && made("a", "button", "Open on the board");
    if (ask) {
      question.append(made("p", ""));
      question.lastChild.append(ask);
    }
    const topics = article.querySelector(".topics");
    topics.replaceChildren(...topics.textContent.split(", ").flatMap((topic) => {
      const link = made("a", "tag", topic);
      link.href = `../cases.html?tag=${encodeURIComponent(topic)}`;
      return [link, " "];
    }));

    // The article and the reason under the chosen rules, from the list of all of them.
    function tell(rules) {
      const row = rows.find((row) => has(row, rules));
      ground.hidden = !row;
      for (const other of rows) other.classList.toggle("chosen", other === row);
      if (!row) return;
      const reason = row.parentElement.previousElementSibling.lastChild;
      const numbers = [...row.querySelectorAll("a")].map((link) => {
        const own = link.cloneNode(true);
        own.href = link.getAttribute("href").replace(/[^/]*\.html/, `${rules}.html`);
        return own;
      });
      const cited = document.createElement("strong");
      numbers.forEach((link, place) => cited.append(place ? ", " : `Article${numbers.length > 1 ? "s" : ""} `, link));
      if (numbers.length) cited.append(".");
      const inferred = numbers.some((link) => link.textContent.endsWith("?"));
      const note = inferred ? ` (${article.querySelector(".inferred").textContent})` : "";
      ground.replaceChildren(...(numbers.length ? [cited, " "] : []), reason.textContent.trim() + note);
    }

    return (chosen) => {
      const rules = chosen || article.dataset.rules;
      for (const place of [...places, ...doubts]) place.hidden = !has(place, rules);
      tell(rules);
      // Says why there is nothing to choose from.
      const applies = !places.length || [...places, ...rows].some((place) => has(place, rules));
      none.textContent = !applies ? "This question does not apply under these rules."
        : asked.length && asked.every((one) => one.hidden) ? "This case has no answers to choose from under these rules."
        : "";
      none.hidden = !none.textContent;
      if (ask) ask.href = `../arbiter.html#${article.dataset.ask.replace(/(?<=^rules=|&rules=)[^&]*/, encodeURIComponent(rules))}`;
    };
  }

  const articles = [...document.querySelectorAll(".case")].map(prepare);
  const show = (rules) => articles.forEach((article) => article(rules));
  const select = document.createElement("select");
  select.append(new Option("those of each case", ""), ...window.lawbook.ruleSets.map(([value, name]) => new Option(name, value)));
  const label = document.createElement("label");
  label.append("Under the rules of ", select);
  const place = document.querySelector(".rules-switch");
  place.append(label);
  place.hidden = false;
  select.value = [new URLSearchParams(location.search).get("rules"), memory.get("lawbook.rules")].find((rules) => known.includes(rules)) ?? "";
  show(select.value);
  select.addEventListener("change", () => {
    show(select.value);
    memory.set("lawbook.rules", select.value);
    const url = new URL(location.href);
    url.searchParams.set("rules", select.value);
    history.replaceState(null, "", url);
  });

  for (const right of document.querySelectorAll(".asked .right")) {
    right.addEventListener("toggle", () => { if (right.open) right.closest(".case").querySelector(".answer").open = true; });
  }
  // An address can have a percent sign that encodes nothing.
  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  // `#answer-ID` leads to the answer of a case, and opens it.
  function lead() {
    const [, id] = decoded(location.hash).match(/^#answer-(.*)$/) ?? [];
    const answer = document.getElementById(id)?.querySelector(".answer");
    if (!answer) return;
    answer.open = true;
    answer.scrollIntoView();
  }
  // A list of the cases, for a page that is long.
  const titles = [...document.querySelectorAll(".case > h2 > a")];
  if (titles.length > 1) {
    const nav = document.createElement("nav");
    nav.setAttribute("aria-label", "Cases");
    const list = made("ul", "entries");
    list.append(...titles.map((title) => {
      const item = document.createElement("li");
      item.append(title.cloneNode(true));
      return item;
    }));
    const details = document.createElement("details");
    details.append(made("summary", "", `${titles.length} cases`), list);
    nav.append(details);
    document.querySelector(".rules-switch").after(nav);
  }
  window.addEventListener("hashchange", lead);
  lead();
})();
