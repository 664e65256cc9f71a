//! Published worked examples of cost basis methods, each with its source: `examples.csv`.

use domain::accounting::{
    AccountRow, AssetForm, AssetPool, AssetRow, BasisRules, CloseTable, Exact, LedgerReports, LedgerTables, Movement,
    MovementKind, MovementOrder, MovementRole, MovementValue, events, unrealized,
};
use ports::{Amount, FeeRule, LotMethod, LotScope, Timestamp, YieldRule};

const EXAMPLES: &str = include_str!("examples.csv");
const MONEY: u32 = 1;
/// How the sources of tax authorities begin.
const AUTHORITIES: [&str; 6] = [
    "HMRC, ",
    "IRS, ",
    "Revenue Commissioners of Ireland, ",
    "National Tax Agency of Japan, ",
    "Canada Revenue Agency, ",
    "Skatteverket, ",
];

fn tables() -> LedgerTables {
    let asset = |pool| AssetRow {
        symbol: String::new(),
        pool,
        form: AssetForm::Plain,
    };
    let account = AccountRow {
        label: String::new(),
        chain: 0,
    };
    LedgerTables {
        assets: vec![asset(AssetPool::With(0)), asset(AssetPool::Outside)],
        accounts: vec![account.clone(), account],
        currency: String::new(),
    }
}

fn amount(text: &str) -> Amount {
    text.parse().unwrap_or_else(|why| panic!("{text:?} {why}"))
}

fn exact(text: &str) -> Exact {
    amount(text).try_into().unwrap()
}

/// Parses the movements of an example. A fee belongs to the event before it.
fn movements(text: &str) -> (LotScope, Vec<Movement>) {
    let mut found: Vec<Movement> = Vec::new();
    let mut scope = LotScope::AllAccounts;
    for step in text.split(';').map(str::trim) {
        let (account, step) = step.split_once(": ").map_or((0, step), |(name, step)| {
            scope = LotScope::PerAccount;
            (name.trim_start_matches('E').parse::<u32>().unwrap() - 1, step)
        });
        let words: Vec<&str> = step.split_whitespace().collect();
        let event = u32::try_from(found.len()).unwrap();
        let last = found.last().map_or(0, |last| last.order.event);
        let made = |role, asset, quantity: &str, value| Movement {
            time: Timestamp::from_seconds(i64::from(event) * 86_400),
            order: MovementOrder { rank: 0, event, leg: 0 },
            account,
            asset,
            role,
            kind: MovementKind::Buy,
            quantity: exact(quantity),
            value,
            mark: None,
            counterparty: None,
            transfer: None,
            is_assumed: false,
        };
        let movement = match words.as_slice() {
            ["fee", total] => {
                let fee = made(MovementRole::Fee, MONEY, total, MovementValue::UnitPrice(exact("1")));
                Movement {
                    order: MovementOrder {
                        rank: 0,
                        event: last,
                        leg: 1,
                    },
                    ..fee
                }
            }
            [kind, quantity, value] => {
                let role = if *kind == "buy" {
                    MovementRole::In
                } else {
                    MovementRole::Out
                };
                let value = match value.split_at(1) {
                    ("@", price) => MovementValue::UnitPrice(exact(price)),
                    ("=", total) => MovementValue::Total(exact(total)),
                    _ => panic!("{step}"),
                };
                made(role, 0, quantity, value)
            }
            _ => panic!("{step}"),
        };
        found.push(movement);
    }
    (scope, found)
}

/// Returns whether a number is the published one after rounding. Sources round what lies halfway up, the ledger to the even digit.
fn is_published(found: Amount, published: Amount, places: usize) -> bool {
    let half = amount(&format!("0.{}5", "0".repeat(places)));
    let is_halfway = found.add(half).unwrap() == published;
    is_halfway || found.rounded(i16::try_from(places).unwrap()) == published
}

#[test]
fn every_worked_example_gives_the_published_numbers() {
    let mut count = 0;
    for line in EXAMPLES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [source, method, fees, steps, places, cost, gain, remaining] = fields.as_slice() else {
            panic!("{line}")
        };
        let (scope, movements) = movements(steps);
        let rules = BasisRules {
            method: LotMethod::ALL.into_iter().find(|it| it.code() == *method).unwrap(),
            scope,
            fees: if *fees == "separate" {
                FeeRule::Separate
            } else {
                FeeRule::Capitalised
            },
            yields: YieldRule::Income,
        };
        let mut reports = LedgerReports::new(&[rules], Vec::new());
        events(&movements).for_each(|event| reports.apply(&tables(), &CloseTable::default(), event));
        let (basis, totals) = &reports.bases[0];
        let own = totals.of_pool(0).unwrap();
        let held = unrealized(basis, |_| None).get(&0).copied().unwrap_or_default();
        for (what, found, expected) in [
            ("cost", own.cost, cost),
            ("gain", own.gain, gain),
            ("remaining cost", held.cost, remaining),
        ] {
            assert_eq!(found.left_out, 0, "{source}");
            if *expected != "-" {
                let (found, expected) = (found.known.amount(), amount(expected));
                assert!(
                    is_published(found, expected, places.parse().unwrap()),
                    "{what}: {found} instead of {expected}, {source} ({method})"
                );
            }
        }
        count += 1;
    }
    assert_eq!(count, 61);
}

#[test]
fn at_least_25_examples_are_those_of_tax_authorities() {
    let is_official = |line: &&str| AUTHORITIES.iter().any(|authority| line.starts_with(authority));
    let official: Vec<&str> = EXAMPLES.lines().filter(is_official).collect();
    assert!(official.len() >= 25, "{}", official.len());
    for authority in AUTHORITIES {
        assert!(official.iter().any(|line| line.starts_with(authority)), "{authority}");
    }
}

/// IRS, Publication 564 (2009), table 3: the basis of 210 of 410 shares that cost 9,100 dollars. The publication rounds the
/// average to 22.20 dollars for each share first.
#[test]
fn the_average_basis_of_publication_564_is_exact_here() {
    let (_, movements) = movements("buy 160 @25; buy 240 @20; buy 10 @30; sell 210 @32");
    let mut reports = LedgerReports::new(&[BasisRules::of(LotMethod::Average)], Vec::new());
    events(&movements).for_each(|event| reports.apply(&tables(), &CloseTable::default(), event));
    let cost = reports.bases[0].1.of_pool(0).unwrap().cost.known.amount();
    assert_eq!(cost, amount("4660.97560975609756097561").rounded(18));
    let average = cost.div(amount("210")).unwrap();
    assert_eq!(average.rounded(2), amount("22.20"));
}
