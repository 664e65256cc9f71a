//! The rows of networks, kinds of positions and wallets.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Address, Amount, ChainId, PositionKind, Ratio, Snapshot, Timestamp, Wallet, name::ReverseName};

use crate::valuation::{
    compute::{
        fold::Folded,
        holding::{Holding, Outcome, known, owned},
    },
    inputs::{
        missed::KeyScan,
        types::{AccountInput, Inputs},
    },
};

/// The row of a network.
#[derive(Clone, Debug)]
pub struct NetworkLine {
    /// The chain it concerns, if it concerns one.
    pub chain: ChainId,
    /// The known value on the chain.
    pub value: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
    /// How many holdings have a value.
    pub priced: u32,
    /// How many holdings have none.
    pub unpriced: u32,
    /// How many accounts have not answered yet.
    pub reading: u32,
}

/// The row of a kind of position.
#[derive(Clone, Debug)]
pub struct KindLine {
    /// The kind.
    pub kind: PositionKind,
    /// The known value of these positions.
    pub value: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
    /// How many holdings have a value.
    pub priced: u32,
    /// How many holdings have none.
    pub unpriced: u32,
}

/// A network on which nothing that counts was found.
#[derive(Clone, Debug)]
pub struct QuietNetwork {
    /// The chain it concerns, if it concerns one.
    pub chain: ChainId,
    /// How many accounts were read there.
    pub accounts: u32,
    /// Whether tokens were not looked for in some of the accounts, because they show no activity.
    pub probed: bool,
    /// When the oldest of the readings was made.
    pub checked_at: Timestamp,
    /// The block number of that reading.
    pub block: u64,
}

/// The row of a wallet.
#[derive(Clone, Debug)]
pub struct WalletLine {
    /// The wallet.
    pub wallet: Wallet,
    /// The name that its address claims and that resolves back to it, for a wallet without a name.
    pub reverse_name: Option<ReverseName>,
    /// The known value in the wallet.
    pub value: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
    /// How many holdings have a value.
    pub priced: u32,
    /// How many holdings have none.
    pub unpriced: u32,
    /// How many accounts have not answered yet.
    pub reading: u32,
    /// When the oldest reading of its accounts that hold something was made, or of all of them where none does; `None` until something
    /// was read.
    pub read_at: Option<Timestamp>,
    /// Value per chain, the most valuable first, with its fraction of what is priced in the wallet.
    pub chains: Vec<(ChainId, Option<Amount>, Option<Ratio>)>,
}

fn counts<'a>(holdings: impl Iterator<Item = &'a Holding>) -> (u32, u32) {
    holdings.fold((0, 0), |(priced, unpriced), holding| match holding.outcome {
        Outcome::Valued { .. } | Outcome::Unconverted(_) => (priced + 1, unpriced),
        Outcome::Gap(_) => (priced, unpriced + 1),
        Outcome::Hidden(_) => (priced, unpriced),
    })
}

fn reading(inputs: &Inputs, fits: impl Fn(&AccountId) -> bool) -> u32 {
    let waiting = inputs
        .accounts
        .iter()
        .filter(|one| one.is_being_read() && fits(&one.id));
    u32::try_from(waiting.count()).unwrap_or(u32::MAX)
}

/// Returns how many extended public keys that `fits` accepts are still being scanned.
fn scanning(inputs: &Inputs, fits: impl Fn(&KeyScan) -> bool) -> u32 {
    let scanning = inputs.missed.scanning.iter().filter(|scan| fits(scan));
    u32::try_from(scanning.count()).unwrap_or(u32::MAX)
}

/// Returns one row per network, in the order of the chains, without those where nothing is held and nothing is being
/// read.
pub fn network_lines(inputs: &Inputs, folded: &Folded) -> Vec<NetworkLine> {
    let mut by_chain: BTreeMap<&ChainId, Vec<&Holding>> = BTreeMap::new();
    for holding in &folded.holdings {
        by_chain.entry(&holding.account.chain).or_default().push(holding);
    }
    let on = |chain: &ChainId| by_chain.get(chain).into_iter().flatten().copied();
    let lines = inputs.chains.all().iter().map(|chain| {
        let value = known(on(&chain.id));
        let (priced, unpriced) = counts(on(&chain.id));
        let scanning = scanning(inputs, |scan| scan.chain == chain.id);
        let reading = reading(inputs, |account| account.chain == chain.id).saturating_add(scanning);
        NetworkLine {
            chain: chain.id.clone(),
            value,
            share: folded.share(value),
            priced,
            unpriced,
            reading,
        }
    });
    lines
        .filter(|line| line.priced + line.unpriced + line.reading > 0)
        .collect()
}

/// Returns one row per kind of position, in the order of their numbers, without those of which nothing is held.
pub fn kind_lines(folded: &Folded) -> Vec<KindLine> {
    let line = |kind: PositionKind| {
        let held = || folded.holdings.iter().filter(move |one| one.kind == kind);
        kind_line(kind, held, |value| folded.share(value))
    };
    let lines = PositionKind::ALL.into_iter().map(line);
    lines.filter(|line| line.priced + line.unpriced > 0).collect()
}

/// Returns the row of a kind of position. `held` are the holdings of this kind.
pub fn kind_line<'a, H: Iterator<Item = &'a Holding>>(
    kind: PositionKind,
    held: impl Fn() -> H,
    share: impl Fn(Option<Amount>) -> Option<Ratio>,
) -> KindLine {
    let (priced, unpriced) = counts(held());
    let value = known(held());
    KindLine {
        kind,
        value,
        share: share(value),
        priced,
        unpriced,
    }
}

/// Returns the networks on which every account was read and holds nothing, in the order of the chains. Hidden holdings
/// count as nothing here too, because otherwise such a network would appear neither here nor among the others.
pub fn quiet_networks(inputs: &Inputs, folded: &Folded) -> Vec<QuietNetwork> {
    let shown = folded
        .holdings
        .iter()
        .filter(|one| !matches!(one.outcome, Outcome::Hidden(_)));
    let holding: BTreeSet<&AccountId> = shown.map(|one| &one.account).collect();
    let quiet = |chain: &ChainId| {
        let all = inputs.accounts.iter().filter(|account| account.id.chain == *chain);
        let snapshots = all
            .map(|account| empty(account, &holding))
            .collect::<Option<Vec<_>>>()?;
        let oldest = snapshots.iter().min_by_key(|snapshot| snapshot.taken_at)?;
        Some(QuietNetwork {
            chain: chain.clone(),
            accounts: u32::try_from(snapshots.len()).unwrap_or(u32::MAX),
            probed: snapshots.iter().any(|snapshot| snapshot.probe),
            checked_at: oldest.taken_at,
            block: oldest.block.number,
        })
    };
    inputs
        .chains
        .all()
        .iter()
        .filter_map(|chain| quiet(&chain.id))
        .collect()
}

/// Returns the snapshot of an account that was read and holds nothing visible.
fn empty<'a>(account: &'a AccountInput, holding: &BTreeSet<&AccountId>) -> Option<&'a Snapshot> {
    let snapshot = account.snapshot.as_ref().filter(|_| account.failure.is_none())?;
    let empty = !holding.contains(&account.id) && snapshot.unreadable.is_empty() && !account.partial;
    empty.then_some(snapshot)
}

/// The holdings of a set of accounts, summed.
pub struct Held {
    pub value: Option<Amount>,
    pub share: Option<Ratio>,
    pub priced: u32,
    pub unpriced: u32,
    pub reading: u32,
    pub read_at: Option<Timestamp>,
    pub chains: Vec<(ChainId, Option<Amount>, Option<Ratio>)>,
}

/// Returns the row of a wallet.
pub fn wallet_line(inputs: &Inputs, folded: &Folded, wallet: &Wallet) -> WalletLine {
    let Held {
        value,
        share,
        priced,
        unpriced,
        reading,
        read_at,
        chains,
    } = held(inputs, folded, |account| inputs.is_of_wallet(wallet, account));
    WalletLine {
        wallet: wallet.clone(),
        reverse_name: None,
        value,
        share,
        priced,
        unpriced,
        reading: reading.saturating_add(scanning(inputs, |scan| scan.wallet == wallet.id)),
        read_at,
        chains,
    }
}

/// Returns the holdings at an address, summed.
pub fn held_at(inputs: &Inputs, folded: &Folded, address: &Address) -> Held {
    held(inputs, folded, |account| inputs.chains.is_at(address, account))
}

/// Returns the holdings of the accounts that `own` accepts, summed.
fn held(inputs: &Inputs, folded: &Folded, own: impl Fn(&AccountId) -> bool) -> Held {
    let holdings: Vec<&Holding> = folded.holdings.iter().filter(|holding| own(&holding.account)).collect();
    let holdings = || holdings.iter().copied();
    let whole = known(holdings());
    let in_all = owned(holdings().filter_map(Holding::valued));
    let (priced, unpriced) = counts(holdings());
    let shown = holdings().filter(|holding| !matches!(holding.outcome, Outcome::Hidden(_)));
    let chains: BTreeSet<_> = shown.map(|holding| holding.account.chain.clone()).collect();
    let mut chains: Vec<_> = chains
        .into_iter()
        .map(|chain| {
            let value = known(holdings().filter(|holding| holding.account.chain == chain));
            let part = value.filter(|value| !value.is_negative());
            let share = part.zip(in_all).and_then(|(part, all)| Ratio::of(part, all));
            (chain, value, share)
        })
        .collect();
    chains.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Held {
        value: whole,
        share: folded.share(whole),
        priced,
        unpriced,
        read_at: oldest_reading(inputs, |account| {
            own(account) && chains.iter().any(|(chain, ..)| *chain == account.chain)
        })
        .or_else(|| oldest_reading(inputs, &own)),
        reading: reading(inputs, own),
        chains,
    }
}

/// Returns when the oldest of the newest readings of the accounts that `fits` accepts was made.
fn oldest_reading(inputs: &Inputs, fits: impl Fn(&AccountId) -> bool) -> Option<Timestamp> {
    let accounts = inputs.accounts.iter().filter(|one| fits(&one.id));
    accounts.filter_map(|one| Some(one.snapshot.as_ref()?.taken_at)).min()
}
