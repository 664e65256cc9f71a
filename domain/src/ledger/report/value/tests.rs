//! Values of days: whatever is held and whichever prices are missing, nothing is zero for want of a price, one missing price changes its
//! own day, and the coins of all chains come to the total.

use std::collections::BTreeMap;

use ports::{ChainId, Day};
use proptest::prelude::*;

use super::{
    closes::CoinCloses,
    coins::{ChainCoin, CoinIndex},
    day_run::{ClosedDay, HeldCoin},
    days::{DaySeries, DaySum, DayValues},
};
use crate::accounting::Exact;

/// More than have a series of their own.
const COINS: usize = 40;
const DAYS: i64 = 30;

fn first() -> Day {
    "2024-02-01".parse().unwrap()
}

fn index() -> CoinIndex {
    let coin = |number: usize| {
        let chain: ChainId = ["eip155:1", "eip155:10", "eip155:8453"][number % 3].parse().unwrap();
        ChainCoin {
            group: format!("coin-{number}"),
            assets: vec![format!("{chain}/slip44:{number}").parse().unwrap()],
            members: vec![u32::try_from(number).unwrap()],
            chain,
        }
    };
    CoinIndex::of_coins((0..COINS).map(coin).collect())
}

/// Whole units of each coin at the end of each day.
type Held = Vec<Vec<u32>>;
/// The cents of each coin on each day; `None` where it has no price.
type Prices = Vec<Vec<Option<u32>>>;

fn held() -> impl Strategy<Value = Held> {
    let of_day = prop::collection::vec(prop_oneof![3 => 1_u32..1_000, 1 => Just(0)], COINS);
    prop::collection::vec(of_day, usize::try_from(DAYS).unwrap())
}

fn prices() -> impl Strategy<Value = Prices> {
    let of_day = prop::collection::vec(
        prop_oneof![9 => (1_u32..100_000).prop_map(Some), 1 => Just(None)],
        COINS,
    );
    prop::collection::vec(of_day, usize::try_from(DAYS).unwrap())
}

fn values(held: &Held, prices: &Prices) -> DayValues {
    let (index, mut closes) = (index(), CoinCloses::default());
    for (day, prices) in (0..).zip(prices) {
        for (coin, cents) in prices.iter().enumerate() {
            if let Some(cents) = cents {
                closes.state(coin, first().plus(day), Exact::new(i128::from(*cents), 2));
            }
        }
    }
    let mut sum = DaySum::new(&index, &closes, false, 2);
    for (day, held) in (0..).zip(held) {
        let coin = |(coin, units): (usize, &u32)| {
            let units = Some(Exact::new(i128::from(*units), 0));
            HeldCoin {
                coin,
                quantity: units,
                most: units,
            }
        };
        let coins: Vec<HeldCoin> = held.iter().enumerate().map(coin).collect();
        sum.add(&ClosedDay {
            day: first().plus(day),
            coins: &coins,
            cost: Some(Exact::ZERO),
        });
    }
    sum.into_values()
}

/// Returns the cents of all series of a day whose values are known.
fn cents(values: &DayValues, day: usize) -> i64 {
    let of_day = values.series.iter();
    of_day
        .filter_map(|one| DaySeries::at(&one.closing, one.start, day))
        .sum()
}

/// Returns the worth of a day by hand, and how many held coins have no price.
fn by_hand(held: &[u32], prices: &[Option<u32>]) -> (i128, u32) {
    let (mut worth, mut missing) = (0, 0);
    for (units, cents) in held.iter().zip(prices).filter(|(units, _)| **units > 0) {
        match cents {
            Some(cents) => worth += i128::from(*units) * i128::from(*cents),
            None => missing += 1,
        }
    }
    (worth, missing)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn coins_of_all_chains_come_to_the_total_and_what_has_no_price_is_counted(held in held(), prices in prices()) {
        let values = values(&held, &prices);
        prop_assert!(values.series.len() > 24 && values.series.len() <= 27, "{}", values.series.len());
        prop_assert_eq!(values.series.iter().map(|one| one.coins).sum::<usize>(), COINS);
        for day in 0..held.len() {
            let (worth, missing) = by_hand(&held[day], &prices[day]);
            prop_assert_eq!(values.unpriced[day], missing);
            if let Some(closing) = values.closing[day] {
                prop_assert_eq!(closing, Exact::new(worth, 2));
            }
            prop_assert_eq!(i128::from(cents(&values, day)), worth, "the series leave out the same");
        }
    }

    #[test]
    fn one_missing_price_changes_its_own_day_and_no_other(
        held in held(),
        mut prices in prices(),
        coin in 0..COINS,
        day in 1_usize..30,
    ) {
        prices[day][coin] = Some(500);
        prices[day - 1][coin] = Some(500);
        let before = values(&held, &prices);
        prices[day][coin] = None;
        let after = values(&held, &prices);
        for other in (0..held.len()).filter(|other| *other != day) {
            prop_assert_eq!(before.closing[other], after.closing[other]);
            prop_assert_eq!(before.unpriced[other], after.unpriced[other]);
            prop_assert_eq!(cents(&before, other), cents(&after, other));
        }
        prop_assert_eq!(after.unpriced[day], before.unpriced[day] + u32::from(held[day][coin] > 0));
    }
}

#[test]
fn a_day_without_the_price_of_what_matters_is_a_gap_and_never_zero() {
    let held: Held = vec![vec![0; COINS]; 4]
        .into_iter()
        .enumerate()
        .map(|(day, mut one)| {
            (one[0], one[1]) = (10, u32::from(day < 3));
            one
        })
        .collect();
    let mut prices: Prices = vec![vec![Some(0); COINS]; 4];
    let of = |prices: &mut Prices, coin: usize, cents: [Option<u32>; 4]| {
        (0..)
            .zip(cents)
            .for_each(|(day, cents): (usize, _)| prices[day][coin] = cents);
    };
    // A thousand dollars and a cent.
    of(&mut prices, 0, [Some(10_000), None, Some(10_000), Some(10_000)]);
    of(&mut prices, 1, [Some(1), Some(1), None, None]);
    let values = values(&held, &prices);
    let shown: Vec<Option<String>> = values
        .closing
        .iter()
        .map(|one| one.map(|one| one.amount().to_string()))
        .collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(shown, [text("1000.01"), None, text("1000"), text("1000")]);
    assert_eq!(
        values.unpriced,
        [0, 1, 1, 0],
        "the cent does not matter, and what is not held is not missing"
    );
    let dear = values
        .series
        .iter()
        .find(|one| one.coin.as_ref().is_some_and(|(group, _)| group == "coin-0"));
    assert_eq!(
        dear.unwrap().closing,
        [Some(100_000), None, Some(100_000), Some(100_000)]
    );
}

#[test]
fn what_never_had_a_price_is_left_out_and_counted_once() {
    let held: Held = vec![vec![1; COINS]; 3];
    let mut prices: Prices = vec![vec![Some(100); COINS]; 3];
    for day in &mut prices {
        day[5] = None;
    }
    let values = values(&held, &prices);
    assert_eq!((values.never_priced, &values.unpriced[..]), (1, &[0, 0, 0][..]));
    let chains: BTreeMap<&ChainId, usize> = values.series.iter().fold(BTreeMap::new(), |mut chains, one| {
        *chains.entry(&one.chain).or_default() += one.coins;
        chains
    });
    assert_eq!(chains.values().sum::<usize>(), COINS - 1);
}
