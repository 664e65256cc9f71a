//! The adapters of a tracker.

use std::sync::Arc;

use crate::{
    chain::{
        ChainReader, Chains, known_tokens::KnownTokens, name::NameResolver, token_finder::TokenFinder,
        token_list::TokenListSource,
    },
    connection::exchange_reader::ExchangeReader,
    ids::{Entropy, Ids},
    ledger::{
        allowance::AllowanceReader, history::HistoryReader, label::Labels,
        transaction_receipt::TransactionReceiptReader, transfer_match::MatchSettings,
    },
    mail::MailDelivery,
    market::{
        currency::CurrencySource, market_event::MarketEvent, past_price::PastPriceSource, price_series::PriceSeries,
        quote::PriceSource, receipt::Receipts, redeemable::Redeemables,
    },
    person::{
        attachment::{FileSanitizer, NoFiles},
        extended_key::KeyDeriver,
        person_limits::PersonLimits,
        wallet_proof::{NoVerifier, SignatureVerifier},
    },
    protocol::ProtocolProfile,
    source::Profile,
    stores::{Storage, Stores},
    time::clock::Clock,
    world::World,
};

/// Every adapter that the domain uses. Built by `adapters::connect`, or by hand for an embedded tracker.
#[derive(Clone)]
pub struct Ports {
    /// The known chains, as data.
    pub chains: Arc<Chains>,
    /// Readers of balances; the first one that covers a chain reads it.
    pub readers: Vec<Arc<dyn ChainReader>>,
    /// Readers of what accounts allow others to move; the first one that covers a chain reads it.
    pub allowances: Vec<Arc<dyn AllowanceReader>>,
    /// Readers of accounts at exchanges, in the order in which people choose from them.
    pub exchanges: Vec<Arc<dyn ExchangeReader>>,
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
    /// The protocols in which positions are read, as data.
    pub protocols: Arc<Vec<ProtocolProfile>>,
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
    /// Events of the market that charts show, the oldest first, as data.
    pub events: Arc<Vec<MarketEvent>>,
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
            allowances: Vec::new(),
            exchanges: Vec::new(),
            keys: required.keys,
            names: required.names,
            signatures: Arc::new(NoVerifier),
            prices: Vec::new(),
            known_tokens: Arc::default(),
            redeemables: Arc::default(),
            receipts: Arc::default(),
            protocols: Arc::default(),
            labels: Arc::default(),
            lists: Vec::new(),
            finders: Vec::new(),
            histories: Vec::new(),
            transaction_receipts: Vec::new(),
            past_prices: Vec::new(),
            price_series: Arc::default(),
            events: Arc::default(),
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
