//! Requirements for the block of a reading, for new blocks during a reading, and for failures in the middle of one.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{
    BlockState, ChainState,
    checks::{BlockGrowth, ChainReaderChecks, HEIGHT, raw},
    offline::{read, sorted},
};
use crate::{
    mock_server::{Fault, Request},
    report::{CheckResult, describe_violation},
};

/// The largest number of requests for a reading of a few tokens.
const MAX_REQUESTS: usize = 40;

impl ChainReaderChecks {
    pub(super) async fn block(&self) -> CheckResult {
        let (_server, reader) = self.open_usual();
        let chain = self.usual();
        let newest = chain.newest();
        let BlockState { number, hash, time, .. } = newest;
        let expected = format!("the newest block, {number} {hash} of {time}");
        let head = reader.head(&self.samples.account.chain).await;
        let head =
            head.map_err(|error| describe_violation(&expected, format_args!("{error:?}"), "let head() read it"))?;
        for block in [head, read(reader.as_ref(), &self.samples).await?.block] {
            if (block.number, &block.hash, block.time) != (*number, hash, *time) {
                return Err(describe_violation(
                    &expected,
                    format_args!("{block:?}"),
                    "take number, hash and time from one answer about the newest block",
                ));
            }
        }
        Ok(())
    }

    /// Adds a block before each request in turn: the reading is of the old block or of the new one, or it fails.
    pub(super) async fn one_block(&self) -> CheckResult {
        let (server, reader) = self.open_usual();
        read(reader.as_ref(), &self.samples).await?;
        let blocks = [self.usual().blocks.remove(0), self.block_state(HEIGHT + 1, raw(77))];
        for before in 0..=server.count().min(MAX_REQUESTS) {
            let server = self.open_growing(self.usual(), BlockGrowth::Before(before));
            let Ok(reading) = self.balances(&server).await else {
                continue;
            };
            if !blocks.iter().any(|block_state| self.is(&reading, block_state)) {
                return Err(describe_violation(
                    format_args!("the balances of one block, though a new block comes before request {before}"),
                    format_args!("{:?} at block {}", reading.balances, reading.block.number),
                    "read everything at one block by its number or hash, or compare the newest block before and after",
                ));
            }
        }
        Ok(())
    }

    /// Lets every request fail from each request on in turn.
    pub(super) async fn whole(&self) -> CheckResult {
        let (server, reader) = self.open_usual();
        let reference = read(reader.as_ref(), &self.samples).await?;
        for from in 0..server.count().min(MAX_REQUESTS) {
            let (server, count) = (self.open(self.usual()), AtomicUsize::new(0));
            server.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) >= from,
                Fault::Status(500),
            );
            let Ok(reading) = self.balances(&server).await else {
                continue;
            };
            if sorted(&reading) != sorted(&reference) {
                return Err(describe_violation(
                    format_args!("an error: every request from the one with index {from} on is answered with 500"),
                    format_args!("a reading of {:?}", reading.balances),
                    "return the error: a missing balance looks like a balance of zero",
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn requests(&self) -> CheckResult {
        let (server, reader) = self.open_usual();
        read(reader.as_ref(), &self.samples).await?;
        match server.count() {
            count if count <= MAX_REQUESTS => Ok(()),
            count => Err(describe_violation(
                format_args!(
                    "at most {MAX_REQUESTS} requests for a reading of {} tokens",
                    self.samples.tokens.len()
                ),
                format_args!("{count} requests"),
                "read several tokens in one request and read the newest block once",
            )),
        }
    }

    pub(super) async fn other_chain(&self) -> CheckResult {
        let server = self.open(ChainState {
            other_chain: true,
            ..self.usual()
        });
        let read = self.balances(&server).await;
        if !read.as_ref().is_err_and(|error| error.code() == "refused") {
            return Err(describe_violation(
                "RemoteError::Refused: the server is of another chain",
                format_args!("{read:?}"),
                "request the server's chain id or first block and refuse a server of another chain",
            ));
        }
        let address = self.samples.account.address.as_str().to_lowercase();
        let bare = address.trim_start_matches("0x");
        let has_address = |request: &Request| {
            let body = String::from_utf8_lossy(&request.body).to_lowercase();
            request.target.to_lowercase().contains(bare) || body.contains(bare)
        };
        match server.seen().iter().find(|request| has_address(request)) {
            None => Ok(()),
            Some(request) => Err(describe_violation(
                "no request with the address to a server of another chain",
                format_args!("the address in a request to {}", request.path()),
                "find out the server's chain before any request about an account",
            )),
        }
    }
}
