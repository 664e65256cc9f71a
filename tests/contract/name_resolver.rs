//! Tests of the name resolver that the contracts of the test world cannot cover: the universal resolver, and answers recorded
//! from Ethereum.

use crate::mock_node::MockNode;
use adapters::chain::evm::{Ens, EvmReader};
use ports::{Address, Name, NameResolver, name::ResolveError};
use serde_json::{Value, json};

pub const UNIVERSAL: &str = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";
pub const REGISTRY: &str = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
pub const REGISTRAR: &str = "0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85";
/// When the registration of every name ends: in 2100.
pub const EXPIRES: usize = 4_102_444_800;
const VITALIK: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
/// Selectors of `resolve(bytes,bytes)` and `reverse(bytes,uint256)`, ENSIP-23.
pub const RESOLVE: &str = "0x9061b923";
pub const REVERSE: &str = "0x5d78a217";
/// Selector of `name(bytes32)`, ENSIP-3.
const NAME: &str = "0x691f3431";

fn ens(node: &MockNode) -> Ens {
    let (client, _) = node.client();
    Ens::new(&EvmReader::new(&[node.row()], &client))
}

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

pub fn word(number: usize) -> String {
    format!("{number:064x}")
}

fn padded(address: &str) -> String {
    format!("{:0>64}", address[2..].to_lowercase())
}

/// A universal resolver's result of a forward look-up: `(bytes, address)` with an address in the bytes.
pub fn forward(address: &str) -> Value {
    json!(format!(
        "0x{}{}{}{}",
        word(64),
        padded(UNIVERSAL),
        word(32),
        padded(address)
    ))
}

/// Its result of a reverse look-up: `(string, address, address)`.
pub fn reverse(text: &str) -> Value {
    let digits: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    let text_words = format!("{digits:0<width$}", width = digits.len().div_ceil(64) * 64);
    json!(format!(
        "0x{}{}{}{}{text_words}",
        word(96),
        padded(UNIVERSAL),
        padded(UNIVERSAL),
        word(text.len())
    ))
}

pub fn revert(selector: &str) -> Value {
    json!({ "code": 3, "message": "execution reverted", "data": format!("{selector}{}", word(32)) })
}

/// A chain whose universal resolver returns these two results.
async fn universal(on_resolve: Value, on_reverse: Value) -> MockNode {
    MockNode::new(move |method, params| {
        let (to, data) = (params[0]["to"].as_str(), params[0]["data"].as_str().unwrap_or_default());
        match (method, to) {
            ("eth_call", Some(UNIVERSAL)) if data.starts_with(RESOLVE) => on_resolve.clone(),
            ("eth_call", Some(UNIVERSAL)) if data.starts_with(REVERSE) => on_reverse.clone(),
            ("eth_call", Some(REGISTRY)) => json!(format!("0x{}", word(0))),
            ("eth_call", Some(REGISTRAR)) => json!(format!("0x{}", word(EXPIRES))),
            _ => Value::Null,
        }
    })
    .await
}

#[tokio::test]
async fn the_universal_resolver_is_called_first() {
    let node = universal(forward(VITALIK), Value::Null).await;
    let found = ens(&node).resolve(&name("vitalik.eth")).await;
    assert_eq!(found, Ok(VITALIK.parse::<Address>().unwrap()));
    let calls = node.count_of("eth_call");
    assert_eq!(
        (calls, node.count()),
        (2, 3),
        "the universal resolver and the registrar"
    );
}

#[tokio::test]
async fn refusals_of_the_universal_resolver_are_distinguished() {
    let zero_address = "0x0000000000000000000000000000000000000000";
    for (result, expected) in [
        (forward(zero_address), ResolveError::NoAddress),
        (revert("0x77209fe8"), ResolveError::NotRegistered),
        (revert("0x556f1830"), ResolveError::OffChain),
        // After any other failure the registry is called, which has no such name.
        (revert("0xdeadbeef"), ResolveError::NotRegistered),
        (json!("0x1234"), ResolveError::NotRegistered),
    ] {
        let node = universal(result.clone(), Value::Null).await;
        assert_eq!(
            ens(&node).resolve(&name("vitalik.eth")).await,
            Err(expected),
            "{result}"
        );
    }
}

#[tokio::test]
async fn a_claimed_name_must_be_normalized_and_point_back() {
    let vitalik: Address = VITALIK.parse().unwrap();
    let stranger = "0x0000000000000000000000000000000000000001";
    for (claims, points_to, shown) in [
        (reverse("vitalik.eth"), forward(VITALIK), Some("vitalik.eth")),
        (reverse("vitalik.eth"), forward(stranger), None),
        (reverse("Vitalik.eth"), forward(VITALIK), None),
        (reverse("vitalik"), forward(VITALIK), None),
        (reverse(""), forward(VITALIK), None),
        (reverse("vitalik.eth "), forward(VITALIK), None),
        (reverse("vita\u{200b}lik.eth"), forward(VITALIK), None),
        (reverse("vit\u{430}lik.eth"), forward(VITALIK), None),
        (reverse("vitalik\u{7}.eth"), forward(VITALIK), None),
        (reverse("vitalik.wallet"), forward(VITALIK), None),
        (reverse(&format!("{}.eth", "x".repeat(10_000))), forward(VITALIK), None),
        (reverse("vitalik.eth"), revert("0x556f1830"), None),
        (revert("0x556f1830"), forward(VITALIK), None),
    ] {
        let node = universal(points_to, claims.clone()).await;
        assert_eq!(ens(&node).reverse(&vitalik).await, Ok(shown.map(name)), "{claims}");
    }
}

/// Without a universal resolver, the resolver of the reverse record names the address. Invalid UTF-8 is not a claim: leaving
/// the bytes out would turn it into another name.
#[tokio::test]
async fn a_claim_that_is_not_text_is_not_a_name() {
    let vitalik: Address = VITALIK.parse().unwrap();
    let resolver = "0x226159d592E2b063810a10Ebf6dcbADA94Ed68b8";
    for (claim, shown) in [(&b"vitalik.eth"[..], Some("vitalik.eth")), (b"vita\xfflik.eth", None)] {
        let digits: String = claim.iter().map(|byte| format!("{byte:02x}")).collect();
        let answer = json!(format!("0x{}{}{digits:0<64}", word(32), word(claim.len())));
        let node = MockNode::new(move |method, params| {
            let (to, data) = (params[0]["to"].as_str(), params[0]["data"].as_str().unwrap_or_default());
            match (method, to) {
                ("eth_call", Some(UNIVERSAL)) if data.starts_with(RESOLVE) => forward(VITALIK),
                ("eth_call", Some(UNIVERSAL)) => revert("0xdeadbeef"),
                ("eth_call", Some(REGISTRY)) => json!(format!("0x{}", padded(resolver))),
                ("eth_call", Some(REGISTRAR)) => json!(format!("0x{}", word(EXPIRES))),
                ("eth_call", Some(to)) if to == resolver && data.starts_with(NAME) => answer.clone(),
                _ => Value::Null,
            }
        });
        assert_eq!(ens(&node.await).reverse(&vitalik).await, Ok(shown.map(name)));
    }
}

#[tokio::test]
async fn an_expired_name_does_not_resolve() {
    let id = "af2caa1c2ca1d027f1ac823b529d0a67cd144264b2789fa2ea4d63a67c7103cc";
    let asked = format!("0xd6e4fa86{id}");
    let node = MockNode::new(move |method, params| {
        let (to, data) = (params[0]["to"].as_str(), params[0]["data"].as_str().unwrap_or_default());
        match (method, to) {
            ("eth_call", Some(UNIVERSAL)) => forward(VITALIK),
            // 1 January 2001.
            ("eth_call", Some(REGISTRAR)) if data == asked => json!(format!("0x{}", word(978_307_200))),
            _ => Value::Null,
        }
    })
    .await;
    for text in ["vitalik.eth", "pay.vitalik.eth"] {
        let found = ens(&node).resolve(&name(text)).await.unwrap_err();
        assert!(
            found
                .to_string()
                .starts_with("The registration of this name expired on 2001-01-01"),
            "{found}"
        );
    }
    let elsewhere = ens(&node).resolve(&name("example.com")).await;
    assert_eq!(
        elsewhere,
        Ok(VITALIK.parse().unwrap()),
        "other names are not registered there"
    );
}

/// Recorded answers of Ethereum's registry and of the resolver of vitalik.eth. The recording has no `addr(node)`, so the record
/// of ether's coin type is used.
#[tokio::test]
async fn recorded_answers_are_parsed() {
    let node = "ee6c4522aab0003e8d14cd40a6af439055fd2577951148c14b6cea9a53475835";
    let resolver = "0x226159d592E2b063810a10Ebf6dcbADA94Ed68b8";
    let stub = MockNode::new(move |_, params| {
        let to = params[0]["to"].as_str().unwrap_or_default();
        let data = params[0]["data"].as_str().unwrap_or_default();
        if to == REGISTRY && data == format!("0x0178b8bf{node}") {
            json!(format!("0x{}", padded(resolver)))
        } else if to == resolver && data == format!("0xf1cb7e06{node}{}", word(60)) {
            let raw = format!("{:0<64}", VITALIK[2..].to_lowercase());
            json!(format!("0x{}{}{raw}", word(32), word(20)))
        } else if to == REGISTRAR {
            json!(format!("0x{}", word(EXPIRES)))
        } else {
            Value::Null
        }
    })
    .await;
    assert_eq!(
        ens(&stub).resolve(&name("vitalik.eth")).await,
        Ok(VITALIK.parse().unwrap())
    );
}
