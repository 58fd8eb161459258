// Replaces one function of chess.js, the one that LAWBOOK_STUB names, by a useless one: `node --import ./stub.mjs`.
import { Chess } from "chess.js";

const { move } = Chess.prototype;
const stubs = {
  outcome: { isCheckmate: () => false, isStalemate: () => false, isInsufficientMaterial: () => false },
  san: { move(wanted) { return { ...move.call(this, wanted), san: "e4" }; } },
  fen: { fen: () => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" },
  parse_san: { move(wanted) { return typeof wanted === "string" ? { from: "e2", to: "e4" } : move.call(this, wanted); } },
  claim: { isThreefoldRepetition: () => false, isDrawByFiftyMoves: () => false, hash: () => "0" },
};
Object.assign(Chess.prototype, stubs[process.env.LAWBOOK_STUB]);
