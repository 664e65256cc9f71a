//! Requirements for exact amounts and decimals.

use ports::{AssetId, RawAmount};

use super::{
    checks::{ChainReaderChecks, ChainService, held, raw},
    offline::{Subject, read, sorted},
    state::ChainState,
};
use crate::report::{CheckResult, describe_violation};

/// Amounts that do not fit a float, 64 bits or 128 bits: 2^53 + 1, ether with 18 decimals, 2^64 + 1, 2^128 + 1.
const AMOUNTS: [&str; 4] = [
    "9007199254740993",
    "1234567890123456789",
    "18446744073709551617",
    "340282366920938463463374607431768211457",
];
/// Decimals of tokens, including unusual ones.
const DECIMALS: [u8; 5] = [0, 6, 8, 18, 24];

impl ChainReaderChecks {
    /// Returns amounts in which a lost digit shows, up to the largest that the service can represent.
    pub(super) fn amounts(&self) -> Vec<RawAmount> {
        let known = AMOUNTS.iter().filter_map(|digits| digits.parse().ok());
        let mut amounts: Vec<RawAmount> = known.filter(|amount| *amount < self.samples.largest).collect();
        amounts.push(self.samples.largest);
        amounts
    }

    pub(super) async fn exact(&self) -> CheckResult {
        let amounts = self.amounts();
        for nth in 0..amounts.len() {
            let mut service = self.usual();
            for (place, subject) in self.subjects.iter().enumerate() {
                service.held(subject).native = amounts[(nth + place) % amounts.len()];
            }
            self.reads(service, 1, "name each asset once, the coin included")
                .await?;
        }
        Ok(())
    }

    pub(super) async fn exact_tokens(&self) -> CheckResult {
        let amounts = self.amounts();
        for nth in 0..amounts.len() {
            let mut service = self.usual();
            for (place, subject) in self.subjects.iter().enumerate() {
                for (at, (_, amount)) in service.held(subject).tokens.iter_mut().enumerate() {
                    *amount = Some(amounts[(nth + place + at) % amounts.len()]);
                }
            }
            self.reads(service, 1, "name each asset once").await?;
        }
        Ok(())
    }

    /// Holds each token in two places.
    pub(super) async fn places(&self) -> CheckResult {
        let mut service = self.usual();
        service.chains.iter_mut().for_each(|chain| chain.in_two_places = true);
        let advice = "add up the amounts of all places of a token, and name the token once";
        self.reads(service, 2, advice).await
    }

    /// Checks that the readings of all accounts in turn, and of the first ones again, have exactly the amounts of the newest
    /// block, with each token in this number of places.
    async fn reads(&self, service: ChainService, places: usize, advice: &str) -> CheckResult {
        let session = self.open(service.clone());
        for subject in self.subjects.iter().chain(&self.subjects[..2]) {
            let expected = held(subject, service.newest(subject), places);
            let found = sorted(&read(session.adapter.as_ref(), subject).await?);
            if found != expected {
                return Err(describe_violation(
                    format_args!("{expected:?} of {}", subject.account),
                    format_args!("{found:?}"),
                    format_args!(
                        "parse amounts from their digits into a 256-bit integer, never through a float; {advice}; keep no \
                         balances of another account"
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Reads an account whose balances are all zero, between one with balances and that one again.
    pub(super) async fn zero(&self) -> CheckResult {
        let mut service = self.usual();
        let [empty, other, ..] = &self.subjects[..] else {
            return Ok(());
        };
        let account = service.held(empty);
        account.native = raw(0);
        account.tokens.iter_mut().for_each(|(_, amount)| *amount = Some(raw(0)));
        let session = self.open(service.clone());
        for subject in [other, empty, other, empty] {
            let reading = read(session.adapter.as_ref(), subject).await?;
            if !self.is(&reading, subject, service.newest(subject)) || !reading.unreadable.is_empty() {
                return Err(describe_violation(
                    format_args!(
                        "{:?} of {}, and no unreadable tokens",
                        held(subject, service.newest(subject), 1),
                        subject.account
                    ),
                    format_args!("{:?}, unreadable {:?}", reading.balances, reading.unreadable),
                    "leave out an amount of zero; it is neither a balance nor a failure",
                ));
            }
        }
        Ok(())
    }

    /// Reads an account for which a token's contract returns nothing usable, and in turn another one for which it does.
    pub(super) async fn unreadable(&self) -> CheckResult {
        let mut service = self.usual();
        let [broken, other, ..] = &self.subjects[..] else {
            return Ok(());
        };
        let token = &broken.tokens[0];
        service.held(broken).tokens[0].1 = None;
        let session = self.open(service.clone());
        for subject in [broken, other, broken] {
            let reading = read(session.adapter.as_ref(), subject).await?;
            let why = reading
                .unreadable
                .iter()
                .find(|(id, _)| id == token)
                .map(|(_, why)| why);
            let is_stated = match why {
                Some(why) => subject.account == broken.account && !why.trim().is_empty(),
                None => subject.account == other.account,
            };
            if !is_stated || !self.is(&reading, subject, service.newest(subject)) {
                return Err(describe_violation(
                    format_args!(
                        "{token} in unreadable with a reason for {} alone, and every other balance of {}",
                        broken.account, subject.account
                    ),
                    format_args!("{:?}, unreadable {:?}", reading.balances, reading.unreadable),
                    "put a token whose contract gives nothing usable into unreadable: its balance is unknown and not zero",
                ));
            }
        }
        Ok(())
    }

    /// Gives each token each of the decimals once.
    pub(super) async fn decimals(&self) -> CheckResult {
        for nth in (0..DECIMALS.len()).step_by(self.samples.tokens.len()) {
            let of_place = |chain: usize, at: usize| Some(DECIMALS[(nth + chain * 2 + at) % DECIMALS.len()]);
            self.states(of_place).await?;
        }
        Ok(())
    }

    /// Lets the contract of the first token state no decimals.
    pub(super) async fn no_decimals(&self) -> CheckResult {
        self.states(|_, at| (at > 0).then_some(6)).await
    }

    /// Checks that the metadata has exactly these decimals, by the place of the chain and of the token, in calls about one
    /// token, about all of them, and in the opposite order. A reading comes first, because some services state decimals with
    /// amounts.
    async fn states(&self, of_place: impl Fn(usize, usize) -> Option<u8>) -> CheckResult {
        let mut service = self.usual();
        for (place, chain) in service.chains.iter_mut().enumerate() {
            for (at, (_, decimals)) in chain.decimals.iter_mut().enumerate() {
                *decimals = of_place(place, at);
            }
        }
        let session = self.open(service.clone());
        let of_chains: Vec<(&Subject, ChainState)> = self
            .subjects
            .iter()
            .step_by(2)
            .zip(service.chains.iter().cloned())
            .collect();
        for (subject, _) in &of_chains {
            read(session.adapter.as_ref(), subject).await?;
        }
        for (subject, chain) in of_chains.iter().chain(&of_chains) {
            let backwards = subject.tokens.iter().rev().cloned().collect();
            let single = subject.tokens.iter().map(|token| vec![token.clone()]);
            for tokens in single.chain([subject.tokens.clone(), backwards]) {
                let rows = session.adapter.metadata(&chain.chain, &tokens).await;
                let rows = rows.map_err(|error| {
                    describe_violation("metadata", format_args!("{error:?}"), "read the usual answer first")
                })?;
                let stated = |token: &AssetId| rows.iter().find(|(id, _)| id == token)?.1.decimals;
                let pair = |decimals: Option<u8>, token: &AssetId| (token.clone(), decimals);
                let expected: Vec<_> = tokens
                    .iter()
                    .map(|token| pair(chain.decimals_of(token), token))
                    .collect();
                let found: Vec<_> = tokens.iter().map(|token| pair(stated(token), token)).collect();
                if found != expected {
                    return Err(describe_violation(
                        format_args!("the decimals {expected:?}"),
                        format_args!("{found:?}"),
                        "take the decimals from the contract or mint of each token, on its chain; there is no usual number, \
                         and unknown is None",
                    ));
                }
            }
        }
        Ok(())
    }
}
