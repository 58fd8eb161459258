// Steps through a game: each move shows its board.
"use strict";

(() => {
  const svg = "http://www.w3.org/2000/svg";
  const roles = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const players = { w: "White", b: "Black" };

  const corner = (square) => [
    18 + (square.charCodeAt(0) - 97) * 45,
    (8 - Number(square[1])) * 45,
  ];

  function element(name, attributes) {
    const made = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  // The pieces of a placement as a FEN has it, square and letter.
  function pieces(placement) {
    const found = [];
    placement.split("/").forEach((row, above) => {
      let file = 0;
      for (const sign of row) {
        if (/\d/.test(sign)) file += Number(sign);
        else found.push([String.fromCharCode(97 + file++) + (8 - above), sign]);
      }
    });
    return found;
  }

  // The pieces after a step, which lists the squares that change: `e2` is empty now, `e4P` has a white pawn.
  function changed(before, changes) {
    const board = new Map(before);
    for (const change of changes === "-" ? [] : changes.split(",")) {
      board.delete(change.slice(0, 2));
      if (change[2]) board.set(change.slice(0, 2), change[2]);
    }
    return [...board];
  }

  // A step that lists only the squares of a move of one piece, with who is on move then and the move.
  function completed(before, text) {
    if (text.includes(" ")) return text;
    const turn = before.split(" ")[1] === "w" ? "b" : "w";
    const [from, to] = text.split(",").sort((one, other) => one.length - other.length);
    return `${text} ${turn} ${from}${to.slice(0, 2)}`;
  }

  function words(all, turn, last, marks) {
    const list = (white) =>
      Object.keys(roles)
        .map((role) => [roles[role], all.filter(([, sign]) => sign === (white ? role.toUpperCase() : role)).map(([square]) => square)])
        .filter(([, squares]) => squares.length)
        .map(([role, squares]) => `${role}${squares.length > 1 ? "s" : ""} ${squares.join(" ")}`)
        .join(", ");
    const moved = last === "-" ? "" : ` The last move was from ${last.slice(0, 2)} to ${last.slice(2, 4)}.`;
    const marked = marks.length ? ` Marked: ${marks.join(", ")}.` : "";
    return `White: ${list(true)}. Black: ${list(false)}. ${players[turn]} is on move.${moved}${marked}`;
  }

  // Draws the board that a text describes: the pieces, unless they are given, who is on move, the last move, the marked squares.
  function draw(board, text, given) {
    const [placement, turn, last, marked = ""] = text.split(" ");
    const all = (given ?? pieces(placement)).sort(([one], [other]) => one[1].localeCompare(other[1]) || one[0].localeCompare(other[0]));
    const marks = marked ? marked.split(",") : [];
    function put(name, made) {
      let group = board.querySelector(`.${name}`);
      if (!group) {
        group = element("g", { class: name });
        board.querySelector(name === "last" ? ".keys, .pieces" : ".pieces").before(group);
      }
      group.replaceChildren(...made);
    }
    put("pieces", all.map(([square, sign]) => {
      const [x, y] = corner(square);
      const color = sign === sign.toUpperCase() ? "w" : "b";
      return element("use", { href: `#${color}${sign.toLowerCase()}`, x, y });
    }));
    const squares = last === "-" ? [] : [last.slice(0, 2), last.slice(2, 4)];
    put("last", squares.map((square) => {
      const [x, y] = corner(square);
      return element("rect", { x, y, width: 45, height: 45 });
    }));
    put("keys", marks.map((square) => {
      const [x, y] = corner(square);
      return element("circle", { cx: x + 22.5, cy: y + 22.5, r: 20.5 });
    }));
    board.setAttribute("aria-label", words(all, turn, last, marks));
    return players[turn];
  }

  // Gives a game its buttons; it begins at its last board, as the page shows it.
  function step(game) {
    const board = game.querySelector(".board");
    const caption = game.querySelector(".turn");
    const items = [...game.querySelectorAll(".moves li")];
    if (!items.length) return;
    const shows = [game.dataset.shows];
    for (const item of items) shows.push(completed(shows.at(-1), item.dataset.shows));
    const boards = [pieces(shows[0].split(" ")[0])];
    for (const text of shows.slice(1)) boards.push(changed(boards.at(-1), text.split(" ")[0]));
    const moves = items.map((item) => {
      const says = item.lastChild;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = says.textContent.trim();
      says.replaceWith(...(item.children.length ? [" "] : []), button);
      return button;
    });
    let place = items.length;

    const steps = document.createElement("div");
    steps.className = "steps";
    steps.setAttribute("role", "group");
    steps.setAttribute("aria-label", "Step through the game");
    const buttons = [
      ["Start", () => 0],
      ["Back", () => place - 1],
      ["Next", () => place + 1],
      ["End", () => items.length],
    ].map(([name, to]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => go(to()));
      return button;
    });
    steps.append(...buttons);
    caption.after(steps);
    caption.setAttribute("aria-live", "polite");
    game.classList.add("stepped");

    function go(to) {
      place = Math.max(0, Math.min(items.length, to));
      const turn = draw(board, shows[place], boards[place]);
      const said = place ? items[place - 1].textContent.trim() : "The start";
      caption.textContent = `${said.replace(/\.$/, "")}. ${turn} to move`;
      moves.forEach((move, index) => {
        if (index + 1 === place) move.setAttribute("aria-current", "step");
        else move.removeAttribute("aria-current");
      });
      const list = moves[0].closest(".moves");
      const shown = moves[Math.max(0, place - 1)];
      list.scrollTop = shown.offsetTop - list.offsetTop - Math.max(0, (list.clientHeight - shown.offsetHeight) / 2);
    }

    moves.forEach((move, index) => move.addEventListener("click", () => go(index + 1)));
    game.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: items.length }[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go(to);
    });
    go(place);
  }

  Object.assign(window.lawbook ??= {}, { draw, step });
  document.querySelectorAll(".game").forEach(step);
})();
