//! References to entries in calls.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::EntryId;

/// Returns the reference to an entry: its id in base64url. The id itself contains 64 hex digits, which are rejected in requests
/// because they could be a private key.
#[must_use]
pub fn entry_reference(id: &EntryId) -> String {
    URL_SAFE_NO_PAD.encode(id.to_string())
}

/// Parses a reference to an entry.
#[must_use]
pub fn parse_entry_reference(text: &str) -> Option<EntryId> {
    let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok()?;
    String::from_utf8(bytes).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use ports::pasted_secret;

    use super::*;

    #[test]
    fn a_reference_is_read_back_and_is_not_taken_for_a_secret() {
        let hash = "5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";
        for account in [
            "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
            "bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
        ] {
            let id: EntryId = format!("{account}/0x{hash}").parse().unwrap();
            let reference = entry_reference(&id);
            assert_eq!(parse_entry_reference(&reference), Some(id.clone()));
            assert!(pasted_secret::find(&reference).is_none(), "{reference}");
        }
        for bad in ["", "not base64!", "AAAA", hash] {
            assert_eq!(parse_entry_reference(bad), None, "{bad}");
        }
    }
}
