//! The computation: what each holding is worth, and the trace of how that follows.

pub mod fold;
pub mod gap;
pub mod held;
pub mod holding;
pub mod labels;
pub mod protocol_part;
pub mod quote_labels;
pub mod raw_answer;
