//! ERC-4626 vaults: savings that a row names, read by `VaultReader`, and vaults that a factory knows among the tokens of an account, read by
//! `FactoryReader`.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::SolValue;
use ports::{Address, ProtocolPosition, protocol::ProtocolError};

use super::scripted::{ScriptedContracts, USER, amounts, argument};
use conformance::protocol_reader::Harness;

const VAULT: [u8; 20] = [0x22; 20];
const OTHER: [u8; 20] = [0x33; 20];
const ASSET: [u8; 20] = [0x44; 20];
const SHARES: u64 = 1000;

fn number(value: u64) -> Vec<u8> {
    U256::from(value).abi_encode()
}

/// A vault whose shares are worth `assets`, of which a withdrawal pays `preview`.
fn vault(contracts: ScriptedContracts, vault: Word, asset: Word, (assets, preview): (u64, u64)) -> ScriptedContracts {
    let shares = [U256::from(SHARES)];
    contracts
        .answers(vault, "asset()", &[], asset.abi_encode())
        .answers(vault, "convertToAssets(uint256)", &shares, number(assets))
        .answers(vault, "previewRedeem(uint256)", &shares, number(preview))
}

fn savings_worth(values: (u64, u64)) -> ScriptedContracts {
    let empty = ScriptedContracts::of("Sky Savings sUSDS", "eip155:1");
    let [savings, asset] = ["vault", "asset"].map(|part| empty.contract(part));
    let user = argument(USER.into());
    vault(empty, savings, asset, values).answers(savings, "balanceOf(address)", &[user], number(SHARES))
}

/// Savings that a row names.
pub fn savings() -> ScriptedContracts {
    savings_worth((1050, 1050))
}

/// A factory that knows one of two tokens of the account.
pub fn morpho() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Morpho", "eip155:1")
        .holds(VAULT, SHARES.into())
        .holds(OTHER, 5);
    let [first, second] = ["metamorpho", "vaultv2"].map(|part| empty.contract(part));
    let known = |is_known: bool| is_known.abi_encode();
    let [one, other] = [VAULT, OTHER].map(|token| [argument(token.into())]);
    let contracts = empty
        .answers(first, "isMetaMorpho(address)", &one, known(false))
        .answers(first, "isMetaMorpho(address)", &other, known(false))
        .answers(second, "isVaultV2(address)", &one, known(true))
        .answers(second, "isVaultV2(address)", &other, known(false));
    vault(contracts, VAULT.into(), ASSET.into(), (1050, 1050))
}

async fn only(contracts: &ScriptedContracts) -> ProtocolPosition {
    let [position] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    position
}

async fn amount_of(contracts: &ScriptedContracts) -> (String, String) {
    let position = only(contracts).await;
    (
        position.legs[0].position.raw.to_string(),
        position.legs[0].function.clone(),
    )
}

#[tokio::test]
async fn savings_are_worth_what_the_vault_pays_for_the_shares() {
    let contracts = savings();
    let position = only(&contracts).await;
    let asset = contracts.spec.contracts["asset"].clone();
    assert_eq!(
        amounts(&position),
        BTreeMap::from([(("supply", Some(asset)), "1050".to_owned())])
    );
    assert_eq!(
        position.receipts[0].contract(),
        Some(contracts.spec.contracts["vault"].clone())
    );
    assert_eq!(position.item, None);
}

/// A vault with a fee pays less than its rate states; one that pays on request only previews nothing.
#[tokio::test]
async fn a_fee_lowers_the_amount_and_a_preview_of_nothing_does_not() {
    let of = |amount: &str, function: &str| (amount.to_owned(), function.to_owned());
    assert_eq!(
        amount_of(&savings_worth((1050, 1040))).await,
        of("1040", "previewRedeem(uint256)")
    );
    assert_eq!(
        amount_of(&savings_worth((1050, 0))).await,
        of("1050", "convertToAssets(uint256)")
    );
    assert_eq!(
        amount_of(&savings_worth((1050, 9999))).await,
        of("1050", "convertToAssets(uint256)")
    );
}

#[tokio::test]
async fn a_vault_with_another_asset_is_not_believed() {
    let mut contracts = savings();
    contracts.spec.contracts.insert("asset".to_owned(), Address::evm(OTHER));
    let (account, held) = (contracts.account(), contracts.held());
    let refused = contracts
        .reader()
        .positions(&account, &held, &contracts)
        .await
        .unwrap_err();
    assert!(
        matches!(&refused, ProtocolError::Contract(why) if why.contains("asset")),
        "{refused}"
    );
}

/// Only the factory decides what its vaults are, whatever a token answers.
#[tokio::test]
async fn a_token_that_no_factory_knows_is_no_vault() {
    let contracts = vault(morpho(), OTHER.into(), ASSET.into(), (1_000_000, 1_000_000));
    let position = only(&contracts).await;
    assert_eq!(position.receipts[0].contract(), Some(Address::evm(VAULT)));
    assert_eq!(position.item, Some(Address::evm(VAULT).short()));
    let asset = Some(Address::evm(ASSET));
    assert_eq!(
        amounts(&position),
        BTreeMap::from([(("supply", asset), "1050".to_owned())])
    );
}

#[tokio::test]
async fn without_shares_and_without_tokens_there_is_no_position() {
    let empty = ScriptedContracts::of("Morpho", "eip155:1");
    assert_eq!(empty.positions().await, []);
    let none = ScriptedContracts::of("Sky Savings sUSDS", "eip155:1");
    let [savings, asset] = ["vault", "asset"].map(|part| none.contract(part));
    let user = argument(USER.into());
    let none = none.answers(savings, "asset()", &[], asset.abi_encode()).answers(
        savings,
        "balanceOf(address)",
        &[user],
        number(0),
    );
    assert_eq!(none.positions().await, []);
}

/// Vaults among more tokens than are compared are stated, and not taken for none.
#[tokio::test]
async fn too_many_tokens_are_no_empty_answer() {
    let many = (0..501_u16).fold(morpho(), |contracts, n| {
        let [high, low] = n.to_be_bytes();
        let mut token = [9; 20];
        [token[0], token[1]] = [high, low];
        contracts.holds(token, 1)
    });
    let (account, held) = (many.account(), many.held());
    let refused = many.reader().positions(&account, &held, &many).await.unwrap_err();
    assert!(refused.to_string().contains("more than 500 tokens"), "{refused}");
}
