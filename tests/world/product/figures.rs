//! Every figure equals the balances of the nodes times the prices of the sources, digit by digit.

use domain::{
    trace::Operation,
    valuation::{FigurePath, Filter, Gap},
};
use ports::{Amount, RawAmount};
use support::{
    manifest::{Manifest, Person},
    product::Product,
    world::TestWorld,
};

/// The price that both mock sources return, by the token's key. Where a source has no price of wrapped ether, that of ether is
/// used, so both prices must be equal for an exact sum.
fn price(key: &str) -> Option<Amount> {
    let text = match key {
        "usdc" => "0.9999",
        "dai" => "1.0001",
        "weth" => "2000.5",
        _ => return None,
    };
    text.parse().ok()
}

/// The value of a person's priced holdings on a chain, computed from the node's answers.
fn expected(manifest: &Manifest, person: &Person) -> Amount {
    let units = |raw: &str, decimals| raw.parse::<RawAmount>().unwrap().in_units(decimals).unwrap();
    let ether = units(&person.native, 18).mul("2000.5".parse().unwrap()).unwrap();
    manifest.tokens.iter().fold(ether, |sum, token| {
        let raw = person.balance(token).filter(|raw| *raw != "0");
        let (Some(price), Some(raw), Some(decimals)) = (price(&token.key), raw, token.decimals) else {
            return sum;
        };
        sum.add(units(raw, decimals).mul(price).unwrap()).unwrap()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_becomes_an_exact_portfolio() {
    let world = TestWorld::start().unwrap();
    let product = Product::start(&world).await;
    for (id, chain) in [(1, "ethereum"), (10, "optimism")] {
        for token in &world.chain(id).manifest().tokens {
            if let Some(price) = price(&token.key) {
                product
                    .upstreams
                    .set_price(&format!("{chain}:{}", token.address), &price.to_string());
            }
        }
    }
    product.upstreams.set_price("coingecko:weth", "2000.5");
    let person = product.person(&["alice.eth"]).await;
    product.run_jobs().await;
    let report = product.report(&person).await;
    let expected = [1, 10].iter().fold(Amount::ZERO, |sum, id| {
        let manifest = world.chain(*id).manifest();
        sum.add(expected(manifest, manifest.person("alice"))).unwrap()
    });
    assert_eq!(report.total, Some(expected), "{:#?}", report.coverage);

    let gaps = || report.coverage.unpriced.iter();
    assert!(gaps().any(|one| one.gap == Gap::DecimalsUnknown && one.raw.is_some()));
    assert!(gaps().any(|one| matches!(one.gap, Gap::Unreadable(_)) && one.amount.is_none()));
    assert!(gaps().any(|one| {
        one.amount
            .is_some_and(|amount| amount > "340282366920938463463".parse().unwrap())
    }));
    assert!(!report.coverage.complete());

    let figure = report.figure(FigurePath::Sum(Filter::default()));
    let why = product.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert_eq!(why.tree.recomputed(), Some(expected));
    let mut observed = Vec::new();
    observations(&why.tree, &mut observed);
    let ether = observed.iter().find(|node| node.unit == "ETH").unwrap();
    let block = ether.block.as_ref().unwrap();
    let chain = world.chain(if block.url.as_ref().unwrap().contains("optimis") {
        10
    } else {
        1
    });
    let alice = &chain.manifest().person("alice").address;
    let wei = chain.native_balance(alice, Some(block.number)).to_string();
    assert_eq!(
        ether.value,
        Some(wei.parse::<RawAmount>().unwrap().in_units(18).unwrap()),
        "as the node says at that block"
    );
}

fn observations<'a>(node: &'a domain::trace::Node, found: &mut Vec<&'a domain::trace::Node>) {
    if node.operation == Operation::Observation && node.block.is_some() {
        found.push(node);
    }
    node.children.iter().for_each(|child| observations(child, found));
}
