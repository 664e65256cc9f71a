//! The histories of accounts at the exchanges of the demo world: deposits of euros, purchases, an allocation with its rewards, a deposit
//! of what no list maps, and a withdrawal, which add up to what an account has to the last digit.

use std::time::Duration;

use ports::{
    AccountId, AssetId, Fact, Position, PositionKind, RawAmount, SourceId, Stream, Timestamp, TransactionId,
    amount::SignedRaw,
    fact::{EXCHANGE_DECIMALS, ExchangeAmount, ExchangeRow, ExchangeRowKind, FactBlock, FactBody},
};
use serde_json::json;

use super::{dollars::DOLLAR, market::DemoMarket, random::mix};
use crate::exchange::account::Codes;

/// When the first purchase was, in seconds since 1970: 1 February 2024.
const FIRST: i64 = 1_706_745_600;
/// The time between two purchases.
const STEP: Duration = Duration::from_hours(21 * 24);
/// The parts of a quantity that each purchase brings, in percent; the last one brings the rest.
const PARTS: [u128; 3] = [45, 30, 25];
/// The part of an allocation that was earned, in percent, in this many rewards.
const EARNED: u128 = 4;
const REWARDS: u128 = 12;
/// The fee of a trade in hundredths of a percent.
const FEE: u128 = 25;
/// What a euro is worth in hundredths of a dollar.
const EURO: u128 = 115;
/// A cent, in the decimal places of amounts at exchanges.
const CENT: u128 = 10_u128.pow(16);
/// A millionth of a unit, in the same places.
const MICRO: u128 = 10_u128.pow(12);
/// Deposits are round sums of this many cents.
const ROUND: u128 = 10_000;

/// The asset that was only bought and sold.
const TRADED: &str = "UNI";
/// What was bought of it and what was paid, in whole units; what is below zero was sold. It adds up to nothing.
const TRADES: [(i64, i64); 3] = [(4, -24), (2, -12), (-6, 36)];
/// The time between two of these trades, and between the first deposit and the first of them.
const PAUSE: Duration = Duration::from_hours(6);

/// The rows of an account while they are made.
struct InventedRows<'a> {
    account: &'a AccountId,
    source: SourceId,
    lists: &'a [Stream],
    seed: u64,
    facts: Vec<Fact>,
    events: u64,
    /// The euros of the account, in cents.
    cents: u128,
}

/// Returns every row of the history of an account that has these positions, the oldest first, each in one of these lists. `codes` are
/// those of an exchange that lists trades by market.
pub(super) fn rows(
    ((account, source), lists): ((&AccountId, SourceId), &[Stream]),
    seed: u64,
    positions: &[Position],
    (market, codes): (&DemoMarket, Option<&Codes<'_>>),
) -> Option<Vec<Fact>> {
    let mut rows = InventedRows {
        account,
        source,
        lists,
        seed,
        facts: Vec::new(),
        events: 0,
        cents: 0,
    };
    let euro = AssetId::of_currency("EUR")?;
    let (unmapped, held): (Vec<&Position>, Vec<&Position>) = positions
        .iter()
        .filter(|one| one.asset != euro)
        .partition(|one| one.asset.is_code());
    let mut purchases = Vec::new();
    for (number, position) in (0_u32..).zip(held) {
        let (whole, earned) = whole_and_earned(position)?;
        purchases.extend(self::purchases((number, position), whole - earned, seed, market)?);
        if position.kind == PositionKind::Lent {
            rows.lend(&position.asset, (whole, earned), moment(number, 3, seed));
        }
    }
    purchases.sort_by_key(|one| one.at);
    for purchase in &purchases {
        rows.buy(purchase, &euro);
    }
    for position in unmapped {
        let deposit = (ExchangeRowKind::Deposit, "deposit");
        let quantity = got(in_places(position)?);
        let at = moment(1, 1, seed).plus(Duration::from_hours(3));
        rows.event(deposit, at, &[(&position.asset, quantity, got(0))]);
    }
    let end = in_places(positions.iter().find(|one| one.asset == euro)?)? / CENT;
    rows.settle(&euro, end);
    if let Some(codes) = codes {
        rows.add_traded(codes, &euro)?;
    }
    let mut facts = rows.facts;
    facts.sort_by_key(|fact| fact.block.time);
    Some(facts)
}

/// A purchase for euros.
struct Purchase<'a> {
    asset: &'a AssetId,
    quantity: u128,
    cents: u128,
    at: Timestamp,
}

/// Returns the quantity of a position, and which part of it was earned.
fn whole_and_earned(position: &Position) -> Option<(u128, u128)> {
    let whole = in_places(position)?;
    let earned = match position.kind {
        PositionKind::Lent => whole * EARNED / 100 / REWARDS * REWARDS,
        _ => 0,
    };
    Some((whole, earned))
}

/// Returns the purchases of a quantity, at the prices of their time.
fn purchases<'a>(
    (number, position): (u32, &'a Position),
    bought: u128,
    seed: u64,
    market: &DemoMarket,
) -> Option<Vec<Purchase<'a>>> {
    let listing = market.listing(&position.asset)?;
    let mut left = bought;
    let mut found = Vec::new();
    for (part, percent) in (0_u32..).zip(PARTS) {
        let at = moment(number, part, seed);
        let is_last = found.len() + 1 == PARTS.len();
        let quantity = if is_last { left } else { bought / 100 * percent };
        left = left.checked_sub(quantity)?;
        let dollar_cents = quantity / MICRO * (listing.price_at(at) / 1_000_000) / (DOLLAR / 100);
        found.push(Purchase {
            asset: &position.asset,
            quantity,
            cents: (dollar_cents * 100 / EURO).max(1),
            at,
        });
    }
    Some(found)
}

/// Returns the quantity of a position in the decimal places of amounts at exchanges.
fn in_places(position: &Position) -> Option<u128> {
    let zeros = EXCHANGE_DECIMALS.checked_sub(position.decimals?)?;
    position.raw.size().with_zeros(zeros).ok()?.as_u128()
}

/// Returns when something was bought: one asset after the other, at different hours.
fn moment(number: u32, part: u32, seed: u64) -> Timestamp {
    let steps = part.saturating_mul(7).saturating_add(number);
    let minutes = mix(seed, u64::from(steps)) % 1_000;
    Timestamp::from_seconds(FIRST)
        .plus(STEP * steps)
        .plus(Duration::from_mins(minutes))
}

/// Returns the list in which an exchange with these lists has rows of a kind.
fn list(kind: ExchangeRowKind, lists: &[Stream]) -> Stream {
    let own = match kind {
        ExchangeRowKind::Deposit => Stream::ExchangeDeposits,
        ExchangeRowKind::Withdrawal => Stream::ExchangeWithdrawals,
        ExchangeRowKind::Trade if lists.contains(&Stream::ExchangeTrades) => Stream::ExchangeTrades,
        ExchangeRowKind::Trade => Stream::MarketTrades,
        ExchangeRowKind::Reward => Stream::ExchangeRewards,
        _ => Stream::ExchangeConversions,
    };
    // Moves are in the list of rewards where there is no better one.
    let mut possible = [own, Stream::ExchangeLedger].into_iter();
    possible
        .find(|list| lists.contains(list))
        .unwrap_or(Stream::ExchangeRewards)
}

fn paid(amount: u128) -> SignedRaw {
    SignedRaw::owed(RawAmount::from(amount))
}

fn got(amount: u128) -> SignedRaw {
    RawAmount::from(amount).into()
}

impl InventedRows<'_> {
    /// Adds the rows of an event, a few milliseconds apart.
    fn event(
        &mut self,
        (kind, words): (ExchangeRowKind, &str),
        at: Timestamp,
        changes: &[(&AssetId, SignedRaw, SignedRaw)],
    ) {
        self.events += 1;
        let Ok(event) = format!("T{:016x}-{:04}", self.seed, self.events).parse::<TransactionId>() else {
            return;
        };
        for (number, (asset, amount, fee)) in (1_u64..).zip(changes) {
            let time = at.plus(Duration::from_millis(number * 2));
            let id = format!("L{:016x}-{:04}-{number}", self.seed, self.events);
            let stated = json!({ "refid": event.to_string(), "time": time.seconds(), "type": words, "asset": asset.to_string() });
            let amounts = [(*amount, false), (*fee, true)];
            let amounts = amounts.into_iter().filter(|(amount, _)| !amount.is_zero());
            let amounts = amounts.map(|(amount, is_fee)| ExchangeAmount {
                asset: (*asset).clone(),
                amount,
                is_fee,
            });
            self.facts.push(Fact {
                account: self.account.clone(),
                transaction: event.clone(),
                block: FactBlock {
                    number: time.millis().unsigned_abs(),
                    hash: None,
                    time,
                    position: None,
                },
                source: self.source.clone(),
                body: FactBody::ExchangeRow(ExchangeRow {
                    list: list(kind, self.lists),
                    id,
                    kind,
                    words: words.to_owned(),
                    transaction: None,
                    amounts: amounts.collect(),
                    stated: stated.to_string(),
                }),
            });
        }
    }

    /// Adds a purchase for euros, and the deposit of the euros that are missing for it two days before.
    fn buy(&mut self, purchase: &Purchase<'_>, euro: &AssetId) {
        let (cents, at) = (purchase.cents, purchase.at);
        let fee = cents * FEE / 10_000;
        let missing = (cents + fee).saturating_sub(self.cents);
        if missing > 0 {
            let sum = missing.div_ceil(ROUND) * ROUND;
            let before = at.minus(Duration::from_hours(48));
            let deposit = (ExchangeRowKind::Deposit, "deposit");
            self.event(deposit, before, &[(euro, got(sum * CENT), got(0))]);
            self.cents += sum;
        }
        let sides = [
            (euro, paid(cents * CENT), paid(fee * CENT)),
            (purchase.asset, got(purchase.quantity), got(0)),
        ];
        self.event((ExchangeRowKind::Trade, "trade"), at, &sides);
        self.cents -= cents + fee;
    }

    /// Adds the trades of the market that nothing names, after the first deposit.
    fn add_traded(&mut self, codes: &Codes<'_>, euro: &AssetId) -> Option<()> {
        let asset = codes.asset(TRADED).ok()?;
        let mut at = self.facts.iter().map(|fact| fact.block.time).min()?;
        let side = |units: i64| {
            let size = u128::from(units.unsigned_abs()) * 100 * CENT;
            if units < 0 { paid(size) } else { got(size) }
        };
        for (bought, cost) in TRADES {
            at = at.plus(PAUSE);
            let sides = [(euro, side(cost), got(0)), (&asset, side(bought), got(0))];
            self.event((ExchangeRowKind::Trade, "trade"), at, &sides);
        }
        Some(())
    }

    /// Adds the allocation of what was bought, and its rewards.
    fn lend(&mut self, asset: &AssetId, (whole, earned): (u128, u128), at: Timestamp) {
        let bought = whole - earned;
        let both = [(asset, paid(bought), got(0)), (asset, got(bought), got(0))];
        self.event((ExchangeRowKind::Move, "earn/allocation"), at, &both);
        for (week, _) in (1_u32..).zip(0..REWARDS) {
            let reward = (ExchangeRowKind::Reward, "earn/reward");
            let at = at.plus(Duration::from_hours(7 * 24) * week);
            self.event(reward, at, &[(asset, got(earned / REWARDS), got(0))]);
        }
    }

    /// Adds what makes the euros those of the account: a withdrawal to a bank, or a last deposit.
    fn settle(&mut self, euro: &AssetId, end: u128) {
        let last = self.facts.iter().map(|fact| fact.block.time).max();
        let at = last.unwrap_or(Timestamp::from_seconds(FIRST)).plus(STEP);
        match (self.cents.checked_sub(end), end.checked_sub(self.cents)) {
            (_, Some(missing)) if missing > 0 => {
                let deposit = (ExchangeRowKind::Deposit, "deposit");
                self.event(deposit, at, &[(euro, got(missing * CENT), got(0))]);
            }
            (Some(more), _) if more > 0 => {
                let withdrawal = (ExchangeRowKind::Withdrawal, "withdrawal");
                self.event(withdrawal, at, &[(euro, paid(more * CENT), got(0))]);
            }
            _ => {}
        }
    }
}
