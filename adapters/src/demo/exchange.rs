//! The exchanges of the demo world: any key connects, and its letters decide what it may do, so that every answer can be seen.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use ports::{
    AccountId, AccountIdentity, Address, AssetId, ChainId, Clock, ExchangeHistoryRequest, ExchangeKey, ExchangeOAuth,
    ExchangeProfile, ExchangeReader, FileContent, FileProblem, KeyEnd, KeyNetwork, KeyProblem, KeyRights, MarketInput,
    MarketListing, MarketLookup, Position, PositionKind, Profile, RawAmount, RemoteError, RightAccess, SourceId,
    Stream, Timestamp, fact::EXCHANGE_DECIMALS, history::HistoryPage,
};

use super::{
    dollars::DOLLAR,
    exchange_access::DemoAccess,
    exchange_history,
    exchange_markets::{self, RequestedMarkets},
    invented::{LEARNS, pause},
    market::DemoMarket,
    portfolio::usual,
    random::{mix, seed},
};
use crate::exchange::account::{AccountSpec, ExchangeCodes, OAuthSpec, granted, key_error, missing, source_id};

/// What an account may hold directly, with a typical value in dollars. Every account holds the first four.
const HELD: [(&str, u128); 6] = [
    ("bip122:000000000019d6689c085ae165831e93/slip44:0", 6_000),
    ("eip155:1/slip44:60", 4_200),
    ("eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 1_500),
    ("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501", 900),
    ("eip155:1/erc20:0x514910771AF9Ca656af840dff83E8264EcF986CA", 350),
    ("bip122:12a765e31ffd4059bada1e25190f6e98/slip44:2", 250),
];
/// What every account has lent.
const LENT: (&str, u128) = ("eip155:1/slip44:60", 1_300);
/// Since when a key with the word "recent" reads the history, in seconds since 1970: 1 July 2024.
const RECENT: i64 = 1_719_792_000;
/// A code that no list maps to an asset. An account has it whose key has the word "code".
const UNMAPPED: &str = "LINK.S";
/// How much of it an account has, in whole units.
const UNMAPPED_UNITS: u128 = 40;
/// The decimal places of the currency.
const CENTS: u8 = 2;

/// An invented exchange. It never opens a socket.
pub struct DemoExchange {
    spec: &'static AccountSpec,
    market: Arc<DemoMarket>,
    codes: Arc<ExchangeCodes>,
    access: Option<DemoAccess>,
    /// The keys with the word "brief" with which balances were read.
    used: Mutex<BTreeSet<String>>,
}

impl DemoExchange {
    pub(super) fn new(
        spec: &'static AccountSpec,
        (market, codes): (Arc<DemoMarket>, Arc<ExchangeCodes>),
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            spec,
            market,
            codes,
            used: Mutex::default(),
            access: spec.oauth.map(|oauth| DemoAccess { spec, oauth, clock }),
        }
    }

    /// Returns since when a key reads the history: one with the word "recent" only the newer part.
    fn history_start(&self, key: &ExchangeKey) -> Result<Option<Timestamp>, RemoteError> {
        Ok(says(self.identity(key)?, "recent").then(|| Timestamp::from_seconds(RECENT)))
    }

    /// Returns the part of a key that identifies it. One with the word "revoked" is not accepted, and one with the word "brief" only
    /// until balances were read with it.
    fn identity<'a>(&self, key: &'a ExchangeKey) -> Result<&'a str, RemoteError> {
        let identity = key.access_token().or_else(|| key.get(ExchangeKey::API_KEY));
        let identity = identity.filter(|text| !says(text, "revoked") && !self.used().contains(*text));
        identity.ok_or_else(|| key_error(self.spec.title, KeyProblem::BadKey, ""))
    }

    fn used(&self) -> MutexGuard<'_, BTreeSet<String>> {
        // The set stays consistent if a thread panics while it holds the lock.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the exchange's word for the right to do something, such as to withdraw.
    fn changing_right(&self, word: &'static str) -> &'static str {
        let mut changing = self
            .spec
            .rights
            .iter()
            .filter(|right| right.access == RightAccess::Changes);
        changing
            .find(|right| says(right.name, word))
            .map_or(word, |right| right.name)
    }

    /// Returns the number of the person to whom a key belongs.
    fn owner(&self, key: &ExchangeKey) -> Result<u64, RemoteError> {
        Ok(seed(&["exchange account", self.spec.name, self.identity(key)?]))
    }

    /// Returns what an account has.
    fn positions(&self, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        let owner = self.owner(key)?;
        let count = 4 + usize::try_from(mix(owner, 0) % 3).unwrap_or(0);
        let held = HELD.into_iter().take(count);
        let held = held.filter_map(|held| self.position(owner, held, PositionKind::Regular, "Spot"));
        let lent = self.position(owner, LENT, PositionKind::Lent, "Earn");
        let unmapped = says(self.identity(key)?, "code").then(|| self.unmapped()).flatten();
        Ok(held.chain(lent).chain(unmapped).chain(euros(owner)).collect())
    }

    fn unmapped(&self) -> Option<Position> {
        let id: ChainId = format!("exchange:{}", self.spec.name).parse().ok()?;
        Some(Position {
            asset: AssetId::code(&id, UNMAPPED)?,
            raw: RawAmount::from(UNMAPPED_UNITS)
                .with_zeros(EXCHANGE_DECIMALS)
                .ok()?
                .into(),
            decimals: Some(EXCHANGE_DECIMALS),
            kind: PositionKind::Regular,
            place: "Spot".parse().ok()?,
        })
    }

    fn position(
        &self,
        owner: u64,
        (asset, dollars): (&str, u128),
        kind: PositionKind,
        place: &str,
    ) -> Option<Position> {
        let asset: AssetId = asset.parse().ok()?;
        let listing = self.market.listing(&asset)?;
        let percent = u128::from(60 + mix(owner, listing.seed) % 81);
        let raw = RawAmount::from(usual(listing, dollars * DOLLAR * percent / 100, owner));
        Some(Position {
            asset,
            raw: raw.into(),
            decimals: listing.metadata.decimals,
            kind,
            place: place.parse().ok()?,
        })
    }
}

/// Returns whether a key contains a word, in any case.
fn says(key: &str, word: &str) -> bool {
    key.to_ascii_lowercase().contains(word)
}

fn euros(owner: u64) -> Option<Position> {
    let cents = u128::from(20_000 + mix(owner, 1) % 180_000);
    Some(Position {
        asset: AssetId::of_currency("EUR")?,
        raw: RawAmount::from(cents).into(),
        decimals: Some(CENTS),
        kind: PositionKind::Regular,
        place: "Spot".parse().ok()?,
    })
}

/// Each key of the demo world has an account of its own.
impl AccountIdentity for DemoExchange {}

#[async_trait]
impl ExchangeReader for DemoExchange {
    fn profile(&self) -> ExchangeProfile {
        let profile = self.spec.profile(LEARNS, Vec::new());
        ExchangeProfile {
            source: Profile {
                capabilities: vec!["invented balances".to_owned(), "invented histories".to_owned()],
                rate_limit: "none".to_owned(),
                ..profile.source
            },
            oauth: self.spec.oauth.map(OAuthSpec::profile),
            ..profile
        }
    }

    async fn rights(&self, _: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        pause(60).await;
        let identity = self.identity(key)?;
        if let (Some(access), Some(token)) = (&self.access, key.access_token()) {
            return Ok(access.rights(token));
        }
        let needed = self
            .spec
            .rights
            .iter()
            .filter(|right| right.is_needed)
            .map(|right| right.name);
        let changing = ["trade", "withdraw"].into_iter().filter(|word| says(identity, word));
        let names = needed.chain(changing.map(|word| self.changing_right(word)));
        let rights = granted(self.spec.rights, names);
        Ok(KeyRights {
            missing: missing(self.spec.rights, &rights),
            granted: (!self.spec.rights.is_empty()).then_some(rights),
            network: if says(identity, "bound") {
                KeyNetwork::Only(vec!["203.0.113.24".to_owned()])
            } else {
                KeyNetwork::Any
            },
            end: KeyEnd::Never,
            history: (self.history_start(key)?, None),
        })
    }

    async fn balances(&self, _: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        pause(80).await;
        let positions = self.positions(key)?;
        let identity = self.identity(key)?;
        if says(identity, "brief") {
            self.used().insert(identity.to_owned());
        }
        Ok(positions)
    }

    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let ExchangeHistoryRequest {
            part: request,
            key,
            markets: stored,
            ..
        } = request;
        pause(80).await;
        let owner = self.owner(key)?;
        let account = (&request.account, source_id());
        let lists = self.spec.streams;
        let (positions, codes) = (self.positions(key)?, self.spec.codes(&self.codes));
        let with_markets = Some(&codes).filter(|_| self.spec.has_markets);
        let rows = exchange_history::rows((account, lists), owner, &positions, (&self.market, with_markets));
        let mut facts = rows.ok_or_else(|| RemoteError::Malformed {
            who: self.spec.title.to_owned(),
            what: "an account whose history cannot be invented".to_owned(),
        })?;
        facts.retain(|fact| fact.body.stream() == request.stream);
        let start = self
            .history_start(key)?
            .map_or(0, |start| start.millis().unsigned_abs());
        facts.retain(|fact| fact.block.number >= start);
        let total = u64::try_from(facts.len()).ok();
        let (first, last) = request.blocks;
        facts.retain(|fact| fact.block.number <= last);
        let markets = if self.spec.has_markets && request.stream == Stream::MarketTrades {
            RequestedMarkets::of(&positions, stored, &codes).keep(&mut facts, first)
        } else {
            facts.retain(|fact| fact.block.number >= first);
            Vec::new()
        };
        Ok(HistoryPage {
            markets,
            facts,
            through: Some(last),
            continuation: None,
            total,
            gaps: Vec::new(),
        })
    }

    fn oauth(&self) -> Option<&dyn ExchangeOAuth> {
        let access = self.access.as_ref()?;
        Some(access)
    }

    fn markets(&self) -> Option<&dyn MarketLookup> {
        self.spec.has_markets.then_some(self)
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        self.spec.read_file(&self.codes, of, content)
    }
}

#[async_trait]
impl MarketLookup for DemoExchange {
    async fn market(&self, _: &Address, input: &MarketInput) -> Result<Option<MarketListing>, RemoteError> {
        pause(60).await;
        Ok(exchange_markets::named(input, &self.spec.codes(&self.codes)))
    }

    fn asset(&self, code: &str) -> Option<AssetId> {
        self.spec.codes(&self.codes).asset(code).ok()
    }
}

#[cfg(test)]
mod tests;
