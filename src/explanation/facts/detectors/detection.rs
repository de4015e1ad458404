//! What goes into a detector and what comes out.

use shakmaty::{Color, Move, Role, Square};

use crate::chess::MaterialVector;
use crate::explanation::facts::features::{LazySearch, Perspective, PositionFeatures};

/// A move in a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// Kind of piece that moves.
    pub role: Role,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// It captures.
    pub is_capture: bool,
}

impl LineMove {
    /// A move of chess; `None` for one that begins off the board.
    #[must_use]
    pub fn new(m: Move) -> Option<LineMove> {
        Some(LineMove { role: m.role(), from: m.from()?, to: m.to(), is_capture: m.is_capture() })
    }
}

/// A pattern that a detector saw, in the owner's view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detection {
    /// Variant of the family.
    pub variant: &'static str,
    /// Witnesses, the most important first.
    pub squares: Vec<Square>,
    /// Pieces or squares aimed at.
    pub targets: Vec<Square>,
    /// Where the first witness goes.
    pub to: Option<Square>,
    /// Who strikes, where it is not the first witness.
    pub attacker: Option<Square>,
    /// What stands behind or depends on the target.
    pub behind: Option<Square>,
    /// Kind of piece meant.
    pub piece: Option<Role>,
    /// A count the texts mention.
    pub number: Option<i32>,
    /// Wing, colour or whatever word the texts of the family need.
    pub word: Option<&'static str>,
    /// The owner's pieces minus the other side's, where no phrase of the tree says which they are.
    pub material: Option<MaterialVector>,
    /// Files the texts mention, 0 for the a-file.
    pub files: Vec<i32>,
    /// Best play of both sides that proves the pattern, from whoever moves first on.
    pub line: Vec<LineMove>,
}

impl Detection {
    pub(super) fn target(&mut self, square: Square) -> &mut Detection {
        self.targets.push(square);
        self
    }

    pub(super) fn targets(&mut self, squares: impl IntoIterator<Item = Square>) -> &mut Detection {
        self.targets.extend(squares);
        self
    }

    pub(super) fn to(&mut self, square: Square) -> &mut Detection {
        self.to = Some(square);
        self
    }

    pub(super) fn attacker(&mut self, square: Square) -> &mut Detection {
        self.attacker = Some(square);
        self
    }

    pub(super) fn behind(&mut self, square: Square) -> &mut Detection {
        self.behind = Some(square);
        self
    }

    pub(super) fn piece(&mut self, role: Option<Role>) -> &mut Detection {
        self.piece = role;
        self
    }

    pub(super) fn number(&mut self, number: i32) -> &mut Detection {
        self.number = Some(number);
        self
    }

    pub(super) fn word(&mut self, word: &'static str) -> &mut Detection {
        self.word = Some(word);
        self
    }

    pub(super) fn material(&mut self, material: MaterialVector) -> &mut Detection {
        self.material = Some(material);
        self
    }

    pub(super) fn files(&mut self, files: impl IntoIterator<Item = i32>) -> &mut Detection {
        self.files.extend(files);
        self
    }

    pub(super) fn line(&mut self, line: Vec<LineMove>) -> &mut Detection {
        self.line = line;
        self
    }
}

/// What the detectors saw in one position for one owner.
#[derive(Clone, Debug, Default)]
pub struct Detections {
    /// One entry for each pattern.
    pub list: Vec<Detection>,
}

impl Detections {
    pub(super) fn add(
        &mut self,
        variant: &'static str,
        squares: impl IntoIterator<Item = Square>,
    ) -> &mut Detection {
        let found =
            Detection { variant, squares: squares.into_iter().collect(), ..Detection::default() };
        self.list.push(found);
        // Just pushed.
        let last = self.list.len() - 1;
        &mut self.list[last]
    }
}

/// The name for a count: the first for 1, the last for all larger counts, none for less than 1.
pub(super) fn variant_by_count(number: usize, names: &[&'static str]) -> Option<&'static str> {
    names.get(number.min(names.len()).checked_sub(1)?).copied()
}

/// A position as the owner of a pattern and as the opponent see it.
#[derive(Clone, Copy, Debug)]
pub struct Perspectives<'a> {
    /// The owner is White.
    pub owner: &'a Perspective,
    /// The opponent is White; the board is flipped.
    pub opponent: &'a Perspective,
    /// What the next moves win or lose by force.
    pub search: &'a LazySearch,
}

impl<'a> Perspectives<'a> {
    /// Both perspectives of a position, for a pattern of `owner`.
    #[must_use]
    pub fn of(features: &'a PositionFeatures, owner: Color) -> Perspectives<'a> {
        Perspectives {
            owner: features.perspective(owner),
            opponent: features.perspective(!owner),
            search: &features.search,
        }
    }
}
