//! Labels of addresses: to whom contracts and accounts of services belong.

use std::{collections::BTreeMap, str::FromStr};

use crate::{address::Address, ids::chain::ChainId, time::day::Day};

/// What an address is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LabelKind {
    /// A deposit or payment account of a centralized exchange.
    Exchange,
    /// A pool, router or settlement contract for swaps.
    Dex,
    /// A contract of a lending protocol.
    Lending,
    /// A bridge between chains.
    Bridge,
    /// A staking contract.
    Staking,
    /// A vault or savings contract.
    Vault,
    /// A market of unique tokens.
    NftMarket,
    /// The code of smart accounts.
    Wallet,
    /// Governance, treasury or administration of a protocol.
    Governance,
    /// The contract of a token.
    Token,
    /// A payment or payout service.
    Payment,
    /// A mixer.
    Mixer,
    /// An account that was reported for fraud.
    Phishing,
    /// Another service.
    Service,
}

/// Why a text is not a kind of label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a kind of label such as dex")]
pub struct ParseLabelKindError;

impl LabelKind {
    /// All kinds.
    pub const ALL: [Self; 14] = [
        Self::Exchange,
        Self::Dex,
        Self::Lending,
        Self::Bridge,
        Self::Staking,
        Self::Vault,
        Self::NftMarket,
        Self::Wallet,
        Self::Governance,
        Self::Token,
        Self::Payment,
        Self::Mixer,
        Self::Phishing,
        Self::Service,
    ];

    /// Returns the stable code that data files contain.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Exchange => "cex",
            Self::Dex => "dex",
            Self::Lending => "lending",
            Self::Bridge => "bridge",
            Self::Staking => "staking",
            Self::Vault => "vault",
            Self::NftMarket => "nft-market",
            Self::Wallet => "wallet",
            Self::Governance => "governance",
            Self::Token => "token",
            Self::Payment => "payment",
            Self::Mixer => "mixer",
            Self::Phishing => "phishing",
            Self::Service => "service",
        }
    }

    /// Returns whether it belongs to a protocol that people use by transactions.
    #[must_use]
    pub fn is_protocol(self) -> bool {
        matches!(
            self,
            Self::Dex | Self::Lending | Self::Bridge | Self::Staking | Self::Vault | Self::NftMarket | Self::Payment
        )
    }
}

impl FromStr for LabelKind {
    type Err = ParseLabelKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut kinds = Self::ALL.into_iter();
        kinds.find(|kind| kind.code() == text).ok_or(ParseLabelKindError)
    }
}

/// To whom an address belongs, by a public list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The chain.
    pub chain: ChainId,
    /// The address.
    pub address: Address,
    /// The owner for display: `Uniswap`.
    pub owner: String,
    /// What the address is used for.
    pub kind: LabelKind,
    /// The list that states it, with its revision.
    pub source: String,
    /// The day of that revision.
    pub date: Day,
}

impl Label {
    /// Returns the owner as the name of a protocol: lower case, with hyphens: `aave-v3`.
    #[must_use]
    pub fn slug(&self) -> String {
        let letters = self.owner.chars().map(|c| {
            if c.is_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        });
        let text: String = letters.collect();
        let words: Vec<&str> = text.split('-').filter(|word| !word.is_empty()).collect();
        words.join("-")
    }
}

/// The labels of addresses by chain. The table is incomplete: an address without a label may belong to a service too.
#[derive(Clone, Debug, Default)]
pub struct Labels(BTreeMap<ChainId, BTreeMap<Address, Label>>);

impl Labels {
    /// Makes the table of these rows. Of two rows for one address, the later one is kept.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = Label>) -> Self {
        let mut labels = Self::default();
        for row in rows {
            let of_chain = labels.0.entry(row.chain.clone()).or_default();
            of_chain.insert(row.address.clone(), row);
        }
        labels
    }

    /// Returns the label of an address on a chain, where known.
    #[must_use]
    pub fn of(&self, chain: &ChainId, address: &Address) -> Option<&Label> {
        self.0.get(chain)?.get(address)
    }

    /// Returns the number of labels.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(number: u64, owner: &str) -> Label {
        Label {
            chain: ChainId::evm(number),
            address: Address::evm([1; 20]),
            owner: owner.to_owned(),
            kind: LabelKind::Dex,
            source: "a list 1234".to_owned(),
            date: Day::of(crate::time::clock::Timestamp::from_seconds(0)),
        }
    }

    #[test]
    fn a_label_is_found_on_its_chain_only_and_the_last_row_counts() {
        let labels = Labels::new([label(1, "First"), label(1, "Second"), label(10, "Third")]);
        let owner = |number| {
            let label = labels.of(&ChainId::evm(number), &Address::evm([1; 20]));
            label.map(|label| label.owner.as_str())
        };
        assert_eq!([owner(1), owner(10), owner(56)], [Some("Second"), Some("Third"), None]);
        assert_eq!(labels.of(&ChainId::evm(1), &Address::evm([2; 20])), None);
        assert_eq!(labels.count(), 2);
    }

    #[test]
    fn codes_are_unique_and_parse() {
        for kind in LabelKind::ALL {
            assert_eq!(kind.code().parse(), Ok(kind));
        }
        assert_eq!("swap".parse::<LabelKind>(), Err(ParseLabelKindError));
    }

    #[test]
    fn a_slug_has_lower_case_words_and_hyphens() {
        assert_eq!(label(1, "Aave v3").slug(), "aave-v3");
        assert_eq!(label(1, "1inch (Labs)").slug(), "1inch-labs");
        assert_eq!(label(1, "LI.FI").slug(), "li-fi");
    }
}
