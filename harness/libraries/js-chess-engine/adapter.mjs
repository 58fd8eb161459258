// js-chess-engine: positions with their legal moves; a pawn that reaches the last rank becomes a queen.

import engine from "js-chess-engine";
import { MoveRefused, SetupRefused, about, composed, native, serve } from "../shared/wire.mjs";

function setUp(fen) {
  try {
    return new engine.Game(fen);
  } catch (error) {
    throw new SetupRefused(error.message);
  }
}

const isPromotion = (game, from, to) => /p/i.test(game.exportJson().pieces[from]) && /[18]$/.test(to);

function play(game, uci) {
  const [from, to] = [uci.slice(0, 2).toUpperCase(), uci.slice(2, 4).toUpperCase()];
  const turn = game.exportJson().turn;
  const promotes = isPromotion(game, from, to) && uci[4] !== "q";
  // Until 0.6 a pawn becomes a queen, and no function puts another piece there.
  if (promotes && !game.setPiece) throw new MoveRefused("a pawn becomes a queen");
  try {
    game.move(from, to);
  } catch (error) {
    throw new MoveRefused(error.message);
  }
  // Its documentation has who wants another piece put it there.
  if (promotes) game.setPiece(to, turn === "white" ? uci[4].toUpperCase() : uci[4]);
}

// Leaves it to the library whether the move is legal; it knows no pieces for a pawn to become.
function attempt(game, uci) {
  try {
    game.move(uci.slice(0, 2).toUpperCase(), uci.slice(2, 4).toUpperCase());
  } catch (error) {
    throw new MoveRefused(error.message);
  }
}

function ended(game) {
  const { isFinished, checkMate, turn } = game.exportJson();
  if (checkMate) return native({ winner: turn === "white" ? "black" : "white", by: "checkmate" });
  return native(isFinished ? { by: null } : null);
}

// It lists only the square; the player puts the new piece there.
function movesFrom(game, from, targets) {
  return targets.flatMap((to) => {
    const pieces = isPromotion(game, from, to) ? ["q", "r", "b", "n"] : [""];
    return pieces.map((piece) => (from + to).toLowerCase() + piece);
  });
}

const legalMoves = (game) =>
  composed(Object.entries(game.moves()).flatMap(([from, targets]) => movesFrom(game, from, targets)));

// Until 0.5 it counts no moves.
const counts = "halfMove" in new engine.Game().exportJson();

await serve(
  about("js-chess-engine", ["checkmate", "stalemate"]),
  setUp,
  play,
  {
    ended,
    ...(counts && { "halfmove-clock": (game) => native(game.exportJson().halfMove) }),
    check: (game) => native(game.exportJson().check),
    checkmate: (game) => native(game.exportJson().checkMate),
    "legal-moves": legalMoves,
    "moves-from": (game, { square }) =>
      composed(movesFrom(game, square.toUpperCase(), game.moves(square.toUpperCase()))),
    fen: (game) => native(game.exportFEN()),
  },
  { attempt },
);
