//! spyhop-http
