//! What is missing although every account answered.

use std::collections::BTreeSet;

use ports::{ChainId, WalletId};

use crate::valuation::{filter::Filter, inputs::unread::UnreadWallet};

/// What is missing although every account answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Missed {
    /// Wallets that are not read, in the person's order.
    pub unread: Vec<UnreadWallet>,
    /// Chains on which not everything is looked for, in their order.
    pub not_looked_for: Vec<NotLookedFor>,
    /// Extended public keys that are still searched for used addresses.
    pub scanning: Vec<KeyScan>,
}

impl Missed {
    /// Keeps what is missing of the accounts that a filter names, which are on these chains.
    pub fn narrow(&mut self, filter: &Filter, chains: &BTreeSet<&ChainId>) {
        let Filter {
            asset: _,
            chain,
            address,
            wallet,
            kind: _,
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

/// An extended public key that is still searched for used addresses.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeyScan {
    /// Whose key it is.
    pub wallet: WalletId,
    /// Where its addresses are.
    pub chain: ChainId,
}

/// A chain on which not everything is looked for.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NotLookedFor {
    /// Which chain.
    pub chain: ChainId,
    /// Name of the chain.
    pub chain_name: String,
    /// Stable code: [`UNLISTED_TOKENS`], or that of the failure of whom was asked.
    pub code: String,
    /// A sentence for people.
    pub text: String,
}

/// Nothing names the tokens of a chain that are on no list.
pub const UNLISTED_TOKENS: &str = "unlisted_tokens";
