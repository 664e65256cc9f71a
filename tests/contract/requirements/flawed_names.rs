//! Flawed name resolvers, each of which violates a requirement.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    name_resolver::{self as requirements, Harness, NameRecords, NameTarget, Samples, check},
};
use ports::{Address, Name, NameResolver, Profile, name::ResolveError, source::SourceKind};
use serde_json::json;

use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, malformed, nothing},
};

const ALICE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BOB: &str = "0x000000000000000000000000000000000000dEaD";

/// `GET /name/N` returns `{"points": "0x...", "nowhere" or "away"}`, `GET /address/A` returns `{"claims": "N"}`.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

struct Resolver {
    wire: ToyClient,
    count: AtomicUsize,
}

impl Harness for FlawedHarness {
    fn resolver(&self, base: &str) -> Arc<dyn NameResolver> {
        Arc::new(Resolver {
            wire: ToyClient::new(base, self.0, &self.1),
            count: AtomicUsize::new(0),
        })
    }

    fn answer(&self, request: &Request, names: &NameRecords) -> Response {
        let (noun, what) = request
            .path()
            .trim_start_matches('/')
            .split_once('/')
            .unwrap_or_default();
        if noun == "address" {
            let claimed = what
                .parse::<Address>()
                .ok()
                .and_then(|address| names.claims.get(&address));
            return claimed.map_or_else(nothing, |name| Response::json(200, &json!({ "claims": name })));
        }
        match what.parse::<Name>().ok().and_then(|name| names.forward.get(&name)) {
            None => nothing(),
            Some(NameTarget::Address(address)) => Response::json(200, &json!({ "points": address.as_str() })),
            Some(NameTarget::Unset) => Response::json(200, &json!({ "points": "nowhere" })),
            Some(NameTarget::OffChain) => Response::json(200, &json!({ "points": "away" })),
        }
    }

    fn samples(&self) -> Samples {
        Samples {
            names: ["alice.eth", "bob.eth"].map(|name| name.parse().unwrap()),
            addresses: [ALICE, BOB].map(|text| text.parse().unwrap()),
            off_chain: true,
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

impl Resolver {
    async fn found(&self, name: &Name) -> Result<Address, ResolveError> {
        let missing = || match self.wire.flaw {
            Flaw::MissingIsFailure => ResolveError::Remote(malformed()),
            _ => ResolveError::NotRegistered,
        };
        let answer = match self.wire.get(&format!("/name/{name}")).await {
            Err(_) if self.wire.is(Flaw::FailureIsMissing) => return Err(ResolveError::NotRegistered),
            answer => answer?,
        };
        match answer["points"].as_str() {
            None if answer.is_null() => Err(missing()),
            None => Err(ResolveError::Remote(malformed())),
            Some("nowhere") if self.wire.is(Flaw::NowhereIsMissing) => Err(missing()),
            Some("nowhere") => Err(ResolveError::NoAddress),
            Some("away") if self.wire.is(Flaw::OffChainIsMissing) => Err(missing()),
            Some("away") => Err(ResolveError::OffChain),
            Some(address) => address.parse().map_err(|_| ResolveError::Remote(malformed())),
        }
    }
}

#[async_trait]
impl NameResolver for Resolver {
    fn profile(&self) -> Profile {
        self.wire.profile(SourceKind::Name)
    }

    async fn resolve(&self, name: &Name) -> Result<Address, ResolveError> {
        let found = self.found(name).await?;
        let late = self.count.fetch_add(1, Ordering::SeqCst) > 0;
        if self.wire.is(Flaw::ElsewherePoints) || (late && self.wire.is(Flaw::Forgetful)) {
            return Ok(BOB.parse().unwrap());
        }
        Ok(found)
    }

    async fn reverse(&self, address: &Address) -> Result<Option<Name>, ResolveError> {
        let answer = self.wire.get(&format!("/address/{address}")).await?;
        let claims = match answer["claims"].as_str() {
            Some(claims) if !self.wire.is(Flaw::NeverNames) => claims,
            None if self.wire.is(Flaw::NamelessIsMissing) => return Err(ResolveError::NotRegistered),
            _ => return Ok(None),
        };
        let normal = claims.parse::<Name>().ok();
        let name = normal.filter(|name| name.as_str() == claims || self.wire.is(Flaw::TakesLoudNames));
        let Some(name) = name else { return Ok(None) };
        if self.wire.is(Flaw::BelievesClaims) {
            return Ok(Some(name));
        }
        match self.found(&name).await {
            Ok(found) => Ok((found == *address).then_some(name)),
            Err(ResolveError::Remote(error)) => Err(ResolveError::Remote(error)),
            Err(_) => Ok(None),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_resolver_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::ElsewherePoints, requirements::FORWARD),
        (Flaw::MissingIsFailure, requirements::NOT_REGISTERED),
        (Flaw::NowhereIsMissing, requirements::NO_ADDRESS),
        (Flaw::OffChainIsMissing, requirements::OFF_CHAIN),
        (Flaw::NeverNames, requirements::REVERSE),
        (Flaw::NamelessIsMissing, requirements::NAMELESS),
        (Flaw::Forgetful, requirements::REPEATABLE),
        (Flaw::FailureIsMissing, requirements::ALL_OR_NOTHING),
    ]);
    check_flaws(Port::Name, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}
