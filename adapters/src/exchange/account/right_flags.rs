//! Rights of a key that an exchange states as flags.

use ports::{GrantedRight, json::Json};

use super::known_right::{KnownRight, granted};

/// The flags of an answer, as an exchange documents them.
pub(crate) struct RightFlags {
    pub(crate) rights: &'static [KnownRight],
    /// The rights that an answer may lack; all others are in each answer.
    pub(crate) optional: &'static [&'static str],
    /// The fields that are not about rights.
    pub(crate) others: &'static [&'static str],
}

impl RightFlags {
    /// Reads the rights that are granted. Fails where one is missing or unreadable, so that a key is never taken for a read-only one by
    /// mistake.
    pub(crate) fn granted(&self, answer: &Json) -> Result<Vec<GrantedRight>, &'static str> {
        let fields = answer.as_object().ok_or("no rights of the key")?;
        let is_complete = self.rights.iter().all(|right| match fields.get(right.name) {
            Some(flag) => flag.as_bool().is_some(),
            None => self.optional.contains(&right.name),
        });
        if !is_complete {
            return Err("a right of the key is missing or unreadable");
        }
        let names = fields
            .iter()
            .filter(|(name, value)| !self.others.contains(&name.as_str()) && is_granted(value));
        Ok(granted(self.rights, names.map(|(name, _)| name.as_str())))
    }
}

/// Returns whether a field grants something. Times are numbers; a list or an object of an unknown name could be a new form of rights.
fn is_granted(value: &Json) -> bool {
    match value {
        Json::Bool(flag) => *flag,
        Json::String(text) => text.eq_ignore_ascii_case("true"),
        Json::Array(_) | Json::Object(_) => true,
        _ => false,
    }
}
