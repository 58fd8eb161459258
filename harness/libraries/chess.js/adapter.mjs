// chess.js: games with their history, and draws that end them.

import * as library from "chess.js";
import { uci } from "../shared/squares.mjs";
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

const SIDES = { w: "white", b: "black" };
const other = (color) => (color === "w" ? "b" : "w");

// Before 1.0 it was CommonJS with other names, and returned null or false for a refusal; until then, and for some of its
// functions later, the adapter looks for the functions of the version.
const { Chess } = library.Chess ? library : library.default;
const OLDER = {
  isCheck: "in_check",
  isCheckmate: "in_checkmate",
  isStalemate: "in_stalemate",
  isInsufficientMaterial: "insufficient_material",
  isThreefoldRepetition: "in_threefold_repetition",
  isDraw: "in_draw",
  isGameOver: "game_over",
  squareColor: "square_color",
};

function create() {
  const game = new Chess();
  for (const [name, older] of Object.entries(OLDER)) game[name] ??= game[older];
  return game;
}

const version = create();

function setUp(fen) {
  const game = create();
  let isRefused;
  try {
    isRefused = game.load(fen) === false;
  } catch (error) {
    throw new SetupRefused(error.message);
  }
  if (isRefused) throw new SetupRefused("load() gives false");
  return { game, hashes: [game.hash?.()], played: [] };
}

const parts = (text) => ({ from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] });

function play(kept, wanted) {
  let played;
  try {
    played = kept.game.move(parts(wanted));
  } catch (error) {
    throw new MoveRefused(error.message);
  }
  if (!played) throw new MoveRefused(`${wanted} gives null`);
  kept.played.push(played);
  kept.hashes.push(kept.game.hash?.());
}

function takeBack(kept) {
  kept.game.undo();
  kept.hashes.pop();
  kept.played.pop();
}

// Looks at the position after a move, and takes the move back.
function tried(game, move, look) {
  let played;
  try {
    played = game.move(move);
  } catch {
    return null;
  }
  if (!played) return null;
  const seen = look(played);
  game.undo();
  return seen;
}

function ended({ game }) {
  if (game.isCheckmate()) return native({ winner: SIDES[other(game.turn())], by: "checkmate" });
  if (game.isStalemate()) return native({ by: "stalemate" });
  if (game.isInsufficientMaterial()) return native({ by: "dead-position" });
  if (game.isThreefoldRepetition()) return native({ by: "threefold-repetition" });
  // Older versions have no function for it: it is the only other reason of a draw.
  const isFifty = game.isDrawByFiftyMoves ? game.isDrawByFiftyMoves() : game.isDraw();
  if (isFifty) return native({ by: "fifty-moves" });
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

const occurred = ({ game }, { times }) =>
  times === 3 ? native(game.isThreefoldRepetition()) : unsupported("it looks for three occurrences only");
const plies = ({ game }, { count }) =>
  count === 100 ? native(game.isDrawByFiftyMoves()) : unsupported("it looks for fifty moves only");

const san = ({ played }) => (played.length ? native(played.at(-1).san) : unsupported("no move has been played"));

function attacks({ game }, { square }) {
  const piece = game.get(square);
  if (!piece) return native([]);
  const targets = game.board().flat().filter((target) => target && target.color !== piece.color);
  return composed(
    targets.map((target) => target.square).filter((target) => game.attackers(target, piece.color).includes(square)),
  );
}

function checkers({ game }) {
  const pieces = game.board().flat();
  const king = pieces.find((piece) => piece && piece.type === "k" && piece.color === game.turn());
  return composed(game.attackers(king.square, other(game.turn())));
}

await serve(
  // Not the dead position: of that it knows insufficient material only.
  about("chess.js", ["checkmate", "stalemate", "threefold-repetition", "fifty-moves"]),
  setUp,
  play,
  {
    ended,
    ...(version.isThreefoldRepetition && { occurred }),
    ...(version.isDrawByFiftyMoves && {
      plies,
      claimable: ({ game }) => native(Object.values(GROUNDS).some((isDue) => isDue(game))),
      claim,
    }),
    ...(version.hash && {
      occurrences: ({ hashes }) => composed(times(hashes)),
      "same-as": ({ hashes }, { ply }) => composed(hashes[ply] === hashes.at(-1)),
    }),
    "halfmove-clock": ({ game }) => native(clock(game)),
    check: ({ game }) => native(game.isCheck()),
    checkmate: ({ game }) => native(game.isCheckmate()),
    stalemate: ({ game }) => native(game.isStalemate()),
    "insufficient-material": ({ game }) => native(game.isInsufficientMaterial()),
    dead: ({ game }) => (game.isInsufficientMaterial() ? native(true) : silent(PIECES_ONLY)),
    ...(version.isDraw && { drawn: ({ game }) => native(game.isDraw()) }),
    "legal-moves": ({ game }) => native(game.moves({ verbose: true }).map(uci)),
    "moves-from": ({ game }, { square }) => native(game.moves({ square, verbose: true }).map(uci)),
    san,
    reads: ({ game }, { text }) => native(tried(game, text, uci)),
    fen: ({ game }) => native(game.fen()),
    light: ({ game }, { square }) => native(game.squareColor(square) === "light"),
    ...(version.attackers && { checkers, attacks }),
  },
  { takeBack, attempt: play },
);
