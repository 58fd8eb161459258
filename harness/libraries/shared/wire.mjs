// The adapter's end of the wire protocol, for any library: see harness/catalogue/src/adapter/wire/PROTOCOL.md.

import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";

export class SetupRefused extends Error {}
export class SetupUnsupported extends Error {}
export class MoveRefused extends Error {}

export const native = (value) => ({ native: value });
export const composed = (value) => ({ composed: value });
export const silent = (why) => ({ silent: why });
export const unsupported = (why) => ({ unsupported: why });

// Why a library makes no claim beyond insufficient material.
export const PIECES_ONLY = "it looks at the pieces only";

// The name and version of a library that is installed next to the adapters as the package `installed`.
export function about(name, endings, installed = name) {
  const { version } = JSON.parse(readFileSync(new URL(`../node_modules/${installed}/package.json`, import.meta.url)));
  return { name, version, ecosystem: "npm", language: "JavaScript", endings };
}

// Answers until the input ends. `questions` has a function of the game and the question by name. With `takeBack`, which
// takes back the last move, moves are played and taken back on the way. With `attempt`, which plays a move like `play`
// without a test of its own, the library gets the question which moves it refuses.
export async function serve(library, setUp, play, questions, { takeBack, attempt } = {}) {
  const able = { walks: true, takes_back: takeBack !== undefined };
  const names = [...Object.keys(questions), ...(attempt ? ["refuses"] : [])];
  const kept = new Map();
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.type === "hello") {
      say({ id: request.id, protocol: 1, ...library, questions: names, ...able });
    } else if (request.type === "walk") {
      const begun = request.fen ? { ...begin(request.fen, setUp), fen: request.fen, moves: [] } : kept.get(request.game);
      const { back = 0 } = request;
      const moves = [...begun.moves.slice(0, begun.moves.length - back), ...request.moves];
      const walk = { ...goOn(goBack(begun, takeBack, back), request.moves, play), fen: begun.fen, moves };
      kept.set(request.game, walk);
      const again = () => goOn({ game: setUp(begun.fen) }, moves, play).game;
      say({ id: request.id, answers: request.questions.map((question) => answer(walk, question, again)) });
    } else {
      const moves = request.play.map((act) => act.move);
      const look = (game) => (request.between ?? []).forEach((question) => answer({ game }, question));
      const walk = goOn(begin(request.fen, setUp), moves, play, takeBack, request.take_back, look);
      const again = () => goOn({ game: setUp(request.fen) }, moves, play).game;
      for (const question of request.questions) say({ id: question.id, ...answer(walk, question, again) });
    }
  }

  // The answer of the library; `again` gives another game in the same position.
  function answer({ game, refusal }, question, again) {
    if (refusal) return refusal;
    if (question.ask === "setup") return native(true);
    try {
      if (question.ask === "refuses" && attempt) {
        return native(question.moves.filter((uci) => isRefused(again(), uci, attempt)));
      }
      return questions[question.ask](game, question);
    } catch (error) {
      return { failed: String(error) };
    }
  }
}

// The game that begins with a FEN, or why there is none.
function begin(fen, setUp) {
  try {
    return { game: setUp(fen) };
  } catch (error) {
    if (error instanceof SetupUnsupported) return { refusal: unsupported(error.message) };
    return { refusal: error instanceof SetupRefused ? { setup_refused: error.message } : { failed: String(error) } };
  }
}

// The same game after moves are taken back, or why there is none.
function goBack({ game, refusal }, takeBack, count) {
  if (refusal) return { refusal };
  try {
    for (let taken = 0; taken < count; taken += 1) takeBack(game);
    return { game };
  } catch (error) {
    return { refusal: { failed: String(error) } };
  }
}

// The same game after more moves, or why there is none. Before each move there is a look at the game; before each move, and at
// the end, other moves are taken back, after another look.
function goOn({ game, refusal }, moves, play, takeBack, tried, look) {
  if (refusal) return { refusal };
  try {
    for (let ply = 0; ply <= moves.length; ply += 1) {
      if (ply < moves.length) look?.(game);
      for (const uci of tried?.[ply] ?? []) {
        if (isRefused(game, uci, play)) continue;
        look?.(game);
        takeBack(game);
      }
      if (ply < moves.length) play(game, moves[ply]);
    }
    return { game };
  } catch (error) {
    return { refusal: error instanceof MoveRefused ? { move_refused: error.message } : { failed: String(error) } };
  }
}

function isRefused(game, uci, play) {
  try {
    play(game, uci);
  } catch (error) {
    if (error instanceof MoveRefused) return true;
    throw error;
  }
  return false;
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
