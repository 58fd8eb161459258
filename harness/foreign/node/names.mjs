// The public functions of the libraries, a line for each: its name, and theirs.

import { createRequire } from "node:module";
import { Chess as ChessJs } from "chess.js";
import { Chess as ChessTs } from "chess.ts";
import { Chess as Chessops } from "chessops/chess";
import { Chess as CmChess } from "cm-chess/src/Chess.js";
import { Position } from "kokopu";

function names(prototype) {
  if (prototype === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(prototype), ...names(Object.getPrototypeOf(prototype))];
}

const libraries = { "chess.js": ChessJs, "chess.ts": ChessTs, chessops: Chessops, "cm-chess": CmChess, kokopu: Position };
for (const [library, type] of Object.entries(libraries)) console.log(library, ...names(type.prototype));

globalThis.fetch = undefined;
const ffish = createRequire(import.meta.url)("ffish");
await new Promise((resolve) => (ffish.onRuntimeInitialized = resolve));
console.log("ffish", ...names(ffish.Board.prototype));
