//! What helps against a node that is not up to date.

/// What helps against a node that is not up to date, by the code of the failure.
pub fn node_fix(code: &str) -> Option<&'static str> {
    match code {
        "node_ahead" => {
            Some("Check the date and time of this server. If they are right, set another endpoint for this network.")
        }
        "node_behind" | "node_syncing" | "node_without_state" => {
            Some("Wait until the node has caught up, or set another endpoint for this network in the configuration.")
        }
        _ => None,
    }
}
