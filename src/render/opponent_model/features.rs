use shakmaty::Color;

use crate::opponent_model::move_model::category::FeatureCategory;
use crate::opponent_model::move_model::feature::{FeatureGroup as Group, FeatureId};

const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const PHASES: [&str; 3] = ["in the opening", "in the middlegame", "in the endgame"];

/// The name of a category of features.
#[must_use]
pub fn category_name(category: FeatureCategory) -> &'static str {
    match category {
        FeatureCategory::Movement => "piece placement",
        FeatureCategory::Captures => "captures",
        FeatureCategory::Safety => "safety",
        FeatureCategory::Threats => "threats",
        FeatureCategory::Activity => "activity",
        FeatureCategory::Pawns => "pawn structure",
        FeatureCategory::RecentMoves => "recent moves",
        FeatureCategory::PlayerGames => "the player's games",
        FeatureCategory::OtherGames => "others' games",
        FeatureCategory::Chunks => "chunks",
        FeatureCategory::Memory => "how good it looks",
        FeatureCategory::Engine => "the engine's opinion",
    }
}

/// What a feature says about a move of `color`.
///
/// # Example
///
/// ```
/// use morph::opponent_model::move_model::feature::{FeatureGroup, FeatureId};
/// use morph::render::opponent_model::feature_text;
/// use shakmaty::Color::{Black, White};
/// assert_eq!(feature_text(FeatureId::new(FeatureGroup::Mate, 0), White), "checkmate");
/// let knight_to_f3 = FeatureId::new(FeatureGroup::PieceTo, 64 + 21);
/// assert_eq!(feature_text(knight_to_f3, White), "knight to f3 in the opening");
/// assert_eq!(feature_text(knight_to_f3, Black), "knight to f6 in the opening");
/// ```
#[must_use]
pub fn feature_text(feature: FeatureId, color: Color) -> String {
    let square = |index| real_square(index, color);
    let (group, i) = feature.parts();
    let fixed = match group {
        Group::CaptureGain => "gain of the exchange",
        Group::Recapture => pick(&["recaptures", "recaptures at a loss"], i),
        Group::Mate => "checkmate",
        Group::Castling => pick(&["castles queenside", "castles kingside"], i / 3),
        Group::MaxLoss => pick(
            &[
                "leaves nothing hanging",
                "leaves a pawn hanging",
                "leaves two or three pawns' worth hanging",
                "leaves four or five pawns' worth hanging",
                "leaves more than a rook hanging",
            ],
            i,
        ),
        Group::MaxLossPawns => "material left hanging",
        Group::MaxLossChange => pick(
            &[
                "saves three or more pawns' worth",
                "saves up to two pawns' worth",
                "leaves nothing more hanging than before",
                "leaves up to two pawns' worth more hanging",
                "leaves three or more pawns' worth more hanging",
            ],
            i,
        ),
        Group::MaxThreat => pick(
            &[
                "threatens nothing",
                "threatens a pawn",
                "threatens two or three pawns' worth",
                "threatens four or five pawns' worth",
                "threatens more than a rook",
            ],
            i,
        ),
        Group::MaxThreatChange => pick(
            &[
                "gives up a large threat",
                "gives up a threat",
                "keeps its threats",
                "makes a threat",
                "makes a large threat",
            ],
            i,
        ),
        Group::PawnShield => "moves a pawn in front of its own castled king",
        Group::RookPost => pick(
            &["rook to the seventh rank", "connects the rooks", "rook to a passed pawn's file"],
            i,
        ),
        Group::Outpost => pick(&["knight to an outpost", "bishop to an outpost"], i),
        Group::GiveUpCastling => "gives up castling",
        Group::ToVacatedSquare => "to the square the opponent just vacated",
        Group::Evasion => {
            pick(&["king leaves check", "captures the checking piece", "blocks the check"], i)
        }
        Group::Repetition => "repeats the position",
        Group::PlayerBook => "has been played in this position",
        Group::PlayerBookOther => "has not been played in this position, other moves have",
        Group::PlayerBookShare => "share of the moves in this position",
        Group::GeneralBook => "has been played by others in this position",
        Group::GeneralBookOther => "has not been played by others in this position",
        Group::GeneralBookShare => "share of others' moves in this position",
        Group::PlayerSimilar | Group::PlayerSimilarBest => {
            "share of the moves in similar positions"
        }
        Group::GeneralSimilar | Group::GeneralSimilarBest => {
            "share of others' moves in similar positions"
        }
        Group::ChunkCompleted => "completes a chunk",
        Group::ChunkBroken => "breaks up a chunk",
        Group::MemoryRank => pick(
            &[
                "looks best",
                "looks second best",
                "looks third best",
                "three moves look better",
                "four or five moves look better",
                "six to nine moves look better",
                "ten to fifteen moves look better",
                "more than fifteen moves look better",
            ],
            i,
        ),
        Group::MemoryLoss => pick(
            &[
                "looks as good as the best move",
                "looks nearly as good as the best move",
                "looks a little worse than the best move",
                "looks worse than the best move",
                "looks clearly worse than the best move",
                "looks much worse than the best move",
                "looks like a mistake",
                "looks like a blunder",
            ],
            i,
        ),
        Group::MemoryLossNumber
        | Group::MemoryLogOdds
        | Group::EngineLossNumber
        | Group::EngineLogOdds => "its value beside the best move's",
        Group::EngineRank => pick(
            &[
                "the best move",
                "the second best move",
                "the third best move",
                "three moves are better",
                "four or five moves are better",
                "six to nine moves are better",
                "ten to fifteen moves are better",
                "more than fifteen moves are better",
            ],
            i,
        ),
        Group::EngineLoss => pick(
            &[
                "as good as the best move",
                "nearly as good as the best move",
                "a little worse than the best move",
                "worse than the best move",
                "clearly worse than the best move",
                "much worse than the best move",
                "a mistake",
                "a blunder",
            ],
            i,
        ),
        _ => "",
    };
    match group {
        Group::Piece => format!("{} move {}", role(i), phase(i / 6)),
        Group::PieceTo => format!("{} to {} {}", role(i / 64), square(i), phase(i / 384)),
        Group::PieceFrom => format!("{} leaves {} {}", role(i / 64), square(i), phase(i / 384)),
        Group::PieceFromTo => {
            format!("{} from {} to {}", role(i / 4096), square(i / 64), square(i))
        }
        Group::OpeningPlan => {
            let (number, side) = (i / 384 % 12 + 1, pick(&["White", "Black"], i / 4608));
            format!("{} to {} on move {number} with {side}", role(i / 64), square(i))
        }
        Group::Capture => {
            let result = pick(&["losing material", "an even exchange", "winning material"], i);
            format!("{} captures {}, {result}", role(i / 15), role(i / 3 % 5))
        }
        Group::RecaptureBy => format!("recaptures with the {}", role(i)),
        Group::CaptureOfMoved => format!("captures the {} that has just moved", role(i)),
        Group::Check => {
            let kinds = [
                "check",
                "check that loses material",
                "discovered check",
                "discovered check that loses material",
            ];
            format!("{} {}", pick(&kinds, i), phase(i / 4))
        }
        Group::Promotion => format!("promotes to a {}", role(i)),
        Group::DestinationControl => {
            format!("{} to a square with {}", role(i / 9), control_text(i))
        }
        Group::DestinationLoss => match i % 4 {
            0 => format!("{} is safe on its new square", role(i / 4)),
            _ => format!("{} can be captured on its new square", role(i / 4)),
        },
        Group::OriginControl => format!("{} leaves a square with {}", role(i / 9), control_text(i)),
        Group::EscapeFromCapture => format!("saves a hanging {}", role(i / 3)),
        Group::EscapeFromLesserPiece => {
            format!("{} escapes the attack of a less valuable piece", role(i))
        }
        Group::NewAttack => {
            let target = pick(&["a protected", "a hanging or checked"], i);
            format!("{} attacks {target} {}", role(i / 12), role(i / 2 % 6))
        }
        Group::Fork => format!("{} fork", role(i)),
        Group::NewDefence => format!("{} defends an attacked {}", role(i / 6), role(i)),
        Group::Mobility => {
            let changes = [
                "much less",
                "less",
                "slightly less",
                "the same",
                "slightly more",
                "more",
                "much more",
            ];
            format!("{} mobility: {}", role(i / 7), pick(&changes, i))
        }
        Group::KingZone => {
            format!("{} attacks {} squares around the enemy king", role(i / 5), i % 5)
        }
        Group::KingZoneChange => {
            format!("{} attacks {} squares around the enemy king", role(i / 5), change_text(i))
        }
        Group::OwnKingZone => {
            format!("{} defends {} squares around its own king", role(i / 5), change_text(i))
        }
        Group::KingDistance => {
            let changes = [
                "much farther from",
                "farther from",
                "as close as before to",
                "closer to",
                "much closer to",
            ];
            format!("{} {} the enemy king", role(i / 5), pick(&changes, i))
        }
        Group::Centre => format!("{} attacks {} centre squares", role(i / 5), change_text(i)),
        Group::PassedPawn => format!("passed pawn to rank {}", i + 1),
        Group::PawnAttack => format!("pawn attacks a {}", role(i / 2)),
        Group::PawnKind => {
            let kinds = [
                "pawn lever",
                "blocked pawn",
                "protected pawn",
                "isolated pawn",
                "doubled pawn",
                "pawn advances two squares",
            ];
            format!("{} {}", pick(&kinds, i), phase(i / 6))
        }
        Group::OpenFile => {
            let (piece, file) =
                (pick(&["rook", "queen"], i / 2), pick(&["an open", "a half-open"], i));
            format!("{piece} to {file} file")
        }
        Group::BlocksCentre => format!("{} in front of its own centre pawn", role(i)),
        Group::Blockade => format!("{} blockades a passed pawn", role(i)),
        Group::Development => format!("develops a {}", role(i / 4)),
        Group::MoveAgain => format!("moves a developed {} again", role(i / 4)),
        Group::SamePiece => format!("same {} as in the last move", role(i)),
        Group::MoveBack => format!("{} moves back", role(i)),
        Group::EarlierPiece => format!("same {} as in the move before last", role(i)),
        Group::DistanceToLastMove => format!("{} squares from the opponent's last move", i % 8),
        Group::AttackedPieceMoves => {
            format!("{} attacked by the {} that has just moved", role(i / 6), role(i))
        }
        Group::Trade => {
            let when = pick(&["ahead", "level", "behind"], i);
            format!("trades a {} when {when} in material", role(i / 3))
        }
        _ => fixed.to_owned(),
    }
}

fn role(index: u32) -> &'static str {
    ROLES[index as usize % 6]
}

fn phase(index: u32) -> &'static str {
    PHASES[index as usize % 3]
}

/// A square of the board; features count it from the side to move.
fn real_square(index: u32, color: Color) -> String {
    let index = index & 63;
    let index = color.fold_wb(index, index ^ 56);
    format!("{}{}", char::from(b'a' + (index & 7) as u8), (index >> 3) + 1)
}

fn pick(texts: &[&'static str], index: u32) -> &'static str {
    texts[index as usize % texts.len()]
}

fn control_text(index: u32) -> String {
    let count = |n: u32, one: &str, many: &str| match n % 3 {
        0 => format!("no {many}"),
        1 => format!("one {one}"),
        _ => format!("several {many}"),
    };
    format!(
        "{} and {}",
        count(index / 3, "defender", "defenders"),
        count(index, "attacker", "attackers")
    )
}

fn change_text(index: u32) -> &'static str {
    pick(&["far fewer", "fewer", "as many", "more", "many more"], index)
}
