//! Where on the page a user signed up.

/// The longest such text, in characters.
const MAX_LENGTH: usize = 60;

/// Returns where on the page a user signed up, as it is stored without encryption: the name of a part of the page, such as
/// `landing-page-whale` or `Profile page`. Any other text may say something about a person and is not stored.
pub fn signed_up_from(text: &str) -> Option<String> {
    let name = text.trim();
    let is_name = |one: u8| one.is_ascii_alphanumeric() || matches!(one, b' ' | b'-' | b'_');
    let has_letter = name.bytes().any(|one| one.is_ascii_alphabetic());
    (has_letter && name.len() <= MAX_LENGTH && name.bytes().all(is_name)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_page_are_stored() {
        for name in ["leaving", "landing-page-whale", "Profile page", "Mobile notice"] {
            assert_eq!(signed_up_from(&format!(" {name} ")).as_deref(), Some(name));
        }
    }

    #[test]
    fn other_texts_are_not_stored() {
        let long = "a".repeat(MAX_LENGTH + 1);
        for text in ["", " ", "ann@example.com", "020 7123 4567", "Zoë", "a\nb", "<b>", &long] {
            assert_eq!(signed_up_from(text), None, "{text}");
        }
    }
}
