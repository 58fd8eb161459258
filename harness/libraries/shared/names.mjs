// Prints the names of the public functions of types: `node names.mjs chess.js#Chess`.

// Emscripten's loader takes a browser's function for a sign that it runs in one.
globalThis.fetch = undefined;

function names(prototype) {
  if (prototype === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(prototype), ...names(Object.getPrototypeOf(prototype))];
}

for (const place of process.argv.slice(2)) {
  const [module, type] = place.split("#");
  const loaded = await import(module);
  const library = loaded[type] ? loaded : loaded.default;
  // Compiled from C++: the types are there once that is loaded.
  if (!library[type]) await new Promise((resolve) => (library.onRuntimeInitialized = resolve));
  console.log(names(library[type].prototype).join("\n"));
}
