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

  // Returns what shows a case under a rule set; without one, under that of the case.
  function prepare(article) {
    const ground = article.querySelector(".ground");
    const none = article.querySelector(".none");
    const asked = [...article.querySelectorAll(".asked")];
    const rows = [...article.querySelectorAll(".grounds tr[data-rules]")];
    const places = [...article.querySelectorAll(".under-rules, .asked[data-rules]")];
    const doubts = [...article.querySelectorAll(".doubt[data-rules]")];
    const ask = article.querySelector(".button[href*='arbiter.html']");

    // The article and the reason under the chosen rules, from the table of all of them.
    function tell(rules) {
      const row = rows.find((row) => has(row, rules));
      ground.hidden = !row;
      for (const other of rows) other.classList.toggle("chosen", other === row);
      if (!row) return;
      const [, links, reason] = row.querySelectorAll("td");
      const numbers = [...links.querySelectorAll("a")].map((link) => {
        const own = link.cloneNode(true);
        own.href = link.getAttribute("href").replace(/[^/]*\.html/, `${rules}.html`);
        return own;
      });
      const cited = document.createElement("strong");
      numbers.forEach((link, place) => cited.append(place ? ", " : `Article${numbers.length > 1 ? "s" : ""} `, link));
      if (numbers.length) cited.append(".");
      const inferred = numbers.some((link) => link.textContent.endsWith("?"));
      const note = inferred ? ` (${article.querySelector(".inferred").textContent})` : "";
      ground.replaceChildren(...(numbers.length ? [cited, " "] : []), reason.textContent + note);
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
      if (ask) ask.href = ask.getAttribute("href").replace(/(?<=[#&]rules=)[^&]*/, encodeURIComponent(rules));
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

  for (const right of document.querySelectorAll(".choice.right")) {
    right.addEventListener("toggle", () => { if (right.open) right.closest(".case").querySelector(".answer").open = true; });
  }
  // `#answer-ID` leads to an open answer.
  function lead() {
    const answer = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!answer?.classList.contains("answer")) return;
    answer.open = true;
    answer.scrollIntoView();
  }
  window.addEventListener("hashchange", lead);
  lead();
})();
