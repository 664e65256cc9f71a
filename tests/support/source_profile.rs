//! Profiles of sources that exist only in tests.

use ports::{Profile, SourceId, source::SourceKind};

/// Returns the profile of a source without hosts, limits and credentials.
pub fn source_profile(id: &'static str, name: &str, kind: SourceKind, learns: &str) -> Profile {
    Profile {
        id: SourceId::fixed(id),
        name: name.to_owned(),
        kind,
        website: String::new(),
        learns: learns.to_owned(),
        capabilities: vec![],
        rate_limit: String::new(),
        hosts: vec![],
        credentials: vec![],
    }
}
