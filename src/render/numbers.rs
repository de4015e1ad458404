//! Numbers as text.

/// A whole number with commas between thousands.
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// Digits with commas between thousands.
pub(super) fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
