//! Which addresses a chain has, as the chain's row says it: a new chain of a known form is a row.

use super::{Address, Cash, Parts, Versioned, Witness};

/// One form of address that a chain has.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(tag = "form", rename_all = "lowercase", deny_unknown_fields)]
pub enum Form {
    /// `0x` and 40 hex digits.
    Evm,
    /// Base58 with a version byte. Addresses are written with the first version of a list and read with any of it.
    Base58 {
        /// Versions of a public key's hash.
        pubkey: Vec<u8>,
        /// Versions of a script's hash.
        script: Vec<u8>,
    },
    /// Bech32 and Bech32m with this beginning.
    Segwit {
        /// The beginning, such as `bc`.
        hrp: String,
    },
    /// CashAddr, and the older base58 form of the same addresses.
    CashAddr {
        /// The beginning, such as `bitcoincash`.
        prefix: String,
        /// Base58 versions of a public key's hash.
        pubkey: Vec<u8>,
        /// Base58 versions of a script's hash.
        script: Vec<u8>,
    },
    /// 32 bytes in base58.
    Solana,
}

impl Form {
    /// The address as the chain itself writes it; `None` where it is none of this form.
    #[must_use]
    pub fn canonical(&self, address: &Address) -> Option<Address> {
        // Most addresses and most chains are EVM's, and their text says so: nothing has to be taken apart.
        if address.is_evm() || *self == Self::Evm {
            return (address.is_evm() && *self == Self::Evm).then(|| address.clone());
        }
        let parts = address.parts()?;
        match (self, parts) {
            (Self::Solana, Parts::Solana(_)) => Some(address.clone()),
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
