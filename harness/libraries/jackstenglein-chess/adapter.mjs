// @jackstenglein/chess: games with variations on top of chess.js, which rules on single positions.

import { Chess } from "@jackstenglein/chess";
import { parts, uci } from "../shared/squares.mjs";
import { MoveRefused, PIECES_ONLY, SetupRefused, about, composed, native, serve, silent, unsupported } from "../shared/wire.mjs";

function setUp(fen) {
  try {
    // With null moves, the default, it lists more than the legal moves.
    return new Chess({ fen, disableNullMoves: true });
  } catch (error) {
    throw new SetupRefused(error.message);
  }
}

function play(game, wanted) {
  if (!game.move(parts(wanted))) throw new MoveRefused(`${wanted} gives null`);
}

function takeBack(game) {
  game.delete();
}

function ended(game) {
  if (game.isCheckmate()) return native({ winner: game.turn() === "w" ? "black" : "white", by: "checkmate" });
  if (game.isStalemate()) return native({ by: "stalemate" });
  if (game.isInsufficientMaterial()) return native({ by: "dead-position" });
  if (game.isThreefoldRepetition()) return native({ by: "threefold-repetition" });
  if (game.isDrawByFiftyMoves()) return native({ by: "fifty-moves" });
  return native(game.isGameOver() ? { by: null } : null);
}

const GROUNDS = {
  threefold: (game) => game.isThreefoldRepetition(),
  fifty: (game) => game.isDrawByFiftyMoves(),
};

function claim(game, { ground, written }) {
  return written ? unsupported("it has no function for a move that is only written") : native(GROUNDS[ground](game));
}

// The position after `ply` plies, written so that equal positions have equal texts.
function position(game, ply) {
  return game.normalizedFen(ply === 0 ? null : game.history()[ply - 1]);
}

function occurrences(game) {
  const now = position(game, game.plyCount());
  const plies = [...Array(game.plyCount() + 1).keys()];
  return composed(plies.filter((ply) => position(game, ply) === now).length);
}

function reads(game, { text }) {
  const move = game.validateMove(text);
  return native(move ? uci(move) : null);
}

const san = (game) => (game.currentMove() ? native(game.currentMove().san) : unsupported("no move has been played"));

const occurred = (game, { times }) =>
  times === 3 ? native(game.isThreefoldRepetition()) : unsupported("it looks for three occurrences only");
const plies = (game, { count }) =>
  count === 100 ? native(game.isDrawByFiftyMoves()) : unsupported("it looks for fifty moves only");

await serve(
  {
    // Not the dead position: of that it knows insufficient material only.
    ...about("@jackstenglein/chess", ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"]),
    name: "jackstenglein-chess",
  },
  setUp,
  play,
  {
    ended,
    claimable: (game) => native(Object.values(GROUNDS).some((isDue) => isDue(game))),
    claim,
    occurrences,
    "same-as": (game, { ply }) => composed(position(game, ply) === position(game, game.plyCount())),
    "halfmove-clock": (game) => native(Number(game.fen().split(" ")[4])),
    occurred,
    plies,
    check: (game) => native(game.isCheck()),
    checkmate: (game) => native(game.isCheckmate()),
    stalemate: (game) => native(game.isStalemate()),
    "insufficient-material": (game) => native(game.isInsufficientMaterial()),
    dead: (game) => (game.isInsufficientMaterial() ? native(true) : silent(PIECES_ONLY)),
    drawn: (game) => native(game.isDraw()),
    "legal-moves": (game) => native(game.moves().map(uci)),
    "moves-from": (game, { square }) => native(game.moves({ square }).map(uci)),
    san,
    reads,
    fen: (game) => native(game.fen()),
    light: (game, { square }) => native(game.squareColor(square) === "light"),
  },
  { takeBack, attempt: play },
);
