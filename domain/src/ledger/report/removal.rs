//! Which gains change when a wallet is removed.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, Currency, EntryId, Timestamp};

use crate::{
    account::PersonAccounts,
    accounting::PartialSum,
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::{BookBasis, LedgerRates},
    },
    wallet::is_named,
};

/// The most changes that are listed.
const MOST_LISTED: usize = 10;

/// Which gains of the remaining wallets change when a wallet is removed.
#[derive(Clone, Debug)]
pub struct RemovalEffects {
    /// The currency of gains.
    pub currency: Currency,
    /// How many gains change.
    pub changed: usize,
    /// The newest of them.
    pub newest: Vec<ChangedGain>,
}

/// A gain that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedGain {
    /// The entry that realizes it.
    pub entry: EntryId,
    /// When.
    pub time: Timestamp,
    /// The symbol of its asset.
    pub symbol: String,
    /// The gain now; `None` where there is none, or where it is not known.
    pub before: Option<Amount>,
    /// The gain without the wallet.
    pub after: Option<Amount>,
}

/// The known gains of a row by asset and symbol.
type RowGains = BTreeMap<(AssetId, String), PartialSum>;

impl Ledgers {
    /// Returns which gains of the caller's other wallets change when the wallet is removed that this text names.
    pub async fn removal_effects(
        &self,
        caller: &Caller,
        wallet: &str,
        currency: &Currency,
    ) -> Result<RemovalEffects, LedgerError> {
        let mut person = PersonAccounts::load(&self.ports, caller.user).await?;
        let before = person.wallets.len();
        person.wallets.retain(|row| !is_named(row, wallet));
        if person.wallets.len() == before {
            return Err(LedgerError::NotFound);
        }
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        let basis = self.books.basis(&self.ports, &owner, &book, currency).await?;
        let rest = self.owner_of(caller, person).await?;
        let (rest_book, rest_basis) = self.unkept(&rest, currency).await?;
        let mut changed = changes((&book, &basis), (&rest_book, &rest_basis));
        changed.sort_by_key(|one| std::cmp::Reverse(one.time));
        let count = changed.len();
        changed.truncate(MOST_LISTED);
        Ok(RemovalEffects {
            currency: currency.clone(),
            changed: count,
            newest: changed,
        })
    }

    /// Returns the book of an owner and its cost basis, which are needed once.
    async fn unkept(&self, owner: &BookOwner, currency: &Currency) -> Result<(Book, BookBasis), LedgerError> {
        let heads = self.ports.stores.entries.heads(&owner.accounts).await?;
        let book = Book::load(&self.ports, owner, heads).await?;
        let rates = LedgerRates::load(&self.ports, &book, currency).await?;
        let basis = BookBasis::of(&book, rates, owner.rules);
        Ok((book, basis))
    }
}

/// Returns the gains of the rows of the smaller book that are others in the larger one.
fn changes((whole, whole_basis): (&Book, &BookBasis), (rest, rest_basis): (&Book, &BookBasis)) -> Vec<ChangedGain> {
    let ids: Vec<EntryId> = rest.rows.ids().collect();
    let places = whole.rows.places_with(&ids);
    let mut changed = Vec::new();
    for (place, id) in ids.into_iter().enumerate() {
        let before = places
            .get(&place)
            .map(|place| gains(whole_basis, *place))
            .unwrap_or_default();
        let after = gains(rest_basis, place);
        let Some(time) = rest.rows.time(place).filter(|_| before != after) else {
            continue;
        };
        let assets = before
            .keys()
            .chain(after.keys().filter(|asset| !before.contains_key(*asset)));
        for asset in assets.filter(|asset| before.get(*asset) != after.get(*asset)) {
            let known = |of: &RowGains| {
                of.get(asset)
                    .filter(|sum| sum.left_out == 0)
                    .map(|sum| sum.known.amount())
            };
            changed.push(ChangedGain {
                entry: id.clone(),
                time,
                symbol: asset.1.clone(),
                before: known(&before),
                after: known(&after),
            });
        }
    }
    changed
}

fn gains(basis: &BookBasis, row: usize) -> RowGains {
    let mut gains = RowGains::new();
    for step in basis
        .events_of(row)
        .into_iter()
        .flat_map(|event| basis.changes_of(event))
    {
        let number = basis.tables.main_asset(step.pool);
        let asset = number.and_then(|number| Some((number, basis.tables.of_number(number)?)));
        let (Some(gain), Some((number, asset))) = (step.gain, asset) else {
            continue;
        };
        let symbol = basis.tables.ledger.symbol(number).to_owned();
        let sum = gains.entry((asset.asset.clone(), symbol)).or_default();
        sum.add(Some(gain.amount));
    }
    gains
}
