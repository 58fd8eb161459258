// "Ask the arbiter": the state of the page, the requests to the adjudicator, and its rulings.
"use strict";

(async () => {
  const { engine, table, element, button } = window.lawbook;
  const one = (query) => document.querySelector(query);
  const INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  // The limit of positions for a search: at first, and after each click on "look further".
  const LIMITS = [20_000, 400_000, 4_000_000, 16_000_000];
  const EVENT = [
    ["time", null, { "": "standard", rapid: "rapid", blitz: "blitz" }],
    ["supervised", null, { "": "not said", true: "yes", false: "no" }],
    ["increment", "Time is added with every move", true],
    ["last_period", "Another time control follows", false],
    ["quickplay_rules", "The guidelines for the last minutes were announced", { "": "not said", true: "yes", false: "no" }],
    ["no_agreement", "No draws by agreement without the arbiter’s consent", true],
    ["no_agreement_before_move", "No agreement before move", Number],
    ["control", "Moves to make in the period", Number],
    ["default_minutes", "Minutes that a player may be late", Number],
    ["digital_board", "The board records the moves", true],
    ["white", "White’s clock, in seconds", Number],
    ["black", "Black’s clock, in seconds", Number],
    ["added", "Seconds added with each move", Number],
  ];
  // The acts of the list, in groups: the first pattern that an act fits.
  const GROUPS = [
    ["Draw claims", /claim(?!s a win on time)|writes|cannot be won|postpones|rejects/],
    ["Draw offers and agreement", /offer|agree|consents|shake hands/],
    ["Flags and time", /flag|win on time|thinks|scoresheet|extra seconds/],
    ["Touched pieces", /touch|brush|adjust|lets go/],
    ["Illegal moves and wrong setups", /illegal|found|all the same|two hands|knocks over/],
    ["Promotion", /pawn from|beside the board|exchanges|fetch/],
    ["Moves and the clock", /plays|presses|stops the clocks/],
    ["Adjournment", /seals|envelope/],
    ["Arrival, conduct and end of the game", /./],
  ];
  const QUICK = [
    ["Offers a draw", "White offers a draw"],
    ["Accepts", "White accepts the offer"],
    ["Agree", "The players agree to a draw"],
    ["Resigns", "White resigns"],
    ["Flag falls", "White's flag falls"],
    ["Claims threefold repetition", "White claims a draw by threefold repetition"],
    ["Claims fifty moves", "White claims a draw by the fifty-move rule"],
    ["Presses the clock", "White presses the clock"],
  ];

  const state = { start: INITIAL, lines: [], event: {}, rules: [], by: "White", mode: "play", piece: "P", limit: LIMITS[0] };
  let about;
  let said = null;
  let legal = [];
  let place = 0;
  let chosen = null;
  let shown = null;
  let asked = 0;
  let clock;

  const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const first = () => said?.rulings[0];
  const moves = () => first()?.moves ?? [];
  const fenAt = (ply) => (ply > 0 && moves()[ply - 1] ? moves()[ply - 1].fen : state.start);
  const other = (player) => (player === "White" ? "Black" : "White");
  const onMove = (fen) => (fen.split(" ")[1] === "b" ? "Black" : "White");
  // How a move is named in a game: its number before it.
  function named(ply) {
    if (ply === 0) return "the start";
    const before = fenAt(ply - 1).split(" ");
    return `${before[5] ?? ""}${before[1] === "b" ? "..." : "."} ${moves()[ply - 1].san}`;
  }

  // The board.

  const board = table.board(one(".squares"), {
    chosen: (square) => (state.mode === "set" ? put(square) : choose(square)),
    dragged(from, to) {
      if (state.mode === "set") carry(from, to);
      else if (to) { chosen = from; choose(to); }
    },
    typed(square, key) {
      if (state.mode === "set") {
        if (/^[kqrbnpKQRBNP]$/.test(key)) edit((pieces) => { pieces[square] = key; });
        else if (key === "Delete" || key === "Backspace") edit((pieces) => { delete pieces[square]; });
        else return false;
        return true;
      }
      if (key !== "Escape") return false;
      chosen = null;
      draw();
      return true;
    },
  });

  // The squares of a move as it is seen: castling in Chess960 is the king taking its rook.
  function seen(move) {
    if (!/^O-O/.test(move?.san ?? "")) return move?.uci;
    const long = /^O-O-O/.test(move.san);
    const [king, rook, rank] = [move.uci.slice(0, 2), move.uci.slice(2, 4), move.uci[1]];
    const to = (long ? "c" : "g") + rank;
    return king === to ? rook + (long ? "d" : "f") + rank : king + to;
  }

  // The wing of each right to castle, K, Q, k or q; in Chess960 it is named by the file of its rook.
  function wings(start) {
    const [placement, , castling = "-"] = start.split(" ");
    const pieces = Object.entries(table.read(placement));
    const wing = (letter) => {
      if (/[kq-]/i.test(letter)) return letter;
      const white = letter === letter.toUpperCase();
      const king = pieces.find(([, sign]) => sign === (white ? "K" : "k"))?.[0] ?? "e";
      const side = letter.toLowerCase() > king[0] ? "k" : "q";
      return white ? side.toUpperCase() : side;
    };
    return Object.fromEntries([...castling].map((letter) => [wing(letter), letter]));
  }

  function draw() {
    const fen = shown?.fen ?? (state.mode === "set" ? state.start : fenAt(place));
    const marks = {};
    const mark = (square, kind) => { (marks[square] ??= []).push(kind); };
    const last = seen(shown ?? (state.mode === "play" && place > 0 ? moves()[place - 1] : undefined));
    if (last) for (const square of [last.slice(0, 2), last.slice(2, 4)]) mark(square, "last");
    if (chosen && !shown) {
      mark(chosen, "chosen");
      for (const to of new Set(from(chosen).map((move) => move.uci.slice(2, 4)))) mark(to, "target");
    }
    for (const kind of ["king", "attacked"]) for (const square of shown?.[kind] ?? []) mark(square, kind);
    board.show(table.read(fen.split(" ")[0]), { marks });
    const what = shown?.says ?? (place > 0 && state.mode === "play" ? named(place) : "The start");
    one(".caption").textContent = `${what}. ${onMove(fen)} to move`;
  }

  const atEnd = () => place === moves().length;
  const from = (square) => (atEnd() ? legal.filter((move) => move.uci.startsWith(square)) : []);

  function choose(square) {
    shown = null;
    one(".promotion").hidden = true;
    const piece = table.read(fenAt(place).split(" ")[0])[square];
    const mine = piece && (piece === piece.toUpperCase()) === (onMove(fenAt(place)) === "White");
    if (chosen && chosen !== square) {
      const all = from(chosen).filter((move) => move.uci.slice(2, 4) === square);
      if (all.length > 1) {
        const choices = all.map((move) => button(table.word(move.uci[4]).slice(6), () => play(move)));
        one(".promotion").replaceChildren(...choices);
        one(".promotion").hidden = false;
        choices[0].focus();
        return;
      }
      if (all.length) { play(all[0]); return; }
      if (!mine) {
        if (atEnd()) illegal(chosen, square);
        chosen = null;
        draw();
        return;
      }
    }
    chosen = chosen === square || !piece ? null : square;
    draw();
    touching(piece, square);
  }

  function play(move) {
    one(".promotion").hidden = true;
    chosen = null;
    const [, turn, , , , number] = fenAt(place).split(" ");
    const end = state.lines.length - 1;
    const goes = end >= 0 && !/^(White|Black|The|Both|A|Neither|Nobody|Somebody)\b/.test(state.lines[end]);
    const text = turn === "w" ? `${number}. ${move.san}` : goes ? move.san : `${number}... ${move.san}`;
    if (goes) state.lines[end] += ` ${text}`;
    else state.lines.push(text);
    board.focus();
    change();
  }

  // The sentences that fit the chosen squares.
  function offers(acts) {
    const group = element("div", undefined, { class: "promotion", role: "group", "aria-label": "Or say" });
    group.append(...acts.map(([text, line]) => button(text, () => add(line))));
    one(".promotion").replaceChildren(...group.childNodes);
    one(".promotion").hidden = !acts.length;
  }

  function illegal(square, to) {
    const by = onMove(fenAt(place));
    const path = `${square}-${to}`;
    offers([
      [`${by} makes the illegal move ${path} and presses the clock`, `${by} makes the illegal move ${path} and presses the clock`],
      ["The clock is not pressed", `${by} makes the illegal move ${path}`],
      ["Nobody notices", `${by} makes the illegal move ${path}, and nobody notices`],
    ]);
  }

  function touching(piece, square) {
    if (!chosen || !piece || !atEnd()) { offers([]); return; }
    const role = table.word(piece).slice(6);
    offers([[`${state.by} only touches the ${role} on ${square}`, `${state.by} touches the ${role} on ${square}`]]);
  }

  function edit(act) {
    const [placement, ...rest] = state.start.split(" ");
    const pieces = table.read(placement);
    act(pieces);
    state.start = [table.write(pieces), ...rest].join(" ");
    place = 0;
    change();
  }

  function put(square) {
    edit((pieces) => {
      if (state.piece === "" || pieces[square] === state.piece) delete pieces[square];
      else pieces[square] = state.piece;
    });
  }

  function carry(square, to) {
    edit((pieces) => {
      const sign = pieces[square];
      delete pieces[square];
      if (to) pieces[to] = sign;
    });
  }

  function mode(name) {
    state.mode = name;
    for (const each of document.querySelectorAll("[data-mode]")) {
      each.setAttribute("aria-pressed", String(each.dataset.mode === name));
    }
    one(".setting").hidden = name !== "set";
    one(".palette").hidden = name !== "set";
    chosen = null;
    shown = null;
    offers([]);
    draw();
  }

  function step(to) {
    shown = null;
    chosen = null;
    place = Math.max(0, Math.min(moves().length, to));
    offers([]);
    draw();
  }

  // The request.

  // The start is left out if it is the initial position, unless the request has no lines.
  const begin = () => (state.start === INITIAL && state.lines.length ? undefined : state.start);
  const request = () => JSON.stringify({ start: begin(), lines: state.lines, event: eventOf(), rules: state.rules });

  function eventOf() {
    const { white, black, added, ...event } = state.event;
    for (const name of ["supervised", "quickplay_rules"]) {
      if (event[name] !== undefined) event[name] = String(event[name]) === "true";
    }
    if (white !== undefined || black !== undefined) {
      event.clocks = { white: white ?? 0, black: black ?? 0, increment: added ?? 0 };
    }
    return event;
  }

  function add(line) {
    state.lines.push(line);
    chosen = null;
    change();
  }

  function change() {
    state.limit = LIMITS[0];
    shown = null;
    offers([]);
    fill();
    rule();
  }

  function fill() {
    one("#lines").value = state.lines.join("\n");
    const [, turn, , passing, halfmoves] = state.start.split(" ");
    const rights = wings(state.start);
    one(".on-move").value = turn ?? "w";
    one(".passing").value = passing === "-" ? "" : passing ?? "";
    one(".halfmoves").value = halfmoves ?? 0;
    for (const box of document.querySelectorAll(".castling input")) box.checked = box.value in rights;
    one(".rules-list").replaceChildren(...state.rules.map((name) => {
      const item = element("li");
      const link = element("a", called(name), { href: `rules/${name}.html` });
      item.append(link);
      if (state.rules.length > 1) {
        item.append(" ", button("×", () => { state.rules = state.rules.filter((rules) => rules !== name); change(); },
          { "aria-label": `Without ${name}` }));
      }
      return item;
    }));
    one(".more-rules").replaceChildren(element("option", "another rule set …", { value: "" }),
      ...about.rules.filter((name) => !state.rules.includes(name)).map((name) => element("option", called(name), { value: name })));
    for (const each of document.querySelectorAll("[data-time]")) each.setAttribute("aria-pressed", String(each.dataset.time === (state.event.time ?? "")));
    for (const each of document.querySelectorAll("[data-watch]")) each.setAttribute("aria-pressed", String(String(state.event.supervised) === String(each.dataset.watch === "yes")));
    for (const field of document.querySelectorAll(".conditions-form [name]")) {
      const value = state.event[field.name];
      if (field.type === "checkbox") field.checked = value !== undefined;
      else field.value = value ?? "";
    }
    history.replaceState(null, "", address());
  }

  function address() {
    const kept = new URLSearchParams();
    if (state.start !== INITIAL) kept.set("fen", state.start);
    if (state.lines.length) kept.set("do", state.lines.join("\n"));
    kept.set("rules", state.rules.join(","));
    for (const [name, value] of Object.entries(state.event)) kept.set(name, value);
    const url = new URL(location.href);
    url.hash = kept;
    return url.href;
  }

  function open(hash) {
    const kept = new URLSearchParams(hash.replace(/^#/, ""));
    state.start = kept.get("fen") ?? INITIAL;
    state.lines = (kept.get("do") ?? "").split("\n").filter((line) => line.trim());
    const known = (kept.get("rules") ?? remembered() ?? "").split(",")
      // The plain name of a body means its latest rules.
      .map((name) => (about.rules.includes(name) ? name : about.rules.findLast((one) => one.startsWith(`${name}-`))))
      .filter(Boolean);
    state.rules = known.length ? known : [about.latest];
    state.event = {};
    for (const [name, , kind] of EVENT) {
      const value = kept.get(name);
      if (value === null) continue;
      state.event[name] = kind === Number ? Number(value) : kind === true || kind === false ? kind : value;
    }
  }

  // The rule set and the assumptions of the ruling, in a sentence.
  const condition = ({ rules, assumes = [] }) => `${called(rules)}${assumes.length ? ` if ${assumes.map(({ says }) => says).join(" and ")}` : ""}`;

  // The names of rule sets in a sentence.
  const names = Object.fromEntries([...document.querySelectorAll(".rule-names li")].map((one) => [one.dataset.rules, one.textContent]));
  function called(rules) { return names[rules] ?? rules; }

  function remembered() {
    try { return localStorage.getItem("lawbook.rules"); } catch { return null; }
  }

  function trouble(message) {
    one(".trouble").textContent = message ? sentence(message) : "";
    one(".trouble").hidden = !message;
  }

  function searching(words) {
    clearInterval(clock);
    one(".searching").hidden = !words;
    if (!words) return;
    const begin = performance.now();
    const tell = () => { one(".progress").textContent = `${words} ${Math.round((performance.now() - begin) / 1000)} s`; };
    tell();
    clock = setInterval(tell, 500);
  }

  const number = (count) => count.toLocaleString("en");

  // Asks the adjudicator, and shows its ruling; a later request cancels an earlier one.
  async function rule() {
    const mine = ++asked;
    const waits = setTimeout(() => {
      if (mine === asked) searching(`Searching up to ${number(state.limit)} positions …`);
    }, 300);
    try {
      const answer = JSON.parse(await engine.ask("rule", request(), state.limit));
      if (mine !== asked) return;
      said = answer;
      const stay = place;
      place = moves().length;
      if (state.mode === "set") place = 0;
      else if (stay > place) place = moves().length;
      legal = JSON.parse(await engine.ask("moves", first().fen).catch(() => "[]"));
      if (mine !== asked) return;
      const error = misread();
      // Possible readings of the line help more than the expected sentences.
      const found = readings(error);
      trouble(error ? `line ${error.line + 1} is not understood${found ? "" : `: ${error.message}`}` : "");
      tellAll(error);
    } catch (error) {
      if (mine !== asked) return;
      if (error.name === "AbortError") { trouble("The search was stopped; what is shown was found before."); return; }
      said = null;
      legal = [];
      place = 0;
      trouble(error.message);
      readings(null);
      one(".rulings").replaceChildren();
      one(".story").replaceChildren();
      one(".glance").textContent = "";
      one(".outcome").hidden = true;
    } finally {
      clearTimeout(waits);
      if (mine === asked) { searching(null); draw(); }
    }
  }

  // The first line that was not understood, under one of the rule sets.
  function misread() {
    const found = said.rulings.find((ruled) => ruled.error);
    if (!found) return null;
    const { number, message, choices = [] } = found.error;
    return { line: number - 1, message, choices };
  }

  // The acts that a line may mean, nearest first: those that share most of its words.
  function meant(line) {
    const common = new Set(["white", "black", "the", "a", "an", "of", "on", "is", "to", "and", "that", "by"]);
    const stems = (text) => (text.toLowerCase().replace(/['’]s\b/g, "").match(/[a-z]+/g) ?? [])
      .filter((word) => word.length > 2 && !common.has(word)).map((word) => word.replace(/(ing|ed|es|s|e)$/, "").slice(0, 6));
    const own = stems(line);
    const points = (form) => {
      const words = stems(form.replace(/[A-Z]{4,}/g, ""));
      const same = words.filter((word) => own.includes(word)).length;
      return same / Math.max(1, Math.sqrt(words.length * own.length));
    };
    return about.sentences.map((form) => [points(form), form]).filter(([near]) => near > .2)
      .sort(([one], [other]) => other - one).slice(0, 5).map(([, form]) => form);
  }

  // A form with its blanks filled from the words of a line, and its player.
  function filled(form, line) {
    const from = {
      MOVE: /\b(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)(?![-\w])/g, PATH: /\b[a-h][1-8]-[a-h][1-8]\b/g, SQUARE: /\b[a-h][1-8]\b/g,
      PIECE: /\b(?:pawn|knight|bishop|rook|queen|king)\b/gi, NUMBER: /\b\d+\b/g,
    };
    const found = Object.fromEntries(Object.entries(from).map(([name, pattern]) => [name, line.match(pattern) ?? []]));
    found.GROUND = [/fifty|50/i.test(line) ? "the fifty-move rule" : "threefold repetition"];
    const text = form.replace(/[A-Z]{4,}/g, (name) => found[name]?.shift()?.replace(/^[A-Z][a-z]+$/, (word) => word.toLowerCase()) ?? name);
    const by = line.match(/\b(white|black)\b/i)?.[1].toLowerCase() ?? onMove(fenAt(moves().length)).toLowerCase();
    return by === "black" ? text.replace(/\b(White|Black)\b/g, other) : text;
  }

  // Shows the possible readings of a line instead of a ruling, and returns their number; a choice replaces the line.
  function readings(error) {
    const place = one(".readings");
    place.hidden = !error;
    if (!error) return 0;
    const line = state.lines[error.line] ?? "";
    const list = element("ul");
    // The choices of the adjudicator are exact; without them, the acts with similar words are shown.
    const texts = error.choices.length ? error.choices : meant(line).map((form) => filled(form, line));
    list.append(...texts.map((text) => {
      const item = element("li");
      item.append(/[A-Z]{4,}/.test(text)
        ? element("span", text.replace(/[A-Z]{4,}/g, "…"))
        : button(text, () => { state.lines[error.line] = text; change(); }));
      return item;
    }));
    place.replaceChildren(element("p", list.children.length ? `“${line}” may mean:` : `“${line}” is like no act that is known; choose one from the list of acts.`), list);
    return list.children.length;
  }

  // The ruling.

  function tellAll(error) {
    one(".outcome").hidden = Boolean(error);
    one(".rulings").replaceChildren(...(error ? [] : alike().map(card)));
    one(".glance").textContent = error ? "Not understood" : said.rulings.map((ruled) => `${said.rulings.length > 1 ? `${condition(ruled)}: ` : ""}${headline(ruled)}`).join(" · ");
    story(Boolean(error));
    if (error) return;
    standing();
    winnable();
    claims();
  }

  function linked(rules, article) {
    const made = element("strong", "Article ");
    article.split(", ").forEach((number, index) => {
      const anchor = number.replace("?", "").toLowerCase().replace(/[ .]/g, "-");
      made.append(index ? ", " : "", element("a", number, { href: `rules/${rules}.html#article-${anchor}` }));
    });
    made.append(".");
    return made;
  }

  // The articles in brackets, with the meaning of the mark of an inferred number.
  function cited({ article, article_note: note }) {
    return article ? ` (${article}${note ? `; ${note}` : ""})` : "";
  }

  function ground({ rules, because, article, article_note: note, restated }) {
    const made = element("p", undefined, { class: "ground" });
    if (article) made.append(linked(rules, article), " ");
    made.append(`${sentence(because)}.`);
    if (restated) made.append(" ", element("span", `The article in our words: ${restated}`, { class: "quiet" }));
    if (note) made.append(" ", element("span", `${note}.`, { class: "quiet" }));
    return made;
  }

  const short = (order) => order
    .replace(/^(one|two|three|five|ten) (minutes?) to/, (_, count, noun) => `+${{ one: 1, two: 2, three: 3, five: 5, ten: 10 }[count]} ${noun} to`)
    .replace(/^the position before the irregularity is restored$/, "position restored");

  // The result and the orders in one line: time first, then obligations to move, then the restored position.
  function headline({ ruling, orders }) {
    const rank = (order) => (/minute/.test(order) ? 0 : /restored/.test(order) ? 2 : 1);
    const sorted = [...orders].sort((one, other) => rank(one) - rank(other)).map(short);
    return sentence([...(ruling === "play on" && orders.length ? [] : [ruling]), ...sorted].join("; "));
  }

  // The words of the arbiter to the players.
  function told({ ruling, over, orders, because, article }) {
    const act = over ? `The game is over: ${ruling}`
      : ruling === "play on" ? "The game goes on"
      : ruling === "the arbiter decides" ? "I decide on this"
      : `The ${ruling.replace(/ refused$/, "")} is refused, and the game goes on`;
    const spoken = orders.map((order) => order.replace(/^(.* minutes?) to (White|Black)$/, "$2 gets $1 more"));
    return `“${[act, ...spoken.map(sentence)].join(". ")}. ${sentence(because)}${article ? `: Article ${article}` : ""}.”`;
  }

  // The rulings, those together that say the same under the same article.
  function alike() {
    const groups = new Map();
    for (const ruled of said.rulings) {
      const key = JSON.stringify([headline(ruled), ruled.article, ruled.because, ruled.seconds, ruled.assumes]);
      groups.set(key, [...(groups.get(key) ?? []), ruled]);
    }
    return [...groups.values()];
  }

  function card(same) {
    const [ruled] = same;
    const made = element("article", undefined, { class: "card", "aria-label": same.map(({ rules }) => `Under ${called(rules)}`).join(", ") });
    const under = element("p", "Under ", { class: "under" });
    same.forEach(({ rules }, index) => under.append(index ? ", " : "", element("a", called(rules), { href: `rules/${rules}.html` })));
    // A button tells the fact that the ruling assumes.
    ruled.assumes?.forEach(({ says }, index) => under.append(index ? " and " : ", if ",
      button(says, () => { state.lines.unshift(sentence(says)); change(); }, { class: "link" })));
    made.append(under, element("p", headline(ruled), { class: `verdict${ruled.over ? " over" : ""}` }), ground(ruled));
    if (ruled.seconds) {
      made.append(element("p", `On the clocks: White ${time(ruled.seconds.white)}, Black ${time(ruled.seconds.black)}.`));
    }
    if (state.lines.length) {
      const say = element("details", undefined, { class: "say" });
      say.append(element("summary", "Tell the players"), element("p", told(ruled)));
      made.append(say);
    }
    return made;
  }

  const time = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  // Each line of the story with its ruling; without one where a line is not understood.
  function story(misread) {
    const longest = said.rulings.reduce((one, other) => (other.steps.length > one.steps.length ? other : one)).steps;
    one(".story").replaceChildren(...longest.map(({ line }, index) => {
      const item = element("li");
      item.append(element("div", line, { class: "act" }));
      for (const ruled of misread ? [] : said.rulings) {
        const found = ruled.steps[index];
        const said_ = element("div", undefined, { class: "on-act" });
        if (said.rulings.length > 1) said_.append(element("span", `${condition(ruled)}: `, { class: "quiet" }));
        if (!found) said_.append("not read");
        else {
          said_.append(element("strong", headline(found)), " ", element("span", `${found.because}${cited(found)}`, { class: "quiet" }));
          if (found.unread) said_.append(element("div", `Not read: ${found.unread}`, { class: "quiet" }));
        }
        item.append(said_);
      }
      return item;
    }));
  }

  function standing() {
    const { fen, occurrences, stood, halfmove_clock: plies } = first();
    const times = ["", "for the first time", "for the second time", "for the third time"][occurrences] ?? `for the ${occurrences}th time`;
    const where = element("p", `This position occurs ${times}: `);
    stood.forEach((ply, index) => {
      where.append(index ? ", " : "", button(ply ? `after ${named(ply)}` : "at the start", () => { mode("play"); step(ply); }, { class: "link" }));
    });
    where.append(".");
    const clockLine = plies === 0
      ? "The last move was a capture or a pawn move, or there was none."
      : `${plies} half-move${plies === 1 ? "" : "s"} without capture or pawn move; fifty moves of each player are 100, seventy-five are 150.`;
    const differ = said.rulings.some((ruled) => ruled.fen !== fen);
    const code = element("p", "As a FEN: ");
    code.append(element("code", fen));
    one(".facts-list").replaceChildren(
      ...(said.note ? [element("p", `${sentence(said.note)}.`)] : []),
      ...(differ ? [element("p", `The rule sets leave different positions on the board; this is the one under ${called(first().rules)}.`, { class: "quiet" })] : []),
      where, element("p", clockLine), code);
  }

  function winnable() {
    const { fen, can_mate: both } = first();
    one(".sides").replaceChildren(...both.map((found) => {
      const player = sentence(found.side);
      const made = element("div", undefined, { class: "side-can" });
      if (found.can === "yes") {
        const already = !found.line;
        made.append(element("h3", already ? `${player} has mated` : `${player} can mate`));
        if (!already) made.append(helpmate(found, fen, player));
        if (found.counts) made.append(element("p", `${sentence(found.counts)}.`));
      } else if (found.can === "no") {
        made.append(element("h3", `${player} cannot mate`), element("p", `${reason(found.why)}.`));
        if (found.king) made.append(button(`Show where ${other(player)}’s king can get to`, () => {
          shown = { fen, king: found.king, attacked: found.attacked, says: `Where ${other(player)}’s king can get to, and what can be attacked` };
          draw();
          one(".squares").scrollIntoView({ block: "nearest" });
        }));
      } else {
        made.append(element("h3", `It is undetermined whether ${player} can mate`),
          element("p", `${number(found.looked_at)} positions were searched.`));
        const next = LIMITS.find((limit) => limit > state.limit);
        if (next) made.append(button("Look further", () => { state.limit = next; rule(); }));
      }
      if (found.checked) made.append(element("p", "Verified by an independent checker.", { class: "quiet" }));
      return made;
    }));
  }

  // Words for how it is proven that a side cannot mate.
  const reason = (why) => sentence(why.replace(/^(material|mobility|exhausted|abstraction): /, ""));

  function helpmate(found, fen, player) {
    const made = element("div");
    const text = element("p");
    found.line.forEach((move, index) => {
      text.append(button(move.san, () => look(index + 1), { class: "link" }), " ");
    });
    let at = 0;
    function look(to) {
      at = Math.max(0, Math.min(found.line.length, to));
      shown = at ? { ...found.line[at - 1], says: `On the way to mate: ${found.line[at - 1].san}` } : { fen, says: "Before the moves to mate" };
      [...text.querySelectorAll("button")].forEach((each, index) => {
        if (index + 1 === at) each.setAttribute("aria-current", "step");
        else each.removeAttribute("aria-current");
      });
      draw();
    }
    const steps = element("div", undefined, { class: "steps", role: "group", "aria-label": `Step to ${player}’s mate` });
    steps.append(button("Back", () => look(at - 1)), button("Next", () => look(at + 1)), button("Mate", () => look(found.line.length)));
    const shorter = button("Find the shortest", async () => {
      searching("Searching for the shortest mate …");
      try {
        const answer = JSON.parse(await engine.ask("shortest", fen, found.side, 1_000_000));
        if (answer) made.replaceWith(helpmate({ ...answer, shortest: true }, fen, player));
        else shorter.replaceWith(element("span", "No shorter one was found within the limit.", { class: "quiet" }));
      } catch (error) {
        if (error.name !== "AbortError") trouble(error.message);
      } finally {
        searching(null);
      }
    });
    made.append(element("p", `With the help of ${other(player)}${found.shortest ? ", in the fewest moves" : ""}:`), text, steps);
    if (!found.shortest) made.append(shorter);
    return made;
  }

  function claims() {
    const grounds = { threefold: "threefold repetition", fifty: "the fifty-move rule" };
    const made = said.rulings.map((ruled) => {
      const section = element("div");
      section.append(element("h3", `Under ${condition(ruled)}`));
      if (!ruled.claims.length) section.append(element("p", "The game is over: no claim is possible."));
      const list = element("ul");
      for (const claim of ruled.claims) {
        const by = sentence(claim.by);
        const item = element("li", `${by}, by ${grounds[claim.ground]}: `);
        item.append(element("strong", claim.right ? "correct" : "not correct"),
          ` for the position on the board: ${claim.because}${cited(claim)}. `);
        const sans = claim.written.map((uci) => legal.find((move) => move.uci === uci)?.san ?? uci);
        if (sans.length) {
          item.append("Correct with one of these written moves: ");
          sans.forEach((san, index) => item.append(index ? ", " : "",
            button(san, () => add(`${by} writes ${san} and claims a draw by ${grounds[claim.ground]}`), { class: "link" })));
          item.append(".");
        }
        list.append(item);
      }
      section.append(list);
      return section;
    });
    one(".claim-list").replaceChildren(...made);
  }

  // The form of every act: the blanks of its sentence.

  const BLANKS = {
    MOVE: "move, as it is written", PATH: "from and to, as in e2-e5", PIECE: "piece", SQUARE: "square", NUMBER: "number", GROUND: "ground",
  };

  function blanks() {
    const form = one(".forms").value;
    const parts = form.match(/[A-Z]{4,}/g) ?? [];
    one(".blanks").replaceChildren(...parts.map((part) => {
      const label = element("label", `${sentence(BLANKS[part] ?? part.toLowerCase())} `);
      let field;
      if (part === "GROUND" || part === "PIECE") {
        field = element("select");
        const values = part === "GROUND" ? ["threefold repetition", "the fifty-move rule"] : ["pawn", "knight", "bishop", "rook", "queen", "king"];
        field.append(...values.map((value) => element("option", value)));
      } else {
        field = element("input", undefined, { size: "6", autocomplete: "off", required: "" });
        if (part === "NUMBER") { field.type = "number"; field.min = "1"; }
      }
      label.append(field);
      return label;
    }));
  }

  // The sentence, of the player who does it.
  function composed(form, values = []) {
    const filled = form.replace(/[A-Z]{4,}/g, () => values.shift());
    if (state.by === "White") return filled;
    return filled.replace(/\b(White|Black)\b/g, (player) => other(player));
  }

  function prepare() {
    one(".quick").append(...QUICK.map(([text, line]) => button(text, () => add(composed(line)))));
    const groups = new Map(GROUPS.map(([name]) => [name, element("optgroup", undefined, { label: name })]));
    for (const form of about.sentences) {
      const [name] = GROUPS.find(([, pattern]) => pattern.test(form));
      groups.get(name).append(element("option", sentence(form.replace(/^White('s)? /, "").replace(/[A-Z]{4,}/g, "…")), { value: form }));
    }
    one(".forms").append(...[...groups.values()].filter((group) => group.children.length));
    one(".palette").append(...["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p", ""].map((sign) => {
      const made = button(sign ? "" : "Nothing", () => {
        state.piece = sign;
        for (const each of one(".palette").children) each.setAttribute("aria-pressed", String(each === made));
      }, { "aria-pressed": String(sign === state.piece) });
      if (sign) {
        made.setAttribute("aria-label", sentence(table.word(sign)));
        made.append(table.picture(sign));
      }
      return made;
    }));
    one(".conditions-form").append(...EVENT.filter(([, words]) => words).map(([name, words, kind]) => {
      const label = element("label");
      let field;
      if (kind === true || kind === false) {
        field = element("input", undefined, { type: "checkbox", name });
        label.append(field, ` ${words}`);
      } else {
        field = kind === Number ? element("input", undefined, { type: "number", min: "0", name }) : element("select", undefined, { name });
        if (kind !== Number) field.append(...Object.entries(kind).map(([value, text]) => element("option", text, { value })));
        label.append(`${words} `, field);
      }
      field.addEventListener("change", () => {
        delete state.event[name];
        if (field.type === "checkbox") { if (field.checked) state.event[name] = kind; }
        else if (field.value !== "") state.event[name] = kind === Number ? Number(field.value) : field.value;
        change();
      });
      return label;
    }));
    listen();
    blanks();
  }

  function listen() {
    for (const each of document.querySelectorAll("[data-mode]")) each.addEventListener("click", () => mode(each.dataset.mode));
    for (const each of document.querySelectorAll("[data-by]")) {
      each.addEventListener("click", () => {
        state.by = each.dataset.by;
        for (const one of document.querySelectorAll("[data-by]")) one.setAttribute("aria-pressed", String(one === each));
      });
    }
    one(".flip").addEventListener("click", () => { board.turn(); draw(); });
    const to = { first: () => 0, back: () => place - 1, next: () => place + 1, last: () => moves().length };
    for (const each of document.querySelectorAll("[data-step]")) each.addEventListener("click", () => step(to[each.dataset.step]()));
    one(".empty").addEventListener("click", () => { state.start = "8/8/8/8/8/8/8/8 w - - 0 1"; state.lines = []; place = 0; change(); });
    one(".initial").addEventListener("click", () => { state.start = INITIAL; place = 0; change(); });
    one(".from-here").addEventListener("click", () => { state.start = fenAt(moves().length); state.lines = []; place = 0; change(); });
    const fields = () => {
      const [placement, , , , , count] = state.start.split(" ");
      const named = wings(state.start);
      const rights = [...document.querySelectorAll(".castling input:checked")].map((box) => named[box.value] ?? box.value).join("") || "-";
      state.start = [placement, one(".on-move").value, rights, one(".passing").value.trim() || "-",
        Math.max(0, Number(one(".halfmoves").value) || 0), count ?? 1].join(" ");
      place = 0;
      change();
    };
    for (const each of document.querySelectorAll(".fields input, .fields select, .castling input")) each.addEventListener("change", fields);
    let typing;
    one("#lines").addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(read, 300);
    });
    for (const each of document.querySelectorAll("[data-time]")) {
      each.addEventListener("click", () => {
        if (each.dataset.time) state.event.time = each.dataset.time;
        else delete state.event.time;
        change();
      });
    }
    for (const each of document.querySelectorAll("[data-watch]")) {
      each.addEventListener("click", () => {
        const value = String(each.dataset.watch === "yes");
        if (String(state.event.supervised) === value) delete state.event.supervised;
        else state.event.supervised = value;
        change();
      });
    }
    one(".undo").addEventListener("click", () => { state.lines.pop(); change(); });
    one(".clear").addEventListener("click", () => { state.lines = []; change(); });
    one(".forms").addEventListener("change", blanks);
    one(".any").addEventListener("submit", (event) => {
      event.preventDefault();
      add(composed(one(".forms").value, [...one(".blanks").querySelectorAll("input, select")].map((field) => field.value.trim())));
    });
    one(".more-rules").addEventListener("change", (event) => {
      if (event.target.value) state.rules.push(event.target.value);
      change();
    });
    one(".stop").addEventListener("click", () => engine.stop());
    one(".share").addEventListener("click", () => copy(address(), "The link is copied."));
    window.addEventListener("hashchange", () => { open(location.hash); place = 0; mode("play"); change(); });
  }

  // Reads the text: lines of acts, or a FEN or PGN that was pasted.
  async function read() {
    const text = one("#lines").value;
    if (/^\s*\[\w+ "|[1-8pnbrqk]+(\/[1-8pnbrqk]+){7}/im.test(text)) {
      const pasted = JSON.parse(await engine.ask("pasted", text));
      if (pasted.start || pasted.lines.length) {
        state.start = pasted.start ?? INITIAL;
        state.lines = pasted.lines;
        place = 0;
        mode("play");
        change();
        return;
      }
    }
    state.lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    state.limit = LIMITS[0];
    history.replaceState(null, "", address());
    rule();
  }

  // While the ruling is out of sight, a line at the bottom of the screen repeats it.
  function glance() {
    const watch = new IntersectionObserver(([{ isIntersecting }]) => {
      one(".glance").hidden = isIntersecting || !one(".glance").textContent;
    });
    watch.observe(one(".rulings"));
  }

  async function copy(text, words) {
    try {
      await navigator.clipboard.writeText(text);
      one(".copied").textContent = words;
    } catch {
      one(".copied").textContent = "Copying failed; use the address of this page as the link.";
    }
  }

  one(".scriptless").hidden = true;
  one(".starting").hidden = false;
  try {
    await engine.ready();
    about = JSON.parse(await engine.ask("about"));
    prepare();
    const shared = location.hash.length > 1;
    open(location.hash);
    one(".desk").hidden = false;
    change();
    glance();
    if (shared) requestAnimationFrame(() => one(".now").scrollIntoView({ block: "nearest" }));
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  } catch (error) {
    trouble(`the adjudicator cannot be started: ${error.message}`);
  } finally {
    one(".starting").hidden = true;
  }
})();
