// chess, which its project calls node-chess: games in algebraic notation, with the moves they allow.

import * as library from "chess";
import { MoveRefused, SetupRefused, SetupUnsupported, about, native, serve, unsupported } from "../shared/wire.mjs";

const chess = [library.default?.default, library.default, library].find((one) => one?.create);
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const OTHER = { white: "black", black: "white" };

function setUp(fen) {
  // Before 1.5 a game begins nowhere else.
  if (!chess.fromFEN && fen === START) return { fen, client: chess.create({ PGN: true }), played: [], undo: [] };
  if (!chess.fromFEN) throw new SetupUnsupported("a game begins with the initial position");
  try {
    return { fen, client: chess.fromFEN(fen, { PGN: true }), played: [], undo: [] };
  } catch (error) {
    throw new SetupRefused(error.message);
  }
}

// The legal moves by their notation.
const moves = ({ client }) => client.getStatus().notatedMoves;

function uci(notation, { src, dest }) {
  const promotes = src.piece.type === "pawn" && [1, 8].includes(dest.rank);
  return src.file + src.rank + dest.file + dest.rank + (promotes ? notation.at(-1).toLowerCase() : "");
}

function play(game, wanted) {
  const found = Object.entries(moves(game)).find(([notation, move]) => uci(notation, move) === wanted);
  if (!found) throw new MoveRefused(`${wanted} is not among the moves`);
  try {
    // Each move has its own function that takes it back.
    game.undo.push(game.client.move(found[0]).undo);
  } catch (error) {
    throw new MoveRefused(error.message);
  }
  game.played.push(found[0]);
}

function takeBack(game) {
  game.undo.pop()();
  game.played.pop();
}

function ended({ client }) {
  const { isCheckmate, isStalemate } = client.getStatus();
  const side = client.game.getCurrentSide().name;
  if (isCheckmate) return native({ winner: OTHER[side], by: "checkmate" });
  return native(isStalemate ? { by: "stalemate" } : null);
}

function claim({ client }, { ground, written }) {
  if (ground !== "threefold") return unsupported("it does not count moves");
  if (written) return unsupported("a claim has no written move");
  return native(client.getStatus().isRepetition);
}

// The text is played in another game of the same moves, because undone moves leave traces.
function reads(game, { text }) {
  const other = setUp(game.fen);
  for (const notation of game.played) other.client.move(notation);
  const before = Object.entries(moves(other));
  try {
    const { move } = other.client.move(text);
    const [from, to] = [move.prevSquare, move.postSquare];
    const promotes = before.some(([, { src, dest }]) => src === from && dest === to && uci("q", { src, dest }).length > 4);
    const piece = promotes ? to.piece.notation.toLowerCase() : "";
    return native(from.file + from.rank + to.file + to.rank + piece);
  } catch {
    return native(null);
  }
}

function occurred({ client }, { times }) {
  return times === 3 ? native(client.getStatus().isRepetition) : unsupported("it looks for three occurrences only");
}

await serve(
  about("node-chess", ["checkmate", "stalemate"], "chess"),
  setUp,
  play,
  {
    ended,
    claim,
    occurred,
    check: ({ client }) => native(client.getStatus().isCheck),
    checkmate: ({ client }) => native(client.getStatus().isCheckmate),
    stalemate: ({ client }) => native(client.getStatus().isStalemate),
    "legal-moves": (game) => native(Object.entries(moves(game)).map(([notation, move]) => uci(notation, move))),
    san: ({ played }) => (played.length ? native(played.at(-1)) : unsupported("no move has been played")),
  },
  { takeBack },
);
