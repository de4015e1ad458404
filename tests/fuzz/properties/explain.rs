use std::cell::RefCell;

use morph::explanation::explained::Explanation;
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::Fact;
use morph::explanation::facts::features::mirrored;
use morph::explanation::learned::MemoryExplainer;
use morph::memory::Memory;
use morph::render::explanation::{Article, coach, details, write_page};
use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Rank, Role,
    Setup, Square, fen::Fen,
};

use super::learned::learn;

struct Explainers {
    explainer: Explainer,
    learned: MemoryExplainer,
}

thread_local! {
    static EXPLAINERS: RefCell<Explainers> = RefCell::new(Explainers {
        explainer: Explainer::load_shipped().unwrap(),
        learned: MemoryExplainer::from_memory(learn(Memory::default(), 6, 24)),
    });
}

/// A position: the bytes are FEN, read leniently.
pub fn explain(bytes: &[u8]) {
    let Some(position) = lenient(bytes) else { return };
    EXPLAINERS.with_borrow_mut(|Explainers { explainer, learned }| {
        let fen = Fen::from_position(&position, EnPassantMode::Legal);
        let settings = Settings { reasons: 20, ..Settings::QUICK };
        let Ok(one) = explainer.explain(&position, settings, Some(learned)) else {
            return assert!(position.is_game_over(), "{fen}");
        };
        check_explanation(&one, settings.reasons);
        // It costs as much as everything else.
        if bytes.len().is_multiple_of(4) {
            let two = explainer.explain(&position, settings, Some(learned)).unwrap();
            assert_eq!(
                details(&one),
                details(&two),
                "{fen}: the same position has one explanation"
            );
        }
        let turned = mirrored(&position);
        assert_eq!(
            facts(explainer, &one.facts, false),
            facts(explainer, &explainer.facts(&turned), true),
            "{fen}: the mirrored position has the mirrored facts"
        );
        let text = coach(&one, None).to_string();
        let mut page = Vec::new();
        write_page(&mut page, &[Article::Explained(Box::new(one), text)]).unwrap();
        assert!(page.len() < 1 << 20);
    });
}

fn check_explanation(explanation: &Explanation, reasons: usize) {
    let fen = &explanation.fen;
    assert!(explanation.reasons.len() <= reasons, "{fen}");
    assert!(explanation.value().is_finite() && explanation.total().is_finite(), "{fen}");
    for fact in &explanation.facts {
        assert!(fact.value.is_finite() && (0.0..=1.0).contains(&fact.relevance), "{fen}: {fact:?}");
    }
    for reason in &explanation.reasons {
        let said = [&reason.fact, &reason.belief, &reason.purpose].map(|said| said.to_string());
        assert!(said.iter().all(|said| !said.contains(['{', '}'])), "{fen}: {said:?}");
    }
    let text = coach(explanation, None).to_string() + &details(explanation);
    assert!(!text.is_empty() && text.len() < 1 << 16, "{fen}: {} bytes", text.len());
}

/// Facts as both sides of a mirror see them: leaf, whether it is the owner's, squares, value in thousandths.
fn facts(
    explainer: &Explainer,
    facts: &[Fact],
    turn: bool,
) -> Vec<(String, bool, Vec<Square>, i64)> {
    let seen = |fact: &Fact| {
        let leaf = explainer.tree.leaf(fact.leaf);
        let id = if turn { &leaf.mirrored } else { &leaf.id };
        let squares = fact.squares().iter();
        let squares = squares.map(|s| if turn { s.flip_vertical() } else { *s }).collect();
        let value = (if turn { -fact.value } else { fact.value } * 1000.0).round() as i64;
        (id.clone(), fact.owner.is_white() != turn, squares, value)
    };
    let mut facts: Vec<_> = facts.iter().map(seen).collect();
    facts.sort();
    facts
}

/// The position that a text means if it is meant to be FEN: pieces that do not fit are left out, missing kings put in, rights
/// that cannot be are dropped. Bytes that mean nothing stand for pieces, so that most inputs are positions.
#[allow(clippy::result_large_err)] // shakmaty returns the position that it refuses
fn lenient(bytes: &[u8]) -> Option<Chess> {
    let mut fields = bytes.splitn(3, |byte| *byte == b' ');
    let mut board = board(fields.next()?);
    for color in Color::ALL {
        if board.king_of(color).is_none() {
            let free = Square::ALL.into_iter().find(|square| board.piece_at(*square).is_none())?;
            board.set_piece_at(free, Piece { color, role: Role::King });
        }
    }
    let turn = if fields.next() == Some(b"b") { Color::Black } else { Color::White };
    let rest = fields.next().unwrap_or_default();
    let rooks = [(b'K', Square::H1), (b'Q', Square::A1), (b'k', Square::H8), (b'q', Square::A8)];
    let setup = Setup {
        board,
        turn,
        castling_rights: rooks
            .iter()
            .filter(|(right, _)| rest.contains(right))
            .map(|r| r.1)
            .collect(),
        ep_square: rest.windows(2).find_map(|word| Square::from_ascii(word).ok()),
        ..Setup::empty()
    };
    let position = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(|error| error.ignore_invalid_castling_rights())
        .or_else(|error| error.ignore_invalid_ep_square());
    position.ok()
}

fn board(bytes: &[u8]) -> Board {
    let mut board = Board::empty();
    let (mut file, mut rank) = (0_u32, 7_u32);
    for byte in bytes {
        match byte {
            b'/' => {
                file = 0;
                rank = rank.saturating_sub(1);
                continue;
            }
            b'1'..=b'8' => file += u32::from(byte - b'0'),
            _ => {
                let all = b"PNBRQKpnbrqk";
                let letter = if all.contains(byte) { *byte } else { all[usize::from(*byte) % 12] };
                let piece = Piece::from_char(char::from(letter)).unwrap_or(Color::White.pawn());
                let square = Square::try_from(8 * rank + file.min(7)).unwrap_or(Square::A1);
                let is_second_king =
                    piece.role == Role::King && board.king_of(piece.color).is_some();
                let is_lost_pawn =
                    piece.role == Role::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth);
                if !is_second_king && !is_lost_pawn {
                    board.set_piece_at(square, piece);
                }
                file += 1;
            }
        }
    }
    board
}
