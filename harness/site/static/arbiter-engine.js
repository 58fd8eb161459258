// The adjudicator in a worker: questions with answers, one at a time, and an end to a search that takes too long.
"use strict";

(() => {
  const { glue, worker: text } = window.lawbook.module;
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

  // The module is in a script, which a page may load from disk too.
  async function bytes() {
    await new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = "arbiter-module.js";
      script.onload = done;
      script.onerror = () => failed(new Error("arbiter-module.js is missing"));
      document.head.append(script);
    });
    return window.lawbook.wasm;
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

  // Stops the current question; the next one goes to a new worker.
  function stop() {
    worker.terminate();
    const stopped = waiting;
    waiting = new Map();
    start();
    for (const { failed } of stopped.values()) failed(new DOMException("stopped", "AbortError"));
  }

  window.lawbook.engine = { ready, ask, stop };
})();
