// "Ask the arbiter" as its readers meet it, from disk and from a server.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { listen, start } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let here;
before(async () => { here = await start(); });
after(() => here.close());

/// Opens the page with a request, runs `act`, and expects no errors.
async function open(base, asked, act, options = {}) {
  const context = await here.browser.newContext({ serviceWorkers: "block", ...options });
  try {
    const page = await context.newPage();
    const complaints = listen(page);
    await page.goto(`${base}arbiter.html#${new URLSearchParams(asked)}`);
    await page.waitForFunction(() => document.documentElement.dataset.ready);
    await page.locator(".outcome").waitFor();
    await act(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

function both(name, act) {
  for (const way of ["disk", "server"]) test(`${name}, from ${way}`, () => act(here[way]));
}

// The names of rule sets for readers.
const called = (rules) => rules.replace("fide-", "FIDE ").replace("lichess-", "Lichess ");
const verdict = (page, rules) => page.getByRole("article", { name: `Under ${called(rules)}` }).locator(".verdict");
const square = (page, name) => page.locator(`.squares [data-square="${name}"]`);

/// Waits until exactly one ruling is so: two are shown as long as what decides between them is not said.
async function ruled(page, rules, words) {
  const verdicts = page.getByRole("article", { name: `Under ${called(rules)}` }).locator(".verdict");
  const deadline = Date.now() + 10_000;
  for (;;) {
    const texts = await verdicts.allTextContents();
    if (texts.filter((text) => text.toLowerCase().includes(words.toLowerCase())).length === 1) return;
    assert.ok(Date.now() < deadline, `one ruling with ${JSON.stringify(words)} under ${rules}; shown: ${JSON.stringify(texts)}`);
    await page.waitForTimeout(20);
  }
}

both("in Chess960 a king castles by taking its rook, and rights are kept by their rooks", async (base) => {
  await open(base, { fen: "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1" }, async (page) => {
    await square(page, "c1").click();
    await square(page, "d1").click();
    await page.locator('.squares [data-square="g1"] svg').waitFor();
    assert.equal(await page.locator("#lines").inputValue(), "1. O-O");
    assert.deepEqual(await page.locator(".squares .last").evaluateAll((all) => all.map((one) => one.dataset.square).sort()), ["c1", "g1"]);
    await page.getByRole("button", { name: "Set up" }).click();
    assert.equal(await page.locator(".castling input:checked").count(), 4);
    await page.locator('.castling input[value="Q"]').uncheck();
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("fen").includes(" Ddb "));
  });
});

both("a game is played on the board and ruled on under three editions", async (base) => {
  await open(base, { rules: "fide-1997,fide-2018,fide-2023" }, async (page) => {
    for (const [from, to, at] of [["e2", "e4", "e4"], ["e7", "e5", "e5"]]) {
      await square(page, from).click();
      await square(page, to).click();
      await page.locator(`.squares [data-square="${at}"] svg`).waitFor();
      await page.waitForFunction((text) => document.querySelector(".caption").textContent.includes(text), at);
    }
    assert.equal(await page.locator("#lines").inputValue(), "1. e4 e5");
    await page.getByRole("button", { name: "Offers a draw" }).click();
    await page.locator(".who").getByRole("button", { name: "Black" }).click();
    await page.getByRole("button", { name: "Accepts", exact: true }).click();
    for (const rules of ["fide-1997", "fide-2018", "fide-2023"]) await ruled(page, rules, "Draw by agreement");
    assert.match(await page.getByRole("article", { name: "Under FIDE 2023" }).locator(".ground").textContent(), /^Article 5\.2\.3\./);
  });
});

both("editions differ, and each says why", async (base) => {
  const asked = { fen: "8/8/4k3/8/8/8/3Q4/4K3 w - - 0 1", do: "White resigns", rules: "fide-2018,fide-2023" };
  await open(base, asked, async (page) => {
    await ruled(page, "fide-2018", "Black wins by resignation");
    await ruled(page, "fide-2023", "Draw by resignation");
    assert.match(await page.locator(".story").textContent(), /White resigns/);
  });
});

both("a dead position is proved, and a helpmate is stepped to", async (base) => {
  await open(base, { fen: "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1", rules: "fide-2023" }, async (page) => {
    await ruled(page, "fide-2023", "Draw by dead position");
    assert.deepEqual(await page.locator(".side-can h3").allTextContents(), ["White cannot mate", "Black cannot mate"]);
    assert.equal(await page.locator(".side-can", { hasText: "Verified by an independent checker." }).count(), 2);
    await page.getByRole("button", { name: /^Show where Black/ }).click();
    assert.ok(await page.locator(".squares .king").count() > 4);
  });
  await open(base, { fen: "7k/8/8/8/8/8/4p3/7K w - - 0 1", do: "White's flag falls", rules: "fide-2023" }, async (page) => {
    await page.locator(".side-can", { hasText: "Black can mate" }).getByRole("button", { name: "Mate", exact: true }).click();
    assert.match(await page.locator(".caption").textContent(), /#\. /);
  });
});

both("a long search is stopped, and the page goes on", async (base) => {
  await open(base, { fen: "8/8/8/8/3k4/8/8/KBN5 w - - 0 1", rules: "fide-2023" }, async (page) => {
    // A fast machine finds the mate before the button is pressed: this search never answers.
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message) {
        if (message.name !== "shortest") postMessage.call(this, message);
      };
    });
    await page.locator(".side-can").first().getByRole("button", { name: "Find the shortest" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".searching").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Resigns" }).click();
    await ruled(page, "fide-2023", "Draw by resignation");
  });
});

both("a link brings all of it back", async (base) => {
  let address;
  await open(base, { rules: "fide-2023" }, async (page) => {
    await page.locator("#lines").fill("1. e4 e5\nWhite offers a draw\nBlack accepts the offer");
    await ruled(page, "fide-2023", "Draw by agreement");
    await page.locator(".event summary").click();
    await page.getByLabel("No agreement before move").fill("30");
    await page.getByLabel("No agreement before move").press("Tab");
    await ruled(page, "fide-2023", "Acceptance refused");
    await page.locator(".more-rules").selectOption("lichess-2026");
    await verdict(page, "lichess-2026").waitFor();
    address = page.url();
  });
  await open(base, new URLSearchParams(new URL(address).hash.slice(1)), async (page) => {
    await ruled(page, "fide-2023", "Acceptance refused");
    assert.ok(await verdict(page, "lichess-2026").isVisible());
    assert.equal(await page.locator("#lines").inputValue(), "1. e4 e5\nWhite offers a draw\nBlack accepts the offer");
    assert.equal(await page.getByLabel("No agreement before move").inputValue(), "30");
  });
});

both("a position is set up and a game is played with the keyboard alone", async (base) => {
  await open(base, { fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", rules: "fide-2023" }, async (page) => {
    await ruled(page, "fide-2023", "Draw by dead position");
    const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
    await page.getByRole("button", { name: "Set up" }).focus();
    await press("Enter");
    await page.locator('.squares [tabindex="0"]').focus();
    await press("ArrowRight", "ArrowRight", "ArrowRight", "R");
    await square(page, "h1").locator("svg").waitFor();
    await ruled(page, "fide-2023", "Play on");
    await page.getByRole("button", { name: "Play moves" }).focus();
    await press("Enter");
    await square(page, "h1").focus();
    await press("Enter");
    assert.match(await square(page, "h8").getAttribute("aria-label"), /can go here/);
    await press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "Enter");
    await page.waitForFunction(() => document.getElementById("lines").value === "1. Rh8+");
  });
});

both("a piece is carried, and a game is pasted", async (base) => {
  await open(base, { rules: "fide-2023" }, async (page) => {
    await square(page, "g1").dragTo(square(page, "f3"));
    await page.waitForFunction(() => document.getElementById("lines").value === "1. Nf3");
    await page.locator("#lines").fill("[Event \"?\"]\n\n1. f3 {weak} e5 2. g4 Qh4# 0-1");
    await ruled(page, "fide-2023", "Black wins by checkmate");
    await page.locator("#lines").fill("1. e4 nonsense here");
    await page.locator(".trouble", { hasText: "Line 1 is not understood" }).waitFor();
    assert.equal(await page.locator(".rulings article").count(), 0);
    await page.locator("#lines").fill("1. e4 e5\nWhite seems to have touched the knight on g1");
    await page.locator(".trouble", { hasText: "Line 2 is not understood" }).waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /play on/i);
    await page.locator(".readings").getByRole("button", { name: "White touches the knight on g1" }).click();
    await ruled(page, "fide-2023", "The knight on g1 must move");
  });
});

test("claims are told with each move that would be written", async () => {
  await open(here.disk, { do: "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1", rules: "fide-2023" }, async (page) => {
    await page.locator(".claim-list").getByRole("button", { name: "Ng8" }).click();
    await ruled(page, "fide-2023", "Draw by threefold repetition");
    assert.match(await page.locator(".facts-list").textContent(), /for the second time: after 2\. Ng1, after 4\. Ng1\./);
  });
});

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 360]) {
    test(`the page breaks no rule of accessibility and is not too wide, ${colorScheme}, ${width}`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 } };
      await open(here.disk, { do: "1. e4 e5\nWhite touches the rook on a1", rules: "fide-2018,fide-2023,lichess" }, async (page) => {
        await page.getByRole("button", { name: "Set up" }).click();
        await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run(document, { preload: false, resultTypes: ["violations"] }));
        assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join("\n")}`), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} wide`);
      }, options);
    });
  }
}

for (const [width, height] of [[390, 844], [1280, 900]]) {
  test(`the ruling stays in sight after each act, and the board fits with its pieces, ${width}`, async () => {
    const options = { viewport: { width, height } };
    // One of these elements is on the screen, at the latest after the page has scrolled.
    const inSight = (page, ...queries) => page.waitForFunction((queries) => queries.some((query) => {
      const { top, bottom, height } = document.querySelector(query).getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    }), queries);
    await open(here.disk, { do: "1. e4 e5\nWhite makes the illegal move g1-g3 and presses the clock", rules: "fide-2023" }, async (page) => {
      await ruled(page, "fide-2023", "+2 minutes to Black; the knight on g1 must move; position restored");
      await inSight(page, ".card .verdict");
      await page.getByRole("button", { name: "rapid" }).click();
      const watched = page.getByRole("button", { name: "arbiter at the board" });
      await watched.click();
      await ruled(page, "fide-2023", "+1 minute to Black");
      await inSight(page, ".card .verdict");
      await watched.click();
      // Supervision is not said, and the rulings with and without it differ: both are seen.
      await page.locator("#lines").fill("1. e4 e5\nWhite makes the illegal move g1-g3, and Black replies to it");
      const both = page.getByRole("article", { name: "Under FIDE 2023" });
      await page.waitForFunction(() => document.querySelectorAll(".card").length === 2);
      const verdicts = await both.locator(".verdict").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      assert.ok(verdicts.every(({ top, bottom }) => top >= 0 && bottom <= height), JSON.stringify(verdicts));
      await page.getByRole("button", { name: "no arbiter", exact: true }).click();
      await page.waitForFunction(() => document.querySelectorAll(".card").length === 1);
      await page.locator("#lines").fill("1. e4 e5\nWhite makes the illegal move g1-g3 and presses the clock");
      await page.waitForFunction(() => [...document.querySelectorAll(".story .act")].at(-1)?.textContent.includes("presses"));
      // On the phone the board is below the ruling: a line at the bottom repeats it.
      await page.locator(".quick button").last().scrollIntoViewIfNeeded();
      await page.locator(".quick").getByRole("button", { name: "Resigns" }).click();
      await ruled(page, "fide-2023", "Black wins by resignation");
      await inSight(page, ".card .verdict", ".glance");
      assert.equal(await page.locator(".story > li").count(), 3);
      await page.getByRole("button", { name: "Set up" }).click();
      await page.locator(".modes").scrollIntoViewIfNeeded();
      const [board, palette] = [await page.locator(".squares").boundingBox(), await page.locator(".palette").boundingBox()];
      assert.ok(palette.y + palette.height - board.y < height, "board and palette do not fit");
      await page.getByRole("button", { name: "Empty board" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".squares svg").length === 0);
      assert.equal(await page.locator(".castling input:checked").count(), 0);
    }, options);
  });
}

test("the acts are in groups, and buttons are large enough for a finger", async () => {
  await open(here.disk, { rules: "fide-2023" }, async (page) => {
    assert.ok(await page.locator(".forms optgroup").count() >= 8);
    const small = await page.locator("main button:visible, main select:visible").evaluateAll((all) =>
      all.filter((one) => !one.matches(".squares *, .link") && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML));
    assert.deepEqual(small, []);
  }, { viewport: { width: 390, height: 844 } });
});

test("it is ready soon", async () => {
  await open(here.disk, { rules: "fide-2023" }, async (page) => {
    const ready = await page.evaluate(() => Number(document.documentElement.dataset.ready));
    assert.ok(ready > 0);
    console.log(`ready after ${ready} ms`);
  });
});
