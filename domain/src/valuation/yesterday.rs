//! What the caller's accounts were worth a day ago, and what changed since.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountId, Amount, AssetId, Currency, Owner, Ports, Ratio, Recipe, Snapshot, StorageError, Timestamp, ValuationId,
    WalletId, account::Activity,
};

use crate::{
    caller::Caller,
    job::{self, PastQuotes},
    price::Quotes,
    reason::Reason,
    valuation::{
        ValuationError, Valuations, balance,
        compute::{
            fold::{Folded, fold},
            trace::NoTrace,
        },
        figure::{FigureId, FigurePath},
        filter::Filter,
        inputs::{
            gather::{self, Gathered, ValuationSpec},
            missed::Missed,
            recipe::{self, BodyAccount},
            types::{AccountInput, Inputs},
            viewpoint::Viewpoint,
        },
        report::{coverage::Coverage, moves::Moves},
    },
};

const DAY: Duration = Duration::from_hours(24);
const HOUR: Duration = Duration::from_hours(1);

/// A day ago and since.
#[derive(Clone, Debug)]
pub struct Yesterday {
    /// The valuation of a day ago; `None` when nothing was read yet.
    pub valuation: Option<ValuationId>,
    /// Whose it is.
    pub owner: Owner,
    /// The moment it speaks of: a full hour, 24 to 25 hours ago.
    pub at: Timestamp,
    /// What was known then.
    pub balance: Option<Amount>,
    /// What is valued on both days, now less then: it speaks of `compared` of `total`.
    pub change: Option<Amount>,
    /// The change as a part of what it was.
    pub change_share: Option<Ratio>,
    /// What it rests on.
    pub basis: Option<Basis>,
    /// Why there is no answer.
    pub reason: Option<Reason>,
    /// The currency.
    pub currency: Currency,
    /// What was known then and what was not.
    pub coverage: Option<Coverage>,
    /// Today's total, as far as it is known.
    pub total: Option<Amount>,
    /// The part of today's total that the change speaks of.
    pub compared: Option<Amount>,
    /// How many priced holdings of today the change does not speak of.
    pub not_compared: u32,
    /// Whether prices of then are being requested, so that the change will speak of more.
    pub pending: bool,
    /// What moved.
    pub moves: Moves,
}

/// Which change is meant.
#[derive(Clone, Debug, Default)]
pub struct DayQuery {
    /// The currency.
    pub currency: Currency,
    /// The valuation of today that is compared with the one of a day ago: the change is then that of the total it shows.
    /// The latest one where it names none, or one that is gone.
    pub valuation: Option<ValuationId>,
    /// Only these of the caller's wallets; all of them where it is empty.
    pub wallets: Vec<WalletId>,
}

/// What yesterday's figure rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Balances that were read then.
    Snapshot,
    /// Today's balances at the prices of then.
    PriceMove,
}

impl Yesterday {
    /// The id of one of its figures.
    #[must_use]
    pub fn figure(&self, path: FigurePath) -> Option<FigureId> {
        Some(FigureId::new(self.valuation?, self.owner, path))
    }

    /// Why there are no prices of then. What failed is asked about again for the next full hour.
    fn without_prices(owner: Owner, moment: (Timestamp, &Currency), past: PastQuotes) -> Self {
        match past {
            PastQuotes::Coming => Self::unknown(
                owner,
                moment,
                "not_asked_yet",
                "Prices from 24 hours ago are being requested.",
            )
            .while_pending(),
            PastQuotes::Answered => {
                Self::unknown(owner, moment, "not_listed", "No source has prices from 24 hours ago.")
            }
            PastQuotes::Failed(failure) => Self::unknown(owner, moment, "source_failed", &failure.text),
        }
    }

    fn while_pending(self) -> Self {
        Self { pending: true, ..self }
    }

    fn unknown(owner: Owner, (at, currency): (Timestamp, &Currency), code: &'static str, text: &str) -> Self {
        Self {
            valuation: None,
            owner,
            at,
            balance: None,
            change: None,
            change_share: None,
            basis: None,
            reason: Some(Reason {
                code,
                text: text.to_owned(),
            }),
            currency: currency.clone(),
            coverage: None,
            total: None,
            compared: None,
            not_compared: 0,
            pending: false,
            moves: Moves::default(),
        }
    }
}

impl Valuations {
    /// The caller's accounts a day ago, converted by the rates of then, and what changed since. The same valuation of today
    /// and the same observations of then give the same answer.
    pub async fn yesterday(&self, caller: &Caller, query: &DayQuery) -> Result<Yesterday, ValuationError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let from = Viewpoint::person(&self.ports, caller.user, &wallets).only(&query.wallets);
        self.yesterday_from(&from, query).await
    }

    /// The same from a viewpoint.
    pub(crate) async fn yesterday_from(&self, from: &Viewpoint, query: &DayQuery) -> Result<Yesterday, ValuationError> {
        let (owner, currency) = (from.owner, &query.currency);
        let now = self.today(from, query).await?;
        let at = now.at.minus(DAY).floor(HOUR);
        let moment = (at, currency);
        let Some((then, basis)) = a_day_ago(&self.ports, from, &now, moment).await? else {
            return Ok(Yesterday::unknown(owner, moment, "not_read_yet", "Nothing loaded yet."));
        };
        let days = (everything(&now.inputs, "Now"), everything(&then.inputs, "24 hours ago"));
        let (today, before) = &days;
        let comparable = comparable(today, before);
        if comparable.is_empty()
            && let Some(Reason { code, text }) = no_total(&now.inputs, today)
        {
            return Ok(Yesterday::unknown(owner, moment, code, &text));
        }
        let missing = missing(today, &comparable);
        let past = if missing.is_empty() {
            PastQuotes::Answered
        } else {
            job::enqueue_quotes_at(&self.ports, at, &missing).await?
        };
        if comparable.is_empty() && !today.holdings.is_empty() {
            return Ok(Yesterday::without_prices(owner, moment, past));
        }
        let unknown = Yesterday::unknown(owner, moment, "", "");
        let pending = matches!(past, PastQuotes::Coming);
        Ok(Yesterday {
            valuation: Some(then.recipe.id),
            basis: Some(basis),
            pending,
            ..compared(unknown, &now.inputs, &then.inputs, &days, &comparable)
        })
    }

    /// The inputs of today: those of the valuation that is named, while they are there, else the latest.
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

/// Today's valuation.
struct Today {
    id: ValuationId,
    at: Timestamp,
    inputs: Inputs,
}

/// What both days come to.
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

/// What has a value today and cannot be compared, and when it was last read.
fn missing(today: &Folded, comparable: &BTreeSet<AssetId>) -> BTreeMap<AssetId, Timestamp> {
    let mut missing = BTreeMap::new();
    let holdings = today.holdings.iter().filter(|one| one.valued().is_some());
    for holding in holdings.filter(|one| !comparable.contains(&one.asset)) {
        let read_at = missing.entry(holding.asset.clone()).or_insert(holding.read_at);
        *read_at = holding.read_at.max(*read_at);
    }
    missing
}

/// Why there is no total of today that could be compared: nothing is held as far as it was read, and not everything was, so
/// that a change of zero would be invented; or nothing can be shown in the currency.
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

fn everything(inputs: &Inputs, title: &str) -> Folded {
    fold(inputs, &Filter::default(), title, &mut NoTrace)
}

/// The valuation of a day ago: by snapshots of then where every account has one, else today's balances at the prices of
/// then. `None` when nothing was read.
async fn a_day_ago(
    ports: &Ports,
    from: &Viewpoint,
    now: &Today,
    (at, currency): (Timestamp, &Currency),
) -> Result<Option<(Gathered, Basis)>, StorageError> {
    let accounts = &now.inputs.accounts;
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
        against: Some(now.id.to_string()),
        missed: Missed::default(),
    };
    if let Some(accounts) = kept {
        let then = gather::gather(ports, from, accounts, spec).await?;
        return Ok(Some((then, Basis::Snapshot)));
    }
    let held = accounts.iter().filter_map(|one| one.snapshot.as_ref());
    let snapshots = held.map(|snapshot| (snapshot.id, snapshot.clone())).collect();
    let accounts = accounts.iter().map(without_failure).collect();
    let then = gather::gather_held(ports, from, (accounts, snapshots), spec).await?;
    Ok(Some((then, Basis::PriceMove)))
}

fn without_failure(account: &AccountInput) -> BodyAccount {
    BodyAccount {
        id: account.id.clone(),
        activity: account.activity,
        snapshot: account.snapshot.as_ref().map(|snapshot| snapshot.id),
        failure: None,
        partial: false,
    }
}

/// The snapshots of then, if every account has one. How it was read then nobody kept: as it is now.
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
    };
    Ok(Some(found.into_iter().map(then).collect()))
}

/// The assets that have a value on both days, or were not held on one of them and have a value on the other.
pub fn comparable(today: &Folded, then: &Folded) -> BTreeSet<AssetId> {
    let valued = |folded: &Folded| -> BTreeMap<AssetId, bool> {
        let mut assets = BTreeMap::new();
        for holding in &folded.holdings {
            *assets.entry(holding.asset.clone()).or_insert(true) &= holding.valued().is_some();
        }
        assets
    };
    let (today, then) = (valued(today), valued(then));
    let good = |days: &BTreeMap<AssetId, bool>, asset: &AssetId| days.get(asset).copied().unwrap_or(true);
    today
        .keys()
        .chain(then.keys())
        .filter(|asset| good(&today, asset) && good(&then, asset))
        .cloned()
        .collect()
}

/// The same inputs with only these assets.
pub fn only(inputs: &Inputs, assets: &BTreeSet<AssetId>) -> Inputs {
    let mut inputs = inputs.clone();
    for snapshot in inputs
        .accounts
        .iter_mut()
        .filter_map(|account| account.snapshot.as_mut())
    {
        snapshot.rows.retain(|row| assets.contains(&row.asset));
        snapshot.unreadable.clear();
    }
    inputs
}

/// Now less then, and then, of these assets: all of what is held of them has a value.
pub fn difference(now: &Folded, then: &Folded, assets: &BTreeSet<AssetId>) -> Option<(Amount, Amount)> {
    let (now, then) = (now.known_of(assets)?, then.known_of(assets)?);
    Some((now.sub(then).ok()?, then))
}
