//! What a profile owes to the people who read it, and to the client that believes it.

use ports::{Profile, source::SourceKind};

use crate::{door::Door, report::Verdict};

/// Law: the profile names itself, its kind and what it learns, and no host but the one it was told to ask.
pub const PROFILE: &str = "the profile says who it is, what it learns, and which host it asks";

pub(crate) fn sound(profile: &Profile, kind: SourceKind) -> Verdict {
    let said = |text: &str| !text.trim().is_empty();
    if profile.kind != kind {
        return Err(format!("profile().kind is {:?}; say {kind:?}", profile.kind));
    }
    if !said(&profile.name) || !said(&profile.learns) || !said(&profile.rate_limit) {
        return Err("profile().name, learns and rate_limit are for people: put a sentence into each".to_owned());
    }
    Ok(())
}

pub(crate) fn asks_only(profile: &Profile, door: &Door) -> Verdict {
    let host = door.address().to_string();
    if profile.hosts == [host.clone()] {
        return Ok(());
    }
    Err(format!(
        "it was made for {host} and profile().hosts says {:?}; name exactly the hosts of its endpoints, with the port \
         where it is not the usual one: only these can be reached, and people read them",
        profile.hosts
    ))
}
