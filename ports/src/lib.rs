#![doc = include_str!("../README.md")]
//!
//! # Ports
//!
//! Value types are validated when they are made: text is parsed by `FromStr` or `TryFrom` only, and the error says what
//! is wrong, with a valid example. Traits are the ports that adapters implement: *remote* ports read chains, prices and
//! the like and fail with [`RemoteError`]; *storage* ports keep what was read and fail with [`StorageError`]. A
//! `…Reader` takes `&self`; a `…Writer` is reached through a [`UnitOfWork`], which is a database transaction.

#![warn(missing_docs)]

pub mod accepted_decimals;
pub mod account;
pub mod added_token;
pub mod address;
pub mod amount;
pub mod annotation;
pub mod api_key;
pub mod asset;
pub mod attachment;
mod bip32;
pub mod chain;
pub mod clock;
pub mod counter;
pub mod currency;
pub mod day;
pub mod disclosure;
pub mod email;
pub mod email_code;
pub mod entry;
pub mod entry_asset;
pub mod extended_key;
pub mod fact;
pub mod failure;
pub mod feedback;
pub mod hidden_asset;
pub mod history;
pub mod idempotency;
pub mod ids;
pub mod job;
pub mod json;
pub mod known_tokens;
pub mod label;
pub mod mail;
pub mod manual_price;
pub mod moment_quote;
pub mod money;
pub mod name;
pub mod own_label;
pub mod past_price;
pub mod pasted_secret;
pub mod person_limits;
pub mod position;
pub mod price_series;
pub mod quote;
pub mod receipt;
pub mod recipe;
pub mod reconciliation;
pub mod redeemable;
pub mod registration;
mod remote_error;
pub mod secret;
pub mod session;
pub mod share;
pub mod sign_in_wallet;
pub mod snapshot;
pub mod source;
pub mod source_check;
pub mod storage;
mod text_type;
pub mod token;
pub mod token_finder;
pub mod token_list;
pub mod transaction_receipt;
pub mod transfer_match;
pub mod user;
pub mod user_details;
pub mod user_email;
pub mod wallet;
pub mod wallet_proof;
pub mod work;

use std::sync::Arc;

pub use accepted_decimals::{AcceptedDecimals, AcceptedDecimalsReader, AcceptedDecimalsWriter};
pub use account::{AccountId, AccountReader, AccountState, AccountWriter};
pub use added_token::{AddedToken, AddedTokenReader, AddedTokenWriter};
pub use address::{Address, ParseAddressError};
pub use amount::{Amount, AmountError, RawAmount};
pub use annotation::{Annotation, AnnotationReader, AnnotationWriter};
pub use api_key::{ApiKey, ApiKeyId, ApiKeyName, ApiKeyReader, ApiKeyScope, ApiKeyWriter};
pub use asset::{Asset, AssetId, AssetReader, AssetWriter};
pub use attachment::{
    Attachment, AttachmentId, AttachmentReader, AttachmentSummary, AttachmentWriter, FileSanitizer, NoFiles,
};
pub use chain::{Block, Chain, ChainId, ChainReader, Chains};
pub use clock::{Clock, Timestamp};
pub use counter::CounterWriter;
pub use currency::{Currency, CurrencyReader, CurrencySource, CurrencyWriter, ExchangeRate, Fixing};
pub use day::Day;
pub use disclosure::{Disclosure, DisclosureStore};
pub use email::EmailAddress;
pub use email_code::{EmailCode, EmailCodePurpose, EmailCodeQuery, EmailCodeWriter};
pub use entry::{Entry, EntryId, EntryReader, EntryWriter, TransactionId};
pub use entry_asset::{EntryAsset, EntryAssetReader, EntryAssetWriter};
pub use extended_key::{ExtendedKey, ExtendedKeyReader, ExtendedKeyWriter, KeyDeriver};
pub use fact::{Fact, FactReader, FactWriter, Stream};
pub use failure::{Failure, FailureCode};
pub use feedback::{Feedback, FeedbackId, FeedbackReader, FeedbackWriter};
pub use hidden_asset::{HiddenAsset, HiddenAssetReader, HiddenAssetWriter};
pub use history::{HistoryProgress, HistoryProgressReader, HistoryProgressWriter, HistoryReader};
pub use idempotency::IdempotencyWriter;
pub use ids::{Entropy, Ids};
pub use job::{Job, JobChangeReader, JobQueue, JobWriter};
pub use known_tokens::{KnownTokens, LookalikeOf};
pub use label::{Label, LabelKind, Labels};
pub use mail::{Mail, MailDelivery, MailError, MailId, MailPurpose, MailReader, MailWriter, Mailer};
pub use manual_price::{ManualPrice, ManualPriceReader, ManualPriceWriter};
pub use moment_quote::{AwaitedMoment, MomentQuote, MomentQuoteReader, MomentQuoteWriter};
pub use money::{Money, Price, Ratio};
pub use name::{Name, NameReader, NameResolver, NameWriter};
pub use own_label::{LabelPlace, OwnLabel, OwnLabelReader, OwnLabelWriter};
pub use past_price::{PastPrice, PastPriceReader, PastPriceSource, PastPriceWriter};
pub use person_limits::PersonLimits;
pub use position::PositionKind;
pub use price_series::PriceSeries;
pub use quote::{PriceSource, Quote, QuoteReader, QuoteWriter};
pub use receipt::{Receipt, Receipts};
pub use recipe::{Owner, Recipe, RecipeStore, ValuationId};
pub use reconciliation::{AccountReconciliation, ReconciliationReader, ReconciliationWriter};
pub use redeemable::{Redeemable, Redeemables};
pub use registration::{Merge, RegistrationWriter};
pub use secret::Secret;
pub use session::{Session, SessionReader, SessionWriter};
pub use share::{Share, ShareLink, ShareReader, ShareSession, ShareSessionId, ShareWriter};
pub use sign_in_wallet::{SignInChallenge, SignInWallet, SignInWalletReader, SignInWalletWriter};
pub use snapshot::{Snapshot, SnapshotReader, SnapshotWriter};
pub use source::{Profile, RemoteError, SourceId, SourceReader, SourceState};
pub use source_check::SourceCheck;
pub use storage::StorageError;
pub use token::{Token, TokenKind};
pub use token_finder::{NamedToken, TokenFinder};
pub use token_list::{ListedToken, TokenList, TokenListSource, TokenListWriter};
pub use transaction_receipt::TransactionReceiptReader;
pub use transfer_match::MatchSettings;
pub use user::{User, UserId, UserReader, UserWriter};
pub use user_details::{MailingListEntry, UserDetails, UserDetailsReader, UserDetailsWriter};
pub use user_email::{UserEmail, UserEmailReader, UserEmailState, UserEmailWriter};
pub use wallet::{Wallet, WalletId, WalletKind, WalletReader, WalletWriter};
pub use wallet_proof::{NoVerifier, SignInFields, SignInMessage, SignatureCheck, SignatureVerifier};
pub use work::{Storage, UnitOfWork};

/// Every adapter that the domain uses. Built by `adapters::connect`, or by hand for an embedded tracker.
#[derive(Clone)]
pub struct Ports {
    /// The known chains, as data.
    pub chains: Arc<Chains>,
    /// Readers of balances; the first one that covers a chain reads it.
    pub readers: Vec<Arc<dyn ChainReader>>,
    /// Derives keys and addresses from extended public keys, without a network.
    pub keys: Arc<dyn KeyDeriver>,
    /// Resolves names to addresses and back.
    pub names: Arc<dyn NameResolver>,
    /// Verifies the signatures of wallets.
    pub signatures: Arc<dyn SignatureVerifier>,
    /// Sources of prices, in order of preference.
    pub prices: Vec<Arc<dyn PriceSource>>,
    /// Well-known tokens, which scam tokens imitate.
    pub known_tokens: Arc<KnownTokens>,
    /// Which assets can be redeemed for which others, as data.
    pub redeemables: Arc<Redeemables>,
    /// Which tokens are receipts of positions elsewhere, as data.
    pub receipts: Arc<Receipts>,
    /// To whom addresses of services belong, as data.
    pub labels: Arc<Labels>,
    /// Published token lists; the balances of the tokens they name are read in every account.
    pub lists: Vec<Arc<dyn TokenListSource>>,
    /// Explorers that name the tokens an account holds, in order of preference.
    pub finders: Vec<Arc<dyn TokenFinder>>,
    /// Readers of the history of accounts, in order of preference.
    pub histories: Vec<Arc<dyn HistoryReader>>,
    /// Readers of transaction receipts for chains whose histories include none, in order of preference.
    pub transaction_receipts: Vec<Arc<dyn TransactionReceiptReader>>,
    /// Sources of daily closing prices, in order of preference.
    pub past_prices: Vec<Arc<dyn PastPriceSource>>,
    /// Which assets share their past prices, as data.
    pub price_series: Arc<PriceSeries>,
    /// Sources of exchange rates, in order of preference.
    pub currencies: Vec<Arc<dyn CurrencySource>>,
    /// Opens units of work.
    pub storage: Arc<dyn Storage>,
    /// The reading side of storage.
    pub stores: Stores,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Generates row ids.
    pub ids: Arc<dyn Ids>,
    /// Random bytes for tokens.
    pub entropy: Arc<dyn Entropy>,
    /// Whether live or demo data is used, and how that was chosen.
    pub world: World,
    /// Whether plans limit what users may add.
    pub plans_on: bool,
    /// How long after the end of their last session anonymous users are erased; `None` for never.
    pub anonymous_kept: Option<std::time::Duration>,
    /// Limits per user that hold on every plan.
    pub person_limits: PersonLimits,
    /// How far the two sides of a transfer between own accounts may differ.
    pub transfer_match: MatchSettings,
    /// Whether mails are sent, and how.
    pub mail: MailDelivery,
    /// Recognizes files that users attach.
    pub files: Arc<dyn FileSanitizer>,
}

/// The ports that every tracker needs; the others have an empty default.
#[derive(Clone)]
pub struct RequiredPorts {
    /// The known chains, as data.
    pub chains: Arc<Chains>,
    /// Derives keys and addresses from extended public keys, without a network.
    pub keys: Arc<dyn KeyDeriver>,
    /// Resolves names to addresses and back.
    pub names: Arc<dyn NameResolver>,
    /// Opens units of work.
    pub storage: Arc<dyn Storage>,
    /// The reading side of storage.
    pub stores: Stores,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Generates row ids.
    pub ids: Arc<dyn Ids>,
    /// Random bytes for tokens.
    pub entropy: Arc<dyn Entropy>,
    /// Whether live or demo data is used, and how that was chosen.
    pub world: World,
}

impl Ports {
    /// Returns ports without readers of chains, without sources, without data about tokens, with a verifier that refuses
    /// every signature, and without attachments.
    #[must_use]
    pub fn new(required: RequiredPorts) -> Self {
        Self {
            chains: required.chains,
            readers: Vec::new(),
            keys: required.keys,
            names: required.names,
            signatures: Arc::new(NoVerifier),
            prices: Vec::new(),
            known_tokens: Arc::default(),
            redeemables: Arc::default(),
            receipts: Arc::default(),
            labels: Arc::default(),
            lists: Vec::new(),
            finders: Vec::new(),
            histories: Vec::new(),
            transaction_receipts: Vec::new(),
            past_prices: Vec::new(),
            price_series: Arc::default(),
            currencies: Vec::new(),
            storage: required.storage,
            stores: required.stores,
            clock: required.clock,
            ids: required.ids,
            entropy: required.entropy,
            world: required.world,
            plans_on: false,
            anonymous_kept: None,
            person_limits: PersonLimits::default(),
            transfer_match: MatchSettings::default(),
            mail: MailDelivery::default(),
            files: Arc::new(NoFiles),
        }
    }

    /// Returns the profiles of all sources: readers, names, the verifier of signatures, prices, token lists, explorers,
    /// histories, transaction receipts, exchange rates. A source with several uses has one profile with all of them.
    #[must_use]
    pub fn profiles(&self) -> Vec<Profile> {
        let names = std::iter::once(self.names.profile()).chain(self.signatures.profile());
        let readers = self.readers.iter().map(|reader| reader.profile()).chain(names);
        let prices = self.prices.iter().map(|source| source.profile());
        let lists = self.lists.iter().map(|list| list.profile());
        let finders = self.finders.iter().map(|finder| finder.profile());
        let histories = self.histories.iter().map(|reader| reader.profile());
        let transaction_receipts = self.transaction_receipts.iter().map(|reader| reader.profile());
        let histories = histories.chain(transaction_receipts);
        let past_prices = self.past_prices.iter().map(|source| source.profile());
        let currencies = self.currencies.iter().map(|source| source.profile());
        let all = readers.chain(prices).chain(lists).chain(finders);
        let mut profiles: Vec<Profile> = Vec::new();
        for profile in all.chain(histories).chain(past_prices).chain(currencies) {
            match profiles.iter_mut().find(|known| known.id == profile.id) {
                Some(known) => known.merge(profile),
                None => profiles.push(profile),
            }
        }
        profiles
    }
}

/// The reading side of storage, one port for each kind of record.
#[derive(Clone)]
pub struct Stores {
    /// Users.
    pub users: Arc<dyn UserReader>,
    /// What users state about themselves.
    pub user_details: Arc<dyn UserDetailsReader>,
    /// What users say about the product.
    pub feedback: Arc<dyn FeedbackReader>,
    /// Files that users attach.
    pub attachments: Arc<dyn AttachmentReader>,
    /// The e-mail addresses of users.
    pub user_emails: Arc<dyn UserEmailReader>,
    /// Wallets with which users sign in.
    pub sign_in_wallets: Arc<dyn SignInWalletReader>,
    /// API keys.
    pub api_keys: Arc<dyn ApiKeyReader>,
    /// Sessions.
    pub sessions: Arc<dyn SessionReader>,
    /// Shares and visitors' sessions.
    pub shares: Arc<dyn ShareReader>,
    /// Wallets.
    pub wallets: Arc<dyn WalletReader>,
    /// Addresses derived from extended public keys.
    pub extended_keys: Arc<dyn ExtendedKeyReader>,
    /// Accounts and the state of reading them.
    pub accounts: Arc<dyn AccountReader>,
    /// Resolved names.
    pub names: Arc<dyn NameReader>,
    /// Assets, and the tokens to read in each account.
    pub assets: Arc<dyn AssetReader>,
    /// Snapshots of accounts.
    pub snapshots: Arc<dyn SnapshotReader>,
    /// Quotes of prices.
    pub quotes: Arc<dyn QuoteReader>,
    /// Exchange rates.
    pub currencies: Arc<dyn CurrencyReader>,
    /// Prices that users set.
    pub manual_prices: Arc<dyn ManualPriceReader>,
    /// Assets that users hid.
    pub hidden_assets: Arc<dyn HiddenAssetReader>,
    /// Decimals that users accepted.
    pub accepted_decimals: Arc<dyn AcceptedDecimalsReader>,
    /// Tokens that users added.
    pub added_tokens: Arc<dyn AddedTokenReader>,
    /// Recipes of valuations.
    pub recipes: Arc<dyn RecipeStore>,
    /// Jobs.
    pub jobs: Arc<dyn JobQueue>,
    /// Changes of jobs.
    pub job_changes: Arc<dyn JobChangeReader>,
    /// The privacy ledger: what was disclosed to which host.
    pub disclosures: Arc<dyn DisclosureStore>,
    /// The last success and failure of each source.
    pub sources: Arc<dyn SourceReader>,
    /// Facts that sources reported about accounts.
    pub facts: Arc<dyn FactReader>,
    /// Entries of the ledger.
    pub entries: Arc<dyn EntryReader>,
    /// The progress of reading histories.
    pub history_progress: Arc<dyn HistoryProgressReader>,
    /// What users added to entries.
    pub annotations: Arc<dyn AnnotationReader>,
    /// The labels that users give to addresses.
    pub own_labels: Arc<dyn OwnLabelReader>,
    /// The last comparison of each account's entries with its balances.
    pub reconciliations: Arc<dyn ReconciliationReader>,
    /// Daily closing prices.
    pub past_prices: Arc<dyn PastPriceReader>,
    /// The assets whose past prices the ledgers need.
    pub entry_assets: Arc<dyn EntryAssetReader>,
    /// Quotes near the moments of entries.
    pub moment_quotes: Arc<dyn MomentQuoteReader>,
    /// The queue of mails.
    pub mails: Arc<dyn MailReader>,
}

/// Whether the tracker uses live or demo data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// Live sources or demo data.
    pub kind: WorldKind,
    /// Whether the operator configured it; otherwise it was chosen automatically for an empty data folder.
    pub is_configured: bool,
    /// Why demo data was chosen, where it was not configured.
    pub reason: Option<String>,
    /// Whether only endpoints marked as the operator's own are used.
    pub own_nodes_only: bool,
}

/// Live sources or demo data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldKind {
    /// Real chains and prices.
    Live,
    /// Computed, invented figures.
    Demo,
}
