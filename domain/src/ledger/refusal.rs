//! Sources of histories that refuse a network or their key, which is why nothing is reported of it.

use std::collections::BTreeMap;

use ports::{ChainId, Ports, StorageError, failure::FailureCode};

/// Returns what the sources of histories said that refuse these chains, as sentences.
pub(super) async fn refusals(ports: &Ports) -> Result<BTreeMap<ChainId, String>, StorageError> {
    let states = ports.stores.sources.all().await?;
    let refused = states.iter().filter_map(|state| {
        let failure = state.failure.as_ref()?;
        let is_refused = matches!(failure.code, FailureCode::Refused | FailureCode::KeyRequired);
        is_refused.then_some((&state.id, failure))
    });
    let refused: BTreeMap<_, _> = refused.collect();
    let mut found: BTreeMap<ChainId, String> = BTreeMap::new();
    for reader in &ports.histories {
        let id = reader.profile().id;
        for chain in reader.chains() {
            let failure = refused.get(&id.at(&chain)).or_else(|| refused.get(&id));
            if let Some(failure) = failure {
                let text = found.entry(chain).or_default();
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&failure.text);
            }
        }
    }
    Ok(found)
}
