//! Positions in protocols of the demo world (`positions.csv`). People who use protocols have them; the amounts are those of ordinary
//! loans and savings.

use ports::{
    Address, Amount, Position, PositionKind, PositionLeg, PositionPlace, ProtocolPosition, ProtocolReading, RawAmount,
    account::AccountId, amount::SignedRaw, clock::Timestamp, protocol::PositionRole,
};

use super::{
    blocks::DemoChain,
    dollars::parts,
    holdings::Kind,
    market::DemoMarket,
    portfolio,
    random::{mix, seed},
};

/// Columns: the `chain`, the `protocol`, which position there (`item`), the `symbol` and its `role` in the position, the typical value in
/// `dollars`, and the `percent` of people who have the position.
const FILE: &str = include_str!("positions.csv");

/// How much of the value of a collateral may be owed before the position is liquidated, in percent.
const THRESHOLD: u128 = 83;
/// The decimals of a health factor.
const PLACES: u8 = 18;
const WHOLE: u128 = 10_u128.pow(PLACES as u32);

/// A row of the file.
struct TypicalLeg<'a> {
    place: PositionPlace,
    item: Option<String>,
    symbol: &'a str,
    role: PositionRole,
    size: u128,
    percent: u64,
}

impl<'a> TypicalLeg<'a> {
    /// Returns the row of a line; `None` where it is of another chain.
    fn of(line: &'a str, chain: &DemoChain) -> Option<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        let [code, place, item, symbol, role, dollars, percent] = fields.as_slice() else {
            return None;
        };
        (*code == chain.row.code).then_some(())?;
        Some(Self {
            place: place.parse().ok()?,
            item: Some(*item).filter(|item| !item.is_empty()).map(ToOwned::to_owned),
            symbol,
            role: role.parse().ok()?,
            size: parts(dollars)?,
            percent: percent.parse().ok()?,
        })
    }
}

/// The kind of a position in which an amount has this role.
const fn kind_of(role: PositionRole) -> PositionKind {
    match role {
        PositionRole::Borrow => PositionKind::Borrowed,
        PositionRole::Collateral => PositionKind::Supplied,
        PositionRole::Liquidity => PositionKind::Pool,
        PositionRole::Reward => PositionKind::Reward,
        PositionRole::Supply => PositionKind::Lent,
        _ => PositionKind::Staked,
    }
}

/// Returns what an account has in protocols at a moment.
pub(super) fn positions(market: &DemoMarket, chain: &DemoChain, account: &AccountId, at: Timestamp) -> ProtocolReading {
    let mut found: Vec<ProtocolPosition> = Vec::new();
    let rows = FILE.lines().skip(1).filter_map(|line| TypicalLeg::of(line, chain));
    for row in rows.filter(|row| row.is_held(account)) {
        let Some(leg) = row.leg(market, account) else { continue };
        match found
            .iter_mut()
            .find(|one| one.place == row.place && one.item == row.item)
        {
            Some(position) => position.legs.push(leg),
            None => found.push(ProtocolPosition {
                place: row.place,
                item: row.item,
                legs: vec![leg],
                health: None,
                receipts: Vec::new(),
                unread: Vec::new(),
            }),
        }
    }
    for position in &mut found {
        position.health = health(market, position, at);
    }
    ProtocolReading {
        positions: found,
        unread: Vec::new(),
    }
}

impl TypicalLeg<'_> {
    /// Returns whether the person of an account has the position.
    fn is_held(&self, account: &AccountId) -> bool {
        let (person, chain) = (portfolio::holder(&account.address), account.chain.as_str());
        let own = mix(person, seed(&["position", self.place.as_str(), chain]));
        Kind::of(portfolio::kind_seed(&account.address)) == Kind::Defi && own % 100 < self.percent
    }

    /// Returns the amount in the position of an account; `None` where the asset is not known.
    fn leg(&self, market: &DemoMarket, account: &AccountId) -> Option<PositionLeg> {
        let mut tokens = market.tokens(&account.chain);
        let (asset, listing) = tokens.find(|(_, listing)| listing.metadata.symbol == self.symbol)?;
        let person = portfolio::holder(&account.address);
        let size = self.size * portfolio::richness(person) / 100;
        let amount = RawAmount::from(portfolio::usual(listing, size, person));
        Some(PositionLeg {
            position: Position {
                asset: asset.clone(),
                raw: match self.role {
                    PositionRole::Borrow => SignedRaw::owed(amount),
                    _ => amount.into(),
                },
                decimals: listing.metadata.decimals,
                kind: kind_of(self.role),
                place: self.place.clone(),
            },
            role: self.role,
            contract: Address::evm([0xde; 20]),
            function: "positions(address)".to_owned(),
            unlocks_at: None,
        })
    }
}

/// Returns the health factor of a position with a debt: how often its collateral covers the debt, before it is liquidated.
fn health(market: &DemoMarket, position: &ProtocolPosition, at: Timestamp) -> Option<Amount> {
    let sum = |role: PositionRole| -> Option<u128> {
        let legs = position.legs.iter().filter(|leg| leg.role == role);
        legs.map(|leg| value(market, &leg.position, at)).sum()
    };
    let (owned, owed) = (sum(PositionRole::Collateral)?, sum(PositionRole::Borrow)?);
    let health = (owned * THRESHOLD / 100 * WHOLE).checked_div(owed)?;
    RawAmount::from(health).in_units(PLACES).ok()
}

/// Returns the value of an amount without its sign, in [`DOLLAR`](super::dollars::DOLLAR) parts.
fn value(market: &DemoMarket, position: &Position, at: Timestamp) -> Option<u128> {
    let raw: u128 = position.raw.size().to_string().parse().ok()?;
    let price = market.listing(&position.asset)?.price_at(at);
    Some(raw / 10_u128.pow(u32::from(position.decimals?).saturating_sub(6)) * price / 10_u128.pow(6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chain::{rows::rows, tokens::start_list},
        protocol,
    };

    #[test]
    fn every_row_is_an_amount_in_a_protocol_that_is_read_there() {
        let rows = rows().unwrap();
        let chains: Vec<DemoChain> = rows.iter().map(DemoChain::of).collect();
        let market = DemoMarket::new(&chains, &start_list(rows).unwrap());
        let shipped = protocol::protocols().unwrap();
        for line in FILE.lines().skip(1) {
            let of = |chain: &DemoChain| Some((TypicalLeg::of(line, chain)?, chain.row.id.clone()));
            let (row, chain) = chains.iter().find_map(of).unwrap_or_else(|| panic!("{line}"));
            let account = AccountId {
                chain: chain.clone(),
                address: Address::evm([1; 20]),
            };
            let leg = row.leg(&market, &account).unwrap_or_else(|| panic!("{line}"));
            assert!(!leg.position.raw.is_zero(), "{line}");
            let mut profiles = shipped.iter().map(|spec| &spec.profile);
            assert!(
                profiles.any(|one| one.place == row.place && one.chain == chain),
                "{line}"
            );
        }
    }
}
