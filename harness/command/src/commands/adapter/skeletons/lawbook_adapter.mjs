// The adapter of YOUR LIBRARY for lawbook. It runs as it is: `lawbook adapter smoke -- node lawbook_adapter.mjs`.
//
// Edit the part between the two marks, from one TODO to the next. `smoke` names the question to answer next. The rest
// of the file is the protocol, and needs no change.

import { createInterface } from "node:readline";

// An answer of the library itself.
const native = (value) => ({ native: value });
// An answer for which the adapter kept the history, and the library compared positions or counted.
const composed = (value) => ({ composed: value });
// The library makes no statement either way.
const silent = (why) => ({ silent: why });
// The library has no function for this. Can be thrown anywhere below.
class Unsupported extends Error {}

// ---- YOUR LIBRARY: begin --------------------------------------------------------------------------------------------
// TODO: import your library.

// TODO: its name and version, and the endings that it detects: checkmate, stalemate, threefold-repetition, fifty-moves,
// fivefold-repetition, seventy-five-moves, dead-position (more than insufficient material).
const ABOUT = { name: "your-library", version: "0.0.0", ecosystem: "npm", endings: ["checkmate", "stalemate"] };
// More to declare; ends_by_itself has the endings after which the library plays no further move.
Object.assign(ABOUT, { reads_fen: true, validates_setups: true, chess960: false, ends_by_itself: [], rule_set: "fide-2023" });
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// The game of your library that begins with a FEN. An exception means that the library refuses the FEN.
function setUp(fen) {
  if (fen !== START) throw new Unsupported("TODO: set up a position");
  return fen;
}

// The game after a legal move such as e2e4, e1g1 or a7a8q. An exception means that the library refuses the move.
function play(game, uci) {
  throw new Unsupported("TODO: play a move");
}

function legalMoves(game, question) {
  // TODO: ask your library. This is the answer for the initial position.
  const pawns = [..."abcdefgh"].flatMap((file) => [`${file}2${file}3`, `${file}2${file}4`]);
  return native([...pawns, "b1a3", "b1c3", "g1f3", "g1h3"]);
}

function check(game, question) {
  // TODO: ask your library.
  return native(false);
}

function fen(game, question) {
  // TODO: ask your library.
  return native(game);
}

// A question with a function is answered. To answer another one, write its function in place of TODO.
const TODO = null;
const QUESTIONS = {
  "legal-moves": legalMoves,
  check,
  fen,
  ended: TODO, // null, or { winner: "white", by: "checkmate" }; winner null: a draw; by null: not said
  checkmate: TODO, // true or false
  stalemate: TODO, // true or false
  "insufficient-material": TODO, // whether the material alone rules out mate by either side
  drawn: TODO, // whether it is a draw now, by the library's own summary
  dead: TODO, // whether neither side can mate; from the material only: true, or silent(...)
  "can-mate": TODO, // of question.side, white or black; from the material only: false, or silent(...)
  claimable: TODO, // whether the player on move may claim a draw without writing a move
  claim: TODO, // the same on question.ground, threefold or fifty; after the move question.written, if there is one
  // A function that only counts does not answer a claim: it answers "occurred" or "plies".
  occurrences: TODO, // how often the position has occurred, this time included
  occurred: TODO, // whether the position has occurred at least question.times times: 3 or 5
  "same-as": TODO, // whether the position is the same as after question.ply plies
  "halfmove-clock": TODO, // plies since the last capture or pawn move
  plies: TODO, // whether question.count plies, 100 or 150, have passed since the last capture or pawn move
  refuses: TODO, // which of question.moves, in UCI, the library refuses; try each in the same position
  "moves-from": TODO, // the legal moves from question.square in UCI
  san: TODO, // the last move in algebraic notation
  reads: TODO, // the move in UCI that question.text means in algebraic notation; null if it is refused
  "reads-uci": TODO, // the legal move that question.text means in UCI; null if it is refused
  "reads-fen": TODO, // the FEN of the position that question.text means as a FEN; null if it is refused
  checkers: TODO, // the squares of the pieces that give check
  attacks: TODO, // the squares of the opponent's pieces that the piece on question.square attacks
  light: TODO, // whether question.square is light
};
// The function that returns a game without its last move, if the library can take moves back.
const TAKE_BACK = TODO;
// ---- YOUR LIBRARY: end ----------------------------------------------------------------------------------------------

const unsupported = (why) => ({ unsupported: why });

// The game that begins with a FEN, or the reason why there is none.
function started(fen) {
  try {
    return { game: setUp(fen) };
  } catch (error) {
    return { refusal: error instanceof Unsupported ? unsupported(error.message) : { setup_refused: String(error) } };
  }
}

// The game after moves that are each played and taken back, without those that the library refuses. The questions between are
// asked after each of them.
function detoured(game, moves, between) {
  for (const uci of moves) {
    let tried;
    try {
      tried = play(game, uci);
    } catch {
      continue;
    }
    for (const question of between) answer({ game: tried }, question);
    game = TAKE_BACK(tried);
  }
  return game;
}

// The game after more moves, or the reason why there is none. The detours are those before each move and at the end. First,
// as many moves as `back` says are taken back. Each question in `between` is also asked before each move.
function continued({ game, refusal }, moves, { detours, between = [], back = 0 }) {
  for (const [ply, uci] of refusal ? [] : [...moves, null].entries()) {
    try {
      for (; back > 0; back -= 1) game = TAKE_BACK(game);
      for (const question of uci === null ? [] : between) answer({ game }, question);
      game = detoured(game, detours?.[ply] ?? [], between);
      if (uci !== null) game = play(game, uci);
    } catch (error) {
      const refused = { move_refused: `${uci}: ${error}` };
      return { refusal: error instanceof Unsupported ? unsupported(error.message) : refused };
    }
  }
  return { game, refusal };
}

function answer({ game, refusal }, question) {
  if (refusal) return refusal;
  if (question.ask === "setup") return native(true);
  try {
    return QUESTIONS[question.ask]?.(game, question) ?? unsupported("the adapter does not answer this");
  } catch (error) {
    return error instanceof Unsupported ? unsupported(error.message) : { failed: String(error) };
  }
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
// Output of the library goes to standard error, so that it is not read as an answer.
console.log = console.info = console.debug = console.error;

const kept = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.type === "hello") {
    const questions = Object.keys(QUESTIONS).filter((name) => QUESTIONS[name]);
    say({ id: request.id, protocol: 1, language: "JavaScript", walks: true, takes_back: TAKE_BACK !== null, ...ABOUT, questions });
  } else if (request.type === "walk") {
    const begun = "fen" in request ? started(request.fen) : kept.get(request.game);
    const walk = continued(begun, request.moves, { back: request.back });
    kept.set(request.game, walk);
    say({ id: request.id, answers: request.questions.map((question) => answer(walk, question)) });
  } else {
    const other = request.play.find((act) => act.act !== "move");
    const walk = other
      ? { refusal: unsupported(`the adapter has no function for the act ${other.act}`) }
      : continued(started(request.fen), request.play.map((act) => act.move), { detours: request.take_back, between: request.between });
    for (const question of request.questions) say({ id: question.id, ...answer(walk, question) });
  }
}
