//! Accounts at exchanges: connecting, renaming and removing them. Their balances are those of wallets.

mod bodies;
mod rows;

pub use bodies::*;

use axum::extract::State;
use domain::connection::{ConnectAccount, ConnectionError, KEY_UNDO};
use ports::wallet::Nickname;
use ports::{ChainId, ExchangeKey};
use utoipa_axum::routes;

use self::rows::{account_row, profile_row, warning_row};
use crate::App;
use crate::access::{Access, Call};
use crate::body::{Body, BodyWithSecrets};
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::{Code, Problem};
use crate::wire::NoFields;

/// Each of these calls sends requests to an exchange, with a key that may be invented.
static CONNECT: CallLimit = CallLimit::new("connect", "keys of exchanges", per_hour::<30>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(Call::read(Access::AnyUser), routes!(get_exchange_profiles))
        .add(
            Call::write(Access::Registered)
                .problems(&[Code::SourceUnavailable])
                .limited(&CONNECT),
            routes!(add_update_user_account),
        )
        .add(Call::read(Access::AnyUser), routes!(get_user_account_by_exchange))
        .add(
            Call::write(Access::Registered).problems(&[Code::NotFound]),
            routes!(update_user_account_name),
        )
        .add(
            Call::write(Access::Registered).problems(&[Code::NotFound]),
            routes!(delete_user_account),
        )
        .add(
            Call::write(Access::Registered).problems(&[Code::NotFound]),
            routes!(restore_user_account),
        )
}

/// Returns what is needed to connect an account at each exchange that this server reads.
///
/// The steps lead to a key that can only read. In the demo world the exchanges are invented, and any key connects.
#[utoipa::path(post, path = "/organisation/user/get-exchange-profiles", tag = "exchange", operation_id = "getExchangeProfiles",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetExchangeProfilesAnswer)))]
async fn get_exchange_profiles(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    _: Body<NoFields>,
) -> Answer<ExchangeProfilesData> {
    let connections = app.tracker().connections();
    let accounts = connections.list(&caller).await?;
    let profiles = connections.profiles();
    let row = |profile| profile_row(&app, profile, &accounts);
    Ok(Envelope::of(ExchangeProfilesData {
        exchanges: profiles.iter().map(row).collect(),
    }))
}

/// Connects an account at an exchange with a key that can only read, or replaces the key of the account with this name.
///
/// The rights of the key are requested from the exchange first. A key that may trade, transfer or withdraw, or has a right that is not known, is
/// refused, and nothing is stored. What is to be known about a key is returned as `warnings`; with `accept_warnings` it is stored
/// nevertheless. Keys are encrypted and never returned.
#[utoipa::path(post, path = "/organisation/user/add-update-user-account", tag = "exchange", operation_id = "addUpdateUserAccount",
    request_body(content = SaveExchangeAccountRequest, content_type = "application/json"),
    responses((status = 200, description = "Done, or nothing was stored and `warnings` say why.", body = AddUpdateUserAccountAnswer)))]
async fn add_update_user_account(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    BodyWithSecrets(request): BodyWithSecrets<SaveExchangeAccountRequest>,
) -> Answer<SaveExchangeAccountData> {
    let SaveExchangeAccountRequest {
        exchange,
        account_name,
        api_key,
        api_secret,
        api_passphrase,
        accept_warnings,
    } = request;
    let wanted = ConnectAccount {
        exchange: exchange_id(&app, &exchange)?,
        name: nickname("account_name", &account_name)?,
        accepts_warnings: accept_warnings,
    };
    let field = |name: &str| match name {
        ExchangeKey::API_KEY => Some(api_key.clone()),
        ExchangeKey::API_SECRET => Some(api_secret.clone()),
        ExchangeKey::API_PASSPHRASE => api_passphrase.clone(),
        _ => None,
    };
    match app.tracker().connections().connect(&caller, &wanted, field).await {
        Ok(wallet) => Ok(Envelope::of(SaveExchangeAccountData {
            user_account: Some(saved(&app, &caller, wallet.id).await?),
            warnings: Vec::new(),
        })),
        Err(ConnectionError::Warnings { warnings }) => Ok(Envelope::of(SaveExchangeAccountData {
            user_account: None,
            warnings: warnings.iter().map(warning_row).collect(),
        })),
        Err(error) => Err(error.into()),
    }
}

/// Returns the caller's accounts at exchanges.
///
/// Of each key it has the last characters and what it may do, never the key.
#[utoipa::path(post, path = "/organisation/user/get-user-account-by-exchange", tag = "exchange", operation_id = "getUserAccountByExchange",
    request_body(content = Option<ExchangeAccountsRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetUserAccountByExchangeAnswer)))]
async fn get_user_account_by_exchange(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<ExchangeAccountsRequest>,
) -> Answer<ExchangeAccountsData> {
    let only = request.exchange.map(|text| exchange_id(&app, &text)).transpose()?;
    let accounts = app.tracker().connections().list(&caller).await?;
    let wanted = accounts
        .iter()
        .filter(|one| only.as_ref().is_none_or(|id| one.exchange == *id));
    Ok(Envelope::of(ExchangeAccountsData {
        user_accounts: wanted.map(|one| account_row(&app, one)).collect(),
    }))
}

/// Changes the name of an account at an exchange.
///
/// Names are unique among the caller's accounts at one exchange.
#[utoipa::path(post, path = "/organisation/user/update-user-account-name", tag = "exchange", operation_id = "updateUserAccountName",
    request_body(content = RenameExchangeAccountRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateUserAccountNameAnswer)))]
async fn update_user_account_name(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<RenameExchangeAccountRequest>,
) -> Answer<ExchangeAccountRow> {
    let exchange = exchange_id(&app, &request.exchange)?;
    let from = nickname("account_name", &request.account_name)?;
    let to = nickname("new_account_name", &request.new_account_name)?;
    let connections = app.tracker().connections();
    let wallet = connections.rename(&caller, &exchange, &from, to).await;
    let wallet = wallet.map_err(|error| match error {
        ConnectionError::NameTaken(_) => Problem::field("new_account_name", error.to_string()),
        error => error.into(),
    })?;
    Ok(Envelope::of(saved(&app, &caller, wallet.id).await?))
}

/// Removes an account at an exchange. It counts in nothing any more.
///
/// `restore-user-account` takes it back for ten seconds. Then its key is erased.
#[utoipa::path(post, path = "/organisation/user/delete-user-account", tag = "exchange", operation_id = "deleteUserAccount",
    request_body(content = ExchangeAccountRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DeleteUserAccountAnswer)))]
async fn delete_user_account(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<ExchangeAccountRequest>,
) -> Answer<DeleteExchangeAccountData> {
    let exchange = exchange_id(&app, &request.exchange)?;
    let account = nickname("account_name", &request.account_name)?;
    app.tracker()
        .connections()
        .disconnect(&caller, &exchange, &account)
        .await?;
    Ok(Envelope::of(DeleteExchangeAccountData {
        undo_seconds: i64::try_from(KEY_UNDO.as_secs()).unwrap_or_default(),
    }))
}

/// Takes back the removal of an account at an exchange, within ten seconds.
///
/// After that its key is erased, and the account is connected anew with a key.
#[utoipa::path(post, path = "/organisation/user/restore-user-account", tag = "exchange", operation_id = "restoreUserAccount",
    request_body(content = ExchangeAccountRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = RestoreUserAccountAnswer)))]
async fn restore_user_account(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<ExchangeAccountRequest>,
) -> Answer<ExchangeAccountRow> {
    let exchange = exchange_id(&app, &request.exchange)?;
    let account = nickname("account_name", &request.account_name)?;
    let wallet = app
        .tracker()
        .connections()
        .restore(&caller, &exchange, &account)
        .await?;
    Ok(Envelope::of(saved(&app, &caller, wallet.id).await?))
}

/// Returns the row of an account that was saved.
pub async fn saved(app: &App, caller: &domain::Caller, id: ports::WalletId) -> Result<ExchangeAccountRow, Problem> {
    let accounts = app.tracker().connections().list(caller).await?;
    let own = accounts.iter().find(|one| one.wallet.id == id);
    own.map(|one| account_row(app, one)).ok_or(Problem::NotFound)
}

/// Returns the row of the exchange with this short name or id.
pub fn exchange_id(app: &App, text: &str) -> Result<ChainId, Problem> {
    let chains = &app.tracker().ports().chains;
    let named = chains.named(text.trim()).filter(|chain| chain.exchange().is_some());
    let id = named.map(|chain| chain.id.clone());
    id.ok_or_else(|| Problem::field("exchange", "This server reads no exchange of this name."))
}

/// Returns the name of an account in this field.
pub fn nickname(field: &str, text: &str) -> Result<Nickname, Problem> {
    let name: Result<Nickname, _> = text.parse();
    name.map_err(|error| Problem::field(field, error.to_string()))
}

impl From<ConnectionError> for Problem {
    fn from(error: ConnectionError) -> Self {
        let message = error.to_string();
        match error {
            ConnectionError::NoUser => Self::SessionInvalid,
            ConnectionError::NotFound => Self::NotFound,
            ConnectionError::NotRegistered => Self::RegistrationRequired,
            ConnectionError::StateInvalid => Self::OauthStateInvalid,
            ConnectionError::AccessRefused { reason, .. } => match *reason {
                ConnectionError::Storage(error) => error.into(),
                ConnectionError::Exchange(ports::RemoteError::Key { .. }) => Self::field("access_code", message),
                ConnectionError::Exchange(_) => Self::SourceUnavailable { message },
                _ => Self::field("access_code", message),
            },
            ConnectionError::NotRead(_) | ConnectionError::NoAccess(_) => Self::field("exchange", message),
            ConnectionError::Field { field, .. } | ConnectionError::Secret { field, .. } => {
                Self::field(&field, message)
            }
            ConnectionError::NameTaken(_) | ConnectionError::TooMany { .. } => Self::field("account_name", message),
            ConnectionError::Exchange(ports::RemoteError::Key {
                problem: ports::KeyProblem::BadSignature,
                ..
            }) => Self::field("api_secret", message),
            ConnectionError::KeyTaken(_)
            | ConnectionError::TooManyRights { .. }
            | ConnectionError::MissingRights { .. }
            | ConnectionError::Warnings { .. }
            | ConnectionError::Exchange(ports::RemoteError::Key { .. }) => Self::field("api_key", message),
            ConnectionError::Exchange(_) => Self::SourceUnavailable { message },
            ConnectionError::Storage(error) => error.into(),
        }
    }
}

answers! {
    GetExchangeProfilesAnswer = ExchangeProfilesData,
    AddUpdateUserAccountAnswer = SaveExchangeAccountData,
    GetUserAccountByExchangeAnswer = ExchangeAccountsData,
    UpdateUserAccountNameAnswer = ExchangeAccountRow,
    DeleteUserAccountAnswer = DeleteExchangeAccountData,
    RestoreUserAccountAnswer = ExchangeAccountRow,
}
