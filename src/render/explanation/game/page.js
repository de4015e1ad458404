"use strict";
const games = JSON.parse(document.getElementById("data").textContent);
const GLYPHS = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
let game = games[0];
let ply = 0; // half-moves on the board
let flipped = false;

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function drawing(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const fenAt = (index) => (index === 0 ? game.start : game.moves[index - 1].fen);

// Column and row of a square such as "e4" on the board as it is shown.
function place(square) {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return flipped ? [7 - file, rank] : [file, 7 - rank];
}

function showBoard() {
  const board = byId("board");
  const pieces = new Map();
  fenAt(ply).split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const c of row) {
      if (/\d/.test(c)) file += Number(c);
      else pieces.set("abcdefgh"[file++] + (8 - index), c);
    }
  });
  const last = ply > 0 ? game.moves[ply - 1].uci : "";
  const squares = [];
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const file = flipped ? 7 - column : column;
      const rank = flipped ? row + 1 : 8 - row;
      const name = "abcdefgh"[file] + rank;
      const square = element("div", undefined, "square");
      if ((file + rank) % 2 === 1) square.classList.add("dark");
      if (last.slice(0, 2) === name || last.slice(2, 4) === name) square.classList.add("last");
      if (column === 0) square.append(element("span", rank, "coordinate rank"));
      if (row === 7) square.append(element("span", name[0], "coordinate file"));
      const piece = pieces.get(name);
      if (piece) {
        const color = piece === piece.toUpperCase() ? "white" : "black";
        square.append(element("span", GLYPHS[piece.toLowerCase()] + "\uFE0E", "piece " + color));
      }
      squares.push(square);
    }
  }
  board.replaceChildren(...squares);
  const move = game.moves[ply - 1];
  if (move && move.better_uci) board.append(arrow(move.better_uci));
  board.setAttribute("aria-label", "Board, " + (move ? "after " + move.number + " " + move.san : "start") + ": " + fenAt(ply));
}

function arrow(uci) {
  const [x1, y1] = place(uci.slice(0, 2));
  const [x2, y2] = place(uci.slice(2, 4));
  const svg = drawing("svg", { viewBox: "0 0 8 8" });
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [tipX, tipY] = [x2 + 0.5 - 0.1 * dx, y2 + 0.5 - 0.1 * dy];
  const [neckX, neckY] = [tipX - 0.35 * dx, tipY - 0.35 * dy];
  const style = { stroke: "#1f7a3f", "stroke-opacity": 0.85, "stroke-width": 0.14 };
  svg.append(drawing("line", { x1: x1 + 0.5, y1: y1 + 0.5, x2: neckX, y2: neckY, ...style }));
  const wing = (sign) => `${neckX - sign * 0.2 * dy},${neckY + sign * 0.2 * dx}`;
  svg.append(drawing("polygon", { points: `${tipX},${tipY} ${wing(1)} ${wing(-1)}`, fill: "#1f7a3f", "fill-opacity": 0.85 }));
  return svg;
}

function showNote() {
  const note = byId("note");
  const move = game.moves[ply - 1];
  if (!move) return note.replaceChildren(element("p", "Step with the arrow keys, or click a move."));
  const head = element("p");
  head.append(element("strong", `${move.number} ${move.san}`), element("span", move.symbol || "", move.mark || ""), ` (${move.score})`);
  const lines = [head];
  if (move.comment) lines.push(element("p", move.comment));
  note.replaceChildren(...lines);
}

function showMoves() {
  const items = [];
  game.moves.forEach((move, index) => {
    const black = move.number.endsWith("...");
    if (!black || index === 0) {
      items.push(element("li", move.number.replace("...", "."), "number"));
      if (black) items.push(element("li", "…"));
    }
    const button = element("button", move.san + (move.symbol || ""), move.mark || "");
    button.type = "button";
    button.dataset.ply = index + 1;
    button.addEventListener("click", () => go(index + 1));
    const item = element("li");
    item.append(button);
    items.push(item);
  });
  byId("moves").replaceChildren(...items);
}

function showMoments() {
  const buttons = game.key_moments.map((index) => {
    const move = game.moves[index];
    const button = element("button", `${move.number} ${move.san}${move.symbol}`, move.mark);
    button.type = "button";
    button.addEventListener("click", () => go(index + 1));
    return button;
  });
  byId("moments").replaceChildren(element("strong", buttons.length ? "Key moments:" : "No move gave anything away."), ...buttons);
}

function showGraph() {
  const width = Math.max(1, game.moves.length);
  const svg = drawing("svg", { viewBox: `0 -1 ${width} 2`, preserveAspectRatio: "none", role: "img", "aria-label": "White's winning chances" });
  const points = game.moves.map((move, index) => `${index + 1},${-move.winning_chance}`).join(" ");
  svg.append(drawing("polygon", { points: `0,1 0,0 ${points} ${width},1`, fill: "#8d99a6", "fill-opacity": 0.35 }));
  svg.append(drawing("line", { x1: 0, x2: width, y1: 0, y2: 0, stroke: "#888", "stroke-width": 1, "vector-effect": "non-scaling-stroke" }));
  svg.append(drawing("polyline", { points: `0,0 ${points}`, fill: "none", stroke: "#5b7fa6", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }));
  svg.append(drawing("line", { id: "now", x1: ply, x2: ply, y1: -1, y2: 1, stroke: "#d08a00", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * width));
  });
  byId("graph").replaceChildren(svg);
}

function go(to) {
  ply = Math.min(Math.max(to, 0), game.moves.length);
  showBoard();
  showNote();
  const now = byId("now");
  now.setAttribute("x1", ply);
  now.setAttribute("x2", ply);
  for (const button of byId("moves").querySelectorAll("button")) {
    if (Number(button.dataset.ply) === ply) {
      button.setAttribute("aria-current", "true");
      const list = byId("moves");
      list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else button.removeAttribute("aria-current");
  }
}

const named = (one) => `${one.tags.White || "White"} – ${one.tags.Black || "Black"}`;

function show(index) {
  game = games[index];
  ply = 0;
  byId("title").textContent = named(game);
  const about = [game.tags.Event, game.tags.Date, game.result].filter((text) => text && !/^\?/.test(text));
  byId("about").textContent = about.join(", ");
  document.title = named(game);
  showMoves();
  showMoments();
  showGraph();
  go(game.key_moments.length ? game.key_moments[0] + 1 : 0);
}

if (games.length > 1) {
  byId("choice").hidden = false;
  games.forEach((one, index) => {
    const option = element("option", `${index + 1}: ${named(one)}, ${one.result}`);
    option.value = index;
    byId("games").append(option);
  });
  byId("games").addEventListener("change", (event) => show(Number(event.target.value)));
}
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(ply - 1));
byId("forward").addEventListener("click", () => go(ply + 1));
byId("last").addEventListener("click", () => go(game.moves.length));
byId("flip").addEventListener("click", () => { flipped = !flipped; showBoard(); });
document.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLSelectElement || event.altKey || event.ctrlKey || event.metaKey) return;
  const steps = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.moves.length };
  if (event.key in steps) { event.preventDefault(); go(steps[event.key]); }
});
show(0);
