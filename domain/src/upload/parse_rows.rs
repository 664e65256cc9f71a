//! Determines the status of each line. Pure functions.

use std::collections::HashMap;

use ports::{
    Chains, ExtendedKey, Wallet, WalletKind,
    pasted_secret::{self, PastedSecret},
    wallet::{Nickname, WalletProblem},
};

use crate::{
    chain::{ChainSupport, DetectionKind, ParsedRow, TextForm, by_form},
    upload::{
        headings::Columns,
        room::Room,
        row::{UploadRow, UploadRowStatus},
        table::{FileLine, UploadTable},
    },
    wallet::is_named,
};

/// The most characters shown of a text.
const SHOWN: usize = 255;

/// The data that a row's status depends on.
struct RowParser<'a> {
    chains: &'a Chains,
    support: &'a ChainSupport,
    wallets: &'a [Wallet],
    columns: Option<&'a Columns>,
    /// How many cells have each address, for files whose header does not name the address column.
    counts: HashMap<&'a str, usize>,
}

/// Returns one row per line. If there is not enough room, the first rows are added.
pub(super) fn parse_rows(
    chains: &Chains,
    support: &ChainSupport,
    wallets: &[Wallet],
    table: &UploadTable,
    room: &Room,
) -> Vec<UploadRow> {
    let parser = RowParser {
        chains,
        support,
        wallets,
        columns: table.columns.as_ref(),
        counts: counts(table),
    };
    let mut rows: Vec<_> = table.lines.iter().map(|line| parser.row(line)).collect();
    let (mut seen, mut added) = (HashMap::new(), 0);
    for row in rows.iter_mut().filter(|row| row.status == UploadRowStatus::Add) {
        if let Some(of) = seen.get(&key(row)) {
            row.status = UploadRowStatus::Duplicate { of: *of };
            continue;
        }
        seen.insert(key(row), row.line);
        added += 1;
        if added > room.left {
            row.status = UploadRowStatus::OverLimit;
            row.problem = Some(problem("over_limit", &room.text));
        }
    }
    rows
}

/// Returns a key that is equal for rows with the same meaning, as far as their form shows it.
fn key(row: &UploadRow) -> String {
    match (&row.address, &row.name) {
        (Some(address), _) => address.to_string(),
        (None, Some(name)) => name.to_string(),
        (None, None) => row.text.clone(),
    }
}

impl RowParser<'_> {
    fn row(&self, line: &FileLine) -> UploadRow {
        let Some(cells) = &line.cells else {
            return secret(line.number, PastedSecret::SeedPhrase);
        };
        let at = self.address_of(cells);
        if let Some(found) = self.secret_in(cells, at) {
            return secret(line.number, found);
        }
        let text = cells.get(at).map_or("", String::as_str);
        let mut row = self.parsed(line.number, text);
        let (nickname, kind) = self.others(cells, at);
        row.nickname = nickname.and_then(|text| text.parse().ok());
        row.wallet = kind.and_then(kind_of);
        row.note = note(nickname, row.nickname.as_ref(), kind, row.wallet);
        if row.status == UploadRowStatus::Add && self.wallets.iter().any(|wallet| is_same(wallet, &row)) {
            row.status = UploadRowStatus::AlreadyYours;
        }
        row
    }

    /// Returns the index of the cell with the address: as stated by the header, otherwise the address that most lines have,
    /// otherwise the first name.
    fn address_of(&self, cells: &[String]) -> usize {
        if let Some(address) = self.columns.and_then(|columns| columns.address) {
            return address;
        }
        let cells = || cells.iter().enumerate().filter(|(at, _)| !self.is_hash(*at));
        let forms: Vec<_> = cells().map(|(at, cell)| (at, by_form(self.chains, cell))).collect();
        let is_address = |form: &TextForm| !matches!(form, TextForm::Name(_) | TextForm::Done(ParsedRow::Unknown(_)));
        let count = |at: usize| {
            cells()
                .find(|(other, _)| *other == at)
                .map(|(_, cell)| self.counts.get(cell.as_str()))
        };
        let addresses = forms.iter().filter(|(_, form)| is_address(form)).map(|(at, _)| *at);
        // Of several with the same number, the first.
        let address = addresses.rev().max_by_key(|at| count(*at));
        let name = || {
            forms
                .iter()
                .find(|(_, form)| matches!(form, TextForm::Name(_)))
                .map(|(at, _)| *at)
        };
        let something = || cells().find(|(_, cell)| !cell.is_empty()).map(|(at, _)| at);
        address.or_else(name).or_else(something).unwrap_or_default()
    }

    /// Returns whether a column has hashes of transactions.
    fn is_hash(&self, at: usize) -> bool {
        self.columns.is_some_and(|columns| columns.hashes.contains(&at))
    }

    /// Returns the first secret in any cell. Outside the address column, a few plain words are a nickname and not a recovery
    /// phrase, and in a column of hashes what has the form of a private key is a hash.
    fn secret_in(&self, cells: &[String], at: usize) -> Option<PastedSecret> {
        let found = |(place, cell): (usize, &String)| match place {
            _ if place == at => pasted_secret::find_in_address(cell),
            _ if self.is_hash(place) => pasted_secret::find_in_note(cell),
            _ => pasted_secret::find(cell),
        };
        cells.iter().enumerate().find_map(found)
    }

    /// Returns the texts of the nickname and the wallet kind.
    fn others<'a>(&self, cells: &'a [String], at: usize) -> (Option<&'a str>, Option<&'a str>) {
        let cell = |at: usize| cells.get(at).map(String::as_str).filter(|cell| !cell.is_empty());
        if let Some(columns) = self.columns {
            // In a list of transactions it is the kind of the transaction.
            let kind = columns.kind.filter(|_| columns.hashes.is_empty());
            return (columns.nickname.and_then(cell), kind.and_then(cell));
        }
        let mut others = (0..cells.len()).filter(|other| *other != at);
        (others.next().and_then(cell), others.next().and_then(cell))
    }

    fn parsed(&self, line: u32, text: &str) -> UploadRow {
        let mut row = blank(line, text);
        match by_form(self.chains, text) {
            TextForm::Name(name) => {
                row.kind = DetectionKind::Name;
                row.status = UploadRowStatus::Add;
                row.name = Some(name);
            }
            TextForm::Done(ParsedRow::Address(address)) => {
                row.kind = DetectionKind::Address;
                let valid = self.support.chains(&address).into_iter();
                row.chains = valid
                    .filter(|(_, is_read)| *is_read)
                    .map(|(chain, _)| chain.id.clone())
                    .collect();
                row.problem = self.support.problem(&address);
                row.status = if row.problem.is_none() {
                    UploadRowStatus::Add
                } else {
                    UploadRowStatus::NotSupported
                };
                row.address = Some(address);
            }
            TextForm::Done(ParsedRow::ExtendedKey(key)) => self.of_key(&mut row, &key),
            TextForm::Done(ParsedRow::NotSupported(problem)) => {
                row.kind = DetectionKind::Address;
                row.status = UploadRowStatus::NotSupported;
                row.problem = Some(problem);
            }
            TextForm::Done(ParsedRow::Unknown(problem) | ParsedRow::UnresolvedName { problem, .. }) => {
                row.problem = Some(problem);
            }
            TextForm::Done(ParsedRow::Name { name, address, .. }) => {
                row.kind = DetectionKind::Name;
                row.status = UploadRowStatus::Add;
                (row.name, row.address) = (Some(name), Some(address));
            }
            TextForm::Done(ParsedRow::Secret(found)) => row = secret(line, found),
        }
        row
    }

    /// Describes an extended key. Whether its addresses can be derived is checked when it is added.
    fn of_key(&self, row: &mut UploadRow, key: &ExtendedKey) {
        row.kind = DetectionKind::ExtendedKey;
        row.text = key.reveal();
        match self.support.of_key(key) {
            Some((chain, true)) => {
                row.chains = vec![chain.id.clone()];
                row.status = UploadRowStatus::Add;
            }
            _ => {
                let why = "Extended public keys of this network are not supported yet.";
                row.problem = Some(problem("not_supported_yet", why));
                row.status = UploadRowStatus::NotSupported;
            }
        }
    }
}

/// Returns a row that is not recognized.
fn blank(line: u32, text: &str) -> UploadRow {
    UploadRow {
        line,
        text: ports::asset::clean(text, SHOWN),
        kind: DetectionKind::Unknown,
        address: None,
        name: None,
        nickname: None,
        wallet: None,
        chains: Vec::new(),
        status: UploadRowStatus::Invalid,
        problem: None,
        note: None,
    }
}

fn secret(line: u32, found: PastedSecret) -> UploadRow {
    UploadRow {
        kind: DetectionKind::Secret,
        status: UploadRowStatus::Secret,
        problem: Some(problem("secret", found.warning())),
        ..blank(line, "")
    }
}

/// Returns how many cells of a file have each text.
fn counts(table: &UploadTable) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for cell in table.lines.iter().filter_map(|line| line.cells.as_ref()).flatten() {
        *counts.entry(cell.as_str()).or_default() += 1;
    }
    counts
}

fn kind_of(text: &str) -> Option<WalletKind> {
    let named = |kind: &&WalletKind| kind.id.eq_ignore_ascii_case(text) || kind.name.eq_ignore_ascii_case(text);
    WalletKind::ALL.iter().find(named).copied()
}

/// Returns what is ignored in a row, as a sentence to show.
fn note(
    inputs: Option<&str>,
    nickname: Option<&Nickname>,
    stated_kind: Option<&str>,
    kind: Option<WalletKind>,
) -> Option<String> {
    let refused = inputs
        .filter(|_| nickname.is_none())
        .and_then(|text| text.parse::<Nickname>().err())
        .map(|error| format!("Without the nickname: {error}"));
    let unknown = stated_kind.filter(|_| kind.is_none()).map(|text| {
        format!(
            "Without the wallet app: {} is not known.",
            ports::asset::clean(text, 40)
        )
    });
    refused.or(unknown)
}

/// Returns whether a row describes this wallet of the caller.
fn is_same(wallet: &Wallet, row: &UploadRow) -> bool {
    let address = row
        .address
        .as_ref()
        .is_some_and(|address| wallet.address.as_ref() == Some(address));
    let name = row.name.as_ref().is_some_and(|name| wallet.name.as_ref() == Some(name));
    address || name || is_named(wallet, &row.text)
}

fn problem(code: &str, text: &str) -> WalletProblem {
    WalletProblem {
        code: code.to_owned(),
        text: text.to_owned(),
    }
}
