//! Recipes: the ids of all inputs of a valuation, from which any process can compute the same result.

use ports::{
    AccountId, Amount, AssetId, Currency, Owner, Recipe, SourceId, Timestamp, ValuationId, WalletId,
    account::Activity,
    currency::FixingId,
    failure::Failure,
    quote::{AgreedPrice, QuoteId},
    snapshot::SnapshotId,
};
use sha2::{Digest, Sha256};

use crate::{
    spam::HideRule,
    valuation::inputs::{missed::Missed, moved::MovedAsset, unreconciled::Unreconciled},
};

/// The body of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecipeBody {
    /// Version of the rules for prices and coverage.
    pub rules: u32,
    /// The time of the valuation.
    pub at: Timestamp,
    /// The currency of the valuation.
    pub currency: Currency,
    /// The exchange rates used, if the currency is converted by rates.
    #[serde(default)]
    pub fixing: Option<FixingId>,
    /// Each account with its snapshot and its failure.
    pub accounts: Vec<BodyAccount>,
    /// The quotes that were considered.
    pub quotes: Vec<QuoteId>,
    /// The last agreed prices, which quotes that leap or come from one source alone are compared with.
    #[serde(default)]
    pub agreed: Vec<AgreedPrice>,
    /// Manual prices in dollars, and when they were set.
    pub manual: Vec<(AssetId, Amount, Timestamp)>,
    /// Decimals that the user accepted for tokens whose contracts state none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<(AssetId, u8)>,
    /// The hidden assets with the rule.
    pub hidden: Vec<(AssetId, HideRule)>,
    /// The price sources and their failures.
    pub sources: Vec<(SourceId, Option<Failure>)>,
    /// The valuation that a change is compared with.
    pub against: Option<String>,
    /// The selected wallets, sorted; empty for all wallets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wallets: Vec<WalletId>,
    /// Tokens that the user added by their contract address.
    #[serde(default)]
    pub added: Vec<AssetId>,
    /// Wallets that are not read, and what is not looked for.
    #[serde(default)]
    pub missed: Missed,
}

/// One account of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BodyAccount {
    /// The account.
    pub id: AccountId,
    /// How often it is read.
    #[serde(default)]
    pub activity: Activity,
    /// Its snapshot, if it was read.
    pub snapshot: Option<SnapshotId>,
    /// Its failure, if any.
    pub failure: Option<Failure>,
    /// Whether its first reading is incomplete, because a list or explorer has not answered yet.
    #[serde(default)]
    pub partial: bool,
    /// Why its history does not explain its balance, if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreconciled: Option<Unreconciled>,
    /// What moved between the time of the valuation and that of the snapshot; the balances are those before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<MovedAsset>,
}

impl RecipeBody {
    /// Returns the recipe to store. Its id is a hash of the owner and the sorted content, so that equal valuations
    /// share one row whatever order their inputs were found in.
    pub fn into_recipe(mut self, owner: Owner, now: Timestamp) -> Result<Recipe, serde_json::Error> {
        self.accounts.sort_by(|a, b| a.id.cmp(&b.id));
        self.quotes.sort();
        self.agreed.sort_by(|a, b| a.asset.cmp(&b.asset));
        self.manual.sort_by(|a, b| a.0.cmp(&b.0));
        self.accepted.sort_by(|a, b| a.0.cmp(&b.0));
        self.hidden.sort_by(|a, b| a.0.cmp(&b.0));
        self.added.sort();
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

/// Returns the wallets that a recipe selects; empty for all wallets.
pub fn wallets_of(recipe: &Recipe) -> Vec<WalletId> {
    serde_json::from_str::<RecipeBody>(&recipe.body)
        .map(|body| body.wallets)
        .unwrap_or_default()
}

/// Returns the currency of a recipe, or dollars if the body can no longer be parsed.
pub fn currency_of(recipe: &Recipe) -> Currency {
    serde_json::from_str::<RecipeBody>(&recipe.body)
        .map(|body| body.currency)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ports::{Address, ChainId};
    use proptest::prelude::*;

    use super::*;

    fn id<T: serde::de::DeserializeOwned>(n: u64) -> T {
        serde_json::from_str(&format!("\"00000000-0000-7000-8000-{n:012x}\"")).unwrap()
    }

    fn token(n: u8) -> AssetId {
        AssetId::erc20(&ChainId::evm(1), &Address::evm([n; 20]))
    }

    fn moment() -> impl Strategy<Value = Timestamp> {
        (0..4_000_000_000_000_i64).prop_map(Timestamp::from_millis)
    }

    fn failure() -> impl Strategy<Value = Option<Failure>> {
        let failure = ("[a-z_]{1,12}", "\\PC{0,40}", moment(), prop::option::of(moment()));
        prop::option::of(failure.prop_map(|(code, text, at, retry_at)| Failure {
            code: code.into(),
            text,
            at,
            retry_at,
        }))
    }

    fn activity() -> impl Strategy<Value = Activity> {
        prop::sample::select(vec![
            Activity::Unknown,
            Activity::Quiet,
            Activity::Active,
            Activity::Filed,
        ])
    }

    prop_compose! {
        fn account()(wallet: u8, chain: u64, snapshot in prop::option::of(any::<u32>()), activity in activity(), failure in failure()) -> BodyAccount {
            let id = AccountId { chain: ChainId::evm(chain), address: Address::evm([wallet; 20]) };
            BodyAccount { id, activity, snapshot: snapshot.map(|n| self::id(u64::from(n))), failure, partial: false, unreconciled: None, moved: vec![] }
        }
    }

    prop_compose! {
        fn body()(
            at in moment(),
            currency in "[A-Z]{3}",
            fixing in prop::option::of(any::<u32>()),
            accounts in prop::collection::vec(account(), 0..6),
            quotes in prop::collection::btree_set(any::<u32>(), 0..6),
            manual in prop::collection::btree_map(any::<u8>(), (any::<u32>(), moment()), 0..4),
            accepted in prop::collection::btree_set(any::<u8>(), 0..4),
            hidden in prop::collection::btree_set(any::<u8>(), 0..4),
            sources in prop::collection::btree_map("[a-z]{1,8}", failure(), 0..4),
        ) -> RecipeBody {
            let accounts: std::collections::BTreeMap<_, _> = accounts.into_iter().map(|one| (one.id.clone(), one)).collect();
            RecipeBody {
                rules: 1,
                at,
                currency: currency.parse().unwrap(),
                fixing: fixing.map(|n| id(u64::from(n))),
                accounts: accounts.into_values().collect(),
                quotes: quotes.into_iter().map(|n| id(u64::from(n))).collect(),
                agreed: vec![],
                manual: manual.into_iter().map(|(n, (price, at))| (token(n), Amount::from(price), at)).collect(),
                accepted: accepted.into_iter().map(|n| (token(n), n)).collect(),
                hidden: hidden.into_iter().map(|n| (token(n), HideRule::HiddenByYou)).collect(),
                sources: sources.into_iter().map(|(name, failure)| (name.parse().unwrap(), failure)).collect(),
                against: None,
                wallets: vec![],
                added: vec![],
                missed: Missed::default(),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

        /// A stored recipe is parsed to the same body and gets the same id again.
        #[test]
        fn a_stored_recipe_round_trips(body in body()) {
            let (owner, now) = (Owner::User(id(1)), body.at);
            let recipe = body.into_recipe(owner, now).unwrap();
            let again: RecipeBody = serde_json::from_str(&recipe.body).unwrap();
            prop_assert_eq!(currency_of(&recipe), again.currency.clone());
            prop_assert_eq!(recipe.id.to_string().parse::<ValuationId>().unwrap(), recipe.id);
            prop_assert_eq!(again.into_recipe(owner, now).unwrap(), recipe);
        }

        /// The order of the inputs does not change the recipe; another owner does.
        #[test]
        fn the_order_of_inputs_does_not_change_the_recipe(body in body()) {
            let mut turned = body.clone();
            turned.accounts.reverse();
            turned.quotes.reverse();
            turned.manual.reverse();
            turned.accepted.reverse();
            turned.hidden.reverse();
            turned.sources.reverse();
            let (owner, now) = (Owner::User(id(1)), body.at);
            let recipe = body.into_recipe(owner, now).unwrap();
            prop_assert_ne!(turned.clone().into_recipe(Owner::User(id(2)), now).unwrap().id, recipe.id);
            prop_assert_eq!(turned.into_recipe(owner, now).unwrap(), recipe);
        }
    }
}
