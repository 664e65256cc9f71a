//! The public page of one wallet.

use serde_json::json;

use crate::house::House;

const PATH: &str = "/api/organisation/user/get-portfolio-by-address";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

#[tokio::test]
async fn the_page_opens_for_names_links_and_ids_of_an_address() {
    let house = House::open().await;
    for (text, label) in [
        ("vitalik.eth", "vitalik.eth"),
        ("ethereum:vitalik.eth", "vitalik.eth"),
        (&format!("ethereum:{ADDRESS}@1"), "0xd8dA…6045"),
        (&format!("eip155:1:{ADDRESS}"), "0xd8dA…6045"),
    ] {
        let look = house.call(PATH, &json!({"wallet_address": text})).await.data();
        let wallet = &look["user"]["user_wallets"][0];
        assert_eq!(
            (&wallet["address"], &wallet["label"]),
            (&json!(ADDRESS), &json!(label)),
            "{text}"
        );
    }
}

#[tokio::test]
async fn unreadable_texts_are_rejected_with_a_reason() {
    let house = House::open().await;
    for (text, says) in [
        ("0.0.1234", "Hedera addresses are not supported yet."),
        ("binancecleos", "EOS addresses are not supported yet."),
        (
            "df0f89f19ae35f75cd887f92108988fd0a418d8c155fbe96db6eb5861c28a4a1",
            "Internet Computer addresses are not supported yet.",
        ),
        ("legal.winner", "Names with this ending are not supported."),
        (
            "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
            "This may be a private key, or an Aptos, Sui or NEAR address. Neither is accepted.",
        ),
    ] {
        let refused = house.call(PATH, &json!({"wallet_address": text})).await;
        assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "{text}");
        assert!(refused.text.contains(says), "{}", refused.text);
    }
}
