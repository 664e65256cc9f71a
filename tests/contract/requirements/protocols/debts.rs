//! Vaults of Maker, read by `DebtReader`, loans in crvUSD and LlamaLend, read by `LoanReader`, and vaults of Euler, read by `KitReader`.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, B256, U256};
use alloy_sol_types::SolValue;
use ports::{Address, PositionKind, ProtocolPosition};

use super::scripted::{ScriptedContracts, USER, amounts, argument};

const PROXY: [u8; 20] = [0x21; 20];
const URN: [u8; 20] = [0x22; 20];
const TOKEN: [u8; 20] = [0x33; 20];
const BORROWED: [u8; 20] = [0x44; 20];
const CONTROLLER: [u8; 20] = [0x55; 20];
const OTHER: [u8; 20] = [0x66; 20];
const VAULT: [u8; 20] = [0x77; 20];
const DEBT: [u8; 20] = [0x78; 20];

fn number(value: u128) -> Vec<u8> {
    U256::from(value).abi_encode()
}

fn ray(percent: u64) -> U256 {
    U256::from(percent) * U256::from(10).pow(U256::from(25))
}

/// A vault that the proxy of the account owns: 2 WBTC with eight decimals in the system's 18, a debt at a rate of 105 %, and 400 saved.
pub fn maker() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Maker", "eip155:1");
    let parts = ["manager", "list", "vat", "pot", "proxies", "collaterals"];
    let [manager, list, vat, pot, proxies, collaterals] = parts.map(|part| empty.contract(part));
    let (user, proxy) = (argument(USER.into()), argument(PROXY.into()));
    let ilk = B256::repeat_byte(1);
    let of_ilk = [U256::from_be_bytes(ilk.0)];
    let none = (Vec::<U256>::new(), Vec::<Word>::new(), Vec::<B256>::new()).abi_encode_params();
    let one = (vec![U256::from(8123)], vec![Word::from(URN)], vec![ilk]).abi_encode_params();
    let two = U256::from(2_000_000_000_000_000_000_u128);
    let rates = (U256::ZERO, ray(105), U256::ZERO, U256::ZERO, U256::ZERO).abi_encode_params();
    empty
        .answers(manager, "vat()", &[], vat.abi_encode())
        .answers(vat, "live()", &[], number(1))
        .answers(proxies, "proxies(address)", &[user], Word::from(PROXY).abi_encode())
        .answers(list, "getCdpsAsc(address,address)", &[argument(manager), user], none)
        .answers(list, "getCdpsAsc(address,address)", &[argument(manager), proxy], one)
        .answers(pot, "pie(address)", &[user], number(400))
        .answers(pot, "pie(address)", &[proxy], number(0))
        .answers(pot, "chi()", &[], ray(110).abi_encode())
        .answers(
            vat,
            "urns(bytes32,address)",
            &[of_ilk[0], argument(URN.into())],
            (two, U256::from(1001)).abi_encode_params(),
        )
        .answers(vat, "ilks(bytes32)", &of_ilk, rates)
        .answers(collaterals, "gem(bytes32)", &of_ilk, Word::from(TOKEN).abi_encode())
        .answers(collaterals, "dec(bytes32)", &of_ilk, number(8))
}

/// A loan in one of two markets, a part of whose collateral was exchanged.
pub fn loan() -> ScriptedContracts {
    let empty = ScriptedContracts::of("LlamaLend", "eip155:1")
        .holds(VAULT, 1000)
        .holds(OTHER, 5);
    let factory = empty.contract("factory");
    let user = [argument(USER.into())];
    let mut contracts = empty.answers(factory, "market_count()", &[], number(2));
    for (at, controller, vault) in [(0, OTHER, DEBT), (1, CONTROLLER, VAULT)] {
        let at = [U256::from(at)];
        let loan = controller == CONTROLLER;
        contracts = contracts
            .answers(
                factory,
                "controllers(uint256)",
                &at,
                Word::from(controller).abi_encode(),
            )
            .answers(
                factory,
                "collateral_tokens(uint256)",
                &at,
                Word::from(TOKEN).abi_encode(),
            )
            .answers(
                factory,
                "borrowed_tokens(uint256)",
                &at,
                Word::from(BORROWED).abi_encode(),
            )
            .answers(factory, "vaults(uint256)", &at, Word::from(vault).abi_encode())
            .answers(controller.into(), "loan_exists(address)", &user, loan.abi_encode());
    }
    let state = [U256::from(70), U256::from(30), U256::from(50), U256::from(10)];
    with_vault(contracts, BORROWED).answers(CONTROLLER.into(), "user_state(address)", &user, state.abi_encode())
}

/// Adds a vault whose 1000 shares are worth 1050.
fn with_vault(contracts: ScriptedContracts, asset: [u8; 20]) -> ScriptedContracts {
    let (vault, shares) = (Word::from(VAULT), [U256::from(1000)]);
    contracts
        .answers(vault, "asset()", &[], Word::from(asset).abi_encode())
        .answers(vault, "convertToAssets(uint256)", &shares, number(1050))
        .answers(vault, "previewRedeem(uint256)", &shares, number(1050))
}

fn euler_with(collaterals: Vec<Word>, controllers: Vec<Word>) -> ScriptedContracts {
    let empty = ScriptedContracts::of("Euler v2", "eip155:1")
        .holds(VAULT, 1000)
        .holds(OTHER, 5);
    let [factory, connector] = ["factory", "connector"].map(|part| empty.contract(part));
    let user = [argument(USER.into())];
    let liquidity = (U256::from(3000), U256::from(2000)).abi_encode_params();
    let mut contracts = empty
        .answers(factory, "getProxyListLength()", &[], number(9))
        .answers(connector, "getControllers(address)", &user, controllers.abi_encode())
        .answers(connector, "getCollaterals(address)", &user, collaterals.abi_encode())
        .answers(
            factory,
            "isProxy(address)",
            &[argument(OTHER.into())],
            false.abi_encode(),
        )
        .answers(DEBT.into(), "asset()", &[], Word::from(BORROWED).abi_encode())
        .answers(DEBT.into(), "debtOf(address)", &user, number(600))
        .answers(
            DEBT.into(),
            "accountLiquidity(address,bool)",
            &[user[0], U256::from(1)],
            liquidity,
        );
    for vault in [VAULT, DEBT] {
        contracts = contracts.answers(
            factory,
            "isProxy(address)",
            &[argument(vault.into())],
            true.abi_encode(),
        );
    }
    with_vault(contracts, TOKEN)
}

/// A debt that shares of a vault secure.
pub fn euler() -> ScriptedContracts {
    euler_with(vec![VAULT.into()], vec![DEBT.into()])
}

fn of(role: &'static str, token: [u8; 20], amount: &str) -> ((&'static str, Option<Address>), String) {
    ((role, Some(Address::evm(token))), amount.to_owned())
}

/// 1001 at 105 % are 1051.05, of which 1052 are owed; 400 at 110 % are 440.
#[tokio::test]
async fn a_vault_of_the_proxy_has_its_collateral_in_the_decimals_of_the_token_and_its_debt_rounded_up() {
    let contracts = maker();
    let [vault, savings] = <[ProtocolPosition; 2]>::try_from(contracts.positions().await).unwrap();
    let dai = contracts.contract("dai").into();
    assert_eq!(
        amounts(&vault),
        BTreeMap::from([of("collateral", TOKEN, "200000000"), of("borrow", dai, "-1052")])
    );
    assert_eq!(vault.item.as_deref(), Some("#8123"));
    assert_eq!(amounts(&savings), BTreeMap::from([of("supply", dai, "440")]));
}

#[tokio::test]
async fn a_debt_without_a_fraction_is_not_rounded() {
    let contracts = maker();
    let vat = contracts.contract("vat");
    let contracts = contracts.first(
        vat,
        "urns(bytes32,address)",
        (U256::ZERO, U256::from(1000)).abi_encode_params(),
    );
    let [vault, _] = <[ProtocolPosition; 2]>::try_from(contracts.positions().await).unwrap();
    assert_eq!(
        amounts(&vault),
        BTreeMap::from([of("borrow", contracts.contract("dai").into(), "-1050")])
    );
}

#[tokio::test]
async fn what_was_exchanged_of_the_collateral_is_part_of_the_loan() {
    let contracts = loan();
    let [loan, lent] = <[ProtocolPosition; 2]>::try_from(contracts.positions().await).unwrap();
    let expected = BTreeMap::from([
        of("collateral", TOKEN, "70"),
        of("collateral", BORROWED, "30"),
        of("borrow", BORROWED, "-50"),
    ]);
    assert_eq!(amounts(&loan), expected);
    assert_eq!(amounts(&lent), BTreeMap::from([of("supply", BORROWED, "1050")]));
    assert_eq!(lent.receipts[0].contract(), Some(Address::evm(VAULT)));
}

#[tokio::test]
async fn where_crvusd_is_minted_the_factory_names_it() {
    let empty = ScriptedContracts::of("crvUSD", "eip155:1").holds(CONTROLLER, 3);
    let factory = empty.contract("factory");
    let (user, at) = ([argument(USER.into())], [U256::ZERO]);
    let state = [U256::from(70), U256::ZERO, U256::from(50), U256::from(10)];
    let contracts = empty
        .answers(factory, "n_collaterals()", &[], number(1))
        .answers(
            factory,
            "controllers(uint256)",
            &at,
            Word::from(CONTROLLER).abi_encode(),
        )
        .answers(factory, "collaterals(uint256)", &at, Word::from(TOKEN).abi_encode())
        .answers(factory, "stablecoin()", &[], Word::from(BORROWED).abi_encode())
        .answers(CONTROLLER.into(), "loan_exists(address)", &user, true.abi_encode())
        .answers(CONTROLLER.into(), "user_state(address)", &user, state.abi_encode());
    let [loan] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    assert_eq!(
        amounts(&loan),
        BTreeMap::from([of("collateral", TOKEN, "70"), of("borrow", BORROWED, "-50")])
    );
}

#[tokio::test]
async fn shares_that_secure_a_debt_are_one_position_with_it_and_with_the_health_factor_of_the_vault() {
    let [loan] = <[ProtocolPosition; 1]>::try_from(euler().positions().await).unwrap();
    assert_eq!(
        amounts(&loan),
        BTreeMap::from([of("collateral", TOKEN, "1050"), of("borrow", BORROWED, "-600")])
    );
    assert_eq!(loan.health.map(|health| health.to_string()).as_deref(), Some("1.5"));
    assert_eq!(loan.receipts[0].contract(), Some(Address::evm(VAULT)));
    let collateral = loan.legs.iter().find(|leg| leg.role.as_str() == "collateral").unwrap();
    assert_eq!(collateral.position.kind, PositionKind::Supplied);
}

#[tokio::test]
async fn shares_that_secure_nothing_are_lent() {
    let [lent] = <[ProtocolPosition; 1]>::try_from(euler_with(Vec::new(), Vec::new()).positions().await).unwrap();
    assert_eq!(amounts(&lent), BTreeMap::from([of("supply", TOKEN, "1050")]));
    assert_eq!(lent.health, None);
    let [loan, lent] =
        <[ProtocolPosition; 2]>::try_from(euler_with(Vec::new(), vec![DEBT.into()]).positions().await).unwrap();
    assert_eq!(amounts(&loan), BTreeMap::from([of("borrow", BORROWED, "-600")]));
    assert_eq!(amounts(&lent), BTreeMap::from([of("supply", TOKEN, "1050")]));
}

#[tokio::test]
async fn a_health_factor_that_fails_is_stated() {
    let contracts = euler().first(DEBT.into(), "accountLiquidity(address,bool)", Vec::new());
    let [loan] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    assert_eq!(
        (loan.health, loan.unread),
        (None, vec!["The health factor could not be read.".to_owned()])
    );
}
