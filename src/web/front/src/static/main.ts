// The page without a server: the program runs in the browser.

import { analyse } from '../analyse';
import { connect } from '../api';
import { fill, h } from '../dom';
import { endgame } from '../endgame';
import { showPage } from '../frame';
import { patterns } from '../patterns';
import { play } from '../play';
import { startProgram } from './program';

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function loading(loaded: number, total: number): string {
  if (loaded === total) return 'Recalling what it has learned …';
  return `Loading what it has learned: ${megabytes(loaded)}${total ? ` of ${megabytes(total)}` : ''} MB`;
}

const status = h('p', { class: 'status', role: 'status' }, 'Loading …');
const cover = h('main', { class: 'narrow' }, h('h1', {}, 'Morph'), h('p', { class: 'lead' }, 'A chess program that learned from its own games. Play it and ask why.'), status);
document.body.append(cover);

startProgram((loaded, total) => fill(status, loading(loaded, total))).then(
  (transport) => {
    cover.remove();
    connect(transport);
    showPage({
      play: { title: 'Play', view: play },
      analyse: { title: 'Analyse', view: analyse },
      patterns: { title: 'Patterns', view: patterns },
      endgame: { title: 'Endgame', view: endgame },
    });
  },
  (fault: Error) => fill(status, fault.message),
);
