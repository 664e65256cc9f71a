//! Figures of entries: each amount of money that is shown with an entry has an id, under which it is explained.

use std::{fmt, str::FromStr};

use base64::{Engine, display::Base64Display, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::{Amount, Currency, Day, EntryId, LotMethod, Owner, Timestamp};
use sha2::{Digest, Sha256};

/// Ids of valuations have lower versions.
const VERSION: u8 = 3;
/// The bytes before the currency: version, check, owner, entry, part, index.
const FIXED: usize = 1 + 8 + 8 + 12 + 1 + 2;

/// Identifies a figure of an entry or of a report: what it is about, which of its figures, the currency, a hash of the shown value, and a hash of the
/// owner. Nothing is stored per figure. It is explained from the ledger as it is then; the hash of the value says whether the
/// figure is still the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerFigureId {
    /// Which of its figures.
    pub part: FigurePart,
    /// The currency of the figure.
    pub currency: Currency,
    subject: [u8; 12],
    check: [u8; 8],
    owner: [u8; 8],
}

/// A figure of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigurePart {
    /// What came in, else what went out, at its own day.
    ValueThen,
    /// The same amounts today.
    ValueToday,
    /// The fee at its own day.
    FeeThen,
    /// The fee today.
    FeeToday,
    /// One of the amounts, without the fee, at its own day.
    LegThen(u16),
    /// The same amount today.
    LegToday(u16),
    /// What was held of an asset before the entry cost.
    CostBefore(u16),
    /// What was held of an asset after the entry cost.
    CostAfter(u16),
    /// The cost of one whole unit before the entry.
    AverageBefore(u16),
    /// The cost of one whole unit after the entry.
    AverageAfter(u16),
    /// The realized gain of an asset.
    Realized(u16),
    /// The cost of what is held of an asset.
    HeldCost,
    /// The cost of one whole unit of it.
    HeldAverage,
    /// What it is worth today.
    HeldValue,
    /// What selling it today would realize.
    HeldGain,
    /// The cost of everything that is held.
    TotalCost,
    /// What everything that is held is worth today.
    TotalValue,
    /// What selling all of it today would realize.
    TotalGain,
    /// The same cost by the method with this number.
    MethodCost(u16),
    /// What selling everything today would realize by the method with this number.
    MethodUnrealized(u16),
    /// What all disposals realized by the method with this number.
    MethodRealized(u16),
    /// Both gains.
    MethodTotal(u16),
    /// The value of everything at the end of the day with this number.
    DayTotal(u16),
    /// The value of a coin on one chain at the end of the day with this number.
    DayValue(u16),
}

/// Why a text is not the id of a figure of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the id of a figure of an entry")]
pub struct ParseLedgerFigureError;

impl LedgerFigureId {
    /// Returns the id of a figure that is shown to its owner with this value.
    #[must_use]
    pub fn new(owner: Owner, entry: &EntryId, part: FigurePart, value: (Amount, &Currency)) -> Self {
        Self::about(owner, &entry.to_string(), part, value)
    }

    /// Returns the id of a figure about what a text names.
    #[must_use]
    pub fn about(owner: Owner, subject: &str, part: FigurePart, (value, currency): (Amount, &Currency)) -> Self {
        let mut id = Self {
            part,
            currency: currency.clone(),
            subject: key(subject),
            check: check(value),
            owner: [0; 8],
        };
        id.owner = id.mark(owner);
        id
    }

    /// Returns whether the figure was made for this owner.
    #[must_use]
    pub fn belongs_to(&self, owner: Owner) -> bool {
        self.owner == self.mark(owner)
    }

    /// Returns whether it is a figure of this entry.
    #[must_use]
    pub fn is_of(&self, entry: &EntryId) -> bool {
        self.subject == key(&entry.to_string())
    }

    /// Returns whether it is a figure about what a text names.
    #[must_use]
    pub fn is_about(&self, subject: &str) -> bool {
        self.subject == key(subject)
    }

    /// Returns whether the figure was shown with this value.
    #[must_use]
    pub fn shows(&self, value: Amount) -> bool {
        self.check == check(value)
    }

    fn mark(&self, owner: Owner) -> [u8; 8] {
        let (part, index) = self.part.code();
        let text = [&self.subject[..], &self.check, &[part], &index.to_be_bytes()].concat();
        let hash = Sha256::new().chain_update(text).chain_update(self.currency.as_str());
        first(&hash.chain_update(owner.uuid().as_bytes()).finalize())
    }
}

impl FigurePart {
    /// Returns whether it is a figure of what is held, and not of an entry.
    #[must_use]
    pub fn is_of_report(self) -> bool {
        matches!(
            self,
            Self::HeldCost
                | Self::HeldAverage
                | Self::HeldValue
                | Self::HeldGain
                | Self::TotalCost
                | Self::TotalValue
                | Self::TotalGain
        ) || self.method().is_some()
    }

    /// Returns the method that it compares; `None` where it follows from the rules in use.
    #[must_use]
    pub fn method(self) -> Option<LotMethod> {
        match self {
            Self::MethodCost(number)
            | Self::MethodUnrealized(number)
            | Self::MethodRealized(number)
            | Self::MethodTotal(number) => LotMethod::ALL.get(usize::from(number)).copied(),
            _ => None,
        }
    }

    /// Returns the day of a value over time.
    #[must_use]
    pub fn day(self) -> Option<Day> {
        match self {
            Self::DayTotal(number) | Self::DayValue(number) => Some(first_day().plus(number.into())),
            _ => None,
        }
    }

    /// Returns the number of a day in figures; `None` before 2009 and after 2188.
    #[must_use]
    pub fn number_of(day: Day) -> Option<u16> {
        u16::try_from(day.number() - first_day().number()).ok()
    }

    fn code(self) -> (u8, u16) {
        match self {
            Self::ValueThen => (0, 0),
            Self::ValueToday => (1, 0),
            Self::FeeThen => (2, 0),
            Self::FeeToday => (3, 0),
            Self::LegThen(index) => (4, index),
            Self::LegToday(index) => (5, index),
            Self::CostBefore(index) => (6, index),
            Self::CostAfter(index) => (7, index),
            Self::AverageBefore(index) => (8, index),
            Self::AverageAfter(index) => (9, index),
            Self::Realized(index) => (10, index),
            Self::HeldCost => (11, 0),
            Self::HeldAverage => (12, 0),
            Self::HeldValue => (13, 0),
            Self::HeldGain => (14, 0),
            Self::TotalCost => (15, 0),
            Self::TotalValue => (16, 0),
            Self::TotalGain => (17, 0),
            Self::MethodCost(method) => (18, method),
            Self::MethodUnrealized(method) => (19, method),
            Self::MethodRealized(method) => (20, method),
            Self::MethodTotal(method) => (21, method),
            Self::DayTotal(day) => (22, day),
            Self::DayValue(day) => (23, day),
        }
    }

    fn of_code(code: u8, index: u16) -> Option<Self> {
        Some(match (code, index) {
            (0, 0) => Self::ValueThen,
            (1, 0) => Self::ValueToday,
            (2, 0) => Self::FeeThen,
            (3, 0) => Self::FeeToday,
            (4, index) => Self::LegThen(index),
            (5, index) => Self::LegToday(index),
            (6, index) => Self::CostBefore(index),
            (7, index) => Self::CostAfter(index),
            (8, index) => Self::AverageBefore(index),
            (9, index) => Self::AverageAfter(index),
            (10, index) => Self::Realized(index),
            (11, 0) => Self::HeldCost,
            (12, 0) => Self::HeldAverage,
            (13, 0) => Self::HeldValue,
            (14, 0) => Self::HeldGain,
            (15, 0) => Self::TotalCost,
            (16, 0) => Self::TotalValue,
            (17, 0) => Self::TotalGain,
            (18, method) => Self::MethodCost(method),
            (19, method) => Self::MethodUnrealized(method),
            (20, method) => Self::MethodRealized(method),
            (21, method) => Self::MethodTotal(method),
            (22, day) => Self::DayTotal(day),
            (23, day) => Self::DayValue(day),
            _ => return None,
        })
    }
}

impl fmt::Display for LedgerFigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (part, index) = self.part.code();
        let mut bytes = Vec::with_capacity(FIXED + 5);
        bytes.push(VERSION);
        bytes.extend(self.check);
        bytes.extend(self.owner);
        bytes.extend(self.subject);
        bytes.push(part);
        bytes.extend(index.to_be_bytes());
        bytes.extend(self.currency.as_str().as_bytes());
        Base64Display::new(&bytes, &URL_SAFE_NO_PAD).fmt(f)
    }
}

impl FromStr for LedgerFigureId {
    type Err = ParseLedgerFigureError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| ParseLedgerFigureError)?;
        let (fixed, currency) = bytes.split_at_checked(FIXED).ok_or(ParseLedgerFigureError)?;
        let currency = std::str::from_utf8(currency).ok().and_then(|text| text.parse().ok());
        let (version, rest) = fixed.split_first().ok_or(ParseLedgerFigureError)?;
        let (check, rest) = rest.split_first_chunk::<8>().ok_or(ParseLedgerFigureError)?;
        let (owner, rest) = rest.split_first_chunk::<8>().ok_or(ParseLedgerFigureError)?;
        let (subject, rest) = rest.split_first_chunk::<12>().ok_or(ParseLedgerFigureError)?;
        let (&[part, high, low], VERSION) = (rest, *version) else {
            return Err(ParseLedgerFigureError);
        };
        Ok(Self {
            part: FigurePart::of_code(part, u16::from_be_bytes([high, low])).ok_or(ParseLedgerFigureError)?,
            currency: currency.ok_or(ParseLedgerFigureError)?,
            subject: *subject,
            check: *check,
            owner: *owner,
        })
    }
}

/// The day with the number zero: 2009-01-01, before which no chain has a block.
const fn first_day() -> Day {
    Day::of(Timestamp::from_seconds(1_230_768_000))
}

fn key(subject: &str) -> [u8; 12] {
    first(&Sha256::digest(subject))
}

fn check(value: Amount) -> [u8; 8] {
    first(&Sha256::digest(value.at_edge().to_string()))
}

fn first<const N: usize>(digest: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    for (byte, from) in bytes.iter_mut().zip(digest) {
        *byte = *from;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(n: u8) -> Owner {
        Owner::User(format!("0000000{n}-0000-7000-8000-000000000000").parse().unwrap())
    }

    fn entry(n: u8) -> EntryId {
        format!("eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045/0x{n:064x}")
            .parse()
            .unwrap()
    }

    #[test]
    fn an_id_is_read_back_and_knows_its_owner_entry_and_value() {
        let value: Amount = "12.5".parse().unwrap();
        let usd = Currency::usd();
        let parts = (0..24).map(|code| FigurePart::of_code(code, 7).or(FigurePart::of_code(code, 0)).unwrap());
        for part in parts {
            let id = LedgerFigureId::new(user(1), &entry(1), part, (value, &usd));
            let again: LedgerFigureId = id.to_string().parse().unwrap();
            assert_eq!(again, id);
            assert!(again.belongs_to(user(1)) && !again.belongs_to(user(2)));
            assert!(again.is_of(&entry(1)) && !again.is_of(&entry(2)));
            assert!(again.shows("12.50".parse().unwrap()) && !again.shows(Amount::ONE));
        }
    }

    #[test]
    fn a_day_has_a_number_since_2009() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        assert_eq!(FigurePart::number_of(day("2009-01-01")), Some(0));
        assert_eq!(FigurePart::number_of(day("2008-12-31")), None);
        let number = FigurePart::number_of(day("2025-09-08")).unwrap();
        assert_eq!(FigurePart::DayTotal(number).day(), Some(day("2025-09-08")));
        assert_eq!(FigurePart::HeldCost.day(), None);
    }

    #[test]
    fn a_changed_id_has_no_owner() {
        let id = LedgerFigureId::new(
            user(1),
            &entry(1),
            FigurePart::ValueThen,
            (Amount::ONE, &Currency::usd()),
        );
        let mut bytes = URL_SAFE_NO_PAD.decode(id.to_string()).unwrap();
        bytes[20] ^= 1;
        let changed: LedgerFigureId = URL_SAFE_NO_PAD.encode(&bytes).parse().unwrap();
        assert!(!changed.belongs_to(user(1)));
        for bad in ["", "Aw", "not base64!", &URL_SAFE_NO_PAD.encode(&bytes[..30])] {
            assert!(bad.parse::<LedgerFigureId>().is_err(), "{bad}");
        }
    }
}
