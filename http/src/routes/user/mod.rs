//! A person, their session and their list of wallets.

mod bodies;
mod sessions;
mod settings;
pub mod view;

pub use bodies::*;
pub use view::{chains_of, wallet_of, wallets_of};

use axum::Extension;
use axum::extract::State;
use domain::UserError;
use domain::user::{Created, CreatedOnce, ListWallets};
use ports::ApiKeyScope;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::app::LOOK_UP_NAMES;
use crate::body::{Body, IdempotentBody};
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{self, CallLimit, per_hour};
use crate::problem::{Code, Problem};

/// Limits new users, and public addresses that are read as for a new user.
pub static CREATE_USER: CallLimit =
    CallLimit::new("create-user", "new users and opened addresses", per_hour::<30>()).with_local(per_hour::<300>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::Public)
                .problems(&[Code::PlanLimit, Code::IdempotencyMismatch, Code::InProgress])
                .limited(&CREATE_USER)
                .counts_new_keys()
                .counts(&LOOK_UP_NAMES),
            routes!(create_user),
        )
        .add(
            Call::read(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(get_user),
        )
        .add(
            Call::write(Access::AnyUser)
                .problems(&[Code::PlanLimit, Code::Conflict, Code::NotFound])
                .counts(&LOOK_UP_NAMES),
            routes!(update_user_wallet),
        )
        .add(
            Call::write(Access::AnyUser).problems(&[Code::NotFound]),
            routes!(delete_user_wallet),
        )
        .add(
            Call::read(Access::AnyUser).scope(ApiKeyScope::Ledger),
            routes!(settings::get_settings),
        )
        .add(Call::write(Access::AnyUser), routes!(settings::update_settings))
        .add(Call::write(Access::AnyUser), routes!(sign_out))
        .add(Call::read(Access::Registered), routes!(sessions::list_sessions))
        .add(
            Call::write(Access::Registered).problems(&[Code::NotFound]),
            routes!(sessions::revoke_session),
        )
        .add(
            Call::write(Access::AnyUser).problems(&[Code::ProofRequired, Code::NotFound]),
            routes!(delete_user),
        )
}

/// Creates an anonymous user who watches the given addresses.
///
/// It always creates a new user: call it only without a session. The request is accepted if at least one row is recognized or the list is empty; the other rows are kept with a reason.
/// The plan's limit is checked before any name is resolved, so a name and its own address count as two.
/// With an `Idempotency-Key` the same call can be repeated for 24 hours: it returns the same user with a new token, until that user signs out.
#[utoipa::path(post, path = "/organisation/user/create-user", tag = "user", operation_id = "createUser",
    params(("Idempotency-Key" = Option<String>, Header, min_length = 32, max_length = 255,
        description = "A new random key for each user. Anyone with the key and the body can open a session, so store it like a token. There is no example, because clients would copy it.")),
    request_body(content = CreateUserRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = CreateUserAnswer)))]
async fn create_user(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: IdempotentBody<CreateUserRequest>,
) -> Answer<CreateUserData> {
    let IdempotentBody { body, attempt } = request;
    let CreateUserRequest {
        wallet_addresses,
        wallet_address_nicknames,
        link,
    } = body;
    let list = ListWallets {
        texts: wallet_addresses,
        nicknames: wallet_address_nicknames,
        ..ListWallets::default()
    };
    let users = app.tracker().users();
    tracing::debug!(from_a_link = link.is_some(), "a new user is being created");
    app.count_lookups(client, users.look_ups(None, &list).await?).await?;
    let Some(attempt) = attempt else {
        return Ok(Envelope::of(created_data(&app, &users.create(&list).await?)));
    };
    let limits = app.settings().limits.counted(&CREATE_USER, client)?;
    let once = users.create_once(&list, &attempt, &limits).await;
    let CreatedOnce { created, left } = once.map_err(|error| match error {
        UserError::TooOften { retry_after } => limit::exceeded(&CREATE_USER, retry_after),
        other => other.into(),
    })?;
    if let Some(left) = left {
        limit::record_left(&CREATE_USER, left);
    }
    Ok(Envelope::of(created_data(&app, &created)))
}

fn created_data(app: &App, Created { view, token }: &Created) -> CreateUserData {
    let (user, wallets, current_plan) = view::of(view);
    CreateUserData {
        user,
        token: token.reveal().to_owned(),
        wallets,
        current_plan,
        world: app.world(),
    }
}

/// Returns the caller, their wallets and their plan.
///
/// The wallets are in the caller's order. Wallets that cannot be read are included, with the reason.
#[utoipa::path(post, path = "/organisation/user/get-user", tag = "user", operation_id = "getUser",
    request_body(content = Option<GetUserRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetUserAnswer)))]
async fn get_user(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    _: Body<GetUserRequest>,
) -> Answer<GetUserData> {
    let found = app.tracker().users().get(&caller).await?;
    let (user, wallets, current_plan) = view::of(&found);
    Ok(Envelope::of(GetUserData {
        user,
        wallets,
        current_plan,
        world: app.world(),
    }))
}

/// Replaces the whole list of wallets, in order.
///
/// Rows that are missing are removed; one that is added again within 24 hours gets its nickname, group, position and date back. `allow_empty` is needed to empty the list; with `expected_version` the request is rejected if the list has changed meanwhile.
#[utoipa::path(post, path = "/organisation/user/update-user-wallet", tag = "user", operation_id = "updateUserWallet",
    request_body(content = UpdateUserWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateUserWalletAnswer)))]
async fn update_user_wallet(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<UpdateUserWalletRequest>,
) -> Answer<UserWalletsData> {
    let UpdateUserWalletRequest {
        wallet_addresses,
        wallet_address_nicknames,
        allow_empty,
        expected_version,
    } = request;
    let list = ListWallets {
        texts: wallet_addresses,
        nicknames: wallet_address_nicknames,
        allow_empty,
        expected_version,
    };
    let users = app.tracker().users();
    app.count_lookups(client, users.look_ups(Some(&caller), &list).await?)
        .await?;
    let changed = users.list_wallets(&caller, &list).await?;
    let (user, wallets, _) = view::of(&changed);
    Ok(Envelope::of(UserWalletsData { user, wallets }))
}

/// Removes one wallet.
///
/// It gets its nickname, group, position and date back if it is added again within 24 hours.
#[utoipa::path(post, path = "/organisation/user/delete-user-wallet", tag = "user", operation_id = "deleteUserWallet",
    request_body(content = DeleteUserWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DeleteUserWalletAnswer)))]
async fn delete_user_wallet(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<DeleteUserWalletRequest>,
) -> Answer<UserWalletsData> {
    let DeleteUserWalletRequest { wallet_address } = request;
    let changed = app.tracker().users().delete_wallet(&caller, &wallet_address).await?;
    let (user, wallets, _) = view::of(&changed);
    Ok(Envelope::of(UserWalletsData { user, wallets }))
}

/// Ends the session.
///
/// An anonymous user cannot sign in again: their share link ends too, and addresses that no other user watches are no longer read. `delete-user` erases all data instead.
#[utoipa::path(post, path = "/organisation/user/sign-out", tag = "user", operation_id = "signOut",
    request_body(content = Option<SignOutRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SignOutAnswer)))]
async fn sign_out(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    _: Body<SignOutRequest>,
) -> Answer<SignOutData> {
    app.tracker().users().sign_out(&caller).await?;
    Ok(Envelope::of(SignOutData { signed_out: true }))
}

/// Erases the caller and all of their data.
///
/// An anonymous user is erased immediately and permanently. A registered user, who must have signed in within the last 10 minutes, is erased after 7 days: all sessions and the share link end now, and signing in again takes the deletion back. Wallets, sessions, the share link, custom prices and hidden assets are erased, including from the database files. Data about addresses that no other user watches, and the disclosures about them, are erased too.
#[utoipa::path(post, path = "/organisation/user/delete-user", tag = "user", operation_id = "deleteUser",
    request_body(content = DeleteUserRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DeleteUserAnswer)))]
async fn delete_user(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<DeleteUserRequest>,
) -> Answer<DeleteUserData> {
    let (users, confirmation) = (app.tracker().users(), &request.confirmation);
    let later = if caller.is_registered() {
        let origin = app.settings().origin.as_str();
        Some(users.delete_later(&caller, confirmation, origin).await?)
    } else {
        users.delete(&caller, confirmation).await?;
        None
    };
    Ok(Envelope::of(DeleteUserData {
        deleted: later.is_none(),
        delete_on: later.map(Into::into),
    }))
}

answers! {
    CreateUserAnswer = CreateUserData,
    GetUserAnswer = GetUserData,
    UpdateUserWalletAnswer = UserWalletsData,
    DeleteUserWalletAnswer = UserWalletsData,
    SignOutAnswer = SignOutData,
    DeleteUserAnswer = DeleteUserData,
}

impl From<UserError> for Problem {
    fn from(error: UserError) -> Self {
        let message = error.to_string();
        match error {
            UserError::Rows(rows) => {
                let fields = rows.into_iter().map(|(row, text)| (format!("[{row}]"), text));
                invalid("Please check the rows below", "wallet_addresses", fields)
            }
            UserError::Nicknames(invalid_ones) => {
                let fields = invalid_ones.into_iter().map(|(key, text)| (format!(".{key}"), text));
                invalid("Please check the nicknames", "wallet_address_nicknames", fields)
            }
            UserError::WouldEmpty => Self::field("allow_empty", message),
            UserError::TooManyWallets { .. } => Self::field("wallet_addresses", message),
            UserError::Stale => Self::Conflict { message },
            UserError::ProofRequired => Self::ProofRequired,
            UserError::NotConfirmed => Self::field("confirmation", message),
            UserError::PlanLimit {
                limit,
                used,
                upgrade_trigger,
            } => Self::PlanLimit {
                message,
                limit,
                used: i64::try_from(used).unwrap_or(i64::MAX),
                upgrade_trigger: i64::from(upgrade_trigger),
            },
            UserError::OtherBody => Self::IdempotencyMismatch,
            UserError::InProgress => Self::InProgress,
            UserError::TooOften { retry_after } => Self::RateLimited { retry_after },
            UserError::NotFound => Self::NotFound,
            UserError::Storage(error) => error.into(),
        }
    }
}

/// Returns the problem of invalid parts of a field.
fn invalid(message: &str, field: &str, parts: impl Iterator<Item = (String, String)>) -> Problem {
    Problem::InvalidInput {
        message: message.to_owned(),
        fields: parts.map(|(part, text)| (format!("{field}{part}"), text)).collect(),
    }
}
