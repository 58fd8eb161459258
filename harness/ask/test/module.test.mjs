// The module from Node.js: what it says of the whole catalogue is what the command says, byte for byte.
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
    execFileSync(LAWBOOK, ["export", "vectors", "--out", folder, ...rules.flatMap((name) => ["--rules", name])]);
    const files = readdirSync(folder).filter((name) => name !== "schema.json").sort();
    assert.equal(files.length, rules.length);
    let id = 0;
    const lines = files.flatMap((name) => {
      const { rule_set, vectors } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      return vectors.map(({ fen, play, event, questions }) => JSON.stringify({
        type: "ask", fen, rule_set, event, play,
        questions: questions.map(({ right, ...question }) => ({ id: ++id, ...question })),
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
  const lines = ["1. e4 e5", "White offers a draw", "Black accepts the offer"];
  const said = JSON.parse(lawbook.rule(JSON.stringify({ lines, rules: ["fide-2018"] }), 4_000_000));
  const printed = execFileSync(LAWBOOK, ["rule", "--rules", "fide-2018", "--format", "json", ...lines]);
  assert.deepEqual(said, JSON.parse(printed));
});

test("what is not understood is thrown", () => {
  assert.throws(() => lawbook.rule("{}}", 1), /cannot read the request/);
  assert.throws(() => lawbook.mate("8/8", "white", 1), /FEN/);
});
