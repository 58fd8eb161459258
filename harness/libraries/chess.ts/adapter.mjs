// chess.ts: games with their history, and draws that end them.

import { Chess } from "chess.ts";
import { parts, uci } from "../shared/squares.mjs";
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
} from "../shared/wire.mjs";

const SIDES = { w: "black", b: "white" };
const STRICT = { sloppy: false };

function setUp(fen) {
  const game = new Chess();
  const { valid, error } = game.validateFen(fen);
  if (!valid) throw new SetupRefused(error);
  if (!game.load(fen)) throw new SetupRefused("load() gives false");
  return game;
}

function play(game, uci) {
  if (!game.move(parts(uci))) throw new MoveRefused(`${uci} gives null`);
}

function takeBack(game) {
  game.undo();
}

function ended(game) {
  if (game.inCheckmate()) return native({ winner: SIDES[game.turn()], by: "checkmate" });
  if (game.inStalemate()) return native({ by: "stalemate" });
  if (game.insufficientMaterial()) return native({ by: "dead-position" });
  if (game.inThreefoldRepetition()) return native({ by: "threefold-repetition" });
  // The only other reason of a draw is the fifty-move rule, which has no function of its own.
  if (game.inDraw()) return native({ by: "fifty-moves" });
  return native(null);
}

const clock = (game) => Number(game.fen().split(" ")[4]);

function san(game) {
  return game.history().length ? native(game.history().at(-1)) : unsupported("no move has been played");
}

function reads(game, { text }) {
  const move = game.move(text, { ...STRICT, dry_run: true });
  return native(move && uci(move));
}

const occurred = (game, { times }) =>
  times === 3 ? native(game.inThreefoldRepetition()) : unsupported("it looks for three occurrences only");

await serve(
  // Not the dead position: of that it knows insufficient material only.
  about("chess.ts", ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"]),
  setUp,
  play,
  {
    ended,
    "halfmove-clock": (game) => native(clock(game)),
    occurred,
    check: (game) => native(game.inCheck()),
    checkmate: (game) => native(game.inCheckmate()),
    stalemate: (game) => native(game.inStalemate()),
    "insufficient-material": (game) => native(game.insufficientMaterial()),
    dead: (game) => (game.insufficientMaterial() ? native(true) : silent(PIECES_ONLY)),
    drawn: (game) => native(game.inDraw()),
    "legal-moves": (game) => native(game.moves({ verbose: true }).map(uci)),
    "moves-from": (game, { square }) => native(game.moves({ square, verbose: true }).map(uci)),
    san,
    reads,
    fen: (game) => native(game.fen()),
    light: (game, { square }) => native(game.squareColor(square) === "light"),
  },
  { takeBack, attempt: play },
);
