//! What a total knows and what it does not.

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use super::{Asset, Chain, Decimal, Time};

/// Figure ids by JSON pointer into the answer's `data`; `wallet/figure/explain` takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = BTreeMap<String, String>, example = json!({"/total": "AQGWf0Tn1nY0kO2rB1Vb3Q.dG90YWw"}))]
pub struct Figures(#[serde(serialize_with = "as_map")] pub Vec<(String, String)>);

/// There are many, each with another pointer: a map would sort them for nobody.
fn as_map<S: Serializer>(figures: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(figures.iter().map(|(pointer, figure)| (pointer, figure)))
}

/// Why something is not known. These are different facts and never a zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReasonCode {
    /// No price source lists it.
    NotListed,
    /// Price sources differ too much to choose.
    SourcesDisagree,
    /// A price that stands alone is far from the last agreed one, or a quote contradicts what others agree on.
    HeldBack,
    /// Only one source has a price, and too much is held for that.
    OneSource,
    /// A quote repeats the number of another source, so it is not counted again.
    SameOrigin,
    /// Its markets are too small for what is held.
    ThinMarket,
    /// It is priced in something that has no price now.
    OtherUnit,
    /// The quote is much older than another one, or the newest prices or rates are old.
    Outdated,
    /// The only quotes are old.
    OnlyStaleQuotes,
    /// Every source reports low confidence.
    Unsure,
    /// Not used: the source sent an invalid price.
    Unusable,
    /// The source asked us to wait.
    RateLimited,
    /// Nothing here can read it.
    Unsupported,
    /// Taken for spam.
    Spam,
    /// Its symbol is or looks like a well-known token's, and its contract is another.
    LookAlike,
    /// No list names it, and no source knows a market where it could be sold.
    NoLiquidity,
    /// The token does not say its decimals, so the quantity is not known.
    DecimalsUnknown,
    /// The token does not state its decimals, and a list does. The person has not accepted that number.
    DecimalsAssumed,
    /// There is no rate of the currency that it is told in.
    NoRate,
    /// The number does not fit.
    Overflow,
    /// It has not been asked for yet.
    NotAskedYet,
    /// No account has been read yet.
    NotReadYet,
    /// The source failed.
    SourceFailed,
    /// The answer, or the token's balance, could not be read.
    Unreadable,
    /// The source does not answer.
    Unavailable,
    /// The source refuses to answer.
    Refused,
    /// The source answers only those who have a key.
    KeyRequired,
    /// The source's answer is not of the shape we know.
    Malformed,
    /// The node answers, and its newest block is too old.
    NodeBehind,
    /// The node's newest block is dated in the future: its clock or this server's clock is wrong.
    NodeAhead,
    /// The node says that it is still syncing.
    NodeSyncing,
    /// The node has blocks and no account data: contracts that exist answer nothing.
    NodeWithoutState,
    /// Nothing failed, and it has not been read again for too long.
    NotReadAgain,
    /// The person hid it.
    HiddenByYou,
    /// A mistake of this server: the work cannot be done.
    Nonsense,
    /// The wallet is of a family that nobody reads yet.
    NotSupportedYet,
    /// What was written for the wallet is no valid address.
    InvalidAddress,
    /// What was written for the wallet is no valid name.
    InvalidName,
    /// What was written for the wallet is neither an address nor a name.
    Unknown,
    /// The name is not registered, or not any more.
    NameNotRegistered,
    /// The name points to no address.
    NameWithoutAddress,
    /// The name is kept by a service that is not asked.
    NameOffChain,
    /// The wallet is not read.
    UnreadWallet,
    /// Tokens are not looked for here unless a list names them.
    NotLookedFor,
    /// Nothing names tokens here that are on no list.
    UnlistedTokens,
}

/// Why something is not known: a code for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct Reason {
    pub code: ReasonCode,
    #[schema(example = "No price source lists this token.")]
    pub text: String,
}

impl Reason {
    /// A reason of the domain. A code that is not published would be a mistake of ours: it is logged, and the words stay.
    pub fn new(code: &str, text: impl Into<String>) -> Self {
        Self {
            code: ReasonCode::named(code),
            text: text.into(),
        }
    }
}

impl From<domain::reason::Reason> for Reason {
    fn from(reason: domain::reason::Reason) -> Self {
        let domain::reason::Reason { code, text } = reason;
        Self::new(code, text)
    }
}

impl From<ports::failure::Failure> for Reason {
    fn from(failure: ports::failure::Failure) -> Self {
        let ports::failure::Failure {
            code,
            text,
            at: _,
            retry_at: _,
        } = failure;
        Self::new(code.as_str(), text)
    }
}

impl ReasonCode {
    /// The published code of this name.
    pub fn named(code: &str) -> Self {
        serde_json::from_value(code.into()).unwrap_or_else(|_| {
            tracing::error!(code, "a reason code is missing in the API description");
            Self::Unavailable
        })
    }
}

/// What a sum of money covers. It counts holdings; a share of an unknown total does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Coverage {
    /// The sum of everything that is priced; null where nothing of it can be shown in the currency.
    pub known: Option<Decimal>,
    /// How many holdings are priced. That does not depend on the currency.
    #[schema(example = 89)]
    pub priced: i64,
    /// Holdings without a price, with their quantities.
    pub unpriced: Vec<UnpricedHolding>,
    /// Sources that failed; what they would have said is missing or old.
    pub failed: Vec<FailedSource>,
    /// Sources whose last good answer is old.
    pub stale: Vec<StaleSource>,
    /// Quotes that are held back although the asset has a price: others agree, and these contradict them.
    pub held_back: Vec<HeldQuote>,
    /// How many holdings are hidden, as spam or by the person.
    #[schema(example = 3)]
    pub hidden: i64,
    /// How many accounts have not answered yet, or wait for a token list or an explorer that belongs to their first reading,
    /// and how many extended public keys are still searched for used addresses.
    #[schema(example = 0)]
    pub reading: i64,
    /// The caller's wallets that are not read: nobody knows what they hold.
    pub unread: Vec<UnreadWallet>,
    /// Networks of the caller on which not everything is looked for.
    pub not_looked_for: Vec<NotLookedFor>,
    /// Priced holdings that cannot be shown in the currency; null when all can.
    pub unconverted: Option<Unconverted>,
    /// False whenever a list above is not empty, `held_back` aside, something is still being read, or something cannot be
    /// shown in the currency.
    pub complete: bool,
}

/// Priced holdings that cannot be shown in the currency. In dollars they can.
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
    /// Its address, or what was written in its place: what the calls about wallets take.
    #[schema(example = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8")]
    pub address: String,
    /// What the person calls it.
    #[schema(example = "Savings")]
    pub label: String,
    pub reason: ReasonCode,
    #[schema(example = "Tron addresses are not supported yet.")]
    pub text: String,
}

/// A network on which not everything is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotLookedFor {
    pub chain: Chain,
    #[schema(example = "Kava")]
    pub chain_name: String,
    pub reason: ReasonCode,
    #[schema(example = "Unlisted tokens are not detected on Kava.")]
    pub text: String,
}

/// A holding that is counted and not summed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnpricedHolding {
    pub asset: Asset,
    #[schema(example = "MYST")]
    pub symbol: String,
    #[schema(example = "Mystery Token")]
    pub name: String,
    pub chain: Chain,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
    /// Null where the token's decimals are unknown; then `raw_amount` is set.
    pub amount: Option<Decimal>,
    /// The chain's own integer, where the decimals are unknown.
    #[schema(example = "1000000")]
    pub raw_amount: Option<String>,
    /// The decimals that a list states, where the token's contract states none.
    pub assumed_decimals: Option<AssumedDecimals>,
    pub reason: ReasonCode,
    #[schema(example = "No price source lists this token.")]
    pub text: String,
}

/// The decimals that a list states for a token whose contract states none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AssumedDecimals {
    #[schema(example = 6)]
    pub decimals: i64,
    /// Who states them.
    #[schema(example = "Uniswap's token list")]
    pub list: String,
    /// How much is held by that; null where it cannot be computed.
    pub amount: Option<Decimal>,
    /// Whether the caller accepted it: then the holding is counted by it.
    pub accepted: bool,
}

impl From<&domain::valuation::Assumed> for AssumedDecimals {
    fn from(assumed: &domain::valuation::Assumed) -> Self {
        let domain::valuation::Assumed {
            assumption: domain::valuation::Assumption { decimals, by },
            amount,
            accepted,
        } = assumed;
        Self {
            decimals: (*decimals).into(),
            list: by.clone(),
            amount: amount.map(Decimal::exact),
            accepted: *accepted,
        }
    }
}

/// A source that failed, and what depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FailedSource {
    #[schema(example = "ethereum-rpc")]
    pub source: String,
    #[schema(example = "Ethereum node")]
    pub name: String,
    pub reason: ReasonCode,
    #[schema(example = "The node did not answer within 10 seconds.")]
    pub text: String,
    /// When it is asked again.
    pub retry_at: Option<Time>,
    pub chain: Option<Chain>,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    /// The time of the last good answer, if there ever was one.
    pub last_good: Option<Time>,
}

/// A source whose last good answer is old.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StaleSource {
    #[schema(example = "ethereum-rpc")]
    pub source: String,
    #[schema(example = "Ethereum node")]
    pub name: String,
    /// The moment that the answer is of: for balances the time of their block.
    pub as_of: Time,
    /// Why there is no newer answer.
    pub reason: ReasonCode,
    #[schema(example = "Last read 3 hours ago.")]
    pub text: String,
    pub chain: Option<Chain>,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
}

/// A quote that is held back although the asset has a price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HeldQuote {
    pub asset: Asset,
    #[schema(example = "UNI")]
    pub symbol: String,
    #[schema(example = "Uniswap")]
    pub name: String,
    #[schema(example = "kraken")]
    pub source: String,
    #[schema(example = "Kraken")]
    pub source_name: String,
    /// What the source says, in dollars for one whole unit.
    pub said: Decimal,
    pub reason: ReasonCode,
    #[schema(example = "Excluded: 10 times the price that the other sources agree on.")]
    pub text: String,
}

/// A holding left out of the total on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HiddenRow {
    pub asset: Asset,
    #[schema(example = "FREE")]
    pub symbol: String,
    #[schema(example = "Free Money")]
    pub name: String,
    pub chain: Chain,
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
    /// It looks like spam.
    Spam,
}
