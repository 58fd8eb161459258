// Puts the vectors of lawbook to a chess library, here chess.js. Copy it, and change `answers`.
//
//     lawbook export vectors --out-dir vectors
//     LAWBOOK_VECTORS=vectors/fide-2023.json node --test lawbook.test.mjs
//
// LAWBOOK_LEVEL is core, full or strict. What is known to differ stands in the file that LAWBOOK_KNOWN names, a JSON
// object from "case/question" to a reason: a line that no longer differs fails too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Chess } from "chess.js";

const levels = ["core", "full", "strict"];
const level = levels.indexOf(process.env.LAWBOOK_LEVEL ?? "core");
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const { vectors } = read(process.env.LAWBOOK_VECTORS ?? "vectors/fide-2023.json");
const known = process.env.LAWBOOK_KNOWN ? read(process.env.LAWBOOK_KNOWN) : {};

const uci = (move) => move.from + move.to + (move.promotion ?? "");

// What the library answers, by the name of the question; any other is not asked.
const answers = {
  "legal-moves": (game) => game.moves({ verbose: true }).map(uci),
  check: (game) => game.isCheck(),
  checkmate: (game) => game.isCheckmate(),
  stalemate: (game) => game.isStalemate(),
  "insufficient-material": (game) => game.isInsufficientMaterial(),
  "halfmove-clock": (game) => Number(game.fen().split(" ")[4]),
  claim: (game, { ground, written }) => {
    if (written) game.move({ from: written.slice(0, 2), to: written.slice(2, 4), promotion: written[4] });
    return ground === "threefold" ? game.isThreefoldRepetition() : game.isDrawByFiftyMoves();
  },
};

// A right answer is a value, or says something about the list of legal moves.
function agrees(right, said) {
  if (Array.isArray(right)) return said.toSorted().join() === right.toSorted().join();
  if (typeof right !== "object") return right === said;
  if (right.among) return right.among.every((move) => said.includes(move));
  if (right["not-among"]) return !right["not-among"].some((move) => said.includes(move));
  return said.length === right.moves;
}

// Cases whose setup or moves have failed. That is one failure; the other questions of the case are not reached.
const failed = new Set();

// The game at the end of a vector; nothing if its failure has been reported already.
function played(vector, context) {
  try {
    const game = new Chess(vector.fen);
    for (const { move } of vector.play) {
      game.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] });
    }
    return game;
  } catch (error) {
    if (!failed.has(vector.case)) {
      failed.add(vector.case);
      throw error;
    }
    context.skip(`not reached: ${error.message}`);
  }
}

for (const vector of vectors) {
  if (!vector.only_moves || levels.indexOf(vector.level) > level) continue;
  for (const question of vector.questions) {
    const { ask, ground, written, right } = question;
    if (!(ask in answers)) continue;
    const name = [`${vector.case}/${ask}`, ground, written].filter(Boolean).join("-");
    test(name, (context) => {
      const game = played(vector, context);
      if (!game) return;
      const said = answers[ask](game, question);
      const right_now = agrees(right, said);
      if (name in known) return assert.ok(!right_now, `no longer differs: ${known[name]}`);
      const text = `${vector.title}\n${game.fen()}\nexpected ${JSON.stringify(right)}, got ${said}\n${vector.why}`;
      assert.ok(right_now, text);
    });
  }
}
