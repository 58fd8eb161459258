// Runs the adjudicator in a worker, so that a long search can be stopped by ending this.
// The bindings stand before this text; the page sends the compiled module first, then one question after another.
"use strict";

onmessage = ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    return;
  }
  const { id, name, given } = data;
  try {
    postMessage({ id, said: wasm_bindgen[name](...given) });
  } catch (error) {
    postMessage({ id, error: error.message || String(error) });
  }
};
