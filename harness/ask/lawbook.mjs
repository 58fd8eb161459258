// The functions of the package for `import`.
import lawbook from "./lawbook.js";

export const { CheckmateAnswer, about, answer, canCheckmate, draft, mate, moves, pasted, rule, shortest } = lawbook;
