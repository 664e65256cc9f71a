//! The privacy ledger's pen: which host was told what, written in batches.
//!
//! A line is noted before its request leaves, kept in memory for at most [`DELAY`], and then written together with the
//! others. A process that is killed loses the lines of its last half second at most; one that stops in order loses none.
//! When the store does not take lines and too many wait, requests are refused: nothing is told that cannot be noted.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use ports::{Clock, Disclosure, DisclosureStore, StorageError, Timestamp};
use tokio::time::sleep;

use super::request::Errand;

/// How long a line may wait.
const DELAY: Duration = Duration::from_millis(500);
/// Lines that may wait.
const MOST: usize = 10_000;

/// A line's identity: the same thing told to the same host on the same day is one line with a count.
type Key = (
    String,
    String,
    &'static str,
    ports::disclosure::Told,
    Option<ports::ChainId>,
    String,
);

#[derive(Default)]
struct Waiting {
    lines: HashMap<Key, Disclosure>,
    scheduled: bool,
}

/// Collects disclosures and hands them to the store.
pub struct Ledger {
    store: Arc<dyn DisclosureStore>,
    clock: Arc<dyn Clock>,
    waiting: Mutex<Waiting>,
    writing: tokio::sync::Mutex<()>,
}

impl Ledger {
    pub(super) fn new(store: Arc<dyn DisclosureStore>, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            clock,
            waiting: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
        }
    }

    /// Notes that a host is about to be told something, and sees to it that the note is written soon.
    pub(super) fn note(self: &Arc<Self>, host: &str, errand: &Errand) -> Result<(), &'static str> {
        let line = line(host, errand, self.clock.now());
        let mut waiting = self.waiting();
        if waiting.lines.len() >= MOST {
            return Err("the request log cannot be written right now, and nothing is sent without being logged");
        }
        add(&mut waiting.lines, errand.purpose, line);
        if !waiting.scheduled {
            waiting.scheduled = true;
            tokio::spawn(Self::write_soon(self.clone()));
        }
        Ok(())
    }

    /// Writes every line that waits. Lines that the store did not take wait on.
    pub(super) async fn flush(&self) -> Result<(), StorageError> {
        let _one_at_a_time = self.writing.lock().await;
        let lines = std::mem::take(&mut self.waiting().lines);
        if lines.is_empty() {
            return Ok(());
        }
        let (keys, rows): (Vec<Key>, Vec<Disclosure>) = lines.into_iter().unzip();
        let written = self.store.record(&rows).await;
        if written.is_err() {
            let mut waiting = self.waiting();
            for (key, row) in keys.into_iter().zip(rows) {
                add(&mut waiting.lines, key.2, row);
            }
        }
        written
    }

    async fn write_soon(ledger: Arc<Self>) {
        loop {
            sleep(DELAY).await;
            let written = ledger.flush().await;
            let mut waiting = ledger.waiting();
            if written.is_ok() && waiting.lines.is_empty() {
                waiting.scheduled = false;
                return;
            }
            if let Err(why) = written {
                tracing::warn!(lines = waiting.lines.len(), %why, "the privacy ledger could not be written; trying again");
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn line(host: &str, errand: &Errand, now: Timestamp) -> Disclosure {
    Disclosure {
        host: host.to_owned(),
        source: errand.source.clone(),
        purpose: errand.purpose.to_owned(),
        told: errand.told.clone(),
        chain: errand.chain.clone(),
        count: 1,
        first_at: now,
        last_at: now,
    }
}

fn add(lines: &mut HashMap<Key, Disclosure>, purpose: &'static str, line: Disclosure) {
    let key = (
        line.host.clone(),
        line.source.to_string(),
        purpose,
        line.told.clone(),
        line.chain.clone(),
        line.first_at.day(),
    );
    match lines.get_mut(&key) {
        Some(known) => {
            known.count += line.count;
            known.first_at = known.first_at.min(line.first_at);
            known.last_at = known.last_at.max(line.last_at);
        }
        None => {
            lines.insert(key, line);
        }
    }
}
