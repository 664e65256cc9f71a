//! spyhop
