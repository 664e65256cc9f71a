//! Why no source reported a page.

use ports::{RemoteError, Timestamp};

use crate::sync::handlers::job_error::JobError;

/// The failures of the sources of one page.
#[derive(Default)]
pub(super) struct PageFailures {
    temporary: Option<RemoteError>,
    backoff_until: Option<Timestamp>,
    /// Whether a source refused a request that it serves in general.
    is_refused: bool,
}

impl PageFailures {
    pub(super) fn wait(&mut self, until: Timestamp) {
        self.backoff_until = Some(self.backoff_until.map_or(until, |first| first.min(until)));
    }

    /// Keeps an error if a later request may succeed. A refusal of the chain, the plan or the key is answered the same
    /// tomorrow, so that the next source, or a gap, takes its place.
    pub(super) fn add(&mut self, error: RemoteError) {
        match error {
            RemoteError::Unsupported { .. } | RemoteError::KeyRequired { .. } => {}
            RemoteError::Refused { .. } => self.is_refused = true,
            error => self.temporary = Some(error),
        }
    }

    /// Returns whether no source serves the stream without another key or plan.
    pub(super) fn is_unserved(&self) -> bool {
        self.temporary.is_none() && self.backoff_until.is_none() && !self.is_refused
    }

    /// Returns why the page is to be read later; `None` where no source can ever report it.
    pub(super) fn into_error(self) -> Option<JobError> {
        match (self.temporary, self.backoff_until) {
            (Some(error), _) => Some(JobError::Remote(error)),
            (None, Some(until)) => Some(JobError::InBackoff(until)),
            (None, None) => None,
        }
    }
}
