// The site as its readers meet it, from disk and from a server.
import assert from "node:assert/strict";
import { readFile, readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { listen, pages, site, start } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// A page of each kind, and pages of cases with different contents.
const kinds = [
  "index.html", "cases.html", "documents.html", "documents/S0.html", "documents/regressions.html",
  "rules.html", "rules/fide-2023.html", "changes/fide-2018_fide-2023.html", "contradictions.html",
  "libraries.html", "libraries/lawbook.html", "libraries/cozy-chess.html", "libraries/chess.html", "quiz.html", "sheets.html",
  "set.html", "cards.html", "compare.html?from=fide-1997&to=uscf-7", "rules/lichess-2026.html", "search.html?q=claim",
  "cases/fide-2009-repetition.html", "cases/fide-2009-stalemate-and-dead-position.html", "cases/complete-rules-clock-and-online.html",
  "cases/wikipedia-checkmate.html", "cases/fide-2014-claims-and-penalties.html", "cases/regressions-repetition.html",
];

/// The pages of some cases.
const threefold = "cases/fide-2009-repetition.html";
const resigning = "cases/fide-2009-checkmate-and-resignation.html";
/// The case with an id, on its page.
const of = (page, id) => page.locator(`.case[id="${id}"]`);

let here;
before(async () => { here = await start(); });
after(() => here.close());

/// Makes a page wait for its data whenever it is loaded, which scripts with data unpack after the page has loaded.
function settle(page) {
  for (const way of ["goto", "reload"]) {
    const plain = page[way].bind(page);
    page[way] = async (...given) => {
      const response = await plain(...given);
      await settled(page);
      return response;
    };
  }
}

/// The scripts have been waiting for the data longer than this.
const settled = (page) => page.evaluate(() => Promise.all(Object.values(window.lawbook ?? {})).then(() => {}));

/// Opens a page in a browser of its own, does something, and wants no complaint.
async function open(path, act, options = {}) {
  const context = await here.browser.newContext(options);
  try {
    const page = await context.newPage();
    const complaints = listen(page);
    if (options.javaScriptEnabled !== false) settle(page);
    await page.goto(path);
    await act(page);
    assert.deepEqual(complaints, [], path);
  } finally {
    await context.close();
  }
}

/// Follows a link, and waits until the scripts of the page that it leads to have run.
async function follow(page, name, to) {
  await page.getByRole("link", { name }).click();
  await page.waitForURL(to, { waitUntil: "load" });
  await settled(page);
}

/// Does the same from disk and from a server.
function both(name, act) {
  for (const way of ["disk", "server"]) test(`${name}, from ${way}`, () => act(here[way]));
}

/// The ids of a page and where its links lead, as they stand in its text.
async function written(path) {
  const text = (await readFile(join(site, path), "utf8")).replace(/<script.*?<\/script>/gs, "");
  const all = (pattern) => [...text.matchAll(pattern)].map(([, found]) => found.replaceAll("&amp;", "&"));
  const links = all(/<(?:a|link)\s[^>]*?\bhref="([^"]*)"/g).map((link) => new URL(link, here.disk + path).href);
  return { ids: all(/\sid="([^"]*)"/g), links };
}

test("every page loads without a complaint, and every link leads somewhere", async () => {
  const all = await pages();
  const ids = new Map();
  const links = [];
  function note(path, found) {
    const own = new Set(found.ids);
    assert.equal(own.size, found.ids.length, `${path} has an id twice`);
    ids.set(here.disk + path, own);
    links.push(...found.links.map((link) => [path, link]));
  }
  for (const path of all) note(path, await written(path));
  // Pages of cases are made alike: one in four of them has to do.
  const waiting = all.filter((path, place) => !path.startsWith("cases/") || place % 4 === 0);
  const context = await here.browser.newContext();
  async function visit() {
    const page = await context.newPage();
    const complaints = listen(page);
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      await page.goto(here.disk + path);
      note(path, await page.evaluate(() => ({
        ids: [...document.querySelectorAll("[id]")].map((one) => one.id),
        links: [...document.querySelectorAll("[href]")]
          .filter((one) => !(one instanceof SVGElement))
          .map((one) => one.href),
      })));
      assert.deepEqual(complaints, [], path);
    }
  }
  await Promise.all([visit(), visit()]);
  await context.close();
  assert.ok(all.length > 100, `only ${all.length} pages`);
  const incidents = JSON.parse(await readFile(join(site, "incident-checks.json"), "utf8"));
  const astray = links.filter(([path, link]) => {
    const url = new URL(link);
    // The repository, the package and the source of a library are elsewhere, and so are the official texts.
    if (url.protocol === "https:" && /^(libraries\/|rules\/|ask\.html)/.test(path)) return false;
    const page = url.origin === "null" ? `file://${url.pathname}` : link;
    if (!page.startsWith(here.disk)) return true;
    // A request to the arbiter is not an anchor of the page.
    if (/\/(arbiter|ask)\.html$/.test(page) && url.hash.includes("=")) return false;
    if (page.endsWith("/ask.html") && url.hash.slice(1) in incidents) return false;
    if (!page.endsWith(".html")) return !/\.(css|svg|txt)$/.test(page);
    // `#answer-ID` opens the answer of a case.
    const place = decodeURIComponent(url.hash.slice(1)).replace(/^answer-/, "");
    return !ids.has(page) || (place && !ids.get(page).has(place));
  });
  assert.deepEqual(astray, []);
});

test("no page breaks a rule of accessibility in light or dark, and none is wider than a phone", async () => {
  const waiting = [...kinds];
  async function visit() {
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      await open(here.disk + path, async (page) => {
        await page.evaluate(() => document.querySelectorAll("details").forEach((one) => {
          one.removeAttribute("name");
          one.open = true;
        }));
        await page.evaluate(axe);
        const told = async (rules) => {
          const { violations } = await page.evaluate((rules) =>
            window.axe.run(document, { preload: false, resultTypes: ["violations"], ...rules }), rules);
          return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join("\n")}`);
        };
        assert.deepEqual(await told({}), [], path);
        // Of all rules this is the one that colours have a part in.
        await page.emulateMedia({ colorScheme: "dark" });
        assert.deepEqual(await told({ runOnly: ["color-contrast"] }), [], `${path}, dark`);
        await page.setViewportSize({ width: 360, height: 700 });
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${path} is ${wide} wide`);
      }, { colorScheme: "light" });
    }
  }
  await Promise.all([visit(), visit()]);
});

both("a game is stepped through", async (base) => {
  await open(`${base}${threefold}`, async (page) => {
    const game = of(page, "threefold-with-written-move").locator(".game").first();
    const pieces = () => game.locator(".pieces use").evaluateAll((all) =>
      all.map((one) => one.getAttribute("href") + one.getAttribute("x") + one.getAttribute("y")).sort().join());
    const words = () => game.locator(".board").getAttribute("aria-label");
    const end = await pieces();
    await game.getByRole("button", { name: "Start" }).click();
    assert.match(await words(), /knights b1 g1.*White is on move\.$/);
    assert.notEqual(await pieces(), end);
    await game.getByRole("button", { name: "Next" }).click();
    assert.match(await words(), /knights b1 f3.*Black is on move\. The last move was from g1 to f3\./);
    await page.keyboard.press("ArrowRight");
    assert.match(await words(), /knights f6 b8/);
    await game.getByRole("button", { name: "Black writes Ng8" }).click();
    assert.equal(await pieces(), end);
    assert.match(await game.locator(".turn").textContent(), /^Black writes Ng8 .*\. Black to move$/);
    await game.getByRole("button", { name: "Back" }).click();
    assert.match(await game.locator(".turn").textContent(), /^4\. Ng1\. Black to move$/);
  });
});

both("a proof is stepped through to mate", async (base) => {
  const id = "flag-with-a-pawn-against-a-knight";
  await open(`${base}cases/complete-rules-clock-and-online.html#answer-${id}`, async (page) => {
    const proof = of(page, id).locator(".proof .game").first();
    await proof.getByRole("button", { name: "End" }).click();
    assert.match(await proof.locator(".turn").textContent(), /#\. /);
  });
});

both("an answer is chosen, and the ruling follows", async (base) => {
  await open(`${base}${threefold}`, async (page) => {
    const one = of(page, "threefold-with-written-move");
    const answer = one.locator(".answer");
    assert.equal(await answer.evaluate((one) => one.open), false);
    await one.locator(".asked details:not(.right) summary").first().click();
    assert.match(await one.locator(".asked details[open]").textContent(), /A mistake\./);
    assert.equal(await answer.evaluate((one) => one.open), false);
    await one.locator(".asked .right summary").click();
    await page.waitForFunction(() => document.querySelector("#threefold-with-written-move .answer").open);
    assert.equal(await page.locator(".answer[open]").count(), 1);
  });
});

both("the rule set is switched, and stays so", async (base) => {
  const context = await here.browser.newContext();
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(`${base}${resigning}#answer-resigning-against-a-bare-king`);
  const one = of(page, "resigning-against-a-bare-king");
  const shown = () => one.locator(".under-rules:visible .verdict").allTextContents();
  const select = page.getByLabel("Under the rules of");
  await select.selectOption("fide-2023");
  assert.match((await shown()).join("|"), /^[^|]*Draw by resignation$/i);
  assert.match(await one.locator(".ground:visible").textContent(), /Article 5\.1\.2\./);
  const choices = () => one.locator(".asked:visible summary").allTextContents();
  const right = () => one.locator(".asked:visible .right summary").allTextContents();
  assert.ok((await choices()).length > 1);
  assert.deepEqual(await right(), ["Draw by resignation"]);
  await select.selectOption("fide-2009");
  assert.match((await right()).join("|"), /^[^|]*wins by resignation$/);
  assert.match(await one.locator(".asked:visible .under").textContent(), /^Under FIDE 1977 to 2018/);
  assert.match((await shown()).join("|"), /^[^|]*wins by resignation$/);
  assert.match(page.url(), /[?&]rules=fide-2009/);
  await page.goto(`${base}cases/wikipedia-resignation.html`);
  assert.equal(await page.getByLabel("Under the rules of").inputValue(), "fide-2009");
  await page.goto(`${base}cases/wikipedia-resignation.html?rules=fide-2023#answer-rook-resigns-against-a-bishop`);
  const rook = of(page, "rook-resigns-against-a-bishop");
  assert.match((await rook.locator(".under-rules:visible .verdict").allTextContents()).join("|"), /draw/i);
  assert.deepEqual(complaints, []);
  await context.close();
});

both("the list of cases is narrowed down, and its address brings it back", async (base) => {
  await open(`${base}cases.html`, async (page) => {
    const shown = () => page.locator(".narrowed:not([hidden])").count();
    const all = await shown();
    assert.equal(await page.locator(".entries li:visible").count(), 0);
    await page.locator("select[name=tag]").selectOption("stalemate");
    assert.equal(await page.locator(".entries li:visible").count(), await shown());
    const some = await shown();
    assert.ok(some > 0 && some < all, `${some} of ${all}`);
    await page.locator("select[name=document]").selectOption("S4");
    assert.match(page.url(), /tag=stalemate&document=S4/);
    await page.getByLabel("Group by").selectOption("time");
    assert.equal(await page.locator(".groups summary:visible h2").first().textContent(), "standard");
    await page.getByLabel("Group by").selectOption("");
    const fewer = await shown();
    assert.ok(fewer > 0 && fewer <= some);
    await page.reload();
    assert.equal(await shown(), fewer);
    await page.goto(`${base}cases.html?wrong=cozy-chess&tag=fifty-moves`);
    assert.ok(await shown() > 0 && await shown() < 20);
    await page.locator("select[name=level]").selectOption("beginner");
    await page.locator("select[name=time]").selectOption("blitz");
    assert.equal(await page.locator(".count").textContent(), "No situation matches");
  });
});

both("the deviations of a library are narrowed down", async (base) => {
  await open(`${base}libraries/cozy-chess.html`, async (page) => {
    const shown = () => page.locator(".deviation:visible").count();
    const all = await shown();
    assert.equal(await page.locator(".count").textContent(), `${all} deviations`);
    await page.getByLabel("Class").selectOption("by design");
    const some = await shown();
    assert.ok(some > 0 && some < all, `${some} of ${all}`);
    assert.match(page.url(), /class=by-design/);
    await page.getByLabel("Level").selectOption("beginner");
    await page.reload();
    assert.ok(await shown() <= some);
    assert.equal(await page.getByLabel("Class").inputValue(), "by-design");
    await page.goto(`${base}libraries/cozy-chess.html`);
    await page.locator(".program summary").first().click();
    assert.match(await page.locator(".program[open] pre").textContent(), /^\/\/ Written by `lawbook repro`[\s\S]*cargo add cozy-chess@[\s\S]*fn main/);
    const source = page.locator(".deviation .source a").first();
    assert.match(await source.getAttribute("href"), /^https:\/\/.*\.rs#L\d+$/);
  });
});

// Searches of users, and a result that has to be among the first, on the page and in the command.
const searches = [
  ["castling with both hands", /^article (4\.1|7\.5\.4) /],
  ["9.2", /^article 9\.2 /],
  ["stalmate", /stalemate/i],
  ["USCF", /^rule set US Chess/],
  ["knight vs king", /knight/i],
  ["lichess", /^rule set Lichess/],
  ["cozy-chess", /^library cozy-chess/],
  ["shakmaty", /^library shakmaty/],
];
const table = JSON.parse(await readFile(new URL("../../arbiter/searches.json", import.meta.url), "utf8"));

both("the search on every page finds what people type", async (base) => {
  await open(`${base}documents/S0.html`, async (page) => {
    for (const [typed, right] of searches) {
      await page.getByLabel("Search the whole site").fill(typed);
      await page.getByLabel("Search the whole site").press("Enter");
      await page.waitForURL(/search\.html\?q=/);
      await page.locator(".found li").first().waitFor();
      const first = (await page.locator(".found li").allTextContents()).slice(0, 5);
      assert.ok(first.some((one) => right.test(one)), `${typed}: ${first.join(" | ")}`);
      assert.equal(await page.getByLabel("Search the whole site").inputValue(), typed);
      const leads = await page.locator(".found a").first().getAttribute("href");
      await page.goto(base + leads);
    }
    await page.goto(`${base}search.html?q=${encodeURIComponent("<b>qzxv</b>")}`);
    assert.match(await page.locator(".count").textContent(), /^Nothing found/);
  });
});

test("the script and the command find the same in the same order, and what is meant among the first three of its kind", async () => {
  await open(`${here.disk}search.html?q=claim`, async (page) => {
    const checks = JSON.parse(await readFile(join(site, "search-checks.json"), "utf8"));
    assert.deepEqual(checks.map(([query]) => query).sort(), Object.keys(table).sort());
    const { numbers, found } = await page.evaluate(async (queries) => {
      const [lookup, { entries }] = await Promise.all([window.lawbook.lookup, window.lawbook.index]);
      const numbers = Object.fromEntries(queries.map((query) => [query, lookup(query).found]));
      const named = ([query, all]) => [query, all.map((number) => entries[number].slice(0, 2))];
      return { numbers, found: Object.fromEntries(Object.entries(numbers).map(named)) };
    }, Object.keys(table));
    for (const [query, command] of checks) assert.deepEqual(numbers[query].slice(0, command.length), command, query);
    for (const [query, right] of Object.entries(table)) {
      const first = (kind) => found[query].filter(([one]) => one === kind).slice(0, 3).map(([kind, id]) => `${kind} ${id}`);
      assert.ok(right.some((one) => first(one.slice(0, one.lastIndexOf(" "))).includes(one)), query);
    }
  });
});

/// The bytes that a page loads from a server, compressed.
async function loaded(path) {
  const context = await here.browser.newContext();
  try {
    const page = await context.newPage();
    const sizes = [];
    page.on("response", (response) => sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length)));
    await page.goto(here.server + path, { waitUntil: "networkidle" });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } finally {
    await context.close();
  }
}

test("the site and its pages are small", async () => {
  const files = await readdir(site, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(files.filter((one) => one.isFile()).map(async (one) => (await stat(join(one.parentPath, one.name))).size));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  // With the adjudicator, all libraries and the incidents in two languages; most of it are the pages of the cases.
  assert.ok(whole < 10_000_000, `the site has ${whole} bytes`);
  const limits = {
    "index.html": 150_000, "cases.html": 150_000, "rules/fide-2023.html": 150_000, "search.html?q=claim": 150_000, "cards.html": 150_000,
    [threefold]: 150_000, "quiz.html": 150_000,
  };
  if ((await pages()).includes("arbiter.html")) limits["arbiter.html"] = 600_000;
  for (const [path, limit] of Object.entries(limits)) {
    const bytes = await loaded(path);
    console.log(`${path}: ${bytes} bytes compressed`);
    assert.ok(bytes > 5_000 && bytes <= limit, `${path} loads ${bytes} bytes`);
  }
});

test("on a phone the menu shows every page, and a case shows its question at once", async () => {
  await open(`${here.disk}${threefold}#threefold-with-written-move`, async (page) => {
    const links = page.locator(".top nav a");
    assert.equal(await links.first().isVisible(), false);
    await page.getByRole("button", { name: "Menu" }).click();
    for (const box of await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))) {
      assert.ok(box.height >= 44 && box.left >= 0 && box.right <= 390 && box.bottom <= 844, JSON.stringify(box));
    }
    await page.getByRole("button", { name: "Menu" }).click();
    await page.evaluate(() => document.getElementById("threefold-with-written-move").scrollIntoView());
    const box = await of(page, "threefold-with-written-move").locator(".question h3").first().boundingBox();
    assert.ok(box.y + box.height < 844, `the question is at ${box.y}`);
  }, { viewport: { width: 390, height: 844 } });
});

test("the Laws are read by article, with their cases and what has changed", async () => {
  await open(`${here.disk}rules/fide-2023.html#article-7-5-5`, async (page) => {
    const article = page.locator(".article#article-7-5-5");
    assert.match(await article.textContent(), /7\.5\.5 Penalty for an illegal move[\s\S]*two minutes/);
    // As `lawbook compare fide-2018 fide-2023` lists them.
    assert.deepEqual(await page.locator(".changed").allTextContents(), ["before: no", "before: two minutes in rapid, one in blitz"]);
    const heads = await page.locator(".article h3 > a").allTextContents();
    assert.ok(heads.indexOf("9.2") < heads.indexOf("9.3") && heads.indexOf("12.9") < heads.indexOf("A.2"), heads.join());
    assert.ok(await page.locator(".article .values a").count() > 20);
  });
  await open(`${here.disk}compare.html?from=fide-1997&to=fide-2023`, async (page) => {
    assert.match(await page.locator(".count").textContent(), /^\d+ rules and \d+ cases differ$/);
    await page.getByLabel("From").selectOption("fide-2023");
    assert.equal(await page.locator(".count").textContent(), "0 rules and 0 cases differ");
  });
});

test("a set is the same for its number, and its key has the articles", async () => {
  await open(`${here.disk}set.html?tag=illegal-move&level=arbiter&count=5&set=7`, async (page) => {
    const titles = () => page.locator(".made h3").allTextContents();
    const first = await titles();
    assert.equal(first.length, 5);
    assert.match(await page.locator(".made dl").textContent(), /Article (7|A)\./);
    await page.getByLabel("Set number").fill("8");
    await page.getByLabel("Set number").press("Tab");
    assert.notDeepEqual(await titles(), first);
    await page.getByLabel("Set number").fill("7");
    await page.getByLabel("Set number").press("Tab");
    assert.deepEqual(await titles(), first);
  });
  await open(`${here.disk}cards.html`, async (page) => {
    assert.equal(await page.locator(".pocket").count(), 8);
    assert.match(await page.locator(".pocket").first().textContent(), /standard: The opponent shall get two more minutes[\s\S]*one more minute/);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
    await page.evaluate(() => { window.print = () => { document.title = "printed"; }; });
    await page.getByRole("button", { name: "Print" }).click();
    assert.equal(await page.title(), "printed");
    // The first page has cards, not the heading alone, and each page names the edition.
    await page.emulateMedia({ media: "print" });
    const card = await page.locator(".pocket").first().boundingBox();
    assert.ok(card.y < 300, `the first card is at ${card.y}`);
    assert.equal(await page.locator(".edition").evaluate((one) => getComputedStyle(one).display), "table-header-group");
    assert.match(await page.locator(".edition").textContent(), /FIDE 2023/);
    const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g).length;
    assert.ok(sheets <= 3, `${sheets} pages of cards`);
  });
});

test("a set of ten is answered, shown with the right answers, and repeated", async () => {
  await open(`${here.disk}quiz.html?tag=illegal-move&kind=article`, async (page) => {
    await page.getByRole("button", { name: "Ten questions in ten minutes" }).click();
    for (let number = 1; number <= 10; number++) {
      assert.equal(await page.locator(".set-number").textContent(), `Question ${number} of 10`);
      assert.equal(await page.locator(".choices button").count(), 4);
      await page.locator(".choices button").first().click();
      assert.match(await page.locator(".told").textContent(), /Article /);
      await page.getByRole("button", { name: "Next question" }).click();
    }
    assert.match(await page.locator(".result-sum").textContent(), /^\d+ right of 10 under FIDE 2023/);
    assert.equal(await page.locator(".result tbody tr").count(), 10);
    const wrong = await page.locator(".result td.bad").count();
    if (wrong) {
      await page.getByRole("button", { name: "Repeat the wrong ones" }).click();
      assert.equal(await page.locator(".set-number").textContent(), `Question 1 of ${wrong}`);
    }
  });
  await open(`${here.disk}quiz.html`, async (page) => {
    const { incidents, poor, technical } = await page.evaluate(async () => {
      const { tasks, rules } = await window.lawbook.quiz;
      const latest = rules.indexOf("fide-2023");
      // Each wrong answer is a mistake with a reason, and there is an article.
      const isPoor = ({ asked, articles }) => asked.some(({ choices }) => choices.length < 2 || choices.some(({ right, because }) => !right && !because)) || !articles.length;
      return {
        incidents: tasks.filter(({ page, articles }) => !page && articles[0][1] >> latest & 1).length,
        poor: tasks.filter(isPoor).map(({ id }) => id),
        technical: tasks.filter((one) => /FEN|mean|written/.test(one.asked[0].asks)).length,
      };
    });
    assert.ok(incidents > 200, `${incidents} questions about incidents`);
    assert.deepEqual(poor, []);
    assert.equal(technical, 0);
  });
});

both("the quiz asks, answers, and keeps the score", async (base) => {
  await open(`${base}quiz.html?level=player&tag=claim`, async (page) => {
    assert.match(await page.locator(".score").textContent(), /^\d+ questions$/);
    const title = await page.locator(".task .title").textContent();
    await page.evaluate(async () => {
      const id = new URLSearchParams(location.search).get("id");
      const right = (await window.lawbook.quiz).tasks.find((task) => task.id === id).asked[0].choices.findIndex((choice) => choice.right);
      document.querySelectorAll(".choices button")[right].click();
    });
    assert.match(await page.locator(".told").textContent(), /^Right\./);
    assert.match(await page.locator(".score").textContent(), /^1 right of 1 answered/);
    await page.getByRole("button", { name: "Another question" }).click();
    assert.notEqual(await page.locator(".task .title").textContent(), title);
    await page.reload();
    assert.match(await page.locator(".score").textContent(), /^1 right of 1 answered/);
    await page.evaluate(async () => {
      const id = new URLSearchParams(location.search).get("id");
      const wrong = (await window.lawbook.quiz).tasks.find((task) => task.id === id).asked[0].choices.findIndex((choice) => !choice.right);
      document.querySelectorAll(".choices button")[wrong].click();
    });
    assert.match(await page.locator(".told").textContent(), /^A mistake\./);
    assert.match(await page.locator(".score").textContent(), /^1 right of 2 answered/);
    await follow(page, "The whole case", /cases\//);
    assert.equal(await page.locator(".answer[open]").count(), 1);
    await page.goBack();
    await page.getByRole("button", { name: "Forget my score" }).click();
    assert.match(await page.locator(".score").textContent(), /^\d+ questions$/);
  });
});

both("one rule set goes with the reader from the quiz to the case", async (base) => {
  await open(`${base}quiz.html?id=resigning-against-a-bare-king&which=all`, async (page) => {
    assert.equal(await page.getByLabel("Under the rules of").inputValue(), "fide-2023");
    const rightly = () => page.evaluate(async () => {
      const rules = document.querySelector(".filters").rules.value;
      const { asked } = (await window.lawbook.quiz).tasks.find((task) => task.id === "resigning-against-a-bare-king");
      return asked.find((one) => one.rules.split(" ").includes(rules)).choices.find((choice) => choice.right).says;
    });
    assert.equal(await rightly(), "Draw by resignation");
    assert.equal(await page.locator(".task .under").textContent(), "Under FIDE 2023");
    await page.getByLabel("Under the rules of").selectOption("fide-2009");
    assert.match(page.url(), /id=resigning-against-a-bare-king/);
    assert.equal(await page.locator(".task .under").textContent(), "Under FIDE 2009");
    await page.locator(".choices").getByRole("button", { name: await rightly() }).click();
    assert.match(await page.locator(".told").textContent(), /^Right\./);
    await follow(page, "The whole case", /cases\//);
    assert.equal(await page.getByLabel("Under the rules of").inputValue(), "fide-2009");
    assert.match(await of(page, "resigning-against-a-bare-king").locator(".asked:visible .right summary").textContent(), /wins by resignation$/);
    await page.goto(`${base}quiz.html`);
    assert.equal(await page.getByLabel("Under the rules of").inputValue(), "fide-2009");
  });
});

both("everything can be read without scripts", async (base) => {
  const options = { javaScriptEnabled: false };
  await open(`${base}index.html`, async (page) => {
    assert.ok(await page.getByRole("heading", { level: 1 }).isVisible());
    assert.ok(await page.getByRole("link", { name: "The Laws by article" }).isVisible());
  }, options);
  await open(`${base}libraries/cozy-chess.html`, async (page) => {
    assert.ok(await page.locator(".deviation:visible").count() > 3);
    assert.equal(await page.locator(".filters:visible").count(), 0);
  }, options);
  await open(`${base}cases.html`, async (page) => {
    assert.ok(await page.locator(".part summary:visible").count() > 15);
    await page.locator(".part summary").first().click();
    assert.ok(await page.locator(".entries li:visible").count() > 3);
    assert.equal(await page.locator(".filters:visible").count(), 0);
  }, options);
  await open(`${base}quiz.html`, async (page) => {
    assert.ok(await page.getByText("The quiz needs JavaScript.").isVisible());
  }, options);
  await open(`${base}${resigning}`, async (page) => {
    const one = of(page, "resigning-against-a-bare-king");
    const why = one.getByRole("heading", { name: "Why" });
    assert.ok(!await why.isVisible());
    await one.locator(".answer > summary").click();
    assert.ok(await why.isVisible());
    assert.ok(await one.locator(".under-rules:visible").count() > 1);
    assert.ok(!await page.getByLabel("Under the rules of").isVisible());
    await one.locator(".asked summary").first().click();
    assert.ok(await one.locator(".asked details p").first().isVisible());
  }, options);
});

test("an exam of 40 is printed with its time and pass mark, a sheet for the candidate, and one for the examiner", async () => {
  await open(`${here.disk}set.html`, async (page) => {
    await page.emulateMedia({ media: "print" });
    assert.ok(!await page.locator(".top").isVisible());
    assert.equal(await page.locator(".made .task").count(), 40);
    assert.match(await page.locator(".rules-of-set").textContent(), /^Time: 60 minutes\. To pass: 32 of 40 right \(80 %\)\.$/);
    const key = page.locator(".examiner");
    assert.ok(await key.isVisible());
    assert.equal(await key.evaluate((one) => getComputedStyle(one).breakBefore), "page");
    for (const answer of await key.locator("dd").allTextContents()) assert.match(answer, /^[A-H]: .* Article /);
    const text = await page.locator(".made").innerText();
    assert.doesNotMatch(text, /\.(html|yaml|rs|mjs)\b|\blibrar(y|ies)\b/);
    assert.match(await page.locator(".made .edition").textContent(), /^Exam, FIDE 2023: .*set 1$/);
    assert.ok(!await page.locator(".pocket").first().isVisible());
    const count = async () => (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g).length;
    const both = await count();
    assert.ok(both <= 14, `${both} pages`);
    // Each sheet is printed alone, too, and neither has a blank page.
    let sum = 0;
    for (const [sheet, other] of [["candidate", "examiner"], ["examiner", "candidate"]]) {
      await page.goto(`${here.disk}set.html?sheet=${sheet}`);
      assert.ok(await page.locator(`.${sheet}`).isVisible() && !await page.locator(`.${other}`).isVisible());
      sum += await count();
    }
    assert.equal(sum, both);
    // With the pocket cards it is one file, and each part names its edition on each page.
    await page.goto(`${here.disk}set.html?sheet=cards`);
    assert.ok(await page.locator(".pocket").first().isVisible());
    const editions = await page.locator(".edition").evaluateAll((all) => all.map((one) => [getComputedStyle(one).display, one.textContent]));
    assert.deepEqual(editions.map(([display]) => display), ["table-header-group", "table-header-group"]);
    for (const [, text] of editions) assert.match(text, /^(Pocket cards|Exam), FIDE 2023/);
    const all = await count();
    assert.ok(all > both && all <= both + 3, `${all} pages`);
  });
});
