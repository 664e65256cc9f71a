//! Recipes: the inputs of a valuation by their ids, written small, from which any process computes the same answer.

use ports::{
    AccountId, Amount, AssetId, Currency, Owner, Recipe, SourceId, Timestamp, ValuationId,
    account::Failure,
    currency::FixingId,
    quote::{AgreedPrice, QuoteId},
    snapshot::SnapshotId,
};
use sha2::{Digest, Sha256};

use crate::valuation::inputs::HideRule;

/// The body of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Body {
    /// Version of the rules of price and coverage.
    pub rules: u32,
    /// The moment the valuation speaks of.
    pub at: Timestamp,
    /// The currency it is told in.
    pub currency: Currency,
    /// The rates that dollars are converted by, where they are a bank's.
    #[serde(default)]
    pub fixing: Option<FixingId>,
    /// Each account with its snapshot and its failure.
    pub accounts: Vec<BodyAccount>,
    /// The quotes that were looked at.
    pub quotes: Vec<QuoteId>,
    /// What was agreed upon before: the yardstick for quotes that leap or stand alone.
    #[serde(default)]
    pub agreed: Vec<AgreedPrice>,
    /// Prices set by hand: dollars and when.
    pub manual: Vec<(AssetId, Amount, Timestamp)>,
    /// What is left out on purpose.
    pub hidden: Vec<(AssetId, HideRule)>,
    /// The price sources and their failures.
    pub sources: Vec<(SourceId, Option<Failure>)>,
    /// The valuation that a change is measured against.
    pub against: Option<String>,
}

/// One account of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BodyAccount {
    /// Which account.
    pub id: AccountId,
    /// Its snapshot, if it has one.
    pub snapshot: Option<SnapshotId>,
    /// Its failure, if it has one.
    pub failure: Option<Failure>,
}

impl Body {
    /// The recipe to keep: named after its owner and its content, so that equal valuations are one row. The order in
    /// which the inputs were found does not matter.
    pub fn into_recipe(mut self, owner: Owner, now: Timestamp) -> Result<Recipe, serde_json::Error> {
        self.accounts.sort_by(|a, b| a.id.cmp(&b.id));
        self.quotes.sort();
        self.agreed.sort_by(|a, b| a.asset.cmp(&b.asset));
        self.manual.sort_by(|a, b| a.0.cmp(&b.0));
        self.hidden.sort_by(|a, b| a.0.cmp(&b.0));
        self.sources.sort_by(|a, b| a.0.cmp(&b.0));
        let body = serde_json::to_string(&self)?;
        let digest = Sha256::new()
            .chain_update(owner.uuid().as_bytes())
            .chain_update(&body)
            .finalize();
        let mut id = [0; 16];
        id.copy_from_slice(&digest[..16]);
        Ok(Recipe {
            id: ValuationId(id),
            owner,
            made_at: now,
            body,
        })
    }
}

/// The currency that a recipe is told in; dollars where that cannot be read any more.
pub fn currency_of(recipe: &Recipe) -> Currency {
    serde_json::from_str::<Body>(&recipe.body)
        .map(|body| body.currency)
        .unwrap_or_default()
}
