//! Whether live or demo data is used.

/// Whether the tracker uses live or demo data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// Live sources or demo data.
    pub kind: WorldKind,
    /// Whether the operator configured it; otherwise it was chosen automatically for an empty data folder.
    pub is_configured: bool,
    /// Why demo data was chosen, where it was not configured.
    pub reason: Option<String>,
    /// Whether only endpoints marked as the operator's own are used.
    pub own_nodes_only: bool,
}

/// Live sources or demo data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldKind {
    /// Real chains and prices.
    Live,
    /// Computed, invented figures.
    Demo,
}
