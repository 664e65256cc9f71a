//! Every displayed figure equals its explanation and can be recomputed from the explanation alone.
//!
//! The test uses generated portfolios of the demo world, 200 in a soak, each in two of 8 currencies, through the API. A seeded
//! generator selects which figures are explained, so that every kind of figure is included. With
//! `SPYHOP_TEST_EVERY_FIGURE=1`, every figure of every portfolio is explained in every currency, which takes many
//! minutes.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Caller, valuation::FigureId};
use ports::{Amount, Entropy};
use serde_json::{Value, json};
use support::{cases, invariants, seeded_entropy::SeededEntropy};

use crate::test_server::{Person, TestServer};

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const YESTERDAY: &str = "/api/wallet/user-wallet/get-yesterday-portfolio-balance";
const PROTOCOLS: &str = "/api/wallet/user-wallet/get-protocol-balance";
const SHEET: &str = "/api/wallet/user-wallet/get-defi-balance-sheet";
const EXPLAIN: &str = "/api/wallet/figure/explain";

const CURRENCIES: [&str; 8] = ["USD", "EUR", "JPY", "INR", "GBP", "CHF", "BTC", "ETH"];
/// The portfolios share this many addresses, so that each is read only once.
const ADDRESSES: usize = 12;
/// How many figures are explained.
struct Extent {
    portfolios: usize,
    /// Figures per response, in addition to the first of each kind.
    figures: usize,
    /// Currencies of a portfolio, as steps in the list.
    steps: Vec<usize>,
}

impl Extent {
    fn new() -> Self {
        let portfolios = cases(48, 200);
        match std::env::var_os("SPYHOP_TEST_EVERY_FIGURE") {
            Some(_) => Self {
                portfolios,
                figures: usize::MAX,
                steps: (0..CURRENCIES.len()).collect(),
            },
            None => Self {
                portfolios,
                figures: 2,
                steps: vec![0, portfolios / 2 + 1],
            },
        }
    }
}

/// A seeded random number generator with the same numbers in every run.
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

/// Returns the kind of a figure: its JSON pointer without list indexes.
fn kind(pointer: &str) -> String {
    let names = pointer.split('/').filter(|name| name.parse::<usize>().is_err());
    names.collect::<Vec<_>>().join("/")
}

/// Returns the figures to explain: the first of each kind that no earlier response had, and some others.
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

/// Explains the selected figures and compares each with the displayed value and with its recomputed tree.
async fn explain(server: &TestServer, caller: &Caller, answer: &Value, figures: &[(String, FigureId)]) {
    let Some((_, first)) = figures.first() else { return };
    let ids: Vec<FigureId> = figures.iter().map(|(_, id)| id.clone()).collect();
    let valuations = server.app.tracker().valuations();
    let explained = valuations.explain_each(caller, first.valuation, &ids).await.unwrap();
    for ((pointer, _), why) in figures.iter().zip(explained) {
        let shown = answer.pointer(pointer).and_then(Value::as_str).unwrap();
        let shown: Amount = shown.parse().unwrap();
        let exact = why
            .exact
            .unwrap_or_else(|| panic!("{pointer} is displayed but not explained"));
        assert_eq!(
            exact.at_edge(),
            shown,
            "{pointer} in {} equals its explanation",
            why.currency
        );
        assert_eq!(why.tree.recomputed(), Some(exact), "{pointer} follows from its tree");
        assert!(!why.recomputed, "{pointer} is of its own inputs");
    }
}

/// Compares one explanation as it leaves the server with the displayed value.
async fn printed(server: &TestServer, person: &Person, answer: &Value, (pointer, id): &(String, FigureId)) {
    let figure = json!({ "figure": id.to_string() });
    let why = server.call_as(person, EXPLAIN, &figure).await.data();
    assert_eq!(Some(&why["value"]), answer.pointer(pointer), "{pointer}");
    let exact: Amount = why["exact"].as_str().unwrap().parse().unwrap();
    assert_eq!(
        invariants::recomputed(&why["tree"]),
        Some(exact),
        "{pointer} follows from what is printed"
    );
}

/// Prices do not depend on how much of a portfolio is shown: an asset has one price at a time.
async fn narrowed(server: &TestServer, person: &Person, whole: &Value, address: &str, currency: &str) {
    let body = json!({ "wallet_address": address, "currency_code": currency });
    let narrow = server.call_as(person, BALANCE, &body).await.data();
    for (asset, price) in narrow["asset_prices"].as_object().unwrap() {
        assert_eq!(
            price["price"], whole["asset_prices"][asset]["price"],
            "{asset} in {currency}"
        );
    }
}

/// An asset's price in the list of changes equals its price in the table.
fn one_price(answer: &Value, day: &Value) {
    let rows = answer["user_wallet"]["assets"].as_array().unwrap();
    for moved in day["moved"].as_array().unwrap() {
        let Some(row) = rows.iter().find(|row| row["group"] == moved["group"]) else {
            assert!(moved["price"].is_null(), "{moved} is no longer held");
            continue;
        };
        assert_eq!((&moved["asset"], &moved["price"]), (&row["asset"], &row["price"]));
    }
}

#[tokio::test]
async fn every_displayed_figure_equals_its_explanation() {
    let (server, extent) = (TestServer::start().await, Extent::new());
    let seeded = Seeded(SeededEntropy::default());
    let addresses: Vec<String> = (0..ADDRESSES).map(|_| seeded.address()).collect();
    let all: Vec<&str> = addresses.iter().map(String::as_str).collect();
    let reader = server.person(&all).await;
    server.app.tracker().work().begin().await.unwrap();
    server.run_jobs_of(&reader).await;
    // Prices of a day ago are requested when a change is first requested.
    server.call_as(&reader, YESTERDAY, &json!({})).await.data();
    server.run_jobs_of(&reader).await;
    let (mut kinds, mut shown) = (BTreeMap::new(), BTreeSet::new());
    for at in 0..extent.portfolios {
        let held: BTreeSet<&str> = (0..=seeded.below(3)).map(|_| all[seeded.below(all.len())]).collect();
        let held: Vec<&str> = held.into_iter().collect();
        let person = server.person(&held).await;
        let caller = server.app.tracker().users().authenticate(&person.token).await.unwrap();
        for step in &extent.steps {
            let currency = &CURRENCIES[(at + step) % CURRENCIES.len()];
            let answer = server
                .call_as(&person, BALANCE, &json!({ "currency_code": currency }))
                .await
                .data();
            let figures = picked(&answer, extent.figures, &seeded, &mut kinds);
            explain(&server, &caller, &answer, &figures).await;
            for path in [PROTOCOLS, SHEET] {
                let body = json!({ "currency_code": currency });
                let answer = server.call_as(&person, path, &body).await.data();
                let figures = picked(&answer, extent.figures, &seeded, &mut kinds);
                explain(&server, &caller, &answer, &figures).await;
            }
            if *step == 0 && at % 3 == 0 {
                // If nothing can be converted to the currency, no amount is displayed but the reason.
                let Some(first) = figures.first() else {
                    assert_eq!(
                        answer["coverage"]["unconverted"]["reason"]["code"], "no_rate",
                        "{answer}"
                    );
                    continue;
                };
                printed(&server, &person, &answer, first).await;
                shown.insert(*currency);
                narrowed(&server, &person, &answer, held[0], currency).await;
                let body = json!({ "currency_code": currency, "valuation_id": answer["valuation_id"] });
                let day = server.call_as(&person, YESTERDAY, &body).await.data();
                assert_eq!(
                    day["total"], answer["total"],
                    "the change is that of the displayed total"
                );
                one_price(&answer, &day);
                let figures = picked(&day, extent.figures, &seeded, &mut kinds);
                explain(&server, &caller, &day, &figures).await;
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
        "/user_wallet/total",
        "/user_wallet/debt",
        "/user_wallet/positions/total",
        "/user_wallet/positions/rows/value",
        "/user_wallet/positions/rows/price",
        "/sheet/wallets",
        "/sheet/credit",
        "/sheet/debt",
        "/sheet/net",
        "/sheet/types/total",
        "/balance_sheet",
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
