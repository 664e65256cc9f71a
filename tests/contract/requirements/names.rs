//! Every shipped name resolver meets the requirements.

use std::{sync::Arc, time::Duration};

use adapters::{
    chain::{
        evm::{Ens, EvmReader},
        rows::{ChainEndpoint, rows},
    },
    demo::DemoNames,
};
use conformance::{
    mock_server::{Request, Response},
    name_resolver::{Harness, NameRecords, NameTarget, Samples, check, check_offline},
};
use ports::{Address, Clock as _, Name, NameResolver};
use serde_json::{Value, json};
use support::outgoing::{WallClock, client_for_urls, shorter_timeouts};

use super::rpc;
use crate::name_resolver::{REGISTRY, RESOLVE, REVERSE, UNIVERSAL, forward, reverse, revert, word};

const VITALIK: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const NICK: &str = "0xb8c2C29ee19D8307cb7255e1Cd9CbDE883A267d5";
const ZERO_ADDRESS: &str = "0x0000000000000000000000000000000000000000";

/// The Ethereum Name Service on a node with a universal resolver.
struct EnsHarness;

impl EnsHarness {
    /// The result for the name whose first label is in the data of a call.
    fn resolve(names: &NameRecords, data: &str) -> Value {
        let is_named = |name: &&Name| {
            let label = name.as_str().split('.').next().unwrap();
            let digits: String = label.bytes().map(|byte| format!("{byte:02x}")).collect();
            data.contains(&digits)
        };
        let samples = Self.samples();
        let name = samples.names.iter().find(is_named).unwrap();
        match names.forward.get(name) {
            Some(NameTarget::Address(address)) => forward(address.as_str()),
            Some(NameTarget::Unset) => forward(ZERO_ADDRESS),
            Some(NameTarget::OffChain) => revert("0x556f1830"),
            None => revert("0x77209fe8"),
        }
    }

    /// The result for the address in the data of a call.
    fn reverse(names: &NameRecords, data: &str) -> Value {
        let is_named = |address: &&Address| data.contains(&address.as_str()[2..].to_lowercase());
        let samples = Self.samples();
        let claimed = names.claims.get(samples.addresses.iter().find(is_named).unwrap());
        reverse(claimed.map_or("", String::as_str))
    }
}

impl Harness for EnsHarness {
    fn resolver(&self, base: &str) -> Arc<dyn NameResolver> {
        let mut row = rows().unwrap()[0].clone();
        row.endpoints = vec![ChainEndpoint::new(base.parse().unwrap(), true)];
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        Arc::new(Ens::new(&EvmReader::new(&[row], &client)))
    }

    fn answer(&self, request: &Request, names: &NameRecords) -> Response {
        rpc(request, |method, params| {
            let data = params[0]["data"].as_str().unwrap_or_default();
            match (method, params[0]["to"].as_str()) {
                ("eth_chainId", _) => json!("0x1"),
                ("eth_getBlockByNumber", _) => {
                    json!({ "number": "0x1312d00", "hash": format!("0x{}", "1".repeat(64)), "timestamp": format!("{:#x}", WallClock.now().seconds()) })
                }
                ("eth_call", Some(UNIVERSAL)) if data.starts_with(RESOLVE) => Self::resolve(names, data),
                ("eth_call", Some(UNIVERSAL)) if data.starts_with(REVERSE) => Self::reverse(names, data),
                ("eth_call", Some(REGISTRY)) => json!(format!("0x{}", word(0))),
                _ => json!("0x"),
            }
        })
    }

    fn samples(&self) -> Samples {
        Samples {
            names: ["vitalik.eth", "nick.eth"].map(|name| name.parse().unwrap()),
            addresses: [VITALIK, NICK].map(|text| text.parse().unwrap()),
            off_chain: true,
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test]
async fn every_shipped_resolver_meets_them() {
    check(EnsHarness).await.assert_conforms();
}

#[tokio::test]
async fn the_demo_adapter_meets_them() {
    check_offline(Arc::new(DemoNames), &EnsHarness.samples())
        .await
        .assert_conforms();
}
