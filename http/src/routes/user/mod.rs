//! A person, their session and their list of wallets.

mod bodies;
mod view;

pub use bodies::*;
pub use view::{chains_of, wallet_of, wallets_of};

use axum::Extension;
use axum::extract::State;
use domain::user::{Created, ListWallets, Once};
use domain::{UserError, UserView};
use ports::Token;
use serde_json::{Value, json};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::{Body, Keyed};
use crate::caller::Caller;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit;
use crate::problem::{Code, Problem};
use crate::wire::World;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::Public)
                .refuses(&[Code::PlanLimit, Code::IdempotencyMismatch, Code::InProgress])
                .limited("create-user")
                .counts_new_keys()
                .counts("look-up-names"),
            routes!(create_user),
        )
        .add(
            Call::read(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(get_user),
        )
        .add(
            Call::write(Access::AnyUser)
                .refuses(&[Code::PlanLimit, Code::Conflict, Code::NotFound])
                .counts("look-up-names"),
            routes!(update_user_wallet),
        )
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::NotFound]),
            routes!(delete_user_wallet),
        )
        .add(Call::write(Access::AnyUser), routes!(sign_out))
        .add(
            Call::write(Access::AnyUser).refuses(&[Code::Conflict, Code::NotFound]),
            routes!(delete_user),
        )
}

/// Makes a new anonymous user who watches the addresses given.
///
/// Always a new user: call it only without a session. Accepted when at least one row is recognised or the list is empty; the other rows are kept with a reason.
/// Before any name is looked up, what is stated counts to the plan's limit as far as its form tells it apart: a name and its own address are two.
/// With an `Idempotency-Key` the same call can be sent again for 24 hours: it answers about the same user, with a new token, until that user signs out.
#[utoipa::path(post, path = "/organisation/user/create-user", tag = "user", operation_id = "createUser",
    params(("Idempotency-Key" = Option<String>, Header, min_length = 32, max_length = 255,
        description = "A new random key for each user that is made. Whoever has the key and the body can open a session: keep it like a token. There is no example, for it would be everybody's.")),
    request_body(content = CreateUserRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = CreateUserAnswer)))]
async fn create_user(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: Keyed<CreateUserRequest>,
) -> Answer<Value> {
    let Keyed { body, attempt } = request;
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
    let (world, users) = (app.world(), app.tracker().users());
    tracing::debug!(from_a_link = link.is_some(), "a new user is wanted");
    app.spend_look_ups(client, users.look_ups(None, &list).await?)?;
    let Some(attempt) = attempt else {
        let Created { view, token } = users.create(&list).await?;
        return Ok(with_token(created(&view, world), &token));
    };
    let kept = |view: &UserView| created(view, world.clone()).to_string();
    let limits = app.settings().limits.counted("create-user", client)?;
    let once = users.create_once(&list, &attempt, &kept, &limits).await;
    let once = once.map_err(|error| match error {
        UserError::TooOften { retry_after } => limit::refuse("create-user", retry_after),
        other => other.into(),
    })?;
    Ok(match once {
        Once::New { made, left } => {
            limit::note_left("create-user", left);
            with_token(created(&made.view, app.world()), &made.token)
        }
        Once::Again { answer, token } => {
            let answer = serde_json::from_str(&answer).map_err(|_| Problem::Internal)?;
            with_token(answer, &token)
        }
    })
}

/// What is answered about a new user, without their token.
fn created(view: &UserView, world: World) -> Value {
    let (user, wallets, current_plan) = view::of(view);
    json!(CreateUserData {
        user,
        token: String::new(),
        wallets,
        current_plan,
        world,
    })
}

fn with_token(mut answer: Value, token: &Token) -> Envelope<Value> {
    answer["token"] = token.reveal().into();
    Envelope::of(answer)
}

/// The caller, their wallets and their plan.
///
/// The wallets stand in the caller's order, also those that cannot be read, each with the reason.
#[utoipa::path(post, path = "/organisation/user/get-user", tag = "user", operation_id = "getUser",
    request_body(content = Option<GetUserRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetUserAnswer)))]
async fn get_user(State(app): State<App>, Caller(caller): Caller, _: Body<GetUserRequest>) -> Answer<GetUserData> {
    let found = app.tracker().users().get(&caller).await?;
    let (user, wallets, current_plan) = view::of(&found);
    Ok(Envelope::of(GetUserData {
        user,
        wallets,
        current_plan,
        world: app.world(),
    }))
}

/// States the whole list of wallets, in order.
///
/// Rows that are missing are removed; one that comes back within 24 hours has its nickname, order and date again. `allow_empty` is needed to empty the list; `expected_version` refuses a list that changed meanwhile.
#[utoipa::path(post, path = "/organisation/user/update-user-wallet", tag = "user", operation_id = "updateUserWallet",
    request_body(content = UpdateUserWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateUserWalletAnswer)))]
async fn update_user_wallet(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Caller(caller): Caller,
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
    app.spend_look_ups(client, users.look_ups(Some(&caller), &list).await?)?;
    let changed = users.list_wallets(&caller, &list).await?;
    let (user, wallets, _) = view::of(&changed);
    Ok(Envelope::of(UserWalletsData { user, wallets }))
}

/// Removes one wallet.
///
/// It comes back with its nickname, order and date when it is added again within 24 hours.
#[utoipa::path(post, path = "/organisation/user/delete-user-wallet", tag = "user", operation_id = "deleteUserWallet",
    request_body(content = DeleteUserWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DeleteUserWalletAnswer)))]
async fn delete_user_wallet(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<DeleteUserWalletRequest>,
) -> Answer<UserWalletsData> {
    let DeleteUserWalletRequest { wallet_address } = request;
    let changed = app.tracker().users().delete_wallet(&caller, &wallet_address).await?;
    let (user, wallets, _) = view::of(&changed);
    Ok(Envelope::of(UserWalletsData { user, wallets }))
}

/// Ends the session.
///
/// Someone anonymous cannot come back: their share link ends too, and addresses that nobody else watches are no longer read. `delete-user` erases everything instead.
#[utoipa::path(post, path = "/organisation/user/sign-out", tag = "user", operation_id = "signOut",
    request_body(content = Option<SignOutRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SignOutAnswer)))]
async fn sign_out(State(app): State<App>, Caller(caller): Caller, _: Body<SignOutRequest>) -> Answer<SignOutData> {
    app.tracker().users().sign_out(&caller).await?;
    Ok(Envelope::of(SignOutData { signed_out: true }))
}

/// Erases the caller and everything of theirs, at once and for good.
///
/// Wallets, sessions, the share link, custom prices and hidden assets are erased, from the database files too. What is known of addresses that nobody else watches, and the request log about them, is erased with them. There is no undo.
#[utoipa::path(post, path = "/organisation/user/delete-user", tag = "user", operation_id = "deleteUser",
    request_body(content = DeleteUserRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = DeleteUserAnswer)))]
async fn delete_user(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<DeleteUserRequest>,
) -> Answer<DeleteUserData> {
    app.tracker().users().delete(&caller, &request.confirmation).await?;
    Ok(Envelope::of(DeleteUserData { deleted: true }))
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
                let fields = rows
                    .into_iter()
                    .map(|(row, text)| (format!("wallet_addresses[{row}]"), text));
                Self::InvalidInput {
                    message: "Please check the rows below".to_owned(),
                    fields: fields.collect(),
                }
            }
            UserError::Nicknames(wrong) => {
                let fields = wrong
                    .into_iter()
                    .map(|(key, text)| (format!("wallet_address_nicknames.{key}"), text));
                Self::InvalidInput {
                    message: "Please check the nicknames".to_owned(),
                    fields: fields.collect(),
                }
            }
            UserError::WouldEmpty => Self::field("allow_empty", message),
            UserError::TooManyWallets { .. } => Self::field("wallet_addresses", message),
            UserError::Stale | UserError::Registered => Self::Conflict { message },
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
