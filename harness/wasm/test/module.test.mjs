// The module from Node.js: for the whole catalogue it prints the same as the command, byte for byte.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const { MODULE, LAWBOOK } = process.env;
const lawbook = createRequire(import.meta.url)(MODULE);

/// Every question of the catalogue under every rule set, in the line protocol.
function requests() {
  const folder = mkdtempSync(join(tmpdir(), "lawbook-vectors-"));
  try {
    const { rules } = JSON.parse(lawbook.about());
    execFileSync(LAWBOOK, ["export", "--out-dir", folder, ...rules.flatMap((name) => ["--rules", name])]);
    const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "schema.json").sort();
    assert.equal(files.length, rules.length);
    let id = 0;
    const lines = files.flatMap((name) => {
      const { rule_set, vectors } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      return vectors.map(({ fen, moves, acts, event, questions }) => JSON.stringify({
        type: "ask", fen, rule_set, event,
        play: acts ?? moves.map((move) => ({ act: "move", move })),
        questions: questions.map(({ right, wrong, ...question }) => ({ ...question, id: ++id })),
      }));
    });
    return { text: `${lines.join("\n")}\n`, asked: id };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the answers to the whole catalogue are those of the command", () => {
  const { text, asked } = requests();
  const begin = performance.now();
  const here = lawbook.answer(text);
  const took = performance.now() - begin;
  const there = execFileSync(LAWBOOK, ["adapter", "serve"], { input: text, maxBuffer: 1 << 28 }).toString();
  assert.ok(asked > 8000, `only ${asked} questions`);
  assert.equal(here.split("\n").length, asked + 1);
  assert.ok(here === there, "the answers differ");
  console.log(`${asked} answers in ${(took / 1000).toFixed(2)} s`);
});

test("a ruling is what the command prints", () => {
  for (const lines of [
    ["1. e4 e5", "White offers a draw", "Black accepts the offer"],
    ["White claims a draw by threefold repetition"],
    ["The position has occurred five times"],
  ]) {
    const said = JSON.parse(lawbook.rule(JSON.stringify({ lines, rules: ["fide-2018"] }), 4_000_000));
    const printed = execFileSync(LAWBOOK, ["rule", "--game", "--rules", "fide-2018", "--format", "json", ...lines]);
    assert.deepEqual(said, JSON.parse(printed));
  }
});

test("a fact that is not told has a ruling for each value", () => {
  const lines = ["White offers a draw", "Black accepts the offer"];
  const { rulings } = JSON.parse(lawbook.rule(JSON.stringify({ lines }), 1_000));
  assert.deepEqual(rulings.map(({ assumes, ruling }) => [assumes[0].fact, assumes[0].says, ruling]), [
    ["move-count", "the players have not both made a move", "acceptance refused"],
    ["move-count", "both players have made a move", "draw by agreement"],
  ]);
});

test("whether a side can checkmate has a typed answer", () => {
  const wall = "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1";
  const no = lawbook.canCheckmate(wall, "white", 1_000);
  assert.equal(no.can, false);
  assert.equal(no.checked, true);
  assert.ok(no.reason.length > 0 && no.line.length === 0);
  const yes = lawbook.canCheckmate("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "white", 1_000);
  assert.equal(yes.can, true);
  assert.equal(yes.checked, true);
  assert.ok(yes.line.length > 0 && yes.reason === undefined);
  const open = lawbook.canCheckmate("1k6/1P1p3p/BP3p2/1P5p/8/8/3P1PKP/8 b - - 0 1", "white", 100);
  assert.equal(open.can, undefined);
  assert.ok(open.positions > 100);
  assert.throws(() => lawbook.canCheckmate(wall, "red", 1), /player/);
});

test("what is not understood is thrown", () => {
  assert.throws(() => lawbook.rule("{}}", 1), /cannot read the request/);
  assert.throws(() => lawbook.mate("8/8", "white", 1), /FEN/);
});

/// Each function with its arguments, all of them right.
const FEN = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
const FUNCTIONS = {
  rule: [["request", "{}"], ["limit", 10]],
  mate: [["fen", FEN], ["side", "white"], ["limit", 10]],
  canCheckmate: [["fen", FEN], ["side", "white"], ["positions", 10]],
  shortest: [["fen", FEN], ["side", "white"], ["limit", 10]],
  moves: [["fen", FEN]],
  pasted: [["text", "1. e4 e5"]],
  about: [],
  answer: [["lines", ""]],
};

test("an argument of the wrong type is a TypeError that names it", () => {
  // Classes are not called: they describe returned values.
  const exported = Object.keys(lawbook).filter(
    (name) => typeof lawbook[name] === "function" && !name.startsWith("__") && !/^[A-Z]/.test(name),
  );
  assert.deepEqual(exported.sort(), Object.keys(FUNCTIONS).sort());
  const wrong = { string: [undefined, null, 1, 1n, true, {}, [], new Uint8Array(4), Symbol("x"), () => 1, new String("x")] };
  wrong.number = [undefined, null, "10", 10n, true, {}, [], Symbol("x"), NaN, Infinity, -1, 1.5, 2 ** 32];
  for (const [name, args] of Object.entries(FUNCTIONS)) {
    const right = args.map(([, value]) => value);
    assert.equal(typeof lawbook[name](...right), name === "canCheckmate" ? "object" : "string");
    args.forEach(([argument, value], place) => {
      const names = (error) =>
        error instanceof TypeError && error.message.includes(`${name}: the argument ${argument} is `) &&
        error.message.includes(`expected a ${typeof value === "string" ? "string" : "whole number"}`);
      for (const other of wrong[typeof value]) {
        assert.throws(() => lawbook[name](...right.with(place, other)), names, `${name} ${argument} ${String(other)}`);
      }
      assert.throws(() => lawbook[name](...right.slice(0, place)), names, `${name} without ${argument}`);
    });
    // Nothing that was refused has harmed the module.
    assert.equal(typeof lawbook[name](...right), name === "canCheckmate" ? "object" : "string");
  }
});

test("positions are read in every form", () => {
  const moves = (text) => JSON.parse(lawbook.moves(text)).length;
  assert.equal(moves("startpos"), 20);
  assert.equal(moves("position startpos moves e2e4"), 20);
  assert.equal(moves(`"${FEN}"`), moves(FEN));
  assert.equal(moves('4k3/8/8/8/8/8/8/4K2R w K - id "a; b"; hmvc 3;'), moves(FEN));
  const { start, lines } = JSON.parse(lawbook.pasted(`position fen ${FEN} moves e1g1`));
  assert.deepEqual([start, lines], [FEN, ["e1g1"]]);
});

test("import and require have the same functions", async () => {
  const imported = await import(join(MODULE, "lawbook.mjs"));
  const names = (module) => Object.keys(module).filter((name) => /^[a-zA-Z]+$/.test(name) && module[name]).sort();
  assert.deepEqual(names(imported), names(lawbook).filter((name) => typeof lawbook[name] === "function"));
});
