//! spyhop-ports
