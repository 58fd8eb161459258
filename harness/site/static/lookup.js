// Finds entries of the index for a question in everyday words, the nearest first. No word is required. It computes as
// `Index::search` of harness/arbiter/src/search.rs does, whose comments explain it; a test compares them.
"use strict";

window.lawbook.lookup = (async () => {
  const UNKNOWN = 400;
  const NAMED = 600;
  const LONGEST = 8;
  const { entries, weights, words, names, same, synonym, beginning, corrected, part, letters, endings, stop } = await window.lawbook.index;
  const known = Object.keys(words).sort();
  // A word such as "constructor" is nothing that every object has.
  for (const table of [words, names, same, letters]) Object.setPrototypeOf(table, null);

  const isNumber = (word) => /^(\d+|[a-h]\.?\d+|[ivx]+(?=\.\d))(\.[a-z\d]{1,3})*$/.test(word);
  const numbered = (word) => word.replace(/^([a-h])(?=\d)/, "$1.");

  function stem(word) {
    if (word.length < 4 || /\p{N}/u.test(word) || isNumber(word)) return word;
    let root = word;
    for (const [ending, least] of endings) {
      if (word.endsWith(ending) && !word.endsWith("ss") && root.length - ending.length >= least) {
        root = root.slice(0, -ending.length) + (ending.startsWith("ie") ? "y" : "");
        break;
      }
    }
    root = root.replace(/e$/, "").replace(/y$/, "i");
    return root.length > 3 ? root.replace(/([^aeioulsz])\1$/, "$1") : root;
  }

  function plainWords(text) {
    const plain = [...text.toLowerCase()].map((letter) => letters[letter] ?? letter).join("").replaceAll("'s ", " ").replaceAll("'", "").replace(/([a-hj-uwyz])\1{2,}/g, "$1$1");
    return plain.split(/[^\p{L}\p{N}.]/u).map((word) => word.replace(/^\.+|\.+$/g, ""))
      .flatMap((word) => isNumber(word) ? [numbered(word)] : word.split(".").filter(Boolean));
  }

  const stems = (text) => plainWords(text).map(stem);

  const stops = new Set(stems(stop));
  const tells = (word) => !stops.has(word) && (word.length > 1 || /\p{N}/u.test(word));
  const rare = (word) => words[word]?.[0] ?? 0;

  function content(all) {
    const telling = all.filter(tells);
    return telling.length ? telling : all;
  }

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

  function phrase(all, at) {
    for (let length = Math.min(5, all.length - at); length; length--) {
      const line = same[all.slice(at, at + length).join(" ")];
      if (line !== undefined) return [length, `=${line}`];
    }
    return [];
  }

  function read(query) {
    const plain = plainWords(query);
    const all = plain.map(stem);
    const meant = [];
    for (let at = 0; at < all.length; at++) {
      const [length] = phrase(all, at);
      const other = length || !tells(all[at]) ? undefined : near(plain[at], all[at]);
      if (other) {
        meant.push([plain[at], other]);
        all[at] = other;
      }
      at += (length ?? 1) - 1;
    }
    return [all, meant];
  }

  function near(word, stemmed) {
    const most = stemmed.length > 6 ? 2 : stemmed.length > 2 ? 1 : 0;
    if (!most || isNumber(word) || words[stemmed] || known.some((other) => other.startsWith(word))) return undefined;
    let best;
    for (const other of known) {
      if (other.startsWith("=") || isNumber(other)) continue;
      const far = Math.min(distance(word, other, most), distance(stemmed, other, most));
      const key = [far, stemmed[0] === other[0] ? 0 : 1, other.length > stemmed.length ? 0 : 1, rare(other)];
      if (key[0] > most) continue;
      const differs = best ? key.findIndex((one, at) => one !== best[0][at]) : 0;
      if (!best || differs >= 0 && key[differs] < best[0][differs]) best = [key, other];
    }
    return best?.[1];
  }

  function terms(all) {
    const onlyTelling = all.some(tells);
    const made = [];
    for (let at = 0; at < all.length; at++) {
      const [length, line] = phrase(all, at);
      if (length > 1) {
        const parts = all.slice(at, at + length).filter(tells).map((word) => [word, part]);
        made.push({ weight: rare(line), standIns: [[line, 100], ...parts] });
        at += length - 1;
      } else if (!onlyTelling || tells(all[at])) made.push(term(all[at], line));
    }
    return made;
  }

  function term(word, line) {
    const standIns = [[word, 100]];
    if (line) standIns.push([line, synonym]);
    if (!words[word] && word.length > 2) standIns.push(...known.filter((other) => other.startsWith(word)).map((other) => [other, beginning]));
    if (isNumber(word) && !standIns.some(([one]) => words[one])) {
      let above = word;
      while (above.includes(".")) {
        above = above.slice(0, above.lastIndexOf("."));
        if (words[above]) {
          standIns.push([above, corrected]);
          break;
        }
      }
    }
    const weight = rare(word) || Math.max(...standIns.map(([one, percent]) => Math.floor(rare(one) * percent / 100))) || UNKNOWN;
    return { weight, standIns };
  }

  // The numbers of the entries, and the words that were read as others.
  return (query) => {
    const [stemmed, meant] = read(query);
    const asked = terms(stemmed);
    const all = asked.reduce((sum, { weight }) => sum + weight, 0);
    const [sums, covered, whole] = [0, 0, 0].map((zero) => new Array(entries.length).fill(zero));
    for (const { weight, standIns } of asked) {
      const best = new Map();
      for (const [word, percent] of standIns) {
        let number = 0;
        for (const place of words[word]?.[1] ?? []) {
          number += Math.floor(place / 10);
          best.set(number, Math.max(best.get(number) ?? 0, place % 10 * percent));
        }
      }
      for (const [number, points] of best) {
        sums[number] += points * weight;
        covered[number] += weight;
      }
    }
    const subject = content(stemmed);
    for (let from = 0; from < subject.length; from++) {
      for (let to = from + 1; to <= Math.min(subject.length, from + LONGEST); to++) {
        const name = subject.slice(from, to);
        const isWhole = name.length === subject.length;
        const weight = name.reduce((sum, word) => sum + rare(word), 0);
        let before;
        for (const place of names[name.join(" ")] ?? []) {
          const number = Math.floor(place / 2);
          if (isWhole) whole[number] = Math.max(whole[number], 1 + place % 2);
          if ((isWhole || name.length > 1) && before !== number) sums[number] += NAMED * weight;
          before = number;
        }
      }
    }
    const found = [];
    for (const [number, sum] of sums.entries()) {
      if (!sum || !(whole[number] || covered[number] * 5 > all)) continue;
      const share = 500 + Math.floor(500 * covered[number] / Math.max(1, all));
      found.push([whole[number], weights[number] * Math.floor(sum * share / 1000), number]);
    }
    found.sort((one, other) => other[0] - one[0] || (one[0] > 1 ? 0 : other[1] - one[1]) || one[2] - other[2]);
    const least = Math.floor(Math.max(0, ...found.map(([, points]) => points)) * 15 / 100);
    const near = found.filter(([isWhole, points]) => isWhole || points >= least);
    return { found: near.map(([, , number]) => number), meant };
  };
})();
