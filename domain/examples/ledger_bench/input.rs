//! Reads the workload.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use ports::{Day, Timestamp};
use rustc_hash::FxHashMap;
use spyhop::accounting::{
    AccountRow, AssetForm, AssetPool, AssetRow, CloseTable, Exact, LedgerTables, Movement, MovementKind, MovementOrder,
    MovementRole, MovementTable, MovementValue,
};

/// The symbol of money, which is outside the portfolio.
const MONEY: &[u8] = b"USD";

/// Texts and their indexes.
#[derive(Default)]
pub struct Names {
    indexes: FxHashMap<Vec<u8>, u32>,
    /// The texts by index.
    pub texts: Vec<String>,
}

impl Names {
    fn index(&mut self, text: &[u8]) -> u32 {
        if let Some(index) = self.indexes.get(text) {
            return *index;
        }
        let index = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.indexes.insert(text.to_vec(), index);
        self.texts.push(String::from_utf8_lossy(text).into_owned());
        index
    }
}

/// The texts behind the indexes of the reports.
#[derive(Default)]
pub struct LedgerNames {
    pub assets: Names,
    pub accounts: Names,
    pub counterparties: Names,
}

/// The workload in memory.
pub struct LedgerInput {
    pub tables: LedgerTables,
    pub movements: MovementTable,
    pub closes: CloseTable,
    pub names: LedgerNames,
    /// The first and the last day with prices.
    pub days: (Day, Day),
}

type Failure = Box<dyn std::error::Error>;

/// Reads `events.csv` and `prices.csv`.
pub fn read(data: &Path) -> Result<LedgerInput, Failure> {
    let mut names = LedgerNames::default();
    let mut movements = MovementTable::default();
    let mut event = 0;
    each_line(&data.join("events.csv"), |fields: &[&[u8]; 16]| {
        push_event(&mut movements, &mut names, event, fields)?;
        event += 1;
        Some(())
    })?;
    let (closes, days) = read_closes(data, &mut names)?;
    let row = |symbol: &String| AssetRow {
        pool: match names.assets.index_of(symbol) {
            Some(index) if symbol.as_bytes() != MONEY => AssetPool::With(index),
            _ => AssetPool::Outside,
        },
        symbol: symbol.clone(),
        form: AssetForm::Plain,
    };
    let account = |label: &String| AccountRow {
        label: label.clone(),
        chain: 0,
    };
    let tables = LedgerTables {
        assets: names.assets.texts.iter().map(row).collect(),
        accounts: names.accounts.texts.iter().map(account).collect(),
        currency: "USD".to_owned(),
    };
    Ok(LedgerInput {
        tables,
        movements,
        closes,
        names,
        days,
    })
}

/// Reads `prices.csv`, with its first and its last day.
fn read_closes(data: &Path, names: &mut LedgerNames) -> Result<(CloseTable, (Day, Day)), Failure> {
    let mut closes = CloseTable::default();
    let mut days: Option<(Day, Day)> = None;
    let mut date: (Vec<u8>, Option<Day>) = (Vec::new(), None);
    each_line(&data.join("prices.csv"), |fields: &[&[u8]; 3]| {
        let [text, asset, close] = *fields;
        if date.0 != text {
            date = (text.to_vec(), std::str::from_utf8(text).ok()?.parse().ok());
        }
        let day = date.1?;
        let (first, last) = days.unwrap_or((day, day));
        days = Some((first.min(day), last.max(day)));
        closes.set(names.assets.index(asset), day, number(close)?);
        Some(())
    })?;
    Ok((closes, days.ok_or("prices.csv has no rows")?))
}

impl Names {
    fn index_of(&self, text: &str) -> Option<u32> {
        self.indexes.get(text.as_bytes()).copied()
    }
}

fn push_event(movements: &mut MovementTable, names: &mut LedgerNames, event: u32, fields: &[&[u8]; 16]) -> Option<()> {
    let [_, time, _, kind, wallet, wallet_to, rest @ .., party] = *fields;
    let kind = kind_of(kind)?;
    let is_transfer = kind == MovementKind::Transfer;
    let account = names.accounts.index(wallet);
    let (out, inward, to) = if is_transfer {
        let to = names.accounts.index(wallet_to);
        (MovementRole::TransferOut, MovementRole::TransferIn, to)
    } else {
        (MovementRole::Out, MovementRole::In, account)
    };
    let counterparty = (!party.is_empty()).then(|| names.counterparties.index(party));
    let time = Timestamp::from_seconds(std::str::from_utf8(time).ok()?.parse().ok()?);
    let [in_leg, out_leg, fee_leg] = [&rest[..3], &rest[3..6], &rest[6..]];
    let legs = [
        (out, account, out_leg),
        (inward, to, in_leg),
        (MovementRole::Fee, account, fee_leg),
    ];
    for (leg, (role, account, columns)) in (0..).zip(legs) {
        let [asset, amount, price] = *columns else { return None };
        // The money of a purchase or a sale is outside the portfolio; a fee in money is a fee.
        if asset.is_empty() || (asset == MONEY && role != MovementRole::Fee) {
            continue;
        }
        movements.push(&Movement {
            time,
            order: MovementOrder { rank: 0, event, leg },
            account,
            asset: names.assets.index(asset),
            role,
            kind,
            quantity: number(amount)?,
            value: MovementValue::UnitPrice(number(price)?),
            mark: None,
            counterparty,
            transfer: is_transfer.then_some(event),
            is_assumed: false,
        });
    }
    Some(())
}

fn kind_of(text: &[u8]) -> Option<MovementKind> {
    Some(match text {
        b"buy" => MovementKind::Buy,
        b"sell" => MovementKind::Sell,
        b"swap" => MovementKind::Swap,
        b"deposit" => MovementKind::Deposit,
        b"withdraw" => MovementKind::Withdraw,
        b"transfer" => MovementKind::Transfer,
        _ => return None,
    })
}

/// The fewest places of amounts and prices, so that most of them have the same: a chain states amounts in the smallest unit.
const PLACES: u8 = 8;
/// The places of amounts that have more.
const MOST_PLACES: u8 = 18;

/// Parses a plain decimal without a sign.
fn number(text: &[u8]) -> Option<Exact> {
    let point = text.iter().position(|byte| *byte == b'.').unwrap_or(text.len());
    let (whole, fraction) = text.split_at(point);
    let fraction = fraction.strip_prefix(b".").unwrap_or_default();
    let places = u8::try_from(fraction.len()).ok()?;
    let wanted = if places > PLACES { MOST_PLACES } else { PLACES };
    let digits = digits(whole, fraction, wanted.checked_sub(places)?.into())?;
    (!text.is_empty()).then_some(Exact::new(digits, wanted))
}

/// Returns the number that the digits of two texts form, and this number of zeros.
fn digits(whole: &[u8], fraction: &[u8], zeros: u32) -> Option<i128> {
    let count = u32::try_from(whole.len() + fraction.len()).ok()? + zeros;
    let mut digits = whole.iter().chain(fraction).map(|byte| {
        let digit = byte.is_ascii_digit().then(|| byte - b'0');
        digit.map(u64::from)
    });
    // Eighteen digits fit in 64 bits, in which sums are faster.
    if count <= 18 {
        let sum = digits.try_fold(0_u64, |sum, digit| Some(sum * 10 + digit?))?;
        return Some((sum * 10_u64.pow(zeros)).into());
    }
    let sum = digits.try_fold(0_i128, |sum, digit| sum.checked_mul(10)?.checked_add(digit?.into()))?;
    sum.checked_mul(10_i128.checked_pow(zeros)?)
}

/// Splits every line after the heading into `N` fields.
fn each_line<const N: usize>(path: &Path, mut each: impl FnMut(&[&[u8]; N]) -> Option<()>) -> Result<(), Failure> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut line = Vec::new();
    let mut at = 0_u32;
    loop {
        line.clear();
        if read_line(&mut reader, &mut line)? == 0 {
            return Ok(());
        }
        at += 1;
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        let mut fields = text.split(|byte| *byte == b',');
        let mut row: [&[u8]; N] = [b""; N];
        let is_whole = row
            .iter_mut()
            .all(|place| fields.next().map(|field| *place = field).is_some());
        if at > 1 && !(is_whole && fields.next().is_none() && each(&row).is_some()) {
            return Err(format!("{}: line {at} is not as expected", path.display()).into());
        }
    }
}

fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    reader.read_until(b'\n', line)
}
