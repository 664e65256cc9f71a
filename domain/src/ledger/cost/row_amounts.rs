//! The amounts of the entries of a row, and what of them is carried over.

use ports::CarryRule;
use ports::entry::{Entry, LegRole};

use crate::{
    accounting::Exact,
    ledger::{
        cost::{
            movements::MovementBuilder,
            pairing::{LegAmount, Pairing, pair},
            plan::{EventPart, arrivals},
            position_lots::take_continuation,
            tables::BookTables,
        },
        table::book_row::{BookRow, OwnTransfer},
    },
};

impl MovementBuilder<'_> {
    /// Takes what became something else out of the pairing of an entry, as the rules say.
    fn convert(&self, entry: &Entry, pairing: &mut Pairing) {
        if self.rules.positions == CarryRule::Carried {
            self.positions.take(entry, pairing, self.tables);
        }
        if self.rules.continuations == CarryRule::Carried && pairing.conversions.is_empty() {
            let continued = take_continuation(self.book, pairing, self.tables);
            pairing.conversions.extend(continued);
        }
    }

    /// Returns the entries of a part of a row, and what of their amounts is carried over.
    pub fn paired<'b>(&self, row: &'b BookRow, part: EventPart) -> (Vec<&'b Entry>, Pairing) {
        let received: Vec<&Entry> = arrivals(row).iter().collect();
        let sent: Vec<&Entry> = match (&row.partner, row.own_transfer()) {
            (Some(partner), Some(OwnTransfer::Matched)) => std::iter::once(&row.entry).chain(&partner.given).collect(),
            _ => std::iter::once(&row.entry).chain(row.others()).collect(),
        };
        if received.is_empty() {
            let mut pairing = self.tables.paired(&sent);
            if row.partner.is_none() {
                self.convert(&row.entry, &mut pairing);
            }
            return (sent, pairing);
        }
        let amounts = |entries: &[&Entry], role| self.tables.amounts(entries, role);
        let apart = || self.tables.unpaired(&sent);
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
}

impl BookTables {
    /// Returns the amounts of entries, paired.
    pub fn paired(&self, entries: &[&Entry]) -> Pairing {
        let paired = pair(
            &self.amounts(entries, LegRole::Out),
            &self.amounts(entries, LegRole::In),
            false,
        );
        paired.unwrap_or_else(|| self.unpaired(entries))
    }

    /// Returns the amounts of entries, each on its own.
    pub fn unpaired(&self, entries: &[&Entry]) -> Pairing {
        let amounts = |role| self.amounts(entries, role);
        Pairing::of(Vec::new(), amounts(LegRole::Out), amounts(LegRole::In))
    }

    /// Returns the amounts of entries with this role, one for each account and asset.
    pub fn amounts(&self, entries: &[&Entry], role: LegRole) -> Vec<LegAmount> {
        let mut amounts: Vec<LegAmount> = Vec::new();
        for entry in entries {
            let Some(account) = self.account(&entry.id.account) else {
                continue;
            };
            for leg in entry.legs.iter().filter(|leg| leg.role == role) {
                let Some(asset) = self.asset(leg) else { continue };
                let Some(pool) = self.ledger.pool(asset) else {
                    continue;
                };
                let of_asset = self.of_number(asset).map_or(0, |one| one.decimals);
                let decimals = leg.decimals(Some(of_asset)).unwrap_or(of_asset);
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
