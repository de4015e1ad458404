// Rules of chess for the page, by chessops.

import { Chess, normalizeMove } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { makeUci, parseUci } from 'chessops/util';
import type { Key } from 'chessground/types';

export { INITIAL_FEN, makeUci };
export type { Chess, Move };

/** The position of a FEN; undefined if it is none. */
export function position(fen: string): Chess | undefined {
  const setup = parseFen(fen.trim());
  return setup.isErr ? undefined : Chess.fromSetup(setup.value).unwrap((chess) => chess, () => undefined);
}

export const fenOf = (chess: Chess): string => makeFen(chess.toSetup());

/** A legal move by its name, `Nf3` or `g1f3`. */
export function legal(chess: Chess, text: string): Move | undefined {
  const uci = parseUci(text);
  const move = uci ? normalizeMove(chess, uci) : parseSan(chess, text);
  return move && chess.isLegal(move) ? move : undefined;
}

export const sanOf = (chess: Chess, move: Move): string => makeSan(chess, move);

/** The position after a move; undefined if it is not legal. */
export function after(chess: Chess, text: string): Chess | undefined {
  const move = legal(chess, text);
  if (!move) return undefined;
  const next = chess.clone();
  next.play(move);
  return next;
}

export const destinations = (chess: Chess): Map<Key, Key[]> => chessgroundDests(chess) as Map<Key, Key[]>;

/** All legal moves as SAN, by name. */
export function legalMoves(chess: Chess): string[] {
  const moves: string[] = [];
  for (const [from, tos] of chess.allDests()) {
    for (const to of tos) {
      const isPawn = chess.board.pawn.has(from);
      const promotes = isPawn && (to < 8 || to >= 56);
      const move = normalizeMove(chess, promotes ? { from, to, promotion: 'queen' } : { from, to });
      moves.push(makeSan(chess, move));
    }
  }
  return [...new Set(moves)].sort();
}

/** Whether a pawn arrives with this move. */
export function isPromotion(chess: Chess, from: Key, to: Key): boolean {
  const move = parseUci(`${from}${to}`);
  return !!move && 'from' in move && chess.board.pawn.has(move.from) && (to[1] === '8' || to[1] === '1');
}
