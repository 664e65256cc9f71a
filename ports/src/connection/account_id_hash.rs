//! What tells accounts at an exchange apart.

use async_trait::async_trait;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::{address::Address, connection::exchange_key::ExchangeKey, ids::chain::ChainId, source::RemoteError};

/// The hash of an id that an exchange gives an account, or a part of it. Two keys with a common one read the same account. The id itself is
/// not stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct AccountIdHash(String);

impl AccountIdHash {
    /// How many bytes of the hash are kept.
    const BYTES: usize = 16;

    /// Hashes an id at an exchange.
    #[must_use]
    pub fn of(exchange: &ChainId, id: &str) -> Self {
        let hash = Sha256::new()
            .chain_update(exchange.as_str())
            .chain_update("\n")
            .chain_update(id)
            .finalize();
        let kept = hash.get(..Self::BYTES).unwrap_or_default();
        Self(HEXLOWER.encode(kept))
    }
}

/// Requests what tells the accounts at one exchange apart.
#[async_trait]
pub trait AccountIdentity: Send + Sync {
    /// Requests the ids of the account of a key, so that no account is read with two keys. Empty where the exchange states nothing of the kind.
    /// Requested when a key is entered, after its rights. `account` is written to the privacy ledger; the exchange does not learn it.
    async fn id_hashes(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<AccountIdHash>, RemoteError> {
        let _ = (account, key);
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_an_id_at_an_exchange_and_does_not_contain_it() {
        let hashed = |exchange: &str, id: &str| AccountIdHash::of(&exchange.parse().unwrap(), id);
        let one = hashed("exchange:kraken", "AA11 N84G");
        assert_eq!(one, hashed("exchange:kraken", "AA11 N84G"));
        assert_ne!(one, hashed("exchange:okx", "AA11 N84G"));
        assert_ne!(one, hashed("exchange:kraken", "AA11 N84H"));
        let text = serde_json::to_string(&one).unwrap();
        assert!(text.len() == 34 && !text.contains("N84G"), "{text}");
        assert_eq!(serde_json::from_str::<AccountIdHash>(&text).unwrap(), one);
    }
}
