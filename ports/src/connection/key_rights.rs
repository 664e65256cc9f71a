//! What a key may do.

use crate::time::clock::Timestamp;

/// What a key may do, as the exchange states it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeyRights {
    /// The rights that it has; `None` where the exchange states none for any key.
    pub granted: Option<Vec<GrantedRight>>,
    /// The rights that reading needs and that it does not have, in the exchange's words.
    pub missing: Vec<String>,
    /// From which addresses it may be used.
    pub network: KeyNetwork,
    /// When it ends.
    pub end: KeyEnd,
    /// The part of the history that it may read, where that is limited: its first and its last moment.
    pub history: (Option<Timestamp>, Option<Timestamp>),
}

/// A right that a key has.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GrantedRight {
    /// The exchange's own word for it, such as `withdraw-funds`.
    pub name: String,
    /// What it allows.
    pub access: RightAccess,
    /// Where in the exchange's menu it is switched off; empty for rights to read.
    pub switch: String,
}

/// What a right allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RightAccess {
    /// To read.
    Reads,
    /// To trade, to transfer, to withdraw, or to change the account otherwise.
    Changes,
    /// This version does not know the right.
    Unknown,
}

/// From which addresses a key may be used.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyNetwork {
    /// The exchange does not say.
    NotStated,
    /// From any address.
    Any,
    /// From these addresses and networks only.
    Only(Vec<String>),
}

/// When a key ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyEnd {
    /// The exchange does not say.
    NotStated,
    /// It does not end.
    Never,
    /// At this time.
    At(Timestamp),
}

impl KeyRights {
    /// Returns the rights for which the key is refused: those that change something, and those that this version does not know.
    #[must_use]
    pub fn excess(&self) -> Vec<&GrantedRight> {
        let granted = self.granted.iter().flatten();
        granted.filter(|right| right.access != RightAccess::Reads).collect()
    }

    /// Returns whether the exchange states the rights of its keys.
    #[must_use]
    pub fn is_stated(&self) -> bool {
        self.granted.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_that_changes_something_or_is_not_known_is_one_too_many() {
        let right = |name: &str, access| GrantedRight {
            name: name.to_owned(),
            access,
            switch: String::new(),
        };
        let rights = KeyRights {
            granted: Some(vec![
                right("query-funds", RightAccess::Reads),
                right("withdraw-funds", RightAccess::Changes),
                right("teleport-funds", RightAccess::Unknown),
            ]),
            missing: vec![],
            network: KeyNetwork::Any,
            end: KeyEnd::Never,
            history: (None, None),
        };
        let names: Vec<&str> = rights.excess().iter().map(|right| right.name.as_str()).collect();
        assert_eq!(names, ["withdraw-funds", "teleport-funds"]);
        let silent = KeyRights {
            granted: None,
            ..rights
        };
        assert_eq!((silent.excess().len(), silent.is_stated()), (0, false));
    }
}
