//! Gathers the inputs of a valuation: from the newest observations, or again from a recipe.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountId, Address, Amount, Asset, AssetId, Chains, Currency, Fixing, ManualPrice, Ports, Recipe, Snapshot,
    SourceId, StorageError, Timestamp, Wallet, snapshot::SnapshotId,
};

use crate::{
    currency::{self, Conversion},
    many,
    price::{Decision, Evidence, Holder, Quotes, Rules, decide_all},
    spam::Judgement,
    valuation::{
        decimals,
        hiding::{Judge, flags, hidden, judged},
        inputs::{AccountInput, Inputs},
        recipe::{Body, BodyAccount},
        sources::{readers, source_input, sources},
        viewpoint::Viewpoint,
    },
};

/// Valuations within one step speak of the same moment, so that reading twice makes one recipe.
pub const STEP: Duration = Duration::from_mins(1);

/// A valuation ready to be computed.
pub struct Gathered {
    /// What it was made from.
    pub recipe: Recipe,
    /// The same, loaded.
    pub inputs: Inputs,
}

/// The observations that a recipe names.
pub struct Observations {
    snapshots: BTreeMap<SnapshotId, Snapshot>,
    held: Vec<AssetId>,
    evidence: Evidence,
    assets: BTreeMap<AssetId, Asset>,
    fixing: Option<Fixing>,
    judged: BTreeMap<AssetId, Judgement>,
}

/// The accounts of a user's wallets: every address on every chain that it is valid on and that can be read, and what was
/// derived from keys, each account once.
#[must_use]
pub fn accounts_of(ports: &Ports, wallets: &[Wallet]) -> Vec<AccountId> {
    let addresses = wallets.iter().filter_map(|wallet| wallet.address.as_ref());
    let derived = wallets.iter().filter_map(|wallet| wallet.extended.as_ref());
    let derived = derived.flat_map(|extended| &extended.derived).map(|one| &one.account);
    with_derived(accounts_at(ports, addresses), derived)
}

/// These accounts, and those of the derived ones that are not among them.
pub fn with_derived<'a>(mut accounts: Vec<AccountId>, derived: impl Iterator<Item = &'a AccountId>) -> Vec<AccountId> {
    let mut seen: BTreeSet<AccountId> = accounts.iter().cloned().collect();
    accounts.extend(derived.filter(|account| seen.insert((*account).clone())).cloned());
    accounts
}

/// These addresses on every chain that they are valid on and that can be read, each account once.
#[must_use]
pub fn accounts_at<'a>(ports: &Ports, addresses: impl Iterator<Item = &'a Address>) -> Vec<AccountId> {
    let chains = crate::chain::readable(ports);
    let addresses: BTreeSet<_> = addresses.collect();
    let mut seen = BTreeSet::new();
    addresses
        .into_iter()
        .flat_map(|address| chains.iter().filter_map(move |chain| chain.account(address)))
        .filter(|account| seen.insert(account.clone()))
        .collect()
}

/// The newest state of these accounts that is seen from here, as a recipe's accounts.
pub async fn newest(ports: &Ports, from: &Viewpoint, ids: &[AccountId]) -> Result<Vec<BodyAccount>, StorageError> {
    let mut states: BTreeMap<_, _> = ports
        .stores
        .accounts
        .states(ids)
        .await?
        .into_iter()
        .map(|state| (state.id.clone(), state))
        .collect();
    Ok(ids
        .iter()
        .map(|id| {
            let state = states.remove(id);
            let activity = state.as_ref().map(|state| state.activity).unwrap_or_default();
            let (latest, read_at, failure) =
                state.map_or((None, None, None), |state| (state.latest, state.read_at, state.failure));
            BodyAccount {
                id: id.clone(),
                activity,
                snapshot: latest.filter(|_| read_at.is_some_and(|at| from.sees(at))),
                failure: failure.filter(|failure| from.sees(failure.at)),
            }
        })
        .collect())
}

/// Of when and in what a valuation is told.
#[derive(Clone)]
pub struct Told {
    /// The moment it speaks of.
    pub at: Timestamp,
    /// How quotes are picked for it.
    pub pick: Quotes,
    /// The currency.
    pub currency: Currency,
    /// The valuation that a change is measured against.
    pub against: Option<String>,
}

/// Gathers a valuation of these accounts at a moment, and names it.
pub async fn gather(
    ports: &Ports,
    from: &Viewpoint,
    accounts: Vec<BodyAccount>,
    told: Told,
) -> Result<Gathered, StorageError> {
    let snapshots = load_snapshots(ports, &accounts).await?;
    gather_held(ports, from, (accounts, snapshots), told).await
}

/// The same with snapshots that are loaded already.
pub async fn gather_held(
    ports: &Ports,
    from: &Viewpoint,
    (accounts, snapshots): (Vec<BodyAccount>, BTreeMap<SnapshotId, Snapshot>),
    told: Told,
) -> Result<Gathered, StorageError> {
    let Told {
        at,
        pick,
        currency,
        against,
    } = told;
    let held = held(&snapshots);
    let priced = with_coin(ports, held.clone(), &currency);
    let fixing = currency::fixing_at(ports, &currency, at).await?;
    let evidence = Evidence::load(ports, &priced, at, pick).await?;
    let assets = load_assets(ports, &ports.redeemables.needed(&priced)).await?;
    let manual = manual(ports, from, &priced).await?;
    let judged = judged(&Judge::of(ports, &evidence.quotes, &manual), &assets);
    let accepted = decimals::accepted(ports, from, &assets).await?;
    let body = Body {
        rules: Rules::VERSION,
        at,
        sources: sources(ports, &currency, fixing.is_none()).await?,
        currency,
        fixing: fixing.as_ref().map(|fixing| fixing.id),
        accounts,
        quotes: evidence.quotes.iter().map(|quote| quote.id).collect(),
        agreed: evidence.agreed.clone(),
        accepted,
        hidden: hidden(ports, from, &assets, &judged).await?,
        manual,
        against,
    };
    let recipe = keep(ports, from, &body).await?;
    let observations = Observations {
        snapshots,
        held,
        evidence,
        assets,
        fixing,
        judged,
    };
    let inputs = inputs(ports, from, &body, observations);
    many::let_go(body);
    Ok(Gathered { recipe, inputs })
}

async fn keep(ports: &Ports, from: &Viewpoint, body: &Body) -> Result<Recipe, StorageError> {
    let recipe = body.clone().into_recipe(from.owner, ports.clock.now());
    let recipe = recipe.map_err(|_| corrupt("recipes", "body", "new"))?;
    ports.stores.recipes.keep(&recipe).await?;
    Ok(recipe)
}

/// Loads what a recipe names, as it is seen from here. `None` when an observation is gone.
pub async fn again(ports: &Ports, from: &Viewpoint, recipe: &Recipe) -> Result<Option<(Body, Inputs)>, StorageError> {
    let body: Body =
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
    let held = held(&snapshots);
    let priced = with_coin(ports, held.clone(), &body.currency);
    let assets = load_assets(ports, &ports.redeemables.needed(&priced)).await?;
    let evidence = Evidence {
        quotes,
        agreed: body.agreed.clone(),
    };
    let observed = Observations {
        snapshots,
        held,
        judged: judged(&Judge::of(ports, &evidence.quotes, &body.manual), &assets),
        evidence,
        assets,
        fixing,
    };
    let inputs = inputs(ports, from, &body, observed);
    Ok(Some((body, inputs)))
}

fn inputs(ports: &Ports, from: &Viewpoint, body: &Body, observed: Observations) -> Inputs {
    let Observations {
        mut snapshots,
        held,
        evidence,
        assets,
        fixing,
        judged,
    } = observed;
    let readers = readers(ports);
    let priced = with_coin(ports, held.clone(), &body.currency);
    let accepted = body.accepted.iter().cloned().collect();
    let quantities = decimals::quantities(&snapshots, &accepted);
    let mut decisions = decisions(ports, from, body, (&priced, quantities), &evidence);
    let conversion = conversion(ports, body, fixing, &decisions);
    decisions.retain(|asset, _| held.binary_search(asset).is_ok());
    many::let_go(evidence);
    let accounts = body.accounts.iter().map(|one| AccountInput {
        id: one.id.clone(),
        label: from.label(&ports.chains, &one.id),
        source: readers.get(&one.id.chain).cloned().unwrap_or_else(SourceId::manual),
        activity: one.activity,
        snapshot: one.snapshot.and_then(|id| snapshots.remove(&id)),
        failure: one.failure.clone(),
    });
    Inputs {
        at: body.at,
        conversion,
        accounts: accounts.collect(),
        decisions,
        flags: flags(&body.hidden, &judged),
        hidden: body.hidden.iter().cloned().collect(),
        accepted,
        assumptions: decimals::assumptions(ports, &assets),
        assets,
        sources: body
            .sources
            .iter()
            .map(|(id, failure)| source_input(ports, id, failure.clone()))
            .collect(),
        chains: ports.chains.clone(),
        receipts: ports.receipts.clone(),
        keys: from.keys.clone(),
    }
}

/// How dollars become the currency of a recipe, out of what it names.
fn conversion(
    ports: &Ports,
    body: &Body,
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
    body: &Body,
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

/// Every asset of these snapshots, sorted, each once.
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

/// What is held, sorted, and the coin that it is told in.
fn with_coin(ports: &Ports, mut assets: Vec<AssetId>, currency: &Currency) -> Vec<AssetId> {
    if let Some(coin) = currency::coin(ports, currency)
        && let Err(place) = assets.binary_search(&coin)
    {
        assets.insert(place, coin);
    }
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

/// What a person calls the account: their wallet's label.
pub fn label(chains: &Chains, wallets: &[Wallet], account: &AccountId) -> String {
    let at = |address: &Address| chains.is_at(address, account);
    let own = wallets.iter().find(|wallet| wallet.address.as_ref().is_some_and(at));
    let derived = |wallet: &&Wallet| {
        let extended = wallet.extended.iter().flat_map(|extended| &extended.derived);
        extended.into_iter().any(|one| one.account == *account)
    };
    own.or_else(|| wallets.iter().find(derived))
        .map_or_else(|| account.address.short(), Wallet::label)
}

fn corrupt(table: &str, column: &str, id: &str) -> StorageError {
    StorageError::Corrupt {
        table: table.to_owned(),
        column: column.to_owned(),
        id: id.to_owned(),
    }
}
