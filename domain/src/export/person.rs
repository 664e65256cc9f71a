//! The tables of what belongs to a user alone.

use ports::{
    StorageError, UserId,
    annotation::{AnnotationContent, EntryMark},
    extended_key::DerivedAddress,
    feedback::FeedbackSubject,
};

use crate::{
    export::{ExportRow, Exports},
    wallet::UNDO,
};

/// Returns a cell with this value.
#[allow(clippy::unnecessary_wraps, reason = "a cell may be empty")]
fn cell(value: impl ToString) -> Option<String> {
    Some(value.to_string())
}

/// Returns a cell that may be empty.
fn maybe(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

impl Exports {
    pub(super) async fn user(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let details = self.ports.stores.user_details.of_user(user).await?;
        let found = self.ports.stores.users.find(user).await?;
        let joined = details.mailing_list.as_ref();
        let row = found.map(|user| {
            vec![
                cell(user.id),
                details.first_name,
                details.last_name,
                details.mobile,
                maybe(joined.map(|entry| entry.address.as_str())),
                maybe(joined.map(|entry| entry.joined_at)),
                joined.and_then(|entry| entry.from.clone()),
                cell(user.uploads),
                cell(user.created_at),
                maybe(user.registered_at),
                user.signed_up_from,
                maybe(user.delete_at),
                maybe(user.link),
            ]
        });
        Ok(row.into_iter().collect())
    }

    pub(super) async fn emails(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let emails = self.ports.stores.user_emails.of_user(user).await?.into_iter();
        let row = |email: ports::UserEmail| {
            vec![
                cell(email.address.as_str()),
                cell(email.state.as_str()),
                cell(email.set_at),
            ]
        };
        Ok(emails.map(row).collect())
    }

    pub(super) async fn sign_in_wallets(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let wallets = self.ports.stores.sign_in_wallets.of_user(user).await?.into_iter();
        let row = |wallet: ports::SignInWallet| vec![cell(wallet.address), maybe(wallet.chain), cell(wallet.linked_at)];
        Ok(wallets.map(row).collect())
    }

    pub(super) async fn sessions(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let now = self.ports.clock.now();
        let sessions = self.ports.stores.sessions.of_user(user, now).await?.into_iter();
        let row = |session: ports::Session| {
            vec![
                session.device,
                session.network,
                cell(session.created_at),
                cell(session.used_at),
                maybe(session.proved_at),
                cell(session.expires_at),
            ]
        };
        Ok(sessions.map(row).collect())
    }

    pub(super) async fn api_keys(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let keys = self.ports.stores.api_keys.of_user(user).await?.into_iter();
        let row = |key: ports::ApiKey| {
            let scopes: Vec<&str> = key.scopes.iter().map(|scope| scope.as_str()).collect();
            vec![
                cell(key.name.as_str()),
                cell(&key.token_start),
                cell(scopes.join(" ")),
                cell(key.created_at),
                maybe(key.used_at),
                maybe(key.expires_at),
            ]
        };
        Ok(keys.map(row).collect())
    }

    pub(super) async fn wallets(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let removed_since = self.ports.clock.now().minus(UNDO);
        // Removed wallets are read in a unit of work only, which is dropped here.
        let mut work = self.ports.storage.begin().await?;
        let wallets = work.wallets().of_user(user, removed_since).await?.into_iter();
        let row = |wallet: ports::Wallet| {
            vec![
                cell(wallet.position),
                cell(&wallet.text),
                maybe(wallet.name),
                maybe(wallet.address),
                maybe(wallet.nickname.map(|nickname| nickname.as_str().to_owned())),
                maybe(wallet.kind.map(|kind| kind.id)),
                maybe(wallet.resolved_at),
                maybe(wallet.previous_address),
                cell(wallet.created_at),
                maybe(wallet.removed_at),
                maybe(wallet.problem.map(|problem| problem.text)),
                maybe(wallet.extended.map(|extended| extended.gap_limit.get())),
            ]
        };
        Ok(wallets.map(row).collect())
    }

    pub(super) async fn derived_addresses(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(user).await?;
        let rows = wallets.iter().flat_map(|wallet| {
            let derived = wallet.extended.iter().flat_map(|extended| &extended.derived);
            derived.map(|one| derived_row(wallet.position, one))
        });
        Ok(rows.collect())
    }

    pub(super) async fn manual_prices(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let prices = self.ports.stores.manual_prices.of_user(user).await?.into_iter();
        let row = |one: ports::ManualPrice| vec![cell(one.asset), cell(one.price), cell(one.set_at)];
        Ok(prices.map(row).collect())
    }

    pub(super) async fn hidden_assets(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let hidden = self.ports.stores.hidden_assets.of_user(user).await?.into_iter();
        Ok(hidden.map(|one| vec![cell(one.asset), cell(one.hidden)]).collect())
    }

    pub(super) async fn accepted_decimals(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let accepted = self.ports.stores.accepted_decimals.of_user(user).await?.into_iter();
        Ok(accepted.map(|one| vec![cell(one.asset), cell(one.decimals)]).collect())
    }

    pub(super) async fn added_tokens(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let added = self.ports.stores.added_tokens.of_user(user).await?.into_iter();
        Ok(added.map(|one| vec![cell(one.asset), cell(one.added_at)]).collect())
    }

    pub(super) async fn annotations(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let annotations = self.ports.stores.annotations.of_user(user).await?.into_iter();
        let row = |one: ports::Annotation| {
            vec![
                cell(&one.entry.account),
                cell(&one.entry.transaction),
                cell(one.content.key()),
                cell(content(&one.content)),
                cell(one.set_at),
            ]
        };
        Ok(annotations.map(row).collect())
    }

    pub(super) async fn labels(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let labels = self.ports.stores.own_labels.of_user(user).await?.into_iter();
        let row = |one: ports::OwnLabel| {
            vec![
                cell(one.place.namespace),
                cell(one.place.address),
                cell(one.text.as_str()),
                cell(one.set_at),
            ]
        };
        Ok(labels.map(row).collect())
    }

    pub(super) async fn feedback(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let feedback = self.ports.stores.feedback.of_user(user).await?.into_iter();
        let row = |one: ports::Feedback| {
            let [section, rating, opinion] = match one.subject {
                FeedbackSubject::Section(section, rating) => [cell(section.as_str()), cell(rating.get()), None],
                FeedbackSubject::Product(opinion) => [None, None, cell(opinion.as_str())],
            };
            vec![
                cell(one.sent_at),
                section,
                rating,
                opinion,
                cell(one.text.as_str()),
                maybe(one.attachment),
            ]
        };
        Ok(feedback.map(row).collect())
    }

    pub(super) async fn attachments(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let attachments = self.ports.stores.attachments.of_user(user).await?.into_iter();
        let row = |one: ports::AttachmentSummary| {
            vec![
                cell(one.id),
                cell(one.kind.as_str()),
                cell(one.size),
                cell(one.added_at),
            ]
        };
        Ok(attachments.map(row).collect())
    }
}

fn derived_row(position: u32, derived: &DerivedAddress) -> ExportRow {
    vec![
        cell(position),
        cell(derived.path.script.code()),
        cell(derived.path.branch.number()),
        cell(derived.path.index),
        cell(&derived.account.address),
    ]
}

/// Returns the content of an annotation as one text.
fn content(content: &AnnotationContent) -> String {
    match content {
        AnnotationContent::Note(text) => text.clone(),
        AnnotationContent::Mark(mark) => mark_text(*mark).to_owned(),
        AnnotationContent::Cost {
            asset,
            amount,
            currency,
        } => format!("{amount} {} for {asset}", currency.as_str()),
        AnnotationContent::Match { other, matches: true } => format!("same transfer as {other}"),
        AnnotationContent::Match { other, matches: false } => format!("not the same transfer as {other}"),
    }
}

fn mark_text(mark: EntryMark) -> &'static str {
    match mark {
        EntryMark::Gift => "gift",
        EntryMark::Income => "income",
        EntryMark::Airdrop => "airdrop",
    }
}
