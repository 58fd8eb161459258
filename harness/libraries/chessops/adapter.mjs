// chessops: positions without a history; the adapter keeps the positions of the game.

import { register } from "node:module";
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

// Before 0.14 its files name each other without the extension, as bundlers have it.
const hook = `export async function resolve(name, context, next) {
  try { return await next(name, context); } catch { return next(name + ".js", context); }
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const modules = ["attacks", "chess", "fen", "san", "squareSet", "util"].map((name) => import(`chessops/${name}`));
const [{ attacks: attacksOf }, { Chess, equalsIgnoreMoves }, { makeFen, parseFen }, { makeSan, parseSan }, { SquareSet }, util] =
  await Promise.all(modules);
const { makeSquare, makeUci, opposite, parseSquare, parseUci, squareRank } = util;

const PROMOTIONS = ["queen", "rook", "bishop", "knight"];

const setUp = (fen) =>
  parseFen(fen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap(
      (position) => ({ positions: [position], moves: [], chess960: /^[^ ]* [^ ]* [^ ]*[A-Ha-h]/.test(fen) }),
      (error) => {
        throw new SetupRefused(error.message);
      },
    );

const now = (game) => game.positions.at(-1);

// The position after a move, or null if it is not legal.
function after(position, move) {
  if (!move || !position.isLegal(move, position.ctx())) return null;
  const next = position.clone();
  next.play(move);
  return next;
}

function play(game, uci) {
  const move = parseUci(uci);
  const next = after(now(game), move);
  if (!next) throw new MoveRefused(`${uci} is not legal`);
  game.positions.push(next);
  game.moves.push(move);
}

// Castling is the king's move onto its own rook for the library; in UCI so in Chess960, and else the king's own move.
function uci(game, move) {
  const position = now(game);
  if (game.chess960) return makeUci(move);
  const castles = position.board.king.has(move.from) && position.board[position.turn].has(move.to);
  if (!castles) return makeUci(move);
  return makeUci({ ...move, to: move.from - (move.from % 8) + (move.to > move.from ? 6 : 2) });
}

function movesFrom(game, from, targets) {
  return [...targets].flatMap((to) => {
    const promotes = now(game).board.pawn.has(from) && [0, 7].includes(squareRank(to));
    const roles = promotes ? PROMOTIONS : [undefined];
    return roles.map((promotion) => uci(game, { from, to, promotion }));
  });
}

function ended(game) {
  const outcome = now(game).outcome();
  if (!outcome) return native(null);
  return native({ winner: outcome.winner ?? null, by: outcome.winner ? "checkmate" : null });
}

const times = (game, position) => game.positions.filter((one) => equalsIgnoreMoves(one, position)).length;

// After a fifth time or seventy-five moves there is nothing left to claim; who uses the library knows that.
const hasEnded = (game) =>
  now(game).isEnd() || times(game, now(game)) >= 5 || now(game).halfmoves >= 150;

function isDue(game, ground) {
  if (hasEnded(game)) return false;
  const position = now(game);
  const count = times(game, position);
  const due = { threefold: count >= 3, fifty: position.halfmoves >= 100 };
  return ground ? due[ground] : due.threefold || due.fifty;
}

function claim(game, { ground, written }) {
  if (!written) return composed(isDue(game, ground));
  const next = after(now(game), parseUci(written));
  if (!next || hasEnded(game)) return composed(false);
  return composed(ground === "fifty" ? next.halfmoves >= 100 : times(game, next) + 1 >= 3);
}

function san(game) {
  if (!game.moves.length) return unsupported("no move has been played");
  return native(makeSan(game.positions.at(-2), game.moves.at(-1)));
}

function reads(game, { text }) {
  const move = parseSan(now(game), text);
  return native(move ? uci(game, move) : null);
}

function canMate(game, { side }) {
  return now(game).hasInsufficientMaterial(side) ? native(false) : silent(PIECES_ONLY);
}

// In Chess960 the rooks that may castle are named by their files, which the library reads and does not write.
function fen(game) {
  const text = makeFen(now(game).toSetup());
  if (!game.chess960) return native(text);
  const files = [...now(game).castles.castlingRights].map((rook) => {
    const file = makeSquare(rook)[0];
    return squareRank(rook) === 0 ? file.toUpperCase() : file;
  });
  const fields = text.split(" ");
  fields[2] = files.join("") || "-";
  return native(fields.join(" "));
}

const names = (squares) => [...squares].map(makeSquare);

function attacks(game, { square }) {
  const { board } = now(game);
  const piece = board.get(parseSquare(square));
  if (!piece) return native([]);
  return native(names(attacksOf(piece, parseSquare(square), board.occupied).intersect(board[opposite(piece.color)])));
}

await serve(
  { ...about("chessops", ["checkmate", "stalemate"]), chess960: true },
  setUp,
  play,
  {
    ended,
    ...(equalsIgnoreMoves && {
      claimable: (game) => composed(isDue(game)),
      claim,
      occurrences: (game) => composed(times(game, now(game))),
      "same-as": (game, { ply }) => native(equalsIgnoreMoves(game.positions[ply], now(game))),
    }),
    "halfmove-clock": (game) => native(now(game).halfmoves),
    check: (game) => native(now(game).isCheck()),
    checkmate: (game) => native(now(game).isCheckmate()),
    stalemate: (game) => native(now(game).isStalemate()),
    "insufficient-material": (game) => native(now(game).isInsufficientMaterial()),
    dead: (game) => (now(game).isInsufficientMaterial() ? native(true) : silent(PIECES_ONLY)),
    "can-mate": canMate,
    "legal-moves": (game) => native([...now(game).allDests()].flatMap(([from, to]) => movesFrom(game, from, to))),
    "moves-from": (game, { square }) => {
      const from = parseSquare(square);
      return native(movesFrom(game, from, now(game).dests(from)));
    },
    san,
    ...(parseSan && { reads }),
    fen,
    light: (_, { square }) => native(SquareSet.lightSquares().has(parseSquare(square))),
    checkers: (game) => native(names(now(game).ctx().checkers)),
    attacks,
  },
  { attempt: play },
);
