// cm-chess: games with their history, and what each move brought about.

import { parts, uci } from "../shared/squares.mjs";
import { MoveRefused, PIECES_ONLY, SetupRefused, about, native, serve, silent, unsupported } from "../shared/wire.mjs";

// Before 3.0 it stood in a folder of its own.
const { Chess } = await import("cm-chess/src/Chess.js").catch(() => import("cm-chess/src/cm-chess/Chess.js"));

function setUp(fen) {
  try {
    return new Chess({ fen, sloppy: false });
  } catch (error) {
    throw new SetupRefused(error.message);
  }
}

function play(game, uci) {
  if (!game.move(parts(uci))) throw new MoveRefused(`${uci} gives null`);
}

function takeBack(game) {
  game.undo();
}

function ended(game) {
  if (game.inCheckmate()) return native({ winner: game.turn() === "w" ? "black" : "white", by: "checkmate" });
  if (game.inStalemate()) return native({ by: "stalemate" });
  if (game.insufficientMaterial()) return native({ by: "dead-position" });
  if (game.inThreefoldRepetition()) return native({ by: "threefold-repetition" });
  // The only other reason of a draw is the fifty-move rule, which has no function of its own.
  if (game.inDraw()) return native({ by: "fifty-moves" });
  return native(game.gameOver() ? { by: null } : null);
}

function reads(game, { text }) {
  const move = game.validateMove(text);
  return native(move ? uci(move) : null);
}

// Before the first move it is undefined.
const occurred = (game, { times }) =>
  times === 3 ? native(Boolean(game.inThreefoldRepetition())) : unsupported("it looks for three occurrences only");

await serve(
  // Not the dead position: of that it knows insufficient material only.
  about("cm-chess", ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"]),
  setUp,
  play,
  {
    ended,
    "halfmove-clock": (game) => native(Number(game.fen().split(" ")[4])),
    occurred,
    check: (game) => native(game.inCheck()),
    checkmate: (game) => native(game.inCheckmate()),
    stalemate: (game) => native(game.inStalemate()),
    "insufficient-material": (game) => native(game.insufficientMaterial()),
    dead: (game) => (game.insufficientMaterial() ? native(true) : silent(PIECES_ONLY)),
    drawn: (game) => native(game.inDraw()),
    "legal-moves": (game) => native(game.moves({ verbose: true }).map(uci)),
    "moves-from": (game, { square }) => native(game.moves({ square, verbose: true }).map(uci)),
    san: (game) => (game.lastMove() ? native(game.lastMove().san) : unsupported("no move has been played")),
    reads,
    fen: (game) => native(game.fen()),
  },
  { takeBack, attempt: play },
);
