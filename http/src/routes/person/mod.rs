//! What a person states about themselves, and how they sign in.

mod bodies;
mod export;

pub use bodies::*;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::sign_in::{CodeRequestKind, EmailChange, MAX_NAME, MailingListChange, UserChange};
use ports::email::ParseEmailAddressError;
use ports::{Address, EmailAddress};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::{Code, Problem};
use crate::routes::sign_in::{FIND_EMAIL, SEND_CODE, SentCodeData, send};
use crate::routes::user::view;

/// The text of the specification for an address that is none.
const INVALID_EMAIL: &str = "Please enter valid email id";
/// The same for the mailing list.
const INVALID_LIST_EMAIL: &str = "Enter valid email";
/// The text of the specification after a change.
const UPDATED: &str = "Profile updated";
/// How many digits a mobile number has: from the shortest numbers in use to those of E.164.
const MOBILE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
/// The most characters of a mobile number.
const MAX_MOBILE: usize = 30;

/// Limits exports of what is stored about a person.
pub static EXPORT: CallLimit = CallLimit::new("export", "exports", per_hour::<10>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::AnyUser)
                .problems(&[Code::MailOff, Code::ProofRequired])
                .counts(&SEND_CODE),
            routes!(update_user),
        )
        .add(
            Call::write(Access::Public)
                .problems(&[Code::MailOff])
                .limited(&SEND_CODE)
                .counts(&FIND_EMAIL),
            routes!(signup),
        )
        .add(
            Call::read(Access::AnyUser).limited(&EXPORT),
            routes!(export::export_user_data),
        )
        .add(
            Call::write(Access::Registered).problems(&[Code::ProofRequired, Code::Conflict, Code::NotFound]),
            routes!(unlink_wallet),
        )
}

/// Changes what the caller states about themselves.
///
/// A new e-mail address of a registered caller needs a recent proof; it is pending until `verify-otp-code` gets the code that was sent to it, with the caller's session, and the current address gets a notice. An anonymous caller registers with the code. The answer does not say whether the address belongs to somebody.
#[utoipa::path(post, path = "/organisation/user/update-user", tag = "person", operation_id = "updateUser",
    request_body(content = UpdateUserRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateUserAnswer)))]
async fn update_user(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<UpdateUserRequest>,
) -> Answer<UpdatedUserData> {
    let email = address(request.email.as_deref()).map_err(|_| Problem::field("email", INVALID_EMAIL))?;
    let listed = address(request.mailing_list.as_deref());
    let listed = listed.map_err(|_| Problem::field("mailing_list", INVALID_LIST_EMAIL))?;
    if !request.mobile.as_deref().is_none_or(is_mobile) {
        return Err(Problem::field("mobile", "Enter 7 to 15 digits, with a + if you like."));
    }
    for (field, name) in [("first_name", &request.first_name), ("last_name", &request.last_name)] {
        if name.as_ref().is_some_and(|name| name.chars().count() > MAX_NAME) {
            return Err(Problem::field(field, format!("Use at most {MAX_NAME} characters.")));
        }
    }
    let change = UserChange {
        first_name: request.first_name.as_deref(),
        last_name: request.last_name.as_deref(),
        mobile: request.mobile.as_deref(),
        mailing_list: match &listed {
            Some(address) => Some(MailingListChange::Join(address)),
            None => request.mailing_list.as_ref().map(|_| MailingListChange::Leave),
        },
        email: match &email {
            Some(email) => Some(EmailChange::To(email)),
            None => request.email.as_ref().map(|_| EmailChange::Cancel),
        },
        signed_up_from: request.signed_up_from.as_deref(),
        origin: app.settings().origin.as_str(),
    };
    let sign_ins = app.tracker().sign_ins();
    if sign_ins.sends_code(&caller, &change).await? {
        app.settings().limits.check(&SEND_CODE, client, app.tracker()).await?;
    }
    let (user, wallets, _) = view::of(&sign_ins.update_user(&caller, &change).await?);
    Ok(Envelope::of(UpdatedUserData { user, wallets }).with_message(UPDATED))
}

/// Returns the address in a field; `None` where the field is missing or empty.
fn address(field: Option<&str>) -> Result<Option<EmailAddress>, ParseEmailAddressError> {
    match field.map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => text.parse().map(Some),
    }
}

/// Returns whether a text can be a mobile number, or is empty.
fn is_mobile(text: &str) -> bool {
    let text = text.trim();
    let number = text.strip_prefix('+').unwrap_or(text);
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let is_usual = |one: char| one.is_ascii_digit() || " -().".contains(one);
    text.is_empty() || (text.len() <= MAX_MOBILE && MOBILE_DIGITS.contains(&digits) && number.chars().all(is_usual))
}

/// Sends a link with which somebody signs up, on a page that needs no code.
///
/// Users get a code as well. The answer is that of `send-email-otp`.
#[utoipa::path(post, path = "/organisation/user/signup", tag = "person", operation_id = "signup",
    request_body(content = SignupRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SignupAnswer)))]
async fn signup(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<SignupRequest>,
) -> Answer<SentCodeData> {
    let SignupRequest { email, signed_up_from } = request;
    let kind = CodeRequestKind::SignUp;
    send(&app, client, &headers, &email, signed_up_from.as_deref(), kind).await
}

/// Removes a wallet from those with which the caller signs in.
///
/// The portfolio keeps watching its address. It needs a recent proof, and is refused with `conflict` for the only way to sign in.
#[utoipa::path(post, path = "/organisation/user/unlink-wallet", tag = "person", operation_id = "unlinkWallet",
    request_body(content = UnlinkWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UnlinkWalletAnswer)))]
async fn unlink_wallet(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<UnlinkWalletRequest>,
) -> Answer<UpdatedUserData> {
    let address: Address = request.wallet_address.parse().map_err(|_| Problem::NotFound)?;
    let changed = app.tracker().sign_ins().unlink_wallet(&caller, &address).await?;
    let (user, wallets, _) = view::of(&changed);
    Ok(Envelope::of(UpdatedUserData { user, wallets }))
}

answers! { UpdateUserAnswer = UpdatedUserData, message: "Profile updated" }

answers! {
    SignupAnswer = SentCodeData,
    UnlinkWalletAnswer = UpdatedUserData,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mobile_numbers_are_those_people_type() {
        for good in ["", " ", "0123456789", "+44 20 7123-4567", "(0)20.7123.4567", "+1234567"] {
            assert!(is_mobile(good), "{good}");
        }
        for bad in [
            "123",
            "12345678901234567",
            "+44a2071234567",
            "++441234567",
            "٠١٢٣٤٥٦٧٨٩",
            "1234567;",
        ] {
            assert!(!is_mobile(bad), "{bad}");
        }
    }
}
