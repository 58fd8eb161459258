// kokopu: positions, and games that count the moves since a capture or a pawn move; the adapter keeps the positions.

import { Game, Position, exception, oppositeColor, squareColor } from "kokopu";
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

// A version gets only the questions that it has functions for: a game had no FEN and no clock before 3.0, positions were not
// compared before 2.9, and dead positions not seen before 4.8.
const start = new Game().mainVariation();
const hasClock = "fen" in start && "fiftyMoveClock" in start;
const hasEqual = "isEqual" in Position;
const hasDead = "isDead" in new Position();

const SIDES = { w: "white", b: "black" };

// A refusal that the library throws, as a value; any other exception is a failure.
function orElse(act, refusal, otherwise) {
  try {
    return act();
  } catch (error) {
    if (error instanceof refusal) return otherwise(error);
    throw error;
  }
}

function setUp(fen) {
  const position = new Position();
  const clocks = orElse(() => position.fen(fen), exception.InvalidFEN, (error) => {
    throw new SetupRefused(error.message);
  });
  if (!position.isLegal()) throw new SetupRefused("the position is not legal");
  const game = new Game();
  game.initialPosition(position, clocks.fullMoveNumber);
  return { node: game.mainVariation(), positions: [position], moves: [], clocks };
}

const now = (game) => game.positions.at(-1);
const read = (act) => orElse(act, exception.InvalidNotation, () => null);

function play(game, uci) {
  const move = read(() => now(game).uci(uci, true));
  if (!move) throw new MoveRefused(`${uci} is not legal`);
  game.node = game.node.play(now(game).notation(move));
  game.moves.push(move);
  game.positions.push(game.node.position());
}

function ended(game) {
  const position = now(game);
  if (position.isCheckmate()) return composed({ winner: SIDES[oppositeColor(position.turn())], by: "checkmate" });
  if (position.isStalemate()) return composed({ by: "stalemate" });
  if (hasDead && position.isDead()) return composed({ by: "dead-position" });
  return composed(null);
}

// A position has no clock, and a game takes one from nowhere: it counts from the setup.
function clock(game) {
  if (!game.moves.length) return native(game.clocks.fiftyMoveClock);
  if (game.clocks.fiftyMoveClock) return unsupported("the clock of a game begins at zero");
  return native(game.node.fiftyMoveClock());
}

function fen(game) {
  if (game.moves.length) return native(game.node.fen());
  return native(now(game).fen(game.clocks));
}

function san(game) {
  if (!game.moves.length) return unsupported("no move has been played");
  return native(game.node.notation());
}

function reads(game, { text }) {
  const move = read(() => now(game).notation(text));
  return native(move && now(game).uci(move));
}

function readsUci(game, { text }) {
  const move = read(() => now(game).uci(text));
  return native(move && now(game).uci(move));
}

function readsFen(_, { text }) {
  const position = new Position();
  const clocks = orElse(() => position.fen(text), exception.InvalidFEN, () => null);
  return native(clocks && position.fen(clocks));
}

function attacks(game, { square }) {
  const position = now(game);
  const piece = position.square(square);
  if (piece === "-") return composed([]);
  const targets = [];
  for (const file of "abcdefgh") {
    for (const rank of "12345678") {
      const target = position.square(file + rank);
      if (target === "-" || target[0] === piece[0]) continue;
      if (position.getAttacks(file + rank, piece[0]).includes(square)) targets.push(file + rank);
    }
  }
  return composed(targets);
}

function checkers(game) {
  const turn = now(game).turn();
  return composed(now(game).getAttacks(now(game).kingSquare(turn), oppositeColor(turn)));
}

await serve(
  about("kokopu", ["checkmate", "stalemate"]),
  setUp,
  play,
  {
    ended,
    ...(hasEqual && {
      occurrences: (game) => composed(game.positions.filter((one) => Position.isEqual(one, now(game))).length),
      "same-as": (game, { ply }) => native(Position.isEqual(game.positions[ply], now(game))),
    }),
    ...(hasClock && { "halfmove-clock": clock, fen }),
    check: (game) => native(now(game).isCheck()),
    checkmate: (game) => native(now(game).isCheckmate()),
    stalemate: (game) => native(now(game).isStalemate()),
    ...(hasDead && {
      "insufficient-material": (game) => native(now(game).isDead()),
      dead: (game) => (now(game).isDead() ? native(true) : silent(PIECES_ONLY)),
    }),
    "legal-moves": (game) => native(now(game).moves().map((move) => now(game).uci(move))),
    san,
    reads,
    "reads-uci": readsUci,
    "reads-fen": readsFen,
    light: (_, { square }) => native(squareColor(square) === "w"),
    checkers,
    attacks,
  },
  { attempt: play },
);
