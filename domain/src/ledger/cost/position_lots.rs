//! Which amounts of an entry became something else and keep their lots: deposits, withdrawals, continued assets.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    Address, AssetId, ChainId, Entry,
    entry::{EntryKind, LegRole},
};

use crate::{
    accounting::MovementKind,
    ledger::{
        book::Book,
        cost::{
            pairing::{ConvertedAmount, LegAmount, Pairing},
            tables::BookTables,
        },
    },
};

/// The decoder of contracts that pay rewards with every deposit and withdrawal.
const FARM: &str = "farm";

/// Where something is deposited: at a protocol, or else at a contract.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DepositPlace {
    chain: ChainId,
    at: ProtocolOrContract,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ProtocolOrContract {
    Protocol(String),
    Contract(Address),
}

/// What is known of the deposits of a book.
#[derive(Debug, Default)]
pub struct PositionIndex {
    /// The assets that stand for what was deposited without a token in return, by place and pool.
    without_token: BTreeMap<(DepositPlace, u32), u32>,
    /// The pools that were deposited for a token, by the pool of the token.
    of_tokens: BTreeMap<u32, BTreeSet<u32>>,
}

impl DepositPlace {
    fn of(entry: &Entry) -> Option<Self> {
        let protocol = entry.protocol.clone().map(ProtocolOrContract::Protocol);
        let contract = || entry.counterparty.clone().map(ProtocolOrContract::Contract);
        Some(Self {
            chain: entry.id.account.chain.clone(),
            at: protocol.or_else(contract)?,
        })
    }

    fn name(&self) -> String {
        match &self.at {
            ProtocolOrContract::Protocol(name) => name.clone(),
            ProtocolOrContract::Contract(address) => address.short(),
        }
    }
}

/// How an entry may convert something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PositionChange {
    Deposit,
    Withdrawal,
}

impl PositionChange {
    fn of(kind: EntryKind) -> Option<Self> {
        match kind {
            EntryKind::Deposit | EntryKind::Stake => Some(Self::Deposit),
            EntryKind::Withdraw | EntryKind::Unstake => Some(Self::Withdrawal),
            _ => None,
        }
    }
}

impl PositionIndex {
    /// Reads the deposits of a book, and adds an asset for each place and pool that gave no token.
    pub fn load(book: &Book, tables: &mut BookTables) -> Self {
        let mut index = Self::default();
        for place in (0..book.rows.len()).rev() {
            let is_deposit = |kind| PositionChange::of(kind) == Some(PositionChange::Deposit);
            if !book.rows.kind(place).is_some_and(is_deposit) {
                continue;
            }
            let Some(row) = book.rows.get(place).filter(|row| row.partner.is_none()) else {
                continue;
            };
            let pairing = tables.paired(&[&row.entry]);
            let [left] = pairing.out.as_slice() else { continue };
            match token_of(&row.entry, &pairing.into, tables) {
                DepositReceipt::For(token) => {
                    index.of_tokens.entry(token.pool).or_default().insert(left.pool);
                }
                DepositReceipt::WithoutToken => index.add(&row.entry, left, tables),
                DepositReceipt::Unclear => {}
            }
        }
        index
    }

    fn add(&mut self, entry: &Entry, left: &LegAmount, tables: &mut BookTables) {
        let Some(place) = DepositPlace::of(entry) else { return };
        if let std::collections::btree_map::Entry::Vacant(vacant) = self.without_token.entry((place, left.pool))
            && let Some(number) = tables.add_position(left.asset, &vacant.key().0.name())
        {
            vacant.insert(number);
        }
    }

    /// Returns the asset that stands for what was deposited at the place of an entry.
    fn position(&self, entry: &Entry, pool: u32) -> Option<u32> {
        self.without_token.get(&(DepositPlace::of(entry)?, pool)).copied()
    }

    /// Takes the deposits and withdrawals of an entry out of its pairing.
    pub fn take(&self, entry: &Entry, pairing: &mut Pairing, tables: &BookTables) {
        let found = match PositionChange::of(entry.kind) {
            Some(PositionChange::Deposit) => self.deposit(entry, pairing, tables).into_iter().collect(),
            Some(PositionChange::Withdrawal) => self.withdrawals(entry, pairing),
            None => Vec::new(),
        };
        if !found.is_empty() {
            pairing.out.clear();
            pairing
                .into
                .retain(|one| found.iter().all(|found| found.became != *one));
            (pairing.conversions, pairing.pays_rewards) = (found, true);
        }
    }

    fn deposit(&self, entry: &Entry, pairing: &Pairing, tables: &BookTables) -> Option<ConvertedAmount> {
        let [left] = pairing.out.as_slice() else { return None };
        let became = match token_of(entry, &pairing.into, tables) {
            DepositReceipt::For(token) => token,
            DepositReceipt::WithoutToken => left.in_position(self.position(entry, left.pool)?),
            DepositReceipt::Unclear => return None,
        };
        Some(ConvertedAmount {
            kind: MovementKind::Commit,
            left: *left,
            became,
        })
    }

    fn withdrawals(&self, entry: &Entry, pairing: &Pairing) -> Vec<ConvertedAmount> {
        let redeemed = |left, became| ConvertedAmount {
            kind: MovementKind::Redeem,
            left,
            became,
        };
        let into = &pairing.into;
        match pairing.out.as_slice() {
            [] => {
                let position = |arrived: &LegAmount| {
                    let number = self.position(entry, arrived.pool)?;
                    Some(redeemed(arrived.in_position(number), *arrived))
                };
                into.iter().filter_map(position).collect()
            }
            [token] => {
                let deposited = self.of_tokens.get(&token.pool);
                let is_known = |one: &&LegAmount| deposited.is_some_and(|pools| pools.contains(&one.pool));
                let mut known = into.iter().filter(is_known);
                let returned = match (into.as_slice(), known.next(), known.next()) {
                    ([only], ..) => Some(only),
                    (_, Some(known), None) => Some(known),
                    _ => None,
                };
                returned
                    .map(|returned| redeemed(*token, *returned))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

impl LegAmount {
    /// Returns the amount as the asset that stands for a position.
    fn in_position(self, number: u32) -> Self {
        Self {
            asset: number,
            pool: number,
            ..self
        }
    }
}

/// Takes an asset that continues as another one out of the pairing of an entry.
pub fn take_continuation(book: &Book, pairing: &mut Pairing, tables: &BookTables) -> Option<ConvertedAmount> {
    let ([left], [became]) = (pairing.out.as_slice(), pairing.into.as_slice()) else {
        return None;
    };
    let last = |amount: &LegAmount| -> Option<&AssetId> {
        let asset = &tables.of_number(amount.asset)?.asset;
        Some(book.continued_as.get(asset).unwrap_or(asset))
    };
    if last(left)? != last(became)? {
        return None;
    }
    let conversion = ConvertedAmount {
        kind: MovementKind::Continue,
        left: *left,
        became: *became,
    };
    (pairing.out, pairing.into) = (Vec::new(), Vec::new());
    Some(conversion)
}

/// What was given for a deposit.
enum DepositReceipt {
    /// This token.
    For(LegAmount),
    /// Nothing.
    WithoutToken,
    /// Several things, one of which may be a token.
    Unclear,
}

/// Returns which of the arrived amounts was given for a deposit: the one that was created for the account, or else the only one.
/// What contracts with rewards pay out besides is none.
fn token_of(entry: &Entry, into: &[LegAmount], tables: &BookTables) -> DepositReceipt {
    let is_created = |amount: &&LegAmount| {
        let mut legs = entry.legs.iter().filter(|leg| leg.role == LegRole::In);
        legs.any(|leg| {
            let contract = leg.asset.contract();
            let is_creator = |other: &Address| {
                other.evm_bytes() == Some([0; 20]) || contract.as_ref().is_some_and(|contract| contract == other)
            };
            tables.asset(leg) == Some(amount.asset) && leg.counterparty.as_ref().is_some_and(is_creator)
        })
    };
    let mut created = into.iter().filter(is_created);
    match (into, created.next(), created.next()) {
        ([], ..) => DepositReceipt::WithoutToken,
        (_, Some(created), None) => DepositReceipt::For(*created),
        (_, None, _) if entry.decoder == FARM => DepositReceipt::WithoutToken,
        ([only], None, _) => DepositReceipt::For(*only),
        _ => DepositReceipt::Unclear,
    }
}
