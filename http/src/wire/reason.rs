//! The reasons why something is unknown.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The reason why something is unknown. An unknown value is never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReasonCode {
    /// No price source lists it.
    NotListed,
    /// Price sources differ too much to choose.
    SourcesDisagree,
    /// A single price is far from the last agreed one, or a quote is an outlier.
    HeldBack,
    /// Only one source has a price, and the holding is too large to rely on it.
    OneSource,
    /// A quote repeats the number of another source, so it is not counted again.
    SameOrigin,
    /// Its markets are too small for the holding.
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
    /// This server cannot read it.
    Unsupported,
    /// It is a code of an exchange of which no list and no person says what it means.
    NotMapped,
    /// Classified as spam.
    Spam,
    /// Its symbol equals or resembles that of a well-known token with another contract.
    LookAlike,
    /// It is on no list, and no source knows a market where it could be sold.
    NoLiquidity,
    /// The token does not state its decimals, so the quantity is unknown.
    DecimalsUnknown,
    /// The token does not state its decimals, but a list does. The person has not accepted that number.
    DecimalsAssumed,
    /// There is no exchange rate for its currency.
    NoRate,
    /// The number is too large.
    Overflow,
    /// It has not been requested yet.
    NotRequestedYet,
    /// No account has been read yet.
    NotReadYet,
    /// The source failed.
    SourceFailed,
    /// The response or the token's balance could not be read.
    Unreadable,
    /// The source does not respond.
    Unavailable,
    /// The source rejected the request.
    Refused,
    /// The source requires a key.
    KeyRequired,
    /// The exchange does not know the key.
    BadKey,
    /// The exchange does not accept the signature made with the secret.
    BadSignature,
    /// The exchange does not accept the key from this server's address.
    IpDenied,
    /// The exchange does not let the key read.
    NoPermission,
    /// The key may do more than read.
    TooManyRights,
    /// The clocks of the exchange and of this server differ.
    ClockSkew,
    /// The exchange does not answer servers in this country.
    RegionBlocked,
    /// The key belongs to another site of the exchange.
    WrongSite,
    /// This server has no key for the account.
    NoKey,
    /// The access that its owner granted at the exchange has ended.
    Reconnect,
    /// The source's response has an unknown format.
    Malformed,
    /// The node responds, but its newest block is too old.
    NodeBehind,
    /// The node's newest block is dated in the future: its clock or this server's clock is wrong.
    NodeAhead,
    /// The node reports that it is still syncing.
    NodeSyncing,
    /// The node has blocks but no account data: existing contracts return nothing.
    NodeWithoutState,
    /// Nothing failed, but it has not been read again for too long.
    NotReadAgain,
    /// The person hid it.
    HiddenByYou,
    /// An internal error of this server: the job is invalid.
    InvalidJob,
    /// The wallet belongs to a family that is not supported yet.
    NotSupportedYet,
    /// The account consists of imported files. What it holds now is not known.
    FromFiles,
    /// The text of the wallet is not a valid address.
    InvalidAddress,
    /// The text of the wallet is not a valid name.
    InvalidName,
    /// The text of the wallet is neither an address nor a name.
    Unknown,
    /// The name is not registered, or has expired.
    NameNotRegistered,
    /// The name points to no address.
    NameWithoutAddress,
    /// The name is stored by an off-chain service, which is not queried.
    NameOffChain,
    /// The wallet is not read.
    UnreadWallet,
    /// Only tokens on a list are looked for on this network.
    NotLookedFor,
    /// Tokens on no list are not detected on this network.
    UnlistedTokens,
    /// The contracts of a protocol do not answer as they must.
    UnreadProtocol,
    /// More was disposed of than is known to have been acquired.
    NoLot,
    /// It was acquired at an unknown cost.
    UnknownCost,
    /// Its price at the time is unknown.
    UnknownPrice,
    /// The price of the fee at the time is unknown.
    UnknownFee,
    /// It arrived from an own account, but its departure is missing.
    NoDeparture,
    /// The amount has more digits than can be stored exactly.
    TooLarge,
    /// No price is known.
    NoPrice,
    /// The price of a part of it is not known; its value is that of the rest.
    PartlyPriced,
    /// The day is not over, so it has no closing price.
    DayNotOver,
    /// Its price at the time is not requested: it only arrived, and has no price today.
    NotRequested,
    /// On that day, the asset's name belonged to another asset.
    OtherAsset,
    /// Nothing moved that has a value.
    NothingMoved,
}

/// The reason why something is unknown: a code for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct Reason {
    pub code: ReasonCode,
    #[schema(example = "No price source lists this token.")]
    pub text: String,
}

impl Reason {
    /// Returns the reason for a code of the domain. A code that is not published is logged as an error.
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
    /// Returns the published code of this name. An unknown code is logged and replaced by `Unavailable`.
    pub fn named(code: &str) -> Self {
        serde_json::from_value(code.into()).unwrap_or_else(|_| {
            tracing::error!(code, "a reason code is missing in the API description");
            Self::Unavailable
        })
    }
}
