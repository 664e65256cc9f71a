//! Requirements for several readings in turn, and at the same time.

use futures::future::join_all;
use ports::{AssetId, RawAmount, RemoteError, chain::Reading};

use super::{
    checks::{ChainReaderChecks, ChainService, ChainSession, balances, held, raw},
    offline::{Subject, read, read_of, sorted},
    state::AccountBalances,
};
use crate::{
    adapter_session::until,
    report::{CheckResult, describe_violation},
};

const FIX: &str =
    "keep no balances between readings, or keep them with the chain, the account, the tokens and the block";

impl ChainReaderChecks {
    /// Reads each account in turn, the first one after each other one, and then all at the same time.
    pub(super) async fn accounts(&self) -> CheckResult {
        let service = self.usual();
        let session = self.open(service.clone());
        let first = &self.subjects[0];
        for subject in &self.subjects {
            for subject in [subject, first] {
                let reading = read(session.adapter.as_ref(), subject).await?;
                self.is_of(&reading, subject, &service)?;
            }
        }
        let (reader, twice) = (session.adapter.as_ref(), self.subjects.iter().chain(&self.subjects));
        let concurrent = twice.map(|subject| async move { (subject, read(reader, subject).await) });
        for (subject, reading) in join_all(concurrent).await {
            self.is_of(&reading?, subject, &service)?;
        }
        Ok(())
    }

    fn is_of(&self, reading: &Reading, subject: &Subject, service: &ChainService) -> CheckResult {
        let newest = service.newest(subject);
        if self.is(reading, subject, newest) {
            return Ok(());
        }
        Err(describe_violation(
            format_args!(
                "{:?} of {} at block {}",
                held(subject, newest, 1),
                subject.account,
                newest.number
            ),
            format_args!("{:?} at block {}", reading.balances, reading.block.number),
            FIX,
        ))
    }

    /// Requests different tokens of one account in turn.
    pub(super) async fn tokens(&self) -> CheckResult {
        let service = self.usual();
        let session = self.open(service.clone());
        let subject = &self.subjects[0];
        let reads_all = session
            .adapter
            .profile()
            .capabilities
            .iter()
            .any(|capability| capability == ports::chain::ALL_TOKENS)
            || subject.account.chain.evm_number().is_none();
        let all = held(subject, service.newest(subject), 1);
        let parts = [
            &subject.tokens[..1],
            &subject.tokens[1..],
            &subject.tokens[..],
            &[],
            &subject.tokens[..1],
        ];
        for tokens in parts {
            let is_requested = |id: &AssetId| *id == subject.native || tokens.contains(id);
            let expected: Vec<&(AssetId, RawAmount)> = all.iter().filter(|(id, _)| is_requested(id)).collect();
            let found = sorted(&read_of(session.adapter.as_ref(), subject, tokens).await?);
            let may_have = |one: &(AssetId, RawAmount)| all.contains(one) && (reads_all || is_requested(&one.0));
            if !expected.iter().all(|one| found.contains(one)) || !found.iter().all(may_have) {
                return Err(describe_violation(
                    format_args!("{expected:?}: the coin and the tokens {tokens:?}"),
                    format_args!("{found:?}"),
                    FIX,
                ));
            }
        }
        Ok(())
    }

    /// Adds blocks to the chain between the readings of one reader: the balances change, and then they are zero.
    pub(super) async fn current(&self) -> CheckResult {
        let session = self.open(self.usual());
        let [first, second, ..] = &self.subjects[..] else {
            return Ok(());
        };
        let mut service = self.usual();
        self.becomes_current(&session, first, &service).await?;
        self.becomes_current(&session, second, &service).await?;
        for is_empty in [false, true, false] {
            service = self.grown(&service);
            if is_empty {
                empty(service.held(first));
            }
            session.set(service.clone());
            self.becomes_current(&session, first, &service).await?;
            self.becomes_current(&session, second, &service).await?;
            let newest = service.newest(first).number;
            let head = || session.adapter.head(&first.account.chain);
            let head = until(self.harness.patience(), head, |head| {
                head.as_ref().is_ok_and(|block| block.number == newest)
            });
            let head = head.await.map(|block| block.number);
            if head != Ok(newest) {
                return Err(describe_violation(
                    format_args!("block {newest} from head(), the new block"),
                    format_args!("{head:?}"),
                    "request the newest block again after a few seconds at most",
                ));
            }
        }
        Ok(())
    }

    /// Reads an account until the reading is of the newest block. Every reading has the balances of the block that it names.
    pub(super) async fn becomes_current(
        &self,
        session: &ChainSession,
        subject: &Subject,
        service: &ChainService,
    ) -> CheckResult {
        let blocks = &service.chains[0].blocks;
        let newest = service.newest(subject);
        let is_current = |reading: &Reading| self.is(reading, subject, newest);
        let is_wrong = |reading: &Reading| !blocks.iter().any(|block| self.is(reading, subject, block));
        let ends = |reading: &Result<Reading, RemoteError>| {
            reading
                .as_ref()
                .is_ok_and(|reading| is_current(reading) || is_wrong(reading))
        };
        let reading = until(self.harness.patience(), || balances(session, subject), ends).await;
        if reading.as_ref().is_ok_and(is_current) {
            return Ok(());
        }
        Err(describe_violation(
            format_args!(
                "soon {:?} of {} at block {}, the new block",
                held(subject, newest, 1),
                subject.account,
                newest.number
            ),
            format_args!("{:?}", reading.map(|reading| (reading.balances, reading.block.number))),
            FIX,
        ))
    }
}

fn empty(account: &mut AccountBalances) {
    account.native = raw(0);
    account.tokens.iter_mut().for_each(|(_, amount)| *amount = Some(raw(0)));
}
