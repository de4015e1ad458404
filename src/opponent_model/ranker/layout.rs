//! Where each family of features lies in the weight vector.

use serde::{Deserialize, Serialize};

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident: $size:expr,)*) => {
        /// A kind of feature; the index within it tells its variants apart.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Family {
            $($(#[$doc])* $name,)*
        }

        impl Family {
            /// All, in the order of the weight vector.
            pub const ALL: &[Family] = &[$(Family::$name,)*];
            const SIZES: &[u32] = &[$($size,)*];
        }
    };
}

/// Phases: opening, middle game, endgame.
pub(super) const PHASES: u32 = 3;
pub(super) const ROLES: u32 = 6;
pub(super) const SQUARES: u32 = 64;

families! {
    /// Which piece moves, by phase.
    Piece: PHASES * ROLES,
    /// Piece and target square, by phase.
    PieceTo: PHASES * ROLES * SQUARES,
    /// Piece and square it leaves, by phase.
    PieceFrom: PHASES * ROLES * SQUARES,
    /// Piece and both squares.
    PieceFromTo: ROLES * SQUARES * SQUARES,
    /// Colour, turn (to the twelfth), piece and target square.
    Plan: 2 * 12 * ROLES * SQUARES,
    /// Capturing piece, captured piece, and whether the exchange loses, is even, or wins.
    Capture: ROLES * 5 * 3,
    /// Gain of an exchange in pawns, by phase.
    CaptureGain: PHASES,
    /// A sound or unsound recapture, by phase.
    Recapture: PHASES * 2,
    /// The piece that recaptures.
    RecaptureBy: ROLES,
    /// Captures the piece that has just moved, without its having captured.
    CaptureOfMoved: ROLES,
    /// A check by phase: sound or not, by the moved piece or discovered.
    Check: PHASES * 4,
    /// Checkmate.
    Mate: 1,
    /// Castling: side, and early, usual or late.
    Castling: 2 * 3,
    /// What a pawn becomes.
    Promotion: ROLES,
    /// Piece, defenders and attackers of the target square (0, 1, more).
    Landing: ROLES * 9,
    /// Piece and how much is lost on the target square.
    LandingLoss: ROLES * 4,
    /// Piece, defenders and attackers of the square it leaves.
    Leaving: ROLES * 9,
    /// Piece and how much it would have lost had it stayed; it is safe where it goes.
    Escape: ROLES * 3,
    /// Piece that leaves the attack of a less valuable one.
    EscapeFromLesser: ROLES,
    /// The most the opponent can win elsewhere after the move, by phase.
    Exposed: PHASES * 5,
    /// How that has changed through the move.
    ExposedChange: 5,
    /// The same in pawns.
    ExposedPawns: 1,
    /// The most that is threatened to be won after the move, by phase.
    Threat: PHASES * 5,
    /// How that has changed through the move.
    ThreatChange: 5,
    /// The moved piece newly attacks a piece, soundly or not.
    Assault: ROLES * ROLES * 2,
    /// The moved piece attacks two or more pieces it could win.
    Fork: ROLES,
    /// The moved piece newly defends an attacked piece.
    Guard: ROLES * ROLES,
    /// Change of the moved piece's mobility, by piece.
    Mobility: ROLES * 7,
    /// Squares around the enemy king that the moved piece attacks.
    KingZone: ROLES * 5,
    /// How that has changed through the move.
    KingZoneChange: ROLES * 5,
    /// Change of the moved piece's attacks around its own king.
    OwnKingZone: ROLES * 5,
    /// Change of the distance to the enemy king, by phase.
    Approach: PHASES * ROLES * 5,
    /// Change of the moved piece's attacks on the four centre squares.
    Centre: ROLES * 5,
    /// A passed pawn goes to a rank.
    PassedPawn: 8,
    /// A pawn attacks a piece.
    PawnAttack: ROLES * 2,
    /// A pawn move: contact, ram, protected, isolated, doubled, two steps; by phase.
    PawnKind: PHASES * 6,
    /// A pawn before the own castled king moves, by distance on files, opened or pushed.
    Shield: 4,
    /// Rook or queen to an open or half-open file, by phase.
    OpenFile: PHASES * 4,
    /// Rook on the seventh, doubled rooks, rook behind a passed pawn.
    RookPost: 3,
    /// Knight or bishop protected by a pawn where no pawn can drive it away.
    Outpost: 2,
    /// A piece before its own unmoved centre pawn.
    BlocksCentre: ROLES,
    /// A piece stops an enemy passed pawn.
    Blockade: ROLES,
    /// First move of a piece, by turn.
    Develop: ROLES * 4,
    /// Moves a developed piece while minor pieces stand at home (1, 2, 3, 4).
    MoveAgain: ROLES * 4,
    /// Gives up castling with the king or a rook.
    GiveUpCastling: 2,
    /// The piece that moved last, by phase.
    SamePiece: PHASES * ROLES,
    /// Back to where it came from.
    Undo: ROLES,
    /// The piece that moved the time before last.
    EarlierPiece: ROLES,
    /// Distance to where the opponent just moved, by phase.
    Near: PHASES * 8,
    /// A piece attacked by the opponent's piece that has just moved, moves.
    Answer: ROLES * ROLES,
    /// To the square the opponent's piece just left.
    Vacated: ROLES,
    /// Out of check: king moves, captures, interposes.
    Evasion: 3,
    /// An even exchange of a piece when ahead, level or behind.
    Trade: 5 * 3,
    /// The position was there before: when ahead, level, behind.
    Repeat: 3,
    /// He played it here before: share of the times, and how often he was here.
    BookOwn: 4 * 3,
    /// He was here before and played something else.
    BookOwnOther: 3,
    /// Log of the share, smoothed.
    BookOwnShare: 1,
    /// Others played it here before.
    BookGeneral: 4 * 3,
    /// Others were here and played something else.
    BookGeneralOther: 3,
    /// Log of the share, smoothed.
    BookGeneralShare: 1,
    /// His moves in similar positions: log of the share at three grades of similarity.
    SimilarOwn: 3,
    /// The move that those positions speak for most: how strongly.
    SimilarOwnBest: 5,
    /// Others' moves in similar positions.
    SimilarGeneral: 3,
    /// The move that those positions speak for most: how strongly.
    SimilarGeneralBest: 5,
    /// Completes a chunk of his: how common, how many pieces.
    ChunkBuilt: 4 * 3,
    /// Dissolves a chunk of his: how common, how many pieces.
    ChunkLeft: 4 * 3,
}

impl Family {
    const fn index(self) -> usize {
        self as usize
    }

    /// First place in the weight vector.
    #[must_use]
    pub fn offset(self) -> u32 {
        OFFSETS[self.index()]
    }

    /// Number of variants.
    #[must_use]
    pub fn size(self) -> u32 {
        Family::SIZES[self.index()]
    }
}

const COUNT: usize = Family::ALL.len();

const OFFSETS: [u32; COUNT] = {
    let mut offsets = [0; COUNT];
    let mut place = 1;
    while place < COUNT {
        offsets[place] = offsets[place - 1] + Family::SIZES[place - 1];
        place += 1;
    }
    offsets
};

/// Length of the weight vector.
pub const WIDTH: usize = (OFFSETS[COUNT - 1] + Family::SIZES[COUNT - 1]) as usize;

/// Place of a feature in the weight vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeatureId(pub u32);

impl FeatureId {
    /// The variant `index` of a family.
    #[must_use]
    pub fn new(family: Family, index: u32) -> FeatureId {
        debug_assert!(index < family.size(), "{family:?} {index}");
        FeatureId(family.offset() + index)
    }

    /// Family and variant.
    #[must_use]
    pub fn parts(self) -> (Family, u32) {
        let place = OFFSETS.partition_point(|offset| *offset <= self.0).saturating_sub(1);
        let family = Family::ALL[place];
        (family, self.0 - family.offset())
    }
}
