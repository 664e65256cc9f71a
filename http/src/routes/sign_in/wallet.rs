//! Signing in with a wallet.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::UserView;
use domain::sign_in::{SignInContext, SignedIn, SignedMessage};
use domain::user::{Created, ListWallets};
use ports::{Address, ChainId, asset::clean};

use super::bodies::{SigninWithWalletData, SigninWithWalletRequest};
use super::context::context;
use crate::App;
use crate::body::Body;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::Problem;
use crate::routes::user::{CREATE_USER, view};

/// Limits messages and signatures of wallets.
pub static WALLET_SIGN_IN: CallLimit = CallLimit::new("wallet-sign-in", "calls", per_hour::<30>());

/// The longest label of a device, in characters.
const MAX_DEVICE: usize = 60;

/// Signs in with a wallet, and registers who has no account yet.
///
/// The first call has the address alone and returns `challenge`, the message to sign. Without a session it also opens a new anonymous one that watches the address. The second call has `message` and `signature` too: it proves that the wallet is the caller's and works like `verify-otp-code`. With the session of a user who did not request the message, it opens the account of the wallet alone. Keys and contract wallets (EIP-1271, ERC-6492) can sign. A message can be used once, within five minutes.
#[utoipa::path(post, path = "/organisation/user/signin-with-wallet", tag = "user", operation_id = "signinWithWallet",
    request_body(content = SigninWithWalletRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = SigninWithWalletAnswer)))]
pub async fn signin_with_wallet(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<SigninWithWalletRequest>,
) -> Answer<SigninWithWalletData> {
    let mut context = context(&app, client, &headers, request.switch_user).await?;
    if let Some(label) = &request.device_id {
        context.device = Some(clean(label, MAX_DEVICE));
    }
    let invalid = |_| Problem::field("wallet_address", "This is not an address of an Ethereum-like network.");
    let address: Address = request.wallet_address.trim().parse().map_err(invalid)?;
    match (&request.message, &request.signature) {
        (Some(message), Some(signature)) => {
            let signature = signature.strip_prefix("0x").and_then(|text| hex::decode(text).ok());
            let signed = SignedMessage {
                address: &address,
                message,
                signature: &signature.ok_or(Problem::SignatureInvalid)?,
                origin: app.settings().origin.as_str(),
            };
            let signed_in = app.tracker().sign_ins().verify_wallet(&context, signed).await?;
            Ok(Envelope::of(proven(&app, signed_in)))
        }
        (None, None) => challenge(&app, client, &context, &request, &address).await,
        (Some(_), None) => Err(Problem::field("signature", "Send the signature of the message.")),
        (None, Some(_)) => Err(Problem::field("message", "Send the message that was signed.")),
    }
}

async fn challenge(
    app: &App,
    client: Client,
    context: &SignInContext,
    request: &SigninWithWalletRequest,
    address: &Address,
) -> Answer<SigninWithWalletData> {
    let chain = match &request.chain {
        None => ChainId::evm(1),
        Some(text) => {
            let known = app.tracker().ports().chains.named(text).map(|chain| chain.id.clone());
            known.ok_or_else(|| Problem::field("chain", "This network is not known."))?
        }
    };
    let sign_ins = app.tracker().sign_ins();
    sign_ins.check_wallet(address, &chain)?;
    let users = app.tracker().users();
    let (found, token) = match &context.caller {
        Some(caller) => (users.get(caller).await?, None),
        None => {
            app.settings().limits.check(&CREATE_USER, client, app.tracker()).await?;
            let list = ListWallets {
                texts: vec![address.to_string()],
                ..ListWallets::default()
            };
            let Created { view, token } = users.create(&list).await?;
            (view, Some(token.reveal().to_owned()))
        }
    };
    let origin = app.settings().origin.as_str();
    let message = sign_ins.challenge(address, &chain, origin, Some(found.user.id)).await?;
    Ok(Envelope::of(SigninWithWalletData {
        challenge: Some(message.to_string()),
        token,
        ..data(app, &found)
    }))
}

fn proven(app: &App, signed_in: SignedIn) -> SigninWithWalletData {
    SigninWithWalletData {
        token: Some(signed_in.token.reveal().to_owned()),
        is_new_user: signed_in.is_new,
        deletion_canceled: signed_in.deletion_canceled,
        old_user_id: signed_in.merge.map(|merge| merge.source.to_string()),
        ..data(app, &signed_in.view)
    }
}

fn data(app: &App, found: &UserView) -> SigninWithWalletData {
    let (user, wallets, current_plan) = view::of(found);
    SigninWithWalletData {
        challenge: None,
        user,
        token: None,
        wallets,
        current_plan,
        world: app.world(),
        is_new_user: false,
        deletion_canceled: false,
        old_user_id: None,
    }
}

answers! {
    SigninWithWalletAnswer = SigninWithWalletData,
}
