// The adjudicator in a worker: questions with answers, one at a time, and an end to a search that takes too long.
"use strict";

(() => {
  const { glue, file, worker: text } = window.lawbook.module;
  let module;
  let worker;
  let waiting = new Map();
  let last = 0;

  // From disk a worker can be started from a text only.
  function start() {
    const url = URL.createObjectURL(new Blob([glue, "\n", text], { type: "text/javascript" }));
    worker = new Worker(url);
    URL.revokeObjectURL(url);
    worker.postMessage({ module });
    worker.onmessage = ({ data: { id, said, error } }) => {
      const { done, failed } = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) done(said);
      else failed(new Error(error));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const { failed } of waiting.values()) failed(new Error(event.message || "the adjudicator has stopped"));
      stop();
    };
  }

  // A server has the module as a file; from disk it comes compressed in a script.
  async function bytes() {
    if (/^https?:$/.test(location.protocol)) {
      const response = await fetch(file);
      if (!response.ok) throw new Error(`${file}: status ${response.status}`);
      return response.arrayBuffer();
    }
    await new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = "arbiter-module.js";
      script.onload = done;
      script.onerror = () => failed(new Error("arbiter-module.js is missing"));
      document.head.append(script);
    });
    const packed = Uint8Array.from(atob(window.lawbook.packed), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  async function ready() {
    module = await WebAssembly.compile(await bytes());
    start();
  }

  function ask(name, ...given) {
    return new Promise((done, failed) => {
      const id = ++last;
      waiting.set(id, { done, failed });
      worker.postMessage({ id, name, given });
    });
  }

  // Ends whatever is asked; the next question goes to a new worker.
  function stop() {
    worker.terminate();
    const stopped = waiting;
    waiting = new Map();
    start();
    for (const { failed } of stopped.values()) failed(new DOMException("stopped", "AbortError"));
  }

  window.lawbook.engine = { ready, ask, stop };
})();
