//! Recipes: the inputs of a valuation by their ids, written small, from which any process computes the same answer.

use ports::{
    AccountId, Amount, AssetId, Currency, Owner, Recipe, SourceId, Timestamp, ValuationId, WalletId,
    account::Activity,
    currency::FixingId,
    failure::Failure,
    quote::{AgreedPrice, QuoteId},
    snapshot::SnapshotId,
};
use sha2::{Digest, Sha256};

use crate::{spam::HideRule, valuation::inputs::missed::Missed};

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
    /// Decimals that the person accepted for tokens whose contracts do not state them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<(AssetId, u8)>,
    /// What is left out on purpose.
    pub hidden: Vec<(AssetId, HideRule)>,
    /// The price sources and their failures.
    pub sources: Vec<(SourceId, Option<Failure>)>,
    /// The valuation that a change is measured against.
    pub against: Option<String>,
    /// The wallets that were chosen, sorted; all of them where it is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wallets: Vec<WalletId>,
    /// Tokens that the person added by their contract address.
    #[serde(default)]
    pub added: Vec<AssetId>,
    /// Wallets that are not read, and what is not looked for.
    #[serde(default)]
    pub missed: Missed,
}

/// One account of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BodyAccount {
    /// Which account.
    pub id: AccountId,
    /// How often it is read.
    #[serde(default)]
    pub activity: Activity,
    /// Its snapshot, if it has one.
    pub snapshot: Option<SnapshotId>,
    /// Its failure, if it has one.
    pub failure: Option<Failure>,
    /// Whether its first reading still waits for a list or an explorer.
    #[serde(default)]
    pub partial: bool,
}

impl Body {
    /// The recipe to keep: named after its owner and its content, so that equal valuations are one row. The order in
    /// which the inputs were found does not matter.
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

/// The wallets that a recipe is over; empty where that is all of them.
pub fn wallets_of(recipe: &Recipe) -> Vec<WalletId> {
    serde_json::from_str::<Body>(&recipe.body)
        .map(|body| body.wallets)
        .unwrap_or_default()
}

/// The currency that a recipe is told in; dollars where that cannot be read any more.
pub fn currency_of(recipe: &Recipe) -> Currency {
    serde_json::from_str::<Body>(&recipe.body)
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
        prop::sample::select(vec![Activity::Unknown, Activity::Quiet, Activity::Active])
    }

    prop_compose! {
        fn account()(wallet: u8, chain: u64, snapshot in prop::option::of(any::<u32>()), activity in activity(), failure in failure()) -> BodyAccount {
            let id = AccountId { chain: ChainId::evm(chain), address: Address::evm([wallet; 20]) };
            BodyAccount { id, activity, snapshot: snapshot.map(|n| self::id(u64::from(n))), failure, partial: false }
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
        ) -> Body {
            let accounts: std::collections::BTreeMap<_, _> = accounts.into_iter().map(|one| (one.id.clone(), one)).collect();
            Body {
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

        /// What was kept is read as what was put in, and is kept under the same name again.
        #[test]
        fn a_kept_recipe_is_its_own(body in body()) {
            let (owner, now) = (Owner::User(id(1)), body.at);
            let recipe = body.into_recipe(owner, now).unwrap();
            let again: Body = serde_json::from_str(&recipe.body).unwrap();
            prop_assert_eq!(currency_of(&recipe), again.currency.clone());
            prop_assert_eq!(recipe.id.to_string().parse::<ValuationId>().unwrap(), recipe.id);
            prop_assert_eq!(again.into_recipe(owner, now).unwrap(), recipe);
        }

        /// The order in which inputs were found makes no other recipe; another owner does.
        #[test]
        fn order_makes_no_other_recipe(body in body()) {
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
