// Makes the site an app that works offline, where a server and the browser allow it.
"use strict";

(() => {
  if (!/^https?:$/.test(location.protocol)) return;
  const root = document.querySelector(".top .name").getAttribute("href").replace("index.html", "");
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = `${root}site.webmanifest`;
  document.head.append(manifest);
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", async () => {
    try {
      await navigator.serviceWorker.register(`${root}worker.js`);
      (await navigator.serviceWorker.ready).active.postMessage("fill");
    } catch { /* the browser does not allow it; the site works without */ }
  });
})();
