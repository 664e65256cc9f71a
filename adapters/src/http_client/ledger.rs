//! The writer of the privacy ledger, in batches.
//!
//! A row is added before its request is sent, buffered for at most [`DELAY`], and then written with the others. A process
//! that is killed loses at most the rows of the last half second; a regular shutdown loses none. While the database
//! accepts no rows and the buffer is full, requests are rejected: nothing is disclosed without a row in the ledger.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use ports::{Clock, Disclosure, DisclosureStore, StorageError, Timestamp};
use tokio::time::sleep;

use super::request::RequestContext;

/// How long a row may be buffered.
const DELAY: Duration = Duration::from_millis(500);
/// The maximum number of buffered rows.
const MOST: usize = 10_000;

/// The key of a row: equal disclosures to the same host on the same day are one row with a count.
type LedgerKey = (
    String,
    String,
    &'static str,
    ports::disclosure::DisclosedField,
    Option<ports::ChainId>,
    String,
);

#[derive(Default)]
struct Buffer {
    rows: HashMap<LedgerKey, Disclosure>,
    scheduled: bool,
}

/// Buffers disclosures and writes them to storage.
pub struct Ledger {
    store: Arc<dyn DisclosureStore>,
    clock: Arc<dyn Clock>,
    buffer: Mutex<Buffer>,
    writing: tokio::sync::Mutex<()>,
}

impl Ledger {
    pub(super) fn new(store: Arc<dyn DisclosureStore>, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            clock,
            buffer: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
        }
    }

    /// Adds a row for a request that is about to be sent, and schedules the write.
    pub(super) fn add(self: &Arc<Self>, host: &str, context: &RequestContext) -> Result<(), &'static str> {
        let row = row(host, context, self.clock.now());
        let mut buffer = self.buffer();
        if buffer.rows.len() >= MOST {
            return Err("the request log cannot be written right now, and nothing is sent without being logged");
        }
        merge(&mut buffer.rows, context.purpose, row);
        if !buffer.scheduled {
            buffer.scheduled = true;
            tokio::spawn(Self::write_soon(self.clone()));
        }
        Ok(())
    }

    /// Writes every buffered row. Rows that could not be written stay in the buffer.
    pub(super) async fn flush(&self) -> Result<(), StorageError> {
        let _one_at_a_time = self.writing.lock().await;
        let buffered = std::mem::take(&mut self.buffer().rows);
        if buffered.is_empty() {
            return Ok(());
        }
        let (keys, rows): (Vec<LedgerKey>, Vec<Disclosure>) = buffered.into_iter().unzip();
        let written = self.store.record(&rows).await;
        if written.is_err() {
            let mut buffer = self.buffer();
            for (key, row) in keys.into_iter().zip(rows) {
                merge(&mut buffer.rows, key.2, row);
            }
        }
        written
    }

    async fn write_soon(ledger: Arc<Self>) {
        loop {
            sleep(DELAY).await;
            let written = ledger.flush().await;
            let mut buffer = ledger.buffer();
            if written.is_ok() && buffer.rows.is_empty() {
                buffer.scheduled = false;
                return;
            }
            if let Err(why) = written {
                tracing::warn!(rows = buffer.rows.len(), %why, "the privacy ledger could not be written; trying again");
            }
        }
    }

    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn row(host: &str, context: &RequestContext, now: Timestamp) -> Disclosure {
    Disclosure {
        host: host.to_owned(),
        source: context.source.clone(),
        purpose: context.purpose.to_owned(),
        disclosed: context.disclosed.clone(),
        chain: context.chain.clone(),
        count: 1,
        first_at: now,
        last_at: now,
    }
}

fn merge(rows: &mut HashMap<LedgerKey, Disclosure>, purpose: &'static str, row: Disclosure) {
    let key = (
        row.host.clone(),
        row.source.to_string(),
        purpose,
        row.disclosed.clone(),
        row.chain.clone(),
        row.first_at.day(),
    );
    match rows.get_mut(&key) {
        Some(known) => {
            known.count += row.count;
            known.first_at = known.first_at.min(row.first_at);
            known.last_at = known.last_at.max(row.last_at);
        }
        None => {
            rows.insert(key, row);
        }
    }
}
