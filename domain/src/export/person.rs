//! The user, their settings, how they sign in, and where.

use async_trait::async_trait;
use ports::{ApiKey, Ports, Session, SignInWallet, StorageError, UserDetails, UserEmail, UserId, UserSettings};

use crate::export::{
    cells::{cell, maybe},
    owned::ExportedRows,
    table::{ExportRow, ExportTable},
};

#[async_trait]
impl ExportedRows for UserDetails {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "user",
        about: "You: your names, mobile number and address on the mailing list, how many files you uploaded, and when and \
                 where you started and signed up.",
        columns: &[
            "id",
            "first_name",
            "last_name",
            "mobile",
            "mailing_list_address",
            "mailing_list_joined_at",
            "mailing_list_joined_from",
            "uploaded_files",
            "created_at",
            "registered_at",
            "signed_up_from",
            "delete_at",
            "share_link",
        ],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let details = ports.stores.user_details.of_user(user).await?;
        let found = ports.stores.users.find(user).await?;
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
}

#[async_trait]
impl ExportedRows for UserSettings {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "settings",
        about: "Your time zone and the rules by which costs are computed. No row means that you changed none of them.",
        columns: &[
            "time_zone",
            "lot_method",
            "lot_scope",
            "fee_rule",
            "position_rule",
            "yield_rule",
            "continuation_rule",
            "arrival_rule",
        ],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let settings = ports.stores.user_settings.of_user(user).await?;
        let row = settings.map(|settings| {
            let rules = settings.cost_rules;
            vec![
                maybe(settings.time_zone),
                cell(rules.method.code()),
                cell(rules.scope.code()),
                cell(rules.fees.code()),
                cell(rules.positions.code()),
                cell(rules.yields.code()),
                cell(rules.continuations.code()),
                cell(rules.arrivals.code()),
            ]
        });
        Ok(row.into_iter().collect())
    }
}

#[async_trait]
impl ExportedRows for UserEmail {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "emails",
        about: "Your email addresses. A pending one is not confirmed yet.",
        columns: &["address", "state", "set_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let emails = ports.stores.user_emails.of_user(user).await?.into_iter();
        let row = |email: UserEmail| {
            vec![
                cell(email.address.as_str()),
                cell(email.state.as_str()),
                cell(email.set_at),
            ]
        };
        Ok(emails.map(row).collect())
    }
}

#[async_trait]
impl ExportedRows for SignInWallet {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "sign-in-wallets",
        about: "The wallets with which you sign in.",
        columns: &["address", "chain", "linked_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let wallets = ports.stores.sign_in_wallets.of_user(user).await?.into_iter();
        let row = |wallet: SignInWallet| vec![cell(wallet.address), maybe(wallet.chain), cell(wallet.linked_at)];
        Ok(wallets.map(row).collect())
    }
}

#[async_trait]
impl ExportedRows for Session {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "sessions",
        about: "Where you are signed in.",
        columns: &["device", "network", "created_at", "used_at", "proved_at", "expires_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let now = ports.clock.now();
        let sessions = ports.stores.sessions.of_user(user, now).await?.into_iter();
        let row = |session: Session| {
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
}

#[async_trait]
impl ExportedRows for ApiKey {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "api-keys",
        about: "Your API keys, without the keys themselves.",
        columns: &["name", "prefix", "scopes", "created_at", "used_at", "expires_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let keys = ports.stores.api_keys.of_user(user).await?.into_iter();
        let row = |key: ApiKey| {
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
}
