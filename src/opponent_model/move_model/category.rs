//! What a group of features is about: predictions are explained by category.

use super::feature::FeatureGroup;

/// A category of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeatureCategory {
    /// Which piece goes where, when.
    Movement,
    /// Captures and exchanges.
    Captures,
    /// What the move protects or leaves hanging.
    Safety,
    /// What the move attacks.
    Threats,
    /// Mobility and good squares.
    Activity,
    /// Pawn structure.
    Pawns,
    /// The moves just played.
    RecentMoves,
    /// The player's prior games.
    PlayerGames,
    /// Other players' prior games.
    OtherGames,
    /// The player's chunks.
    Chunks,
    /// What the built-in memory thinks of the move.
    Memory,
    /// What an engine thinks of the move.
    Engine,
}

impl FeatureGroup {
    /// The category of the group.
    #[must_use]
    pub fn category(self) -> FeatureCategory {
        use FeatureCategory as Category;
        use FeatureGroup as Group;
        match self {
            Group::Piece
            | Group::PieceTo
            | Group::PieceFrom
            | Group::PieceFromTo
            | Group::OpeningPlan
            | Group::Castling
            | Group::Promotion
            | Group::Development
            | Group::MoveAgain
            | Group::GiveUpCastling => Category::Movement,
            Group::Capture
            | Group::CaptureGain
            | Group::Recapture
            | Group::RecaptureBy
            | Group::CaptureOfMoved
            | Group::Trade => Category::Captures,
            Group::DestinationControl
            | Group::DestinationLoss
            | Group::OriginControl
            | Group::EscapeFromCapture
            | Group::EscapeFromLesserPiece
            | Group::MaxLoss
            | Group::MaxLossChange
            | Group::MaxLossPawns
            | Group::NewDefence
            | Group::OwnKingZone
            | Group::Evasion => Category::Safety,
            Group::Check
            | Group::Mate
            | Group::MaxThreat
            | Group::MaxThreatChange
            | Group::NewAttack
            | Group::Fork
            | Group::PawnAttack
            | Group::KingZone
            | Group::KingZoneChange => Category::Threats,
            Group::Mobility
            | Group::KingDistance
            | Group::Centre
            | Group::OpenFile
            | Group::RookPost
            | Group::Outpost
            | Group::BlocksCentre
            | Group::Blockade => Category::Activity,
            Group::PassedPawn | Group::PawnKind | Group::PawnShield => Category::Pawns,
            Group::SamePiece
            | Group::MoveBack
            | Group::EarlierPiece
            | Group::DistanceToLastMove
            | Group::AttackedPieceMoves
            | Group::ToVacatedSquare
            | Group::Repetition => Category::RecentMoves,
            Group::PlayerBook
            | Group::PlayerBookOther
            | Group::PlayerBookShare
            | Group::PlayerSimilar
            | Group::PlayerSimilarBest => Category::PlayerGames,
            Group::GeneralBook
            | Group::GeneralBookOther
            | Group::GeneralBookShare
            | Group::GeneralSimilar
            | Group::GeneralSimilarBest => Category::OtherGames,
            Group::ChunkCompleted | Group::ChunkBroken => Category::Chunks,
            Group::MemoryRank
            | Group::MemoryLoss
            | Group::MemoryLossNumber
            | Group::MemoryLogOdds => Category::Memory,
            Group::EngineRank
            | Group::EngineLoss
            | Group::EngineLossNumber
            | Group::EngineLogOdds => Category::Engine,
        }
    }
}
