//! Labels that users give to addresses of others. They belong to one user and are erased with them.

use async_trait::async_trait;

use crate::{
    address::Address,
    ids::{chain::ChainId, user::UserId},
    person::wallet::Nickname,
    storage::StorageError,
    time::clock::Timestamp,
};

/// What a user calls an address that is none of their wallets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnLabel {
    /// Whose.
    pub user: UserId,
    /// On which chains.
    pub place: LabelPlace,
    /// What the user calls it.
    pub text: Nickname,
    /// When it was set.
    pub set_at: Timestamp,
}

/// An address on all chains of one CAIP-2 namespace, such as `eip155`: a key controls the same address on each of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabelPlace {
    /// The namespace of the chains.
    pub namespace: String,
    /// The address.
    pub address: Address,
}

impl LabelPlace {
    /// Returns the place of an address on a chain.
    #[must_use]
    pub fn of(chain: &ChainId, address: &Address) -> Self {
        let namespace = chain.as_str().split(':').next().unwrap_or_default();
        Self {
            namespace: namespace.to_owned(),
            address: address.clone(),
        }
    }
}

/// Reads the labels of users.
#[async_trait]
pub trait OwnLabelReader: Send + Sync {
    /// Returns all labels of a user, ordered by namespace and address.
    async fn of_user(&self, user: UserId) -> Result<Vec<OwnLabel>, StorageError>;
}

/// Writes the labels of users.
#[async_trait]
pub trait OwnLabelWriter: Send {
    /// Sets a label, in place of the user's previous one for the same place. A label of a user who does not exist is a
    /// [`StorageError::Conflict`].
    async fn set(&mut self, label: &OwnLabel) -> Result<(), StorageError>;

    /// Removes a label. Returns `false` where there was none.
    async fn clear(&mut self, user: UserId, place: &LabelPlace) -> Result<bool, StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_place_on_all_chains_of_a_namespace() {
        let address = Address::evm([1; 20]);
        let of = |chain: &str| LabelPlace::of(&chain.parse().unwrap(), &address);
        assert_eq!(of("eip155:1"), of("eip155:8453"));
        assert_ne!(of("eip155:1"), of("bip122:000000000019d6689c085ae165831e93"));
    }
}
