//! Loads the inputs of a valuation, from the newest data or from a recipe.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    Amount, Asset, AssetId, Currency, Fixing, ManualPrice, Ports, Recipe, Snapshot, SourceId, StorageError, Timestamp,
    snapshot::SnapshotId,
};

use crate::{
    currency::{self, Conversion},
    parallel,
    price::{Decision, Evidence, Holder, Quotes, Rules, decide_all},
    spam::{Judgement, SpamJudge, judged},
    valuation::inputs::{
        decimals,
        hiding::{flags, hidden},
        missed::Missed,
        recipe::{BodyAccount, RecipeBody},
        sources::{readers, source_input, sources},
        types::{AccountInput, Inputs},
        viewpoint::Viewpoint,
    },
};

/// Valuation times are rounded down to this step, so that two valuations shortly after each other share one recipe.
pub const STEP: Duration = Duration::from_mins(1);

/// A valuation ready to be computed.
pub struct Gathered {
    /// The ids of all inputs.
    pub recipe: Recipe,
    /// The loaded inputs.
    pub inputs: Inputs,
}

/// The data that a recipe refers to.
pub struct Observations {
    seen: Visible,
    evidence: Evidence,
    fixing: Option<Fixing>,
    judged: BTreeMap<AssetId, Judgement>,
}

/// The time, currency and other parameters of a valuation.
#[derive(Clone)]
pub struct ValuationSpec {
    /// The time of the valuation.
    pub at: Timestamp,
    /// How quotes are selected for that time.
    pub pick: Quotes,
    /// The currency.
    pub currency: Currency,
    /// The valuation that a change is compared with.
    pub against: Option<String>,
    /// What the accounts do not show: wallets that are not read, and tokens that are not looked for.
    pub missed: Missed,
}

/// Loads a valuation of these accounts and stores its recipe.
pub async fn gather(
    ports: &Ports,
    from: &Viewpoint,
    accounts: Vec<BodyAccount>,
    spec: ValuationSpec,
) -> Result<Gathered, StorageError> {
    let snapshots = load_snapshots(ports, &accounts).await?;
    gather_held(ports, from, (accounts, snapshots), spec).await
}

/// Does the same as [`gather`] with snapshots that are already loaded.
pub async fn gather_held(
    ports: &Ports,
    from: &Viewpoint,
    (accounts, snapshots): (Vec<BodyAccount>, BTreeMap<SnapshotId, Snapshot>),
    spec: ValuationSpec,
) -> Result<Gathered, StorageError> {
    let (at, currency) = (spec.at, spec.currency);
    let added = added(ports, from).await?;
    let seen = visible(ports, snapshots, &added).await?;
    let priced = with_coins(ports, seen.held.clone());
    let fixing = currency::fixing_at(ports, &currency, at).await?;
    let evidence = Evidence::load(ports, &priced, at, spec.pick).await?;
    let manual = manual(ports, from, &priced).await?;
    let judged = judged(&SpamJudge::of(ports, &evidence.quotes, &manual, at), &seen.assets);
    let accepted = decimals::accepted(ports, from, &seen.assets).await?;
    let body = RecipeBody {
        rules: Rules::VERSION,
        at,
        sources: sources(ports, &currency, fixing.is_none()).await?,
        currency,
        fixing: fixing.as_ref().map(|fixing| fixing.id),
        accounts,
        quotes: evidence.quotes.iter().map(|quote| quote.id).collect(),
        agreed: evidence.agreed.clone(),
        accepted,
        hidden: hidden(ports, from, &seen.assets, &judged, &added).await?,
        added,
        manual,
        against: spec.against,
        wallets: from.chosen.clone(),
        missed: spec.missed,
    };
    let recipe = keep(ports, from, &body).await?;
    let observed = Observations {
        seen,
        evidence,
        fixing,
        judged,
    };
    let inputs = inputs(ports, from, &body, observed);
    parallel::drop_in_background(body);
    Ok(Gathered { recipe, inputs })
}

async fn keep(ports: &Ports, from: &Viewpoint, body: &RecipeBody) -> Result<Recipe, StorageError> {
    let recipe = body.clone().into_recipe(from.owner, ports.clock.now());
    let recipe = recipe.map_err(|_| corrupt("recipes", "body", "new"))?;
    ports.stores.recipes.keep(&recipe).await?;
    Ok(recipe)
}

/// Loads the inputs of a recipe as visible from the viewpoint. `None` if any of them is gone or the price rules have
/// changed.
pub async fn again(
    ports: &Ports,
    from: &Viewpoint,
    recipe: &Recipe,
) -> Result<Option<(RecipeBody, Inputs)>, StorageError> {
    let body: RecipeBody =
        serde_json::from_str(&recipe.body).map_err(|_| corrupt("recipes", "body", &recipe.id.to_string()))?;
    let snapshots = load_snapshots(ports, &body.accounts).await?;
    let quotes = ports.stores.quotes.find(&body.quotes).await?;
    let fixing = match body.fixing {
        Some(id) => ports.stores.currencies.find(id).await?,
        None => None,
    };
    let wanted = body.accounts.iter().filter(|one| one.snapshot.is_some()).count();
    let all_there = snapshots.len() == wanted
        && quotes.len() == body.quotes.len()
        && fixing.as_ref().map(|fixing| fixing.id) == body.fixing;
    if !all_there || body.rules != Rules::VERSION {
        return Ok(None);
    }
    let seen = visible(ports, snapshots, &body.added).await?;
    let evidence = Evidence {
        quotes,
        agreed: body.agreed.clone(),
    };
    let observed = Observations {
        judged: judged(
            &SpamJudge::of(ports, &evidence.quotes, &body.manual, body.at),
            &seen.assets,
        ),
        seen,
        evidence,
        fixing,
    };
    let inputs = inputs(ports, from, &body, observed);
    Ok(Some((body, inputs)))
}

fn inputs(ports: &Ports, from: &Viewpoint, body: &RecipeBody, observed: Observations) -> Inputs {
    let Observations {
        seen,
        evidence,
        fixing,
        judged,
    } = observed;
    let Visible {
        snapshots,
        held,
        assets,
    } = seen;
    let priced = with_coins(ports, held.clone());
    let accepted = body.accepted.iter().cloned().collect();
    let quantities = decimals::quantities(&snapshots, &accepted);
    let mut decisions = decisions(ports, from, body, (&priced, quantities), &evidence);
    let conversion = conversion(ports, body, fixing, &decisions);
    decisions.retain(|asset, _| held.binary_search(asset).is_ok());
    parallel::drop_in_background(evidence);
    let sources = body.sources.iter();
    Inputs {
        at: body.at,
        conversion,
        accounts: account_inputs(ports, from, body, snapshots),
        decisions,
        flags: flags(&body.hidden, &judged),
        hidden: body.hidden.iter().cloned().collect(),
        accepted,
        assumptions: decimals::assumptions(ports, &assets),
        assets,
        sources: sources
            .map(|(id, failure)| source_input(ports, id, failure.clone()))
            .collect(),
        chains: ports.chains.clone(),
        receipts: ports.receipts.clone(),
        keys: from.keys.clone(),
        missed: body.missed.clone(),
        added: body.added.iter().cloned().collect(),
    }
}

fn account_inputs(
    ports: &Ports,
    from: &Viewpoint,
    body: &RecipeBody,
    mut snapshots: BTreeMap<SnapshotId, Snapshot>,
) -> Vec<AccountInput> {
    let readers = readers(ports);
    let account = |one: &BodyAccount| AccountInput {
        id: one.id.clone(),
        label: from.label(&ports.chains, &one.id),
        source: readers.get(&one.id.chain).cloned().unwrap_or_else(SourceId::manual),
        activity: one.activity,
        snapshot: one.snapshot.and_then(|id| snapshots.remove(&id)),
        failure: one.failure.clone(),
        partial: one.partial,
    };
    body.accounts.iter().map(account).collect()
}

/// Returns the conversion from dollars to the currency of a recipe, from the data that it refers to.
fn conversion(
    ports: &Ports,
    body: &RecipeBody,
    fixing: Option<Fixing>,
    decisions: &BTreeMap<AssetId, Decision>,
) -> Conversion {
    let currency = body.currency.clone();
    if currency == Currency::usd() {
        return Conversion::dollars();
    }
    if !currency::is_coin(&currency) {
        return Conversion::by_fixing(currency, fixing, body.at);
    }
    let coin = currency::coin(ports, &currency);
    let decided = coin.map(|asset| (decisions.get(&asset).cloned(), asset));
    Conversion::by_coin(currency, decided.map(|(decision, asset)| (asset, decision)))
}

fn decisions(
    ports: &Ports,
    from: &Viewpoint,
    body: &RecipeBody,
    (priced, held): (&[AssetId], BTreeMap<AssetId, Amount>),
    evidence: &Evidence,
) -> BTreeMap<AssetId, Decision> {
    let manual = |user| {
        body.manual.iter().map(move |(asset, price, set_at)| {
            let price = ManualPrice {
                user,
                asset: asset.clone(),
                price: *price,
                set_at: *set_at,
            };
            (asset.clone(), price)
        })
    };
    let holder = Holder {
        manual: from.words_of.into_iter().flat_map(manual).collect(),
        held,
    };
    let failures: BTreeMap<_, _> = body.sources.iter().cloned().collect();
    decide_all(ports, priced, evidence, &holder, &failures, body.at)
}

async fn load_snapshots(
    ports: &Ports,
    accounts: &[BodyAccount],
) -> Result<BTreeMap<SnapshotId, Snapshot>, StorageError> {
    let ids: Vec<_> = accounts.iter().filter_map(|one| one.snapshot).collect();
    Ok(ports
        .stores
        .snapshots
        .find(&ids)
        .await?
        .into_iter()
        .map(|one| (one.id, one))
        .collect())
}

/// Returns the tokens added by the user of the viewpoint.
async fn added(ports: &Ports, from: &Viewpoint) -> Result<Vec<AssetId>, StorageError> {
    let Some(user) = from.words_of else {
        return Ok(Vec::new());
    };
    let own = ports.stores.added_tokens.of_user(user).await?;
    Ok(own.into_iter().map(|token| token.asset).collect())
}

/// The visible part of some snapshots.
struct Visible {
    snapshots: BTreeMap<SnapshotId, Snapshot>,
    /// The assets held, sorted.
    held: Vec<AssetId>,
    /// The data of these assets and of their redemption targets.
    assets: BTreeMap<AssetId, Asset>,
}

/// Removes tokens that are known only because other users added them, because an account is read once for all users who
/// watch it.
async fn visible(
    ports: &Ports,
    mut snapshots: BTreeMap<SnapshotId, Snapshot>,
    added: &[AssetId],
) -> Result<Visible, StorageError> {
    let mut held = held(&snapshots);
    let priced = with_coins(ports, held.clone());
    let mut assets = load_assets(ports, &ports.redeemables.needed(&priced)).await?;
    let is_of_others = |asset: &Asset| asset.only_added() && !added.contains(&asset.id);
    let others: BTreeSet<AssetId> = assets
        .values()
        .filter(|one| is_of_others(one))
        .map(|one| one.id.clone())
        .collect();
    if !others.is_empty() {
        for snapshot in snapshots.values_mut() {
            snapshot.rows.retain(|row| !others.contains(&row.asset));
            snapshot.unreadable.retain(|(asset, _)| !others.contains(asset));
        }
        held.retain(|asset| !others.contains(asset));
        assets.retain(|asset, _| !others.contains(asset));
    }
    Ok(Visible {
        snapshots,
        held,
        assets,
    })
}

async fn load_assets(ports: &Ports, held: &[AssetId]) -> Result<BTreeMap<AssetId, Asset>, StorageError> {
    Ok(ports
        .stores
        .assets
        .find(held)
        .await?
        .into_iter()
        .map(|asset| (asset.id.clone(), asset))
        .collect())
}

/// Returns every asset of these snapshots, sorted and once each.
fn held(snapshots: &BTreeMap<SnapshotId, Snapshot>) -> Vec<AssetId> {
    let read = snapshots
        .values()
        .flat_map(|snapshot| snapshot.rows.iter().map(|row| &row.asset));
    let unreadable = snapshots
        .values()
        .flat_map(|snapshot| snapshot.unreadable.iter().map(|(asset, _)| asset));
    let mut held: Vec<&AssetId> = read.chain(unreadable).collect();
    held.sort_unstable();
    held.dedup();
    held.into_iter().cloned().collect()
}

/// Adds every coin that amounts can be shown in, and sorts. The coins are loaded whichever currency is chosen: other
/// assets may be quoted in them, and prices must not depend on the currency.
fn with_coins(ports: &Ports, mut assets: Vec<AssetId>) -> Vec<AssetId> {
    assets.extend(currency::coins(ports));
    assets.sort();
    assets.dedup();
    assets
}

async fn manual(
    ports: &Ports,
    from: &Viewpoint,
    held: &[AssetId],
) -> Result<Vec<(AssetId, Amount, Timestamp)>, StorageError> {
    let Some(user) = from.words_of else {
        return Ok(Vec::new());
    };
    let all = ports.stores.manual_prices.of_user(user).await?;
    let wanted = all.into_iter().filter(|one| held.binary_search(&one.asset).is_ok());
    Ok(wanted.map(|one| (one.asset, one.price, one.set_at)).collect())
}

fn corrupt(table: &str, column: &str, id: &str) -> StorageError {
    StorageError::Corrupt {
        table: table.to_owned(),
        column: column.to_owned(),
        id: id.to_owned(),
    }
}
