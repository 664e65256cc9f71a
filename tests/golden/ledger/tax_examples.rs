//! Worked examples of tax authorities and of others, outside the repository: events, and the figures that follow from them. Those of
//! the methods that exist here are replayed; exact figures are compared first, then the printed ones.

use std::collections::BTreeMap;

use domain::accounting::{
    Acquisition, AssetForm, AssetPool, AssetRow, BasisGap, BasisRules, BasisRun, BasisSink, CostBasis, Exact,
    GivenAway, LedgerTables, Movement, MovementKind, MovementOrder, MovementRole, MovementValue, PoolKey, RealizedGain,
    RecordedStep,
};
use domain::trace::NoTrace;
use ports::{Amount, Day, FeeRule, LotMethod, annotation::EntryMark};
use serde_json::Value;

use crate::vectors;

const MONEY: u32 = 0;

/// The rules of examples that no method here has, with the number of examples of each.
const OTHER_RULES: [(&str, usize); 7] = [
    ("acb_superficial", 4),
    ("ct_10day", 2),
    ("fr_portfolio", 2),
    ("ie_four_weeks", 1),
    ("s104", 20),
    ("total_average", 1),
    ("wash_sale", 3),
];

fn method_of(rule: &str) -> Option<LotMethod> {
    Some(match rule {
        // What one receives is income at its value under each of them.
        "fifo" | "income_fmv" => LotMethod::Fifo,
        "lifo" => LotMethod::Lifo,
        "hifo" => LotMethod::Hifo,
        // The adjusted cost base is the moving average.
        "moving_average" | "acb" => LotMethod::Average,
        _ => return None,
    })
}

/// What an event realized, gave away or received.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    quantity: Option<Exact>,
    proceeds: Option<Exact>,
    cost: Option<Exact>,
    gain: Option<Exact>,
    income: Option<Exact>,
}

#[derive(Default)]
struct Outcomes {
    last: Outcome,
    gaps: Vec<BasisGap>,
}

impl BasisSink for Outcomes {
    fn realized(&mut self, gain: &RealizedGain) {
        self.last = Outcome {
            quantity: Some(gain.quantity),
            proceeds: Some(gain.proceeds),
            cost: Some(gain.cost),
            gain: Some(gain.gain),
            income: None,
        };
    }

    fn gap(&mut self, gap: &BasisGap) {
        self.gaps.push(*gap);
    }

    fn acquired(&mut self, acquisition: &Acquisition) {
        if acquisition.mark == Some(EntryMark::Income) {
            self.last.income = acquisition.cost;
        }
    }

    fn given_away(&mut self, given: &GivenAway) {
        self.last.quantity = Some(given.quantity);
        self.last.cost = Some(given.cost.known);
    }
}

/// A replayed example: what each event did, and what was held after it.
struct Replay {
    outcomes: Vec<Outcome>,
    /// By event and asset, quantity and cost.
    held: Vec<BTreeMap<String, (Exact, Exact)>>,
}

fn text<'a>(of: &'a Value, field: &str) -> Option<&'a str> {
    of[field].as_str()
}

fn amount(of: &str) -> Amount {
    match of.split_once('/') {
        Some((over, under)) => over
            .parse::<Amount>()
            .unwrap()
            .div_rounded(under.parse().unwrap(), 18)
            .unwrap(),
        None => of.parse().unwrap_or_else(|why| panic!("{of:?} {why}")),
    }
}

fn exact(of: &str) -> Exact {
    amount(of).try_into().unwrap()
}

fn value_of(event: &Value) -> MovementValue {
    let value = text(event, "value_fraction").or(text(event, "value"));
    value.map_or(MovementValue::Unknown, |value| MovementValue::Total(exact(value)))
}

/// The movements of an event: what moved, and its fee in money.
fn movements(event: &Value, number: u32, asset: u32) -> Vec<Movement> {
    let kind = text(event, "kind").unwrap();
    let (role, mark) = match kind {
        "open" | "buy" => (MovementRole::In, None),
        "income" => (MovementRole::In, Some(EntryMark::Income)),
        // What is given away without a value realizes nothing. With one, the example counts it as sold.
        "gift" | "donate" if value_of(event) == MovementValue::Unknown => (MovementRole::Out, Some(EntryMark::Gift)),
        "sell" | "gift" | "donate" => (MovementRole::Out, None),
        other => panic!("{other}"),
    };
    let day: Day = text(event, "date").unwrap().parse().unwrap();
    let moved = |leg, asset, role, quantity, value| Movement {
        time: day.start(),
        order: MovementOrder {
            rank: 0,
            event: number,
            leg,
        },
        account: 0,
        asset,
        role,
        kind: MovementKind::Buy,
        quantity,
        value,
        mark,
        counterparty: None,
        transfer: None,
        is_assumed: false,
    };
    let own = moved(0, asset, role, exact(text(event, "quantity").unwrap()), value_of(event));
    let fee = text(event, "fee").map(exact).filter(|fee| !fee.is_zero());
    let one = MovementValue::UnitPrice(Exact::ONE);
    let fee = fee.map(|fee| moved(1, MONEY, MovementRole::Fee, fee, one));
    std::iter::once(own).chain(fee).collect()
}

fn replay(example: &Value, method: LotMethod) -> Replay {
    let events = example["events"].as_array().unwrap();
    let mut assets: Vec<&str> = events.iter().map(|event| text(event, "asset").unwrap()).collect();
    assets.sort_unstable();
    assets.dedup();
    let row = |pool| AssetRow {
        symbol: String::new(),
        pool,
        form: AssetForm::Plain,
    };
    let of_assets = (1..).zip(&assets).map(|(number, _)| row(AssetPool::With(number)));
    let tables = LedgerTables {
        assets: std::iter::once(row(AssetPool::Outside)).chain(of_assets).collect(),
        ..LedgerTables::default()
    };
    let mut basis = CostBasis::new(BasisRules {
        fees: FeeRule::Capitalised,
        ..BasisRules::of(method)
    });
    let (mut sink, mut found) = (
        Outcomes::default(),
        Replay {
            outcomes: vec![],
            held: vec![],
        },
    );
    for (number, event) in (0..).zip(events) {
        let place = assets
            .iter()
            .position(|asset| Some(*asset) == text(event, "asset"))
            .unwrap();
        sink.last = Outcome::default();
        let mut run = BasisRun {
            tables: &tables,
            sink: &mut sink,
            trace: &mut NoTrace,
            recording: RecordedStep::Nothing,
        };
        basis.apply(&movements(event, number, u32::try_from(place).unwrap() + 1), &mut run);
        found.outcomes.push(sink.last);
        let held = (1..)
            .zip(&assets)
            .map(|(pool, asset)| ((*asset).to_owned(), held(&basis, pool)));
        found.held.push(held.collect());
    }
    let unexplained = sink.gaps.iter().filter(|gap| gap.proceeds.is_some());
    assert_eq!(unexplained.count(), 0, "{:?} {:?}", example["id"], sink.gaps);
    found
}

fn held(basis: &CostBasis, pool: u32) -> (Exact, Exact) {
    let lots = basis.lots_of(PoolKey { pool, account: 0 });
    lots.iter().fold((Exact::ZERO, Exact::ZERO), |(quantity, cost), lot| {
        let own = lot.total_cost().unwrap().unwrap();
        (quantity.add(lot.quantity).unwrap(), cost.add(own).unwrap())
    })
}

/// Compares a figure with the exact one, and after rounding with the printed one. Returns whether there was one to compare.
fn is_checked(id: &str, expected: &Value, field: &str, found: Option<Exact>) -> bool {
    let Some(printed) = text(expected, field) else {
        return false;
    };
    let found = found.unwrap_or_else(|| panic!("{id}: no {field}")).amount();
    let stated = text(expected, &format!("{field}_exact"));
    assert_eq!(found, amount(stated.unwrap_or(printed)), "{id}: {field} of {expected}");
    if stated.is_some() {
        let places = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
        let unit = amount(&format!("1{}", "0".repeat(places)));
        let unit = amount("1").div_rounded(unit, 18).unwrap();
        // Sources round to the nearest digit or up. One prints another result than its own figures give.
        let difference = found.sub(amount(printed)).unwrap();
        let is_near = difference.sub(unit).unwrap().is_negative() && difference.add(unit).unwrap() > Amount::ZERO;
        assert!(
            is_near || id == "nz-fifo-wrong-print",
            "{id}: {field} {found} printed as {printed}"
        );
    }
    true
}

fn events_of<'a>(example: &'a Value, of: &Value) -> impl Iterator<Item = (usize, &'a Value)> {
    let (date, asset) = (
        text(of, "date").unwrap().to_owned(),
        text(of, "asset").unwrap().to_owned(),
    );
    let all = example["events"].as_array().unwrap().iter().enumerate();
    all.filter(move |(_, event)| text(event, "date") == Some(&date) && text(event, "asset") == Some(&asset))
}

fn list<'a>(of: &'a Value, field: &str) -> impl Iterator<Item = &'a Value> {
    of["expected"][field].as_array().into_iter().flatten()
}

fn sum(of: impl Iterator<Item = Option<Exact>>) -> Option<Exact> {
    of.flatten().reduce(|sum, one| sum.add(one).unwrap())
}

/// Checks all figures of an example, and returns how many.
fn figures(example: &Value, method: LotMethod) -> usize {
    let id = text(example, "id").unwrap();
    let replay = replay(example, method);
    let mut checked = Vec::new();
    for expected in list(example, "disposals") {
        let (at, _) = events_of(example, expected).next().unwrap();
        let Outcome {
            quantity,
            proceeds,
            cost,
            gain,
            ..
        } = replay.outcomes[at];
        // A disposal without a value has no gain. Its cost is what is no longer held.
        let gone = || {
            let before = replay.held[at - 1][text(expected, "asset").unwrap()].1;
            before.sub(replay.held[at][text(expected, "asset").unwrap()].1).unwrap()
        };
        let has_value = text(&example["events"][at], "value").is_some();
        let quantity = quantity.or_else(|| text(expected, "quantity").map(exact).filter(|_| !has_value));
        for (field, found) in [
            ("quantity", quantity),
            ("proceeds", proceeds),
            ("cost", cost.or_else(|| (!has_value).then(gone))),
            ("gain", gain),
        ] {
            checked.push(is_checked(id, expected, field, found));
        }
    }
    for expected in list(example, "income") {
        let (at, _) = events_of(example, expected).next().unwrap();
        checked.push(is_checked(id, expected, "value", replay.outcomes[at].income));
    }
    for expected in list(example, "summary") {
        let (year, kind) = (expected["year"].as_i64().unwrap(), text(expected, "kind").unwrap());
        let events = example["events"].as_array().unwrap().iter().zip(&replay.outcomes);
        let own = events.filter(|(event, _)| {
            text(event, "date").unwrap().starts_with(&year.to_string()) && text(event, "kind") == Some(kind)
        });
        let own: Vec<&Outcome> = own.map(|(_, outcome)| outcome).collect();
        let of = |field: fn(&Outcome) -> Option<Exact>| sum(own.iter().map(|one| field(one)));
        for (field, found) in [
            ("quantity", of(|one| one.quantity)),
            ("proceeds", of(|one| one.proceeds)),
            ("cost", of(|one| one.cost)),
            ("gain", of(|one| one.gain)),
        ] {
            checked.push(is_checked(id, expected, field, found));
        }
    }
    let at_end = replay.held.last().unwrap();
    let on = |date: &str| {
        let events = example["events"].as_array().unwrap().iter();
        let until = events.filter(|event| text(event, "date") <= Some(date)).count();
        &replay.held[until - 1]
    };
    let holdings = list(example, "holdings").map(|expected| (expected, at_end));
    let checkpoints = list(example, "checkpoints").map(|expected| (expected, on(text(expected, "after").unwrap())));
    for (expected, held) in holdings.chain(checkpoints) {
        let (quantity, cost) = held[text(expected, "asset").unwrap()];
        checked.push(is_checked(id, expected, "quantity", Some(quantity)));
        checked.push(is_checked(id, expected, "cost", Some(cost)));
    }
    for expected in list(example, "averages") {
        let (quantity, cost) = on(text(expected, "date").unwrap())[text(expected, "asset").unwrap()];
        let average = cost.amount().div_rounded(quantity.amount(), 18).unwrap();
        checked.push(is_checked(id, expected, "unit_cost", Some(average.try_into().unwrap())));
    }
    checked.into_iter().filter(|is_checked| *is_checked).count()
}

#[test]
fn examples_of_the_methods_that_exist_give_their_figures() {
    let Some(file) = vectors::read("tax-examples/examples.json") else {
        return;
    };
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut examples, mut checked) = (0, 0);
    for example in file["examples"].as_array().unwrap() {
        let rule = text(example, "rule").unwrap();
        match method_of(rule) {
            Some(method) => {
                examples += 1;
                checked += figures(example, method);
            }
            None => *others.entry(rule).or_default() += 1,
        }
    }
    assert_eq!(others.into_iter().collect::<Vec<_>>(), OTHER_RULES);
    assert_eq!(examples, 22);
    assert!(checked >= 180, "{checked}");
}
