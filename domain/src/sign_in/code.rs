//! The text of a code.

use ports::{Entropy, Secret};

/// Digits and capital letters without those that look alike: 0, O, 1, I and L.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH: usize = 8;
/// The largest multiple of 31 that a byte can hold: bytes above would make some characters more likely.
const UNBIASED: u8 = 248;

/// Returns a random code.
pub fn random_code(entropy: &dyn Entropy) -> Secret<String> {
    let bytes = std::iter::repeat_with(|| entropy.bytes()).flatten();
    let even = bytes.filter(|byte| *byte < UNBIASED);
    let character = |byte: u8| {
        ALPHABET
            .get(usize::from(byte) % ALPHABET.len())
            .copied()
            .map(char::from)
    };
    Secret::new(even.filter_map(character).take(LENGTH).collect())
}

/// Returns a typed code as it is compared: without spaces and dashes, in capital letters. `None` where it is no code.
pub fn typed_code(text: &str) -> Option<Secret<String>> {
    let is_separator = |one: &char| one.is_whitespace() || matches!(one, '-' | '\u{2010}'..='\u{2015}' | '\u{200b}');
    let typed = text.chars().filter(|one| !is_separator(one)).take(LENGTH + 1);
    let typed: String = typed.map(|one| one.to_ascii_uppercase()).collect();
    let is_code = typed.len() == LENGTH && typed.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then(|| Secret::new(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the same bytes each time.
    struct Fixed([u8; 32]);

    impl Entropy for Fixed {
        fn bytes(&self) -> [u8; 32] {
            self.0
        }
    }

    #[test]
    fn a_code_has_eight_characters_without_lookalikes() {
        let mut bytes = [255; 32];
        bytes[30] = 0;
        bytes[31] = 247;
        assert_eq!(
            random_code(&Fixed(bytes)).reveal(),
            "2Z2Z2Z2Z",
            "bytes above 247 are skipped"
        );
        let all: String = ALPHABET.iter().copied().map(char::from).collect();
        assert!(!all.contains(['0', 'O', '1', 'I', 'L']));
    }

    #[test]
    fn a_code_is_read_as_people_type_and_paste_it() {
        for text in [
            "K7RM2QXD",
            " k7rm 2qxd\n",
            "K7RM-2QXD",
            "K7RM\u{2011}2QXD",
            "k7rm\u{a0}2qxd",
        ] {
            assert_eq!(typed_code(text).unwrap().reveal(), "K7RM2QXD", "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_codes() {
        let long = "K7RM2QXD".repeat(1000);
        for text in ["", "K7RM2QX", "K7RM2QXDD", "K7RM2QX0", "К7RM2QXD", long.as_str()] {
            assert!(typed_code(text).is_none(), "{text}");
        }
    }
}
