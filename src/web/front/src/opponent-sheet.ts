// The preparation sheet: results, where they lose, the groups of pieces that recur.

import type { ChunkRow, OpponentSheet, WeakLine } from './api';
import { diagram } from './board';
import { count, h, type Child } from './dom';
import { countsText, resultBar, scoreText } from './results';
import { address } from './view';

/** The sections of the sheet; `open` shows a line on the board, against the opponent with this colour. */
export function opponentSheet(sheet: OpponentSheet, number: number, open: (moves: string[], theirs: 'white' | 'black') => void): Child[] {
  const { report } = sheet;
  const [first, last] = report.dates;
  const dates = [first, last].every((date) => date && !date.startsWith('?')) ? `Games from ${first} to ${last}. ` : '';
  const rows = [...report.results, ...report.lengths].filter(({ results }) => results.score);
  const [preference = '', ...votes] = sheet.style.trim().split('\n');
  return [
    h('div', { class: 'columns wide' },
      h('section', { class: 'card' },
        h('h2', {}, 'What stands out'),
        h('ul', {}, ...sheet.stands_out.map((sentence) => h('li', {}, sentence)))),
      h('section', { class: 'card' },
        h('h2', {}, 'Tactics they fall for'),
        h('ul', {}, ...sheet.mistakes.map(({ sentence, examples }) =>
          h('li', {}, sentence,
            h('ul', {}, ...examples.map(({ game, ply, title, line }) =>
              h('li', {}, h('a', { href: gameAddress(number, game, ply) }, line), ` ${title}`))))))),
      h('section', { class: 'card' },
        h('h2', {}, 'Results'),
        table(['', 'Games', 'Won, drawn, lost', 'Score'], rows.map((row) => [row.title, count(row.results.won + row.results.drawn + row.results.lost), resultBar(row.results), scoreText(row.results)])),
        h('p', { class: 'quiet' }, `${dates}Scores are shares of the points with their 95 % interval; few games give a wide one.`)),
      h('section', { class: 'card' },
        h('h2', {}, 'Where they lose'),
        weakLines('with White', sheet.weak_with_white, (line) => open(line.uci, 'white')),
        weakLines('with Black', sheet.weak_with_black, (line) => open(line.uci, 'black')),
        h('p', { class: 'quiet' }, 'Lines of five or more games, by the upper end of the interval. They are the worst of many lines, so part of what they show is chance.')),
      h('section', { class: 'card' },
        h('h2', {}, 'Style'),
        h('p', {}, `${preference.charAt(0).toUpperCase()}${preference.slice(1)}.`),
        h('details', {}, h('summary', {}, 'How each rule votes'), h('ul', {}, ...votes.map((vote) => h('li', {}, vote.trim())))),
        h('p', {}, castling(sheet))),
      report.losses.length > 0 && h('section', { class: 'card' },
        h('h2', {}, 'Recent losses'),
        h('ul', {}, ...report.losses.map((game) => h('li', {}, h('a', { href: gameAddress(number, game.number) }, game.title), ` (${game.colour}, ${game.moves} moves): ${game.opening}`))))),
    boards('Groups of pieces with which they score least', report.weak_chunks),
    boards('Groups of pieces that recur', report.chunks),
    boards('Pawn structures that recur', report.structures),
  ];
}

/** The address of a game of the opponent with this number, after so many half-moves. */
const gameAddress = (opponent: number, game: number, ply = 0): string =>
  address('analyse', '', { opponent: String(opponent), game: String(game), ply: ply > 0 ? String(ply) : '' });

function castling({ report }: OpponentSheet): string {
  const [kingside, queenside] = report.castled;
  const when = report.castling_move === null ? '' : `, on move ${report.castling_move.toFixed(1)} on average`;
  return `Castled kingside in ${kingside} and queenside in ${queenside} of ${count(report.studied)} games${when}.`;
}

function table(titles: string[], rows: Child[][]): HTMLElement {
  return h('div', { class: 'scrolling', tabindex: '0', role: 'group', 'aria-label': 'Results' }, h('table', { class: 'branches' },
    h('thead', {}, h('tr', {}, ...titles.map((title) => (title ? h('th', { scope: 'col' }, title) : h('td', {}))))),
    h('tbody', {}, ...rows.map(([title, ...cells]) => h('tr', {}, h('th', { scope: 'row' }, title), ...cells.map((cell) => h('td', { class: 'number' }, cell)))))));
}

function weakLines(title: string, lines: WeakLine[], open: (line: WeakLine) => void): HTMLElement {
  return h('div', {},
    h('h3', {}, title),
    lines.length
      ? h('ul', { class: 'weak-lines' }, ...lines.map((line) =>
          h('li', {},
            h('button', { type: 'button', class: 'link', onclick: () => open(line) }, numbered(line.san)),
            h('span', { class: 'quiet' }, ` ${countsText(line.results)}, ${scoreText(line.results)}${line.is_below_usual ? ', less than they usually score' : ''}`))))
      : h('p', { class: 'quiet' }, 'No line of five or more games with a loss.'));
}

/** `1. e4 e5 2. f4`. */
const numbered = (sans: string[]): string => sans.map((san, index) => (index % 2 === 0 ? `${index / 2 + 1}. ${san}` : san)).join(' ');

function boards(title: string, rows: ChunkRow[]): Child {
  if (!rows.length) return null;
  return h('section', {},
    h('h2', {}, title),
    h('p', { class: 'quiet' }, 'Their own pieces are white, whichever colour they had.'),
    h('div', { class: 'cards small' }, ...rows.map((row) =>
      h('article', { class: 'pattern-card' },
        diagram(placementFen(row.placement), `Pieces: ${row.placement.join(', ')}`, {}, false),
        h('p', {}, `${countsText(row.results)}, ${scoreText(row.results)}`),
        h('p', { class: 'quiet' }, `${movesText(row.move_numbers)}, ${count(row.with_white)} with White`)))));
}

const movesText = ([first, last]: [number, number]): string => (first === last ? `move ${first}` : `moves ${first} to ${last}`);

/** A FEN with pieces such as `Pa2`. */
function placementFen(placement: string[]): string {
  const squares = new Map(placement.map((piece) => [piece.slice(1), piece[0]!]));
  const rank = (number: number): string =>
    [...'abcdefgh'].map((file) => squares.get(`${file}${number}`) ?? '1').join('').replace(/1+/g, (gap) => String(gap.length));
  return `${[8, 7, 6, 5, 4, 3, 2, 1].map(rank).join('/')} w - - 0 1`;
}
