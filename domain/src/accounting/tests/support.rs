//! Ledgers for tests.

use ports::{Timestamp, annotation::EntryMark};

use crate::{
    accounting::{
        AccountRow, AssetForm, AssetPool, AssetRow, BasisRules, BasisRun, CostBasis, Exact, LedgerTables, Movement,
        MovementKind, MovementOrder, MovementRole, MovementValue, RealizedTotals, RecordedStep, events,
    },
    trace::NoTrace,
};

/// The asset that is money.
pub const MONEY: u32 = 3;
/// 2024-01-01.
pub const START: i64 = 1_704_067_200;
pub const DAY: i64 = 86_400;

pub fn exact(text: &str) -> Exact {
    text.parse::<ports::Amount>().unwrap().try_into().unwrap()
}

/// Three assets, money, and three accounts.
pub fn tables() -> LedgerTables {
    let asset = |(index, symbol): (u32, &str)| AssetRow {
        symbol: symbol.to_owned(),
        pool: if index == MONEY {
            AssetPool::Outside
        } else {
            AssetPool::With(index)
        },
        form: AssetForm::Plain,
    };
    let account = |chain: u32| AccountRow {
        label: format!("Account {chain}"),
        chain,
    };
    LedgerTables {
        assets: (0..).zip(["BTC", "ETH", "SOL", "USD"]).map(asset).collect(),
        accounts: (0..3).map(account).collect(),
        currency: "USD".to_owned(),
    }
}

/// A list of movements, one event a day.
#[derive(Default)]
pub struct Ledger {
    pub movements: Vec<Movement>,
    events: u32,
}

impl Ledger {
    /// Begins the next event.
    pub fn event(&mut self) -> &mut Self {
        self.events += 1;
        self
    }

    /// Adds a movement of BTC in account 0 to the event.
    pub fn add(&mut self, role: MovementRole, quantity: &str, value: MovementValue) -> &mut Movement {
        let leg = self.movements.iter().filter(|it| it.order.event == self.events).count();
        let kind = match role {
            MovementRole::In => MovementKind::Buy,
            MovementRole::Out => MovementKind::Sell,
            MovementRole::Fee => MovementKind::Call,
            MovementRole::TransferIn | MovementRole::TransferOut => MovementKind::Transfer,
            MovementRole::ConvertOut | MovementRole::ConvertIn => MovementKind::Commit,
        };
        self.movements.push(Movement {
            time: Timestamp::from_seconds(START + i64::from(self.events) * DAY),
            order: MovementOrder {
                rank: 0,
                event: self.events,
                leg: u16::try_from(leg).unwrap(),
            },
            account: 0,
            asset: 0,
            role,
            kind,
            quantity: exact(quantity),
            value,
            mark: None,
            counterparty: None,
            transfer: None,
            is_assumed: false,
        });
        self.movements.last_mut().unwrap()
    }

    pub fn buy(&mut self, quantity: &str, price: &str) -> &mut Movement {
        self.event()
            .add(MovementRole::In, quantity, MovementValue::UnitPrice(exact(price)))
    }

    pub fn sell(&mut self, quantity: &str, price: &str) -> &mut Movement {
        self.event()
            .add(MovementRole::Out, quantity, MovementValue::UnitPrice(exact(price)))
    }

    pub fn marked(&mut self, mark: EntryMark) {
        self.movements.last_mut().unwrap().mark = Some(mark);
    }

    /// Moves BTC from account 0 to account 1.
    pub fn transfer(&mut self, left: &str, arrived: &str) {
        let number = self.events + 1;
        let value = MovementValue::UnitPrice(exact("100"));
        self.event().add(MovementRole::TransferOut, left, value).transfer = Some(number);
        let arrival = self.add(MovementRole::TransferIn, arrived, value);
        (arrival.transfer, arrival.account) = (Some(number), 1);
    }

    pub fn replay(&self, rules: BasisRules) -> (CostBasis, RealizedTotals) {
        replay(&tables(), &self.movements, rules)
    }
}

pub fn replay(tables: &LedgerTables, movements: &[Movement], rules: BasisRules) -> (CostBasis, RealizedTotals) {
    let (mut basis, mut totals) = (CostBasis::new(rules), RealizedTotals::default());
    let mut run = BasisRun {
        tables,
        sink: &mut totals,
        trace: &mut NoTrace,
        recording: RecordedStep::Nothing,
    };
    events(movements).for_each(|event| basis.apply(event, &mut run));
    (basis, totals)
}
