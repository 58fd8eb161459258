// The adapter's end of the wire protocol, for any library: see src/adapter/wire/PROTOCOL.md.

import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";

export class SetupRefused extends Error {}
export class MoveRefused extends Error {}

export const native = (value) => ({ native: value });
export const composed = (value) => ({ composed: value });
export const silent = (why) => ({ silent: why });
export const unsupported = (why) => ({ unsupported: why });

// The version of a package that is installed beside the adapters.
export const version = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;

// Answers until the input ends. `questions` has a function of the game and the question by name.
export async function serve(about, setUp, play, questions) {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.type === "hello") {
      say({ id: request.id, protocol: 1, ...about, questions: Object.keys(questions) });
      continue;
    }
    const { game, refusal } = begin(request, setUp, play);
    for (const question of request.questions) {
      say({ id: question.id, ...(refusal ?? answer(game, question, questions)) });
    }
  }
}

// The game after the moves, or why there is none.
function begin(request, setUp, play) {
  try {
    const game = setUp(request.fen);
    for (const act of request.play) play(game, act.move);
    return { game };
  } catch (error) {
    if (error instanceof SetupRefused) return { refusal: { setup_refused: error.message } };
    if (error instanceof MoveRefused) return { refusal: { move_refused: error.message } };
    return { refusal: { failed: String(error) } };
  }
}

function answer(game, question, questions) {
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
