// chess-rules: functions of a position, which is a plain object; nothing is kept in between.

import rules from "chess-rules";
import { MoveRefused, SetupRefused, about, composed, native, serve, unsupported } from "../shared/wire.mjs";

// It writes warnings about a FEN to standard output, which belongs to the protocol.
console.log = console.error;

function setUp(fen) {
  try {
    return { positions: [rules.fenToPosition(fen)], last: null };
  } catch (error) {
    throw new SetupRefused(error.message);
  }
}

const now = (game) => game.positions.at(-1);
const square = (offset) => "abcdefgh"[offset % 8] + (Math.floor(offset / 8) + 1);
const uci = ({ src, dst, promotionType }) => square(src) + square(dst) + (promotionType ?? "").toLowerCase();

// A promotion is listed without its piece, which is given when the move is applied.
function moves(position) {
  return rules.getAvailableMoves(position).flatMap((move) => {
    const promotes = position.board[move.src].type === "P" && [0, 7].includes(Math.floor(move.dst / 8));
    return promotes ? ["Q", "R", "B", "N"].map((promotionType) => ({ ...move, promotionType })) : [move];
  });
}

function play(game, wanted) {
  const move = moves(now(game)).find((one) => uci(one) === wanted);
  if (!move) throw new MoveRefused(`${wanted} is not available`);
  game.last = rules.moveToPgn(now(game), move);
  game.positions.push(rules.applyMove(now(game), move));
}

function ended(game) {
  const status = rules.getGameStatus(now(game));
  if (status === "OPEN") return native(null);
  if (status === "PAT") return native({ by: null });
  return native({ winner: status === "WHITEWON" ? "white" : "black", by: "checkmate" });
}

function reads(game, { text }) {
  const move = rules.pgnToMove(now(game), text);
  return native(move ? uci(move) : null);
}

await serve(
  about("chess-rules", ["checkmate", "stalemate"]),
  setUp,
  play,
  {
    ended,
    "halfmove-clock": (game) => native(now(game).halfMoveClock),
    check: (game) => native(now(game).check),
    "legal-moves": (game) => composed(moves(now(game)).map(uci)),
    san: ({ last }) => (last ? native(last) : unsupported("no move has been played")),
    reads,
    fen: (game) => native(rules.positionToFen(now(game))),
  },
);
