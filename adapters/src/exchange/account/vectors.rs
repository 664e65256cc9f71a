//! The published vectors of signatures, for tests.

/// Returns the vectors of an exchange; `None` where their folder is not configured. They were made by ccxt with a fixed clock; requests
/// that this program never sends check the signature only.
#[expect(clippy::disallowed_methods, reason = "the tests read the folder of the vectors")]
pub(crate) fn vectors(exchange: &str) -> Option<serde_json::Value> {
    let Some(folder) = std::env::var_os("SPYHOP_VECTORS") else {
        println!("SPYHOP_VECTORS is not set: only the examples of the documentation were checked");
        return None;
    };
    let file = std::path::PathBuf::from(folder).join("ccxt/signing-vectors.json");
    let mut vectors: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let own = vectors[exchange].take();
    assert!(!own["requests"].as_array().unwrap().is_empty());
    Some(own)
}
