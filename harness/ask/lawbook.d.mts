export * from "./lawbook.js";
