//! Every figure that is shown is the figure that is explained, and follows from the explanation alone.
//!
//! 200 made-up portfolios of the demo world, each in two of 8 currencies. The answers come through the API; a seeded generator
//! picks which of their figures are explained, so that every kind of figure is among them. With `SPYHOP_TEST_EVERY_FIGURE=1`
//! every figure of every portfolio is explained in every currency, which takes many minutes.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Caller, valuation::FigureId};
use ports::{Amount, Entropy};
use serde_json::{Value, json};
use support::{invariants, seeded_entropy::SeededEntropy};

use crate::house::{House, Person};

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const YESTERDAY: &str = "/api/wallet/user-wallet/get-yesterday-portfolio-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";

const PORTFOLIOS: usize = 200;
const CURRENCIES: [&str; 8] = ["USD", "EUR", "JPY", "INR", "GBP", "CHF", "BTC", "ETH"];
/// So many addresses are shared by the portfolios: each is read once.
const ADDRESSES: usize = 12;
/// How much is explained.
struct Extent {
    /// Figures of an answer, beside the first of each kind.
    figures: usize,
    /// Currencies of a portfolio, as steps in their list.
    steps: Vec<usize>,
}

impl Extent {
    fn new() -> Self {
        match std::env::var_os("SPYHOP_TEST_EVERY_FIGURE") {
            Some(_) => Self {
                figures: usize::MAX,
                steps: (0..CURRENCIES.len()).collect(),
            },
            None => Self {
                figures: 2,
                steps: vec![0, PORTFOLIOS / 2 + 1],
            },
        }
    }
}

/// Numbers that are the same in every run.
struct Seeded(SeededEntropy);

impl Seeded {
    fn below(&self, end: usize) -> usize {
        let bytes: [u8; 8] = self.0.bytes()[..8].try_into().unwrap();
        usize::try_from(u64::from_be_bytes(bytes) % u64::try_from(end).unwrap()).unwrap()
    }

    fn address(&self) -> String {
        let bytes: String = self.0.bytes()[..20].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("0x{bytes}")
    }
}

/// A kind of figure: its pointer without the places in lists.
fn kind(pointer: &str) -> String {
    let names = pointer.split('/').filter(|name| name.parse::<usize>().is_err());
    names.collect::<Vec<_>>().join("/")
}

/// The figures to explain: the first of each kind that this answer has and no answer before had, and some others.
fn picked(
    answer: &Value,
    most: usize,
    seeded: &Seeded,
    kinds: &mut BTreeMap<String, usize>,
) -> Vec<(String, FigureId)> {
    let figures: Vec<_> = answer["figures"].as_object().unwrap().iter().collect();
    let mut chosen: BTreeSet<usize> = if most < figures.len() {
        (0..most).map(|_| seeded.below(figures.len())).collect()
    } else {
        (0..figures.len()).collect()
    };
    for (at, (pointer, _)) in figures.iter().enumerate() {
        kinds.entry(kind(pointer)).or_insert_with(|| {
            chosen.insert(at);
            0
        });
    }
    let one = |at: usize| {
        let (pointer, figure) = figures[at];
        *kinds.entry(kind(pointer)).or_default() += 1;
        (pointer.clone(), figure.as_str().unwrap().parse().unwrap())
    };
    chosen.into_iter().map(one).collect()
}

/// Explains the picked figures: each is what is shown, and what its own tree comes to.
async fn explain(house: &House, caller: &Caller, answer: &Value, figures: &[(String, FigureId)]) {
    let Some((_, first)) = figures.first() else { return };
    let ids: Vec<FigureId> = figures.iter().map(|(_, id)| id.clone()).collect();
    let valuations = house.app.tracker().valuations();
    let explained = valuations.explain_each(caller, first.valuation, &ids).await.unwrap();
    for ((pointer, _), why) in figures.iter().zip(explained) {
        let shown = answer.pointer(pointer).and_then(Value::as_str).unwrap();
        let shown: Amount = shown.parse().unwrap();
        let exact = why
            .exact
            .unwrap_or_else(|| panic!("{pointer} is shown and not explained"));
        assert_eq!(
            exact.at_edge(),
            shown,
            "{pointer} in {} is what is explained",
            why.currency
        );
        assert_eq!(why.tree.recomputed(), Some(exact), "{pointer} follows from its tree");
        assert!(!why.recomputed, "{pointer} is of its own inputs");
    }
}

/// One explanation as it leaves the server: what is printed comes to what is shown.
async fn printed(house: &House, person: &Person, answer: &Value, (pointer, id): &(String, FigureId)) {
    let figure = json!({ "figure": id.to_string() });
    let why = house.call_as(person, EXPLAIN, &figure).await.data();
    assert_eq!(Some(&why["value"]), answer.pointer(pointer), "{pointer}");
    let exact: Amount = why["exact"].as_str().unwrap().parse().unwrap();
    assert_eq!(
        invariants::recomputed(&why["tree"]),
        Some(exact),
        "{pointer} follows from what is printed"
    );
}

/// Prices do not depend on how much of a portfolio is shown: one price for an asset and a moment.
async fn narrowed(house: &House, person: &Person, whole: &Value, address: &str, currency: &str) {
    let body = json!({ "wallet_address": address, "currency_code": currency });
    let narrow = house.call_as(person, BALANCE, &body).await.data();
    for (asset, price) in narrow["asset_prices"].as_object().unwrap() {
        assert_eq!(
            price["price"], whole["asset_prices"][asset]["price"],
            "{asset} in {currency}"
        );
    }
}

/// What moved shows the price that the asset has in the table.
fn one_price(answer: &Value, day: &Value) {
    let rows = answer["user_wallet"]["assets"].as_array().unwrap();
    for moved in day["moved"].as_array().unwrap() {
        let Some(row) = rows.iter().find(|row| row["group"] == moved["group"]) else {
            assert!(moved["price"].is_null(), "{moved} is held no more");
            continue;
        };
        assert_eq!((&moved["asset"], &moved["price"]), (&row["asset"], &row["price"]));
    }
}

#[tokio::test]
async fn what_is_shown_is_what_is_explained() {
    let (house, extent) = (House::open().await, Extent::new());
    let seeded = Seeded(SeededEntropy::default());
    let addresses: Vec<String> = (0..ADDRESSES).map(|_| seeded.address()).collect();
    let all: Vec<&str> = addresses.iter().map(String::as_str).collect();
    let reader = house.person(&all).await;
    house.app.tracker().work().begin().await.unwrap();
    house.settle(&reader).await;
    // Prices of then are requested when somebody asks for a change.
    house.call_as(&reader, YESTERDAY, &json!({})).await.data();
    house.settle(&reader).await;
    let (mut kinds, mut shown) = (BTreeMap::new(), BTreeSet::new());
    for at in 0..PORTFOLIOS {
        let held: BTreeSet<&str> = (0..=seeded.below(3)).map(|_| all[seeded.below(all.len())]).collect();
        let held: Vec<&str> = held.into_iter().collect();
        let person = house.person(&held).await;
        let caller = house.app.tracker().users().authenticate(&person.token).await.unwrap();
        for step in &extent.steps {
            let currency = &CURRENCIES[(at + step) % CURRENCIES.len()];
            let answer = house
                .call_as(&person, BALANCE, &json!({ "currency_code": currency }))
                .await
                .data();
            let figures = picked(&answer, extent.figures, &seeded, &mut kinds);
            explain(&house, &caller, &answer, &figures).await;
            if *step == 0 && at % 3 == 0 {
                // Where nothing can be shown in the currency, nothing is: the reason is said instead.
                let Some(first) = figures.first() else {
                    assert_eq!(
                        answer["coverage"]["unconverted"]["reason"]["code"], "no_rate",
                        "{answer}"
                    );
                    continue;
                };
                printed(&house, &person, &answer, first).await;
                shown.insert(*currency);
                narrowed(&house, &person, &answer, held[0], currency).await;
                let body = json!({ "currency_code": currency, "valuation_id": answer["valuation_id"] });
                let day = house.call_as(&person, YESTERDAY, &body).await.data();
                assert_eq!(
                    day["total"], answer["total"],
                    "the change is that of the total it stands under"
                );
                one_price(&answer, &day);
                let figures = picked(&day, extent.figures, &seeded, &mut kinds);
                explain(&house, &caller, &day, &figures).await;
            }
        }
    }
    assert_eq!(shown.len(), CURRENCIES.len(), "{shown:?}");
    let least = kinds.iter().min_by_key(|(_, count)| **count);
    println!(
        "{} figures of {} kinds, least: {least:?}",
        kinds.values().sum::<usize>(),
        kinds.len()
    );
    for kind in [
        "/total",
        "/user_wallet/assets/value",
        "/user_wallet/assets/price",
        "/user_wallet/assets/parts/value",
        "/user_wallet/assets/parts/price",
        "/user_wallet/assets/rest/value",
        "/user_wallet/assets/chains/value",
        "/user_wallet/rest/value",
        "/user_wallet/dust/value",
        "/networks/value",
        "/wallets/value",
        "/wallets/chains/value",
        "/change",
        "/moved/change",
        "/balance",
    ] {
        assert!(
            kinds.get(kind).is_some_and(|count| *count > 0),
            "{kind} was never explained: {kinds:?}"
        );
    }
}
