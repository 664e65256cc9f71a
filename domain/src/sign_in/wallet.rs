//! Signs in with a wallet (EIP-4361): issues the message to sign, and verifies its signature.

use std::{fmt::Write as _, time::Duration};

use ports::{Address, ChainId, SignInChallenge, SignInFields, SignInMessage, SignatureCheck, UserId};

use crate::{
    sign_in::{SignInContext, SignInError, SignIns, SignedIn, other_session::lock_users, proof::Proof},
    wallet_proof::SignInExpectation,
};

/// How long a message can be signed.
const MESSAGE_FOR: Duration = Duration::from_mins(5);
/// What people sign.
const STATEMENT: &str = "Sign in to Spyhop. This proves that the wallet is yours. It moves nothing and costs nothing.";

/// A signed message.
#[derive(Clone, Copy)]
pub struct SignedMessage<'a> {
    /// The address that signs in; a message of another one is refused.
    pub address: &'a Address,
    /// The text that was signed.
    pub message: &'a str,
    /// The signature.
    pub signature: &'a [u8],
    /// The public address of the page, without a path.
    pub origin: &'a str,
}

impl SignIns {
    /// Fails with [`SignInError::NotAWallet`] for an address or a chain that cannot sign in.
    pub fn check_wallet(&self, address: &Address, chain: &ChainId) -> Result<(), SignInError> {
        let can_sign_in = address.evm_bytes().is_some() && self.chains().contains(chain);
        can_sign_in.then_some(()).ok_or(SignInError::NotAWallet)
    }

    /// Returns a message for this address to sign, which can be used once within five minutes. `requested_by` is the user of the
    /// session that requests it.
    pub async fn challenge(
        &self,
        address: &Address,
        chain: &ChainId,
        origin: &str,
        requested_by: Option<UserId>,
    ) -> Result<SignInMessage, SignInError> {
        self.check_wallet(address, chain)?;
        let now = self.ports.clock.now();
        let challenge = SignInChallenge {
            nonce: self.nonce(),
            address: address.clone(),
            chain: chain.clone(),
            requested_by,
            expires_at: now.plus(MESSAGE_FOR),
        };
        let message = issued(&challenge, origin).ok_or(SignInError::NotAWallet)?;
        let mut work = self.ports.storage.begin().await?;
        work.sign_in_wallets().remove_expired(now).await?;
        work.sign_in_wallets().issue(&challenge).await?;
        work.commit().await?;
        Ok(message)
    }

    /// Signs in with a signed message, and registers who has no account yet.
    ///
    /// The message is used up by the unit of work that opens the session, so that a failure in between costs no second signature.
    /// Fails with [`SignInError::MessageUsed`] for a message that cannot be used again, and with
    /// [`SignInError::SignatureInvalid`] for every reason why the message or the signature is not right. In a session whose user did
    /// not request the message, it opens the account of the wallet alone.
    pub async fn verify_wallet(
        &self,
        context: &SignInContext,
        signed: SignedMessage<'_>,
    ) -> Result<SignedIn, SignInError> {
        let message: SignInMessage = signed.message.parse().map_err(|_| SignInError::SignatureInvalid)?;
        let fields = message.fields();
        if fields.address != *signed.address {
            return Err(SignInError::SignatureInvalid);
        }
        let requested_by = self.check_issued(&message, signed.origin).await?;
        let verified = self
            .ports
            .signatures
            .verify(&fields.chain, &fields.address, message.as_str(), signed.signature);
        let chain = match verified.await {
            Ok(SignatureCheck::SignedByKey) => None,
            Ok(SignatureCheck::AcceptedByContract) => Some(&fields.chain),
            Ok(SignatureCheck::Invalid(_)) | Err(_) => return Err(SignInError::SignatureInvalid),
        };
        let proof = Proof::Wallet {
            address: &fields.address,
            chain,
        };
        let nonce = fields.nonce.as_str();
        match self.open_by_wallet(context, proof, nonce, requested_by).await {
            Err(error) if error.is_race() => self.open_by_wallet(context, proof, nonce, requested_by).await,
            ended => ended,
        }
    }

    /// Uses up a message and opens a session for the owner of its wallet.
    async fn open_by_wallet(
        &self,
        context: &SignInContext,
        proof: Proof<'_>,
        nonce: &str,
        requested_by: Option<UserId>,
    ) -> Result<SignedIn, SignInError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin_unlimited().await?;
        lock_users(work.as_mut(), requested_by, context.caller.as_ref()).await?;
        let challenge = work.sign_in_wallets().take(nonce, now).await?;
        let challenge = challenge.ok_or(SignInError::MessageUsed)?;
        let context = self
            .context_of(work.as_mut(), context, proof, challenge.requested_by)
            .await?;
        let signed_in = self.open(work.as_mut(), &context, proof, now).await?;
        work.commit().await?;
        self.completed(signed_in).await
    }

    /// Returns the user who requested a message. Fails unless it is the one that was issued with its nonce and can still be used.
    async fn check_issued(&self, message: &SignInMessage, origin: &str) -> Result<Option<UserId>, SignInError> {
        let (now, fields) = (self.ports.clock.now(), message.fields());
        // Many people who sign in at once wait here for each other, not for a database that hangs.
        let mut work = self.ports.storage.begin_unlimited().await?;
        let found = work.sign_in_wallets().issued(&fields.nonce, now).await?;
        drop(work);
        let challenge = found.ok_or(SignInError::MessageUsed)?;
        let expected = SignInExpectation {
            origin,
            chains: std::slice::from_ref(&challenge.chain),
            nonce: &challenge.nonce,
            statement: STATEMENT,
            now,
        };
        expected.check(fields).map_err(|_| SignInError::SignatureInvalid)?;
        let is_same = issued(&challenge, origin).is_some_and(|issued| issued == *message);
        is_same
            .then_some(challenge.requested_by)
            .ok_or(SignInError::SignatureInvalid)
    }

    /// The chains on which wallets may be.
    fn chains(&self) -> Vec<ChainId> {
        let ids = self.ports.chains.all().iter().map(|chain| chain.id.clone());
        ids.filter(|id| id.evm_number().is_some()).collect()
    }

    /// Returns 128 random bits as text.
    fn nonce(&self) -> String {
        let random = self.ports.entropy.bytes();
        random.iter().take(16).fold(String::new(), |mut text, byte| {
            // Writing into a string does not fail.
            let _written = write!(text, "{byte:02x}");
            text
        })
    }
}

/// Returns the message that is issued for a challenge; `None` for an origin that is none.
fn issued(challenge: &SignInChallenge, origin: &str) -> Option<SignInMessage> {
    let (_, domain) = origin.split_once("://")?;
    let fields = SignInFields {
        scheme: None,
        domain: domain.to_owned(),
        address: challenge.address.clone(),
        statement: Some(STATEMENT.to_owned()),
        uri: origin.to_owned(),
        chain: challenge.chain.clone(),
        nonce: challenge.nonce.clone(),
        issued_at: challenge.expires_at.minus(MESSAGE_FOR).into(),
        expires_at: Some(challenge.expires_at.into()),
        not_before: None,
        request_id: None,
        resources: None,
    };
    SignInMessage::try_from(fields).ok()
}
