// Reads the data in scripts: gzip in base64.
"use strict";

(window.lawbook ??= {}).unpack = (text) => {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
};
