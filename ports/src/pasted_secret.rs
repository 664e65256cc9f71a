//! Finds private keys and recovery phrases in texts that users enter, in the forms in which they are copied: with labels,
//! separators and line breaks, in more than ten languages, in descriptors, files and URLs.
//!
//! The page does the same in `frontend/src/format/secret`; both are tested with `pasted_secret/vectors.json`.

mod encoded;
mod hex;
mod key;
mod kind;
mod label;
mod phrase;
mod text;
mod words;

#[cfg(test)]
mod tests;

pub use kind::PastedSecret;

use self::kind::Place;

/// Returns the kind of secret that a text contains. Addresses, names, nicknames and ids contain none.
///
/// Takes linear time.
#[must_use]
pub fn find(text: &str) -> Option<PastedSecret> {
    find_in(text, Place::Any)
}

/// Returns the kind of secret that a text contains in a field for an address or a name. Besides what [`find`] recognizes, it
/// recognizes parts of phrases and damaged keys by forms that no address has.
#[must_use]
pub fn find_in_address(text: &str) -> Option<PastedSecret> {
    find_in(text, Place::Address)
}

/// Returns the kind of secret in a text whose words may stand beside hashes of transactions, such as a report. A hash has the form of
/// a private key; it is taken for one where it is the whole text, or where the words before it call it a key.
#[must_use]
pub fn find_in_text(text: &str) -> Option<PastedSecret> {
    find_in(text, Place::Text)
}

/// The same in a text that may be the hash of a transaction, such as a note or the condition of a search.
#[must_use]
pub fn find_in_note(text: &str) -> Option<PastedSecret> {
    find_in(text, Place::Note)
}

fn find_in(text: &str, place: Place) -> Option<PastedSecret> {
    let key_text = text::for_keys(text);
    if key::is_extended(&key_text) {
        Some(PastedSecret::ExtendedPrivateKey)
    } else if key::is_private(&key_text, place) || encoded::is_private(&key_text, place) {
        Some(PastedSecret::PrivateKey)
    } else if let Some(secret) = hex::find(&key_text, place) {
        Some(secret)
    } else if phrase::is_in(text, place) {
        Some(PastedSecret::SeedPhrase)
    } else {
        None
    }
}
