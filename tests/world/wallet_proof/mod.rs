//! Signatures of contract wallets against real contracts: EIP-1271, ERC-6492 and EIP-7702.

mod fixture;

use std::process::Command;

use ports::SignatureCheck;

use self::fixture::{Fixture, NOT_ACCEPTED, Signer, WalletFactory, address_argument, bytes_argument};

const ACCEPTED: SignatureCheck = SignatureCheck::AcceptedByContract;
const SIGNED: SignatureCheck = SignatureCheck::SignedByKey;
const ANSWER: [u8; 4] = [0x16, 0x26, 0xba, 0x7e];

fn padded(start: &[u8], length: usize) -> Vec<u8> {
    let mut bytes = start.to_vec();
    bytes.resize(length, 0);
    bytes
}

#[tokio::test]
async fn a_key_signs_for_its_own_address_without_a_request() {
    let fixture = Fixture::start();
    let (alice, mallory) = (Signer::of(1), Signer::of(2));
    assert_eq!(fixture.verify(&alice.address(), &alice.sign()).await, SIGNED);
    assert_eq!(fixture.requests(), 0);
    assert_eq!(fixture.verify(&alice.address(), &mallory.sign()).await, NOT_ACCEPTED);
    assert!(fixture.requests() > 0);
}

#[tokio::test]
async fn a_contract_wallet_accepts_its_owner_only() {
    let fixture = Fixture::start();
    let (alice, mallory) = (Signer::of(1), Signer::of(2));
    let wallet = fixture.deploy("OwnerWallet", &address_argument(&alice.address()));
    assert_eq!(fixture.verify(&wallet, &alice.sign()).await, ACCEPTED);
    assert_eq!(fixture.verify(&wallet, &mallory.sign()).await, NOT_ACCEPTED);
    let mut other_text = alice.sign();
    other_text[0] ^= 1;
    assert_eq!(fixture.verify(&wallet, &other_text).await, NOT_ACCEPTED);
    assert_eq!(fixture.verify(&wallet, &[]).await, NOT_ACCEPTED);
    fixture.call(&wallet, &fixture::set_owner(&mallory.address()));
    assert_eq!(fixture.verify(&wallet, &alice.sign()).await, NOT_ACCEPTED);
    assert_eq!(fixture.verify(&wallet, &mallory.sign()).await, ACCEPTED);
}

#[tokio::test]
async fn a_wallet_that_does_not_exist_yet_accepts_its_owner_only() {
    let fixture = Fixture::start();
    let factory = WalletFactory::deploy(&fixture);
    let (alice, mallory) = (Signer::of(1), Signer::of(2));
    let wallet = factory.address_of(&alice.address());
    let by = |signer: &Signer| factory.wrapped(&alice.address(), &signer.sign());
    assert_eq!(fixture.verify(&wallet, &by(&alice)).await, ACCEPTED);
    assert_eq!(fixture.verify(&wallet, &by(&mallory)).await, NOT_ACCEPTED);
    assert_eq!(
        fixture.verify(&wallet, &alice.sign()).await,
        NOT_ACCEPTED,
        "it does not exist"
    );
    // Another wallet of the same factory, which its own owner would accept.
    let other = factory.wrapped(&mallory.address(), &mallory.sign());
    assert_eq!(fixture.verify(&wallet, &other).await, NOT_ACCEPTED);
    assert_eq!(fixture.verify(&alice.address(), &other).await, NOT_ACCEPTED);
    assert_eq!(fixture.code(&wallet), "0x", "nothing was created");

    factory.create(&alice.address());
    assert_ne!(fixture.code(&wallet), "0x");
    assert_eq!(fixture.verify(&wallet, &by(&alice)).await, ACCEPTED);
    assert_eq!(fixture.verify(&wallet, &alice.sign()).await, ACCEPTED);
    assert_eq!(fixture.verify(&wallet, &by(&mallory)).await, NOT_ACCEPTED);
    fixture.call(&wallet, &fixture::set_owner(&mallory.address()));
    assert_eq!(
        fixture.verify(&wallet, &by(&alice)).await,
        NOT_ACCEPTED,
        "no longer the owner"
    );
    assert_eq!(fixture.verify(&wallet, &by(&mallory)).await, ACCEPTED);
}

/// ERC-6492 lets the wrapped call also bring an existing wallet up to date. Anyone could make that call on the chain.
#[tokio::test]
async fn a_wrapped_call_may_prepare_an_existing_wallet() {
    let fixture = Fixture::start();
    let (alice, mallory) = (Signer::of(1), Signer::of(2));
    let wallet = fixture.deploy("OwnerWallet", &address_argument(&alice.address()));
    let prepared = fixture::wrapped(&wallet, &fixture::set_owner(&mallory.address()), &mallory.sign());
    assert_eq!(fixture.verify(&wallet, &prepared).await, ACCEPTED);
    assert_eq!(
        fixture.verify(&wallet, &mallory.sign()).await,
        NOT_ACCEPTED,
        "nothing was changed"
    );
}

#[tokio::test]
async fn contracts_that_answer_anything_else_accept_nobody() {
    let fixture = Fixture::start();
    let signature = Signer::of(1).sign();
    for contract in [
        "RevertingWallet",
        "LoopingWallet",
        "LargeWallet",
        "EstimatingWallet",
        "PlainToken",
    ] {
        let wallet = fixture.deploy(contract, &[]);
        assert_eq!(fixture.verify(&wallet, &signature).await, NOT_ACCEPTED, "{contract}");
        // The same for the way that a wallet is created first, with a factory that does what it wants.
        for factory in [&wallet, &Signer::of(3).address()] {
            let wrapped = fixture::wrapped(factory, &[1, 2, 3, 4], &signature);
            assert_eq!(fixture.verify(&wallet, &wrapped).await, NOT_ACCEPTED, "{contract}");
        }
    }
    for (answer, check) in [
        (vec![], NOT_ACCEPTED),
        (ANSWER.to_vec(), NOT_ACCEPTED),
        (padded(&ANSWER, 31), NOT_ACCEPTED),
        (padded(&ANSWER, 32), ACCEPTED),
        (padded(&ANSWER, 33), NOT_ACCEPTED),
        (padded(&ANSWER, 64), NOT_ACCEPTED),
        (padded(&[0xff; 4], 32), NOT_ACCEPTED),
        (padded(&[0, 0, 1], 32), NOT_ACCEPTED),
    ] {
        let wallet = fixture.deploy("GarbageWallet", &bytes_argument(&answer));
        assert_eq!(fixture.verify(&wallet, &signature).await, check, "{answer:?}");
        let wrapped = fixture::wrapped(&Signer::of(3).address(), &[], &signature);
        assert_eq!(fixture.verify(&wallet, &wrapped).await, check, "{answer:?}");
    }
}

/// An account with delegated code (EIP-7702) accepts signatures of its key, and those that the code accepts.
#[tokio::test]
async fn an_account_with_delegated_code_accepts_its_key_and_its_code() {
    let fixture = Fixture::start();
    let (alice, bob, mallory) = (Signer::of(1), Signer::of(2), Signer::of(3));
    let code = fixture.deploy("OwnerWallet", &address_argument(&mallory.address()));
    fixture.delegate(&alice.address(), &code, &bob.address());
    assert_eq!(fixture.verify(&alice.address(), &alice.sign()).await, SIGNED);
    assert_eq!(fixture.verify(&alice.address(), &bob.sign()).await, ACCEPTED);
    assert_eq!(fixture.verify(&alice.address(), &mallory.sign()).await, NOT_ACCEPTED);
}

#[test]
fn the_code_that_is_sent_to_nodes_is_what_the_contract_compiles_to() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/world");
    let run = Command::new("node")
        .args(["validator.mjs", "--check"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
