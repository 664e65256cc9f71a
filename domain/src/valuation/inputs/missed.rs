//! What is missing from a valuation although every account was read.

use std::collections::BTreeSet;

use ports::{ChainId, WalletId};

use crate::valuation::{filter::Filter, inputs::unread::UnreadWallet};

/// What is missing from a valuation although every account was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Missed {
    /// Wallets that are not read, in the user's order.
    pub unread: Vec<UnreadWallet>,
    /// Chains where not every token is looked for, in their configured order.
    pub not_looked_for: Vec<NotLookedFor>,
    /// Extended public keys that are still being scanned for used addresses.
    pub scanning: Vec<KeyScan>,
}

impl Missed {
    /// Keeps only what concerns the accounts that a filter selects. `chains` are the chains of these accounts.
    pub fn narrow(&mut self, filter: &Filter, chains: &BTreeSet<&ChainId>) {
        let Filter {
            asset: _,
            chain,
            address,
            wallet,
            kind: _,
            place: _,
        } = filter;
        let on_chain = |of: &ChainId| chain.as_ref().is_none_or(|chain| chain == of);
        let of_wallet = |of: WalletId| address.is_none() && wallet.is_none_or(|wallet| wallet == of);
        self.unread
            .retain(|one| of_wallet(one.wallet) && chain.as_ref().is_none_or(|chain| one.may_be_on(chain)));
        self.scanning
            .retain(|one| of_wallet(one.wallet) && on_chain(&one.chain));
        self.not_looked_for.retain(|one| chains.contains(&one.chain));
    }
}

/// An extended public key that is still being scanned for used addresses.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeyScan {
    /// The wallet of the key.
    pub wallet: WalletId,
    /// The chain of its addresses.
    pub chain: ChainId,
}

/// A chain on which not every token is looked for.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NotLookedFor {
    /// The chain it concerns, if it concerns one.
    pub chain: ChainId,
    /// Name of the chain.
    pub chain_name: String,
    /// Stable code: [`UNLISTED_TOKENS`], or the code of the failure of a list or explorer.
    pub code: String,
    /// The reason as a sentence to show.
    pub text: String,
}

/// The code for a chain on which no source names tokens that are on no list.
pub const UNLISTED_TOKENS: &str = "unlisted_tokens";
