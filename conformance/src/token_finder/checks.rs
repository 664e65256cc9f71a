//! The mock server of a service that names tokens, and finders that use it.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use ports::{AccountId, AssetId, ChainId, NamedToken, TokenFinder};

use super::harness::{AccountTokens, Harness, Pages, Samples};
use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    mock_server::{Fault, Request},
    report::{CheckResult, describe_violation},
};

/// The largest number of requests for one account.
const MAX_REQUESTS: usize = 100;

/// A harness and its samples, with the checks of the requirements.
pub(super) struct TokenFinderChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
}

/// The mocked service.
#[derive(Clone)]
pub(super) struct TokenService {
    pub(super) tokens: AccountTokens,
    /// The chain that it refuses.
    refused: Option<ChainId>,
}

/// The mocked service and a finder.
pub(super) type FinderSession = AdapterSession<TokenService, dyn TokenFinder>;

impl TokenFinderChecks {
    pub(super) fn open(&self, service: TokenService) -> FinderSession {
        let harness = self.harness.clone();
        let answer = move |request: &Request, service: &mut TokenService| {
            let refused = service.refused.as_ref();
            let refusal = refused.and_then(|chain| harness.refuses(request, chain));
            refusal.unwrap_or_else(|| harness.answer(request, &service.tokens))
        };
        AdapterSession::open(service, answer, |base| self.harness.finder(base))
    }

    /// Returns a service that names every token in one answer.
    pub(super) fn usual(&self) -> TokenService {
        TokenService {
            tokens: AccountTokens {
                tokens: self.samples.tokens.concat(),
                holders: None,
                pages: Pages::One,
                has_bad_row: false,
            },
            refused: None,
        }
    }

    pub(super) fn paged(&self, pages: Pages) -> TokenService {
        let mut service = self.usual();
        service.tokens.pages = pages;
        service
    }

    /// Checks that the finder returns exactly these tokens of this account.
    async fn names(&self, finder: &dyn TokenFinder, account: &AccountId, expected: &[AssetId]) -> CheckResult {
        let named = finder.tokens(account).await;
        let named = named.map_err(|error| {
            describe_violation(
                format_args!("{expected:?} of {account}"),
                format_args!("{error:?}"),
                "leave out a row that cannot be used, and keep the others",
            )
        })?;
        if is(&named, expected) {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{expected:?} of {account}, whichever account was requested before"),
            format_args!("{named:?}"),
            "read every page and name each token once, in the service's order; an address in small letters is the same \
             token; keep no tokens between calls",
        ))
    }

    /// Requests each account in turn, and again, from one finder. The stranger has one token of the first account.
    pub(super) async fn named(&self, service: &TokenService) -> CheckResult {
        let Samples {
            accounts,
            stranger,
            tokens,
            ..
        } = &self.samples;
        let session = self.open(service.clone());
        let finder = session.adapter.as_ref();
        let chains = finder.chains();
        if let Some(account) = accounts.iter().find(|account| !chains.contains(&account.chain)) {
            return Err(describe_violation(
                format_args!("{} among chains(): samples() lists it", account.chain),
                format_args!("{chains:?}"),
                "correct chains() or samples()",
            ));
        }
        for _ in 0..2 {
            for (account, tokens) in accounts.iter().zip(tokens) {
                self.names(finder, account, tokens).await?;
            }
            let mut of_stranger = service.clone();
            of_stranger.tokens.tokens = vec![tokens[0][1].clone()];
            of_stranger.tokens.pages = Pages::One;
            session.set(of_stranger);
            self.names(finder, stranger, &tokens[0][1..]).await?;
            session.set(service.clone());
        }
        Ok(())
    }

    /// Requests an account without tokens, after one with tokens and before it.
    pub(super) async fn nothing(&self) -> CheckResult {
        let Samples { accounts, tokens, .. } = &self.samples;
        let mut service = self.usual();
        service.tokens.tokens = tokens[0].to_vec();
        let session = self.open(service);
        self.names(session.adapter.as_ref(), &accounts[0], &tokens[0]).await?;
        match session.adapter.tokens(&accounts[1]).await {
            Ok(named) if named.is_empty() => self.names(session.adapter.as_ref(), &accounts[0], &tokens[0]).await,
            other => Err(describe_violation(
                "an empty list: the service answers that the account has no tokens",
                format_args!("{other:?}"),
                "recognize how the service states that it found nothing, and keep that apart from a refusal",
            )),
        }
    }

    /// Requests both accounts of each number of holders.
    pub(super) async fn holders(&self) -> CheckResult {
        for holders in [Some(1_000_003), None] {
            let mut service = self.usual();
            service.tokens.holders = holders;
            let session = self.open(service);
            for account in &self.samples.accounts {
                let named = session.adapter.tokens(account).await;
                let is_stated = |named: &[NamedToken]| named.iter().all(|token| token.holders == holders);
                if !named.as_ref().is_ok_and(|named| !named.is_empty() && is_stated(named)) {
                    return Err(describe_violation(
                        format_args!("holders {holders:?} for each token"),
                        format_args!("{named:?}"),
                        "take the number of holders from the answer; a number that is not stated is None and not zero",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Changes the tokens that the service names between the calls of one finder.
    pub(super) async fn current(&self) -> CheckResult {
        let Samples { accounts, tokens, .. } = &self.samples;
        let session = self.open(self.usual());
        let backwards: Vec<AssetId> = tokens[0].iter().rev().cloned().collect();
        let states = [&tokens[0][..], &tokens[0][1..], &[], &backwards, &tokens[0][..]];
        for (step, expected) in states.into_iter().enumerate() {
            let mut service = self.usual();
            service.tokens.tokens = expected.to_vec();
            session.set(service);
            let limit = limit_after_change(self.harness.patience(), step + 1 == states.len()).await;
            let call = || session.adapter.tokens(&accounts[0]);
            let is_current = |named: &Result<Vec<NamedToken>, _>| named.as_ref().is_ok_and(|named| is(named, expected));
            let named = until(limit, call, is_current).await;
            if !is_current(&named) {
                return Err(describe_violation(
                    format_args!("{expected:?} after the tokens of the account changed"),
                    format_args!("{named:?}"),
                    "begin each call with an empty list, and keep no answers",
                ));
            }
        }
        Ok(())
    }

    /// Lets the second page fail, and then work again.
    pub(super) async fn whole(&self) -> CheckResult {
        let Samples { accounts, tokens, .. } = &self.samples;
        let session = self.open(self.paged(Pages::Two));
        let count = AtomicUsize::new(0);
        let is_later = move |_: &Request| count.fetch_add(1, Ordering::SeqCst) > 0;
        session.server.fail_when(is_later, Fault::Status(500));
        if let Ok(named) = session.adapter.tokens(&accounts[0]).await {
            return Err(describe_violation(
                "an error: the second page is answered with 500",
                format_args!("{named:?}"),
                "return the error: the tokens of the missing page look like tokens that do not exist",
            ));
        }
        session.server.heal();
        let call = || self.names(session.adapter.as_ref(), &accounts[0], &tokens[0]);
        until(self.harness.patience(), call, Result::is_ok).await
    }

    pub(super) async fn bounded(&self) -> CheckResult {
        let session = self.open(self.paged(Pages::Endless));
        for (account, tokens) in self.samples.accounts.iter().zip(&self.samples.tokens) {
            session.server.forget();
            let named = tokio::time::timeout(self.harness.patience(), session.adapter.tokens(account)).await;
            let (count, first) = (session.server.count(), &tokens[..1]);
            match named {
                Ok(Ok(named)) if is(&named, first) && count <= MAX_REQUESTS => (),
                other => {
                    return Err(describe_violation(
                        format_args!(
                            "{first:?} after at most {MAX_REQUESTS} requests: every page announces another one"
                        ),
                        format_args!("{other:?} after {count} requests"),
                        "limit the number of pages and name each token once",
                    ));
                }
            }
        }
        Ok(())
    }

    pub(super) async fn chain_neighbours(&self) -> CheckResult {
        let Samples { accounts, tokens, .. } = &self.samples;
        let session = self.open(TokenService {
            refused: Some(accounts[0].chain.clone()),
            ..self.usual()
        });
        for _ in 0..2 {
            if let Ok(named) = session.adapter.tokens(&accounts[0]).await {
                return Err(describe_violation(
                    format_args!("an error: the service refuses {}", accounts[0].chain),
                    format_args!("{named:?}"),
                    "return an error for a refusal: an empty list means that the account has no tokens",
                ));
            }
            // The refused chain must not affect the other one.
            self.names(session.adapter.as_ref(), &accounts[1], &tokens[1]).await?;
        }
        Ok(())
    }
}

/// Returns whether exactly these tokens are named, in this order.
fn is(named: &[NamedToken], expected: &[AssetId]) -> bool {
    named.iter().map(|token| &token.id).eq(expected)
}
