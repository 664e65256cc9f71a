//! The kind of an account at KuCoin: `GET /api/ua/v1/account/mode` returns `{"selfAccountMode": "CLASSIC"}` or `UNIFIED`.

use ports::json::Json;

/// Reads whether an account is a unified one.
pub(super) fn is_unified(mode: &Json) -> Result<bool, &'static str> {
    match mode["selfAccountMode"].as_str() {
        Some("UNIFIED") => Ok(true),
        Some("CLASSIC") => Ok(false),
        _ => Err("an account of an unknown kind"),
    }
}
