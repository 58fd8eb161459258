// ffish: boards of Fairy-Stockfish with their history, in WebAssembly.

import { createRequire } from "node:module";
import { MoveRefused, PIECES_ONLY, SetupRefused, about, native, serve, silent, unsupported } from "../shared/wire.mjs";

// With fetch() the library takes Node.js for a browser, and finds its own program no more.
globalThis.fetch = undefined;
const ffish = createRequire(import.meta.url)("ffish");
await new Promise((resolve) => (ffish.onRuntimeInitialized = resolve));

const VARIANT = "chess";
// Until there has been a board, validateFen() knows no pieces.
const first = new ffish.Board(VARIANT);
// A version gets only the questions that it has functions for: before 0.6.5 there were fewer.
const has = (name) => name in first;
const hasClaims = isGiven(() => first.isGameOver(true));
first.delete();

function isGiven(act) {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

// Boards have to be deleted explicitly.
const forgotten = new FinalizationRegistry((board) => board.delete());

function setUp(fen) {
  const code = ffish.validateFen(fen, VARIANT);
  if (code !== 1) throw new SetupRefused(`validateFen gives ${code}`);
  const board = new ffish.Board(VARIANT, fen);
  const game = { board, written: [] };
  forgotten.register(game, board);
  return game;
}

const list = (text) => text.split(" ").filter(Boolean);

function play(game, uci) {
  const { board } = game;
  if (!list(board.legalMoves()).includes(uci)) throw new MoveRefused(`${uci} is not legal`);
  game.written.push(board.sanMove(uci));
  board.push(uci);
}

// Leaves it to the library whether the move is legal.
function attempt({ board }, uci) {
  if (board.push(uci) === false) throw new MoveRefused(`push(${uci}) gives false`);
}

function takeBack({ board, written }) {
  board.pop();
  written.pop();
}

function ended({ board }) {
  if (!board.isGameOver()) return native(null);
  const winner = { "1-0": "white", "0-1": "black" }[board.result()] ?? null;
  return native({ winner, by: winner ? "checkmate" : null });
}

function claimable({ board }) {
  return native(!board.isGameOver() && board.isGameOver(true));
}

function reads({ board }, { text }) {
  if (!board.pushSan(text)) return native(null);
  const move = list(board.moveStack()).at(-1);
  board.pop();
  return native(move);
}

await serve(
  // Not the dead position: of that it knows insufficient material only.
  about("ffish", ["checkmate", "stalemate"]),
  setUp,
  play,
  {
    ...(has("result") && { ended }),
    ...(hasClaims && { claimable, drawn: ({ board }) => native(board.result(true) === "1/2-1/2") }),
    "halfmove-clock": ({ board }) => native(board.halfmoveClock()),
    check: ({ board }) => native(board.isCheck()),
    ...(has("isInsufficientMaterial") && {
      "insufficient-material": ({ board }) => native(board.isInsufficientMaterial()),
      dead: ({ board }) => (board.isInsufficientMaterial() ? native(true) : silent(PIECES_ONLY)),
    }),
    ...(has("hasInsufficientMaterial") && {
      "can-mate": ({ board }, { side }) =>
        board.hasInsufficientMaterial(side === "white") ? native(false) : silent(PIECES_ONLY),
    }),
    "legal-moves": ({ board }) => native(list(board.legalMoves())),
    san: ({ written }) => (written.length ? native(written.at(-1)) : unsupported("no move has been played")),
    reads,
    fen: ({ board }) => native(board.fen()),
  },
  { takeBack, attempt },
);
