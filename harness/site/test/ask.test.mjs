// "Ask the arbiter", incidents: from disk and from a server, on a phone, by keyboard, and decided as the command decides.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { listen, site, start } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const phone = { viewport: { width: 390, height: 844 } };

let here;
before(async () => { here = await start(); });
after(() => here.close());

async function open(base, hash, act, options = phone) {
  const context = await here.browser.newContext({ serviceWorkers: "block", ...options });
  try {
    const page = await context.newPage();
    const complaints = listen(page);
    await page.goto(`${base}ask.html${hash}`);
    await page.locator(".ask").waitFor();
    await act(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

// 64-bit FNV-1a, as the catalogue computes it.
function digest(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0");
}

test("the script and the command decide all combinations of facts in the same way", async () => {
  await open(here.disk, "", async (page) => {
    const checks = JSON.parse(await readFile(join(site, "incident-checks.json"), "utf8"));
    const texts = await page.evaluate(async () => {
      const { incidents, step } = await window.lawbook.incidents;
      const follow = (incident, known) => {
        const { ask, row } = step(incident, known);
        const facts = Object.entries(known).sort(([one], [other]) => one < other ? -1 : 1).map((fact) => fact.join("="));
        if (row) return `${facts.join("&")}>${row.ruling.join(" ")} ${row.by.join(", ")}\n`;
        return ask.choices.map(({ value }) => follow(incident, { ...known, [ask.name]: value })).join("");
      };
      return Object.fromEntries(incidents.map((one) => [one.id, follow(one, {})]));
    });
    assert.ok(Object.keys(texts).length > 100);
    for (const [id, text] of Object.entries(texts)) assert.equal(digest(text), checks[id], id);
  });
});

// Each tap, and a part of the ruling or the articles at the end. At most six taps from the first screen.
for (const [name, taps, says] of [
  ["illegal move in blitz", ["A player has made an illegal move", "Pressed, and the opponent has not", "Blitz, one arbiter for many", "The opponent claims", "The second", "Yes, or probably"], "shall lose"],
  ["touch-move castling", ["king and rook, or wants to castle", "The king", "No", "only touched", "Yes, or it is unclear", "Yes, castling on the other side"], "another legal move"],
  ["phone", ["A phone or another", "A player's", "During the game", "A phone, smartwatch", "On the player", "No"], "The player shall lose"],
  ["flag against a bare king", ["the opponent has little material", "Only the king"], "drawn"],
  ["both flags", ["Both flags have fallen", "It cannot be established", "Blitz, one arbiter for many"], "No article decides it"],
  ["75 moves", ["or 75 moves were made", "75 moves by each player", "Yes", "No", "No", "At once"], "Drawn without a claim"],
  ["dead position", ["The position is dead", "Neither can", "No", "By a legal move", "It was noticed"], "Drawn from that move on"],
  ["threefold with a wrong procedure", ["repeats the position for the third time", "Touched the piece", "Standard"], "The opponent shall get two more minutes"],
  ["draw offer on the opponent's time", ["A player offers a draw", "While the opponent was thinking", "Yes"], "Valid and open"],
  ["promotion left as a pawn", ["A pawn was left", "Pressed, and the opponent has not", "Standard", "The arbiter saw the press", "The first", "No"], "A queen of its colour"],
]) {
  test(`${name}: ${taps.length} taps, and the ruling is on one screen`, async () => {
    assert.ok(taps.length <= 6);
    await open(here.disk, "", async (page) => {
      for (const [at, tap] of taps.entries()) {
        await page.locator(at ? ".choices" : ".tiles").getByRole("button", { name: tap }).first().click();
      }
      await page.locator(".ruling", { hasText: says }).waitFor();
      const { bottom } = await page.locator(".by").evaluate((one) => one.getBoundingClientRect().toJSON());
      assert.ok(bottom <= 844, `the articles end at ${bottom}`);
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name.replace(/\W+/g, "-")}.png`) });
    });
  });
}

test("every ruling is on one screen of a phone with its articles", async () => {
  await open(here.disk, "", async (page) => {
    const ends = await page.evaluate(async () => {
      const { incidents, step } = await window.lawbook.incidents;
      const ends = [];
      const seen = new Set();
      async function visit(incident, known, hash) {
        const { ask, row } = step(incident, known);
        for (const { value } of ask?.choices ?? []) await visit(incident, { ...known, [ask.name]: value }, `${hash}&${ask.name}=${value}`);
        if (!row || seen.has(row)) return;
        seen.add(row);
        location.hash = hash;
        await new Promise((done) => { addEventListener("hashchange", () => done(), { once: true }); });
        ends.push([document.querySelector(".also").getBoundingClientRect().bottom + scrollY, hash]);
      }
      for (const incident of incidents) await visit(incident, {}, incident.id);
      return ends;
    });
    assert.ok(ends.length > 1000, `${ends.length} rulings`);
    assert.deepEqual(ends.filter(([end]) => end > 844), []);
  });
});

for (const way of ["disk", "server"]) {
  test(`an illegal move, and then a flag: the kind of play is told once, and both rulings are shown, from ${way}`, async () => {
    let link;
    const both = async (page) => {
      await page.locator(".earlier", { hasText: "The opponent shall get one more minute" }).waitFor();
      await page.locator(".ruling", { hasText: "Lost on time" }).waitFor();
      assert.match(await page.locator(".ruled .by").textContent(), /6\.9.*B\.3/);
      link = new URL(page.url()).hash;
    };
    await open(here[way], "#illegal-move&stage=pressed&play=blitz&by=opponent&count=first", async (page) => {
      await page.getByRole("button", { name: "Another incident of the same game" }).click();
      await page.locator("#what").fill("flag fell");
      await page.locator(".tiles").getByRole("button", { name: "A flag has fallen" }).first().click();
      await page.locator(".earlier.brief", { hasText: "The position before the illegal move" }).waitFor();
      // "Who noticed it?" is about this incident and is asked again; the kind of play is not.
      for (const tap of ["The arbiter saw it", "Yes, or probably"]) await page.locator(".choices").getByRole("button", { name: tap }).click();
      await both(page);
      const { bottom } = await page.locator(".both").evaluate((one) => one.getBoundingClientRect().toJSON());
      assert.ok(bottom <= 844, `the second ruling ends at ${bottom}`);
    });
    await open(here[way], link, async (page) => {
      await both(page);
      // A row of another incident says which of the two counts.
      await page.locator(".both").getByRole("button", { name: "A flag and an illegal move come together" }).click();
      await page.locator(".earlier section").waitFor({ state: "detached" });
      for (const tap of ["Yes, the opponent's clock runs", "The flag was seen or claimed first", "Yes, or probably"]) {
        await page.locator(".choices").getByRole("button", { name: tap }).click();
      }
      await page.locator(".ruling", { hasText: "the illegal move cannot be corrected any more" }).waitFor();
    });
  });

  test(`an answer is changed, a link brings all of it back, and the search finds incidents and articles, from ${way}`, async () => {
    let link;
    await open(here[way], "", async (page) => {
      await page.locator("#what").fill("his phone rang");
      await page.locator(".tiles").getByRole("button", { name: "A phone or another" }).click();
      for (const tap of ["A player's", "During the game", "A phone, smartwatch", "Outside the playing venue"]) {
        await page.locator(".choices").getByRole("button", { name: tap }).click();
      }
      await page.locator(".ruling", { hasText: "Nothing to rule" }).waitFor();
      await page.locator(".answers button").last().click();
      await page.locator(".choices").getByRole("button", { name: "On a table" }).click();
      await page.locator(".ruling", { hasText: "A breach of the ban" }).waitFor();
      link = new URL(page.url()).hash;
      await page.getByRole("button", { name: "Other incident", exact: true }).click();
      await page.locator("#what").fill("9.2.3");
      await page.locator(".found-articles a", { hasText: /^9\.2\.3$/ }).waitFor();
    });
    await open(here[way], link, async (page) => {
      await page.locator(".ruling", { hasText: "A breach of the ban" }).waitFor();
      assert.equal(await page.locator(".answers button").count(), 4);
    });
  });
}

test("a ruling is saved as a file and printed, with its facts, articles and the Laws", async () => {
  const needed = [/The arbiter saw it/, /Lost on time/, /6\.9\b.*The game|6\.9\b.*A player who/s, /one more minute/, /7\.5\.5/, /FIDE 2023.*https:\/\/handbook\.fide\.com\/chapter\/E012023/];
  await open(here.disk, "#illegal-move&stage=pressed&play=blitz&by=opponent&count=first;flag-fallen&by=arbiter&play=blitz&mate=can", async (page) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click()]);
    assert.equal(download.suggestedFilename(), "flag-fallen.txt");
    const text = await readFile(await download.path(), "utf8");
    await page.emulateMedia({ media: "print" });
    const paper = await page.locator("body").innerText();
    assert.match(text, /Also: 4\.3, 4\.7, 7\.1/);
    for (const one of needed) for (const record of [text, paper]) assert.match(record, one);
    assert.doesNotMatch(paper, /Other incident|Share|Menu/);
    assert.equal((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g).length, 1);
  });
});

test("the keyboard alone leads to a ruling", async () => {
  await open(here.disk, "", async (page) => {
    await page.locator(".tiles button").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".question:focus").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".ruling:focus").waitFor();
  });
});

for (const colorScheme of ["light", "dark"]) {
  for (const hash of ["", "#illegal-move&stage=pressed", "#king-captured&play=blitz-supervised&left=first&pressed=yes&taker=first", "#illegal-move&stage=moving;flag-fallen"]) {
    test(`no rule of accessibility is broken, ${colorScheme}, ${hash || "first screen"}`, async () => {
      await open(here.disk, hash, async (page) => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run(document, { preload: false, resultTypes: ["violations"] }));
        assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join("\n")}`), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 390, `${wide} wide`);
        const small = await page.locator("main button:visible").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML));
        assert.deepEqual(small, []);
      }, { ...phone, colorScheme });
    });
  }
}
