//! The features and their places in the weight vector.

/// The features of one move with their values; features that are absent have the value 0.
pub type FeatureVector = Vec<(FeatureId, f32)>;

macro_rules! feature_groups {
    ($($(#[$doc:meta])* $name:ident: $size:expr,)*) => {
        /// A group of features, distinguished by an index within the group.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum FeatureGroup {
            $($(#[$doc])* $name,)*
        }

        impl FeatureGroup {
            /// All, in the order of the weight vector.
            pub const ALL: &[FeatureGroup] = &[$(FeatureGroup::$name,)*];
            const SIZES: &[u32] = &[$($size,)*];
        }
    };
}

/// Opening, middlegame, endgame.
const PHASES: u32 = 3;
const ROLES: u32 = 6;
const SQUARES: u32 = 64;

feature_groups! {
    /// Which piece moves, by phase.
    Piece: PHASES * ROLES,
    /// Piece and destination, by phase.
    PieceTo: PHASES * ROLES * SQUARES,
    /// Piece and square it leaves, by phase.
    PieceFrom: PHASES * ROLES * SQUARES,
    /// Piece and both squares.
    PieceFromTo: ROLES * SQUARES * SQUARES,
    /// Colour, move number (up to 12), piece and destination.
    OpeningPlan: 2 * 12 * ROLES * SQUARES,
    /// Capturing piece, captured piece, and whether the exchange loses, is even, or wins.
    Capture: ROLES * 5 * 3,
    /// Gain of the exchange in pawns, by phase.
    CaptureGain: PHASES,
    /// A recapture that does not lose material, or does; by phase.
    Recapture: PHASES * 2,
    /// The piece that recaptures.
    RecaptureBy: ROLES,
    /// Captures a piece that has just moved without capturing.
    CaptureOfMoved: ROLES,
    /// A check by phase: losing material or not, direct or discovered.
    Check: PHASES * 4,
    /// Checkmate.
    Mate: 1,
    /// Castling: side, and early, usual or late.
    Castling: 2 * 3,
    /// The promotion piece.
    Promotion: ROLES,
    /// Piece, defenders and attackers of the destination (0, 1, more).
    DestinationControl: ROLES * 9,
    /// Piece and how much is lost on the destination.
    DestinationLoss: ROLES * 4,
    /// Piece, defenders and attackers of the square it leaves.
    OriginControl: ROLES * 9,
    /// Piece and how much it would have lost had it stayed; it is safe on the destination.
    EscapeFromCapture: ROLES * 3,
    /// Piece that escapes the attack of a less valuable one.
    EscapeFromLesserPiece: ROLES,
    /// The most the opponent can win by a capture after the move, by phase.
    MaxLoss: PHASES * 5,
    /// Its change by the move.
    MaxLossChange: 5,
    /// The same in pawns.
    MaxLossPawns: 1,
    /// The most the move threatens to win, by phase.
    MaxThreat: PHASES * 5,
    /// Its change by the move.
    MaxThreatChange: 5,
    /// The moved piece attacks a piece it did not attack before: protected, or one it would win.
    NewAttack: ROLES * ROLES * 2,
    /// The moved piece attacks two or more pieces it would win.
    Fork: ROLES,
    /// The moved piece defends an attacked piece it did not defend before.
    NewDefence: ROLES * ROLES,
    /// Change of the moved piece's mobility, by piece.
    Mobility: ROLES * 7,
    /// Squares around the enemy king that the moved piece attacks.
    KingZone: ROLES * 5,
    /// Its change by the move.
    KingZoneChange: ROLES * 5,
    /// Change of the moved piece's attacks around its own king.
    OwnKingZone: ROLES * 5,
    /// Change of the distance to the enemy king, by phase.
    KingDistance: PHASES * ROLES * 5,
    /// Change of the moved piece's attacks on the four centre squares.
    Centre: ROLES * 5,
    /// Rank a passed pawn moves to.
    PassedPawn: 8,
    /// A pawn attacks a piece.
    PawnAttack: ROLES * 2,
    /// A pawn move: attacks a pawn, blocked, protected, isolated, doubled, two squares; by phase.
    PawnKind: PHASES * 6,
    /// A pawn in front of the own castled king moves, by distance in files.
    PawnShield: 4,
    /// Rook or queen to an open or half-open file, by phase.
    OpenFile: PHASES * 4,
    /// Rook to the seventh rank, connected rooks, rook to a passed pawn's file.
    RookPost: 3,
    /// Knight or bishop to an outpost: protected by a pawn, out of reach of enemy pawns.
    Outpost: 2,
    /// A piece moves in front of its own unmoved centre pawn.
    BlocksCentre: ROLES,
    /// A piece blockades an enemy passed pawn.
    Blockade: ROLES,
    /// First move of a piece, by move number.
    Development: ROLES * 4,
    /// Moves a developed piece while 1, 2, 3 or 4 minor pieces are undeveloped.
    MoveAgain: ROLES * 4,
    /// King or rook move that gives up castling.
    GiveUpCastling: 2,
    /// Moves the same piece as last time, by phase.
    SamePiece: PHASES * ROLES,
    /// Takes back the player's last move.
    MoveBack: ROLES,
    /// Moves the same piece as the time before last.
    EarlierPiece: ROLES,
    /// Distance to the destination of the opponent's last move, by phase.
    DistanceToLastMove: PHASES * 8,
    /// Moves a piece that the opponent's last move attacks.
    AttackedPieceMoves: ROLES * ROLES,
    /// To the square the opponent's last move vacated.
    ToVacatedSquare: ROLES,
    /// Check evasion: king moves, captures, blocks.
    Evasion: 3,
    /// An even exchange of a piece when ahead, level or behind.
    Trade: 5 * 3,
    /// Repeats a position when ahead, level or behind.
    Repetition: 3,
    /// The player has played it in this position: share of the games, and number of games.
    PlayerBook: 4 * 3,
    /// The player has been in this position and never played it, by number of games.
    PlayerBookOther: 3,
    /// Smoothed logarithm of the share.
    PlayerBookShare: 1,
    /// Others have played it in this position.
    GeneralBook: 4 * 3,
    /// Others have been in this position and never played it.
    GeneralBookOther: 3,
    /// Smoothed logarithm of the share.
    GeneralBookShare: 1,
    /// Logarithm of its share of the player's moves in similar positions, for three kinds of similarity.
    PlayerSimilar: 3,
    /// The move with the largest share, by the size of the share.
    PlayerSimilarBest: 5,
    /// The same for others' moves in similar positions.
    GeneralSimilar: 3,
    /// The move with the largest share, by the size of the share.
    GeneralSimilarBest: 5,
    /// Completes a chunk of the player: frequency class and number of pieces.
    ChunkCompleted: 4 * 3,
    /// Breaks up a chunk of the player: frequency class and number of pieces.
    ChunkBroken: 4 * 3,
    /// How many moves the memory values more, by phase: 0, 1, 2, 3, to 5, to 9, to 15, more.
    MemoryRank: PHASES * 8,
    /// What the move loses by the memory compared with its best one, by phase; see
    /// [`LOSS_CLASSES`](super::opinion::LOSS_CLASSES).
    MemoryLoss: PHASES * 8,
    /// The same in tenths of a point, at most 3, by phase.
    MemoryLossNumber: PHASES,
    /// The same in log-odds, at most 3, by phase.
    MemoryLogOdds: PHASES,
    /// How many moves an engine values more, in the classes of the memory.
    EngineRank: PHASES * 8,
    /// What the move loses by the engine, in the classes of the memory.
    EngineLoss: PHASES * 8,
    /// The same in tenths of a point, at most 3, by phase.
    EngineLossNumber: PHASES,
    /// The same in log-odds, at most 3, by phase.
    EngineLogOdds: PHASES,
}

impl FeatureGroup {
    const fn index(self) -> usize {
        self as usize
    }

    /// Index of its first feature in the weight vector.
    #[must_use]
    pub fn offset(self) -> u32 {
        OFFSETS[self.index()]
    }

    /// Number of features in the group.
    #[must_use]
    pub fn size(self) -> u32 {
        FeatureGroup::SIZES[self.index()]
    }
}

const COUNT: usize = FeatureGroup::ALL.len();

const OFFSETS: [u32; COUNT] = {
    let mut offsets = [0; COUNT];
    let mut index = 1;
    while index < COUNT {
        offsets[index] = offsets[index - 1] + FeatureGroup::SIZES[index - 1];
        index += 1;
    }
    offsets
};

/// Number of features: the length of the weight vector with an engine's opinion.
pub const FEATURES: usize = (OFFSETS[COUNT - 1] + FeatureGroup::SIZES[COUNT - 1]) as usize;

/// Number of features before those of an engine, which are the last.
pub const FEATURES_WITHOUT_ENGINE: usize = OFFSETS[FeatureGroup::EngineRank as usize] as usize;

/// Number of features before those of the memory, which are the last before those of an engine.
pub const FEATURES_WITHOUT_MEMORY: usize = OFFSETS[FeatureGroup::MemoryRank as usize] as usize;

/// Index of a feature in the weight vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u32);

impl FeatureId {
    /// Feature `index` of a group.
    #[must_use]
    pub fn new(group: FeatureGroup, index: u32) -> FeatureId {
        debug_assert!(index < group.size(), "{group:?} {index}");
        FeatureId(group.offset() + index)
    }

    /// The group and the index within it.
    #[must_use]
    pub fn parts(self) -> (FeatureGroup, u32) {
        let index = OFFSETS.partition_point(|offset| *offset <= self.0).saturating_sub(1);
        let group = FeatureGroup::ALL[index];
        (group, self.0 - group.offset())
    }
}
