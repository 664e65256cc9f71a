//! Jobs: the queue with its leases, requests and outcomes, and the changes since a revision.

mod changes;
mod lease;
mod row;
mod write;

pub(super) use lease::release_all;
