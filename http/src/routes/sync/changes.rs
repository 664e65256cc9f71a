//! The changes to send to a client: everything, or what changed since its last state.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use domain::sync::{SyncSource, SyncStatus};

/// A state that a client has: the revision of the jobs, and a hash of the wallets. Its text is the id of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    revision: i64,
    layout: u64,
}

impl Cursor {
    /// Returns the cursor of a status.
    pub fn of(status: &SyncStatus) -> Self {
        let SyncStatus { revision, layout, .. } = *status;
        Self { revision, layout }
    }

    /// Whether the client has not been sent this revision.
    pub fn is_before(self, revision: i64) -> bool {
        self.revision < revision
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { revision, layout } = self;
        write!(f, "{revision}-{layout:016x}")
    }
}

/// The error of a text that is not a cursor. Its client is sent everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCursorError;

impl FromStr for Cursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<Self, ParseCursorError> {
        let (revision, layout) = text.trim().split_once('-').ok_or(ParseCursorError)?;
        Ok(Self {
            revision: revision.parse().map_err(|_| ParseCursorError)?,
            layout: u64::from_str_radix(layout, 16).map_err(|_| ParseCursorError)?,
        })
    }
}

/// The difference between two states of a client.
#[derive(Debug, PartialEq)]
pub struct Changes<'a> {
    /// The state that the changes apply to; `None` if everything is sent.
    pub since: Option<Cursor>,
    /// Sources that are new or changed.
    pub sources: Vec<&'a SyncSource>,
    /// Ids of sources that were removed.
    pub gone: Vec<&'a str>,
}

impl<'a> Changes<'a> {
    /// Returns the full state.
    pub fn full(now: &'a SyncStatus) -> Self {
        Self {
            since: None,
            sources: now.sources.iter().collect(),
            gone: vec![],
        }
    }

    /// Returns what changed since a client's state. Returns everything if the changes are unknown: the wallets are others, sources
    /// are left out, or this database has not reached the revision.
    pub fn since(now: &'a SyncStatus, since: Option<Cursor>) -> Self {
        let known =
            since.filter(|since| now.left_out == 0 && since.layout == now.layout && since.revision <= now.revision);
        let Some(since) = known else { return Self::full(now) };
        Self {
            since: Some(since),
            sources: now
                .sources
                .iter()
                .filter(|source| source.revision > since.revision)
                .collect(),
            gone: vec![],
        }
    }

    /// Returns what changed between two states of a stream.
    pub fn between(before: &'a SyncStatus, now: &'a SyncStatus) -> Self {
        let mut known: HashMap<&str, &SyncSource> = before
            .sources
            .iter()
            .map(|source| (source.id.as_str(), source))
            .collect();
        let sources = now
            .sources
            .iter()
            .filter(|source| known.remove(source.id.as_str()) != Some(*source));
        Self {
            since: Some(Cursor::of(before)),
            sources: sources.collect(),
            gone: known.into_keys().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::sync::{SyncCounts, SyncKind, SyncState};
    use ports::Timestamp;

    use super::*;

    fn source(id: &str, revision: i64) -> SyncSource {
        SyncSource {
            id: id.to_owned(),
            kind: SyncKind::Name,
            label: id.to_owned(),
            wallet: None,
            account: None,
            chain_name: None,
            state: SyncState::Done,
            done: 1,
            total: None,
            attempts: 0,
            next_try_at: None,
            last_error: None,
            finished_at: None,
            updated_at: Timestamp::from_seconds(revision),
            revision,
            history: None,
        }
    }

    fn status(sources: Vec<SyncSource>, layout: u64) -> SyncStatus {
        SyncStatus {
            next: vec![],
            left_out: 0,
            counts: SyncCounts::default(),
            settled: 0,
            revision: sources.iter().map(|source| source.revision).max().unwrap_or(0),
            layout,
            sources,
        }
    }

    fn ids<'a>(changes: &Changes<'a>) -> Vec<&'a str> {
        changes.sources.iter().map(|source| source.id.as_str()).collect()
    }

    #[test]
    fn a_cursor_parses_only_its_own_text() {
        let cursor = Cursor {
            revision: 1284,
            layout: u64::MAX - 5,
        };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for text in ["", "1284", "-1", "x-1", "1-x", "1284-"] {
            assert_eq!(text.parse::<Cursor>(), Err(ParseCursorError), "{text}");
        }
    }

    #[test]
    fn a_client_is_sent_the_changes_or_everything_if_they_are_unknown() {
        let before = status(vec![source("a", 1), source("b", 2)], 7);
        let now = status(vec![source("a", 1), source("b", 5), source("c", 4)], 7);
        let since = Some(Cursor::of(&before));
        let changes = Changes::since(&now, since);
        assert_eq!((changes.since, ids(&changes)), (since, vec!["b", "c"]));
        assert_eq!(ids(&Changes::since(&now, Some(Cursor::of(&now)))), Vec::<&str>::new());
        let other_wallets = Cursor {
            layout: 8,
            ..Cursor::of(&before)
        };
        let from_the_future = Cursor { revision: 6, layout: 7 };
        for unknown in [None, Some(other_wallets), Some(from_the_future)] {
            assert_eq!(Changes::since(&now, unknown), Changes::full(&now));
        }
        let cut = SyncStatus {
            left_out: 1,
            ..now.clone()
        };
        assert_eq!(Changes::since(&cut, since), Changes::full(&cut));
    }

    #[test]
    fn a_stream_is_sent_changed_new_and_removed_sources() {
        let before = status(vec![source("a", 1), source("b", 2), source("c", 3)], 7);
        let now = status(vec![source("a", 1), source("b", 5), source("d", 4)], 8);
        let changes = Changes::between(&before, &now);
        assert_eq!((ids(&changes), changes.gone), (vec!["b", "d"], vec!["c"]));
        let unchanged = Changes::between(&now, &now);
        assert!(unchanged.sources.is_empty() && unchanged.gone.is_empty());
    }
}
