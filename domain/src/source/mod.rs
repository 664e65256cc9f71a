//! Sources: how a failure is kept, and until when a source that failed is left alone.

mod backoff;
pub(crate) mod failure;

pub(crate) use backoff::in_backoff;
