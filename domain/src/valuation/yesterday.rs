//! What the caller's accounts were worth a day ago, and what changed since.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountId, Amount, AssetId, Currency, Owner, Ports, Ratio, Snapshot, StorageError, Timestamp, ValuationId,
    account::Activity,
};

use crate::{
    caller::Caller,
    price::Quotes,
    sync::{self, PastQuotes},
    valuation::{
        ValuationError, Valuations, balance,
        coverage::Coverage,
        figure::{FigureId, FigurePath, Filter},
        fold::{Folded, fold},
        gather::{self, Gathered, Told},
        inputs::{AccountInput, Inputs, Missed},
        recipe::BodyAccount,
        record::{Reason, Silent},
        viewpoint::Viewpoint,
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
    /// What is valued on both days, now less then.
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
    fn without_prices(owner: Owner, told: (Timestamp, &Currency), past: PastQuotes) -> Self {
        match past {
            PastQuotes::Coming => Self::unknown(
                owner,
                told,
                "not_asked_yet",
                "The prices of a day ago are being asked for.",
            ),
            PastQuotes::Asked => Self::unknown(owner, told, "not_listed", "No source knows the prices of a day ago."),
            PastQuotes::Failed(failure) => Self::unknown(owner, told, "source_failed", &failure.text),
        }
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
        }
    }
}

impl Valuations {
    /// The caller's accounts a day ago: by snapshots of then where every account has one, else today's balances at the
    /// prices of then, else a reason. Told in a currency by the rates of then.
    pub async fn yesterday(&self, caller: &Caller, currency: &Currency) -> Result<Yesterday, ValuationError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let from = Viewpoint::person(&self.ports, caller.user, &wallets);
        self.yesterday_from(&from, currency).await
    }

    /// The same as it is seen from here.
    pub(crate) async fn yesterday_from(
        &self,
        from: &Viewpoint,
        currency: &Currency,
    ) -> Result<Yesterday, ValuationError> {
        let (owner, at) = (from.owner, self.ports.clock.now().minus(DAY).floor(HOUR));
        let Some((now, then, basis)) = both_days(&self.ports, from, at, currency).await? else {
            let text = "Nothing has been read yet.";
            return Ok(Yesterday::unknown(owner, (at, currency), "not_read_yet", text));
        };
        let (before, today) = (everything(&then.inputs, "A day ago"), everything(&now.inputs, "Now"));
        let comparable = comparable(&today, &before);
        if comparable.is_empty() && is_unread(&now.inputs, &today) {
            let text = "Not everything has been read yet, and what was read holds nothing.";
            return Ok(Yesterday::unknown(owner, (at, currency), "not_read_yet", text));
        }
        let missing = missing(&today, &comparable);
        let past = if missing.is_empty() {
            PastQuotes::Asked
        } else {
            sync::want_quotes_at(&self.ports, at, &missing).await?
        };
        if comparable.is_empty() && !today.holdings.is_empty() {
            return Ok(Yesterday::without_prices(owner, (at, currency), past));
        }
        let change = difference(&today, &before, &comparable);
        let coverage = Coverage::of(&then.inputs, &before);
        Ok(Yesterday {
            valuation: Some(then.recipe.id),
            balance: coverage.total(),
            change: change.map(|(change, _)| change),
            change_share: change.and_then(|(change, before)| Ratio::of(change, before)),
            basis: Some(basis),
            reason: None,
            coverage: Some(coverage),
            ..Yesterday::unknown(owner, (at, currency), "", "")
        })
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

/// Whether nothing is held as far as it was read, and not everything was: a change of zero would be invented.
fn is_unread(inputs: &Inputs, today: &Folded) -> bool {
    today.holdings.is_empty() && Coverage::of(inputs, today).total().is_none()
}

fn everything(inputs: &Inputs, title: &str) -> Folded {
    fold(inputs, &Filter::default(), title, &mut Silent)
}

async fn both_days(
    ports: &Ports,
    from: &Viewpoint,
    at: Timestamp,
    currency: &Currency,
) -> Result<Option<(Gathered, Gathered, Basis)>, StorageError> {
    let now = balance::now(ports, from, None, currency).await?;
    let held = || now.inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref());
    let with_snapshot = now.inputs.accounts.iter().filter(|one| one.snapshot.is_some());
    let read: BTreeMap<_, _> = with_snapshot.map(|one| (one.id.clone(), one.activity)).collect();
    if read.is_empty() {
        return Ok(None);
    }
    let kept = if from.sees(at) {
        snapshots_of_then(ports, &read, at).await?
    } else {
        None
    };
    let told = Told {
        at,
        pick: Quotes::Around,
        currency: currency.clone(),
        against: Some(now.recipe.id.to_string()),
        missed: Missed::default(),
    };
    if let Some(accounts) = kept {
        let then = gather::gather(ports, from, accounts, told).await?;
        return Ok(Some((now, then, Basis::Snapshot)));
    }
    let snapshots = held().map(|snapshot| (snapshot.id, snapshot.clone())).collect();
    let accounts = now.inputs.accounts.iter().map(without_failure).collect();
    let then = gather::gather_held(ports, from, (accounts, snapshots), told).await?;
    Ok(Some((now, then, Basis::PriceMove)))
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
