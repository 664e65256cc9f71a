//! Parses documented replies.

use ports::{
    asset::AssetId,
    clock::Timestamp,
    quote::{Answer, Quoted},
    source::RemoteError,
};

use super::{
    coingecko, defillama,
    question::{Keyed, merged},
    refusal,
};

/// Wednesday, 5 August 2026, 12:00 UTC.
const NOW: Timestamp = Timestamp::from_seconds(1_785_931_200);

fn asked(keys: &[&str]) -> Vec<Keyed> {
    let asset = |place: usize| -> AssetId { format!("eip155:1/slip44:{place}").parse().unwrap() };
    merged(
        keys.iter()
            .enumerate()
            .map(|(place, key)| ((*key).to_owned(), asset(place))),
    )
}

/// The answers as short texts.
fn shown(quoted: &[Quoted]) -> Vec<String> {
    let one = |quoted: &Quoted| match &quoted.answer {
        Answer::Price { price, .. } => price.amount().to_string(),
        Answer::WorthZero => "zero".to_owned(),
        Answer::NotListed => "not listed".to_owned(),
        Answer::Unusable { what } => what.clone(),
    };
    quoted.iter().map(one).collect()
}

#[test]
fn defillama_is_read_row_by_row() {
    let asked = asked(&[
        "ethereum:0x0000000000000000000000000000000000000a01",
        "ethereum:0x0000000000000000000000000000000000000a02",
        "ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
        "ethereum:0x0000000000000000000000000000000000000a03",
        "coingecko:ethereum",
        "ethereum:0x0000000000000000000000000000000000000a04",
        "ethereum:0x0000000000000000000000000000000000000a05",
        "ethereum:0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce",
        "ethereum:0x0000000000000000000000000000000000000bad",
    ]);
    let reply = serde_json::from_str(include_str!("fixtures/defillama/current.json")).unwrap();
    let quoted = defillama::read(&reply, &asked, NOW);
    assert_eq!(
        shown(&quoted),
        [
            "zero",
            "its price is below zero",
            "0.99987",
            "its price is not a number",
            "3180.4200000000001",
            "its time is in the future",
            "its price is not a number",
            "0.000009123456789012345",
            "not listed",
        ]
    );
    assert_eq!(quoted[2].source_time, Some(Timestamp::from_seconds(1_785_931_123)));
    let sure = |quoted: &Quoted| match &quoted.answer {
        Answer::Price { confidence, .. } => confidence.map(|share| share.amount().to_string()),
        _ => None,
    };
    assert_eq!(sure(&quoted[2]).as_deref(), Some("0.99"));
    assert_eq!(sure(&quoted[7]), None, "what the source does not state is not stated");
}

#[test]
fn a_past_price_carries_its_own_time() {
    let reply = serde_json::from_str(include_str!("fixtures/defillama/historical.json")).unwrap();
    let quoted = defillama::read(&reply, &asked(&["coingecko:ethereum"]), NOW);
    assert_eq!(shown(&quoted), ["2410.0625"]);
    assert_eq!(quoted[0].source_time, Some(Timestamp::from_seconds(1_750_000_012)));
}

#[test]
fn coingecko_is_read_row_by_row() {
    let asked = asked(&[
        "status",
        "maker",
        "ethereum",
        "dai",
        "shiba-inu",
        "tether",
        "absent",
        "usd-coin",
    ]);
    let reply = serde_json::from_str(include_str!("fixtures/coingecko/price.json")).unwrap();
    assert_eq!(refusal::found(&reply), None, "the coin called status is a coin");
    let quoted = coingecko::read(&reply, &asked, NOW);
    assert_eq!(
        shown(&quoted),
        [
            "0.0211",
            "its price is below zero",
            "3181.0549999999998",
            "not listed",
            "0.00000912",
            "not listed",
            "not listed",
            "0.999791",
        ]
    );
    assert_eq!(quoted[2].source_time, Some(Timestamp::from_seconds(1_785_931_150)));
}

#[test]
fn contracts_at_coingecko_are_read_exactly() {
    let asked = asked(&["0x0000000000000000000000000000000000000a01"]);
    let reply = serde_json::from_str(include_str!("fixtures/coingecko/token_price.json")).unwrap();
    assert_eq!(shown(&coingecko::read(&reply, &asked, NOW)), ["0.000000000001"]);
}

#[test]
fn refusals_inside_answers_are_told_apart() {
    let errand = coingecko::errand();
    let refused = |text: &str| {
        let code = refusal::found(&serde_json::from_str(text).unwrap()).unwrap();
        refusal::error(code, &errand)
    };
    let too_many = refused(include_str!("fixtures/coingecko/too_many.json"));
    assert!(matches!(too_many, RemoteError::RateLimited { .. }));
    let no_key = refused(include_str!("fixtures/coingecko/no_key.json"));
    assert!(matches!(no_key, RemoteError::Refused { why, .. } if why == "it needs an API key"));
    let one = refused(include_str!("fixtures/coingecko/one_contract.json"));
    assert!(matches!(one, RemoteError::Refused { why, .. } if why.starts_with("the request exceeds")));
    let not_found = refused(include_str!("fixtures/coingecko/not_found.json"));
    assert!(matches!(not_found, RemoteError::Malformed { .. }));
}

#[test]
fn a_question_to_defillama_is_one_address() {
    let asked = asked(&[
        "coingecko:ethereum",
        "base:0x4200000000000000000000000000000000000006",
        "coingecko:a b/c?d",
    ]);
    let base = "https://coins.llama.fi".parse().unwrap();
    assert_eq!(
        defillama::address(&base, &asked[..2], None).unwrap().as_str(),
        "https://coins.llama.fi/prices/current/coingecko:ethereum,base:0x4200000000000000000000000000000000000006?searchWidth=4h"
    );
    let odd = defillama::address(
        &"https://example.com/key/coins/".parse().unwrap(),
        &asked[2..],
        Some(NOW),
    )
    .unwrap();
    assert_eq!(
        odd.as_str(),
        "https://example.com/key/coins/prices/historical/1785931200/coingecko:a%20b%2Fc%3Fd?searchWidth=4h"
    );
}

#[test]
fn a_full_question_to_defillama_fits_its_limit() {
    let keys: Vec<String> = (0..100)
        .map(|place| format!("polygon-long-slug:0x{place:040}"))
        .collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let asked = asked(&keys);
    let base = defillama::PLUG.public().unwrap().base;
    let url = defillama::address(&base, &asked, Some(NOW)).unwrap();
    assert!(url.as_str().len() < 9_000, "{}", url.as_str().len());
}
