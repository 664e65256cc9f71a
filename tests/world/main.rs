//! The test world itself: the components start in seconds, answer as they say, and leave nothing behind.

mod postgres;
