//! The transactions of a person's accounts that wait for a block. No balance and no entry contains them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, btree_map::Entry},
};

use ports::{
    AccountId, AccountState, Address, Amount, AssetId, Chain, ChainId, EntryId, StorageError, Timestamp, TransactionId,
    chain::{NativeAsset, WaitingTransaction},
};

use crate::ledger::{
    Ledgers,
    book::{Book, BookOwner, conditions::EntryConditions},
    search::party::Party,
};

/// The transactions of a search's wallets and networks that wait for a block.
#[derive(Clone, Debug, Default)]
pub struct WaitingLines {
    /// Those that the sources list, the newest first.
    pub lines: Vec<WaitingLine>,
    /// How many more the sources state, for each account.
    pub unlisted: u64,
}

/// A transaction of a wallet that waits for a block.
#[derive(Clone, Debug)]
pub struct WaitingLine {
    /// The wallet.
    pub wallet: Party,
    /// The chain.
    pub chain: ChainId,
    /// The transaction.
    pub transaction: TransactionId,
    /// Its page at the chain's explorer.
    pub url: Option<String>,
    /// The chain's native asset.
    pub asset: AssetId,
    /// Its symbol.
    pub symbol: String,
    /// What the wallet will have more, negative where less, in whole units; `None` where that is not known exactly.
    pub change: Option<Amount>,
    /// When a source first listed it.
    pub seen_at: Timestamp,
    /// When the account was last read.
    pub as_of: Timestamp,
}

impl Ledgers {
    /// Returns what waits in the wallets and networks of a search, whatever its other conditions.
    pub(in crate::ledger) async fn waiting(
        &self,
        owner: &BookOwner,
        book: &Book,
        conditions: &EntryConditions,
    ) -> Result<WaitingLines, StorageError> {
        // Visitors see what is final.
        if owner.user.is_none() {
            return Ok(WaitingLines::default());
        }
        let names = self.names(book, owner);
        let accounts = book.accounts.iter();
        let accounts: Vec<AccountId> = accounts
            .filter(|account| is_wanted(book, conditions, account))
            .cloned()
            .collect();
        let states = self.ports.stores.accounts.states(&accounts).await?;
        let mut unlisted: u64 = 0;
        // A transaction of several addresses of an extended key is one line.
        let mut found: BTreeMap<(Address, TransactionId), WaitingLine> = BTreeMap::new();
        for state in &states {
            let chain = self.ports.chains.get(&state.id.chain);
            let native = chain.and_then(|chain| Some((chain, chain.native.as_ref()?)));
            let Some((chain, as_of)) = native.zip(state.read_at) else {
                continue;
            };
            let AccountState { id, waiting, .. } = state;
            let listed = u64::try_from(waiting.listed.len()).unwrap_or(u64::MAX);
            unlisted = unlisted.saturating_add(waiting.count.saturating_sub(listed));
            let wallet = book.wallet(&id.address);
            for one in waiting.listed.iter().filter(|one| !has_entry(book, id, &one.id)) {
                let line = line(chain, names.party(&id.chain, &id.address), one, as_of);
                match found.entry((wallet.clone(), one.id.clone())) {
                    Entry::Occupied(mut known) => known.get_mut().join(&line),
                    Entry::Vacant(place) => drop(place.insert(line)),
                }
            }
        }
        let mut lines: Vec<WaitingLine> = found.into_values().collect();
        lines.sort_by_key(|line| Reverse(line.seen_at));
        Ok(WaitingLines { lines, unlisted })
    }
}

fn is_wanted(book: &Book, conditions: &EntryConditions, account: &AccountId) -> bool {
    let EntryConditions { wallets, chains, .. } = conditions;
    let wallet = book.wallet(&account.address);
    (chains.is_empty() || chains.contains(&account.chain))
        && (wallets.is_empty() || wallets.iter().any(|wanted| book.wallet(wanted) == wallet))
}

/// Returns whether the history knows the transaction already, because it was read after the account.
fn has_entry(book: &Book, account: &AccountId, transaction: &TransactionId) -> bool {
    let id = EntryId {
        account: account.clone(),
        transaction: transaction.clone(),
    };
    book.position(&id).is_some()
}

fn line(
    (chain, native): (&Chain, &NativeAsset),
    wallet: Party,
    one: &WaitingTransaction,
    as_of: Timestamp,
) -> WaitingLine {
    let decimals = native.metadata.decimals;
    let change = decimals.and_then(|decimals| {
        let (received, spent) = (one.received.in_units(decimals), one.spent.in_units(decimals));
        received.ok()?.sub(spent.ok()?).ok()
    });
    WaitingLine {
        wallet,
        chain: chain.id.clone(),
        transaction: one.id.clone(),
        url: chain
            .explorer
            .as_ref()
            .map(|explorer| explorer.transaction.replace("{}", &one.id.to_string())),
        asset: native.id.clone(),
        symbol: native.metadata.symbol.clone(),
        change,
        seen_at: one.seen_at,
        as_of,
    }
}

impl WaitingLine {
    /// Adds what the transaction changes at another address of the wallet.
    fn join(&mut self, other: &Self) {
        let both = self.change.zip(other.change);
        self.change = both.and_then(|(one, other)| one.add(other).ok());
        self.seen_at = self.seen_at.min(other.seen_at);
        self.as_of = self.as_of.min(other.as_of);
    }
}
