//! Remedies for a node that is not up to date.

/// Returns the remedy for a node that is not up to date, by the code of its failure; `None` for other failures.
pub fn node_fix(code: &str) -> Option<&'static str> {
    match code {
        "node_ahead" => {
            Some("Check this server's date and time. If they are right, configure another endpoint for this network.")
        }
        "node_behind" | "node_syncing" | "node_without_state" => {
            Some("Wait until the node has caught up, or configure another endpoint for this network.")
        }
        _ => None,
    }
}
