//! Faults: whatever happens to a process, nothing is lost and nothing happens twice.

mod job;
