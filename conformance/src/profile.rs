//! Requirements for profiles, which people read and which the HTTP client enforces.

use ports::{Profile, source::SourceKind};

use crate::{
    mock_server::MockServer,
    report::{CheckResult, describe_violation},
};

/// Requirement: the profile states a name, its kind and what the service learns, and exactly the hosts of its endpoints.
pub const PROFILE: &str = "the profile states its name, what the service learns, and its hosts";

pub(crate) fn check_profile(profile: &Profile, kind: SourceKind) -> CheckResult {
    let is_stated = |text: &str| !text.trim().is_empty();
    if profile.kind != kind {
        return Err(describe_violation(
            format_args!("profile().kind {kind:?}"),
            format_args!("{:?}", profile.kind),
            "return the kind of the port",
        ));
    }
    if !is_stated(&profile.name) || !is_stated(&profile.learns) || !is_stated(&profile.rate_limit) {
        return Err(describe_violation(
            "a text in profile().name, learns and rate_limit",
            format_args!("{:?}, {:?}, {:?}", profile.name, profile.learns, profile.rate_limit),
            "write a sentence into each: people read them",
        ));
    }
    Ok(())
}

pub(crate) fn check_hosts(profile: &Profile, server: &MockServer) -> CheckResult {
    let host = server.address().to_string();
    if profile.hosts == [host.clone()] {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("profile().hosts [{host:?}], the host of its base URL"),
        format_args!("{:?}", profile.hosts),
        "name exactly the hosts of the endpoints, with the port where it is not the usual one: no other host can be reached",
    ))
}
