//! Moments and days.

pub mod clock;
pub mod day;
pub mod zone;

pub use clock::{Clock, Timestamp};
pub use day::Day;
pub use zone::TimeZone;
