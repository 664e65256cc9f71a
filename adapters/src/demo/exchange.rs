//! The exchanges of the demo world: any key connects, and its letters decide what it may do, so that every answer can be seen.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, ExchangeHistoryRequest, ExchangeKey, ExchangeProfile, ExchangeReader, FileContent,
    FileProblem, KeyEnd, KeyNetwork, KeyProblem, KeyRights, Position, PositionKind, Profile, RawAmount, RemoteError,
    RightAccess, SourceId, Stream, Timestamp, history::HistoryPage,
};

use super::{
    dollars::DOLLAR,
    exchange_history,
    invented::{LEARNS, pause},
    market::DemoMarket,
    portfolio::usual,
    random::{mix, seed},
};
use crate::exchange::account::{AccountSpec, ExchangeCodes, granted, key_error, missing, source_id};

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
/// The decimal places of the currency.
const CENTS: u8 = 2;

/// An invented exchange. It never opens a socket.
pub struct DemoExchange {
    spec: &'static AccountSpec,
    market: Arc<DemoMarket>,
    codes: Arc<ExchangeCodes>,
}

impl DemoExchange {
    pub(super) fn new(spec: &'static AccountSpec, market: Arc<DemoMarket>, codes: Arc<ExchangeCodes>) -> Self {
        Self { spec, market, codes }
    }

    /// Returns since when a key reads the history: one with the word "recent" only the newer part.
    fn history_start(&self, key: &ExchangeKey) -> Result<Option<Timestamp>, RemoteError> {
        Ok(says(self.identity(key)?, "recent").then(|| Timestamp::from_seconds(RECENT)))
    }

    /// Returns the part of a key that identifies it. One with the word "revoked" is not accepted.
    fn identity<'a>(&self, key: &'a ExchangeKey) -> Result<&'a str, RemoteError> {
        let identity = key.get(ExchangeKey::API_KEY).filter(|text| !says(text, "revoked"));
        identity.ok_or_else(|| key_error(self.spec.title, KeyProblem::BadKey, ""))
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
    fn positions(&self, owner: u64) -> Vec<Position> {
        let count = 4 + usize::try_from(mix(owner, 0) % 3).unwrap_or(0);
        let held = HELD.into_iter().take(count);
        let held = held.filter_map(|held| self.position(owner, held, PositionKind::Regular, "Spot"));
        let lent = self.position(owner, LENT, PositionKind::Lent, "Earn");
        held.chain(lent).chain(euros(owner)).collect()
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
            ..profile
        }
    }

    async fn rights(&self, _: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        pause(60).await;
        let identity = self.identity(key)?;
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
        Ok(self.positions(self.owner(key)?))
    }

    fn streams(&self) -> Vec<Stream> {
        self.spec.streams.to_vec()
    }

    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let ExchangeHistoryRequest { part: request, key, .. } = request;
        pause(80).await;
        let owner = self.owner(key)?;
        let account = (&request.account, source_id());
        let lists = self.spec.streams;
        let rows = exchange_history::rows((account, lists), owner, &self.positions(owner), &self.market);
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
        facts.retain(|fact| (first..=last).contains(&fact.block.number));
        Ok(HistoryPage {
            facts,
            through: Some(last),
            continuation: None,
            total,
            gaps: Vec::new(),
        })
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        self.spec.read_file(&self.codes, of, content)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ports::{
        AccountId, Amount, Fact,
        fact::{EXCHANGE_DECIMALS, FactBody},
        history::HistoryRequest,
    };

    use super::*;
    use crate::{
        chain::{rows::rows, tokens::start_list},
        demo::world_of,
        exchange::ACCOUNTS,
    };

    fn exchanges() -> impl Iterator<Item = DemoExchange> {
        let rows = rows().unwrap();
        let market = world_of(rows, &start_list(rows).unwrap()).market;
        ACCOUNTS
            .into_iter()
            .map(move |spec| DemoExchange::new(spec, market.clone(), Arc::new(ExchangeCodes::listed().unwrap())))
    }

    fn account() -> Address {
        "kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap()
    }

    fn key(api_key: &str) -> ExchangeKey {
        ExchangeKey::new([("api_key", api_key), ("api_secret", "any")].map(|(name, text)| (name.into(), text.into())))
            .unwrap()
    }

    #[tokio::test]
    async fn an_account_has_several_assets_an_allocation_and_euros() {
        for exchange in exchanges() {
            for name in ["one", "two", "three", "four", "five"] {
                let positions = exchange.balances(&account(), &key(name)).await.unwrap();
                assert_eq!(positions, exchange.balances(&account(), &key(name)).await.unwrap());
                let count = |kind| positions.iter().filter(|one| one.kind == kind).count();
                assert!((5..=7).contains(&count(PositionKind::Regular)), "{positions:?}");
                assert_eq!(count(PositionKind::Lent), 1);
                assert!(positions.iter().all(|one| !one.raw.is_zero() && !one.raw.is_negative()));
                assert!(positions.iter().any(|one| one.asset.currency_code() == Some("EUR")));
            }
            assert_ne!(
                exchange.balances(&account(), &key("one")).await,
                exchange.balances(&account(), &key("two")).await
            );
        }
    }

    #[tokio::test]
    async fn the_letters_of_a_key_decide_its_rights() {
        for exchange in exchanges() {
            let excess = async |name: &str| {
                let rights = exchange.rights(&account(), &key(name)).await.unwrap();
                let names = rights.excess().into_iter().map(|right| right.name.clone());
                names.collect::<Vec<_>>()
            };
            // Where an exchange states no rights, nothing can be refused.
            let stated = usize::from(!exchange.spec.rights.is_empty());
            assert_eq!(excess("reading").await, Vec::<String>::new());
            assert_eq!(excess("canTRADE").await.len(), stated);
            assert_eq!(excess("trade-and-Withdraw").await.len(), 2 * stated);
            let network = async |name: &str| exchange.rights(&account(), &key(name)).await.unwrap().network;
            assert_eq!(network("any").await, KeyNetwork::Any);
            assert!(matches!(network("Bound").await, KeyNetwork::Only(_)));
            for error in [
                exchange.rights(&account(), &key("Revoked1")).await.unwrap_err(),
                exchange.balances(&account(), &key("Revoked1")).await.unwrap_err(),
            ] {
                assert_eq!(error.code(), "bad_key");
            }
            assert!(exchange.profile().source.hosts.is_empty() && !exchange.profile().steps.is_empty());
        }
    }

    /// Returns what the rows of a history add up to, by asset, in the places of amounts at exchanges. No balance is ever below zero.
    fn replayed(facts: &[Fact]) -> BTreeMap<AssetId, Amount> {
        let mut sums: BTreeMap<AssetId, Amount> = BTreeMap::new();
        for fact in facts {
            let FactBody::ExchangeRow(row) = &fact.body else {
                panic!("{fact:?} is no row");
            };
            for one in &row.amounts {
                let change = one.amount.in_units(EXCHANGE_DECIMALS).unwrap();
                let sum = sums.entry(one.asset.clone()).or_insert(Amount::ZERO);
                *sum = sum.add(change).unwrap();
                assert!(!sum.is_negative(), "{row:?}");
            }
        }
        sums
    }

    /// Returns the rows of all lists, the oldest first.
    async fn read(exchange: &DemoExchange, blocks: (u64, u64), name: &str) -> Vec<Fact> {
        let mut facts = Vec::new();
        for stream in exchange.streams() {
            let part = HistoryRequest {
                account: AccountId {
                    chain: exchange.spec.id(),
                    address: account(),
                },
                stream,
                blocks,
                continuation: None,
            };
            let request = ExchangeHistoryRequest {
                part: &part,
                key: &key(name),
                assets: &[],
            };
            facts.extend(exchange.history(request).await.unwrap().facts);
        }
        facts.sort_by_key(|fact| fact.block.time);
        facts
    }

    #[tokio::test]
    async fn a_history_adds_up_to_the_balances() {
        for exchange in exchanges().filter(|exchange| !exchange.streams().is_empty()) {
            for name in ["one", "two", "three", "four", "five"] {
                let whole = read(&exchange, (0, u64::MAX), name).await;
                let mut held: BTreeMap<AssetId, Amount> = BTreeMap::new();
                for position in exchange.balances(&account(), &key(name)).await.unwrap() {
                    let sum = held.entry(position.asset).or_insert(Amount::ZERO);
                    let amount = position.raw.in_units(position.decimals.unwrap()).unwrap();
                    *sum = sum.add(amount).unwrap();
                }
                assert_eq!(replayed(&whole), held, "{name}");
                let middle = whole[whole.len() / 2].block.number;
                let later = read(&exchange, (middle, u64::MAX), name).await;
                let earlier = read(&exchange, (0, middle - 1), name).await;
                assert_eq!([earlier, later].concat(), whole);
            }
        }
    }
}
