// "Ask the arbiter": the user chooses an incident and answers one question at a time, and perhaps further incidents of the
// same game. The rulings follow from the rows of the incidents and need no module.
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

  // The incidents of one game and the answers are in the address, so that a link brings all of it back. All but the last
  // have a ruling.

  // An address can have a percent sign that encodes nothing.
  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  function read(text) {
    const [id, ...rest] = text.split("&");
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
    return { incident, answers, ...(incident ? step(incident, known) : {}) };
  }
  function asked() {
    const all = decoded(location.hash.slice(1)).split(";").map(read);
    return all.slice(0, all.findIndex(({ row }) => !row) + 1 || undefined);
  }

  let told = asked();
  const before = () => told.slice(0, -1);
  const address = (all) => `#${all.map(({ incident, answers }) => [incident?.id, ...answers.map(([fact, choice]) => `${fact.name}=${choice.value}`)].join("&")).join(";")}`;
  const go = (...all) => { location.hash = address(all); };

  // An incident with the facts of the game that were told about others.
  function kept(incident, answers = []) {
    for (;;) {
      const { ask } = step(incident, Object.fromEntries(answers.map(([fact, choice]) => [fact.name, choice.value])));
      const is = ([fact]) => JSON.stringify(fact) === JSON.stringify(ask);
      const same = ask && data.shared.includes(ask.name) && told.flatMap((one) => one.answers).find(is);
      if (!same) return { incident, answers };
      answers = [...answers, same];
    }
  }

  function list() {
    const query = one("#what").value.trim();
    const found = query ? lookup(query).found.map((number) => index.entries[number]) : [];
    const ids = (wanted, most) => found.filter(([kind]) => kind === wanted).slice(0, most).map(([, id]) => id);
    const incidents = query ? ids("incident", 8) : data.first;
    one(".tiles").replaceChildren(...incidents.map((id) => button(t(find(id).title), () => go(...before(), kept(find(id))))));
    one(".found-articles").replaceChildren(...ids("article", 5).map(article));
    one(".all").hidden = Boolean(query);
    one(".all ul").replaceChildren(...(one(".all").open ? data.incidents.map((incident) => {
      const item = element("li");
      item.append(element("a", t(incident.title), { href: address([...before(), kept(incident)]) }));
      return item;
    }) : []));
    one(".count").textContent = query && !found.length ? t("Nothing is found; try other words.") : "";
  }

  const articles = new Map(index.entries.filter(([kind]) => kind === "article").map(([, number, title, path, says]) => [number, { title, path, says }]));

  function article(number) {
    const item = element("li");
    const known = articles.get(number);
    if (!known) { item.append(number); return item; }
    item.append(element("a", number, { href: known.path }), ` ${known.title}`, element("span", `: ${known.says}`, { class: "words" }));
    return item;
  }

  // The screens.

  function show(focus) {
    told = asked();
    const { incident, answers, ask, row } = told.at(-1);
    one(".pick").hidden = Boolean(incident);
    one(".asking").hidden = !incident;
    one(".question").hidden = one(".choices").hidden = !ask;
    one(".ruled").hidden = !row;
    one(".earlier").replaceChildren(...before().map((each, at) => earlier(each, told.slice(0, at + 1))));
    one(".earlier").classList.toggle("brief", !row);
    one(".answers").replaceChildren(...answers.map(([fact, choice], at) =>
      button(t(choice.text), () => go(...before(), { incident, answers: answers.slice(0, at) }), { "aria-label": `${t(fact.question)} ${t(choice.text)}. ${t("Change")}` })));
    if (!incident) { list(); if (focus) one("#what").focus(); return; }
    one(".title").textContent = t(incident.title);
    if (ask) {
      one(".question").textContent = t(ask.question);
      one(".choices").replaceChildren(...ask.choices.map((choice) => button(t(choice.text), () => go(...before(), kept(incident, [...answers, [ask, choice]])))));
      if (focus) one(".question").focus();
      return;
    }
    ruling(incident, row);
    one(".record-facts").replaceChildren(...facts(answers).map((text) => element("li", text)));
    one(".record-time").textContent = new Date().toLocaleString(language);
    if (focus) one(".ruling").focus();
  }

  const facts = (answers) => answers.map(([fact, choice]) => `${t(fact.question)} ${t(choice.text)}`);

  // The ruling on another incident of the same game.
  function earlier({ incident, answers, row }, all) {
    const made = element("section");
    const title = element("h2");
    title.append(element("a", t(incident.title), { href: address(all) }));
    const articles = element("ul", undefined, { class: "by" });
    articles.append(...row.by.map(article));
    const given = element("ul", undefined, { class: "quiet" });
    given.append(...facts(answers).map((text) => element("li", text)));
    const more = element("div", undefined, { class: "doubts" });
    more.append(also(row), ...doubts(row));
    made.append(title, given, ...row.ruling.map((text) => element("p", t(text))), element("p", t(row.next), { class: "next" }), articles, more);
    return made;
  }

  // The incident that says which of two counts.
  function both({ incident: { id: one } }, { incident: { id: other } }) {
    const fits = (sides, ...ids) => ids.every((id, at) => sides[at].includes(id));
    const found = Object.entries(data.together).find(([, sides]) => fits(sides, one, other) || fits(sides, other, one));
    return found && find(found[0]);
  }

  function ruling(incident, row) {
    one(".ruling").replaceChildren(...row.ruling.map((text) => element("p", t(text))));
    one(".ruled .next").textContent = t(row.next);
    one(".see").replaceChildren(...(row.see ? [button(t(find(row.see).title), () => go(...before(), kept(find(row.see))))] : []));
    const order = before().map((each) => both(each, told.at(-1))).filter(Boolean);
    one(".both").replaceChildren(...order.flatMap((each) => [`${t("Which came first, and what counts:")} `, button(t(each.title), () => go(kept(each)))]));
    one(".ruled .by").replaceChildren(...row.by.map(article));
    one(".also").textContent = also(row);
    one(".ruled .doubts").replaceChildren(...doubts(row));
  }

  const also = (row) => (row.penalty ? `${t("Also:")} ${row.penalty.join(", ")}` : "");

  function doubts(row) {
    if (!row.doubts) return [];
    const lists = row.doubts.map((readings) => {
      const list = element("ol");
      list.append(...readings.map((reading) => element("li", t(reading))));
      return list;
    });
    return [element("p", t("Doubtful; the ruling follows the first reading:")), ...lists];
  }

  // The rulings as a text to keep, with the Laws that they follow.
  function record() {
    const words = (number) => [number, articles.get(number)?.title, articles.get(number)?.says].filter(Boolean).join(": ");
    const readings = (row) => doubts(row).flatMap((each) => (each.children.length ? [...each.children].map((one, at) => `${at + 1}. ${one.textContent}`) : each.textContent));
    const parts = told.map(({ incident, answers, row }) =>
      [t(incident.title), ...facts(answers), "", ...row.ruling.map(t), t(row.next), "", ...row.by.map(words), also(row), ...readings(row), ""]);
    return [...parts.flat(), one(".record-laws").textContent, ""].join("\n");
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
    show();
  });
  one("#what").addEventListener("input", list);
  one(".all").addEventListener("toggle", list);
  one(".again").addEventListener("click", () => { one("#what").value = ""; location.hash = ""; });
  one(".further").addEventListener("click", () => { one("#what").value = ""; go(...told, { answers: [] }); });
  one(".save").addEventListener("click", () => {
    const file = URL.createObjectURL(new Blob([record()], { type: "text/plain" }));
    element("a", undefined, { href: file, download: `${told.at(-1).incident.id}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 1000);
  });
  one(".share").addEventListener("click", async () => {
    try {
      // A link to a folder on this disk leads nowhere else.
      const link = location.protocol === "file:" ? {} : { url: location.href };
      if (navigator.share) await navigator.share({ text: record(), ...link });
      else await navigator.clipboard.writeText(location.href);
      one(".copied").textContent = navigator.share ? "" : t("The link is copied.");
    } catch {
      one(".copied").textContent = t("Use the address of this page as the link.");
    }
  });
  window.addEventListener("hashchange", () => {
    // The link that skips to the text names no incident.
    if (location.hash === "#main") return;
    show(true);
    scrollTo(0, 0);
  });
  one(".scriptless").hidden = true;
  one(".ask").hidden = false;
  name();
  show();
})();
