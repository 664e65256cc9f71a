//! Positions of Uniswap v3 and PancakeSwap v3, read by `RangeReader`. The amounts of 10^18 in the range from tick -60 to 60 were computed with
//! whole numbers outside of this program.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256, keccak256};
use alloy_sol_types::SolValue;
use conformance::protocol_reader::Harness as _;
use ports::{Address, ProtocolPosition, protocol::ProtocolError};

use super::scripted::{ScriptedContracts, USER, amounts, argument};

const FIRST: [u8; 20] = [0x44; 20];
const SECOND: [u8; 20] = [0x55; 20];
const HOSTILE: [u8; 20] = [0x66; 20];
const LIQUIDITY: u128 = 1_000_000_000_000_000_000;
/// The square root of the price 1, with 96 binary places.
const PRICE: u128 = 1 << 96;
const FEE: u16 = 3000;
const TICKS: [i32; 2] = [-60, 60];

/// One with the binary places of growth.
fn whole() -> U256 {
    U256::from(1) << 128
}

/// A position and its pool.
#[derive(Clone)]
struct Range {
    number: u64,
    tokens: [[u8; 20]; 2],
    liquidity: u128,
    /// What the manager stores.
    growth: [U256; 2],
    owed: [u128; 2],
    /// The price and the growth of the pool.
    tick: i32,
    whole_growth: [U256; 2],
    /// The growth outside of the lower and of the upper tick.
    outside: [[U256; 2]; 2],
    /// What the pool stores.
    pool_growth: [U256; 2],
    pool_owed: [u128; 2],
    pool_liquidity: u128,
}

impl Range {
    fn new(number: u64) -> Self {
        Self {
            number,
            tokens: [FIRST, SECOND],
            liquidity: LIQUIDITY,
            growth: [U256::ZERO; 2],
            owed: [0; 2],
            tick: 0,
            whole_growth: [U256::ZERO; 2],
            outside: [[U256::ZERO; 2]; 2],
            pool_growth: [U256::ZERO; 2],
            pool_owed: [0; 2],
            pool_liquidity: LIQUIDITY,
        }
    }

    fn pool(&self) -> Word {
        Word::from([u8::try_from(self.number).unwrap(); 20])
    }
}

fn signed(tick: i32) -> U256 {
    if tick < 0 {
        U256::ZERO.wrapping_sub(U256::from(tick.unsigned_abs()))
    } else {
        U256::from(tick.unsigned_abs())
    }
}

/// The hash by which a pool names the liquidity of the manager.
fn key(manager: Word) -> U256 {
    let ticks = TICKS.map(|tick| signed(tick).to_be_bytes::<32>()[29..].to_vec());
    keccak256([manager.to_vec(), ticks.concat()].concat()).into()
}

fn words(values: &[U256]) -> Vec<u8> {
    values.iter().flat_map(U256::to_be_bytes::<32>).collect()
}

/// What the pool of a position answers, unless it fails. The last words of the price are those of PancakeSwap, whose fee is a longer number.
fn with_pool(contracts: ScriptedContracts, range: &Range) -> ScriptedContracts {
    let (pool, manager) = (range.pool(), contracts.contract("manager"));
    let fee_of_protocol = U256::from(0x0c80_0c80_u32);
    let price = [
        U256::from(PRICE),
        signed(range.tick),
        U256::ZERO,
        U256::ZERO,
        U256::ZERO,
        fee_of_protocol,
        U256::from(1),
    ];
    let stored = [
        U256::from(range.pool_liquidity),
        range.pool_growth[0],
        range.pool_growth[1],
    ];
    let owed = range.pool_owed.map(U256::from);
    let mut contracts = contracts
        .answers(pool, "slot0()", &[], words(&price))
        .answers(pool, "feeGrowthGlobal0X128()", &[], words(&[range.whole_growth[0]]))
        .answers(pool, "feeGrowthGlobal1X128()", &[], words(&[range.whole_growth[1]]))
        .answers(
            pool,
            "positions(bytes32)",
            &[key(manager)],
            words(&[stored.as_slice(), &owed].concat()),
        );
    for (tick, outside) in TICKS.into_iter().zip(range.outside) {
        let rest = [U256::ZERO, U256::ZERO, U256::ZERO, U256::from(1)];
        let state = [[U256::from(LIQUIDITY), U256::ZERO].as_slice(), &outside, &rest].concat();
        contracts = contracts.answers(pool, "ticks(int24)", &[signed(tick)], words(&state));
    }
    contracts
}

fn manager_of(name: &str, count: usize) -> ScriptedContracts {
    let empty = ScriptedContracts::of(name, "eip155:1");
    let [manager, factory] = ["manager", "factory"].map(|part| empty.contract(part));
    let count = U256::from(count).abi_encode();
    empty.answers(manager, "factory()", &[], factory.abi_encode()).answers(
        manager,
        "balanceOf(address)",
        &[argument(USER.into())],
        count,
    )
}

fn listed(mut contracts: ScriptedContracts, ranges: &[Range]) -> ScriptedContracts {
    let [manager, factory] = ["manager", "factory"].map(|part| contracts.contract(part));
    for (at, range) in ranges.iter().enumerate() {
        let number = U256::from(range.number);
        let place = [argument(USER.into()), U256::from(at)];
        let [first, second] = range.tokens.map(|token| argument(token.into()));
        let ticks = TICKS.map(signed);
        let owed = range.owed.map(U256::from);
        let (fee, liquidity) = (U256::from(FEE), U256::from(range.liquidity));
        let head = [
            U256::ZERO,
            U256::ZERO,
            first,
            second,
            fee,
            ticks[0],
            ticks[1],
            liquidity,
        ];
        let stated = [head.as_slice(), &range.growth, &owed].concat();
        contracts = contracts
            .answers(
                manager,
                "tokenOfOwnerByIndex(address,uint256)",
                &place,
                words(&[number]),
            )
            .answers(manager, "positions(uint256)", &[number], words(&stated))
            .answers(
                factory,
                "getPool(address,address,uint24)",
                &[first, second, U256::from(FEE)],
                range.pool().abi_encode(),
            );
    }
    contracts
}

fn with_ranges(name: &str, ranges: &[Range]) -> ScriptedContracts {
    let listed = listed(manager_of(name, ranges.len()), ranges);
    ranges.iter().fold(listed, with_pool)
}

/// A position with fees and one without liquidity.
pub fn contracts() -> ScriptedContracts {
    with_ranges("Uniswap v3", &[with_fees(), taken_out()])
}

/// Growth of 3 in the first token and of 5 in the second within the range, of which 1 was stored; below it the growth was 2.
fn with_fees() -> Range {
    let times = |number: u8| whole() / U256::from(LIQUIDITY) * U256::from(number) * U256::from(100);
    let stored = [times(1), times(1)];
    Range {
        whole_growth: [times(5), times(7)],
        outside: [[times(2), times(2)], [U256::ZERO, U256::ZERO]],
        growth: stored,
        pool_growth: stored,
        owed: [7, 0],
        pool_owed: [8, 0],
        ..Range::new(1)
    }
}

fn taken_out() -> Range {
    Range {
        tokens: [SECOND, HOSTILE],
        liquidity: 0,
        owed: [40, 9],
        pool_owed: [39, 9],
        ..Range::new(2)
    }
}

type Amounts = BTreeMap<(&'static str, Option<Address>), String>;

fn expected(list: &[(&'static str, [u8; 20], &str)]) -> Amounts {
    let amount = |(role, token, amount): &(&'static str, [u8; 20], &str)| {
        ((*role, Some(Address::evm(*token))), (*amount).to_owned())
    };
    list.iter().map(amount).collect()
}

async fn only(range: Range) -> Amounts {
    let positions = with_ranges("Uniswap v3", &[range]).positions().await;
    let [position] = <[ProtocolPosition; 1]>::try_from(positions).unwrap();
    assert_eq!(position.unread, [] as [String; 0]);
    amounts(&position)
}

#[tokio::test]
async fn liquidity_is_in_one_token_or_both_by_the_price() {
    let within = expected(&[
        ("liquidity", FIRST, "2995354955910780"),
        ("liquidity", SECOND, "2995354955910780"),
    ]);
    assert_eq!(only(Range::new(1)).await, within);
    let below = Range {
        tick: -61,
        ..Range::new(1)
    };
    assert_eq!(only(below).await, expected(&[("liquidity", FIRST, "5999709018652706")]));
    let above = Range {
        tick: 60,
        ..Range::new(1)
    };
    assert_eq!(
        only(above).await,
        expected(&[("liquidity", SECOND, "5999709018652706")])
    );
}

/// A growth of 3 less the stored 1 is 200 units, and one of 5 less 1 is 400, each less one by rounding down.
#[tokio::test]
async fn fees_are_those_that_the_contract_would_pay() {
    let [position, claimable] = <[ProtocolPosition; 2]>::try_from(contracts().positions().await).unwrap();
    assert_eq!(
        (position.item.as_deref(), claimable.item.as_deref()),
        (Some("#1"), Some("#2"))
    );
    let fees = expected(&[
        ("liquidity", FIRST, "2995354955910780"),
        ("liquidity", SECOND, "2995354955910780"),
        ("reward", FIRST, "206"),
        ("reward", SECOND, "399"),
    ]);
    assert_eq!(amounts(&position), fees);
    // What was taken out is not in the pool any more, and the pool owes less than the manager.
    let taken_out = expected(&[("claimable", SECOND, "39"), ("claimable", HOSTILE, "9")]);
    assert_eq!(amounts(&claimable), taken_out);
    assert!(position.receipts[0].is_collection());
}

/// Counters of growth start again after their largest number, and growth within a range can be below zero.
#[tokio::test]
async fn growth_that_starts_again_is_counted() {
    let step = whole() / U256::from(LIQUIDITY) * U256::from(100);
    let before = U256::ZERO.wrapping_sub(step);
    let range = Range {
        whole_growth: [step, step],
        outside: [[step, U256::ZERO], [step, U256::ZERO]],
        growth: [before.wrapping_sub(step), before],
        pool_growth: [before.wrapping_sub(step), before],
        ..Range::new(1)
    };
    let amounts = only(range).await;
    let of = |token: [u8; 20]| amounts[&("reward", Some(Address::evm(token)))].clone();
    assert_eq!((of(FIRST), of(SECOND)), ("99".to_owned(), "199".to_owned()));
}

/// Outside of a range, the growth within it is the difference of its ticks: 2 times 100 units, less one by rounding down.
#[tokio::test]
async fn growth_within_a_range_stays_when_the_price_leaves_it() {
    let step = whole() / U256::from(LIQUIDITY) * U256::from(100);
    let (more, less) = ([step * U256::from(3); 2], [step; 2]);
    for (tick, outside) in [(-61, [more, less]), (60, [less, more])] {
        let mut range = Range::new(1);
        (range.tick, range.outside) = (tick, outside);
        range.whole_growth = [step * U256::from(9); 2];
        let amount = &only(range).await[&("reward", Some(Address::evm(FIRST)))];
        assert_eq!(amount, "199", "{tick}");
    }
}

#[tokio::test]
async fn closed_positions_are_left_out() {
    let closed = Range {
        liquidity: 0,
        ..Range::new(1)
    };
    let positions = with_ranges("Uniswap v3", &[closed, Range::new(2)]).positions().await;
    assert_eq!(
        positions.iter().map(|one| one.item.as_deref()).collect::<Vec<_>>(),
        [Some("#2")]
    );
}

#[tokio::test]
async fn the_price_of_another_protocol_has_a_longer_fee() {
    let positions = with_ranges("PancakeSwap v3", &[with_fees()]).positions().await;
    assert_eq!(positions.len(), 1);
    assert_eq!(positions[0].place.as_str(), "PancakeSwap v3");
    assert_eq!(positions[0].legs.len(), 4);
}

/// Anyone can make a pool with a token of their own and send a position in it. No token answers here.
#[tokio::test]
async fn a_hostile_token_hides_no_other_position() {
    let most = [u128::MAX; 2];
    let hostile = Range {
        tokens: [HOSTILE, SECOND],
        liquidity: u128::MAX,
        owed: most,
        pool_owed: most,
        ..Range::new(3)
    };
    let positions = with_ranges("Uniswap v3", &[hostile, Range::new(1)]).positions().await;
    assert_eq!(positions.len(), 2);
    let both = expected(&[
        ("liquidity", FIRST, "2995354955910780"),
        ("liquidity", SECOND, "2995354955910780"),
    ]);
    assert_eq!(amounts(&positions[1]), both);
}

#[tokio::test]
async fn a_position_that_cannot_be_read_is_stated_and_the_others_stay() {
    let (lost, good) = (
        Range::new(3),
        Range {
            tokens: [SECOND, HOSTILE],
            ..Range::new(1)
        },
    );
    let listed = listed(manager_of("Uniswap v3", 2), &[lost.clone(), good.clone()]);
    let without_answers = with_pool(listed, &good);
    let [unread, read] = <[ProtocolPosition; 2]>::try_from(without_answers.positions().await).unwrap();
    assert_eq!((unread.legs.len(), read.legs.len()), (0, 2));
    assert_eq!(
        unread.unread,
        ["Position #3 could not be read: its contract fails when it is called."]
    );
    assert_eq!(read.unread, [] as [String; 0]);

    let factory = without_answers.contract("factory");
    let without_pools = without_answers.first(factory, "getPool(address,address,uint24)", Word::ZERO.abi_encode());
    let positions = without_pools.positions().await;
    assert_eq!(
        positions[0].unread,
        ["Position #3 could not be read: its factory names no pool."]
    );
    assert!(positions.iter().all(|one| one.legs.is_empty()));

    // A price of zero is none.
    let zero =
        with_ranges("Uniswap v3", std::slice::from_ref(&good)).first(good.pool(), "slot0()", words(&[U256::ZERO; 7]));
    let why = "Position #1 could not be read: its range and the price of its pool do not fit.";
    assert_eq!(zero.positions().await[0].unread, [why]);
}

async fn error(contracts: &ScriptedContracts) -> String {
    let (account, held) = (contracts.account(), contracts.held());
    match contracts.reader().positions(&account, &held, contracts).await {
        Err(ProtocolError::Contract(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_manager_of_another_factory_is_not_believed() {
    let manager = contracts().contract("manager");
    let lying = contracts().first(manager, "factory()", Word::from(HOSTILE).abi_encode());
    assert_eq!(
        error(&lying).await,
        "the factory of its manager is not the one that is known"
    );
}

#[tokio::test]
async fn more_positions_than_are_read_are_stated() {
    let why = "the account has more than 200 positions, closed ones among them";
    assert_eq!(error(&manager_of("Uniswap v3", 201)).await, why);
    let many: Vec<Range> = (1..=200).map(Range::new).collect();
    let contracts = listed(manager_of("Uniswap v3", 200), &many);
    assert_eq!(contracts.positions().await.len(), 200);
}
