use serde_json::json;
use support::world::{ETHEREUM, OPTIMISM, TestWorld};

#[test]
fn names_are_on_the_first_chain_only() {
    let world = TestWorld::shared();
    let ens = world.chain(ETHEREUM).manifest().ens.as_ref().unwrap();
    let code = |id| {
        world
            .chain(id)
            .rpc()
            .call("eth_getCode", json!([ens.registry, "latest"]))
    };
    assert_ne!(code(ETHEREUM), "0x");
    assert_eq!(code(OPTIMISM), "0x");
    assert!(world.chain(OPTIMISM).manifest().ens.is_none());
    assert!(world.chain(OPTIMISM).manifest().names.is_empty());
}

#[test]
fn the_resolver_returns_the_address_of_the_manifest() {
    let chain = TestWorld::shared().chain(ETHEREUM);
    let resolver = &chain.manifest().ens.as_ref().unwrap().resolver;
    let alice = &chain.manifest().person("alice").address;
    let node = "787192fc5378cc32aa956ddfdedbf26b24e8d78e40109add0eea2c1a012c3dec"; // namehash("alice.eth"), ENSIP-1
    let call = json!({ "to": resolver, "data": format!("0x3b3b57de{node}") }); // addr(bytes32)
    let answer = chain.rpc().call("eth_call", json!([call, "latest"]));
    assert_eq!(answer.as_str().unwrap()[26..], alice.to_lowercase()[2..]);
}

#[test]
fn one_person_claims_the_name_of_another() {
    let manifest = TestWorld::shared().chain(ETHEREUM).manifest();
    let claim = manifest
        .reverse
        .iter()
        .find(|claim| !claim.valid && claim.name == "alice.eth")
        .unwrap();
    let name = manifest.names.iter().find(|name| name.name == "alice.eth").unwrap();
    assert_ne!(Some(&claim.address), name.address.as_ref());
}

#[test]
fn there_are_names_of_every_kind() {
    let names = &TestWorld::shared().chain(ETHEREUM).manifest().names;
    for kind in ["address", "subname", "emoji", "unicode"] {
        assert!(
            names.iter().any(|name| name.kind == kind && name.address.is_some()),
            "{kind}"
        );
    }
    for kind in ["no-resolver", "no-address", "offchain", "expired"] {
        assert!(
            names.iter().any(|name| name.kind == kind && name.address.is_none()),
            "{kind}"
        );
    }
}
