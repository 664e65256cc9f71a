//! The lists of all handlers and of all cleanups.

use ports::{Ports, StorageError, Timestamp, job::NewJob};

use crate::{
    account::AccountCleanup,
    api_key::ApiKeyCleanup,
    attachment::AttachmentCleanup,
    cleanup::Cleanup,
    connection::ConnectionCleanup,
    counter::CounterCleanup,
    mail::MailCleanup,
    price::NearQuoteCleanup,
    share::ShareCleanup,
    sign_in::SignInCleanup,
    sync::handlers::{
        erase_key::EraseKey,
        find_moved_assets::FindMovedAssets,
        find_tokens::FindTokens,
        handler::JobHandler,
        housekeeping::Housekeeping,
        look_up_reverse_name::LookUpReverseName,
        open_accounts::OpenAccounts,
        quotes_at::{QuotesAt, QuotesAtCleanup},
        read_account::ReadAccount,
        read_allowances::ReadAllowances,
        read_history::ReadHistory,
        read_lists::ReadLists,
        read_past_prices::ReadPastPrices,
        read_rates::ReadRates,
        read_receipts::ReadReceipts,
        redecode::Redecode,
        refresh_quotes::RefreshQuotes,
        resolve_name::{NameCleanup, ResolveName},
        round::Round,
        scan_key::ScanKey,
        send_mail::SendMail,
    },
    user::UserCleanup,
    valuation::PinnedInputCleanup,
    wallet::WalletCleanup,
};

/// Every cleanup, in the order in which housekeeping runs them. Names are no longer used once their wallets are erased, accounts
/// are no longer watched once wallets and users are, and the mails of users who were erased are those of nobody.
static CLEANUPS: &[&dyn Cleanup] = &[
    &PinnedInputCleanup,
    &NearQuoteCleanup,
    &QuotesAtCleanup,
    &WalletCleanup,
    &NameCleanup,
    &UserCleanup,
    &ApiKeyCleanup,
    &ShareCleanup,
    &CounterCleanup,
    &AttachmentCleanup,
    &SignInCleanup,
    &ConnectionCleanup,
    &AccountCleanup,
    &MailCleanup,
];

/// Every handler except that of the rounds.
static HANDLERS: &[&dyn JobHandler] = &[
    &ReadAccount,
    &ReadAllowances,
    &ResolveName,
    &LookUpReverseName,
    &EraseKey,
    &FindMovedAssets,
    &FindTokens,
    &Housekeeping { cleanups: CLEANUPS },
    &OpenAccounts,
    &QuotesAt,
    &ReadHistory,
    &ReadLists,
    &ReadPastPrices,
    &ReadRates,
    &ReadReceipts,
    &Redecode,
    &RefreshQuotes,
    &ScanKey,
    &SendMail,
];

static ROUND: Round = Round { handlers: HANDLERS };

fn all() -> impl Iterator<Item = &'static dyn JobHandler> {
    HANDLERS.iter().copied().chain([&ROUND as &dyn JobHandler])
}

/// Returns the handler of a kind of job, by the stored name of the kind.
pub fn handler(kind: &str) -> Option<&'static dyn JobHandler> {
    all().find(|handler| handler.kind().name == kind)
}

/// Returns the jobs to enqueue when the server starts.
pub async fn at_start(ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
    let mut jobs = Vec::new();
    for handler in all() {
        jobs.extend(handler.at_start(ports, now).await?);
    }
    Ok(jobs)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::all;

    #[test]
    fn each_kind_has_one_handler() {
        let kinds: BTreeSet<_> = all().map(|handler| handler.kind().name).collect();
        assert_eq!(kinds.len(), all().count());
    }
}
