//! spyhop-adapters
