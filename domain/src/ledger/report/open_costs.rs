//! The costs that are missing or assumed, and which entries repair them.

use std::cmp::Reverse;

use ports::{Amount, AssetId, ChainId, Currency, EntryId, Timestamp};

use crate::{
    accounting::{Exact, Movement, MovementRole, MovementValue, PartialSum},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::{BookBasis, CostBasisText, CostBuilder, EventMovements},
        table::pricing::no_price_then,
    },
    parallel::{PART, par_map},
    reason::Reason,
};

/// The most entries of each kind that are listed.
const MOST_LISTED: usize = 50;

/// The costs that are missing or assumed.
#[derive(Clone, Debug)]
pub struct OpenCosts {
    /// What has no known cost, the newest first.
    pub missing: Vec<OpenCost>,
    /// How many have none.
    pub missing_count: usize,
    /// How many have none yet, because the price that they count at is requested or is not published. They are not listed: there is
    /// nothing to repair.
    pub awaited_count: usize,
    /// What arrived from elsewhere and counts at what it was worth then, the most valuable first.
    pub assumed: Vec<OpenCost>,
    /// How many are assumed.
    pub assumed_count: usize,
    /// What all of these were worth.
    pub assumed_value: PartialSum,
    /// The currency.
    pub currency: Currency,
}

/// An amount of an entry whose cost is missing or assumed.
#[derive(Clone, Debug)]
pub struct OpenCost {
    /// The entry at which it is repaired.
    pub entry: EntryId,
    /// When.
    pub time: Timestamp,
    /// The chain.
    pub chain: ChainId,
    /// The asset.
    pub asset: AssetId,
    /// Its symbol; empty where unknown.
    pub symbol: String,
    /// How much, in whole units.
    pub quantity: Amount,
    /// What it is assumed to have cost; `None` where the cost is missing.
    pub assumed: Option<Amount>,
    /// Why the cost is missing; `None` where it is assumed.
    pub reason: Option<Reason>,
}

/// Collects costs of a book.
struct OpenCostList<'a> {
    book: &'a Book,
    basis: &'a BookBasis,
    found: OpenCosts,
}

impl Ledgers {
    /// Returns the costs of the caller's entries that are missing or assumed.
    pub async fn open_costs(&self, caller: &Caller, currency: &Currency) -> Result<OpenCosts, LedgerError> {
        let owner = self.owner(caller).await?;
        self.open_costs_of(&owner, currency).await
    }

    /// Returns the costs of an owner's entries that are missing or assumed.
    pub(crate) async fn open_costs_of(&self, owner: &BookOwner, currency: &Currency) -> Result<OpenCosts, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let basis = self.books.basis(&self.ports, owner, &book, currency).await?;
        let list = OpenCostList {
            book: &book,
            basis: &basis,
            found: OpenCosts {
                missing: Vec::new(),
                missing_count: 0,
                awaited_count: 0,
                assumed: Vec::new(),
                assumed_count: 0,
                assumed_value: PartialSum::ZERO,
                currency: currency.clone(),
            },
        };
        Ok(list.collected())
    }
}

impl OpenCostList<'_> {
    fn collected(mut self) -> OpenCosts {
        self.add_departures();
        self.add_arrivals();
        let found = &mut self.found;
        found.missing_count = found.missing.len();
        found.assumed_count = found.assumed.len();
        found.missing.sort_by_key(|one| Reverse(one.time));
        found.assumed.sort_by_key(|one| Reverse(one.assumed));
        found.missing.truncate(MOST_LISTED);
        found.assumed.truncate(MOST_LISTED);
        self.found
    }

    /// Adds what left without having arrived.
    fn add_departures(&mut self) {
        let costs = CostBuilder {
            book: self.book,
            basis: self.basis,
        };
        for row in 0..self.book.rows.len() {
            let gap = costs.row_gap(row).filter(|gap| self.is_listed(&gap.asset));
            if let Some((gap, own)) = gap.zip(self.book.rows.get(row)) {
                self.found.missing.push(OpenCost {
                    time: own.entry.time,
                    chain: own.entry.id.account.chain.clone(),
                    entry: own.entry.id,
                    asset: gap.asset,
                    symbol: gap.symbol,
                    quantity: gap.quantity,
                    assumed: None,
                    reason: Some(gap.reason),
                });
            }
        }
    }

    /// Adds what arrived from elsewhere: at an assumed cost, or at none because its price is not known.
    fn add_arrivals(&mut self) {
        let builder = self.basis.builder(self.book);
        for (part, events) in self.basis.events.chunks(PART).enumerate() {
            let built = par_map(events, |place, event| builder.event(part * PART + place, event));
            for (event, movements) in events.iter().zip(&built) {
                self.add_event(usize::try_from(event.row).unwrap_or(usize::MAX), movements);
            }
        }
    }

    fn add_event(&mut self, row: usize, event: &EventMovements) {
        for movement in event.moved.iter().filter(|one| one.role == MovementRole::In) {
            let is_unknown = movement.value == MovementValue::Unknown;
            if !movement.is_assumed && !is_unknown {
                continue;
            }
            let assumed = movement.total().ok().flatten();
            let Some(open) = self.open(row, movement, assumed) else {
                continue;
            };
            if assumed.is_some() {
                self.found.assumed_value.add(assumed);
                self.found.assumed.push(open);
            } else if open.reason.as_ref().is_some_and(Reason::is_awaited) {
                self.found.awaited_count += 1;
            } else {
                self.found.missing.push(open);
            }
        }
    }

    fn open(&self, row: usize, movement: &Movement, assumed: Option<Exact>) -> Option<OpenCost> {
        let tables = &self.basis.tables;
        let asset = &tables.of_number(movement.asset)?.asset;
        if assumed.is_none() && !self.is_listed(asset) {
            return None;
        }
        let entry = self.book.rows.get(row)?.entry;
        Some(OpenCost {
            time: movement.time,
            chain: asset.chain(),
            symbol: tables.ledger.symbol(movement.asset).to_owned(),
            asset: asset.clone(),
            quantity: movement.quantity.amount(),
            assumed: assumed.map(Exact::amount),
            reason: assumed.is_none().then(|| self.why_missing(&entry.id, movement)),
            entry: entry.id,
        })
    }

    /// Returns why an amount that arrived has no cost.
    fn why_missing(&self, entry: &EntryId, movement: &Movement) -> Reason {
        let costs = CostBuilder {
            book: self.book,
            basis: self.basis,
        };
        match costs.value_basis(entry, movement) {
            CostBasisText::Unknown(why) | CostBasisText::Unconverted(why) => why,
            CostBasisText::Price(_) | CostBasisText::Entered => no_price_then(movement.time),
        }
    }

    /// Returns whether somebody lists an asset. Tokens that nobody lists are mostly spam, of which no cost is missing.
    fn is_listed(&self, asset: &AssetId) -> bool {
        self.book.assets.get(asset).is_some_and(|asset| asset.listed)
    }
}
