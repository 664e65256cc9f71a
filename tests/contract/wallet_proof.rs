//! Signatures of wallets against mock nodes that lie, fail and hang.

mod agreement;

use adapters::{
    chain::{
        evm::{ContractWallets, EvmReader},
        rows::ChainSpec,
    },
    wallet_proof::WalletSignatures,
};
use ports::{
    Address, ChainId, NoVerifier, RemoteError, SignInMessage, SignatureCheck, SignatureVerifier,
    disclosure::DisclosedField, wallet_proof::InvalidSignature,
};
use serde_json::{Value, json};
use support::outgoing::{RequestLog, client_for_urls, short_timeouts};

use crate::{
    mock_node::{MockNode, is_witness},
    vectors,
};
use std::sync::Arc;

const WALLET: &str = "0xa5b3A53800cD49669F34DE80f2C569c6D4Ca3009";
const MESSAGE: &str = "any text";
pub const NOT_ACCEPTED: SignatureCheck = SignatureCheck::Invalid(InvalidSignature::NotAccepted);

/// The answer of a contract that accepts a signature, padded to this many bytes.
pub fn magic(length: usize) -> Value {
    json!(format!("0x1626ba7e{}", "00".repeat(length - 4)))
}

/// A node on which every contract gives this answer.
pub async fn node(answer: Value) -> MockNode {
    MockNode::new(move |method, params| match method {
        "eth_call" if !is_witness(params) => answer.clone(),
        _ => Value::Null,
    })
    .await
}

/// A verifier over Ethereum with these endpoints, and its request log.
pub struct Verifier {
    pub signatures: WalletSignatures,
    client: Arc<adapters::http_client::HttpClient>,
    log: Arc<RequestLog>,
}

impl Verifier {
    pub fn of(nodes: &[&MockNode]) -> Self {
        let mut row = nodes[0].row();
        row.endpoints = nodes.iter().map(|node| node.endpoint()).collect();
        Self::over(row)
    }

    pub fn over(row: ChainSpec) -> Self {
        let urls: Vec<String> = row.endpoints.iter().map(|it| it.url.to_string()).collect();
        let (client, log) = client_for_urls(&urls, short_timeouts());
        Self {
            signatures: WalletSignatures::new(ContractWallets::new(&EvmReader::new(&[row], &client))),
            client,
            log,
        }
    }

    /// Verifies a signature of 65 bytes that no key made.
    pub async fn verify(&self) -> Result<SignatureCheck, RemoteError> {
        self.verify_bytes(&[7; 65]).await
    }

    async fn verify_bytes(&self, signature: &[u8]) -> Result<SignatureCheck, RemoteError> {
        let wallet: Address = WALLET.parse().unwrap();
        let chain = ChainId::evm(1);
        self.signatures.verify(&chain, &wallet, MESSAGE, signature).await
    }
}

/// A signature of a wallet that a factory creates (ERC-6492).
pub fn wrapped() -> Vec<u8> {
    use alloy_sol_types::SolValue;
    let bytes = |bytes: &[u8]| alloy_primitives::Bytes::copy_from_slice(bytes);
    let factory = alloy_primitives::Address::repeat_byte(9);
    let mut whole = (factory, bytes(&[1, 2, 3, 4]), bytes(&[7; 65])).abi_encode_params();
    whole.extend([0x64, 0x92].repeat(16));
    whole
}

#[tokio::test]
async fn a_signature_by_the_key_needs_no_request() {
    let text = "www.tally.xyz wants you to sign in with your Ethereum account:\n\
                0xc95EB884FE852e241D409234bfC7045CB9E31BD7\n\nSign in with Ethereum to Tally\n\nURI: https://tally.xyz\n\
                Version: 1\nChain ID: 1\nNonce: 15050747\nIssued At: 2022-06-30T14:08:51.382Z";
    let signature = "8c46b6eb8505939892d8e9b075f89f8277321b17b993151f37810cdda38cce6f\
                     4a85909d2b53e6a14629c74c0ac38bf4becde78ee5b2529812bf6cceaf7b2a2501";
    let node = node(json!("0x")).await;
    let verifier = Verifier::of(&[&node]);
    let message: SignInMessage = text.parse().unwrap();
    let signature = hex::decode(signature).unwrap();
    // The chain does not matter: no node of it is requested.
    for chain in [ChainId::evm(1), ChainId::evm(999_999_999)] {
        let address = &message.fields().address;
        let check = verifier.signatures.verify(&chain, address, text, &signature).await;
        assert_eq!(check, Ok(SignatureCheck::SignedByKey));
    }
    assert_eq!(node.count(), 0);
}

/// The published vector of EIP-1271 (spruceid/siwe).
#[tokio::test]
async fn the_contract_wallet_of_the_vectors_is_verified() {
    let Some(file) = vectors::read("siwe/eip1271.even.json") else {
        return;
    };
    let case = &file["argent"];
    let message: SignInMessage = case["message"].as_str().unwrap().parse().unwrap();
    let signature = hex::decode(&case["signature"].as_str().unwrap()[2..]).unwrap();
    for (answer, check) in [
        (magic(32), SignatureCheck::AcceptedByContract),
        (json!("0xffffffff"), NOT_ACCEPTED),
    ] {
        let node = node(answer).await;
        let verifier = Verifier::of(&[&node]).signatures;
        let fields = message.fields();
        let verified = verifier.verify(&fields.chain, &fields.address, message.as_str(), &signature);
        assert_eq!(verified.await, Ok(check));
    }
}

#[tokio::test]
async fn only_the_exact_answer_is_an_acceptance() {
    let reverted = |data: Value| json!({ "code": 3, "message": "execution reverted", "data": data });
    for (answer, check) in [
        (magic(32), SignatureCheck::AcceptedByContract),
        (json!("0x"), NOT_ACCEPTED),
        (magic(4), NOT_ACCEPTED),
        (magic(31), NOT_ACCEPTED),
        (magic(33), NOT_ACCEPTED),
        (magic(64), NOT_ACCEPTED),
        (magic(100_000), NOT_ACCEPTED),
        (json!("0x01"), NOT_ACCEPTED),
        (json!(format!("0x{}1626ba7e", "00".repeat(28))), NOT_ACCEPTED),
        (json!(format!("0x1626ba7e{}01", "00".repeat(27))), NOT_ACCEPTED),
        (json!(format!("0x{:064x}", 1)), NOT_ACCEPTED),
        (reverted(magic(32)), NOT_ACCEPTED),
        (json!({ "code": -32000, "message": "out of gas" }), NOT_ACCEPTED),
    ] {
        let node = node(answer.clone()).await;
        assert_eq!(Verifier::of(&[&node]).verify().await, Ok(check), "{answer}");
    }
}

#[tokio::test]
async fn an_answer_that_is_none_is_an_error() {
    for (answer, code) in [
        (json!(true), "malformed"),
        (json!("0x1"), "malformed"),
        (
            json!({ "code": -32005, "message": "too many requests" }),
            "rate_limited",
        ),
        (
            json!({ "code": -32601, "message": "the method does not exist" }),
            "unavailable",
        ),
    ] {
        let node = node(answer.clone()).await;
        let failed = Verifier::of(&[&node]).verify().await.unwrap_err();
        assert_eq!(failed.code(), code, "{answer}");
    }
}

#[tokio::test]
async fn a_wallet_that_does_not_exist_yet_is_created_and_judged_in_one_call() {
    for (answer, check) in [
        (json!("0x01"), SignatureCheck::AcceptedByContract),
        (json!("0x00"), NOT_ACCEPTED),
        (json!("0x"), NOT_ACCEPTED),
        (magic(32), NOT_ACCEPTED),
        (json!(format!("0x{:064x}", 1)), NOT_ACCEPTED),
    ] {
        let node = MockNode::new(move |method, params| match method {
            // It has no receiver, so that the node runs it as the creation of a contract.
            "eth_call" if params[0].get("to").is_none() => answer.clone(),
            _ => Value::Null,
        });
        let verifier = Verifier::of(&[&node.await]);
        assert_eq!(verifier.verify_bytes(&wrapped()).await, Ok(check));
    }
}

#[tokio::test]
async fn what_cannot_be_a_signature_is_sent_to_no_node() {
    let node = node(magic(32)).await;
    let verifier = Verifier::of(&[&node]);
    let invalid = |why| Ok(SignatureCheck::Invalid(why));
    let cut = &wrapped()[100..];
    assert_eq!(
        verifier.verify_bytes(cut).await,
        invalid(InvalidSignature::MalformedWrapper)
    );
    let long = vec![7; (8 << 10) + 1];
    assert_eq!(verifier.verify_bytes(&long).await, invalid(InvalidSignature::TooLong));
    let wallet: Address = WALLET.parse().unwrap();
    let text = "x".repeat((8 << 10) + 1);
    let check = verifier
        .signatures
        .verify(&ChainId::evm(1), &wallet, &text, &[7; 65])
        .await;
    assert_eq!(check, invalid(InvalidSignature::TooLong));
    let bitcoin: Address = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa".parse().unwrap();
    let check = verifier
        .signatures
        .verify(&ChainId::evm(1), &bitcoin, MESSAGE, &[7; 65])
        .await;
    assert_eq!(check, invalid(InvalidSignature::OtherFamily));
    assert_eq!(node.count(), 0);
}

#[tokio::test]
async fn on_a_chain_that_is_not_read_only_keys_sign() {
    let node = node(magic(32)).await;
    let verifier = Verifier::of(&[&node]).signatures;
    let wallet: Address = WALLET.parse().unwrap();
    let failed = verifier.verify(&ChainId::evm(10), &wallet, MESSAGE, &[7; 65]).await;
    assert_eq!(failed.unwrap_err().code(), "unsupported");
    assert_eq!(node.count(), 0);
}

/// The default of a tracker that is built by hand.
#[tokio::test]
async fn without_a_verifier_every_signature_is_refused_with_a_reason() {
    let (wallet, signature) = (WALLET.parse().unwrap(), [7; 65]);
    let refused = NoVerifier.verify(&ChainId::evm(1), &wallet, MESSAGE, &signature).await;
    let why = refused.unwrap_err();
    assert_eq!(why.code(), "unsupported");
    assert!(why.to_string().contains("verifies no signatures of wallets"), "{why}");
    assert!(NoVerifier.profile().is_none());
}

/// A node without state answers as if no contract existed.
#[tokio::test]
async fn a_node_without_state_decides_nothing() {
    let node = MockNode::new(|method, _| if method == "eth_call" { json!("0x") } else { Value::Null }).await;
    let failed = Verifier::of(&[&node]).verify().await.unwrap_err();
    assert_eq!(failed.code(), "node_without_state");
}

#[tokio::test]
async fn requests_are_logged_under_the_address() {
    let node = node(magic(32)).await;
    let verifier = Verifier::of(&[&node]);
    verifier.verify().await.unwrap();
    verifier.client.flush().await.unwrap();
    let wallet = DisclosedField::Address(WALLET.parse().unwrap());
    let lines = verifier.log.lines();
    let line = lines.iter().find(|line| line.disclosed == wallet).unwrap();
    assert_eq!((line.purpose.as_str(), line.count), ("wallet signature", 1));
    assert_eq!(line.chain, Some(ChainId::evm(1)));
    let profile = verifier.signatures.profile().unwrap();
    assert!(
        lines
            .iter()
            .all(|line| line.source == profile.id && profile.hosts.contains(&line.host))
    );
    let requests: u64 = lines.iter().map(|line| line.count).sum();
    assert_eq!(requests, u64::try_from(node.count()).unwrap());
}
