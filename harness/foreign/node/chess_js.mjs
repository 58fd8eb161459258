// chess.js: games with their history, and draws that end them.

import { Chess } from "chess.js";
import {
  MoveRefused,
  PIECES_ONLY,
  SetupRefused,
  about,
  composed,
  native,
  serve,
  silent,
  unsupported,
} from "./wire.mjs";

const SIDES = { w: "white", b: "black" };
const other = (color) => (color === "w" ? "b" : "w");

function setUp(fen) {
  try {
    const game = new Chess(fen);
    return { game, hashes: [game.hash()], last: null };
  } catch (error) {
    throw new SetupRefused(error.message);
  }
}

const parts = (uci) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });

function play(kept, uci) {
  try {
    kept.last = kept.game.move(parts(uci));
  } catch (error) {
    throw new MoveRefused(error.message);
  }
  kept.hashes.push(kept.game.hash());
}

// What a move leads to, without leaving it on the board.
function tried(game, move, look) {
  let played;
  try {
    played = game.move(move);
  } catch {
    return null;
  }
  const seen = look(played);
  game.undo();
  return seen;
}

function ended({ game }) {
  if (game.isCheckmate()) return native({ winner: SIDES[other(game.turn())], by: "checkmate" });
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
const clock = (game) => Number(game.fen().split(" ")[4]);
const times = (hashes) => hashes.filter((hash) => hash === hashes.at(-1)).length;

function claim({ game }, { ground, written }) {
  if (!written) return native(GROUNDS[ground](game));
  return composed(tried(game, parts(written), () => GROUNDS[ground](game)) ?? false);
}

const san = ({ last }) => (last ? native(last.san) : unsupported("no move has been played"));

function attacks({ game }, { square }) {
  const piece = game.get(square);
  if (!piece) return native([]);
  const targets = game.board().flat().filter((target) => target && target.color !== piece.color);
  return composed(
    targets.map((target) => target.square).filter((target) => game.attackers(target, piece.color).includes(square)),
  );
}

function checkers({ game }) {
  const [king] = game.findPiece({ type: "k", color: game.turn() });
  return composed(game.attackers(king, other(game.turn())));
}

await serve(
  // Not the dead position: of that it knows insufficient material only.
  about("chess.js", ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"]),
  setUp,
  play,
  {
    ended,
    claimable: ({ game }) => native(Object.values(GROUNDS).some((isDue) => isDue(game))),
    claim,
    occurrences: ({ hashes }) => composed(times(hashes)),
    "same-as": ({ hashes }, { ply }) => composed(hashes[ply] === hashes.at(-1)),
    "halfmove-clock": ({ game }) => native(clock(game)),
    check: ({ game }) => native(game.isCheck()),
    checkmate: ({ game }) => native(game.isCheckmate()),
    stalemate: ({ game }) => native(game.isStalemate()),
    "insufficient-material": ({ game }) => native(game.isInsufficientMaterial()),
    dead: ({ game }) => (game.isInsufficientMaterial() ? native(true) : silent(PIECES_ONLY)),
    "legal-moves": ({ game }) => native(game.moves({ verbose: true }).map((move) => move.lan)),
    san,
    reads: ({ game }, { text }) => native(tried(game, text, (played) => played.lan)),
    fen: ({ game }) => native(game.fen()),
    light: ({ game }, { square }) => native(game.squareColor(square) === "light"),
    checkers,
    attacks,
  },
);
