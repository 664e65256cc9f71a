//! The constants of requests to Solana nodes.

use std::sync::LazyLock;

use ports::SourceId;

/// The source under which Solana nodes are recorded.
pub(super) static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("solana"));

/// The SPL Token program and Token-2022.
pub(super) const PROGRAMS: [&str; 2] = [
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
];
/// The commitment level of every request.
pub(super) const FINAL: &str = "finalized";
