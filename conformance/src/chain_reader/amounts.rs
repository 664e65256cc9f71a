//! Requirements for exact amounts and decimals.

use ports::{AssetId, RawAmount, chain::Reading};

use super::{
    BlockState, ChainState,
    checks::{ChainReaderChecks, raw},
    offline::{read, sorted},
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
        for amount in self.amounts() {
            let mut chain = self.usual();
            chain.blocks[0].native = amount;
            self.reads(chain).await?;
        }
        Ok(())
    }

    pub(super) async fn exact_tokens(&self) -> CheckResult {
        let amounts = self.amounts();
        for nth in 0..amounts.len() {
            let mut chain = self.usual();
            let block_state = &mut chain.blocks[0];
            block_state.native = raw(77);
            for (at, (_, amount)) in block_state.tokens.iter_mut().enumerate() {
                *amount = Some(amounts[(nth + at) % amounts.len()]);
            }
            self.reads(chain).await?;
        }
        Ok(())
    }

    /// Holds each token in two places with 21 units each.
    pub(super) async fn places(&self) -> CheckResult {
        let with = |amount: u64| {
            let mut chain = self.usual();
            let tokens = &mut chain.blocks[0].tokens;
            tokens.iter_mut().for_each(|(_, stated)| *stated = Some(raw(amount)));
            chain
        };
        let chain = ChainState {
            in_two_places: true,
            ..with(21)
        };
        let expected = sorted(&self.expected(with(42).newest()));
        let found = sorted(&self.reading(chain).await?);
        if found == expected {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{expected:?}: each token is in two places with 21 units"),
            format_args!("{found:?}"),
            "add up the amounts of all places of a token, and name the token once",
        ))
    }

    /// Checks that a reading has exactly the amounts of the chain's only block.
    async fn reads(&self, chain: ChainState) -> CheckResult {
        let expected = sorted(&self.expected(chain.newest()));
        let found = sorted(&self.reading(chain).await?);
        if found == expected {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{expected:?}"),
            format_args!("{found:?}"),
            "parse amounts from their digits into a 256-bit integer, never through a float; name each asset once, the coin \
             included",
        ))
    }

    fn expected(&self, block_state: &BlockState) -> Reading {
        let native = (self.samples.native.clone(), block_state.native);
        let tokens = block_state
            .tokens
            .iter()
            .filter_map(|(id, raw)| Some((id.clone(), (*raw)?)));
        Reading {
            block: ports::Block {
                number: block_state.number,
                hash: block_state.hash.clone(),
                time: block_state.time,
            },
            source: ports::SourceId::fixed("kit"),
            host: String::new(),
            balances: std::iter::once(native).chain(tokens).collect(),
            unreadable: vec![],
        }
    }

    pub(super) async fn zero(&self) -> CheckResult {
        let mut chain = self.usual();
        let block_state = &mut chain.blocks[0];
        block_state.native = raw(0);
        block_state
            .tokens
            .iter_mut()
            .for_each(|(_, amount)| *amount = Some(raw(0)));
        let reading = self.reading(chain).await?;
        if reading.balances.is_empty() && reading.unreadable.is_empty() {
            return Ok(());
        }
        Err(describe_violation(
            "no balances and no unreadable tokens: every amount is zero",
            format_args!("{:?}, unreadable {:?}", reading.balances, reading.unreadable),
            "leave out an amount of zero; it is neither a balance nor a failure",
        ))
    }

    pub(super) async fn unreadable(&self) -> CheckResult {
        let mut chain = self.usual();
        chain.blocks[0].tokens[0].1 = None;
        let unusable = self.samples.tokens[0].clone();
        let reading = self.reading(chain.clone()).await?;
        let why = reading.unreadable.iter().find(|(id, _)| *id == unusable);
        if why.is_some_and(|(_, why)| !why.trim().is_empty()) && self.is(&reading, chain.newest()) {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{unusable} in unreadable with a reason, and every other balance"),
            format_args!("{:?}, unreadable {:?}", reading.balances, reading.unreadable),
            "put a token whose contract gives nothing usable into unreadable: its balance is unknown and not zero",
        ))
    }

    /// Gives each token each of the decimals once.
    pub(super) async fn decimals(&self) -> CheckResult {
        for nth in (0..DECIMALS.len()).step_by(self.samples.tokens.len()) {
            let of_place = |at: usize| Some(DECIMALS[(nth + at) % DECIMALS.len()]);
            self.states(of_place).await?;
        }
        Ok(())
    }

    /// Lets the contract of the first token state no decimals.
    pub(super) async fn no_decimals(&self) -> CheckResult {
        self.states(|at| (at > 0).then_some(6)).await
    }

    /// Checks that the metadata has exactly these decimals. A reading comes first, because some services state decimals with
    /// amounts.
    async fn states(&self, of_place: impl Fn(usize) -> Option<u8>) -> CheckResult {
        let tokens = self.samples.tokens.iter().cloned().enumerate();
        let expected: Vec<(AssetId, Option<u8>)> = tokens.map(|(at, token)| (token, of_place(at))).collect();
        let server = self.open(ChainState {
            decimals: expected.clone(),
            ..self.usual()
        });
        let reader = self.harness.reader(&server.url());
        read(reader.as_ref(), &self.samples).await?;
        let rows = reader.metadata(&self.samples.account.chain, &self.samples.tokens).await;
        let rows = rows.map_err(|error| {
            describe_violation("metadata", format_args!("{error:?}"), "read the usual answer first")
        })?;
        let stated = |token: &AssetId| {
            rows.iter()
                .find(|(id, _)| id == token)
                .and_then(|(_, row)| row.decimals)
        };
        let found: Vec<_> = expected.iter().map(|(id, _)| (id.clone(), stated(id))).collect();
        if found == expected {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("the decimals {expected:?}"),
            format_args!("{found:?}"),
            "take the decimals from the contract or mint of each token; there is no usual number, and unknown is None",
        ))
    }

    async fn reading(&self, chain: ChainState) -> Result<Reading, String> {
        let server = self.open(chain);
        read(self.harness.reader(&server.url()).as_ref(), &self.samples).await
    }
}
