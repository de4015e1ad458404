// The page of `morph serve`.

import { analyse } from './analyse';
import { connect } from './api';
import { endgame } from './endgame';
import { showPage } from './frame';
import { overHttp } from './http';
import { library } from './library';
import { opponent } from './opponent';
import { patterns } from './patterns';
import { play } from './play';
import { training } from './training';

connect(overHttp);
showPage({
  play: { title: 'Play', view: play },
  analyse: { title: 'Analyse', view: analyse },
  patterns: { title: 'Patterns', view: patterns },
  training: { title: 'Training', view: training },
  library: { title: 'Library', view: library },
  opponent: { title: 'Opponent', view: opponent },
  endgame: { title: 'Endgame', view: endgame },
});
