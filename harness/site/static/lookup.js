// Finds entries of the index for a question in everyday words, the nearest first. No word is required.
"use strict";

(() => {
  const { stop, same } = window.lawbook.words;
  // How much a word counts, by where it stands.
  const WEIGHT = { title: 3, words: 2.6, text: 1 };
  const KIND = { article: 1.45, incident: 1.2, "rule set": 1.5, library: 1.5, case: 1, "case for libraries": .6, statement: .8 };
  // A word found by another of the same meaning, by its beginning, or by correction counts less.
  const SYNONYM = .8;
  const BEGINNING = .5;
  const CORRECTED = .7;

  // Lower case, without accents and apostrophes: "J’adoube" is "jadoube", "opponent's" is "opponent".
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[’'`´]s\b/g, "").replace(/[’'`´]/g, "");
  const split = (text) => plain(text).match(/[\p{L}\p{N}]+(?:[.\-][\p{L}\p{N}]+)*/gu) ?? [];

  // A word without its ending: claims, claimed and claiming are one word.
  function stem(word) {
    if (/\d/.test(word) || word.length < 4) return word;
    let root = word;
    for (const [ending, least] of [["ations", 4], ["ation", 4], ["ions", 4], ["ion", 4], ["ments", 4], ["ment", 4], ["ings", 3], ["ing", 3], ["ies", 2], ["ied", 2], ["ers", 4], ["er", 4], ["ed", 3], ["es", 3], ["s", 3]]) {
      if (root.endsWith(ending) && !root.endsWith("ss") && root.length - ending.length >= least) {
        root = root.slice(0, -ending.length) + (ending.startsWith("ie") ? "y" : "");
        break;
      }
    }
    root = root.replace(/e$/, "").replace(/y$/, "i");
    return root.length > 3 ? root.replace(/([^aeioulsz])\1$/, "$1") : root;
  }

  // An article number in one form: A5.2 and a.5.2 are the same.
  const NUMBER = /^(?:[a-z]{1,3}\.?)?\d+[a-z]?\d*(?:\.\d+[a-z]?\d*)*$|^[ivx]+\.\d+(?:\.\d+)*$/;
  const isNumber = (word) => NUMBER.test(word) && /\d/.test(word);
  const numbered = (word) => word.replace(/^([a-h])\.?(?=\d)/, "$1.");

  // The words of a text: each by itself, the parts of a compound, and its stem.
  function words(text) {
    return split(text).flatMap((word) => {
      if (isNumber(word)) return [numbered(word)];
      const parts = word.split(/[-.]/);
      return [...new Set([word, ...(parts.length > 1 ? parts : [])].map(stem))];
    });
  }

  const stops = new Set(split(stop).map(stem));
  // What stands for the same, by phrase: each phrase is a list of stems.
  const groups = same.map((line) => line.split(",").map((phrase) => words(phrase.trim())));
  const longest = Math.max(...groups.flat().map((phrase) => phrase.length));

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

  function prepare(index) {
    const entries = index.map(([kind, title, path, named, text]) => {
      const one = { kind, title, path, words: named, text };
      const places = new Map();
      for (const field of ["text", "words", "title"]) for (const word of words(one[field])) places.set(word, WEIGHT[field]);
      return { one, places, length: words(one.title).filter((word) => !stops.has(word)).length };
    });
    const count = new Map();
    for (const { places } of entries) for (const word of places.keys()) count.set(word, (count.get(word) ?? 0) + 1);
    return { entries, count, known: [...count.keys()].filter((word) => !isNumber(word)) };
  }

  // Cuts a question into terms: a term is a set of phrases of the same meaning.
  function terms(query, { count, known }) {
    let asked = words(query);
    const telling = asked.filter((word) => !stops.has(word) && (word.length > 1 || /\d/.test(word)));
    if (telling.length) asked = asked.filter((word) => word.length > 1 || /\d/.test(word));
    const made = [];
    for (let at = 0; at < asked.length;) {
      let found;
      for (let length = Math.min(longest, asked.length - at); length && !found; length--) {
        const phrase = asked.slice(at, at + length).join(" ");
        const group = groups.find((group) => group.some((other) => other.join(" ") === phrase));
        if (group) found = { length, phrase: asked.slice(at, at + length), group };
      }
      if (found) {
        made.push({ asked: found.phrase, phrases: [[found.phrase, 1], ...found.group.filter((other) => other.join(" ") !== found.phrase.join(" ")).map((other) => [other, SYNONYM])] });
        at += found.length;
        continue;
      }
      const word = asked[at++];
      if (telling.length && stops.has(word)) continue;
      made.push(meant(word, count, known));
    }
    return made;
  }

  function meant(word, count, known) {
    if (isNumber(word)) {
      const above = word.split(".").map((_, end, parts) => parts.slice(0, end + 1).join(".")).slice(1, -1).reverse();
      return { asked: [word], number: word, phrases: [[[word], 1], ...above.map((other, far) => [[other], .4 / (far + 1)])] };
    }
    const begun = word.length > 3 ? known.filter((other) => other !== word && other.startsWith(word)).map((other) => [[other], BEGINNING]) : [];
    if (count.has(word) || begun.length) return { asked: [word], phrases: [[[word], 1], ...begun] };
    const most = word.length > 6 ? 2 : word.length > 3 ? 1 : 0;
    const near = known.map((other) => [distance(word, other, most), other]).filter(([far]) => far <= most).sort(([one], [other]) => one - other);
    const meant = near.filter(([far]) => far === near[0][0]).map(([, other]) => other);
    return { asked: [word], meant: meant[0], phrases: [[[word], 1], ...meant.map((other) => [[other], CORRECTED])] };
  }

  window.lawbook.lookup = (index) => {
    const prepared = prepare(index);
    const { entries, count } = prepared;
    const rare = (word) => Math.log(1 + entries.length / (1 + (count.get(word) ?? 0)));
    // A word that is nowhere takes part with the weight of a rare one, so that what has the others is still near.
    const weigh = ({ phrases }) => Math.max(...phrases.map(([phrase, part]) => part * Math.min(6, phrase.reduce((sum, word) => sum + (count.has(word) ? rare(word) : 0), 0)))) || 4;

    function worth(places, { phrases, number }) {
      let best = 0;
      for (const [phrase, part] of phrases) {
        const has = phrase.map((word) => places.get(word) ?? 0);
        const least = Math.min(...has);
        if (least) best = Math.max(best, part * (has.reduce((sum, one) => sum + one, 0) / has.length));
      }
      // What is asked for by a number has the articles below it as well.
      if (number && best < 1.5) for (const [word, weight] of places) if (word.startsWith(`${number}.`) || (word.startsWith(number) && /^[a-z]/.test(word.slice(number.length)))) best = Math.max(best, .6 * weight);
      return best;
    }

    return (query) => {
      const asked = terms(query, prepared);
      const weights = asked.map(weigh);
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      const found = [];
      for (const { one, places, length } of entries) {
        let [sum, covered, inTitle] = [0, 0, 0];
        asked.forEach((term, index) => {
          const points = worth(places, term);
          if (!points) return;
          sum += points * weights[index];
          covered += weights[index];
          if (points > 2) inTitle += term.asked.length;
        });
        if (!sum) continue;
        const share = covered / all;
        const points = sum * share * (1 + .6 * Math.min(1, inTitle / Math.max(1, length))) * (KIND[one.kind] ?? 1) / (1 + .012 * places.size);
        found.push({ points, share, one });
      }
      found.sort((one, other) => other.points - one.points);
      const least = (found[0]?.points ?? 0) * .15;
      const near = found.filter(({ points, share }) => points >= least && share > .2);
      return { found: near.map(({ one }) => one), meant: asked.filter((one) => one.meant).map((one) => [one.asked[0], one.meant]) };
    };
  };
})();
