// What is found: every word of a search in some form, the nearest to its title first.
"use strict";

(() => {
  // Words that people use, and the words that stand here.
  const synonyms = {
    vs: "against", versus: "against", uscf: "us", "us-chess": "uscf", insufficient: "dead suffice", material: "dead", 75: "seventy-five", 50: "fifty",
    3: "threefold", "3x": "threefold", 5: "fivefold", "3-fold": "threefold", "5-fold": "fivefold", repetition: "repetition threefold",
    "chess.com": "chesscom", "lichess.org": "lichess", timeout: "flag", time: "flag clock", resign: "resigns resignation", ep: "en-passant",
    "e.p.": "en-passant", tie: "draw", helpmate: "mate", law: "rule laws", touch: "touched touches", phone: "phone", castle: "castling castles",
    promote: "promotion promoted", fifty: "fifty 50", stale: "stalemate", mated: "mate checkmate", agree: "agreement", pat: "stalemate",
  };
  const kinds = { page: 4, "rule set": 4, library: 5, rule: 2, document: 3, statement: 0, topic: 3, case: 1 };
  const split = (text) => text.toLowerCase().replace(/[’']s\b/g, "").match(/[\p{L}\p{N}]+(?:[.\-][\p{L}\p{N}]+)*/gu) ?? [];
  // A word is found by itself, by its parts, and by what it begins with.
  const parts = (text) => split(text).flatMap((word) => {
    const all = word.split(/[-.]/);
    return all.length > 1 ? [word, ...all, ...all.map((_, end) => all.slice(0, end + 1).join(word.includes("-") ? "-" : "."))] : [word];
  });

  const all = window.lawbookIndex.map((one) => ({
    ...one, inTitle: new Set(parts(one.title)), inWords: new Set(parts(one.words)), inText: new Set(parts(one.text)),
  }));
  const known = new Set(all.flatMap((one) => [...one.inTitle, ...one.inWords]));

  // How many letters are to be changed, left out, put in or exchanged, counted no further than `most`.
  function distance(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    let before = [];
    let row = [...Array(other.length + 1).keys()];
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      for (let j = 1; j <= other.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, row] = [row, next];
    }
    return row[other.length];
  }

  // The words that a word can stand for: itself, what others call it, what it begins, or what it was meant to be.
  function meanings(word) {
    const others = (Object.hasOwn(synonyms, word) ? synonyms[word].split(" ") : []);
    const begun = word.length > 2 ? [...known].filter((other) => other.startsWith(word)) : [];
    if (known.has(word) || others.length || begun.length || /\d/.test(word)) return { words: new Set([word, ...others, ...begun]) };
    const most = word.length > 6 ? 2 : word.length > 3 ? 1 : 0;
    const near = [...known].map((other) => [distance(word, other, most), other]).filter(([far]) => far <= most).sort(([one], [other]) => one - other);
    const least = near[0]?.[0];
    const meant = near.filter(([far]) => far === least).map(([, other]) => other);
    return { words: new Set([word, ...meant]), meant: meant[0] };
  }

  function score(one, asked, words) {
    let sum = kinds[one.kind] ?? 0;
    for (const [index, meaning] of asked.entries()) {
      const has = (set) => [...meaning].some((word) => set.has(word));
      const exact = words[index];
      if (one.inTitle.has(exact)) sum += 12;
      else if (one.inWords.has(exact)) sum += 10;
      else if (has(one.inTitle)) sum += 8;
      else if (has(one.inWords)) sum += 6;
      else if (has(one.inText)) sum += 2;
      else return 0;
    }
    const whole = words.join(" ");
    if (one.title.toLowerCase() === whole) sum += 40;
    else if (one.title.toLowerCase().includes(whole)) sum += 10;
    return sum;
  }

  const query = new URLSearchParams(location.search).get("q") ?? "";
  const words = split(query).filter((word) => !["the", "a", "an", "of", "rule", "is"].includes(word) || split(query).length === 1);
  const asked = words.map(meanings);
  const found = words.length
    ? all.map((one) => [score(one, asked.map((one) => one.words), words), one]).filter(([points]) => points > 0).sort(([one], [other]) => other - one)
    : [];
  const meant = asked.map((one, index) => one.meant ?? words[index]).join(" ");
  const count = document.querySelector(".count");
  document.querySelector(".scriptless").hidden = true;
  if (!words.length) count.textContent = "Type a word above: a rule, an article, a library, a situation.";
  else if (!found.length) count.textContent = `Nothing found for “${query}”.`;
  else {
    const corrected = asked.some((one) => one.meant) ? `, read as “${meant}”` : "";
    count.textContent = `${found.length} found for “${query}”${corrected}${found.length > 50 ? "; the nearest 50" : ""}`;
  }
  document.querySelector(".found").append(...found.slice(0, 50).map(([, one]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = one.path;
    link.textContent = one.title;
    const kind = document.createElement("span");
    kind.className = "tag";
    kind.textContent = one.kind;
    item.append(kind, " ", link);
    return item;
  }));
  const field = document.querySelector(".find input");
  if (field) field.value = query;
})();
