//! Loads the inputs of a valuation, from the newest data or from a recipe.

use std::{collections::BTreeMap, time::Duration};

use ports::{
    Amount, AssetId, Currency, Fixing, ManualPrice, Ports, Recipe, Snapshot, SourceId, StorageError, Timestamp,
    snapshot::SnapshotId,
};

use crate::{
    currency::{self, Conversion},
    parallel,
    price::{Decision, Evidence, Holder, Quotes, Rules, decide_all},
    spam::{Judgement, SpamJudge, add_same_balances, judged},
    valuation::inputs::{
        at_moment, decimals,
        hiding::{flags, hidden},
        load::{Visible, added, load_snapshots, manual, visible, with_coins},
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
    let judged = judgements(ports, &seen, &evidence, &manual, at);
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

/// Returns what the rules about spam and about tokens with one balance decide.
fn judgements(
    ports: &Ports,
    seen: &Visible,
    evidence: &Evidence,
    manual: &[(AssetId, Amount, Timestamp)],
    at: Timestamp,
) -> BTreeMap<AssetId, Judgement> {
    let mut found = judged(&SpamJudge::of(ports, &evidence.quotes, manual, at), &seen.assets);
    let quoted = evidence.quotes.iter().map(|quote| &quote.asset);
    let priced = quoted.chain(manual.iter().map(|(asset, ..)| asset)).collect();
    add_same_balances(
        &mut found,
        &seen.assets,
        seen.snapshots.values(),
        (&ports.known_tokens, &priced),
    );
    found
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
        judged: judgements(ports, &seen, &evidence, &body.manual, body.at),
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
    let assumptions = decimals::assumptions(ports, &assets);
    let quantities = decimals::quantities(&snapshots, &accepted, &assumptions);
    let mut decisions = decisions(ports, from, body, (&priced, quantities), &evidence);
    let conversion = conversion(ports, body, fixing, &decisions);
    decisions.retain(|asset, _| held.binary_search(asset).is_ok());
    parallel::drop_in_background(evidence);
    let sources = body.sources.iter();
    let sources = sources.map(|(id, failure)| source_input(ports, id, failure.clone()));
    Inputs {
        at: body.at,
        conversion,
        accounts: account_inputs(ports, from, body, snapshots),
        decisions,
        flags: flags(&body.hidden, &judged),
        hidden: body.hidden.iter().cloned().collect(),
        accepted,
        assumptions,
        assets,
        sources: sources.collect(),
        chains: ports.chains.clone(),
        receipts: ports.receipts.clone(),
        protocols: ports.protocols.clone(),
        keys: from.keys.clone(),
        missed: body.missed.clone(),
        added: body.added.iter().cloned().collect(),
        moved: at_moment::by_holding(&body.accounts),
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
        unreconciled: one.unreconciled,
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

fn corrupt(table: &str, column: &str, id: &str) -> StorageError {
    StorageError::Corrupt {
        table: table.to_owned(),
        column: column.to_owned(),
        id: id.to_owned(),
    }
}
