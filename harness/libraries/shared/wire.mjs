// The adapter's end of the wire protocol, for any library: see src/adapter/wire/PROTOCOL.md.

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

// Who a library is that is installed beside the adapters, as the package of this name.
export function about(name, endings, installed = name) {
  const { version } = JSON.parse(readFileSync(new URL(`../node_modules/${installed}/package.json`, import.meta.url)));
  return { name, version, ecosystem: "npm", language: "JavaScript", endings };
}

// Answers until the input ends. `questions` has a function of the game and the question by name. With `takeBack`, which
// takes the last move back, it can be asked whether anything is left of a move that was taken back.
export async function serve(library, setUp, play, questions, takeBack) {
  const able = { walks: true, takes_back: takeBack !== undefined };
  const kept = new Map();
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.type === "hello") {
      say({ id: request.id, protocol: 1, ...library, questions: Object.keys(questions), ...able });
    } else if (request.type === "walk") {
      const begun = request.fen ? begin(request.fen, setUp) : kept.get(request.game);
      const walk = goOn(begun, request.moves, play, request.take_back && takeBack);
      kept.set(request.game, walk);
      say({ id: request.id, answers: request.questions.map((question) => answer(walk, question, questions)) });
    } else {
      const moves = request.play.map((act) => act.move);
      const walk = goOn(begin(request.fen, setUp), moves, play, request.take_back && takeBack);
      for (const question of request.questions) {
        say({ id: question.id, ...answer(walk, question, questions) });
      }
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

// The same game after more moves, or why there is none.
function goOn({ game, refusal }, moves, play, takeBack) {
  if (refusal) return { refusal };
  try {
    for (const uci of moves) {
      if (takeBack) {
        play(game, uci);
        takeBack(game);
      }
      play(game, uci);
    }
    return { game };
  } catch (error) {
    return { refusal: error instanceof MoveRefused ? { move_refused: error.message } : { failed: String(error) } };
  }
}

function answer({ game, refusal }, question, questions) {
  if (refusal) return refusal;
  if (question.ask === "setup") return native(true);
  try {
    return questions[question.ask](game, question);
  } catch (error) {
    return { failed: String(error) };
  }
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
