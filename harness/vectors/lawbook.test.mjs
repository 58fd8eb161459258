// Asks a chess library the vectors of lawbook, here chess.js. Copy it, and change the part above `agrees`.
//
// LAWBOOK_VECTORS names the vectors, LAWBOOK_LEVEL the level: core, full or strict. LAWBOOK_KNOWN names a file with the known
// deviations, if there are any: an object from ids of questions to reasons. One that no longer differs fails too.
// The last line of a failure is an entry for that file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Chess } from "chess.js";

const uci = (move) => move.from + move.to + (move.promotion ?? "");
const parts = (text) => ({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] });

// The game at the end of a vector, with its last move and the keys that the library compares positions by.
function setUp(vector) {
  const game = new Chess(vector.fen);
  const hashes = [game.hash()];
  let last;
  for (const move of vector.moves) {
    last = game.move(parts(move));
    hashes.push(game.hash());
  }
  return { game, hashes, last };
}

function ruling({ game }) {
  if (game.isCheckmate()) return game.turn() === "w" ? "black/checkmate" : "white/checkmate";
  if (game.isStalemate()) return "draw/stalemate";
  return game.isInsufficientMaterial() ? "draw/dead-position" : "play-on";
}

function claim({ game }, { ground, written }) {
  if (written && !game.moves({ verbose: true }).map(uci).includes(written)) return false;
  if (written) game.move(parts(written));
  return ground === "threefold" ? game.isThreefoldRepetition() : game.isDrawByFiftyMoves();
}

// The answers of the library, by the name of the question; others are not asked.
const answers = {
  setup: () => true,
  ruling,
  "legal-moves": ({ game }) => game.moves({ verbose: true }).map(uci),
  check: ({ game }) => game.isCheck(),
  checkmate: ({ game }) => game.isCheckmate(),
  stalemate: ({ game }) => game.isStalemate(),
  "moves-from": ({ game }, { square }) => game.moves({ square, verbose: true }).map(uci),
  drawn: ({ game }) => game.isDraw(),
  "insufficient-material": ({ game }) => game.isInsufficientMaterial(),
  claim,
  claimable: ({ game }) => game.isThreefoldRepetition() || game.isDrawByFiftyMoves(),
  occurrences: ({ hashes }) => hashes.filter((hash) => hash === hashes.at(-1)).length,
  "same-as": ({ hashes }, { ply }) => hashes[ply] === hashes.at(-1),
  "halfmove-clock": ({ game }) => Number(game.fen().split(" ")[4]),
  castling: ({ game }) => game.fen().split(" ")[2],
  fen: ({ game }) => game.fen(),
  san: ({ last }) => last.san,
  reads: ({ game }, { text }) => {
    try { return uci(game.move(text)); } catch { return null; }
  },
};

// Compares an answer with the right one, which has one field, named by its kind.
function agrees(right, said) {
  const [[kind, value]] = Object.entries(right);
  if (kind === "list") return said.toSorted().join() === value.toSorted().join();
  if (kind === "among") return value.every((one) => said.includes(one));
  if (kind === "not_among") return !value.some((one) => said.includes(one));
  if (kind === "move_count") return said.length === value;
  if (kind === "any_of") return value.includes(said);
  return kind === "refused" ? said === null : said === value;
}

// The answer as the keys of `wrong` have it: of a list only what differs from the right one.
function words(right, said) {
  const [[kind, value]] = Object.entries(right);
  if (typeof said === "boolean") return said ? "yes" : "no";
  if (!Array.isArray(said)) return said === null ? "refused" : String(said);
  if (kind === "move_count") return String(said.length);
  const missing = kind === "not_among" ? [] : value.filter((move) => !said.includes(move));
  const extra = said.filter((move) => (kind === "list" ? !value.includes(move) : kind === "not_among" && value.includes(move)));
  return [...missing.toSorted().map((move) => `-${move}`), ...extra.toSorted().map((move) => `+${move}`)].join(" ");
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const levels = ["core", "full", "strict"];
const level = levels.indexOf(process.env.LAWBOOK_LEVEL || "core");
test("level", () => assert.ok(level >= 0, `LAWBOOK_LEVEL is "${process.env.LAWBOOK_LEVEL}"; the levels are core, full and strict`));
const known = process.env.LAWBOOK_KNOWN ? read(process.env.LAWBOOK_KNOWN) : {};
const { vectors, mistakes } = read(process.env.LAWBOOK_VECTORS ?? "fide-2023.json");
const says = (kind) => mistakes.find(({ name }) => name === kind).says;
const asked = new Set(vectors.flatMap(({ questions }) => questions.map(({ id }) => id)));
const unknown = Object.keys(known).filter((id) => !asked.has(id));
test("known", () => assert.equal(unknown.length, 0, `LAWBOOK_KNOWN names what no vector asks: ${unknown.join(", ")}`));
const failed = new Set();
const causes = new Map(); // the number of wrong answers by the kind of mistakes that predicts them

for (const vector of vectors) {
  if (!vector.only_moves || vector.chess960 || levels.indexOf(vector.level) > level) continue;
  for (const { id, right, wrong, ...question } of vector.questions.filter(({ ask }) => ask in answers)) {
    test(id, (context) => {
      let said;
      try {
        said = answers[question.ask](setUp(vector), question);
      } catch (error) {
        said = question.ask === "setup" ? false : error;
        if (said && failed.has(vector.case)) return context.skip(`not reached: ${error}`);
        failed.add(vector.case);
      }
      const isRight = !(said instanceof Error) && agrees(right, said);
      if (id in known) return assert.ok(!isRight, `no longer differs: ${known[id]}`);
      const isRefused = said instanceof Error && vector.moves.length === 0;
      const places = wrong?.[isRefused ? "refuses the setup" : words(right, said)] ?? [];
      // A kind of mistakes has the first two parts of their names.
      const kinds = new Set(places.map((place) => mistakes[place].name.split("/").slice(0, 2).join("/")));
      const perhaps = [...kinds].map((kind) => `\nperhaps ${kind}: ${says(kind)}`).join("");
      if (!isRight) for (const kind of kinds) causes.set(kind, (causes.get(kind) ?? 0) + 1);
      assert.ok(isRight, `${vector.title}\n${vector.fen} ${vector.moves}\n${said}, not ${JSON.stringify(right)}${perhaps}\n${vector.why}\n"${id}": "not yet reviewed",`);
    });
  }
}
test("causes", () => {
  const ranked = [...causes].toSorted((a, b) => b[1] - a[1]);
  assert.equal(causes.size, 0, ranked.map(([kind, times]) => `${times} wrong answers, perhaps ${kind}: ${says(kind)}`).join("\n"));
});
