//! Books that tests write by hand.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    Address, Amount, Asset, AssetId, CostRules, Currency, Day, Entry, EntryId, RawAmount, Stream, Timestamp,
    annotation::AnnotationContent,
    asset::Metadata,
    entry::{Decoding, EntryKind, Leg, LegRole},
};

use crate::{
    currency::{Conversion, MissingClose},
    ledger::{
        book::Book,
        cost::{BookBasis, CostBuilder, CostChange, EntryCost, LedgerRates},
        coverage::HistoryCoverage,
        table::{
            book_row::{BookRow, Partner},
            pricing::PastValues,
            row_table::RowTable,
        },
    },
    price::{Decision, Method, Priced},
};

pub const FIRST: &str = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
pub const SECOND: &str = "eip155:1:0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
pub const OTHER_CHAIN: &str = "eip155:8453:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
pub const ETHER: &str = "eip155:1/slip44:60";
pub const WRAPPED: &str = "eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
pub const ETHER_ON_BASE: &str = "eip155:8453/slip44:60";
pub const SHARE: &str = "eip155:1/erc20:0xBe9895146f7AF43049ca1c1AE358B0541Ea49704";
pub const ARB: &str = "eip155:1/erc20:0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
const DAY: i64 = 86_400;
const START: i64 = 1_704_067_200;

/// A book that is written by hand. Ether costs $100 more each day, and ARB has no price.
#[derive(Default)]
pub struct Story {
    rows: Vec<BookRow>,
    annotations: BTreeMap<EntryId, Vec<AnnotationContent>>,
    prices: Vec<(AssetId, Timestamp, Amount)>,
    /// The prices that are requested.
    awaited: Vec<(AssetId, Timestamp)>,
    /// The currency of costs.
    pub currency: Currency,
    /// The days on which Bitcoin has no price, with the reason. On others it costs $10,000.
    pub without_bitcoin: BTreeMap<Day, MissingClose>,
    is_history_complete: bool,
    /// The rules.
    pub rules: CostRules,
    /// The assets that continue as another one.
    pub continued_as: BTreeMap<AssetId, AssetId>,
    /// The assets whose balances grow without transfers.
    pub rebasing: BTreeSet<AssetId>,
}

fn asset(id: &str, symbol: &str, group: &str) -> (AssetId, Asset) {
    let id: AssetId = id.parse().unwrap();
    let asset = Asset {
        id: id.clone(),
        metadata: Metadata::cleaned(symbol, symbol, Some(2)),
        group: group.to_owned(),
        origin: "chain".to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    };
    (id, asset)
}

pub fn leg(role: LegRole, asset: &str, hundredths: u64) -> Leg {
    Leg {
        role,
        asset: asset.parse().unwrap(),
        token_id: None,
        amount: hundredths.to_string().parse::<RawAmount>().unwrap(),
        counterparty: None,
        stream: Stream::Transactions,
        item: "value".to_owned(),
    }
}

pub fn entry(day: i64, account: &str, legs: Vec<Leg>) -> Entry {
    Entry {
        id: format!("{account}/0x{day:064x}").parse().unwrap(),
        block: day.unsigned_abs(),
        block_hash: None,
        position: 0,
        time: Timestamp::from_seconds(START + day * DAY),
        kind: EntryKind::Mixed,
        legs,
        counterparty: None,
        protocol: None,
        bridge_id: None,
        approvals: Vec::new(),
        failed: false,
        decoding: Decoding::Generic,
        decoder: "generic".to_owned(),
        decoder_version: 1,
    }
}

pub fn amount(text: &str) -> Amount {
    text.parse().unwrap()
}

impl Story {
    /// Returns a story in Bitcoin, which has no price on this day, of a history that is complete.
    pub fn without_bitcoin(day: &str, missing: MissingClose) -> Self {
        Self {
            currency: bitcoin(),
            without_bitcoin: BTreeMap::from([(day.parse().unwrap(), missing)]),
            is_history_complete: true,
            ..Self::default()
        }
    }

    /// Adds an entry of the first account of this kind, whose arrivals a contract created, and returns its id.
    pub fn of_kind(&mut self, day: i64, kind: EntryKind, legs: Vec<Leg>) -> EntryId {
        let zero = Some(Address::evm([0; 20]));
        let created = legs.into_iter().map(|leg| Leg {
            counterparty: zero.clone().filter(|_| leg.role == LegRole::In),
            ..leg
        });
        let entry = Entry {
            kind,
            protocol: Some("market".to_owned()),
            ..entry(day, FIRST, created.collect())
        };
        self.row(entry, None)
    }

    /// Adds an entry of the first account, and returns its id.
    pub fn on(&mut self, day: i64, legs: Vec<Leg>) -> EntryId {
        self.row(entry(day, FIRST, legs), None)
    }

    pub fn row(&mut self, entry: Entry, partner: Option<Partner>) -> EntryId {
        let (id, time) = (entry.id.clone(), entry.time);
        let received = partner
            .iter()
            .flat_map(|partner| partner.received.iter().map(|one| one.time));
        for time in received.chain([time]) {
            for ether in [ETHER, WRAPPED, ETHER_ON_BASE] {
                let days = (time.seconds() - START) / DAY;
                let price = amount(&(1000 + days * 100).to_string());
                self.prices.push((ether.parse().unwrap(), time, price));
            }
        }
        self.rows.push(BookRow { entry, partner });
        id
    }

    /// States that the price of an asset on a day is requested.
    pub fn await_price(&mut self, asset: &str, day: i64) {
        let at = Timestamp::from_seconds(START + day * DAY);
        self.awaited.push((asset.parse().unwrap(), at));
    }

    pub fn annotate(&mut self, id: &EntryId, content: AnnotationContent) {
        self.annotations.entry(id.clone()).or_default().push(content);
    }

    pub fn cost(&mut self, id: &EntryId, asset: &str, cost: &str) {
        self.cost_in(id, asset, (cost, Currency::usd()));
    }

    pub fn cost_in(&mut self, id: &EntryId, asset: &str, (cost, currency): (&str, Currency)) {
        let content = AnnotationContent::Cost {
            asset: asset.parse().unwrap(),
            amount: amount(cost),
            currency,
        };
        self.annotate(id, content);
    }

    /// Returns the rates of Bitcoin on the days of the rows.
    fn rates(&self) -> LedgerRates {
        let days = self.rows.iter().map(|row| Day::of(row.entry.time));
        let conversion = |day: Day| match self.without_bitcoin.get(&day) {
            Some(missing) => Conversion::without_close(bitcoin(), day, *missing),
            None => Conversion::by_coin(bitcoin(), Some((BITCOIN.parse().unwrap(), Some(price_of_bitcoin(day))))),
        };
        let conversions = days.map(|day| ((bitcoin(), day), conversion(day)));
        LedgerRates::of_days(self.currency.clone(), conversions.collect())
    }

    pub fn book(&self) -> Book {
        let mut rows: Vec<BookRow> = Vec::new();
        for row in &self.rows {
            let partner = row.partner.as_ref().map(|partner| Partner {
                given: partner.given.clone(),
                received: partner.received.clone(),
                reason: partner.reason.clone(),
            });
            rows.push(BookRow {
                entry: row.entry.clone(),
                partner,
            });
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.entry.time));
        let assets = [
            asset(ETHER, "ETH", "eth"),
            asset(WRAPPED, "WETH", "eth"),
            asset(ETHER_ON_BASE, "ETH", "eth"),
            asset(ARB, "ARB", "arb"),
            asset(SHARE, "SHARE", "share"),
        ];
        Book {
            rows: RowTable::of(rows),
            past: self.past(),
            assets: assets.into(),
            annotations: self.annotations.clone(),
            continued_as: self.continued_as.clone(),
            rebasing: self.rebasing.clone(),
            ..Book::empty()
        }
    }

    fn past(&self) -> PastValues {
        let mut past = PastValues::of_closes(self.prices.clone());
        for (asset, at) in &self.awaited {
            past.await_price(asset.clone(), *at);
        }
        past
    }

    /// Returns what an entry changed.
    pub fn costs(&self, id: &EntryId) -> EntryCost {
        let book = self.book();
        let basis = BookBasis::of(&book, self.rates(), self.rules);
        let coverage = HistoryCoverage {
            names: BTreeMap::new(),
            accounts: Vec::new(),
            quiet: usize::from(self.is_history_complete),
            unread_wallets: 0,
            gaps: Vec::new(),
            known_since: None,
        };
        let costs = CostBuilder {
            book: &book,
            basis: &basis,
        };
        costs.entry(book.position(id).unwrap(), &coverage)
    }

    pub fn change(&self, id: &EntryId, asset: &str) -> CostChange {
        let found = self.costs(id).assets;
        let asset: AssetId = asset.parse().unwrap();
        found.into_iter().find(|change| change.asset == asset).unwrap()
    }

    pub fn has_row_gap(&self, id: &EntryId) -> bool {
        let book = self.book();
        let basis = BookBasis::of(&book, self.rates(), self.rules);
        let costs = CostBuilder {
            book: &book,
            basis: &basis,
        };
        costs.row_gap(book.position(id).unwrap()).is_some()
    }
}

pub fn bitcoin() -> Currency {
    "BTC".parse().unwrap()
}

fn price_of_bitcoin(day: Day) -> Decision {
    Decision::Priced(Priced {
        value: amount("10000"),
        method: Method::Median,
        spread: None,
        as_of: day.start(),
        confidence: None,
        considered: Vec::new(),
    })
}

/// Quantity, cost and average, before and after.
pub fn states(change: &CostChange) -> [[Option<String>; 3]; 2] {
    [&change.before, &change.after]
        .map(|state| [state.quantity, state.cost, state.average].map(|one| Some(one?.to_string())))
}

pub fn state(quantity: &str, cost: &str, average: &str) -> [Option<String>; 3] {
    [quantity, cost, average].map(|text| (!text.is_empty()).then(|| text.to_owned()))
}
