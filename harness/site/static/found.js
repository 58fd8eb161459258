// Shows the results of the search.
"use strict";

(async () => {
  const MOST = 50;
  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  const [{ entries }, lookup] = await Promise.all([window.lawbook.index, window.lawbook.lookup]);
  const { found, meant } = lookup(query);
  const count = document.querySelector(".count");
  document.querySelector(".scriptless").hidden = true;
  if (!query) count.textContent = "Type a question above: a situation, an article, a rule, a library.";
  else if (!found.length) count.textContent = `Nothing found for “${query}”.`;
  else {
    const corrected = meant.length ? `, with ${meant.map(([asked, word]) => `“${asked}” read as “${word}…”`).join(" and ")}` : "";
    count.textContent = `${found.length} found for “${query}”${corrected}${found.length > MOST ? `; the nearest ${MOST}` : ""}`;
  }
  document.querySelector(".found").append(...found.slice(0, MOST).map((number) => {
    const [kind, id, title, path, text] = entries[number];
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = path.endsWith("#") ? path + id : path;
    link.textContent = kind === "article" ? `${id} ${title}` : title;
    const tag = document.createElement("span");
    tag.className = "tag";
    tag.textContent = kind;
    item.append(tag, " ", link);
    if (text) {
      const says = document.createElement("div");
      says.className = "quiet";
      says.textContent = text;
      item.append(says);
    }
    return item;
  }));
  const field = document.querySelector(".find input");
  if (field) field.value = query;
})();
