//! What a memory's patterns say of positions, as facts.

use std::sync::Arc;

use morph::chess::{Game, Start};
use morph::evaluation::{Counting, EvaluationSettings, Evaluator, RuleSettings, Selection};
use morph::explanation::compare::PatternDifference;
use morph::explanation::explainer::{Explainer, Settings};
use morph::explanation::facts::features::mirrored;
use morph::explanation::learned::{LearnedFact, MemoryExplainer};
use morph::explanation::plans::move_quality::{MAX_DOUBT, step};
use morph::explanation::reason::{Reason, Source};
use morph::memory::Memory;
use morph::player::{Exploration, PatternPlayer};
use morph::render::explanation::choice_in_full;
use shakmaty::{Chess, Move, Position, Square, uci::UciMove};

use crate::{position, random_positions};

fn shipped() -> MemoryExplainer {
    let rule = RuleSettings::LogOddsSum;
    let settings = EvaluationSettings { rule, counting: Counting::Each, patterns: Selection::All };
    MemoryExplainer::new(Memory::load_shipped().unwrap(), settings)
}

#[test]
fn facts_are_few_weighty_and_the_same_for_both_colours() {
    let mut learned = shipped();
    let told = |fact: &LearnedFact, turn: bool| {
        let reason = &fact.reason;
        let turned = |s: &Square| if turn { s.flip_vertical() } else { *s };
        let nm = if turn { -reason.value } else { reason.value };
        (reason.leaf.clone(), reason.squares.iter().map(turned).collect::<Vec<_>>(), nm)
    };
    let mut count = 0;
    for position in random_positions(200) {
        let facts = learned.facts(&position);
        assert!(facts.len() <= 3);
        assert!(facts.iter().all(|fact| fact.reason.value.abs() >= 0.5));
        assert!(facts.is_sorted_by(|a, b| a.reason.value.abs() >= b.reason.value.abs()));
        let mirror = learned.facts(&mirrored(&position));
        assert_eq!(
            facts.iter().map(|fact| told(fact, false)).collect::<Vec<_>>(),
            mirror.iter().map(|fact| told(fact, true)).collect::<Vec<_>>(),
            "{position:?}"
        );
        count += facts.len();
    }
    assert!(count > 20, "{count}");
}

#[test]
fn patterns_on_the_same_pieces_count_together() {
    let mut learned = shipped();
    // When the pawn advances, the bishop gives check.
    let fen = "r4rk1/4n1pp/1Rb1Pp2/p1p5/4P3/P1B5/BP3RPP/6K1 w - - 1 30";
    let facts = learned.facts(&position(fen));
    let check = facts.iter().find(|fact| fact.reason.squares.contains(&Square::A2)).unwrap();
    assert!(check.reason.squares.contains(&Square::G8), "{:?}", check.reason);
    assert!(check.reason.value > 0.0, "{:?}", check.reason);
    let Source::Learned(evidence) = &check.reason.source else { panic!("{:?}", check.reason) };
    assert!(evidence.others > 0, "{evidence:?}");
}

#[test]
fn a_learned_fact_about_a_capture_only_supports_one_of_the_tree() {
    let explainer = Explainer::load_shipped().unwrap();
    let mut learned = shipped();
    let pieces = ["pawn", "knight", "bishop", "rook", "queen"];
    let is_about_a_capture = |fact: &str| {
        let attacks =
            |side: &str, piece: &str| fact.contains(&format!(" attacks the {side} {piece}"));
        pieces.iter().any(|piece| attacks("white", piece) || attacks("black", piece))
    };
    let (mut own, mut seconding) = (0, 0);
    for position in random_positions(450) {
        let explained = explainer.explain(&position, Settings::QUICK, Some(&mut learned));
        let Ok(explanation) = explained else { continue };
        for reason in &explanation.reasons {
            if matches!(reason.source, Source::Learned(_)) {
                own += 1;
                assert!(
                    !is_about_a_capture(&reason.fact.to_string()),
                    "{}: {}",
                    explanation.fen,
                    reason.fact
                );
            }
            seconding += usize::from(reason.second_opinion.is_some());
        }
    }
    assert!(own > 4, "{own}");
    assert!(seconding > 10, "{seconding}");
}

#[test]
fn differences_for_one_move_count_against_the_other() {
    let mut learned = shipped();
    let (mut compared, mut replies) = (0, 0);
    for position in random_positions(40) {
        let moves = position.legal_moves();
        let [first, .., last] = moves.as_slice() else { continue };
        let game = Game::new(Start::Position(Box::new(position.clone())));
        let for_first = learned.compare_moves(&game, *first, Some(*last)).unwrap();
        let for_last = learned.compare_moves(&game, *last, Some(*first)).unwrap();
        let others = for_last.patterns.iter().map(|r| (&r.phrase, &r.reply, r.points < 0.0));
        let others: Vec<_> = others.collect();
        for reason in for_first.patterns.iter().filter(|reason| reason.points.abs() > 0.5) {
            let told = (&reason.phrase, &reason.reply, reason.points > 0.0);
            assert!(others.contains(&told), "{position:?}: {}", reason.phrase);
            compared += 1;
            replies += usize::from(reason.reply.is_some());
        }
        // Together they are what the values differ by.
        let total: f64 = for_first.patterns.iter().map(|reason| reason.part).sum();
        let (_, other) = for_first.other.as_ref().unwrap();
        let difference = for_first.expected.log_odds() - other.log_odds();
        if !for_first.patterns.is_empty() {
            assert!((total - difference).abs() < 1e-4, "{position:?}: {total} {difference}");
        }
    }
    assert!(compared > 200 && replies > 5, "{compared} {replies}");
}

fn legal(position: &Chess, uci: &str) -> Move {
    uci.parse::<UciMove>().unwrap().to_move(position).unwrap()
}

#[test]
fn a_repeated_position_counts_as_a_draw() {
    let mut learned = shipped();
    let start = position("4k3/8/8/8/8/8/3QP3/4K3 w - - 0 1");
    let mut game = Game::new(Start::Position(Box::new(start)));
    for uci in ["e1d1", "e8f8", "d1e1"] {
        game.play(legal(game.position(), uci)).unwrap();
    }
    let back = legal(game.position(), "f8e8");
    let on = legal(game.position(), "f8g8");
    let reasons = learned.compare_moves(&game, back, Some(on)).unwrap();
    let repeating: Vec<String> = reasons.repeating.iter().map(ToString::to_string).collect();
    assert_eq!((reasons.expected.get(), repeating), (0.5, vec!["Ke8".to_owned()]));
    assert!(reasons.patterns.is_empty());
    assert!(
        choice_in_full(&reasons).contains("Ke8 repeats a position"),
        "{}",
        choice_in_full(&reasons)
    );
    // As told of a move that does not repeat anything.
    let reasons = learned.compare_moves(&game, on, None).unwrap();
    assert_eq!(
        (reasons.other.as_ref().unwrap().0.to_string(), reasons.patterns.len()),
        ("Ke8".to_owned(), 0)
    );
}

#[test]
fn illegal_or_equal_moves_are_not_compared() {
    let mut learned = shipped();
    let game = Game::default();
    let [e4, d4] = ["e2e4", "d2d4"].map(|uci| legal(game.position(), uci));
    let black =
        legal(&position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), "e7e5");
    assert!(learned.compare_moves(&game, e4, Some(d4)).is_some());
    for (m, other) in [(e4, black), (black, e4), (e4, e4)] {
        assert!(learned.compare_moves(&game, m, Some(other)).is_none());
    }
}

#[test]
fn castling_moves_the_same_king_and_rook() {
    let mut learned = shipped();
    let position = position("r3k3/pp3ppp/8/8/8/8/PP3PPP/4K2R w K - 0 1");
    let game = Game::new(Start::Position(Box::new(position)));
    let castle = legal(game.position(), "e1g1");
    let reasons =
        learned.compare_moves(&game, castle, Some(legal(game.position(), "e1f1"))).unwrap();
    // A pattern of one piece is one difference, wherever the piece stands after either move.
    let squares = |phrase: &str| {
        let words = phrase.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| word.parse::<Square>().is_ok()).count()
    };
    let alone = |start: &str| {
        let phrases =
            reasons.patterns.iter().map(|reason: &PatternDifference| reason.phrase.to_string());
        phrases.filter(|phrase| phrase.starts_with(start) && squares(phrase) == 1).count()
    };
    assert_eq!((alone("White king on"), alone("White rook on")), (1, 1));
}

#[test]
fn a_plan_never_begins_with_a_move_the_memory_rejects() {
    let explainer = Explainer::load_shipped().unwrap();
    let mut learned = shipped();
    let memory = Arc::new(Memory::load_shipped().unwrap().snapshot());
    let evaluator = Evaluator::new(EvaluationSettings::default());
    let mut player = PatternPlayer::new(memory, evaluator, Exploration::NONE);
    // What the memory expects less after the first step of a plan than after the move it would play.
    let mut cost = |position: &Chess, reason: &Reason| {
        let (from, to) = reason.validation.as_ref()?.first_step()?;
        let m = step(position, from, to)?;
        let decision = player.decide(&Game::new(Start::Position(Box::new(position.clone()))))?;
        let value = decision.alternatives.iter().find(|a| a.m == m)?.value;
        Some(decision.best().value.get() - value.get())
    };
    let (mut kept, mut refused) = (0, 0);
    for position in random_positions(600) {
        let alone = explainer.explain(&position, Settings::QUICK, None);
        let advised = explainer.explain(&position, Settings::QUICK, Some(&mut learned));
        let (Ok(alone), Ok(advised)) = (alone, advised) else { continue };
        for cost in advised.reasons.iter().filter_map(|reason| cost(&position, reason)) {
            assert!(cost <= MAX_DOUBT, "{}: {cost}", advised.fen);
            kept += 1;
        }
        let costs = alone.reasons.iter().filter_map(|reason| cost(&position, reason));
        refused += costs.filter(|cost| *cost > MAX_DOUBT).count();
    }
    assert!(kept > 50 && refused > 2, "{kept} {refused}");
}
