// A case: the reader's rule set, and the answer that opens when it has been found.
"use strict";

(() => {
  const article = document.querySelector(".case");
  const answer = document.getElementById("answer");
  const select = article.querySelector(".rules-switch select");

  // Storage may be forbidden; the page works without.
  const memory = {
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* not kept */ } },
  };

  const places = () => [...article.querySelectorAll(".under-rules, .ground, .asked[data-rules]")];
  const known = [...select.options].map((option) => option.value);
  const applies = (rules) => places().some((place) => place.dataset.rules.split(" ").includes(rules));

  function show(rules) {
    select.value = rules;
    for (const place of places()) place.hidden = !place.dataset.rules.split(" ").includes(rules);
    const doubt = article.querySelector(".doubt");
    if (doubt) doubt.hidden = !doubt.dataset.rules.split(" ").includes(rules);
    article.querySelector(".no-sense").hidden = applies(rules) || !places().length;
    const asked = [...article.querySelectorAll(".asked")];
    article.querySelector(".no-choice").hidden = !asked.length || asked.some((one) => !one.hidden);
  }

  if (places().length) {
    const wanted = [new URLSearchParams(location.search).get("rules"), memory.get("lawbook.rules")]
      .find((rules) => known.includes(rules));
    select.closest(".rules-switch").hidden = false;
    show(wanted && applies(wanted) ? wanted : article.dataset.rules);
    select.addEventListener("change", () => {
      show(select.value);
      memory.set("lawbook.rules", select.value);
      const url = new URL(location.href);
      url.searchParams.set("rules", select.value);
      history.replaceState(null, "", url);
    });
  }

  for (const right of article.querySelectorAll(".choice.right")) {
    right.addEventListener("toggle", () => { if (right.open) answer.open = true; });
  }
  if (location.hash === "#answer") answer.open = true;
})();
