//! The coverage of a total: what is known, what is missing and why.

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use super::{AssetIdText, ChainIdText, Decimal, Reason, ReasonCode, Time};

/// Figure ids by JSON pointer into the response's `data`, for `wallet/figure/explain`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = BTreeMap<String, String>, example = json!({"/total": "AQGWf0Tn1nY0kO2rB1Vb3Q.dG90YWw"}))]
pub struct Figures(#[serde(serialize_with = "as_map")] pub Vec<(String, String)>);

/// Serializes the pairs as a map. Each pointer occurs once, and sorting thousands of them in a map would be wasted time.
fn as_map<S: Serializer>(figures: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(figures.iter().map(|(pointer, figure)| (pointer, figure)))
}

/// What a sum of money covers, in holdings. There is no percentage, because the total is unknown if something is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Coverage {
    /// The sum of everything that is priced; null if none of it can be shown in the currency.
    pub known: Option<Decimal>,
    /// How many holdings are priced, in any currency.
    #[schema(example = 89)]
    pub priced: i64,
    /// Holdings without a price, with their quantities.
    pub unpriced: Vec<UnpricedHolding>,
    /// Sources that failed; their data is missing or old.
    pub failed: Vec<FailedSource>,
    /// Sources whose last successful response is old.
    pub stale: Vec<StaleSource>,
    /// Quotes that are excluded as outliers although the asset has a price.
    pub held_back: Vec<HeldQuote>,
    /// How many holdings are hidden, as spam or by the person.
    #[schema(example = 3)]
    pub hidden: i64,
    /// How many accounts have not been read yet, or wait for a token list or an explorer that is part of their first read, plus
    /// how many extended public keys are still searched for used addresses.
    #[schema(example = 0)]
    pub reading: i64,
    /// The caller's wallets that are not read; their holdings are unknown.
    pub unread: Vec<UnreadWallet>,
    /// Networks of the caller on which not everything is looked for.
    pub not_looked_for: Vec<NotLookedFor>,
    /// Accounts whose history does not explain their balance. The total counts balances, so that nothing is missing from it.
    pub unreconciled: UnreconciledAccounts,
    /// Priced holdings that cannot be shown in the currency; null when all can.
    pub unconverted: Option<Unconverted>,
    /// False if a list above except `held_back` is not empty, something is still being read, or something cannot be shown in the
    /// currency.
    pub complete: bool,
}

/// How many accounts have a history that does not explain their balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnreconciledAccounts {
    /// Accounts whose complete history does not add up to the balance.
    #[schema(example = 2)]
    pub differing: i64,
    /// Accounts whose history is not read completely.
    #[schema(example = 5)]
    pub incomplete: i64,
}

/// Priced holdings that cannot be shown in the currency, but in US dollars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Unconverted {
    /// How many.
    #[schema(example = 29)]
    pub holdings: i64,
    pub reason: Reason,
}

impl From<&domain::valuation::Unconverted> for Unconverted {
    fn from(unconverted: &domain::valuation::Unconverted) -> Self {
        let domain::valuation::Unconverted { holdings, reason } = unconverted;
        Self {
            holdings: i64::from(*holdings),
            reason: reason.clone().into(),
        }
    }
}

/// A wallet that is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnreadWallet {
    /// The wallet's id.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub wallet: String,
    /// Its address or the text entered instead, which the calls about wallets accept.
    #[schema(example = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8")]
    pub address: String,
    /// The name that the person gave it.
    #[schema(example = "Savings")]
    pub label: String,
    pub reason: ReasonCode,
    #[schema(example = "Tron addresses are not supported yet.")]
    pub text: String,
}

/// A network on which not everything is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotLookedFor {
    pub chain: ChainIdText,
    #[schema(example = "Kava")]
    pub chain_name: String,
    /// The protocol there that could not be read; null where tokens are not detected.
    #[schema(example = json!(null))]
    pub protocol: Option<String>,
    pub reason: ReasonCode,
    #[schema(example = "Unlisted tokens are not detected on Kava.")]
    pub text: String,
}

/// A holding that is counted but not part of the sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnpricedHolding {
    pub asset: AssetIdText,
    #[schema(example = "MYST")]
    pub symbol: String,
    #[schema(example = "Mystery Token")]
    pub name: String,
    pub chain: ChainIdText,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
    /// Null if the token's decimals are unknown; then `raw_amount` is set.
    pub amount: Option<Decimal>,
    /// The amount in the smallest unit, if the decimals are unknown.
    #[schema(example = "1000000")]
    pub raw_amount: Option<String>,
    /// The decimals that a list states, if the token's contract states none.
    pub assumed_decimals: Option<AssumedDecimals>,
    pub reason: ReasonCode,
    #[schema(example = "No price source lists this token.")]
    pub text: String,
}

/// The decimals that a list states for a token whose contract states none, or that a contract states after others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AssumedDecimals {
    #[schema(example = 6)]
    pub decimals: i64,
    /// The list that states them; "the contract" if it stated others before.
    #[schema(example = "Uniswap's token list")]
    pub list: String,
    /// The decimals that the contract stated before; null if a list states these.
    #[schema(example = 18)]
    pub before: Option<i64>,
    /// The amount with these decimals; null if it cannot be computed.
    pub amount: Option<Decimal>,
    /// Whether the caller accepted them. If so, the holding is counted with them.
    pub accepted: bool,
}

impl From<&domain::valuation::Assumed> for AssumedDecimals {
    fn from(assumed: &domain::valuation::Assumed) -> Self {
        let domain::valuation::Assumed {
            assumption: domain::valuation::Assumption { decimals, by, before },
            amount,
            accepted,
        } = assumed;
        Self {
            decimals: (*decimals).into(),
            list: by.clone(),
            before: before.map(Into::into),
            amount: amount.map(Decimal::exact),
            accepted: *accepted,
        }
    }
}

/// A source that failed, and the account it was queried for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FailedSource {
    #[schema(example = "ethereum-rpc")]
    pub source: String,
    #[schema(example = "Ethereum node")]
    pub name: String,
    pub reason: ReasonCode,
    #[schema(example = "The node did not answer within 10 seconds.")]
    pub text: String,
    /// When it is queried again.
    pub retry_at: Option<Time>,
    pub chain: Option<ChainIdText>,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    /// The time of the last successful response, if there was one.
    pub last_good: Option<Time>,
}

/// A source whose last successful response is old.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StaleSource {
    #[schema(example = "ethereum-rpc")]
    pub source: String,
    #[schema(example = "Ethereum node")]
    pub name: String,
    /// The time that the data is of; for balances the time of their block.
    pub as_of: Time,
    /// Why there is no newer response.
    pub reason: ReasonCode,
    #[schema(example = "Last read 3 hours ago.")]
    pub text: String,
    pub chain: Option<ChainIdText>,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
}

/// A quote that is excluded as an outlier although the asset has a price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HeldQuote {
    pub asset: AssetIdText,
    #[schema(example = "UNI")]
    pub symbol: String,
    #[schema(example = "Uniswap")]
    pub name: String,
    #[schema(example = "kraken")]
    pub source: String,
    #[schema(example = "Kraken")]
    pub source_name: String,
    /// The price of the source, in US dollars for one whole unit.
    pub price: Decimal,
    pub reason: ReasonCode,
    #[schema(example = "Excluded: 10 times the price that the other sources agree on.")]
    pub text: String,
}

/// A holding that is deliberately left out of the total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HiddenRow {
    pub asset: AssetIdText,
    #[schema(example = "FREE")]
    pub symbol: String,
    #[schema(example = "Free Money")]
    pub name: String,
    pub chain: ChainIdText,
    pub amount: Option<Decimal>,
    pub rule: HiddenRule,
    #[schema(example = "Hidden by you.")]
    pub text: String,
}

/// Why a holding is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HiddenRule {
    /// The person hid it.
    HiddenByYou,
    /// It was classified as spam.
    Spam,
    /// It has the name of another token and the same balance in every wallet, so that both may state one balance.
    SameBalance,
}
