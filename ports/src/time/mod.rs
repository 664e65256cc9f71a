//! Moments and days.

pub mod clock;
pub mod day;

pub use clock::{Clock, Timestamp};
pub use day::Day;
