// A board that is played on: by click, drag and keyboard.
"use strict";

(() => {
  const svg = "http://www.w3.org/2000/svg";
  const names = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const meanings = {
    last: "last move", chosen: "chosen", target: "can go here", king: "the king can get here", attacked: "can be attacked",
  };
  const all = [...Array(64).keys()].map((place) => "abcdefgh"[place % 8] + (8 - Math.floor(place / 8)));

  // The pieces of a placement, letter by square.
  function read(placement) {
    const found = {};
    placement.split("/").forEach((row, above) => {
      let file = 0;
      for (const sign of row) {
        if (/\d/.test(sign)) file += Number(sign);
        else found["abcdefgh"[file++] + (8 - above)] = sign;
      }
    });
    return found;
  }

  function write(pieces) {
    const rows = [...Array(8).keys()].map((above) => {
      const row = [..."abcdefgh"].map((file) => pieces[file + (8 - above)] ?? "1").join("");
      return row.replace(/1+/g, (empty) => empty.length);
    });
    return rows.join("/");
  }

  const word = (sign) => `${sign === sign.toUpperCase() ? "white" : "black"} ${names[sign.toLowerCase()]}`;
  const drawing = (sign) => `#${sign === sign.toUpperCase() ? "w" : "b"}${sign.toLowerCase()}`;

  function picture(sign) {
    const made = document.createElementNS(svg, "svg");
    made.setAttribute("viewBox", "0 0 45 45");
    made.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(svg, "use");
    use.setAttribute("href", drawing(sign));
    made.append(use);
    return made;
  }

  // `chosen(square)` is a click or Enter, `dragged(from, to)` a piece that was carried, `typed(square, key)` a key.
  function board(place, { chosen, dragged, typed }) {
    let turned = false;
    let focus = "e1";
    let carried = null;
    let was = null;
    const buttons = Object.fromEntries(all.map((square) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.square = square;
      const light = (square.charCodeAt(0) + Number(square[1])) % 2 === 0;
      button.className = light ? "on-dark" : "on-light";
      button.addEventListener("click", () => { if (was !== square) chosen(square); was = null; });
      button.addEventListener("focus", () => tab(square));
      return [square, button];
    }));

    function order() {
      const squares = turned ? [...all].reverse() : all;
      place.replaceChildren(...squares.map((square) => buttons[square]));
      squares.forEach((square, index) => {
        buttons[square].dataset.rank = index % 8 === 0 ? square[1] : "";
        buttons[square].dataset.file = index > 55 ? square[0] : "";
      });
    }

    function tab(square) {
      focus = square;
      for (const one of all) buttons[one].tabIndex = one === square ? 0 : -1;
    }

    place.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const sign = turned ? -1 : 1;
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (by) {
        event.preventDefault();
        const file = Math.max(0, Math.min(7, focus.charCodeAt(0) - 97 + by[0] * sign));
        const rank = Math.max(1, Math.min(8, Number(focus[1]) + by[1] * sign));
        tab("abcdefgh"[file] + rank);
        buttons[focus].focus();
      } else if (typed(focus, event.key)) {
        event.preventDefault();
      }
    });

    // A finger scrolls the page; pieces are carried with a mouse or a pen, and tapped with a finger.
    place.addEventListener("pointerdown", (event) => {
      const from = event.target.closest("button")?.dataset.square;
      if (!from || event.pointerType === "touch" || event.button !== 0 || !buttons[from].firstChild) return;
      carried = { from, x: event.clientX, y: event.clientY, moved: false };
    });
    addEventListener("pointermove", (event) => {
      if (!carried) return;
      const [x, y] = [event.clientX - carried.x, event.clientY - carried.y];
      if (!carried.moved && Math.hypot(x, y) < 6) return;
      carried.moved = true;
      const made = buttons[carried.from].firstChild;
      if (made) made.style.transform = `translate(${x}px, ${y}px)`;
      buttons[carried.from].classList.add("carried");
    });
    addEventListener("pointerup", (event) => {
      if (!carried) return;
      const { from, moved } = carried;
      carried = null;
      buttons[from].classList.remove("carried");
      if (buttons[from].firstChild) buttons[from].firstChild.style.transform = "";
      if (!moved) return;
      const under = document.elementsFromPoint(event.clientX, event.clientY)
        .map((one) => one.closest?.(".squares button")).find(Boolean);
      was = from;
      setTimeout(() => { was = null; });
      if (under?.dataset.square !== from) dragged(from, under?.dataset.square ?? null);
    });
    // The drawing itself is not to be dragged as a picture.
    place.addEventListener("dragstart", (event) => event.preventDefault());

    function show(pieces, { marks = {} } = {}) {
      for (const square of all) {
        const button = buttons[square];
        const sign = pieces[square];
        const kinds = marks[square] ?? [];
        button.replaceChildren(...(sign ? [picture(sign)] : []));
        const said = [square, sign ? word(sign) : "empty", ...kinds.map((kind) => meanings[kind])];
        button.setAttribute("aria-label", said.join(", "));
        for (const kind of Object.keys(meanings)) button.classList.toggle(kind, kinds.includes(kind));
      }
    }

    order();
    tab(focus);
    return { show, turn() { turned = !turned; order(); }, focus: () => buttons[focus].focus() };
  }

  window.lawbook.table = { board, read, write, word, picture };
})();
