//! Features in words.

use shakmaty::Color;

use super::layout::{Family, FeatureId};

const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const PHASES: [&str; 3] = ["in the opening", "in the middle game", "in the endgame"];

/// What a family of features is about, in one word for all that belong together.
#[must_use]
pub fn concept(family: Family) -> &'static str {
    match family {
        Family::Piece
        | Family::PieceTo
        | Family::PieceFrom
        | Family::PieceFromTo
        | Family::Plan
        | Family::Castling
        | Family::Promotion
        | Family::Develop
        | Family::MoveAgain
        | Family::GiveUpCastling => "habit",
        Family::Capture
        | Family::CaptureGain
        | Family::Recapture
        | Family::RecaptureBy
        | Family::CaptureOfMoved
        | Family::Trade => "exchange",
        Family::Landing
        | Family::LandingLoss
        | Family::Leaving
        | Family::Escape
        | Family::EscapeFromLesser
        | Family::Exposed
        | Family::ExposedChange
        | Family::ExposedPawns
        | Family::Guard
        | Family::OwnKingZone
        | Family::Evasion => "safety",
        Family::Check
        | Family::Mate
        | Family::Threat
        | Family::ThreatChange
        | Family::Assault
        | Family::Fork
        | Family::PawnAttack
        | Family::KingZone
        | Family::KingZoneChange => "threat",
        Family::Mobility
        | Family::Approach
        | Family::Centre
        | Family::OpenFile
        | Family::RookPost
        | Family::Outpost
        | Family::BlocksCentre
        | Family::Blockade => "activity",
        Family::PassedPawn | Family::PawnKind | Family::Shield => "pawns",
        Family::SamePiece
        | Family::Undo
        | Family::EarlierPiece
        | Family::Near
        | Family::Answer
        | Family::Vacated
        | Family::Repeat => "last moves",
        Family::BookOwn
        | Family::BookOwnOther
        | Family::BookOwnShare
        | Family::SimilarOwn
        | Family::SimilarOwnBest => "his games",
        Family::BookGeneral
        | Family::BookGeneralOther
        | Family::BookGeneralShare
        | Family::SimilarGeneral
        | Family::SimilarGeneralBest => "others' games",
        Family::ChunkBuilt | Family::ChunkLeft => "chunks",
    }
}

fn role(index: u32) -> &'static str {
    ROLES[index as usize % 6]
}

fn phase(index: u32) -> &'static str {
    PHASES[index as usize % 3]
}

/// A square of the real board; features count it from the mover's side.
fn real_square(index: u32, colour: Color) -> String {
    let index = index & 63;
    let index = colour.fold_wb(index, index ^ 56);
    format!("{}{}", char::from(b'a' + (index & 7) as u8), (index >> 3) + 1)
}

fn pick(words: &[&'static str], index: u32) -> &'static str {
    words[index as usize % words.len()]
}

/// What a feature of a move of `colour` says.
///
/// # Example
///
/// ```
/// use morph::opponent_model::ranker::layout::{Family, FeatureId};
/// use morph::opponent_model::ranker::phrase::phrase;
/// use shakmaty::Color::{Black, White};
/// assert_eq!(phrase(FeatureId::new(Family::Mate, 0), White), "gives checkmate");
/// let knight_out = FeatureId::new(Family::PieceTo, 64 + 21);
/// assert_eq!(phrase(knight_out, White), "knight to f3 in the opening");
/// assert_eq!(phrase(knight_out, Black), "knight to f6 in the opening");
/// ```
#[must_use]
pub fn phrase(feature: FeatureId, colour: Color) -> String {
    let square = |index| real_square(index, colour);
    let (family, i) = feature.parts();
    match family {
        Family::Piece => format!("moves a {} {}", role(i), phase(i / 6)),
        Family::PieceTo => {
            format!("{} to {} {}", role(i / 64), square(i), phase(i / 384))
        }
        Family::PieceFrom => {
            format!("{} leaves {} {}", role(i / 64), square(i), phase(i / 384))
        }
        Family::PieceFromTo => {
            format!("{} from {} to {}", role(i / 4096), square(i / 64), square(i))
        }
        Family::Plan => {
            let (turn, side) = (i / 384 % 12 + 1, pick(&["White", "Black"], i / 4608));
            format!("{} to {} at turn {turn} with {side}", role(i / 64), square(i))
        }
        Family::Capture => {
            let worth = pick(&["at a loss", "evenly", "with a gain"], i);
            format!("{} takes {} {worth}", role(i / 15), role(i / 3 % 5))
        }
        Family::CaptureGain => "gain of the exchange".to_owned(),
        Family::Recapture => pick(&["recaptures", "recaptures at a loss"], i).to_owned(),
        Family::RecaptureBy => format!("recaptures with the {}", role(i)),
        Family::CaptureOfMoved => format!("takes the {} that has just moved", role(i)),
        Family::Check => {
            let kind =
                ["sound check", "unsound check", "discovered check", "unsound discovered check"];
            format!("{} {}", pick(&kind, i), phase(i / 4))
        }
        Family::Mate => "gives checkmate".to_owned(),
        Family::Castling => {
            let wing = pick(&["queen's side", "king's side"], i / 3);
            format!("castles on the {wing}")
        }
        Family::Promotion => format!("promotes to a {}", role(i)),
        Family::Landing => {
            format!("{} to a square with {}", role(i / 9), contact(i))
        }
        Family::LandingLoss => match i % 4 {
            0 => format!("{} is safe where it goes", role(i / 4)),
            _ => format!("{} is lost where it goes", role(i / 4)),
        },
        Family::Leaving => format!("{} leaves a square with {}", role(i / 9), contact(i)),
        Family::Escape => format!("saves a {}", role(i / 3)),
        Family::EscapeFromLesser => format!("{} leaves the attack of a lesser piece", role(i)),
        Family::Exposed | Family::ExposedPawns => pick(
            &["nothing hangs", "a pawn hangs", "a piece hangs", "a rook hangs", "much hangs"],
            i,
        )
        .to_owned(),
        Family::ExposedChange => pick(
            &[
                "saves much",
                "saves something",
                "exposes nothing new",
                "exposes something",
                "exposes much",
            ],
            i,
        )
        .to_owned(),
        Family::Threat => {
            let what = ["nothing", "a pawn", "a piece", "a rook", "much"];
            format!("threatens {}", pick(&what, i))
        }
        Family::ThreatChange => pick(
            &[
                "drops threats",
                "drops a threat",
                "keeps its threats",
                "a new threat",
                "a great threat",
            ],
            i,
        )
        .to_owned(),
        Family::Assault => {
            let how = pick(&["attacks a protected", "attacks a loose or greater"], i);
            format!("{} {how} {}", role(i / 12), role(i / 2 % 6))
        }
        Family::Fork => format!("{} fork", role(i)),
        Family::Guard => format!("{} defends an attacked {}", role(i / 6), role(i)),
        Family::Mobility => {
            let change = [
                "far less",
                "less",
                "a little less",
                "the same",
                "a little more",
                "more",
                "far more",
            ];
            format!("{} mobility: {}", role(i / 7), pick(&change, i))
        }
        Family::KingZone => format!("{} attacks {} squares by the king", role(i / 5), i % 5),
        Family::KingZoneChange => {
            format!("{} attacks {} squares by the king", role(i / 5), change(i))
        }
        Family::OwnKingZone => {
            format!("{} guards {} squares by its own king", role(i / 5), change(i))
        }
        Family::Approach => {
            let how = pick(
                &[
                    "far away from",
                    "away from",
                    "keeps its distance to",
                    "closer to",
                    "much closer to",
                ],
                i,
            );
            format!("{} {how} the enemy king", role(i / 5))
        }
        Family::Centre => format!("{} attacks {} centre squares", role(i / 5), change(i)),
        Family::PassedPawn => format!("passed pawn to rank {}", i + 1),
        Family::PawnAttack => format!("pawn attacks a {}", role(i / 2)),
        Family::PawnKind => {
            let kinds = [
                "pawn lever",
                "pawn blocks a pawn",
                "protected pawn",
                "isolated pawn",
                "doubled pawn",
                "pawn two steps",
            ];
            format!("{} {}", pick(&kinds, i), phase(i / 6))
        }
        Family::Shield => "pawn before the own castled king".to_owned(),
        Family::OpenFile => {
            let (what, file) = (pick(&["rook", "queen"], i / 2), pick(&["open", "half-open"], i));
            format!("{what} to an {file} file")
        }
        Family::RookPost => {
            pick(&["rook to the seventh rank", "connects rooks", "rook on a passed pawn's file"], i)
                .to_owned()
        }
        Family::Outpost => format!("outpost for a {}", pick(&["knight", "bishop"], i)),
        Family::BlocksCentre => format!("{} before the own centre pawn", role(i)),
        Family::Blockade => format!("{} blocks a passed pawn", role(i)),
        Family::Develop => format!("develops a {}", role(i / 4)),
        Family::MoveAgain => format!("moves a developed {} again", role(i / 4)),
        Family::GiveUpCastling => "gives up castling".to_owned(),
        Family::SamePiece => format!("same {} as the last time", role(i)),
        Family::Undo => format!("{} goes back", role(i)),
        Family::EarlierPiece => format!("{} of the move before last", role(i)),
        Family::Near => format!("{} squares from the opponent's last move", i % 8),
        Family::Answer => format!("{} attacked by the {} that moved", role(i / 6), role(i)),
        Family::Vacated => "to the square just left".to_owned(),
        Family::Evasion => {
            pick(&["king leaves check", "captures the checker", "interposes"], i).to_owned()
        }
        Family::Trade => {
            let when = pick(&["ahead", "level", "behind"], i);
            format!("trades a {} when {when}", role(i / 3))
        }
        Family::Repeat => "repeats the position".to_owned(),
        Family::BookOwn => "he played it in this position".to_owned(),
        Family::BookOwnOther => "he played something else in this position".to_owned(),
        Family::BookOwnShare => "his choices in this position".to_owned(),
        Family::BookGeneral => "others played it in this position".to_owned(),
        Family::BookGeneralOther => "others played something else in this position".to_owned(),
        Family::BookGeneralShare => "others' choices in this position".to_owned(),
        Family::SimilarOwn | Family::SimilarOwnBest => "his moves in similar positions".to_owned(),
        Family::SimilarGeneral | Family::SimilarGeneralBest => {
            "others' moves in similar positions".to_owned()
        }
        Family::ChunkBuilt => "builds a chunk of his".to_owned(),
        Family::ChunkLeft => "dissolves a chunk of his".to_owned(),
    }
}

fn contact(index: u32) -> String {
    let count = |n: u32| pick(&["no", "one", "several"], n % 3);
    format!("{} defender, {} attacker", count(index / 3), count(index))
}

fn change(index: u32) -> &'static str {
    pick(&["far fewer", "fewer", "as many", "more", "many more"], index)
}
