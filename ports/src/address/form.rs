//! The forms of addresses that a chain accepts. They are part of the chain's row, so a new chain of a known form needs no code.

use super::{Address, Cash, Parts, Versioned, Witness};

/// A form of addresses.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(tag = "form", rename_all = "lowercase", deny_unknown_fields)]
pub enum Form {
    /// `0x` and 40 hex digits.
    Evm,
    /// Base58 with a version byte. Addresses are written with the first version of a list, and accepted with each of them.
    Base58 {
        /// Versions for the hash of a public key.
        pubkey: Vec<u8>,
        /// Versions for the hash of a script.
        script: Vec<u8>,
    },
    /// Bech32 and Bech32m with this prefix.
    Segwit {
        /// The prefix, such as `bc`.
        hrp: String,
    },
    /// CashAddr, and the older base58 form of the same addresses.
    CashAddr {
        /// The prefix, such as `bitcoincash`.
        prefix: String,
        /// Base58 versions for the hash of a public key.
        pubkey: Vec<u8>,
        /// Base58 versions for the hash of a script.
        script: Vec<u8>,
    },
    /// 32 bytes in base58.
    Solana,
    /// Accounts at the exchange with this name.
    Exchange {
        /// The name, such as `kraken`.
        name: String,
    },
}

impl Form {
    /// Returns the address in the canonical spelling of the chain; `None` if the address does not have this form.
    #[must_use]
    pub fn canonical(&self, address: &Address) -> Option<Address> {
        // Most addresses and chains are EVM ones, which are known by their text without parsing.
        if address.is_evm() || *self == Self::Evm {
            return (address.is_evm() && *self == Self::Evm).then(|| address.clone());
        }
        let parts = address.parts()?;
        match (self, parts) {
            (Self::Solana, Parts::Solana(_)) => Some(address.clone()),
            (Self::Exchange { name }, Parts::Exchange(account)) => (*name == account.exchange).then(|| address.clone()),
            (Self::Base58 { pubkey, script }, Parts::Base58(old)) => {
                let list = [pubkey, script].into_iter().find(|list| list.contains(&old.version))?;
                let version = *list.first()?;
                Some(Address::base58(&Versioned { version, ..old }))
            }
            (Self::Segwit { hrp }, Parts::Segwit(Witness { hrp: own, .. })) => (*hrp == own).then(|| address.clone()),
            (Self::CashAddr { prefix, .. }, Parts::Cash(cash)) => (*prefix == cash.prefix).then(|| address.clone()),
            (Self::CashAddr { prefix, pubkey, script }, Parts::Base58(old)) => {
                let is_script = script.contains(&old.version);
                let cash = Cash {
                    prefix: prefix.clone(),
                    is_script,
                    hash: old.hash.to_vec(),
                };
                (is_script || pubkey.contains(&old.version)).then(|| Address::cash(&cash))?
            }
            _ => None,
        }
    }
}
