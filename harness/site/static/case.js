// A case: the reader's rule set, and the answer that opens when it has been found.
"use strict";

(() => {
  const article = document.querySelector(".case");
  const answer = document.getElementById("answer");
  const ground = article.querySelector(".ground");

  // Storage may be forbidden; the page works without.
  const memory = {
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* not kept */ } },
  };

  // The rule sets of a place are bits of a number.
  const has = (place, rules) => place.dataset.rules >> known.indexOf(rules) & 1;
  const known = window.lawbook.ruleSets.map(([name]) => name);
  const rows = [...article.querySelectorAll(".grounds tr[data-rules]")];
  const doubts = [...article.querySelectorAll(".doubt[data-rules]")];
  const places = [...article.querySelectorAll(".under-rules, .asked[data-rules]")];
  const applies = (rules) => [...places, ...rows].some((place) => has(place, rules));

  const select = document.createElement("select");
  select.append(...window.lawbook.ruleSets.map(([value, name]) => new Option(name, value)));
  const label = document.createElement("label");
  label.append("Under the rules of ", select);

  // Says why there is nothing to choose from.
  const none = document.createElement("p");
  none.className = "quiet";
  none.hidden = true;
  article.querySelector(".rules-switch").before(none);

  // The article and the reason under the chosen rules, from the table of all of them.
  function tell(rules) {
    const row = rows.find((row) => has(row, rules));
    ground.hidden = !row;
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
    for (const other of rows) other.classList.toggle("chosen", other === row);
  }

  function show(rules) {
    select.value = rules;
    for (const place of [...places, ...doubts]) place.hidden = !has(place, rules);
    tell(rules);
    const asked = [...article.querySelectorAll(".asked")];
    const missing = !applies(rules) && places.length ? "This question does not apply under these rules."
      : asked.length && asked.every((one) => one.hidden) ? "This case has no answers to choose from under these rules."
      : "";
    none.textContent = missing;
    none.hidden = !missing;
    const ask = article.querySelector(".button[href*='arbiter.html']");
    if (ask) ask.href = ask.getAttribute("href").replace(/(?<=[#&]rules=)[^&]*/, encodeURIComponent(rules));
  }

  if (places.length || rows.length) {
    const wanted = [new URLSearchParams(location.search).get("rules"), memory.get("lawbook.rules")]
      .find((rules) => known.includes(rules));
    article.querySelector(".rules-switch").append(label);
    article.querySelector(".rules-switch").hidden = false;
    show(wanted && applies(wanted) ? wanted : article.dataset.rules);
    select.addEventListener("change", () => {
      show(select.value);
      memory.set("lawbook.rules", select.value);
      const url = new URL(location.href);
      url.searchParams.set("rules", select.value);
      history.replaceState(null, "", url);
    });
  }

  for (const right of article.querySelectorAll(".choice.right")) {
    right.addEventListener("toggle", () => { if (right.open) answer.open = true; });
  }
  if (location.hash === "#answer") answer.open = true;
})();
