//! The amounts of the entries of a row, and what of them is carried over.

use ports::entry::{Entry, LegRole};

use crate::{
    accounting::Exact,
    ledger::{
        cost::{
            movements::MovementBuilder,
            pairing::{LegAmount, Pairing, pair},
            plan::{EventPart, arrivals},
        },
        table::book_row::{BookRow, OwnTransfer},
    },
};

impl MovementBuilder<'_> {
    /// Returns the entries of a part of a row, and what of their amounts is carried over.
    pub fn paired<'b>(&self, row: &'b BookRow, part: EventPart) -> (Vec<&'b Entry>, Pairing) {
        let received: Vec<&Entry> = arrivals(row).iter().collect();
        let sent: Vec<&Entry> = match (&row.partner, row.own_transfer()) {
            (Some(partner), Some(OwnTransfer::Matched)) => std::iter::once(&row.entry).chain(&partner.given).collect(),
            _ => std::iter::once(&row.entry).chain(row.others()).collect(),
        };
        let amounts = |entries: &[&Entry], role| self.amounts(entries, role);
        let apart = || Pairing {
            carried: Vec::new(),
            out: amounts(&sent, LegRole::Out),
            into: amounts(&sent, LegRole::In),
        };
        if received.is_empty() {
            let pairing = pair(&amounts(&sent, LegRole::Out), &amounts(&sent, LegRole::In), false);
            return (sent.clone(), pairing.unwrap_or_else(apart));
        }
        let mut pairing =
            pair(&amounts(&sent, LegRole::Out), &amounts(&received, LegRole::In), true).unwrap_or_else(apart);
        match part {
            EventPart::Row => {
                pairing.into = amounts(&sent, LegRole::In);
                (sent, pairing)
            }
            EventPart::Arrival(index) => {
                let own: Vec<&Entry> = received.get(usize::from(index)).copied().into_iter().collect();
                let accounts: Vec<u32> = own
                    .iter()
                    .filter_map(|one| self.tables.account(&one.id.account))
                    .collect();
                pairing.out = amounts(&own, LegRole::Out);
                pairing.into.retain(|one| accounts.contains(&one.account));
                (own, pairing)
            }
        }
    }

    /// Returns the amounts of entries with this role, one for each account and asset.
    pub fn amounts(&self, entries: &[&Entry], role: LegRole) -> Vec<LegAmount> {
        let mut amounts: Vec<LegAmount> = Vec::new();
        for entry in entries {
            let Some(account) = self.tables.account(&entry.id.account) else {
                continue;
            };
            for leg in entry.legs.iter().filter(|leg| leg.role == role) {
                let Some(asset) = self.tables.asset(leg) else { continue };
                let Some(pool) = self.tables.ledger.pool(asset) else {
                    continue;
                };
                let decimals = self.tables.of_number(asset).map_or(0, |one| one.decimals);
                let Ok(quantity) = Exact::of_raw(leg.amount, decimals) else {
                    continue;
                };
                let same = amounts
                    .iter_mut()
                    .find(|one| (one.account, one.asset) == (account, asset));
                match same {
                    Some(amount) => amount.quantity = amount.quantity.add(quantity).unwrap_or(amount.quantity),
                    None => amounts.push(LegAmount {
                        account,
                        asset,
                        pool,
                        quantity,
                    }),
                }
            }
        }
        amounts.retain(|amount| !amount.quantity.is_zero());
        amounts
    }
}
