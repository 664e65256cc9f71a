//! Random ledgers.

use ports::{FeeRule, LotMethod, LotScope, Timestamp, YieldRule, annotation::EntryMark};
use proptest::prelude::*;

use crate::accounting::{
    BasisRules, Exact, Movement, MovementKind, MovementOrder, MovementRole, MovementValue,
    tests::support::{DAY, START},
};

pub fn rules() -> impl Strategy<Value = BasisRules> {
    (0..4_usize, any::<bool>(), any::<bool>()).prop_map(|(method, pooled, separate)| BasisRules {
        method: LotMethod::ALL[method],
        scope: if pooled {
            LotScope::AllAccounts
        } else {
            LotScope::PerAccount
        },
        fees: if separate {
            FeeRule::Separate
        } else {
            FeeRule::Capitalised
        },
        yields: YieldRule::Income,
    })
}

fn value() -> impl Strategy<Value = MovementValue> {
    let number = || (1_i128..1_000_000_000, 0_u8..9).prop_map(|(digits, places)| Exact::new(digits, places));
    prop_oneof![
        12 => number().prop_map(MovementValue::UnitPrice),
        3 => number().prop_map(MovementValue::Total),
        2 => Just(MovementValue::Unknown),
    ]
}

fn quantity() -> impl Strategy<Value = Exact> {
    prop_oneof![
        (1_i128..1_000_000_000, 0_u8..9).prop_map(|(digits, places)| Exact::new(digits, places)),
        (1_i128..10_i128.pow(24)).prop_map(|digits| Exact::new(digits, 18)),
    ]
}

/// One event: what it is, its accounts and assets, and the numbers of its movements.
#[derive(Clone, Debug)]
struct RandomEvent {
    kind: u8,
    account: u32,
    assets: (u32, u32),
    quantities: (Exact, Exact),
    values: (MovementValue, MovementValue, MovementValue),
    has_fee: bool,
    mark: Option<EntryMark>,
    days: i64,
}

fn event() -> impl Strategy<Value = RandomEvent> {
    let mark = prop_oneof![9 => Just(None), 1 => Just(Some(EntryMark::Gift)), 1 => Just(Some(EntryMark::Income))];
    (
        0..5_u8,
        0..3_u32,
        (0..3_u32, 0..3_u32),
        (quantity(), quantity()),
        (value(), value(), value()),
        any::<bool>(),
        mark,
        0..20_i64,
    )
        .prop_map(
            |(kind, account, assets, quantities, values, has_fee, mark, days)| RandomEvent {
                kind,
                account,
                assets,
                quantities,
                values,
                has_fee,
                mark,
                days,
            },
        )
}

impl RandomEvent {
    /// The legs as role, account, asset, quantity and value.
    fn legs(&self) -> Vec<(MovementRole, u32, u32, Exact, MovementValue)> {
        let (account, other) = (self.account, (self.account + 1) % 3);
        let (first, second) = self.quantities;
        let (here, there, fee) = self.values;
        let mut legs = match self.kind {
            0 | 1 => vec![(MovementRole::In, account, self.assets.0, first, here)],
            2 => vec![(MovementRole::Out, account, self.assets.0, first, here)],
            3 => vec![
                (MovementRole::Out, account, self.assets.0, first, here),
                (MovementRole::In, account, self.assets.1, second, there),
            ],
            _ => vec![
                (MovementRole::TransferOut, account, self.assets.0, first, here),
                (MovementRole::TransferIn, other, self.assets.0, first, here),
            ],
        };
        if self.has_fee {
            legs.push((MovementRole::Fee, account, self.assets.1, Exact::new(1, 3), fee));
        }
        legs
    }

    fn movements(&self, number: u32, time: Timestamp) -> Vec<Movement> {
        let kinds = [
            MovementKind::Deposit,
            MovementKind::Buy,
            MovementKind::Sell,
            MovementKind::Swap,
            MovementKind::Transfer,
        ];
        let legs = (0..).zip(self.legs());
        let made = legs.map(|(leg, (role, account, asset, quantity, value))| Movement {
            time,
            order: MovementOrder {
                rank: 0,
                event: number,
                leg,
            },
            account,
            asset,
            role,
            kind: kinds[usize::from(self.kind)],
            quantity,
            value,
            mark: self.mark,
            counterparty: (self.kind != 4).then_some(number % 3),
            transfer: (self.kind == 4).then_some(number),
            is_assumed: false,
        });
        made.collect()
    }
}

/// A sorted ledger of up to `most` events, with gaps of every kind.
pub fn ledger(most: usize) -> impl Strategy<Value = Vec<Movement>> {
    proptest::collection::vec(event(), 1..most).prop_map(|events| {
        let mut time = Timestamp::from_seconds(START);
        let mut movements = Vec::new();
        for (number, event) in (0..).zip(&events) {
            time = Timestamp::from_seconds(time.seconds() + event.days * DAY / 2);
            movements.extend(event.movements(number, time));
        }
        movements
    })
}
