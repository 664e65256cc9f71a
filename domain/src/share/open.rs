//! Opens a share session, by the link of a share or for one public address.

use std::collections::BTreeSet;

use ports::{
    AccountId, Address, ShareSession, ShareSessionId, StorageError, Token, TokenKind, UserId, Wallet,
    counter::{RateDecision, RateLimit},
    share::{Share, ShareLink, ShareTarget},
};

use crate::{
    account::{accounts_at, open, reverse_names},
    chain::{ChainSupport, ParsedRow, look_ups, recognize},
    counter::take_in,
    job,
    share::{NewShareSession, SESSION_LENGTH, ShareError, SharedWallet, Shares},
};

impl Shares {
    /// Opens a share session by its link.
    ///
    /// Every wrong link counts against `misses`. Once one of these limits is reached, the result is
    /// [`ShareError::TooMany`] whether or not the link exists.
    pub async fn open(&self, link: &str, misses: &[RateLimit]) -> Result<NewShareSession, ShareError> {
        let share = self.find(link, misses).await?;
        let (session, token) = self.new_session(ShareTarget::Portfolio(share.user));
        let mut work = self.ports.storage.begin().await?;
        if !work.shares().open(&session, &share.slug, &token.hash()).await? {
            return Err(ShareError::NotFound);
        }
        work.commit().await?;
        let wallets = self.wallets_of(share.user).await?;
        Ok(self.opened(&session, wallets, token))
    }

    /// Counts the attempt before comparing anything. If the link is wrong, the count is committed; otherwise the unit
    /// of work is dropped.
    async fn find(&self, link: &str, misses: &[RateLimit]) -> Result<Share, ShareError> {
        let mut work = self.ports.storage.begin().await?;
        let counted = take_in(work.as_mut(), misses, self.ports.clock.now()).await?;
        let left = match counted {
            RateDecision::Passed { left } => left,
            RateDecision::Refused { retry_after } => return Err(ShareError::TooMany { retry_after }),
        };
        let found = match link.trim().parse::<ShareLink>() {
            Ok(slug) => work.shares().find(&slug).await?,
            Err(_) => None,
        };
        match found {
            Some(share) => Ok(share),
            None => {
                work.commit().await?;
                Err(ShareError::Missed { left })
            }
        }
    }

    /// Returns how many names would have to be resolved to open this text.
    pub async fn look_ups(&self, text: &str) -> Result<usize, StorageError> {
        look_ups(&self.ports, [text]).await
    }

    /// Opens a share session for one public address or name, without creating a wallet.
    ///
    /// Its accounts are read as for a new user, whether or not a user watches them, and earlier readings are not
    /// visible.
    pub async fn open_address(&self, text: &str) -> Result<NewShareSession, ShareError> {
        let wallet = self.public_wallet(text).await?;
        if let Some(problem) = ChainSupport::of(&self.ports).problem(&wallet.address) {
            return Err(ShareError::NoAddress(problem.text));
        }
        let (session, token) = self.new_session(ShareTarget::Address(wallet.address.clone()));
        let accounts = accounts_at(&self.ports, std::iter::once(&wallet.address));
        self.begin(&session, &wallet.address, &token, &accounts).await?;
        Ok(self.opened(&session, vec![wallet], token))
    }

    /// Returns the wallet for an address or name. A pasted secret is rejected before anything else reads it.
    async fn public_wallet(&self, text: &str) -> Result<SharedWallet, ShareError> {
        let refused = |text: &str| Err(ShareError::NoAddress(text.to_owned()));
        match recognize(&self.ports, [text]).await?.pop() {
            Some(ParsedRow::Address(address)) => Ok(SharedWallet {
                address,
                name: None,
                reverse_name: None,
            }),
            Some(ParsedRow::Name { name, address, .. }) => Ok(SharedWallet {
                address,
                name: Some(name),
                reverse_name: None,
            }),
            Some(
                ParsedRow::UnresolvedName { problem, .. }
                | ParsedRow::NotSupported(problem)
                | ParsedRow::Unknown(problem),
            ) => refused(&problem.text),
            Some(ParsedRow::ExtendedKey(_)) => {
                refused("An extended public key has no public page. Paste one of its addresses.")
            }
            Some(ParsedRow::Secret(secret)) => refused(secret.warning()),
            None => Err(ShareError::NotFound),
        }
    }

    async fn begin(
        &self,
        session: &ShareSession,
        address: &Address,
        token: &Token,
        accounts: &[AccountId],
    ) -> Result<(), StorageError> {
        let now = session.opened_at;
        let mut work = self.ports.storage.begin().await?;
        work.shares().open_address(session, address, &token.hash()).await?;
        open(&self.ports, work.as_mut(), &[address], now).await?;
        job::enqueue_readings(&self.ports, work.as_mut(), accounts, now).await?;
        work.commit().await
    }

    fn new_session(&self, target: ShareTarget) -> (ShareSession, Token) {
        let now = self.ports.clock.now();
        let session = ShareSession {
            id: ShareSessionId::new(self.ports.ids.next()),
            target,
            opened_at: now,
            expires_at: now.plus(SESSION_LENGTH),
        };
        (session, Token::new(TokenKind::Share, &self.ports.entropy.bytes()))
    }

    fn opened(&self, session: &ShareSession, wallets: Vec<SharedWallet>, token: Token) -> NewShareSession {
        NewShareSession {
            wallets,
            support: ChainSupport::of(&self.ports),
            token,
            expires_at: session.expires_at,
        }
    }

    /// Returns the wallets of a user that a visitor sees: those with a recognized address, each address once.
    pub(super) async fn wallets_of(&self, user: UserId) -> Result<Vec<SharedWallet>, StorageError> {
        let mut seen = BTreeSet::new();
        let mut wallets = self.ports.stores.wallets.of_user(user).await?;
        wallets.retain(|wallet| !wallet.is_frozen());
        let reverse = reverse_names(&self.ports, &wallets).await?;
        let shown = |wallet: Wallet| {
            let Wallet { address, name, .. } = wallet;
            let address = address?;
            let reverse_name = reverse.get(&address).filter(|_| name.is_none()).cloned();
            Some(SharedWallet {
                address,
                name,
                reverse_name,
            })
        };
        Ok(wallets
            .into_iter()
            .filter_map(shown)
            .filter(|one| seen.insert(one.address.clone()))
            .collect())
    }
}
