// "Ask the arbiter": the user chooses an incident and answers one question at a time. The ruling follows from the rows of
// the incidents and needs no module.
"use strict";

(async () => {
  const { element, button } = window.lawbook;
  const [data, index, lookup] = await Promise.all(["incidents", "index", "lookup"].map((name) => window.lawbook[name]));

  // The next fact to ask for, or the row that is the ruling; as `Incident::step` decides it.
  function step(incident, known) {
    const row = incident.rows.find((one) => Object.entries(one.if).every(([fact, values]) => !(fact in known) || values.includes(known[fact])));
    const ask = incident.facts.find(({ name }) => name in row.if && !(name in known));
    return ask ? { ask } : { row };
  }
  data.step = step;

  const one = (query) => document.querySelector(query);
  const find = (id) => data.incidents.find((incident) => incident.id === id);
  const stored = { get: () => { try { return localStorage.getItem("lawbook.language"); } catch { return null; } },
    set: (language) => { try { localStorage.setItem("lawbook.language", language); } catch { /* not kept then */ } } };
  let language = data.languages[stored.get()] ? stored.get() : "en";
  const t = (text) => data.languages[language]?.texts[text] ?? text;

  // The incident and the answers are in the address, so that a link brings all of it back.

  // An address can have a percent sign that encodes nothing.
  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  function asked() {
    const [id, ...rest] = decoded(location.hash.slice(1)).split("&");
    const incident = find(id);
    const known = {};
    const answers = [];
    for (const part of incident ? rest : []) {
      const [name, value] = part.split("=");
      const { ask } = step(incident, known);
      const choice = ask?.name === name && ask.choices.find((one) => one.value === value);
      if (!choice) break;
      known[name] = value;
      answers.push([ask, choice]);
    }
    return { incident, known, answers };
  }

  const address = (incident, answers) => `#${[incident.id, ...answers.map(([fact, choice]) => `${fact.name}=${choice.value}`)].join("&")}`;
  const go = (incident, answers = []) => { location.hash = incident ? address(incident, answers) : ""; };

  function list() {
    const query = one("#what").value.trim();
    const found = query ? lookup(query).found.map((number) => index.entries[number]) : [];
    const ids = (wanted, most) => found.filter(([kind]) => kind === wanted).slice(0, most).map(([, id]) => id);
    const incidents = query ? ids("incident", 8) : data.first;
    one(".tiles").replaceChildren(...incidents.map((id) => button(t(find(id).title), () => go(find(id)))));
    one(".found-articles").replaceChildren(...ids("article", 5).map(article));
    one(".all").hidden = Boolean(query);
    one(".all ul").replaceChildren(...(one(".all").open ? data.incidents.map((incident) => {
      const item = element("li");
      item.append(element("a", t(incident.title), { href: address(incident, []) }));
      return item;
    }) : []));
    one(".count").textContent = query && !found.length ? t("Nothing is found; try other words.") : "";
  }

  const articles = new Map(index.entries.filter(([kind]) => kind === "article").map(([, number, title, path, says]) => [number, { title, path, says }]));

  function article(number) {
    const item = element("li");
    const known = articles.get(number);
    if (!known) { item.append(number); return item; }
    item.append(element("a", number, { href: known.path }), ` ${known.title}: ${known.says}`);
    return item;
  }

  // The screens.

  function show({ incident, known, answers }, focus) {
    const next = incident ? step(incident, known) : {};
    one(".pick").hidden = Boolean(incident);
    one(".asking").hidden = !incident;
    one(".question").hidden = one(".choices").hidden = !next.ask;
    one(".ruled").hidden = !next.row;
    one(".answers").replaceChildren(...(incident ? answers : []).map(([fact, choice], at) =>
      button(t(choice.text), () => go(incident, answers.slice(0, at)), { "aria-label": `${t(fact.question)} ${t(choice.text)}. ${t("Change")}` })));
    if (!incident) { list(); if (focus) one("#what").focus(); return; }
    one(".title").textContent = t(incident.title);
    if (next.ask) {
      one(".question").textContent = t(next.ask.question);
      one(".choices").replaceChildren(...next.ask.choices.map((choice) => button(t(choice.text), () => go(incident, [...answers, [next.ask, choice]]))));
      if (focus) one(".question").focus();
      return;
    }
    ruling(incident, next.row);
    one(".record-facts").replaceChildren(...answers.map(([fact, choice]) => element("li", `${t(fact.question)} ${t(choice.text)}`)));
    one(".record-time").textContent = new Date().toLocaleString(language);
    if (focus) one(".ruling").focus();
  }

  function ruling(incident, row) {
    one(".ruling").replaceChildren(...row.ruling.map((text) => element("p", t(text))));
    one(".next").textContent = t(row.next);
    one(".see").replaceChildren(...(row.see ? [button(t(find(row.see).title), () => go(find(row.see)))] : []));
    one(".by").replaceChildren(...row.by.map(article));
    one(".also").textContent = row.penalty ? `${t("Also:")} ${row.penalty.join(", ")}` : "";
    one(".doubts").replaceChildren(...(row.doubts ?? []).map(([first, second]) => {
      const doubt = element("div");
      doubt.append(element("p", t("Doubtful; the ruling follows the first reading:")), element("ol"));
      doubt.lastChild.append(element("li", t(first)), element("li", t(second)));
      return doubt;
    }));
  }

  function name() {
    document.documentElement.lang = language;
    for (const each of document.querySelectorAll("[data-text]")) each.textContent = t(each.dataset.text);
  }

  const languages = Object.keys(data.languages);
  one(".language").hidden = !languages.length;
  one(".language select").append(...["en", ...languages].map((code) => element("option", new Intl.DisplayNames([code], { type: "language" }).of(code), { value: code })));
  one(".language select").value = language;
  one(".language select").addEventListener("change", ({ target }) => {
    language = target.value;
    stored.set(language);
    name();
    show(asked());
  });
  one("#what").addEventListener("input", list);
  one(".all").addEventListener("toggle", list);
  one(".again").addEventListener("click", () => { one("#what").value = ""; go(); });
  one(".print").addEventListener("click", () => window.print());
  one(".share").addEventListener("click", async () => {
    try {
      if (navigator.share) await navigator.share({ url: location.href });
      else await navigator.clipboard.writeText(location.href);
      one(".copied").textContent = navigator.share ? "" : t("The link is copied.");
    } catch {
      one(".copied").textContent = t("Use the address of this page as the link.");
    }
  });
  window.addEventListener("hashchange", () => { show(asked(), true); scrollTo(0, 0); });
  one(".scriptless").hidden = true;
  one(".ask").hidden = false;
  name();
  show(asked());
})();
