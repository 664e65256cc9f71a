//! Converts a balance sheet to the wire, with a figure for every amount of money.

use std::collections::BTreeMap;

use domain::valuation::{
    BalanceSheet, FigureId, Filter, KindLine, NotLookedFor, PositionLine, ProtocolLine, SheetAmount, SheetSection,
};
use ports::protocol::PositionRole;
use ports::{ChainId, Chains, PositionKind, PositionPlace};

use super::bodies::{
    AmountRole, DefiSheet, DefiType, ProtocolAmountRow, ProtocolCard, ProtocolPositionRow, ProtocolsLookedFor,
    UnreadProtocolRow,
};
use crate::mark;
use crate::routes::wallet::{FigurePointers, money, percent};
use crate::wire::{Decimal, Figures};

/// A balance sheet with what its rows on the wire need.
pub(super) struct ValuedSheet {
    pub(super) sheet: BalanceSheet,
    /// The total of the valuation.
    pub(super) total: FigureId,
    pub(super) currency_code: String,
    /// The wallet that it is narrowed to.
    pub(super) filter: Filter,
    pub(super) reading: u32,
    pub(super) unread: Vec<UnreadProtocolRow>,
}

/// The rows of a balance sheet, and the figures that they add.
pub(super) struct SheetRows<'a> {
    valued: &'a ValuedSheet,
    pointers: FigurePointers,
}

impl<'a> SheetRows<'a> {
    pub(super) fn of(valued: &'a ValuedSheet) -> Self {
        Self {
            pointers: FigurePointers::of_valuation(valued.total.clone()),
            valued,
        }
    }

    pub(super) fn finish(self) -> Figures {
        self.pointers.finish()
    }

    fn section(&self, section: SheetSection) -> Filter {
        Filter {
            section: Some(section),
            ..self.valued.filter.clone()
        }
    }

    /// Returns the filter of a type.
    fn of_kind(&self, kind: PositionKind) -> Filter {
        Filter {
            kind: Some(kind),
            ..self.section(SheetSection::Protocols)
        }
    }

    /// Returns how everything adds up.
    pub(super) fn sheet(&mut self) -> DefiSheet {
        let sheet = &self.valued.sheet;
        let mut sum = |name: &str, value, section| {
            let (value, filter) = (money(value), self.section(section));
            self.pointers.sum(format!("/sheet/{name}"), value.as_ref(), filter);
            value
        };
        let wallets = sum("wallets", sheet.wallets, SheetSection::Wallets);
        let exchanges = sum("exchanges", sheet.exchanges, SheetSection::Exchanges);
        let credit = sum("credit", sheet.credit, SheetSection::Credit);
        let debt = sum("debt", sheet.debt, SheetSection::Debt);
        let net = sum("net", sheet.net, SheetSection::Protocols);
        let looked_for = &sheet.looked_for;
        DefiSheet {
            wallets,
            exchanges,
            credit,
            debt,
            net,
            types: (0..).zip(&sheet.kinds).map(|(at, line)| self.kind(at, line)).collect(),
            valued: i64::from(sheet.valued),
            unvalued: i64::from(sheet.unvalued),
            looked_for: ProtocolsLookedFor {
                protocols: i64::from(looked_for.protocols),
                chains: i64::from(looked_for.chains),
                read_on: looked_for.read_at.map(Into::into),
            },
            unread: self.valued.unread.clone(),
            reading: i64::from(self.valued.reading),
        }
    }

    fn kind(&mut self, at: usize, line: &KindLine) -> DefiType {
        let total = money(line.value);
        let filter = self.of_kind(line.kind);
        self.pointers
            .sum(format!("/sheet/types/{at}/total"), total.as_ref(), filter);
        DefiType {
            id: i64::from(line.kind.number()),
            name: line.kind.name().to_owned(),
            total,
            share: percent(line.share),
            unpriced: i64::from(line.unpriced),
        }
    }

    /// Returns the known values by the number of their type.
    pub(super) fn by_type(&mut self) -> BTreeMap<String, Decimal> {
        let mut found = BTreeMap::new();
        for line in &self.valued.sheet.kinds {
            let (id, value) = (line.kind.number().to_string(), money(line.value));
            let filter = self.of_kind(line.kind);
            self.pointers
                .sum(format!("/balance_sheet/{id}"), value.as_ref(), filter);
            found.extend(value.map(|value| (id, value)));
        }
        found
    }

    /// Returns the cards.
    pub(super) fn cards(&mut self) -> Vec<ProtocolCard> {
        let lines = self.valued.sheet.protocols.iter().enumerate();
        lines.map(|(at, line)| self.card(at, line)).collect()
    }

    fn card(&mut self, at: usize, line: &ProtocolLine) -> ProtocolCard {
        let (total, debt) = (money(line.value), money(line.debt));
        let place = format!("/user_wallet/{at}");
        self.pointers
            .sum(format!("{place}/total"), total.as_ref(), line.filter());
        let owed = Filter {
            kind: Some(PositionKind::Borrowed),
            ..line.filter()
        };
        self.pointers.sum(format!("{place}/debt"), debt.as_ref(), owed);
        let positions = line.positions.iter().enumerate().map(|(at, position)| {
            let filter = line.filter_of(position);
            self.position(&format!("{place}/positions/{at}"), position, filter)
        });
        let positions = positions.collect();
        ProtocolCard {
            name: line.place.to_string(),
            mark: mark::of_protocol(&line.place),
            website: line.website.clone(),
            warning: line.impaired.clone(),
            chain: (&line.account.chain).into(),
            chain_name: line.chain_name.clone(),
            chain_mark: mark::of_chain(&line.account.chain),
            wallet_address: line.account.address.to_string(),
            wallet_label: line.label.clone(),
            total,
            debt,
            share: percent(line.share),
            positions,
            as_of: line.as_of.into(),
            block: i64::try_from(line.block).unwrap_or(i64::MAX),
            stale: line.stale,
        }
    }

    fn position(&mut self, place: &str, line: &PositionLine, filter: Filter) -> ProtocolPositionRow {
        let total = money(line.value);
        self.pointers.sum(format!("{place}/total"), total.as_ref(), filter);
        let rows = line.amounts.iter().enumerate();
        let rows = rows.map(|(at, amount)| self.amount(&format!("{place}/rows/{at}"), amount));
        ProtocolPositionRow {
            item: line.item.clone(),
            total,
            health_factor: line.health.map(Decimal::exact),
            unread: line.unread.clone(),
            rows: rows.collect(),
        }
    }

    fn amount(&mut self, place: &str, amount: &SheetAmount) -> ProtocolAmountRow {
        let part = &amount.part;
        let of = (part.value, part.filter());
        let (value, price) = self.pointers.pair(place, of, (part.price, &part.asset));
        ProtocolAmountRow {
            asset: (&part.asset).into(),
            symbol: part.symbol.clone(),
            name: amount.name.clone(),
            mark: mark::of_asset(&part.asset),
            type_id: i64::from(amount.kind.number()),
            type_name: amount.kind.name().to_owned(),
            role: amount.leg.as_ref().map(|leg| leg.role.into()),
            balance: part.amount.map(Decimal::exact),
            raw_amount: part.raw.clone(),
            price,
            value,
            reason: part.reason.clone().map(Into::into),
            unlocks_on: amount.leg.as_ref().and_then(|leg| leg.unlocks_at).map(Into::into),
            function: amount.leg.as_ref().map(|leg| leg.function.clone()),
            contract: amount.leg.as_ref().map(|leg| leg.contract.to_string()),
        }
    }
}

/// Returns the protocols that could not be read.
pub(super) fn unread(missed: &[NotLookedFor]) -> Vec<UnreadProtocolRow> {
    let row = |one: &NotLookedFor| {
        Some(UnreadProtocolRow {
            name: one.protocol.as_ref()?.to_string(),
            chain: (&one.chain).into(),
            chain_name: one.chain_name.clone(),
            text: Some(one.text.clone()),
        })
    };
    missed.iter().filter_map(row).collect()
}

/// Returns the same for visitors, who see no reasons.
pub(super) fn unread_for_visitors(
    missed: &[(ChainId, Option<PositionPlace>)],
    chains: &Chains,
) -> Vec<UnreadProtocolRow> {
    let row = |(chain, protocol): &(ChainId, Option<PositionPlace>)| {
        Some(UnreadProtocolRow {
            name: protocol.as_ref()?.to_string(),
            chain: chain.into(),
            chain_name: chains
                .get(chain)
                .map_or_else(|| chain.to_string(), |row| row.name.clone()),
            text: None,
        })
    };
    missed.iter().filter_map(row).collect()
}

impl From<PositionRole> for AmountRole {
    fn from(role: PositionRole) -> Self {
        match role {
            PositionRole::Supply => Self::Supply,
            PositionRole::Collateral => Self::Collateral,
            PositionRole::Borrow => Self::Borrow,
            PositionRole::Liquidity => Self::Liquidity,
            PositionRole::Locked => Self::Locked,
            PositionRole::Vesting => Self::Vesting,
            PositionRole::Claimable => Self::Claimable,
            PositionRole::Reward => Self::Reward,
            PositionRole::PendingWithdrawal => Self::PendingWithdrawal,
            // The list of roles may grow.
            _ => Self::Stake,
        }
    }
}
