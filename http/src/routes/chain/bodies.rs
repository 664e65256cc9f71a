//! The requests and responses of the calls about chains.

use ports::{ExtendedKey, extended_key::Script};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::SecretFields;
use crate::wire::{AssetIdText, ChainIdText, Decimal, Reason, Time};

/// A chain, for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChainRow {
    pub id: ChainIdText,
    /// A short code, which calls accept in place of the id.
    #[schema(example = "ethereum")]
    pub code: String,
    #[schema(example = "Ethereum")]
    pub name: String,
    /// The symbol of the chain's own coin.
    #[schema(example = "ETH")]
    pub symbol: String,
    /// The chain's colour as `#rrggbb`.
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// The code of the asset that stands for the chain; null for an exchange.
    #[schema(example = "ETH")]
    pub default_asset_code: Option<String>,
    /// The chain under which this one is listed.
    pub parent: Option<ChainIdText>,
    /// Whether this server can read it.
    pub supported: bool,
}

/// A chain with the chains that share its addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ParentChain {
    #[serde(flatten)]
    pub chain: ChainRow,
    pub sub_chains: Vec<ChainRow>,
}

/// A chain on which an address can exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DetectedChain {
    pub id: ChainIdText,
    #[schema(example = "ethereum")]
    pub code: String,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "ETH")]
    pub symbol: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// False if the address is recognized but this server cannot read the chain.
    pub chain_detected: bool,
    pub parent: Option<ChainIdText>,
}

/// The kind of an entered text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DetectionKind {
    /// An address.
    Address,
    /// An extended public key. Its addresses are derived by this server, and the key is not disclosed.
    ExtendedKey,
    /// A name, which was resolved.
    Name,
    /// A recovery phrase or a private key. It was rejected and is not echoed.
    Secret,
    /// None of these.
    Unknown,
}

/// How addresses are derived from an extended public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KeyScript {
    /// Legacy addresses, BIP 44.
    Pkh,
    /// Native segwit addresses, BIP 84.
    Wpkh,
    /// Nested segwit addresses, BIP 49.
    ShWpkh,
    /// Taproot addresses, BIP 86.
    Tr,
}

impl From<Script> for KeyScript {
    fn from(script: Script) -> Self {
        match script {
            Script::Pkh => Self::Pkh,
            Script::Wpkh => Self::Wpkh,
            Script::ShWpkh => Self::ShWpkh,
            Script::Tr => Self::Tr,
        }
    }
}

/// An extended public key, shortened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DetectedKey {
    /// The start and the end of the key.
    #[schema(example = "zpub6rFR…utZYs")]
    pub short: String,
    /// The kinds of addresses that are looked for. There are several if the key does not state which one its wallet uses;
    /// `wpkh(xpub…)`, `tr(xpub…)`, `sh(wpkh(xpub…))` and `pkh(xpub…)` state it.
    #[schema(example = json!(["wpkh"]))]
    pub scripts: Vec<KeyScript>,
}

impl From<&ExtendedKey> for DetectedKey {
    fn from(key: &ExtendedKey) -> Self {
        Self {
            short: key.short(),
            scripts: key.scripts().into_iter().map(Into::into).collect(),
        }
    }
}

/// What an entered text is, and its chains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Detection {
    /// The entered text, trimmed. Empty for a secret.
    #[schema(example = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045")]
    pub wallet_address: String,
    /// Whether at least one supported chain was found.
    pub chain_detected: bool,
    pub kind: DetectionKind,
    /// The canonical address.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: Option<String>,
    /// The extended public key, shortened.
    pub extended_key: Option<DetectedKey>,
    /// The name, if a name was entered.
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    pub chains: Vec<DetectedChain>,
    /// Why nothing was found, for programs.
    #[schema(example = "bad_checksum")]
    pub reason_code: Option<String>,
    /// Why nothing was found, for people.
    #[schema(example = "The checksum does not match: one letter is wrong.")]
    pub reason: Option<String>,
    /// Whether the text was disclosed to a provider: true for names, which are resolved.
    pub shared_with_providers: bool,
}

/// The request of `detect-chain`: one text or up to 200.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"}))]
pub struct DetectChainRequest {
    /// Only this chain; the default is every chain.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    #[schema(example = "vitalik.eth")]
    pub wallet_address: Option<String>,
    #[schema(max_items = 200, example = json!(["vitalik.eth"]))]
    pub wallet_addresses: Option<Vec<String>>,
}

impl SecretFields for DetectChainRequest {
    const FIELDS: &'static [&'static str] = &["wallet_address", "wallet_addresses"];
}

/// The detection of the first text, and of all texts in order.
#[derive(Debug, Serialize, ToSchema)]
pub struct DetectChainData {
    #[serde(flatten)]
    pub first: Detection,
    pub results: Vec<Detection>,
}

/// All chains.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetChainsData {
    pub chains: Vec<ChainRow>,
}

/// The chains without a parent, each with the chains that belong to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetParentChainsData {
    pub chains: Vec<ParentChain>,
}

/// The request of `get-crypto-asset-rates`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetCryptoAssetRatesRequest {
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The price of each chain's own coin.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetCryptoAssetRatesData {
    #[schema(example = "USD")]
    pub currency_code: String,
    pub rates: Vec<AssetRate>,
}

/// The price of one asset, or why there is none.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetRate {
    pub asset: AssetIdText,
    pub chain: ChainIdText,
    #[schema(example = "ETH")]
    pub symbol: String,
    #[schema(example = "Ether")]
    pub name: String,
    pub price: Option<Decimal>,
    pub as_of: Option<Time>,
    pub reason: Option<Reason>,
}

/// The sources of this server.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetProfilesData {
    pub profiles: Vec<SourceProfile>,
    /// Whether only the operator's own nodes are queried.
    pub own_nodes_only: bool,
}

/// The kind of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// Reads accounts.
    Chain,
    /// Has prices.
    Price,
    /// Resolves names.
    Name,
    /// Publishes a list of tokens.
    TokenList,
    /// Finds the tokens of accounts.
    Explorer,
    /// Publishes exchange rates.
    Currency,
    /// Reads accounts at exchanges.
    Exchange,
}

/// A source.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceProfile {
    #[schema(example = "coingecko")]
    pub id: String,
    #[schema(example = "CoinGecko")]
    pub name: String,
    pub kind: SourceKind,
    #[schema(example = "https://www.coingecko.com")]
    pub website: String,
    /// What it learns about a user.
    #[schema(example = "Which tokens somebody here holds, never whose.")]
    pub learns: String,
    #[schema(example = json!(["prices"]))]
    pub capabilities: Vec<String>,
    #[schema(example = "30 requests a minute")]
    pub rate_limit: String,
    /// The hosts that requests are sent to.
    #[schema(example = json!(["api.coingecko.com"]))]
    pub hosts: Vec<String>,
    pub credential_fields: Vec<CredentialField>,
}

/// A field of a source's credentials.
#[derive(Debug, Serialize, ToSchema)]
pub struct CredentialField {
    #[schema(example = "api_key")]
    pub key: String,
    #[schema(example = "API key")]
    pub label: String,
    /// Whether the value is hidden while it is typed.
    pub secret: bool,
    #[schema(example = "Make one under Account, Developers.")]
    pub help: String,
}
