//! Past prices are requested for what accounts moved themselves, once for all users, and not for tokens that only arrived.

mod moment_prices;
mod rising_prices;

use std::{sync::Arc, time::Duration};

use adapters::storage::DatabaseLocation;
use domain::{
    Caller,
    ledger::{EntryConditions, EntryCost, EntryDetail, EntryQuery, EntrySort},
};
use ports::{
    AccountId, Asset, AssetId, Currency, Day, Entry, EntryId, Stream, Timestamp,
    asset::Metadata,
    entry::{Decoding, EntryKind, Leg, LegRole},
};
use support::tracker_fixture::TrackerFixture;

use rising_prices::RisingPrices;

const FIRST: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const SECOND: &str = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
const ETHER: &str = "eip155:1/slip44:60";
const SOLD: &str = "eip155:1/erc20:0x1111111111111111111111111111111111111111";
const SPAM: &str = "eip155:1/erc20:0x2222222222222222222222222222222222222222";
const BOUGHT: &str = "2025-03-01";
const SOLD_ON: &str = "2025-06-01";

fn id(text: &str) -> AssetId {
    text.parse().unwrap()
}

fn account(address: &str) -> AccountId {
    format!("eip155:1:{address}").parse().unwrap()
}

fn noon(day: &str) -> Timestamp {
    day.parse::<Day>().unwrap().start().plus(Duration::from_hours(12))
}

/// An entry of an account at noon of a day.
fn entry(address: &str, (hash, day): (u8, &str), kind: EntryKind, legs: &[(LegRole, &str, u128)]) -> Entry {
    let leg = |(role, asset, amount): &(LegRole, &str, u128)| Leg {
        role: *role,
        asset: id(asset),
        token_id: None,
        amount: (*amount).into(),
        counterparty: None,
        stream: Stream::TokenTransfers,
        item: format!("{role:?}"),
    };
    Entry {
        id: EntryId {
            account: account(address),
            transaction: format!("0x{hash:064x}").parse().unwrap(),
        },
        block: hash.into(),
        block_hash: None,
        position: 0,
        time: noon(day),
        kind,
        legs: legs.iter().map(leg).collect(),
        counterparty: None,
        protocol: None,
        bridge_id: None,
        approvals: Vec::new(),
        failed: false,
        decoding: Decoding::Complete,
        decoder: "test".to_owned(),
        decoder_version: 1,
    }
}

/// What an account received and fully sold, and a token that only arrived.
fn sale(address: &str) -> Vec<Entry> {
    vec![
        entry(address, (1, BOUGHT), EntryKind::Receive, &[(LegRole::In, SOLD, 100)]),
        entry(address, (2, BOUGHT), EntryKind::Receive, &[(LegRole::In, SPAM, 999)]),
        entry(
            address,
            (3, SOLD_ON),
            EntryKind::Swap,
            &[
                (LegRole::Out, SOLD, 100),
                (LegRole::In, ETHER, 150_000_000_000_000_000_000),
                (LegRole::Fee, ETHER, 1),
            ],
        ),
    ]
}

/// An account sends a token that had only arrived before.
fn sending(address: &str, hash: u8, day: &str) -> Entry {
    let legs = [(LegRole::Out, SPAM, 1), (LegRole::Fee, ETHER, 1)];
    entry(address, (hash, day), EntryKind::Send, &legs)
}

struct MovedAssetStory {
    fixture: TrackerFixture,
    source: Arc<RisingPrices>,
    people: [Caller; 2],
}

impl MovedAssetStory {
    /// Two users watch an account each. The history of both is stored but not searched, as that of a server before an update.
    async fn open() -> Self {
        let source = Arc::new(RisingPrices::default());
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
            ports.past_prices = vec![source.clone()];
            ports.histories = vec![];
            ports
        })
        .await;
        let people = [fixture.person(&[FIRST]).await, fixture.person(&[SECOND]).await];
        fixture.run_jobs().await;
        let story = Self {
            fixture,
            source,
            people,
        };
        story.add_tokens().await;
        story.append(&[sale(FIRST), sale(SECOND)].concat()).await;
        story
    }

    async fn add_tokens(&self) {
        let token = |asset: &str| Asset {
            id: id(asset),
            metadata: Metadata::cleaned("TKN", "Token", Some(0)),
            group: asset.to_owned(),
            origin: "chain".to_owned(),
            confirmed: true,
            unreadable_since: None,
            listed: false,
            holders: None,
            assumed: None,
        };
        let mut work = self.fixture.tracker.ports().storage.begin().await.unwrap();
        work.assets().add(&[token(SOLD), token(SPAM)]).await.unwrap();
        work.commit().await.unwrap();
    }

    async fn append(&self, entries: &[Entry]) {
        let mut work = self.fixture.tracker.ports().storage.begin().await.unwrap();
        work.entries().append(entries, self.fixture.now()).await.unwrap();
        work.commit().await.unwrap();
    }

    /// Runs the rounds of this time.
    async fn wait(&self, time: Duration) {
        self.fixture.clock.advance(time);
        self.fixture.run_jobs().await;
        self.fixture.clock.advance(Duration::from_mins(2));
        self.fixture.run_jobs().await;
    }

    /// Starts the rounds.
    async fn start(&self) {
        self.fixture.tracker.work().begin().await.unwrap();
        self.wait(Duration::ZERO).await;
    }

    /// The requested days of an asset.
    fn requests(&self, asset: &str) -> Vec<(Day, Day)> {
        let requests = self.source.requests.lock().unwrap();
        let of_asset = requests.iter().filter(|(requested, ..)| *requested == id(asset));
        of_asset.map(|(_, from, to)| (*from, *to)).collect()
    }

    /// The first and the last day of a moved asset.
    async fn moved(&self, asset: &str) -> Option<(Day, Day)> {
        let store = &self.fixture.tracker.ports().stores.entry_assets;
        let moved = store.moved_of(&[id(asset)]).await.unwrap();
        moved.first().map(|moved| (moved.first, moved.last))
    }

    async fn detail(&self, person: usize, address: &str, hash: u8) -> (EntryDetail, EntryCost) {
        let entry = EntryId {
            account: account(address),
            transaction: format!("0x{hash:064x}").parse().unwrap(),
        };
        let ledgers = self.fixture.tracker.ledgers();
        let own = ledgers
            .entry(&self.people[person], &entry, &Currency::usd())
            .await
            .unwrap();
        (own.detail, own.cost)
    }

    /// The code of why the value of an entry of the first account is unknown.
    async fn reason(&self, hash: u8) -> Option<&'static str> {
        let (detail, _) = self.detail(0, FIRST, hash).await;
        detail.line.value_then.err().map(|reason| reason.code)
    }
}

#[tokio::test]
async fn what_accounts_sold_is_requested_once_for_all_and_its_gain_becomes_known() {
    let story = MovedAssetStory::open().await;
    assert_eq!(story.requests(SOLD), []);
    story.start().await;
    let requests = story.requests(SOLD);
    assert_eq!(requests.len(), 1, "{requests:?}");
    let (from, to) = requests[0];
    assert!(from <= BOUGHT.parse().unwrap() && to >= SOLD_ON.parse().unwrap());
    for (person, address) in [(0, FIRST), (1, SECOND)] {
        let (_, cost) = story.detail(person, address, 3).await;
        let change = cost.assets.iter().find(|change| change.asset == id(SOLD)).unwrap();
        assert_eq!(
            change.realized.map(|gain| gain.rounded(2).to_string()).as_deref(),
            Some("100")
        );
    }
    for _ in 0..3 {
        story.wait(Duration::from_hours(25)).await;
    }
    assert_eq!(story.requests(SOLD).len(), 1, "days after the sale are not needed");
}

#[tokio::test]
async fn a_token_that_only_arrived_is_not_requested_and_its_entry_says_so() {
    let story = MovedAssetStory::open().await;
    story.start().await;
    story.wait(Duration::from_hours(25)).await;
    assert_eq!(story.requests(SPAM), []);
    assert_eq!(story.reason(2).await, Some("not_requested"));
    assert_eq!(story.reason(1).await, None);
}

#[tokio::test]
async fn what_was_moved_is_not_called_unrequested_before_its_entries_were_searched() {
    let story = MovedAssetStory::open().await;
    for hash in [2, 3] {
        let (detail, _) = story.detail(0, FIRST, hash).await;
        let leg = detail.line.legs.iter().find(|leg| leg.asset != id(ETHER)).unwrap();
        let reason = leg.value_then.as_ref().unwrap_err();
        assert_eq!(
            (reason.code, reason.text.as_str()),
            ("not_requested_yet", "Its price has not been requested yet.")
        );
    }
    story.start().await;
    assert_eq!(story.reason(2).await, Some("not_requested"));
}

#[tokio::test]
async fn a_sale_of_today_is_priced_when_the_day_is_over() {
    let story = MovedAssetStory::open().await;
    story.start().await;
    let today = Day::of(story.fixture.now());
    let late = entry(
        FIRST,
        (4, &today.to_string()),
        EntryKind::Send,
        &[(LegRole::Out, SOLD, 1), (LegRole::Fee, ETHER, 1)],
    );
    story.append(&[late]).await;
    story.wait(Duration::from_mins(2)).await;
    story.wait(Duration::from_hours(26)).await;
    assert!(story.requests(SOLD).iter().any(|(_, to)| *to == today));
    assert_eq!(story.reason(4).await, None);
}

#[tokio::test]
async fn a_token_that_is_sent_long_after_it_arrived_is_requested_since_it_arrived() {
    let story = MovedAssetStory::open().await;
    story.start().await;
    assert_eq!(story.moved(SPAM).await, None, "it only arrived");
    story.append(&[sending(FIRST, 4, SOLD_ON)]).await;
    story.wait(Duration::from_mins(2)).await;
    let days = (BOUGHT.parse().unwrap(), SOLD_ON.parse().unwrap());
    assert_eq!(story.moved(SPAM).await, Some(days));
}

#[tokio::test]
async fn what_another_account_sold_in_between_is_requested_since_it_arrived() {
    let story = MovedAssetStory::open().await;
    let legs = [(LegRole::In, SPAM, 1)];
    story
        .append(&[entry(FIRST, (5, "2025-02-01"), EntryKind::Receive, &legs)])
        .await;
    story.start().await;
    story.append(&[sending(SECOND, 6, "2025-05-01")]).await;
    story.wait(Duration::from_mins(2)).await;
    story.append(&[sending(FIRST, 7, "2025-07-01")]).await;
    story.wait(Duration::from_mins(2)).await;
    let (first, _) = story.moved(SPAM).await.unwrap();
    assert_eq!(first, "2025-02-01".parse().unwrap());
}

#[tokio::test]
async fn pages_of_entries_say_which_prices_are_not_requested() {
    let story = MovedAssetStory::open().await;
    story.start().await;
    let query = EntryQuery {
        after: None,
        start: 0,
        limit: 10,
        conditions: EntryConditions::default(),
        sort: EntrySort::Time,
        ascending: true,
        currency: Currency::usd(),
    };
    let ledgers = story.fixture.tracker.ledgers();
    let page = ledgers.search(&story.people[0], &query).await.unwrap();
    let codes: Vec<Option<&str>> = page
        .rows
        .iter()
        .map(|row| row.value_then.as_ref().err().map(|reason| reason.code))
        .collect();
    assert_eq!(codes, [None, Some("not_requested"), None]);
}

#[tokio::test]
async fn what_a_history_moved_is_searched_when_it_ends() {
    let source = Arc::new(RisingPrices::default());
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.past_prices = vec![source.clone()];
        ports
    })
    .await;
    fixture.person(&[FIRST]).await;
    // No round is started, which would find it a minute later.
    fixture.run_jobs().await;
    let stores = &fixture.tracker.ports().stores;
    assert!(!stores.entry_assets.moved().await.unwrap().is_empty());
    assert_eq!(stores.entry_assets.unsearched(1).await.unwrap(), []);
    assert!(!source.requests.lock().unwrap().is_empty());
}
