//! A chain reader of the toy service, with one flaw.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Clock as _, Profile, RawAmount, RemoteError, SourceId, Timestamp,
    asset::Metadata,
    chain::{Probe, Progress, Reading, WaitingTransactions},
    source::{NodeProblem, SourceKind},
};
use support::outgoing::WallClock;

use crate::requirements::toy::{Flaw, ToyClient, malformed, number, unsupported};

pub struct Reader {
    wire: ToyClient,
    count: AtomicUsize,
}

impl Reader {
    pub fn new(wire: ToyClient) -> Self {
        let count = AtomicUsize::new(0);
        Self { wire, count }
    }

    async fn newest(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        let head = self.wire.get(&format!("/head?chain={chain}")).await?;
        if head["chain"] != chain.as_str() && head["chain"].as_str().is_some() && !self.wire.is(Flaw::AnyChain) {
            return Err(RemoteError::Refused {
                who: "The toy".to_owned(),
                why: "it is of another chain".to_owned(),
            });
        }
        let behind = u64::from(self.wire.is(Flaw::OldHead));
        let block = head["number"]
            .as_u64()
            .zip(head["hash"].as_str())
            .zip(head["time"].as_i64());
        let ((number, hash), time) = block.ok_or_else(malformed)?;
        self.check_current(number, Timestamp::from_seconds(time), head["syncing"] == true)?;
        Ok(Block {
            number: number.saturating_sub(behind),
            hash: hash.to_owned(),
            time: Timestamp::from_seconds(time),
        })
    }

    /// Refuses a node without account data, unless accepting it is the flaw.
    async fn check_state(&self, chain: &ChainId) -> Result<(), RemoteError> {
        let state = self.wire.get(&format!("/state?chain={chain}")).await?;
        if state["has"] == false && !self.wire.is(Flaw::BelievesNodesWithoutState) {
            return Err(RemoteError::NotCurrent {
                who: "The toy".to_owned(),
                problem: NodeProblem::WithoutState,
                why: "it says so".to_owned(),
            });
        }
        Ok(())
    }

    /// Refuses a node that is not up to date, unless accepting it is the flaw.
    fn check_current(&self, number: u64, time: Timestamp, syncing: bool) -> Result<(), RemoteError> {
        let (now, day) = (WallClock.now(), Duration::from_hours(24));
        for (flaw, is_so, problem) in [
            (Flaw::BelievesSyncingNodes, syncing, NodeProblem::Syncing),
            (Flaw::BelievesTheFirstBlock, number == 0, NodeProblem::Behind),
            (Flaw::BelievesOldHeads, now.since(time) > day, NodeProblem::Behind),
            (Flaw::BelievesFutureHeads, time.since(now) > day, NodeProblem::Ahead),
        ] {
            if is_so && !self.wire.is(flaw) {
                return Err(RemoteError::NotCurrent {
                    who: "The toy".to_owned(),
                    problem,
                    why: "its newest block says so".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// `None` if the contract returns nothing.
    async fn raw(&self, account: &AccountId, token: &str, at: u64) -> Result<Option<RawAmount>, RemoteError> {
        let pinned = if self.wire.is(Flaw::Unpinned) {
            String::new()
        } else {
            format!("&at={at}")
        };
        let AccountId { chain, address } = account;
        let path = format!("/balance?chain={chain}&of={address}&token={token}{pinned}");
        let answer = match self.wire.get(&path).await {
            Err(_) if self.wire.is(Flaw::FailureIsZero) => return Ok(Some(RawAmount::ZERO)),
            answer => answer?,
        };
        let raw = answer.get("raw").ok_or_else(malformed)?;
        if raw.is_null() {
            return Ok(self.wire.is(Flaw::BrokenIsZero).then(|| "0".parse().unwrap()));
        }
        let flaw = match self.wire.flaw {
            Flaw::FloatTokens if token.contains("erc20") => Flaw::Float,
            flaw => flaw,
        };
        let mut amount = number(raw, flaw).ok_or_else(malformed)?;
        if let Some(more) = number(&answer["more"], flaw)
            && !self.wire.is(Flaw::FirstPlaceAlone)
        {
            amount = amount.add(more).map_err(|_| malformed())?;
        }
        amount.to_string().parse().map(Some).map_err(|_| malformed())
    }

    async fn read(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        if self.wire.is(Flaw::TellsFirst) {
            self.wire.get(&format!("/seen?of={}", account.address)).await?;
        }
        let block = self.newest(&account.chain).await?;
        self.check_state(&account.chain).await?;
        for _ in 0..if self.wire.is(Flaw::AsksTooOften) { 50 } else { 0 } {
            self.newest(&account.chain).await?;
        }
        let native = native(&account.chain);
        let mut reading = Reading {
            source: SourceId::fixed("toy"),
            host: "toy".to_owned(),
            balances: vec![],
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: vec![],
            waiting: WaitingTransactions::default(),
            block,
        };
        let total = u32::try_from(tokens.len()).unwrap();
        for (done, id) in std::iter::once(&native).chain(tokens).enumerate() {
            match self.raw(account, id.as_str(), reading.block.number).await {
                Err(_) if self.wire.is(Flaw::HalfRead) && done > 0 => (),
                Err(error) => return Err(error),
                Ok(Some(raw)) => reading.balances.push((id.clone(), raw)),
                Ok(None) => reading.unreadable.push((id.clone(), "it gives nothing".to_owned())),
            }
            let done = u32::try_from(done).unwrap();
            progress.report(
                if self.wire.is(Flaw::Backwards) {
                    total - done
                } else {
                    done
                },
                total,
            );
        }
        Ok(reading)
    }

    fn spoil(&self, reading: &mut Reading, tokens: &[AssetId]) {
        if self.wire.is(Flaw::ByPlace) {
            let mut sorted: Vec<AssetId> = tokens.to_vec();
            sorted.sort();
            let held = reading.balances.split_off(1).into_iter();
            reading
                .balances
                .extend(sorted.into_iter().zip(held.map(|(_, raw)| raw)));
        }
        if self.wire.is(Flaw::Forgetful) && self.count.fetch_add(1, Ordering::SeqCst) % 2 == 1 {
            reading.balances.pop();
        }
        match self.wire.flaw {
            Flaw::CoinIsLeftOut => drop(reading.balances.remove(0)),
            Flaw::NamesTokensTwice => reading.balances.extend(reading.balances[1..].to_vec()),
            Flaw::SmallLetters => reading
                .balances
                .iter_mut()
                .for_each(|(id, _)| *id = in_small_letters(id)),
            _ => {}
        }
        if !self.wire.is(Flaw::KeepsZero) {
            reading.balances.retain(|(_, raw)| !raw.is_zero());
        }
    }
}

#[async_trait]
impl ChainReader for Reader {
    fn profile(&self) -> Profile {
        self.wire.profile(SourceKind::Chain)
    }

    fn chains(&self) -> Vec<ChainId> {
        [1, 10].map(ChainId::evm).to_vec()
    }

    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        if !self.chains().contains(chain) && !self.wire.is(Flaw::AnswersForeign) {
            return Err(unsupported());
        }
        self.newest(chain).await
    }

    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        if !self.chains().contains(&account.chain) && !self.wire.is(Flaw::AnswersForeign) {
            if self.wire.is(Flaw::AsksForeign) {
                self.newest(&account.chain).await?;
            }
            return Err(unsupported());
        }
        let mut reading = self.read(account, tokens, progress).await?;
        self.spoil(&mut reading, tokens);
        Ok(reading)
    }

    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        let block = self.newest(&account.chain).await?;
        self.check_state(&account.chain).await?;
        let native = native(&account.chain);
        let held = self
            .raw(account, native.as_str(), block.number)
            .await?
            .ok_or_else(malformed)?;
        let held = if self.wire.is(Flaw::ProbeGuesses) {
            "5".parse().unwrap()
        } else {
            held
        };
        let reading = Reading {
            source: SourceId::fixed("toy"),
            host: "toy".to_owned(),
            balances: vec![(native, held)],
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: vec![],
            waiting: WaitingTransactions::default(),
            block,
        };
        Ok(Some(Probe {
            sent: 1,
            pending: 0,
            is_contract: false,
            is_delegated: false,
            reading,
        }))
    }

    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        let mut rows = Vec::new();
        for id in tokens {
            let answer = self.wire.get(&format!("/decimals?chain={chain}&of={id}")).await?;
            let stated = answer["decimals"].as_u64().and_then(|stated| u8::try_from(stated).ok());
            let decimals = match self.wire.flaw {
                Flaw::AlwaysEighteen => Some(18),
                Flaw::UnknownIsEighteen => stated.or(Some(18)),
                _ => stated,
            };
            rows.push((id.clone(), Metadata::cleaned("", "", decimals)));
        }
        if self.wire.is(Flaw::MoreMetadata) {
            rows.push((native(chain), Metadata::default()));
        }
        Ok(rows)
    }
}

/// The coin of a chain.
fn native(chain: &ChainId) -> AssetId {
    format!("{chain}/slip44:60").parse().unwrap()
}

/// The id as written by an adapter that ignores checksums.
fn in_small_letters(id: &AssetId) -> AssetId {
    AssetId::kept(&id.as_str().to_lowercase()).unwrap()
}
