//! Gathers the inputs of a valuation: from the newest observations, or again from a recipe.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountId, Address, Amount, Asset, AssetId, Currency, ManualPrice, Ports, Price, Quote, Recipe, Snapshot, SourceId,
    StorageError, Timestamp, UserId, Wallet, account::Failure,
};

use crate::{
    price::{Rules, agree},
    valuation::{
        inputs::{AccountInput, HideRule, Inputs, SourceInput},
        recipe::{Body, BodyAccount},
        spam,
    },
};

/// Quotes older than this say nothing, not even that they are old.
const QUOTE_MEMORY: Duration = Duration::from_hours(720);
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
    snapshots: BTreeMap<ports::snapshot::SnapshotId, Snapshot>,
    quotes: Vec<Quote>,
    assets: BTreeMap<AssetId, Asset>,
}

/// The accounts of a user's wallets: every address on every chain that it is valid on and that can be read.
#[must_use]
pub fn accounts_of(ports: &Ports, wallets: &[Wallet]) -> Vec<AccountId> {
    accounts_at(ports, wallets.iter().filter_map(|wallet| wallet.address.as_ref()))
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

/// The newest state of these accounts as a recipe's accounts.
pub async fn newest(ports: &Ports, ids: &[AccountId]) -> Result<Vec<BodyAccount>, StorageError> {
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
            let (snapshot, failure) = state.map_or((None, None), |state| (state.latest, state.failure));
            BodyAccount {
                id: id.clone(),
                snapshot,
                failure,
            }
        })
        .collect())
}

/// How quotes are picked for a moment.
#[derive(Clone, Copy)]
pub enum Quotes {
    /// The newest that were there.
    Newest,
    /// Those nearest to the moment, whenever they were received.
    Around,
}

/// Gathers a valuation of these accounts at a moment, and names it.
pub async fn gather(
    ports: &Ports,
    user: UserId,
    accounts: Vec<BodyAccount>,
    at: Timestamp,
    pick: Quotes,
    against: Option<String>,
) -> Result<Gathered, StorageError> {
    let snapshots = load_snapshots(ports, &accounts).await?;
    let held = held(&snapshots);
    let quotes = match pick {
        Quotes::Newest => {
            ports
                .stores
                .quotes
                .newest(&held, at.minus(QUOTE_MEMORY), ports.clock.now())
                .await?
        }
        Quotes::Around => ports.stores.quotes.around(&held, at, 3 * 3600 * 1000).await?,
    };
    let assets = load_assets(ports, &held).await?;
    let body = Body {
        rules: Rules::VERSION,
        at,
        currency: Currency::usd(),
        rate: Price::try_from(Amount::ONE).map_err(|_| corrupt("recipes", "rate", "one"))?,
        accounts,
        quotes: quotes.iter().map(|quote| quote.id).collect(),
        manual: manual(ports, user, &held).await?,
        hidden: hidden(ports, user, &assets).await?,
        sources: sources(ports).await?,
        against,
    };
    let recipe = body
        .clone()
        .into_recipe(user, ports.clock.now())
        .map_err(|_| corrupt("recipes", "body", "new"))?;
    ports.stores.recipes.keep(&recipe).await?;
    let observations = Observations {
        snapshots,
        quotes,
        assets,
    };
    let inputs = inputs(ports, user, &body, observations).await?;
    Ok(Gathered { recipe, inputs })
}

/// Loads what a recipe names. `None` when an observation is gone.
pub async fn again(ports: &Ports, recipe: &Recipe) -> Result<Option<(Body, Inputs)>, StorageError> {
    let body: Body =
        serde_json::from_str(&recipe.body).map_err(|_| corrupt("recipes", "body", &recipe.id.to_string()))?;
    let snapshots = load_snapshots(ports, &body.accounts).await?;
    let quotes = ports.stores.quotes.find(&body.quotes).await?;
    let wanted = body.accounts.iter().filter(|one| one.snapshot.is_some()).count();
    if snapshots.len() != wanted || quotes.len() != body.quotes.len() || body.rules != Rules::VERSION {
        return Ok(None);
    }
    let assets = load_assets(ports, &held(&snapshots)).await?;
    let inputs = inputs(
        ports,
        recipe.owner,
        &body,
        Observations {
            snapshots,
            quotes,
            assets,
        },
    )
    .await?;
    Ok(Some((body, inputs)))
}

async fn inputs(ports: &Ports, user: UserId, body: &Body, observed: Observations) -> Result<Inputs, StorageError> {
    let Observations {
        mut snapshots,
        quotes,
        assets,
    } = observed;
    let wallets = ports.stores.wallets.of_user(user).await?;
    let decisions = decisions(ports, user, body, &held(&snapshots), &quotes);
    let accounts = body.accounts.iter().map(|one| AccountInput {
        id: one.id.clone(),
        label: label(&wallets, &one.id),
        source: reader_of(ports, &one.id),
        snapshot: one.snapshot.and_then(|id| snapshots.remove(&id)),
        failure: one.failure.clone(),
    });
    Ok(Inputs {
        at: body.at,
        currency: body.currency.clone(),
        rate: body.rate,
        accounts: accounts.collect(),
        decisions,
        hidden: body.hidden.iter().cloned().collect(),
        assets,
        sources: body
            .sources
            .iter()
            .map(|(id, failure)| source_input(ports, id, failure.clone()))
            .collect(),
        chains: ports.chains.clone(),
    })
}

fn decisions(
    ports: &Ports,
    user: UserId,
    body: &Body,
    held: &[AssetId],
    quotes: &[Quote],
) -> BTreeMap<AssetId, crate::price::Decision> {
    let mut by_asset: BTreeMap<&AssetId, Vec<Quote>> = BTreeMap::new();
    for quote in quotes {
        by_asset.entry(&quote.asset).or_default().push(quote.clone());
    }
    let failures: BTreeMap<_, _> = body.sources.iter().cloned().collect();
    let manual: BTreeMap<_, _> = body
        .manual
        .iter()
        .map(|(asset, price, at)| (asset, (*price, *at)))
        .collect();
    held.iter()
        .map(|asset| {
            let manual = manual.get(asset).map(|(price, set_at)| ManualPrice {
                user,
                asset: asset.clone(),
                price: *price,
                set_at: *set_at,
            });
            let quotes = by_asset.get(asset).map_or(&[][..], Vec::as_slice);
            let asked = crate::price::asked(ports, asset, &failures);
            (
                asset.clone(),
                agree(quotes, manual.as_ref(), &asked, body.at, &Rules::CURRENT),
            )
        })
        .collect()
}

async fn load_snapshots(
    ports: &Ports,
    accounts: &[BodyAccount],
) -> Result<BTreeMap<ports::snapshot::SnapshotId, Snapshot>, StorageError> {
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
fn held(snapshots: &BTreeMap<ports::snapshot::SnapshotId, Snapshot>) -> Vec<AssetId> {
    let read = snapshots
        .values()
        .flat_map(|snapshot| snapshot.rows.iter().map(|row| &row.asset));
    let unreadable = snapshots
        .values()
        .flat_map(|snapshot| snapshot.unreadable.iter().map(|(asset, _)| asset));
    read.chain(unreadable)
        .cloned()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

async fn manual(
    ports: &Ports,
    user: UserId,
    held: &[AssetId],
) -> Result<Vec<(AssetId, Amount, Timestamp)>, StorageError> {
    let all = ports.stores.manual_prices.of_user(user).await?;
    let wanted = all.into_iter().filter(|one| held.binary_search(&one.asset).is_ok());
    Ok(wanted.map(|one| (one.asset, one.price, one.set_at)).collect())
}

/// A person's word wins over the spam rule, both ways.
async fn hidden(
    ports: &Ports,
    user: UserId,
    assets: &BTreeMap<AssetId, Asset>,
) -> Result<Vec<(AssetId, HideRule)>, StorageError> {
    let choices: BTreeMap<_, _> = ports
        .stores
        .hidden_assets
        .of_user(user)
        .await?
        .into_iter()
        .map(|one| (one.asset, one.hidden))
        .collect();
    let rule = |asset: &Asset| match choices.get(&asset.id) {
        Some(true) => Some(HideRule::HiddenByYou),
        Some(false) => None,
        None => spam::advertises(&asset.metadata).then_some(HideRule::Spam),
    };
    Ok(assets
        .values()
        .filter_map(|asset| Some((asset.id.clone(), rule(asset)?)))
        .collect())
}

async fn sources(ports: &Ports) -> Result<Vec<(SourceId, Option<Failure>)>, StorageError> {
    let states = ports.stores.sources.all().await?;
    let failure = |id: &SourceId| {
        states
            .iter()
            .find(|state| &state.id == id)
            .and_then(|state| state.failure.clone())
    };
    let ids = ports.prices.iter().map(|source| source.profile().id);
    Ok(ids.map(|id| (id.clone(), failure(&id))).collect())
}

fn source_input(ports: &Ports, id: &SourceId, failure: Option<Failure>) -> SourceInput {
    let profile = ports
        .prices
        .iter()
        .map(|source| source.profile())
        .find(|profile| &profile.id == id);
    SourceInput {
        id: id.clone(),
        name: profile.map_or_else(|| id.to_string(), |profile| profile.name),
        failure,
    }
}

fn label(wallets: &[Wallet], account: &AccountId) -> String {
    let own = wallets
        .iter()
        .find(|wallet| wallet.address.as_ref() == Some(&account.address));
    own.map_or_else(|| account.address.short(), Wallet::label)
}

fn reader_of(ports: &Ports, account: &AccountId) -> SourceId {
    let reader = ports
        .readers
        .iter()
        .find(|reader| reader.chains().contains(&account.chain));
    reader.map_or_else(SourceId::manual, |reader| reader.profile().id)
}

fn corrupt(table: &str, column: &str, id: &str) -> StorageError {
    StorageError::Corrupt {
        table: table.to_owned(),
        column: column.to_owned(),
        id: id.to_owned(),
    }
}
