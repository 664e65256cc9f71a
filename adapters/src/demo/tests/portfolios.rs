//! The sizes, values and contents of portfolios.

use super::*;

#[tokio::test]
async fn portfolios_are_reproducible_and_of_a_plausible_size() {
    let (first, second) = (demo(NOON), demo(NOON));
    for address in addresses().await {
        let (held, ..) = portfolio(&first, &address).await;
        assert_eq!(held, portfolio(&second, &address).await.0);
        let ids: HashSet<_> = held.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), held.len(), "nothing is held twice");
        assert!((6..=40).contains(&held.len()), "{} assets", held.len());
        let networks: HashSet<_> = held.iter().map(|(id, _)| id.chain()).collect();
        assert!((2..=10).contains(&networks.len()), "{} networks", networks.len());
    }
}

#[tokio::test]
async fn values_range_from_dust_to_large_within_limits() {
    let demo = demo(NOON);
    let known = tokens();
    let decimals = |id: &AssetId| match known.iter().find(|token| token.id == *id) {
        Some(token) => token.metadata.decimals.unwrap(),
        None => 18,
    };
    let mut values = Vec::new();
    for number in 0..12_u8 {
        let address = Address::evm([number; 20]);
        let (held, ..) = portfolio(&demo, &address).await;
        let ids: Vec<_> = held.iter().map(|(id, _)| id.clone()).collect();
        let quoted = quotes(&demo, 0, &ids, None).await;
        let invented: HashSet<_> = assets().into_iter().map(|asset| asset.id).collect();
        for ((id, raw), quoted) in held.iter().zip(&quoted) {
            if let (Some(price), false) = (price(&quoted.answer), invented.contains(id)) {
                values.push(raw.in_units(decimals(id)).unwrap().mul(price).unwrap());
            }
        }
    }
    values.sort();
    let middle = values[values.len() / 2];
    assert!(values[0] < Amount::ONE, "the smallest is {}", values[0]);
    assert!(Amount::from(20) < middle && middle < Amount::from(5_000), "{middle}");
    assert!(*values.last().unwrap() > Amount::from(5_000));
    assert!(
        *values.last().unwrap() < Amount::from(60_000),
        "no ordinary person has so much of one thing"
    );
}

/// Returns the value of each holding in dollars with its symbol, largest first.
async fn worth(demo: &Demo, held: &[(AssetId, RawAmount)]) -> Vec<(Amount, String)> {
    let known = tokens();
    let ids: Vec<_> = held.iter().map(|(id, _)| id.clone()).collect();
    let quoted = quotes(demo, 0, &ids, None).await;
    let mut worth = Vec::new();
    for ((id, raw), quoted) in held.iter().zip(&quoted) {
        if let (Some(token), Some(price)) = (known.iter().find(|token| token.id == *id), price(&quoted.answer)) {
            let units = raw.in_units(token.metadata.decimals.unwrap()).unwrap();
            worth.push((units.mul(price).unwrap(), token.metadata.symbol.clone()));
        }
    }
    worth.sort();
    worth.reverse();
    worth
}

#[tokio::test]
async fn ether_bitcoin_and_dollars_dominate() {
    let demo = demo(NOON);
    let mut kinds = Vec::new();
    for address in addresses().await {
        let (held, ..) = portfolio(&demo, &address).await;
        let worth = worth(&demo, &held).await;
        let sum = |some: &[(Amount, String)]| some.iter().fold(Amount::ZERO, |sum, (one, _)| sum.add(*one).unwrap());
        let total = sum(&worth);
        assert!(Amount::from(1_000) < total && total < Amount::from(200_000), "{total}");
        assert_eq!(worth[0].1, "ETH");
        let leads = |symbol: &str| ["ETH", "BTC", "USD", "DAI"].iter().any(|part| symbol.contains(part));
        let leading: Vec<_> = worth.iter().filter(|(_, symbol)| leads(symbol)).cloned().collect();
        assert!(sum(&leading).mul(Amount::from(2)).unwrap() > total, "{worth:?}");
        let dust = worth.iter().filter(|(one, _)| *one < Amount::ONE).count();
        kinds.push((
            total > Amount::from(10_000),
            dust > 2,
            worth.iter().any(|(_, symbol)| symbol == "AAVE"),
        ));
    }
    assert_eq!(
        kinds,
        [(true, false, true), (false, true, false), (true, false, false)],
        "a user of DeFi protocols, a collector of dust, a saver"
    );
}

#[tokio::test]
async fn nine_days_ago_differs_a_little() {
    let (today, earlier) = (demo(NOON), demo(NOON - 9 * 86_400));
    let address = &addresses().await[0];
    let (now, ..) = portfolio(&today, address).await;
    let (before, ..) = portfolio(&earlier, address).await;
    assert_eq!(
        now.iter().map(|(id, _)| id).collect::<Vec<_>>(),
        before.iter().map(|(id, _)| id).collect::<Vec<_>>()
    );
    let changed = now.iter().zip(&before).filter(|(one, two)| one != two).count();
    assert!(changed > 0 && changed * 2 < now.len(), "{changed} of {}", now.len());
}

#[tokio::test]
async fn typical_addresses_show_every_unusual_case() {
    let demo = demo(NOON);
    let (mut held, mut broken, mut failed) = (HashSet::new(), HashSet::new(), Vec::new());
    for address in addresses().await.iter().take(2) {
        let (balances, unreadable, errors) = portfolio(&demo, address).await;
        held.extend(balances.into_iter().map(|(id, _)| id));
        broken.extend(unreadable);
        failed.extend(errors);
    }
    for token in unusual::TOKENS {
        let id = token.asset().id;
        let found = match token.unusual {
            unusual::Unusual::Unreadable => broken.contains(&id),
            _ => held.contains(&id),
        };
        assert!(found, "no address holds {}", token.symbol);
    }
    assert!(failed.iter().all(|error| error.retry_after().is_some()));
    assert_eq!(failed.len(), 1, "one chain fails for one of the two");
}

#[tokio::test]
async fn spam_is_held_by_most_addresses() {
    let demo = demo(NOON);
    let spam = unusual_asset(unusual::Unusual::Spam);
    let mut count = 0;
    for number in 0..20_u8 {
        let account = AccountId {
            chain: ChainId::evm(1),
            address: Address::evm([number; 20]),
        };
        let reader = &demo.readers[0];
        let reading = reader.balances(&account, &universe(), &Reports::default()).await;
        count += usize::from(reading.unwrap().balances.iter().any(|(id, _)| *id == spam));
    }
    assert!((10..20).contains(&count), "{count} of 20");
}
