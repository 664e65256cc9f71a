//! The value of the caller's accounts a day ago, and what changed since.

mod value;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountId, AssetId, Currency, Ports, Ratio, Recipe, Snapshot, StorageError, Timestamp, ValuationId,
    account::Activity,
};

use crate::{
    account::PersonAccounts,
    caller::Caller,
    job::{self, PastQuotes},
    price::Quotes,
    reason::Reason,
    trace::NoTrace,
    valuation::{
        ValuationError, Valuations, balance,
        comparison::{comparable, difference, missing},
        compute::{
            fold::{Folded, fold},
            holding::Outcome,
        },
        filter::Filter,
        inputs::{
            at_moment,
            gather::{self, Gathered, ValuationSpec},
            missed::Missed,
            recipe::{self, BodyAccount},
            types::{AccountInput, Inputs},
            viewpoint::Viewpoint,
        },
        report::{coverage::Coverage, moves::Moves},
    },
};

pub use value::{Basis, DayQuery, Yesterday};

const DAY: Duration = Duration::from_hours(24);
const HOUR: Duration = Duration::from_hours(1);

impl Valuations {
    /// Returns the value of the caller's accounts a day ago, converted by the rates of that time, and what changed
    /// since.
    ///
    /// The same current valuation and the same earlier data give the same result.
    pub async fn yesterday(&self, caller: &Caller, query: &DayQuery) -> Result<Yesterday, ValuationError> {
        let person = PersonAccounts::load(&self.ports, caller.user).await?;
        let from = Viewpoint::person(&self.ports, &person).only(&query.wallets);
        self.yesterday_from(&from, query).await
    }

    /// Does the same from a viewpoint.
    pub(crate) async fn yesterday_from(&self, from: &Viewpoint, query: &DayQuery) -> Result<Yesterday, ValuationError> {
        let now = self.today(from, query).await?;
        let at = moment(now.at);
        let currency = &query.currency;
        let (current, moment) = ((from.owner, now.id), (at, currency));
        let today = everything(&now.inputs, "Now");
        let Some((then, basis)) = a_day_ago(&self.ports, from, (now.id, &now.inputs, &today), moment).await? else {
            return Ok(Yesterday::unknown(
                current,
                moment,
                "not_read_yet",
                "Nothing loaded yet.",
            ));
        };
        let days = (today, everything(&then.inputs, "24 hours ago"));
        let (today, before) = &days;
        let comparable = comparable(today, before);
        if comparable.is_empty()
            && let Some(Reason { code, text }) = no_total(&now.inputs, today)
        {
            return Ok(Yesterday::unknown(current, moment, code, &text));
        }
        let past = past_quotes(&self.ports, at, missing(today, &comparable)).await?;
        if comparable.is_empty() && !today.holdings.is_empty() {
            return Ok(Yesterday::without_prices(
                current,
                moment,
                (past, then.inputs.conversion.exchange().is_ok()),
            ));
        }
        let unknown = Yesterday::unknown(current, moment, "", "");
        let pending = matches!(past, PastQuotes::Coming);
        Ok(Yesterday {
            valuation: Some(then.recipe.id),
            basis: Some(basis),
            pending,
            ..compared(unknown, &now.inputs, &then.inputs, &days, &comparable)
        })
    }

    /// Loads the inputs of the valuation in the query if they still exist, otherwise the latest inputs.
    async fn today(&self, from: &Viewpoint, query: &DayQuery) -> Result<Today, StorageError> {
        if let Some(id) = query.valuation {
            let found = self.ports.stores.recipes.find(id, from.owner).await?;
            let fits = |recipe: &Recipe| {
                recipe::currency_of(recipe) == query.currency && recipe::wallets_of(recipe) == from.chosen
            };
            let found = found.filter(fits);
            if let Some(recipe) = found
                && let Some((body, inputs)) = gather::again(&self.ports, from, &recipe).await?
            {
                let (id, at) = (recipe.id, body.at);
                return Ok(Today { id, at, inputs });
            }
        }
        let Gathered { recipe, inputs } = balance::now(&self.ports, from, &query.currency).await?;
        let (id, at) = (recipe.id, inputs.at);
        Ok(Today { id, at, inputs })
    }
}

/// Requests the prices of a past moment for assets that have a value now.
async fn past_quotes(
    ports: &Ports,
    at: Timestamp,
    missing: BTreeMap<AssetId, Timestamp>,
) -> Result<PastQuotes, StorageError> {
    if missing.is_empty() {
        return Ok(PastQuotes::Answered);
    }
    job::enqueue_quotes_at(ports, at, &missing).await
}

/// The current valuation.
struct Today {
    id: ValuationId,
    at: Timestamp,
    inputs: Inputs,
}

/// Returns the time that a valuation is compared with.
pub fn moment(now: Timestamp) -> Timestamp {
    now.minus(DAY).floor(HOUR)
}

/// Compares both days.
fn compared(
    unknown: Yesterday,
    now: &Inputs,
    then: &Inputs,
    (today, before): &(Folded, Folded),
    comparable: &BTreeSet<AssetId>,
) -> Yesterday {
    let change = difference(today, before, comparable);
    let coverage = Coverage::of(then, before);
    let valued = today.holdings.iter().filter(|one| one.valued().is_some());
    let not_compared = valued.filter(|one| !comparable.contains(&one.asset)).count();
    Yesterday {
        balance: coverage.total(),
        change: change.map(|(change, _)| change),
        change_share: change.and_then(|(change, before)| Ratio::of(change, before)),
        reason: None,
        coverage: Some(coverage),
        total: Coverage::of(now, today).total(),
        compared: today.known_of(comparable),
        not_compared: u32::try_from(not_compared).unwrap_or(u32::MAX),
        moves: Moves::of((now, then), (today, before), comparable),
        ..unknown
    }
}

/// Returns why the current total cannot be compared: nothing was found so far and not everything was read, so that a
/// change of zero would be wrong; or nothing can be converted to the currency.
fn no_total(inputs: &Inputs, today: &Folded) -> Option<Reason> {
    let coverage = Coverage::of(inputs, today);
    if today.holdings.is_empty() && coverage.total().is_none() {
        return Some(Reason {
            code: "not_read_yet",
            text: "Still loading. No holdings found so far.".to_owned(),
        });
    }
    coverage.unconverted.map(|unconverted| unconverted.reason)
}

/// Values everything that is visible, without a trace.
pub fn everything(inputs: &Inputs, title: &str) -> Folded {
    fold(inputs, &Filter::default(), title, &mut NoTrace)
}

/// Values the accounts a day ago: from the snapshots of that time if every account has one, otherwise from later balances
/// without what moved since if every history covers it, otherwise from the current balances at the prices of that time.
/// `None` if nothing was read.
pub async fn a_day_ago(
    ports: &Ports,
    from: &Viewpoint,
    (id, now, today): (ValuationId, &Inputs, &Folded),
    (at, currency): (Timestamp, &Currency),
) -> Result<Option<(Gathered, Basis)>, StorageError> {
    let accounts = &now.accounts;
    let with_snapshot = accounts.iter().filter(|one| one.snapshot.is_some());
    let read: BTreeMap<_, _> = with_snapshot.map(|one| (one.id.clone(), one.activity)).collect();
    if read.is_empty() {
        return Ok(None);
    }
    let kept = if from.sees(at) {
        snapshots_of_then(ports, &read, at).await?
    } else {
        None
    };
    let spec = ValuationSpec {
        at,
        pick: Quotes::Around,
        currency: currency.clone(),
        against: Some(id.to_string()),
        missed: Missed::default(),
    };
    if let Some(accounts) = kept {
        let then = gather::gather(ports, from, accounts, spec).await?;
        return Ok(Some((then, Basis::Snapshot)));
    }
    // Of a visitor, a history that is read already would tell that somebody watches the address.
    if from.words_of.is_some()
        && let Some(accounts) = at_moment::accounts_at_moment(ports, accounts, at).await?
    {
        let then = gather::gather(ports, from, accounts, spec.clone()).await?;
        if is_valued_without(today, &then.inputs) {
            return Ok(Some((then, Basis::Ledger)));
        }
    }
    let held = accounts.iter().filter_map(|one| one.snapshot.as_ref());
    let snapshots = held.map(|snapshot| (snapshot.id, snapshot.clone())).collect();
    let accounts = accounts.iter().map(without_failure).collect();
    let then = gather::gather_held(ports, from, (accounts, snapshots), spec).await?;
    Ok(Some((then, Basis::PriceMove)))
}

/// Returns whether everything that was held then and is not held now has a value, or is hidden. Otherwise what was received
/// for it would count as a gain.
fn is_valued_without(today: &Folded, then: &Inputs) -> bool {
    let before = everything(then, "24 hours ago");
    let held: BTreeSet<&AssetId> = today.holdings.iter().map(|one| &one.asset).collect();
    let mut gone = before.holdings.iter().filter(|one| !held.contains(&one.asset));
    gone.all(|one| matches!(one.outcome, Outcome::Valued { .. } | Outcome::Hidden(_)))
}

fn without_failure(account: &AccountInput) -> BodyAccount {
    BodyAccount {
        id: account.id.clone(),
        activity: account.activity,
        snapshot: account.snapshot.as_ref().map(|snapshot| snapshot.id),
        failure: None,
        partial: false,
        unreconciled: None,
        moved: Vec::new(),
    }
}

/// Returns the snapshots of that time if every account has one. The activity at that time is not stored, so the current
/// one is used.
async fn snapshots_of_then(
    ports: &Ports,
    read: &BTreeMap<AccountId, Activity>,
    at: Timestamp,
) -> Result<Option<Vec<BodyAccount>>, StorageError> {
    let accounts: Vec<AccountId> = read.keys().cloned().collect();
    let ids = ports.stores.snapshots.before(&accounts, at).await?;
    if ids.len() != read.len() {
        return Ok(None);
    }
    let found = ports.stores.snapshots.find(&ids).await?;
    let then = |snapshot: Snapshot| BodyAccount {
        activity: read.get(&snapshot.account).copied().unwrap_or_default(),
        id: snapshot.account,
        snapshot: Some(snapshot.id),
        failure: None,
        partial: false,
        unreconciled: None,
        moved: Vec::new(),
    };
    Ok(Some(found.into_iter().map(then).collect()))
}
