use serde::{Deserialize, Serialize};

/// The components of a label, each with a presence bit.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub(super) struct Bits([u64; Bits::WORDS]);

impl Bits {
    const WORDS: usize = 3;

    pub(super) const NONE: Bits = Bits([0; Bits::WORDS]);

    #[inline]
    pub(super) const fn and(self, other: Bits) -> Bits {
        let mut i = 0;
        let mut bits = self;
        while i < Bits::WORDS {
            bits.0[i] &= other.0[i];
            i += 1;
        }
        bits
    }

    #[inline]
    pub(super) const fn or(self, other: Bits) -> Bits {
        let mut i = 0;
        let mut bits = self;
        while i < Bits::WORDS {
            bits.0[i] |= other.0[i];
            i += 1;
        }
        bits
    }

    /// Whether all of `others` are set.
    #[inline]
    pub(super) fn contain(self, others: Bits) -> bool {
        let missing = self.0.iter().zip(others.0).map(|(own, other)| other & !own);
        missing.fold(0, |all, bits| all | bits) == 0
    }

    /// All bits of the fields that are given, where `present` are the presence bits of all fields.
    #[inline]
    pub(super) fn given_fields(self, present: Bits) -> Bits {
        let mut fields = Bits::NONE;
        for ((word, present), fields) in self.0.into_iter().zip(present.0).zip(&mut fields.0) {
            let mut given = word & present;
            while given != 0 {
                let top = given & given.wrapping_neg();
                // A field begins above the presence bit of the one before, the first one at the first bit.
                let before = present & (top - 1);
                let lowest = if before == 0 { 1 } else { 2 << before.ilog2() };
                *fields |= (top - lowest) | top;
                given &= given - 1;
            }
        }
        fields
    }

    /// The words multiplied by odd numbers and added up.
    #[inline]
    pub(super) fn mixed(self) -> u64 {
        const FACTORS: [u64; Bits::WORDS] =
            [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
        let products = self.0.iter().zip(FACTORS).map(|(word, factor)| word.wrapping_mul(factor));
        products.fold(0, u64::wrapping_add)
    }
}

/// Position of a component: its value, with the presence bit above it.
#[derive(Clone, Copy)]
pub(super) struct Field {
    word: usize,
    shift: u32,
    width: u32,
}

impl Field {
    /// The field that comes after those of these widths. No field lies across two words.
    pub(super) const fn after(widths: &[u32], width: u32) -> Field {
        let (mut end, mut i) = (0, 0);
        while i <= widths.len() {
            let width = if i < widths.len() { widths[i] } else { width };
            if end % 64 + width + 1 > 64 {
                end += 64 - end % 64;
            }
            end += width + 1;
            i += 1;
        }
        let shift = end - width - 1;
        Field { word: (shift / 64) as usize, shift: shift % 64, width }
    }

    const fn bits(self, value: u64) -> Bits {
        let mut bits = Bits([0; Bits::WORDS]);
        bits.0[self.word] = value << self.shift;
        bits
    }

    #[inline]
    pub(super) const fn present(self) -> Bits {
        self.bits(1 << self.width)
    }

    /// The value, and that it is given.
    #[inline]
    pub(super) const fn mask(self) -> Bits {
        self.bits((2 << self.width) - 1)
    }

    pub(super) fn holds(self, value: u32) -> bool {
        value >> self.width == 0
    }

    #[inline]
    pub(super) fn given(self, value: u32) -> Bits {
        self.present().or(self.bits(u64::from(value)))
    }

    /// The value in these bits, where it is given.
    #[inline]
    pub(super) fn get(self, bits: Bits) -> Option<u32> {
        let field = bits.0[self.word] >> self.shift;
        (field >> self.width & 1 == 1).then(|| (field & ((1 << self.width) - 1)) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_lie_side_by_side_and_never_across_words() {
        let widths = [20, 20, 20, 7, 40, 31, 1];
        let fields: Vec<Field> =
            (0..widths.len()).map(|i| Field::after(&widths[..i], widths[i])).collect();
        let mut all = Bits::default();
        for (field, width) in fields.iter().zip(widths) {
            assert!(field.shift + width < 64);
            assert_eq!(all.and(field.mask()), Bits::default());
            assert_eq!(field.get(all), None);
            let value = ((1_u64 << width) - 1) as u32;
            all = all.or(field.given(value));
            assert_eq!(field.get(all), Some(value));
        }
    }

    #[test]
    fn the_fields_that_are_given_are_found_by_their_presence_bits() {
        let widths = [20, 20, 20, 7, 40, 31, 1];
        let fields = [0, 1, 2, 3, 4, 5, 6].map(|i| Field::after(&widths[..i], widths[i]));
        let present = fields.iter().fold(Bits::NONE, |all, field| all.or(field.present()));
        for chosen in 0..1_u32 << fields.len() {
            let given = (0..fields.len()).filter(|i| chosen >> i & 1 == 1).map(|i| fields[i]);
            let union = |each: &dyn Fn(Field) -> Bits| {
                given.clone().fold(Bits::NONE, |all, field| all.or(each(field)))
            };
            let bits = union(&|field| field.given(u32::from(field.width % 2 == 1)));
            assert_eq!(bits.given_fields(present), union(&Field::mask), "{chosen:b}");
        }
    }
}
