//! The parts of a balance sheet: wallets, exchanges, and what is owned and owed in protocols.

use std::fmt;

use ports::{Address, PositionLeg, PositionPlace, protocol::PositionRole};

/// Where an amount is on the balance sheet.
#[derive(Clone, Copy, Debug)]
pub enum Belonging<'a> {
    /// A balance that is no receipt of a known position.
    Wallet,
    /// Anything in an account at an exchange.
    Exchange {
        /// Whether it is owed.
        is_debt: bool,
    },
    /// In a protocol: an amount of a position, or the balance of a receipt.
    Protocol {
        /// The protocol.
        place: &'a PositionPlace,
        /// Which of the positions there; `None` where there is only one.
        item: Option<&'a str>,
        /// The amount as the protocol states it; `None` for the balance of a receipt.
        leg: Option<&'a PositionLeg>,
        /// Whether it is owed.
        is_debt: bool,
    },
}

/// A part of a balance sheet, which a figure covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetSection {
    /// Balances that are no receipts.
    Wallets,
    /// Accounts at exchanges, less what is borrowed there.
    Exchanges,
    /// What is owned in protocols.
    Credit,
    /// What is owed to protocols.
    Debt,
    /// Credit less debt.
    Protocols,
    /// Everything that is owned, without what is owed.
    Owned,
    /// What histories record: balances, those of receipts too, and accounts at exchanges; no position that only a protocol states.
    Recorded,
    /// What is in one protocol.
    Protocol(Box<InProtocol>),
}

/// A protocol, one position there, or one of its amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InProtocol {
    /// The protocol.
    pub place: PositionPlace,
    /// The position; empty for the one without a name, `None` for all.
    pub item: Option<String>,
    /// What the amount does, and the contract that states it; `None` for all amounts.
    pub leg: Option<(PositionRole, Address)>,
}

/// The start of what is in a protocol. One amount follows as `.role.contract`.
const IN: &str = "in";
/// Before the name of the protocol.
const PLACE: char = ':';
/// Before the position. No protocol has it in its name.
const ITEM: char = '#';

impl SheetSection {
    /// Returns the part that is in a protocol.
    #[must_use]
    pub fn of(selected: InProtocol) -> Self {
        Self::Protocol(Box::new(selected))
    }

    /// Returns whether it includes what belongs there.
    #[must_use]
    pub fn includes(&self, belonging: Belonging<'_>) -> bool {
        match (self, belonging) {
            (Self::Wallets | Self::Owned, Belonging::Wallet)
            | (Self::Exchanges, Belonging::Exchange { .. })
            | (Self::Protocols, Belonging::Protocol { .. })
            | (Self::Recorded, Belonging::Wallet | Belonging::Exchange { .. }) => true,
            (Self::Recorded, Belonging::Protocol { leg, .. }) => leg.is_none(),
            (Self::Owned, Belonging::Exchange { is_debt }) => !is_debt,
            (Self::Owned | Self::Credit, Belonging::Protocol { is_debt, .. }) => !is_debt,
            (Self::Debt, Belonging::Protocol { is_debt, .. }) => is_debt,
            (Self::Protocol(selected), Belonging::Protocol { place, item, leg, .. }) => {
                let is_leg = |(role, contract): &(PositionRole, Address)| {
                    leg.is_some_and(|leg| leg.role == *role && leg.contract == *contract)
                };
                selected.place == *place
                    && (selected.item.as_deref()).is_none_or(|wanted| wanted == item.unwrap_or_default())
                    && selected.leg.as_ref().is_none_or(is_leg)
            }
            _ => false,
        }
    }

    /// Returns its name, as a title.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Wallets => "In wallets".to_owned(),
            Self::Exchanges => "At exchanges".to_owned(),
            Self::Credit => "DeFi credit".to_owned(),
            Self::Debt => "DeFi debt".to_owned(),
            Self::Protocols => "DeFi, credit less debt".to_owned(),
            Self::Owned => "Everything owned, without debts".to_owned(),
            Self::Recorded => "Without positions in protocols".to_owned(),
            Self::Protocol(of) => match of.item.as_deref().unwrap_or_default() {
                "" => of.place.to_string(),
                item => format!("{} {item}", of.place),
            },
        }
    }

    /// Returns the part that a text written by [`fmt::Display`] names.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text {
            "wallets" => Some(Self::Wallets),
            "exchanges" => Some(Self::Exchanges),
            "credit" => Some(Self::Credit),
            "debt" => Some(Self::Debt),
            "protocols" => Some(Self::Protocols),
            "owned" => Some(Self::Owned),
            "recorded" => Some(Self::Recorded),
            text => InProtocol::parse(text.strip_prefix(IN)?).map(Self::of),
        }
    }
}

impl InProtocol {
    fn parse(text: &str) -> Option<Self> {
        let (leg, named) = text.split_once(PLACE)?;
        let leg = match leg.strip_prefix('.') {
            Some(leg) => {
                let (role, contract) = leg.split_once('.')?;
                Some((role.parse().ok()?, contract.parse().ok()?))
            }
            None if leg.is_empty() => None,
            None => return None,
        };
        let (place, item) = match named.split_once(ITEM) {
            Some((place, item)) => (place, Some(item.to_owned())),
            None => (named, None),
        };
        let place = place.parse().ok()?;
        Some(Self { place, item, leg })
    }
}

impl fmt::Display for SheetSection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wallets => f.write_str("wallets"),
            Self::Exchanges => f.write_str("exchanges"),
            Self::Credit => f.write_str("credit"),
            Self::Debt => f.write_str("debt"),
            Self::Protocols => f.write_str("protocols"),
            Self::Owned => f.write_str("owned"),
            Self::Recorded => f.write_str("recorded"),
            Self::Protocol(of) => {
                let InProtocol { place, item, leg } = of.as_ref();
                f.write_str(IN)?;
                if let Some((role, contract)) = leg {
                    write!(f, ".{}.{contract}", role.as_str())?;
                }
                write!(f, "{PLACE}{place}")?;
                item.as_ref().map_or(Ok(()), |item| write!(f, "{ITEM}{item}"))
            }
        }
    }
}
