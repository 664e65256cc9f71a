//! Signing in by a code or a link in a mail.

mod bodies;
mod context;
mod problem;
mod wallet;

pub use bodies::*;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::sign_in::{CodeRequest, CodeRequestKind, SentCode, SignInContext, SignedIn};
use ports::{EmailAddress, UserId};
use utoipa_axum::routes;

use self::context::{context, presented};
use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::{Code, Problem};
use crate::routes::user::{CREATE_USER, view};

/// The text of the specification for an address that is none.
const INVALID_EMAIL: &str = "Please enter a valid email id";

const CODE_PROBLEMS: &[Code] = &[
    Code::InvalidOtp,
    Code::OtherUser,
    Code::Conflict,
    Code::EmailTaken,
    Code::ProofRequired,
];
const LINK_PROBLEMS: &[Code] = &[
    Code::InvalidOtp,
    Code::OtherBrowser,
    Code::OtherUser,
    Code::Conflict,
    Code::EmailTaken,
    Code::ProofRequired,
];
const WALLET_PROBLEMS: &[Code] = &[
    Code::SignatureInvalid,
    Code::MessageUsed,
    Code::ProofRequired,
    Code::OtherUser,
    Code::Conflict,
    Code::PlanLimit,
    Code::NotFound,
];

/// Limits mails with codes.
pub static SEND_CODE: CallLimit = CallLimit::new("send-code", "codes", per_hour::<20>());

/// Limits guesses of codes, links and passwords.
pub static VERIFY_CODE: CallLimit = CallLimit::new("verify-code", "tries", per_hour::<60>());

/// Limits answers that disclose whether somebody is registered.
pub static FIND_EMAIL: CallLimit = CallLimit::new(
    "find-email",
    "answers that say whether an address belongs to a user",
    per_hour::<5>(),
);

/// The calls of this file.
pub fn router() -> Calls {
    let send = || {
        Call::write(Access::Public)
            .problems(&[Code::MailOff])
            .limited(&SEND_CODE)
            .counts(&FIND_EMAIL)
    };
    let verify = || {
        Call::write(Access::Public)
            .problems(CODE_PROBLEMS)
            .limited(&VERIFY_CODE)
    };
    Calls::default()
        .add(send(), routes!(send_email_otp))
        .add(
            send().problems(&[Code::MailOff, Code::EmailNotFound]),
            routes!(send_otp),
        )
        .add(verify(), routes!(verify_otp_code))
        .add(verify(), routes!(verify_otp))
        .add(verify().problems(LINK_PROBLEMS), routes!(verify_email))
        .add(
            Call::read(Access::Public)
                .problems(&[Code::InvalidOtp])
                .limited(&VERIFY_CODE),
            routes!(get_email_link),
        )
        .add(
            Call::write(Access::Public)
                .problems(WALLET_PROBLEMS)
                .limited(&wallet::WALLET_SIGN_IN)
                .counts(&CREATE_USER),
            routes!(wallet::signin_with_wallet),
        )
        .add(
            Call::write(Access::Registered).problems(&[Code::NotFound]),
            routes!(update_user_details),
        )
}

/// Sends a code and a link with which somebody signs in or signs up.
///
/// The code works for 10 minutes, the link for 24 hours; a newer code voids older ones. The answer is the same for an address that belongs to a user and one that does not, except for `is_new_user`, which a network gets for a few addresses an hour.
#[utoipa::path(post, path = "/organisation/user/send-email-otp", tag = "user", operation_id = "sendEmailOtp",
    request_body(content = SendEmailOtpRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SendEmailOtpAnswer)))]
async fn send_email_otp(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<SendEmailOtpRequest>,
) -> Answer<SentCodeData> {
    let SendEmailOtpRequest { email, signed_up_from } = request;
    let kind = CodeRequestKind::SignInOrUp;
    send(&app, client, &headers, &email, signed_up_from.as_deref(), kind).await
}

/// Sends a code and a link with which a user signs in.
///
/// It is `send-email-otp` for a page that signs in only: an unknown address is refused with `email_not_found`. Once a network has checked a few addresses within an hour, the answer no longer says whether the address belongs to a user.
#[utoipa::path(post, path = "/organisation/user/send-otp", tag = "user", operation_id = "sendOtp",
    request_body(content = SendOtpRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SendOtpAnswer)))]
async fn send_otp(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<SendOtpRequest>,
) -> Answer<SentCodeData> {
    send(&app, client, &headers, &request.email, None, CodeRequestKind::SignIn).await
}

/// Sends a code or a link to an address.
pub async fn send(
    app: &App,
    client: Client,
    headers: &HeaderMap,
    email: &str,
    signed_up_from: Option<&str>,
    kind: CodeRequestKind,
) -> Answer<SentCodeData> {
    let email = parsed_email(email)?;
    let caller = presented(app, headers).await?;
    let may_disclose = match app.settings().limits.check(&FIND_EMAIL, client, app.tracker()).await {
        Ok(()) => true,
        Err(Problem::RateLimited { .. }) => false,
        Err(other) => return Err(other),
    };
    let request = CodeRequest {
        email: &email,
        signed_up_from,
        origin: app.settings().origin.as_str(),
        requested_by: caller.map(|caller| caller.user),
        may_disclose,
        kind,
    };
    let SentCode {
        is_new_user,
        resend_after,
        expires_in,
    } = app.tracker().sign_ins().send_code(&request).await?;
    let seconds = |duration: std::time::Duration| i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
    Ok(Envelope::of(SentCodeData {
        is_new_user,
        resend_after_seconds: seconds(resend_after),
        expires_in_seconds: seconds(expires_in),
    }))
}

/// Signs in with the code of a mail, and registers who has no account yet.
///
/// With the session of an anonymous user nothing is lost: a new address registers this user, and with the address of a registered user the data of the anonymous one are added to theirs. The presented session ends. With the session of another registered user the call is refused with `conflict` until `switch_user` is set; the code can be used again then.
#[utoipa::path(post, path = "/organisation/user/verify-otp-code", tag = "user", operation_id = "verifyOtpCode",
    request_body(content = VerifyOtpCodeRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = VerifyOtpCodeAnswer)))]
async fn verify_otp_code(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<VerifyOtpCodeRequest>,
) -> Answer<SignedInData> {
    let VerifyOtpCodeRequest {
        email,
        otp_token,
        signed_up_from,
        switch_user,
    } = request;
    let context = SignInContext {
        signed_up_from,
        ..context(&app, client, &headers, switch_user).await?
    };
    verify(&app, &context, &email, &otp_token).await
}

/// Signs in with the code of a mail.
///
/// The same as `verify-otp-code`.
#[utoipa::path(post, path = "/organisation/user/verify-otp", tag = "user", operation_id = "verifyOtp",
    request_body(content = VerifyOtpRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = VerifyOtpAnswer)))]
async fn verify_otp(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<VerifyOtpRequest>,
) -> Answer<SignedInData> {
    let VerifyOtpRequest {
        email,
        otp_token,
        switch_user,
    } = request;
    let context = context(&app, client, &headers, switch_user).await?;
    verify(&app, &context, &email, &otp_token).await
}

async fn verify(app: &App, context: &SignInContext, email: &str, code: &str) -> Answer<SignedInData> {
    let email = parsed_email(email)?;
    if code.trim().is_empty() {
        return Err(Problem::field("otp_token", "Field cannot be empty"));
    }
    let signed_in = app.tracker().sign_ins().verify_code(context, &email, code).await?;
    Ok(signed_in_data(app, signed_in))
}

/// Signs in with the link of a mail, on any device.
///
/// The link works for 24 hours, and once. In the session of the user who requested it, it works like `verify-otp-code`. In any other session it opens the account of its address alone: the presented session goes on, and nothing of its user is added to that account, unless `add_session` is set.
#[utoipa::path(post, path = "/organisation/user/verify-email", tag = "user", operation_id = "verifyEmail",
    request_body(content = VerifyEmailRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = VerifyEmailAnswer)))]
async fn verify_email(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<VerifyEmailRequest>,
) -> Answer<SignedInData> {
    let context = SignInContext {
        adds_session: request.add_session,
        ..context(&app, client, &headers, request.switch_user).await?
    };
    let signed_in = app.tracker().sign_ins().verify_link(&context, &request.token).await?;
    Ok(signed_in_data(&app, signed_in))
}

/// Returns what the link of a mail is for, without using it.
///
/// A page shows the address before somebody uses the link, which another person may have sent.
#[utoipa::path(post, path = "/organisation/user/get-email-link", tag = "person", operation_id = "getEmailLink",
    request_body(content = GetEmailLinkRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetEmailLinkAnswer)))]
async fn get_email_link(
    State(app): State<App>,
    headers: HeaderMap,
    Body(request): Body<GetEmailLinkRequest>,
) -> Answer<EmailLinkData> {
    let caller = presented(&app, &headers).await?;
    let link = app
        .tracker()
        .sign_ins()
        .email_link(caller.as_ref(), &request.token)
        .await?;
    Ok(Envelope::of(EmailLinkData {
        email: link.email.as_str().to_owned(),
        is_new_user: link.is_new_user,
        is_change: link.is_change,
        requested_here: link.requested_here,
    }))
}

/// Returns what was added to the caller from the anonymous user they were before signing in.
///
/// Signing in has added it already; the same call again returns the same for 24 hours. For the caller's own id nothing was added.
#[utoipa::path(post, path = "/organisation/user/update-user-details", tag = "user", operation_id = "updateUserDetails",
    request_body(content = UpdateUserDetailsRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateUserDetailsAnswer)))]
async fn update_user_details(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<UpdateUserDetailsRequest>,
) -> Answer<UpdateUserDetailsData> {
    let source: UserId = request.old_user_id.parse().map_err(|_| Problem::NotFound)?;
    let (found, merge) = app.tracker().sign_ins().merged(&caller, source).await?;
    let (user, wallets, _) = view::of(&found);
    Ok(Envelope::of(UpdateUserDetailsData {
        user,
        wallets,
        added_wallets: merge.wallets.into(),
        frozen_wallets: merge.frozen.into(),
    }))
}

fn parsed_email(text: &str) -> Result<EmailAddress, Problem> {
    text.parse().map_err(|_| Problem::field("email", INVALID_EMAIL))
}

fn signed_in_data(app: &App, signed_in: SignedIn) -> Envelope<SignedInData> {
    let SignedIn {
        view,
        token,
        is_new,
        deletion_canceled,
        merge,
    } = signed_in;
    let (user, wallets, current_plan) = view::of(&view);
    Envelope::of(SignedInData {
        user,
        token: token.reveal().to_owned(),
        wallets,
        current_plan,
        world: app.world(),
        is_new_user: is_new,
        deletion_canceled,
        old_user_id: merge.map(|merge| merge.source.to_string()),
    })
}

answers! {
    SendEmailOtpAnswer = SentCodeData,
    SendOtpAnswer = SentCodeData,
    VerifyOtpCodeAnswer = SignedInData,
    VerifyOtpAnswer = SignedInData,
    VerifyEmailAnswer = SignedInData,
    GetEmailLinkAnswer = EmailLinkData,
    UpdateUserDetailsAnswer = UpdateUserDetailsData,
}
