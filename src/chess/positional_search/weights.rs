//! The weights of the evaluation: middlegame and endgame, in centipawns.
//!
//! Fitted to the scores of Stockfish 15.1 (3,000 positions each) for 51,000 quiet positions of masters and amateurs, half of
//! them after a random move, by least squares on winning chances (training/HISTORY.md, 2026-11-26). That of a term which is
//! rare stays near what neighbouring squares or numbers have.

use super::phased::Phased;

pub(super) type Weight = (i16, i16);

/// The move.
pub(super) const TO_MOVE: Phased = Phased::new(40, 21);
/// Both bishops.
pub(super) const BISHOP_PAIR: Phased = Phased::new(31, 81);
/// A rook before which no own pawn stands.
pub(super) const HALF_OPEN_FILE: Phased = Phased::new(12, 10);
/// A rook on a file without pawns.
pub(super) const OPEN_FILE: Phased = Phased::new(38, -1);
/// A minor piece attacks a rook.
pub(super) const MINOR_ON_ROOK: Phased = Phased::new(37, 30);
/// A minor piece attacks a queen.
pub(super) const MINOR_ON_QUEEN: Phased = Phased::new(65, 46);
/// A rook attacks a queen.
pub(super) const ROOK_ON_QUEEN: Phased = Phased::new(97, -28);
/// An enemy piece, attacked and not defended.
pub(super) const HANGING: Phased = Phased::new(13, 36);
/// A pawn with an own one before it on its file.
pub(super) const DOUBLED: Phased = Phased::new(-7, -19);
/// A pawn without own ones on the files beside it.
pub(super) const ISOLATED: Phased = Phased::new(-16, -14);
/// A pawn that its neighbours have left behind, before a square that an enemy pawn attacks.
pub(super) const BACKWARD: Phased = Phased::new(-16, -10);
/// A passed pawn that a pawn protects, for each rank.
pub(super) const PROTECTED_PASSED: Phased = Phased::new(7, 0);
/// The enemy king for each king move from the square before a passed pawn, times its rank.
pub(super) const ENEMY_KING_AWAY: Phased = Phased::new(-2, 6);
/// The own king, the same.
pub(super) const OWN_KING_AWAY: Phased = Phased::new(2, -5);

/// A knight, bishop, rook or queen that a pawn attacks.
pub(super) const ATTACKED_BY_PAWN: [Weight; 4] = [(-54, -20), (-41, -44), (8, -78), (-65, 32)];

/// A passed pawn, by rank.
pub(super) const PASSED: [Weight; 8] =
    [(0, 0), (13, -16), (8, -6), (-11, 52), (1, 90), (-14, 179), (73, 210), (0, 0)];

/// The same before an enemy piece or pawn.
pub(super) const BLOCKED: [Weight; 8] =
    [(0, 0), (-134, 73), (-60, 37), (-20, -16), (-30, -16), (-12, -86), (-81, -29), (0, 0)];

/// A pawn that a pawn protects, by rank.
pub(super) const CONNECTED: [Weight; 8] =
    [(0, 0), (0, 0), (9, 17), (7, -1), (8, 6), (13, 16), (39, 61), (0, 0)];

/// Before a king, while the enemy has a queen, on its file and on one beside it: an own pawn one rank ahead, two ranks, further
/// away, none, no pawn at all.
pub(super) const SHELTER: [[Weight; 5]; 2] = [
    [(32, -101), (25, -142), (6, -159), (-17, -174), (-70, -168)],
    [(9, -13), (-3, -47), (-1, -41), (-24, -52), (-39, -30)],
];

/// An attack on the squares around the enemy king, by its strength.
pub(super) const KING_ATTACK: [Weight; 21] = [
    (0, 0),
    (28, 8),
    (27, 22),
    (26, -1),
    (60, -30),
    (63, -29),
    (72, -28),
    (99, -31),
    (105, -1),
    (108, -7),
    (150, -6),
    (174, -11),
    (143, -33),
    (156, -15),
    (168, -23),
    (172, -40),
    (199, -15),
    (196, -5),
    (201, 0),
    (235, 3),
    (262, 11),
];

/// Squares that a knight can go to.
pub(super) const KNIGHT_MOBILITY: [Weight; 9] =
    [(-48, -84), (-25, -56), (-13, -29), (-9, -16), (0, 0), (9, 5), (12, 20), (25, -5), (31, -24)];

/// A bishop.
pub(super) const BISHOP_MOBILITY: [Weight; 14] = [
    (-46, -98),
    (-34, -85),
    (-20, -67),
    (-15, -33),
    (-11, -19),
    (-4, -10),
    (0, 0),
    (7, -1),
    (8, 15),
    (13, 6),
    (8, -1),
    (6, -19),
    (-3, 6),
    (7, -4),
];

/// A rook.
pub(super) const ROOK_MOBILITY: [Weight; 15] = [
    (-29, -134),
    (-18, -83),
    (-13, -62),
    (-16, -28),
    (-17, -15),
    (-10, -23),
    (-8, -11),
    (0, 0),
    (7, -3),
    (12, 6),
    (12, 13),
    (-2, 16),
    (8, 22),
    (17, 8),
    (37, 11),
];

/// A queen.
pub(super) const QUEEN_MOBILITY: [Weight; 28] = [
    (-8, -88),
    (-2, -98),
    (-3, -93),
    (-6, -102),
    (-7, -117),
    (-5, -96),
    (-7, -42),
    (-6, -25),
    (-2, -28),
    (3, -39),
    (-1, 0),
    (2, -18),
    (0, 0),
    (4, 5),
    (15, -1),
    (10, -16),
    (22, -10),
    (20, 2),
    (33, 13),
    (34, -4),
    (32, -7),
    (60, 14),
    (46, -6),
    (39, -24),
    (28, -43),
    (22, -56),
    (18, -58),
    (18, -56),
];

/// Pieces by kind (pawn to king) and square: by rank as the owner sees it, then by distance of the file from the edge.
pub(super) const PIECES: [[[Weight; 4]; 8]; 6] = [
    [
        [(65, 119), (69, 120), (69, 125), (66, 129)],
        [(53, 118), (66, 119), (66, 129), (55, 137)],
        [(52, 108), (56, 114), (71, 112), (67, 120)],
        [(58, 122), (64, 128), (85, 111), (90, 110)],
        [(66, 139), (69, 144), (96, 126), (103, 104)],
        [(107, 149), (117, 155), (134, 155), (145, 146)],
        [(119, 173), (94, 140), (130, 152), (126, 130)],
        [(109, 152), (104, 141), (114, 139), (116, 132)],
    ],
    [
        [(284, 395), (306, 402), (320, 395), (326, 406)],
        [(298, 414), (333, 398), (322, 393), (341, 387)],
        [(299, 411), (335, 393), (330, 406), (345, 427)],
        [(335, 395), (349, 414), (357, 439), (344, 444)],
        [(357, 415), (335, 452), (362, 448), (357, 449)],
        [(351, 404), (363, 424), (369, 419), (412, 424)],
        [(311, 394), (325, 395), (365, 397), (384, 397)],
        [(229, 363), (302, 390), (327, 358), (381, 373)],
    ],
    [
        [(342, 436), (369, 429), (331, 451), (328, 433)],
        [(353, 405), (373, 417), (372, 418), (351, 430)],
        [(353, 412), (364, 424), (363, 453), (354, 443)],
        [(372, 404), (352, 407), (346, 438), (380, 452)],
        [(344, 430), (360, 418), (378, 417), (374, 433)],
        [(383, 424), (395, 411), (399, 419), (394, 418)],
        [(358, 396), (345, 429), (362, 427), (362, 441)],
        [(313, 427), (322, 423), (305, 417), (323, 405)],
    ],
    [
        [(408, 682), (415, 686), (424, 687), (426, 680)],
        [(395, 692), (436, 694), (417, 681), (428, 685)],
        [(418, 684), (429, 690), (410, 698), (404, 695)],
        [(423, 703), (416, 692), (422, 699), (411, 703)],
        [(429, 715), (446, 716), (453, 713), (440, 722)],
        [(441, 717), (473, 733), (482, 710), (459, 714)],
        [(465, 723), (463, 711), (471, 732), (466, 721)],
        [(473, 709), (488, 711), (479, 710), (462, 697)],
    ],
    [
        [(917, 1026), (927, 995), (926, 1009), (938, 1002)],
        [(962, 1043), (940, 1005), (947, 1029), (946, 1025)],
        [(950, 1046), (948, 1050), (943, 1058), (929, 1069)],
        [(949, 1055), (965, 1075), (934, 1075), (939, 1093)],
        [(958, 1065), (937, 1076), (930, 1099), (920, 1130)],
        [(969, 1069), (962, 1071), (964, 1118), (985, 1124)],
        [(954, 1081), (962, 1081), (963, 1094), (975, 1114)],
        [(919, 1063), (941, 1052), (988, 1095), (973, 1099)],
    ],
    [
        [(55, -94), (72, -51), (63, -32), (66, -57)],
        [(28, -47), (54, -36), (22, -18), (5, -17)],
        [(-27, -37), (-11, -15), (-18, -13), (-38, 2)],
        [(-39, -12), (-9, 11), (-30, 9), (-40, 24)],
        [(-21, 1), (-17, 23), (-26, 39), (-41, 46)],
        [(-9, -14), (-7, 22), (-6, 27), (-20, 61)],
        [(-4, 12), (-1, 26), (-4, 13), (-4, 38)],
        [(1, 9), (2, 42), (2, 31), (3, 8)],
    ],
];
