//! Converts files of exchanges to rows of the wire.

use std::collections::BTreeMap;

use domain::exchange_file::{FilePreview, ImportStatus, PreviewRow};
use ports::ExchangeFile;
use ports::fact::{EXCHANGE_DECIMALS, ExchangeAmount};

use super::bodies::{AccountFileRow, FileAmount, FilePreviewData, FilePreviewRow, FileVerdict};
use crate::routes::entry::count;
use crate::wire::Decimal;

/// How many rows of each verdict are shown.
const SHOWN: usize = 50;
const TOO_LONG: &str = "This amount has more digits than can be shown.";

pub fn preview_data(preview: &FilePreview) -> FilePreviewData {
    let mut counts: BTreeMap<FileVerdict, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for row in &preview.rows {
        let row = preview_row(preview, row);
        let of_verdict = counts.entry(row.verdict).or_default();
        *of_verdict += 1;
        if *of_verdict <= SHOWN {
            rows.push(row);
        }
    }
    let counted = |verdict| count(counts.get(&verdict).copied().unwrap_or_default());
    FilePreviewData {
        form: preview.form.clone(),
        starts_on: preview.times.map(|times| times.0.into()),
        ends_on: preview.times.map(|times| times.1.into()),
        counting_count: counted(FileVerdict::Counts),
        listed_count: counted(FileVerdict::Listed),
        unlisted_count: counted(FileVerdict::Unlisted),
        unchanging_count: counted(FileVerdict::NoChange),
        unreadable_count: counted(FileVerdict::Unreadable),
        rows,
    }
}

fn preview_row(preview: &FilePreview, row: &PreviewRow) -> FilePreviewRow {
    let plain = |line: u64, verdict, reason| FilePreviewRow {
        line: i64::try_from(line).unwrap_or(i64::MAX),
        verdict,
        timestamp: None,
        words: None,
        amounts: Vec::new(),
        reason,
    };
    match row {
        PreviewRow::NoChange { line } => plain(*line, FileVerdict::NoChange, None),
        PreviewRow::Unreadable { line, reason } => plain(*line, FileVerdict::Unreadable, Some(reason.clone())),
        PreviewRow::Row {
            line,
            time,
            row,
            status,
        } => match row.amounts.iter().map(|amount| file_amount(preview, amount)).collect() {
            Some(amounts) => FilePreviewRow {
                timestamp: Some((*time).into()),
                words: Some(row.words.clone()),
                amounts,
                ..plain(*line, verdict_of(*status), None)
            },
            None => plain(*line, FileVerdict::Unreadable, Some(TOO_LONG.to_owned())),
        },
    }
}

fn verdict_of(status: ImportStatus) -> FileVerdict {
    match status {
        ImportStatus::Counts => FileVerdict::Counts,
        ImportStatus::Listed => FileVerdict::Listed,
        ImportStatus::Unlisted => FileVerdict::Unlisted,
    }
}

fn file_amount(preview: &FilePreview, amount: &ExchangeAmount) -> Option<FileAmount> {
    let units = amount.amount.in_units(EXCHANGE_DECIMALS).ok()?;
    Some(FileAmount {
        asset: (&amount.asset).into(),
        symbol: preview.symbol(&amount.asset).to_owned(),
        amount: Decimal::exact(units),
        is_fee: amount.is_fee,
    })
}

pub fn file_row(file: &ExchangeFile) -> AccountFileRow {
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    AccountFileRow {
        id: file.id.to_string(),
        form: file.form.clone(),
        starts_on: file.times.0.into(),
        ends_on: file.times.1.into(),
        row_count: number(file.rows),
        unreadable_count: number(file.unreadable),
        count_unlisted: file.counts_unlisted,
        imported_on: file.imported_at.into(),
    }
}
