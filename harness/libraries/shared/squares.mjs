// Moves between UCI and the squares of chess.js and the libraries derived from it.

export function parts(uci) {
  const move = { from: uci.slice(0, 2), to: uci.slice(2, 4) };
  return uci[4] ? { ...move, promotion: uci[4] } : move;
}

export const uci = ({ from, to, promotion }) => from + to + (promotion ?? "");
