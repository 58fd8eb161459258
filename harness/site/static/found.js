// Shows what the search finds.
"use strict";

(() => {
  const MOST = 50;
  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  const { found, meant } = window.lawbook.lookup(window.lawbook.index)(query);
  const count = document.querySelector(".count");
  document.querySelector(".scriptless").hidden = true;
  if (!query) count.textContent = "Type a question above: a situation, an article, a rule, a library.";
  else if (!found.length) count.textContent = `Nothing found for “${query}”.`;
  else {
    const corrected = meant.length ? `, with ${meant.map(([asked, word]) => `“${asked}” read as “${word}…”`).join(" and ")}` : "";
    count.textContent = `${found.length} found for “${query}”${corrected}${found.length > MOST ? `; the nearest ${MOST}` : ""}`;
  }
  document.querySelector(".found").append(...found.slice(0, MOST).map((one) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = one.path;
    link.textContent = one.title;
    const kind = document.createElement("span");
    kind.className = "tag";
    kind.textContent = one.kind;
    item.append(kind, " ", link);
    if (one.kind === "article") {
      const text = document.createElement("div");
      text.className = "quiet";
      text.textContent = one.text;
      if (one.text) item.append(text);
    }
    return item;
  }));
  const field = document.querySelector(".find input");
  if (field) field.value = query;
})();
