// The functions of the package for `import`.
import lawbook from "./lawbook.js";

export const { CheckmateAnswer, about, answer, canCheckmate, mate, moves, pasted, rule, shortest } = lawbook;
