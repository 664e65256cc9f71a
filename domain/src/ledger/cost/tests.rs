use std::collections::BTreeMap;

use ports::{
    Amount, Asset, AssetId, Currency, Entry, EntryId, RawAmount, Stream, Timestamp,
    annotation::{AnnotationContent, EntryMark},
    asset::Metadata,
    entry::{Decoding, EntryKind, Leg, LegRole},
};

use crate::{
    accounting::BasisGapReason,
    ledger::{
        book::{Book, BookRow, Partner},
        cost::{BookBasis, CostBuilder, CostChange, CostRepair, EntryCost, LedgerRates},
        coverage::HistoryCoverage,
        pricing::PastValues,
    },
    transfer_match::MatchReason,
};

const FIRST: &str = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const SECOND: &str = "eip155:1:0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const OTHER_CHAIN: &str = "eip155:8453:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ETHER: &str = "eip155:1/slip44:60";
const WRAPPED: &str = "eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
const ETHER_ON_BASE: &str = "eip155:8453/slip44:60";
const ARB: &str = "eip155:1/erc20:0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1";
const DAY: i64 = 86_400;
const START: i64 = 1_704_067_200;

/// A book that is written by hand. Ether costs $100 more each day, and ARB has no price.
#[derive(Default)]
struct Story {
    rows: Vec<BookRow>,
    annotations: BTreeMap<EntryId, Vec<AnnotationContent>>,
    prices: Vec<(AssetId, Timestamp, Amount)>,
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

fn leg(role: LegRole, asset: &str, hundredths: u64) -> Leg {
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

fn entry(day: i64, account: &str, legs: Vec<Leg>) -> Entry {
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
        failed: false,
        decoding: Decoding::Generic,
        decoder: "generic".to_owned(),
        decoder_version: 1,
    }
}

fn amount(text: &str) -> Amount {
    text.parse().unwrap()
}

impl Story {
    /// Adds an entry of the first account, and returns its id.
    fn on(&mut self, day: i64, legs: Vec<Leg>) -> EntryId {
        self.row(entry(day, FIRST, legs), None)
    }

    fn row(&mut self, entry: Entry, partner: Option<Partner>) -> EntryId {
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
        self.rows.push(BookRow {
            entry,
            partner,
            value_then: None,
        });
        id
    }

    fn annotate(&mut self, id: &EntryId, content: AnnotationContent) {
        self.annotations.entry(id.clone()).or_default().push(content);
    }

    fn cost(&mut self, id: &EntryId, asset: &str, cost: &str) {
        let content = AnnotationContent::Cost {
            asset: asset.parse().unwrap(),
            amount: amount(cost),
            currency: Currency::usd(),
        };
        self.annotate(id, content);
    }

    fn book(&self) -> Book {
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
                value_then: None,
            });
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.entry.time));
        let assets = [
            asset(ETHER, "ETH", "eth"),
            asset(WRAPPED, "WETH", "eth"),
            asset(ETHER_ON_BASE, "ETH", "eth"),
            asset(ARB, "ARB", "arb"),
        ];
        Book {
            accounts: Vec::new(),
            own: BTreeMap::new(),
            rows,
            past: PastValues::of_closes(self.prices.clone()),
            assets: assets.into(),
            annotations: self.annotations.clone(),
            ambiguous: BTreeMap::new(),
            heads: Vec::new(),
        }
    }

    /// Returns what an entry changed.
    fn costs(&self, id: &EntryId) -> EntryCost {
        let book = self.book();
        let basis = BookBasis::of(&book, LedgerRates::dollars());
        let coverage = HistoryCoverage {
            names: BTreeMap::new(),
            accounts: Vec::new(),
            gaps: Vec::new(),
            known_since: None,
        };
        let costs = CostBuilder {
            book: &book,
            basis: &basis,
        };
        costs.entry(book.position(id).unwrap(), &coverage)
    }

    fn change(&self, id: &EntryId, asset: &str) -> CostChange {
        let found = self.costs(id).assets;
        let asset: AssetId = asset.parse().unwrap();
        found.into_iter().find(|change| change.asset == asset).unwrap()
    }

    fn has_row_gap(&self, id: &EntryId) -> bool {
        let book = self.book();
        let basis = BookBasis::of(&book, LedgerRates::dollars());
        let costs = CostBuilder {
            book: &book,
            basis: &basis,
        };
        costs.row_gap(book.position(id).unwrap()).is_some()
    }
}

/// Quantity, cost and average, before and after.
fn states(change: &CostChange) -> [[Option<String>; 3]; 2] {
    [&change.before, &change.after]
        .map(|state| [state.quantity, state.cost, state.average].map(|one| Some(one?.to_string())))
}

fn state(quantity: &str, cost: &str, average: &str) -> [Option<String>; 3] {
    [quantity, cost, average].map(|text| (!text.is_empty()).then(|| text.to_owned()))
}

#[test]
fn a_disposal_takes_the_oldest_lots_and_realizes_the_difference() {
    let mut story = Story::default();
    let bought = story.on(0, vec![leg(LegRole::In, ETHER, 200)]);
    story.on(1, vec![leg(LegRole::In, ETHER, 100)]);
    let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 250)]);
    let first = story.change(&bought, ETHER);
    assert_eq!(states(&first), [state("0", "0", ""), state("2", "2000", "1000")]);
    assert_eq!((first.realized, first.gap.clone()), (None, None));
    let change = story.change(&sold, ETHER);
    assert_eq!(
        states(&change),
        [
            state("3", "3100", "1033.333333333333333333"),
            state("0.5", "550", "1100")
        ]
    );
    assert_eq!(
        change.realized,
        Some(amount("2450")),
        "2.5 × 2000 − 2 × 1000 − 0.5 × 1100"
    );
    assert_eq!(change.valued_at.unwrap().text(), "Close of 2024-01-11");
}

#[test]
fn what_left_without_having_arrived_is_a_gap_until_the_person_repairs_it() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 100)]);
    let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 300)]);
    let change = story.change(&sold, ETHER);
    let gap = change.gap.clone().unwrap();
    assert_eq!((gap.quantity, gap.reason.code), (amount("2"), "no_lot"));
    assert!(
        gap.reason
            .text
            .starts_with("Only 1 ETH is known to have arrived before."),
        "{}",
        gap.reason.text
    );
    assert!(
        gap.reason
            .text
            .ends_with("The history is not complete, so this may change.")
    );
    assert_eq!(
        gap.repairs,
        [CostRepair::WatchWallet, CostRepair::EnterCost, CostRepair::Mark]
    );
    assert_eq!(change.realized, Some(amount("1000")), "of the known part alone");
    assert_eq!(change.unrealizable.unwrap().code, "no_lot");
    assert!(story.has_row_gap(&sold));

    story.cost(&sold, ETHER, "500");
    let repaired = story.change(&sold, ETHER);
    assert_eq!((repaired.gap, repaired.realized), (None, Some(amount("4500"))));
    assert_eq!(repaired.entered.unwrap().amount, amount("500"));
    assert!(!story.has_row_gap(&sold));
}

#[test]
fn what_was_received_as_income_cost_what_it_was_worth() {
    for mark in [EntryMark::Income, EntryMark::Airdrop] {
        let mut story = Story::default();
        let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 300), leg(LegRole::In, ARB, 100)]);
        story.annotate(&sold, AnnotationContent::Mark(mark));
        let change = story.change(&sold, ETHER);
        assert_eq!((change.gap, change.realized), (None, Some(Amount::ZERO)), "{mark:?}");
    }
}

#[test]
fn a_gift_to_somebody_leaves_at_its_cost_and_realizes_nothing() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 100)]);
    let given = story.on(10, vec![leg(LegRole::Out, ETHER, 150)]);
    story.annotate(&given, AnnotationContent::Mark(EntryMark::Gift));
    let change = story.change(&given, ETHER);
    assert_eq!(
        (change.gap.clone(), change.realized, change.unrealizable.clone()),
        (None, None, None)
    );
    assert_eq!(states(&change), [state("1", "1000", "1000"), state("0", "0", "")]);
}

#[test]
fn an_arrival_without_a_price_has_an_unknown_cost_that_can_be_entered() {
    let mut story = Story::default();
    let arrived = story.on(0, vec![leg(LegRole::In, ARB, 100)]);
    let sold = story.on(1, vec![leg(LegRole::Out, ARB, 40), leg(LegRole::In, ETHER, 100)]);
    let change = story.change(&arrived, ARB);
    assert_eq!(states(&change), [state("0", "0", ""), state("1", "", "")]);
    assert_eq!(
        (change.after.unknown, change.gap.clone().unwrap().repairs),
        (amount("1"), vec![CostRepair::EnterCost])
    );
    let gap = story.change(&sold, ARB).gap.unwrap();
    assert_eq!(
        (gap.reason.code, gap.acquired_by),
        ("unknown_cost", Some(arrived.clone()))
    );
    assert_eq!(gap.repairs, [CostRepair::OpenAcquisition]);
    assert!(!story.has_row_gap(&sold), "it is repaired where it arrived");

    story.cost(&arrived, ARB, "10");
    assert_eq!(states(&story.change(&arrived, ARB))[1], state("1", "10", "10"));
    let change = story.change(&sold, ARB);
    assert_eq!(states(&change)[1], state("0.6", "6", "10"));
    assert_eq!(
        change.unrealizable.unwrap().code,
        "unknown_price",
        "what it was sold for is still unknown"
    );
}

#[test]
fn a_transfer_between_own_accounts_changes_no_cost() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let received = entry(5, SECOND, vec![leg(LegRole::In, ETHER, 200)]);
    let partner = Partner {
        given: Vec::new(),
        received: vec![received],
        reason: MatchReason::SameTransaction,
    };
    let sent = entry(5, FIRST, vec![leg(LegRole::Out, ETHER, 200)]);
    let moved = story.row(sent, Some(partner));
    let change = story.change(&moved, ETHER);
    assert_eq!(
        states(&change),
        [state("3", "3000", "1000"), state("3", "3000", "1000")]
    );
    assert!(change.is_carried && change.realized.is_none() && change.valued_at.is_none());
}

#[test]
fn a_bridge_keeps_the_cost_and_disposes_of_its_fee_when_it_arrives() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let received = entry(7, OTHER_CHAIN, vec![leg(LegRole::In, ETHER_ON_BASE, 190)]);
    let partner = Partner {
        given: Vec::new(),
        received: vec![received],
        reason: MatchReason::Decided,
    };
    let moved = story.row(entry(5, FIRST, vec![leg(LegRole::Out, ETHER, 200)]), Some(partner));
    let change = story.change(&moved, ETHER_ON_BASE);
    assert_eq!(
        states(&change),
        [state("3", "3000", "1000"), state("2.9", "2900", "1000")]
    );
    assert_eq!(change.realized, Some(amount("70")), "0.1 × 1700 − 0.1 × 1000");
    assert!(change.is_carried);
}

#[test]
fn a_wrapped_coin_is_the_same_coin() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let wrapped = story.on(5, vec![leg(LegRole::Out, ETHER, 100), leg(LegRole::In, WRAPPED, 100)]);
    let costs = story.costs(&wrapped);
    assert_eq!(costs.assets.len(), 1);
    assert_eq!(states(&costs.assets[0])[0], states(&costs.assets[0])[1]);
    let sold = story.on(6, vec![leg(LegRole::Out, WRAPPED, 100)]);
    assert_eq!(story.change(&sold, WRAPPED).realized, Some(amount("600")));
}

#[test]
fn fees_add_to_the_cost_of_what_they_were_paid_for() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let swapped = story.on(
        1,
        vec![
            leg(LegRole::In, ARB, 500),
            leg(LegRole::Out, ETHER, 100),
            leg(LegRole::Fee, ETHER, 10),
        ],
    );
    story.cost(&swapped, ARB, "1100");
    let change = story.change(&swapped, ARB);
    assert_eq!(states(&change)[1], state("5", "1210", "242"), "1100 + 0.1 × 1100");
    let ether = story.change(&swapped, ETHER);
    assert_eq!(ether.realized, Some(amount("110")), "the fee is disposed of too");
    assert!(!ether.is_fee);
    assert_eq!(BasisGapReason::NoLot.reason().code, "no_lot");
}
