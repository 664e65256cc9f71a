//! Prices of the demo sources.

use super::*;

#[tokio::test]
async fn ether_has_one_price_on_every_network() {
    let demo = demo(NOON);
    let ether: Vec<_> = tokens()
        .into_iter()
        .filter(|token| token.metadata.symbol == "ETH" && token.group == "eth")
        .collect();
    let ids: Vec<_> = ether.into_iter().map(|token| token.id).collect();
    assert!(ids.len() > 5);
    for source in 0..2 {
        let quoted = quotes(&demo, source, &ids, None).await;
        let prices: HashSet<_> = quoted
            .iter()
            .map(|one| format!("{:?} {:?}", price(&one.answer), one.source_time))
            .collect();
        assert_eq!(prices.len(), 1, "{prices:?}");
    }
}

#[tokio::test]
async fn sources_nearly_agree() {
    let demo = demo(NOON);
    let ids: Vec<AssetId> = tokens().into_iter().map(|token| token.id).collect();
    let prompt = quotes(&demo, 0, &ids, Some(Timestamp::from_seconds(NOON))).await;
    let late = quotes(&demo, 1, &ids, Some(Timestamp::from_seconds(NOON))).await;
    assert_eq!(prompt.len(), ids.len());
    for (one, two) in prompt.iter().zip(&late) {
        let (one, two) = (price(&one.answer).unwrap(), price(&two.answer).unwrap());
        let apart = one.sub(two).unwrap().abs().mul(Amount::HUNDRED).unwrap();
        assert!(apart <= one, "{one} and {two}");
    }
    assert_ne!(prompt[0].answer, late[0].answer);
}

#[tokio::test]
async fn sources_behave_as_documented() {
    let demo = demo(NOON);
    let ether = AssetId::native(&ChainId::evm(1), 60);
    let now = Timestamp::from_seconds(NOON);
    let late = quotes(&demo, 1, std::slice::from_ref(&ether), None).await;
    assert_eq!(late[0].source_time, Some(now.minus(Duration::from_mins(45))));
    let old = quotes(&demo, 1, &[unusual_asset(unusual::Unusual::OnlyOld)], None).await;
    assert!(now.since(old[0].source_time.unwrap()) > Duration::from_hours(24));
    let limited = &demo.prices[2];
    let covered: Vec<_> = universe().into_iter().filter(|id| limited.covers(id)).collect();
    assert!(covered.len() > 10 && covered.len() < 100);
    let refused = limited.quotes(&covered, None).await.unwrap_err();
    assert!(matches!(
        refused,
        RemoteError::RateLimited {
            retry_after: Some(_),
            ..
        }
    ));
}

#[tokio::test]
async fn unusual_tokens_are_quoted_as_defined() {
    let demo = demo(NOON);
    let requested = [
        unusual::Unusual::Unlisted,
        unusual::Unusual::Spam,
        unusual::Unusual::OnlyOld,
        unusual::Unusual::Worthless,
        unusual::Unusual::Disputed,
    ];
    let ids = requested.map(unusual_asset);
    let prompt = quotes(&demo, 0, &ids, None).await;
    let late = quotes(&demo, 1, &ids, None).await;
    assert!(
        prompt
            .iter()
            .take(3)
            .all(|quoted| quoted.answer == QuoteAnswer::NotListed)
    );
    assert_eq!(late[1].answer, QuoteAnswer::NotListed);
    assert!(price(&late[2].answer).is_some());
    assert_eq!(prompt[3].answer, QuoteAnswer::WorthZero);
    let (one, two) = (price(&prompt[4].answer).unwrap(), price(&late[4].answer).unwrap());
    let apart = two.sub(one).unwrap().mul(Amount::from(10)).unwrap();
    assert!(apart > one.mul(Amount::from(3)).unwrap(), "{one} and {two}");
}

#[tokio::test]
async fn history_goes_five_years_back() {
    let demo = demo(NOON);
    let ether = [AssetId::native(&ChainId::evm(1), 60)];
    let ago = |years: i64| Some(Timestamp::from_seconds(NOON - years * 365 * 86_400));
    let then = quotes(&demo, 0, &ether, ago(4)).await;
    assert!(price(&then[0].answer).is_some());
    assert_eq!(then[0].source_time, ago(4));
    assert_eq!(quotes(&demo, 0, &ether, ago(6)).await[0].answer, QuoteAnswer::NotListed);
}
