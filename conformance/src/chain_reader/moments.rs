//! Blocks: which one is read, what happens when another one comes, and what happens when the server fails in the middle.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{
    Chain, Moment,
    alone::{read, sorted},
    bench::{Bench, Growing, HEIGHT, raw},
};
use crate::{
    door::{Fault, Request},
    report::{Verdict, violation},
};

/// More requests than a reading of a few tokens needs.
const MANY: usize = 40;

impl Bench {
    pub(super) async fn block(&self) -> Verdict {
        let (_door, reader) = self.honest();
        let chain = self.usual();
        let newest = chain.newest();
        let Moment { number, hash, time, .. } = newest;
        let expected = format!("the newest block, {number} {hash} of {time}");
        let head = reader.head(&self.samples.account.chain).await;
        let head = head.map_err(|error| violation(&expected, format_args!("{error:?}"), "let head() read it"))?;
        for block in [head, read(reader.as_ref(), &self.samples).await?.block] {
            if (block.number, &block.hash, block.time) != (*number, hash, *time) {
                return Err(violation(
                    &expected,
                    format_args!("{block:?}"),
                    "take number, hash and time from one answer about the newest block",
                ));
            }
        }
        Ok(())
    }

    /// The chain grows before each request in turn: the reading is of the old block or of the new one, or there is none.
    pub(super) async fn one_block(&self) -> Verdict {
        let (door, reader) = self.honest();
        read(reader.as_ref(), &self.samples).await?;
        let moments = [self.usual().moments.remove(0), self.moment(HEIGHT + 1, raw(77))];
        for before in 0..=door.count().min(MANY) {
            let door = self.growing(self.usual(), Growing::Before(before));
            let Ok(reading) = self.balances(&door).await else {
                continue;
            };
            if !moments.iter().any(|moment| self.is(&reading, moment)) {
                return Err(violation(
                    format_args!("the balances of one block, though a new block comes before request {before}"),
                    format_args!("{:?} at block {}", reading.balances, reading.block.number),
                    "read everything at one block by its number or hash, or compare the newest block before and after",
                ));
            }
        }
        Ok(())
    }

    /// From each request on the server fails.
    pub(super) async fn whole(&self) -> Verdict {
        let (door, reader) = self.honest();
        let honest = read(reader.as_ref(), &self.samples).await?;
        for from in 0..door.count().min(MANY) {
            let (door, count) = (self.open(self.usual()), AtomicUsize::new(0));
            door.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) >= from,
                Fault::Status(500),
            );
            let Ok(reading) = self.balances(&door).await else {
                continue;
            };
            if sorted(&reading) != sorted(&honest) {
                return Err(violation(
                    format_args!("an error: every request from the one with index {from} on is answered with 500"),
                    format_args!("a reading of {:?}", reading.balances),
                    "return the error: a missing balance cannot be told from a balance of zero",
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn requests(&self) -> Verdict {
        let (door, reader) = self.honest();
        read(reader.as_ref(), &self.samples).await?;
        match door.count() {
            count if count <= MANY => Ok(()),
            count => Err(violation(
                format_args!(
                    "at most {MANY} requests for a reading of {} tokens",
                    self.samples.tokens.len()
                ),
                format_args!("{count} requests"),
                "read several tokens in one request and read the newest block once",
            )),
        }
    }

    pub(super) async fn other_chain(&self) -> Verdict {
        let door = self.open(Chain {
            another: true,
            ..self.usual()
        });
        let read = self.balances(&door).await;
        if !read.as_ref().is_err_and(|error| error.code() == "refused") {
            return Err(violation(
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
        match door.seen().iter().find(|request| has_address(request)) {
            None => Ok(()),
            Some(request) => Err(violation(
                "no request with the address to a server of another chain",
                format_args!("the address in a request to {}", request.path()),
                "find out the server's chain before any request about an account",
            )),
        }
    }
}
