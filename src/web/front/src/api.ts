// The data of the program; /api/v1/openapi.json describes them.

import type { Transport } from './transport';

export { Problem } from './transport';

export interface Arrow {
  from: string;
  to: string;
  kind: 'attack' | 'defence' | 'move';
  indirect: boolean;
}

export interface Drawing {
  squares: string[];
  arrows: Arrow[];
}

export interface ChoicePattern {
  pattern: string;
  phrase: string;
  after: string;
  points: number;
  reply?: string;
}

export interface Choice {
  move: string;
  expected: number;
  other?: { move: string; expected: number };
  patterns: ChoicePattern[];
  text: string;
}

export interface MoveReasons {
  choice: Choice;
  drawings: Drawing[];
}

export interface MoveAnswer {
  uci: string;
  san: string;
  fen: string;
  ending: string | null;
  reasons: MoveReasons | null;
}

export interface Outcome {
  san: string;
  score: string;
  line: string[];
  settled_after: number;
  value: number;
  ending: string | null;
  facts: { text: string; value: number; squares: string[] }[];
}

export interface WhyAnswer {
  side: string;
  text: string;
  outcomes: [Outcome, Outcome];
  learned: MoveReasons | null;
}

export interface Reason {
  owner: string;
  squares: string[];
  targets: string[];
  fact: string;
  belief: string;
  purpose: string;
  plan: string;
  value: number;
  source: { kind: string; pattern?: string; case?: string };
  memory?: { pattern: string; agrees: boolean };
  validation?: { text: string; routes: { squares: string[] }[] };
}

export interface CoachText {
  verdict: string;
  sides: { side: string; reasons: { reason: number; text: string }[] }[];
  plan?: string;
  good_move?: string;
  precedent?: string;
}

export interface Explained {
  fen: string;
  over?: string;
  text: CoachText;
  explanation: { reasons: Reason[]; symbol: string };
  /** What one side cannot escape. */
  force?: { line: string[] };
  shapes: { squares: { red: string[]; blue: string[] }; arrows: { green: string[] } };
  advice?: string;
}

export interface Ply {
  san: string;
  uci: string;
  fen: string;
  expected: number;
  better: { san: string; uci: string; expected: number } | null;
}

export interface GameAnswer {
  tags: [string, string][];
  fen: string;
  plies: Ply[];
}

export interface AnnotatedGame {
  pgn: string;
  plies: { nags: number[]; comment: string; better: string[]; refutation: string[] }[];
}

export interface ListedGame {
  number: number;
  tags: [string, string][];
  plies: number;
  fault: string | null;
}

export interface GameList {
  total: number;
  games: ListedGame[];
}

export interface PatternCard {
  id: string;
  phrase: string;
  weight: number;
  uses: number;
  born: number;
  fen: string;
  drawing: Drawing;
  idea: string;
  variants: number;
}

export interface PatternAnswer {
  pattern: {
    id: string;
    kind: string;
    phrase: string;
    weight: number;
    log_odds: number;
    updates: number;
    uses: number;
    variance: number;
    age: number;
    born: number;
    size: number;
    utility: { total: number };
    origin: { operator: string; game: number; ply: number; parents: string[]; fen: string };
    more_general: string[];
    more_special: string[];
  };
  drawing: Drawing;
  idea: string;
  more_general: PatternCard[];
  more_special: PatternCard[];
}

export interface LibraryPlace {
  source: string;
  fen: string;
  played: string | null;
}

export interface Neighbour extends LibraryPlace {
  score: number;
  shared: { text: string; share: number; here: string[]; there: string[] }[];
}

export interface Statistics {
  games: number;
  won: number;
  drawn: number;
  lost: number;
  score: [number, number, number] | null;
}

export interface SimilarAnswer {
  neighbours: Neighbour[];
  statistics: Statistics;
  plans: ({ piece: string; to: string } & Statistics)[];
}

export interface PatternGames {
  statistics: Statistics;
  examples: LibraryPlace[];
}

export interface RunSummary {
  id: string;
  plan: string;
  started: string;
  games: number;
  planned: number;
  patterns: number;
  state: 'running' | 'stopped' | 'finished';
}

export interface Sample {
  game: number;
  captured_mean: number | null;
  score: { games: number; share: { estimate: number; low: number; high: number } } | null;
  graph_patterns: number;
  material_patterns: number;
  move_patterns: number;
  td_error_mean: number | null;
}

export interface RunSamples {
  label: string;
  self_play: boolean;
  games: number;
  window: number;
  samples: Sample[];
}

export interface JournalEntry {
  game: number;
  opponent: string;
  colour: string;
  result: string;
  ending: string;
  plies: number;
  created: number;
  forgotten: number;
}

export interface NewestPatterns {
  games: number;
  patterns: PatternCard[];
}

export interface WeightHistory {
  run: string | null;
  checkpoints: number;
  points: { game: number; weight: number; uses: number }[];
}

export interface TrainingSession {
  plan: string;
  run: string;
  outcome: string | null;
  has_failed: boolean;
}

export interface TrainingStatus {
  plans: { name: string; games: number; runs: number }[];
  active: TrainingSession | null;
  last: TrainingSession | null;
}

export interface About {
  version: string;
  memory: string;
  contents: { games: number; graph_patterns: number; material_patterns: number; move_patterns: number };
  library: { games: number; positions: number } | null;
  operators: string[];
}

export interface Advice {
  table: string;
  rule: string;
  sentence: string;
  uci: string;
  san: string;
  fen: string;
  ending: string | null;
  line: string[];
}

export interface OpponentSummary {
  number: number;
  player: string;
  games: number;
}

export interface Results {
  won: number;
  drawn: number;
  lost: number;
  score: { estimate: number; low: number; high: number } | null;
}

export interface WeakLine {
  san: string[];
  uci: string[];
  results: Results;
  is_below_usual: boolean;
}

export interface ChunkRow {
  placement: string[];
  results: Results;
  with_white: number;
  move_numbers: [number, number];
}

export interface OpponentSheet {
  report: {
    dates: [string, string];
    results: { title: string; results: Results }[];
    lengths: { title: string; results: Results }[];
    studied: number;
    castled: [number, number];
    castling_move: number | null;
    chunks: ChunkRow[];
    structures: ChunkRow[];
    weak_chunks: ChunkRow[];
    losses: { number: number; title: string; colour: string; moves: number; opening: string }[];
  };
  style: string;
  stands_out: string[];
  mistakes: { sentence: string; examples: { game: number; ply: number; title: string; line: string }[] }[];
  weak_with_white: WeakLine[];
  weak_with_black: WeakLine[];
}

export interface Preparation {
  fen: string;
  is_opponent_to_move: boolean;
  games: number;
  results: Results;
  moves: { san: string; uci: string; games: number; results: Results }[];
  candidates: { san: string; uci: string; expected: number; familiarity: number; results: Results }[];
  examples: { game: number; title: string }[];
}

export interface Prediction {
  no_prediction: string | null;
  predictions: { san: string; probability: number; reasons: { text: string; log_odds: number }[]; games: string[] }[];
}

let carry: Transport;

/** Lets requests go this way. */
export function connect(transport: Transport): void {
  carry = transport;
}

const get = async <T>(path: string, signal?: AbortSignal): Promise<T> => JSON.parse(await carry(path, undefined, signal)) as T;

const post = async <T>(path: string, body: object, signal?: AbortSignal): Promise<T> =>
  JSON.parse(await carry(path, JSON.stringify(body), signal)) as T;

const id = encodeURIComponent;
let known: Promise<About> | undefined;

export const api = {
  about: (): Promise<About> => (known ??= get<About>('about')),
  move: (body: { fen?: string; moves: string[]; noise: number; seed: number }, signal?: AbortSignal) =>
    post<MoveAnswer>('move', body, signal),
  why: (body: { fen?: string; moves: string[]; chosen: string; other?: string }) => post<WhyAnswer>('why', body),
  explain: (fen: string, signal?: AbortSignal) => post<Explained>('explain', { fen }, signal),
  game: (pgn: string, number: number) => post<GameAnswer>('game', { pgn, number }),
  games: (pgn: string) => post<GameList>('games', { pgn }),
  annotate: (pgn: string, number: number) => post<AnnotatedGame>('annotate', { pgn, number }),
  annotatedPage: (pgn: string, number: number) => carry('annotate/page', JSON.stringify({ pgn, number })),
  patterns: (query: URLSearchParams, signal?: AbortSignal) =>
    get<{ total: number; patterns: PatternCard[] }>(`patterns?${query}`, signal),
  pattern: (name: string) => get<PatternAnswer>(`patterns/${id(name)}`),
  patternGames: (name: string) => get<PatternGames>(`patterns/${id(name)}/games`),
  patternWeights: (name: string) => get<WeightHistory>(`patterns/${id(name)}/weights`),
  similar: (body: { fen: string; kind: string; where: string; top: number }) => post<SimilarAnswer>('similar', body),
  advise: (body: { fen: string; moves: string[] }) => post<Advice>('advise', body),
  opponents: () => get<OpponentSummary[]>('opponents'),
  opponent: (number: number) => get<OpponentSheet>(`opponents/${number}`),
  opponentGame: (number: number, game: number) => get<{ pgn: string }>(`opponents/${number}/games/${game}`),
  prepare: (number: number, body: { moves: string[]; side: string }, signal: AbortSignal) =>
    post<Preparation>(`opponents/${number}/position`, body, signal),
  predict: (body: { opponent: number; moves: string[]; top: number }, signal: AbortSignal) => post<Prediction>('predict', body, signal),
  runs: () => get<RunSummary[]>('runs'),
  curve: (run: string) => get<RunSamples>(`runs/${id(run)}/curve`),
  runGame: (run: string, game: number) => get<{ pgn: string }>(`runs/${id(run)}/games/${game}`),
  newestPatterns: (run: string) => get<NewestPatterns>(`runs/${id(run)}/patterns`),
  training: () => get<TrainingStatus>('training'),
  startTraining: (body: { plan: string; games?: number; seed?: number }) => post<TrainingSession>('training/start', body),
  stopTraining: () => post<TrainingSession>('training/stop', {}),
  live: (run: string, after: number) => new EventSource(`/api/v1/runs/${id(run)}/live?after=${after}`),
};
