#![doc = include_str!("../README.md")]
//!
//! # Ports
//!
//! Values here cannot be wrong: text comes in through `FromStr`/`TryFrom` only, and the error says what is wrong with
//! an example of what is right. Traits here are sockets that somebody outside may plug into: *remote* ports read the
//! world and fail with [`RemoteError`]; *store* ports keep what was read and fail with [`StorageError`]. Reading store
//! ports are `&self`; writing ones are reached through a [`UnitOfWork`], which is a database transaction.

pub mod accepted_decimals;
pub mod account;
pub mod added_token;
pub mod address;
pub mod amount;
pub mod asset;
pub mod chain;
pub mod clock;
pub mod counter;
pub mod currency;
pub mod day;
pub mod disclosure;
pub mod examination;
pub mod extended_key;
pub mod familiar;
mod head;
pub mod hidden_asset;
pub mod idempotency;
pub mod ids;
pub mod job;
pub mod json;
pub mod manual_price;
pub mod money;
pub mod name;
pub mod pasted_secret;
pub mod person_limits;
pub mod position;
pub mod quote;
pub mod receipt;
pub mod recipe;
pub mod redeemable;
pub mod secret;
pub mod session;
pub mod share;
pub mod snapshot;
pub mod source;
pub mod storage;
pub mod token;
pub mod token_finder;
pub mod token_list;
pub mod user;
pub mod wallet;
pub mod work;

use std::sync::Arc;

pub use accepted_decimals::{AcceptedDecimals, AcceptedDecimalsStore, AcceptedDecimalsWrites};
pub use account::{AccountId, AccountState, AccountStore, AccountWrites};
pub use added_token::{AddedToken, AddedTokenStore, AddedTokenWrites};
pub use address::{Address, ParseAddressError};
pub use amount::{Amount, AmountError, RawAmount};
pub use asset::{Asset, AssetId, AssetStore, AssetWrites};
pub use chain::{Block, Chain, ChainId, ChainReader, Chains};
pub use clock::{Clock, Timestamp};
pub use counter::CounterWrites;
pub use currency::{Currency, CurrencySource, CurrencyStore, CurrencyWrites, Exchange, Fixing};
pub use day::Day;
pub use disclosure::{Disclosure, DisclosureStore};
pub use examination::Examination;
pub use extended_key::{ExtendedKey, ExtendedKeyStore, ExtendedKeyWrites, KeyDeriver};
pub use familiar::{Familiar, Likeness};
pub use hidden_asset::{HiddenAsset, HiddenAssetStore, HiddenAssetWrites};
pub use idempotency::IdempotencyWrites;
pub use ids::{Entropy, Ids};
pub use job::{Job, JobChangeStore, JobStore, JobWrites};
pub use manual_price::{ManualPrice, ManualPriceStore, ManualPriceWrites};
pub use money::{Money, Price, Ratio};
pub use name::{Name, NameResolver, NameStore, NameWrites};
pub use person_limits::PersonLimits;
pub use position::PositionKind;
pub use quote::{PriceSource, Quote, QuoteStore, QuoteWrites};
pub use receipt::{Receipt, Receipts};
pub use recipe::{Owner, Recipe, RecipeStore, ValuationId};
pub use redeemable::{Redeemable, Redeemables};
pub use secret::Secret;
pub use session::{Session, SessionStore, SessionWrites};
pub use share::{Share, ShareStore, ShareWrites, Slug, View, ViewId};
pub use snapshot::{Snapshot, SnapshotStore, SnapshotWrites};
pub use source::{Profile, RemoteError, SourceId, SourceState, SourceStore};
pub use storage::StorageError;
pub use token::{Token, TokenKind};
pub use token_finder::{NamedToken, TokenFinder};
pub use token_list::{ListedToken, TokenList, TokenListSource, TokenListWrites};
pub use user::{User, UserId, UserStore, UserWrites};
pub use wallet::{Wallet, WalletId, WalletKind, WalletStore, WalletWrites};
pub use work::{Storage, UnitOfWork};

/// Everything the domain is plugged into. Built by `adapters::connect`, or by hand for an embedded tracker.
#[derive(Clone)]
pub struct Ports {
    /// The chains that are known, as data.
    pub chains: Arc<Chains>,
    /// Readers of balances; the first that covers a chain is asked.
    pub readers: Vec<Arc<dyn ChainReader>>,
    /// Derives what follows from extended public keys, here.
    pub keys: Arc<dyn KeyDeriver>,
    /// Resolves names to addresses and back.
    pub names: Arc<dyn NameResolver>,
    /// Sources of prices, in order of preference.
    pub prices: Vec<Arc<dyn PriceSource>>,
    /// Tokens that everybody knows, and that others imitate.
    pub familiar: Arc<Familiar>,
    /// What can be exchanged for what, as data.
    pub redeemables: Arc<Redeemables>,
    /// Which tokens are receipts of positions elsewhere, as data.
    pub receipts: Arc<Receipts>,
    /// Published lists of tokens, each of which widens what is looked for in accounts.
    pub lists: Vec<Arc<dyn TokenListSource>>,
    /// Explorers that name tokens of accounts, in order of preference.
    pub finders: Vec<Arc<dyn TokenFinder>>,
    /// Sources of rates of currencies, in order of preference.
    pub currencies: Vec<Arc<dyn CurrencySource>>,
    /// Opens units of work.
    pub storage: Arc<dyn Storage>,
    /// Reading side of the stores.
    pub stores: Stores,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New row ids.
    pub ids: Arc<dyn Ids>,
    /// Random bytes for tokens.
    pub entropy: Arc<dyn Entropy>,
    /// What kind of world this is and how it was chosen.
    pub world: World,
    /// Whether plans limit what people may add.
    pub plans_on: bool,
    /// How long after the end of their session anonymous people are erased; `None` for never.
    pub anonymous_kept: Option<std::time::Duration>,
    /// The most that one person may keep, whatever their plan.
    pub person_limits: PersonLimits,
}

/// The reading side of every store.
#[derive(Clone)]
pub struct Stores {
    /// Users.
    pub users: Arc<dyn UserStore>,
    /// Sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Visitors' looks at shares.
    pub shares: Arc<dyn ShareStore>,
    /// Wallets.
    pub wallets: Arc<dyn WalletStore>,
    /// What was derived from extended public keys.
    pub extended_keys: Arc<dyn ExtendedKeyStore>,
    /// Accounts and the state of reading them.
    pub accounts: Arc<dyn AccountStore>,
    /// Names that were resolved.
    pub names: Arc<dyn NameStore>,
    /// Assets and the token universe.
    pub assets: Arc<dyn AssetStore>,
    /// Snapshots of accounts.
    pub snapshots: Arc<dyn SnapshotStore>,
    /// Quotes of prices.
    pub quotes: Arc<dyn QuoteStore>,
    /// Rates of currencies.
    pub currencies: Arc<dyn CurrencyStore>,
    /// Prices that people set.
    pub manual_prices: Arc<dyn ManualPriceStore>,
    /// Assets that people hid.
    pub hidden_assets: Arc<dyn HiddenAssetStore>,
    /// Accepted decimals.
    pub accepted_decimals: Arc<dyn AcceptedDecimalsStore>,
    /// Tokens that people added.
    pub added_tokens: Arc<dyn AddedTokenStore>,
    /// Recipes of valuations.
    pub recipes: Arc<dyn RecipeStore>,
    /// Jobs.
    pub jobs: Arc<dyn JobStore>,
    /// Jobs as they change.
    pub job_changes: Arc<dyn JobChangeStore>,
    /// Who was told what.
    pub disclosures: Arc<dyn DisclosureStore>,
    /// How each source last answered.
    pub sources: Arc<dyn SourceStore>,
}

/// What kind of world the tracker looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// Live sources or the demo world.
    pub kind: WorldKind,
    /// Whether a person asked for it or it was decided on an empty data folder.
    pub asked: bool,
    /// Why the demo world was chosen, when it was not asked for.
    pub reason: Option<String>,
    /// Whether only endpoints marked as the operator's own are used.
    pub own_nodes_only: bool,
}

/// Live sources or the demo world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldKind {
    /// Real chains and prices.
    Live,
    /// Invented figures made of arithmetic.
    Demo,
}
