//! A teacher's notes: does the explanation name what they name?

use std::path::Path;

use morph::arena::pgn::GameReader;
use morph::explanation::facts::Fact;
use morph::explanation::facts::bind::fact_phrase;
use rand::seq::IndexedRandom;
use shakmaty::{Chess, Position};

use super::table::Share;
use super::{Arguments, Teller};

/// What the notes name; the file says how to read it.
const LABELS: &str = include_str!("../../tests/explanation/data/teacher.tsv");

/// Random facts are drawn so many times for each note.
const DRAWS: usize = 100;

/// A note that gives a reason.
struct Note {
    position: Chess,
    /// Of these the explanation is to have one.
    words: Vec<&'static str>,
}

impl Note {
    fn is_met(&self, text: &str) -> bool {
        self.words.iter().any(|word| text.contains(word))
    }
}

fn read(file: &str) -> Vec<Note> {
    let games: Vec<_> = GameReader::open(Path::new(file)).unwrap().map(Result::unwrap).collect();
    let rows = LABELS.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let [game, ply, place, words] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let ply: usize = ply.parse().unwrap();
        let game = &games[game.parse::<usize>().unwrap() - 1];
        let mut position = game.start.position();
        let played = &game.plies[..ply - usize::from(place == "-")];
        played.iter().for_each(|ply| position.play_unchecked(ply.m));
        Note { position, words: words.split('|').collect() }
    })
    .collect()
}

pub fn measure(file: &str, arguments: &Arguments) {
    let mut teller = Teller::new(arguments);
    let mut rng = arguments.rng();
    let [mut first, mut reasons, mut whole] = [Share::default(); 3];
    let [mut one_random, mut random, mut draws] = [0; 3];
    for note in read(file) {
        let told = teller
            .explainer
            .explain(&note.position, teller.settings, Some(&mut teller.learned))
            .unwrap();
        let facts: Vec<String> = told.reasons.iter().map(|r| r.fact.to_string()).collect();
        first.count(facts.first().is_some_and(|fact| note.is_met(fact)));
        reasons.count(facts.iter().any(|fact| note.is_met(fact)));
        // The first line is the position.
        let text = teller.text(&note.position);
        whole.count(note.is_met(text.split_once('\n').unwrap().1));
        let all = teller.explainer.all_facts(&note.position);
        let named = |fact: &&Fact| {
            note.is_met(&fact_phrase(&teller.explainer.tree, fact, &note.position).to_string())
        };
        for _ in 0..DRAWS {
            let drawn: Vec<&Fact> = all.sample(&mut rng, facts.len()).collect();
            one_random += usize::from(drawn.first().is_some_and(named));
            random += usize::from(drawn.iter().any(named));
            draws += 1;
        }
    }
    println!("| notes of a teacher whose piece, square or plan is named | |\n|---|---|");
    let percent = |hits: usize| 100.0 * hits as f64 / draws as f64;
    whole.row("by the whole text");
    reasons.row("by its reasons");
    println!("| by as many random facts ({DRAWS} draws) | {:.0} % |", percent(random));
    first.row("by its first reason");
    println!("| by a random fact ({DRAWS} draws) | {:.0} % |", percent(one_random));
}
