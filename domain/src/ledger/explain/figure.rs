//! Figures of entries: each amount of money that is shown with an entry has an id, under which it is explained.

use std::{fmt, str::FromStr};

use base64::{Engine, display::Base64Display, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::{Amount, Currency, EntryId, Owner};
use sha2::{Digest, Sha256};

use crate::ledger::explain::figure_part::{FigurePart, FigureSpan};

/// Ids of valuations have lower versions.
const VERSION: u8 = 4;
/// The bytes before the currency: version, check, owner, entry, part, index, span.
const FIXED: usize = 1 + 8 + 8 + 12 + 1 + 2 + 8;

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
        let span = self.part.span().map_or([0; 8], FigureSpan::bytes);
        let text = [&self.subject[..], &self.check, &[part], &index.to_be_bytes(), &span].concat();
        let hash = Sha256::new().chain_update(text).chain_update(self.currency.as_str());
        first(&hash.chain_update(owner.uuid().as_bytes()).finalize())
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
        bytes.extend(self.part.span().map_or([0; 8], FigureSpan::bytes));
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
        let (rest, span) = rest.split_last_chunk::<8>().ok_or(ParseLedgerFigureError)?;
        let (&[part, high, low], VERSION) = (rest, *version) else {
            return Err(ParseLedgerFigureError);
        };
        let part = FigurePart::of_code(part, u16::from_be_bytes([high, low]), FigureSpan::of_bytes(*span));
        Ok(Self {
            part: part.ok_or(ParseLedgerFigureError)?,
            currency: currency.ok_or(ParseLedgerFigureError)?,
            subject: *subject,
            check: *check,
            owner: *owner,
        })
    }
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
        let span = FigureSpan {
            from: 1_700_000_000,
            to: 4_000_000_000,
        };
        let of = |code, index| FigurePart::of_code(code, index, span);
        let parts = (0..30).map(|code| of(code, 7).or(of(code, 0)).unwrap());
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
