//! What is missing from a valuation although every account was read.

use std::collections::BTreeSet;

use ports::{ChainId, PositionPlace, WalletId};

use crate::valuation::{
    filter::Filter,
    inputs::unread::{FROM_FILES, UnreadWallet},
};

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
            section: _,
        } = filter;
        let on_chain = |of: &ChainId| chain.as_ref().is_none_or(|chain| chain == of);
        let of_wallet = |of: WalletId| address.is_none() && wallet.is_none_or(|wallet| wallet == of);
        let is_selected = |one: &UnreadWallet| match address {
            // Of wallets without an address it is not known whether they have this one.
            Some(address) => one.problem.code == FROM_FILES && one.address == address.as_str(),
            None => of_wallet(one.wallet),
        };
        self.unread
            .retain(|one| is_selected(one) && chain.as_ref().is_none_or(|chain| one.may_be_on(chain)));
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

/// A chain on which not every token is looked for, or a protocol there that was not read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NotLookedFor {
    /// The chain it concerns, if it concerns one.
    pub chain: ChainId,
    /// Name of the chain.
    pub chain_name: String,
    /// The protocol that was not read; `None` where tokens are not looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<PositionPlace>,
    /// Stable code: [`UNLISTED_TOKENS`], [`UNREAD_PROTOCOL`], or the code of the failure of a list or explorer.
    pub code: String,
    /// The reason as a sentence to show.
    pub text: String,
}

/// The code for a chain on which no source names tokens that are on no list.
pub const UNLISTED_TOKENS: &str = "unlisted_tokens";
/// The code for a protocol whose contracts do not answer as they must.
pub const UNREAD_PROTOCOL: &str = "unread_protocol";
