//! What is said of a missing part of a history.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, ChainId, HistoryProgress, Ports, Stream, Timestamp,
    day::Day,
    history::{HistoryGap, HistoryGapKind},
};

use super::market_gap;
use crate::{
    ledger::{book::unread::Unread, derive::filed::FiledHistory},
    valuation::UnreadWallet,
};

const EXPLORER_KEY: &str = "Configure an Etherscan or Blockscout key, or your own node with traces.";
const OWN_NODE: &str = "Configure your own node for this network.";

/// A part of the history that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryGapLine {
    /// A stable code.
    pub code: &'static str,
    /// What is missing and why, as a sentence.
    pub text: String,
    /// What closes it, as a sentence.
    pub remedy: Option<&'static str>,
    /// The accounts that it affects.
    pub accounts: Vec<AccountId>,
}

/// Returns the code of a gap, what is missing on these chains, and what closes the gap.
pub(in crate::ledger) fn sentence(kind: HistoryGapKind, chains: &str) -> (&'static str, String, Option<&'static str>) {
    let (code, text) = match kind {
        HistoryGapKind::InternalTransfers => (
            "internal_transfers",
            format!("Coins that contracts sent or received on {chains} are not reported by any source here."),
        ),
        HistoryGapKind::NativeTransfers => (
            "native_transfers",
            format!("Transactions on {chains} without token transfers are not reported by any source here."),
        ),
        HistoryGapKind::FullBlock => (
            "full_block",
            format!("A block on {chains} has more transfers of one account than the source returns."),
        ),
        HistoryGapKind::Window => (
            "window",
            format!("The source for {chains} serves only the newest part of the history."),
        ),
        HistoryGapKind::NoSource => ("no_source", format!("No source here covers the history of {chains}.")),
        HistoryGapKind::Cap => (
            "cap",
            format!("Reading stopped at the limit of entries per account on {chains}."),
        ),
        HistoryGapKind::Unconfirmed
        | HistoryGapKind::MissingTransactions
        | HistoryGapKind::ContractAccount
        | HistoryGapKind::StaleIndex
        | HistoryGapKind::Retention
        | HistoryGapKind::UnfinishedIndex => doubt(kind, chains),
        HistoryGapKind::BalanceDiffers => (
            "balance_differs",
            format!("Balances on {chains} differ from what the known transactions explain."),
        ),
        HistoryGapKind::Unreported(stream) => ("unreported", unreported(stream, chains)),
        HistoryGapKind::MarketUnread | HistoryGapKind::MarketLeftOut | HistoryGapKind::MarketUnknown => {
            return market_gap::sentence(kind, chains);
        }
    };
    (code, text, remedy(kind))
}

/// Returns the same of accounts at exchanges, of which other things can be missing and nothing can be configured. `reads_files` is whether
/// files of all of them can be imported.
pub(in crate::ledger) fn sentence_of_exchange(
    kind: HistoryGapKind,
    exchanges: &str,
    reads_files: bool,
) -> (&'static str, String, Option<&'static str>) {
    match kind {
        HistoryGapKind::NoSource => (
            "no_source",
            format!("Histories at {exchanges} are not read. Balances count, and their costs are not known."),
            None,
        ),
        HistoryGapKind::Window => (
            "window",
            format!("The key for {exchanges} reads only a part of the history."),
            Some(if reads_files {
                "Import a file of the exchange for the rest, or replace the key by one without a start and an end date."
            } else {
                "Replace the key by one without a start and an end date."
            }),
        ),
        HistoryGapKind::Retention => (
            "retention",
            format!("{exchanges} states what happened for some time only, and nothing before that."),
            Some(if reads_files {
                "Import a file of the exchange for the time before. What was read once stays."
            } else {
                "Leave the account connected: what was read once stays. The costs of what was bought before are not known."
            }),
        ),
        HistoryGapKind::Unreported(stream) => unreadable_list(stream, exchanges, reads_files),
        HistoryGapKind::Cap
        | HistoryGapKind::MarketUnread
        | HistoryGapKind::MarketLeftOut
        | HistoryGapKind::MarketUnknown => sentence(kind, exchanges),
        _ => {
            let (code, text, _) = sentence(kind, exchanges);
            (code, text, Some("It is read again automatically."))
        }
    }
}

/// Returns the same of a list that the key of an account may not read.
fn unreadable_list(stream: Stream, exchanges: &str, reads_files: bool) -> (&'static str, String, Option<&'static str>) {
    let text = format!(
        "{} at {exchanges} are not read, because the key may not read them.",
        noun(stream)
    );
    let remedy = if reads_files {
        "Import a file of the exchange, or replace the key by one of the main account."
    } else {
        "Replace the key by one of the main account."
    };
    ("unreported", text, Some(remedy))
}

/// Returns the code and the sentence of a gap that is found by comparing a source with the chain, or with what it keeps.
fn doubt(kind: HistoryGapKind, chains: &str) -> (&'static str, String) {
    match kind {
        HistoryGapKind::Unconfirmed => (
            "unconfirmed",
            format!("One public node for {chains} reports days without transfers, and no second one confirms it."),
        ),
        HistoryGapKind::MissingTransactions => (
            "missing_transactions",
            format!(
                "The source for {chains} reports fewer transactions than the account sent. It is read again every day."
            ),
        ),
        HistoryGapKind::ContractAccount => (
            "contract_account",
            format!(
                "An account on {chains} is a contract. The network does not count its transactions, so that nothing here \
                     can check that none is missing."
            ),
        ),
        HistoryGapKind::Retention => (
            "retention",
            format!("The source for {chains} states what happened for some time only."),
        ),
        HistoryGapKind::StaleIndex => (
            "stale_index",
            format!("The source for {chains} does not have the newest blocks yet. They are read when it has them."),
        ),
        _ => (
            "unfinished_index",
            format!(
                "The source for {chains} has not finished its index, so that transactions may be missing. They are read \
                     again when it has."
            ),
        ),
    }
}

fn unreported(stream: Stream, chains: &str) -> String {
    match stream {
        Stream::Receipts => format!(
            "No node here serves all receipts of transactions on {chains}. Fees on roll-ups may be stated too low, and \
             transfers over bridges are matched by amount and time only."
        ),
        _ => format!("{} on {chains} are not reported by any source here.", noun(stream)),
    }
}

fn remedy(kind: HistoryGapKind) -> Option<&'static str> {
    match kind {
        HistoryGapKind::FullBlock
        | HistoryGapKind::MarketUnread
        | HistoryGapKind::MarketLeftOut
        | HistoryGapKind::MarketUnknown => None,
        HistoryGapKind::Cap => Some("Lift the limit to read the rest."),
        HistoryGapKind::ContractAccount => {
            Some("Compare the balances of this account: they show if something is missing.")
        }
        HistoryGapKind::MissingTransactions
        | HistoryGapKind::StaleIndex
        | HistoryGapKind::UnfinishedIndex
        | HistoryGapKind::BalanceDiffers => Some("If it stays, configure another source for this network."),
        HistoryGapKind::Unreported(Stream::Receipts) => Some(OWN_NODE),
        HistoryGapKind::InternalTransfers
        | HistoryGapKind::NativeTransfers
        | HistoryGapKind::Window
        | HistoryGapKind::Retention
        | HistoryGapKind::Unconfirmed
        | HistoryGapKind::NoSource
        | HistoryGapKind::Unreported(_) => Some(EXPLORER_KEY),
    }
}

/// Returns what a stream consists of, to begin a sentence.
fn noun(stream: Stream) -> &'static str {
    match stream {
        Stream::Transactions | Stream::CoinTransactions => "Transactions",
        Stream::InternalTransfers => "Coins moved by contracts",
        Stream::TokenTransfers => "Token transfers",
        Stream::NftTransfers => "Transfers of unique tokens",
        Stream::MultiTokenTransfers => "Transfers of tokens with ids",
        Stream::Withdrawals => "Withdrawals of validators",
        Stream::Receipts => "Receipts",
        Stream::ExchangeLedger => "Rows of the ledger",
        Stream::ExchangeDeposits => "Deposits",
        Stream::ExchangeWithdrawals => "Withdrawals",
        Stream::ExchangeConversions => "Conversions",
        Stream::ExchangeRewards => "Rewards and interest",
        Stream::ExchangeTrades | Stream::MarketTrades => "Trades",
        Stream::ExchangeFiles => "Rows of files",
    }
}

/// Returns what the first stream with such a gap states about it, where that is a number.
pub(in crate::ledger) fn numbers(kind: HistoryGapKind, progress: &[HistoryProgress]) -> Option<&str> {
    let has_numbers = matches!(
        kind,
        HistoryGapKind::MissingTransactions | HistoryGapKind::StaleIndex | HistoryGapKind::UnfinishedIndex
    );
    let mut own = progress
        .iter()
        .filter(|one| one.gaps.iter().any(|gap| gap.kind == kind));
    let text = own
        .find_map(|one| one.failure.as_ref())
        .map(|failure| failure.text.as_str());
    text.filter(|text| has_numbers && !text.is_empty())
}

/// Returns since when an exchange that keeps rows for some time only states everything; `None` for other gaps. The number of a block is its
/// time in milliseconds there.
pub(in crate::ledger) fn retained_since(gap: &HistoryGap) -> Option<Timestamp> {
    let (_, last) = gap.blocks.filter(|_| gap.kind == HistoryGapKind::Retention)?;
    let millis = i64::try_from(last.saturating_add(1)).ok()?;
    Some(Timestamp::from_millis(millis))
}

/// Returns the latest such time of these accounts as a sentence.
pub(in crate::ledger) fn retention_text(
    progress: &[HistoryProgress],
    accounts: &BTreeSet<AccountId>,
) -> Option<String> {
    let own = progress.iter().filter(|one| accounts.contains(&one.account));
    let since = own.flat_map(|one| &one.gaps).filter_map(retained_since).max()?;
    Some(format!("What happened before {} is missing.", Day::of(since)))
}

/// Returns what may be missing because these accounts were not read again for too long.
pub(in crate::ledger) fn outdated_gap(ports: &Ports, accounts: BTreeSet<AccountId>) -> Option<HistoryGapLine> {
    let chains = chain_names(ports, accounts.iter());
    (!accounts.is_empty()).then(|| HistoryGapLine {
        code: "outdated",
        text: format!("Histories on {chains} were not read for more than an hour. Newer transactions may be missing."),
        remedy: Some("They are read again automatically. Data health shows which sources fail."),
        accounts: accounts.into_iter().collect(),
    })
}

/// Returns what is missing of accounts that consist of imported files.
pub(in crate::ledger) fn filed_gap(ports: &Ports, filed: &BTreeMap<AccountId, FiledHistory>) -> Option<HistoryGapLine> {
    let exchanges = chain_names(ports, filed.keys());
    let end = filed.values().filter_map(|files| files.end).min();
    let end = end.map_or_else(String::new, |end| format!(" They end on {}.", Day::of(end)));
    (!filed.is_empty()).then(|| HistoryGapLine {
        code: "files_only",
        text: format!("Accounts at {exchanges} consist of imported files. What is not in them is not known.{end}"),
        remedy: Some("Import newer files, or connect the account with a key."),
        accounts: filed.keys().cloned().collect(),
    })
}

/// Returns what is missing because it was never read.
pub(in crate::ledger) fn unread_gaps(ports: &Ports, unread: &Unread) -> Vec<HistoryGapLine> {
    let failed = unread.accounts.iter().filter(|one| one.failure.is_some());
    let failed: Vec<AccountId> = failed.map(|one| one.account.clone()).collect();
    let line = |code, text, remedy, accounts| HistoryGapLine {
        code,
        text,
        remedy: Some(remedy),
        accounts,
    };
    let mut lines = Vec::new();
    if !failed.is_empty() {
        let text = format!(
            "No node for {} has answered. Whether these accounts have transactions is unknown.",
            chain_names(ports, failed.iter())
        );
        lines.push(line(
            "not_read",
            text,
            "They are tried again. If it stays, configure another node.",
            failed,
        ));
    }
    if let Some(text) = unread_wallets(&unread.wallets) {
        lines.push(line(
            "unread_wallet",
            text,
            "Correct or remove it on the Wallets page.",
            Vec::new(),
        ));
    }
    if !unread.scanned.is_empty() {
        let text = format!(
            "Used addresses of {} are still being detected.",
            unread.scanned.join(", ")
        );
        lines.push(line("key_scan", text, "Wait until all of them are found.", Vec::new()));
    }
    lines
}

/// Returns which wallets are not read; for a single one also why.
fn unread_wallets(wallets: &[UnreadWallet]) -> Option<String> {
    match wallets {
        [] => None,
        [wallet] => Some(format!("{} is not read: {}", wallet.label, wallet.problem.text)),
        several => {
            let labels: Vec<&str> = several.iter().map(|one| one.label.as_str()).collect();
            Some(format!("{} wallets are not read: {}.", labels.len(), labels.join(", ")))
        }
    }
}

/// Returns the names of the chains of these accounts.
pub(in crate::ledger) fn chain_names<'a>(ports: &Ports, accounts: impl Iterator<Item = &'a AccountId>) -> String {
    let chains: BTreeSet<&ChainId> = accounts.map(|account| &account.chain).collect();
    let name = |chain: &&ChainId| {
        ports
            .chains
            .get(chain)
            .map_or_else(|| chain.to_string(), |row| row.name.clone())
    };
    chains.iter().map(name).collect::<Vec<_>>().join(", ")
}
