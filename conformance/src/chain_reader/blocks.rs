//! Requirements for the block of a reading, for new blocks during a reading, and for failures in the middle of one.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{
    checks::{BlockGrowth, ChainReaderChecks, HEIGHT, balances},
    offline::{foreign, read, sorted},
    state::BlockState,
};
use crate::{
    mock_server::{Fault, Request},
    report::{CheckResult, describe_violation},
};

/// The largest number of requests for a reading of a few tokens.
const MAX_REQUESTS: usize = 40;

impl ChainReaderChecks {
    /// Requests the head and a reading of each account in turn, and all again.
    pub(super) async fn block(&self) -> CheckResult {
        let service = self.usual();
        let session = self.open(service.clone());
        for subject in self.subjects.iter().chain(&self.subjects) {
            let BlockState { number, hash, time, .. } = service.newest(subject);
            let chain = &subject.account.chain;
            let expected = format!("the newest block of {chain}, {number} {hash} of {time}");
            let head = session.adapter.head(chain).await;
            let head =
                head.map_err(|error| describe_violation(&expected, format_args!("{error:?}"), "let head() read it"))?;
            for block in [head, read(session.adapter.as_ref(), subject).await?.block] {
                if (block.number, &block.hash, block.time) != (*number, hash, *time) {
                    return Err(describe_violation(
                        &expected,
                        format_args!("{block:?}"),
                        "take number, hash and time from one answer about the newest block of this chain",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Adds a block before each request in turn: the reading, and the next one of another account, is of the old block or of
    /// the new one, or it fails.
    pub(super) async fn one_block(&self) -> CheckResult {
        let working = self.open(self.usual());
        read(working.adapter.as_ref(), &self.subjects[0]).await?;
        let blocks = [
            self.usual().first().blocks.remove(0),
            self.first_block_state(HEIGHT + 1),
        ];
        for before in 0..=working.server.count().min(MAX_REQUESTS) {
            let mut service = self.usual();
            service.growth = BlockGrowth::Before(before);
            let session = self.open(service);
            for subject in &self.subjects[..2] {
                let Ok(reading) = balances(&session, subject).await else {
                    continue;
                };
                if !blocks.iter().any(|block_state| self.is(&reading, subject, block_state)) {
                    return Err(describe_violation(
                        format_args!("the balances of one block, though a new block comes before request {before}"),
                        format_args!("{:?} at block {}", reading.balances, reading.block.number),
                        "read everything at one block by its number or hash, or compare the newest block before and after",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Lets every request fail from each request on in turn, and then reads both accounts from the same reader.
    pub(super) async fn whole(&self) -> CheckResult {
        let (working, service) = (self.open(self.usual()), self.usual());
        let subject = &self.subjects[0];
        let reference = read(working.adapter.as_ref(), subject).await?;
        for from in 0..working.server.count().min(MAX_REQUESTS) {
            let (session, count) = (self.open(self.usual()), AtomicUsize::new(0));
            session.server.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) >= from,
                Fault::Status(500),
            );
            if let Ok(reading) = balances(&session, subject).await
                && sorted(&reading) != sorted(&reference)
            {
                return Err(describe_violation(
                    format_args!("an error: every request from the one with index {from} on is answered with 500"),
                    format_args!("a reading of {:?}", reading.balances),
                    "return the error: a missing balance looks like a balance of zero",
                ));
            }
            session.server.heal();
            for subject in &self.subjects[..2] {
                self.becomes_current(&session, subject, &service).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn requests(&self) -> CheckResult {
        let session = self.open(self.usual());
        for subject in &self.subjects {
            session.server.forget();
            read(session.adapter.as_ref(), subject).await?;
            let count = session.server.count();
            if count > MAX_REQUESTS {
                return Err(describe_violation(
                    format_args!(
                        "at most {MAX_REQUESTS} requests for a reading of {} tokens",
                        subject.tokens.len()
                    ),
                    format_args!("{count} requests"),
                    "read several tokens in one request and read the newest block once",
                ));
            }
        }
        Ok(())
    }

    /// Requests both accounts in turn from a server of another chain.
    pub(super) async fn other_chain(&self) -> CheckResult {
        let mut service = self.usual();
        service.first().other_chain = true;
        let session = self.open(service);
        for subject in self.subjects[..2].iter().chain(&self.subjects[..2]) {
            let read = balances(&session, subject).await;
            if !read.as_ref().is_err_and(|error| error.code() == "refused") {
                return Err(describe_violation(
                    "RemoteError::Refused: the server is of another chain",
                    format_args!("{read:?}"),
                    "request the server's chain id or first block and refuse a server of another chain",
                ));
            }
            let address = subject.account.address.as_str().to_lowercase();
            let bare = address.trim_start_matches("0x");
            let has_address = |request: &&Request| {
                let body = String::from_utf8_lossy(&request.body).to_lowercase();
                request.target.to_lowercase().contains(bare) || body.contains(bare)
            };
            if let Some(request) = session.server.seen().iter().find(has_address) {
                return Err(describe_violation(
                    "no request with the address to a server of another chain",
                    format_args!("the address in a request to {}", request.path()),
                    "find out the server's chain before any request about an account",
                ));
            }
        }
        Ok(())
    }

    /// Requests a chain that the reader does not support, before and after one that it does.
    pub(super) async fn unsupported_chain(&self) -> CheckResult {
        let session = self.open(self.usual());
        for _ in 0..2 {
            session.server.forget();
            foreign(session.adapter.as_ref(), &self.samples).await?;
            let count = session.server.count();
            if count > 0 {
                return Err(describe_violation(
                    "no request for a chain that the reader does not read",
                    format_args!("{count} requests"),
                    "compare the chain with chains() before anything else",
                ));
            }
            read(session.adapter.as_ref(), &self.subjects[0]).await?;
        }
        Ok(())
    }
}
