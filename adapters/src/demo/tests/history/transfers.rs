//! Transfers between two accounts or two chains of the demo world agree on both sides.

use super::*;

/// Payments between two accounts of the demo world are one transaction with one amount, seen from both.
#[tokio::test]
async fn payments_between_accounts_agree() {
    let at = At::new(NOON);
    let addresses = addresses().await;
    for (payer, payee) in [(0, 1), (1, 2), (0, 2)] {
        let [payer, payee] = [payer, payee].map(|index: usize| account(&ChainId::evm(1), &addresses[index]));
        let (paid, received) = (at.history(&payer), at.history(&payee));
        let mut shared = 0;
        for one in &paid {
            let is_same = |it: &&Fact| it.transaction == one.transaction && it.body.stream() == one.body.stream();
            let Some(other) = received.iter().find(is_same) else {
                continue;
            };
            shared += 1;
            assert_eq!(one.block, other.block);
            match (&one.body, &other.body) {
                (FactBody::Transaction(one), FactBody::Transaction(other)) => {
                    assert_eq!((&one.from, &one.to, one.value), (&other.from, &other.to, other.value));
                    assert_eq!(one.fee, other.fee);
                }
                (one, other) => assert_eq!(one, other),
            }
        }
        assert!(shared > 10, "{payer} and {payee} share {shared} facts");
    }
}

/// What leaves Ethereum over a bridge arrives within minutes on another chain, but for a fee of less than one percent.
#[tokio::test]
async fn bridged_amounts_arrive_on_the_other_chain() {
    let at = At::new(NOON);
    let address = &addresses().await[0];
    let left = at.walk(&account(&ChainId::evm(1), address), Stream::Transactions);
    let bridged = |fact: Fact| match fact.body {
        FactBody::Transaction(one) if one.selector.as_deref() == Some("0x7b939232") => {
            Some((fact.block.time, one.value.as_u128()?))
        }
        _ => None,
    };
    let left: Vec<_> = left.into_iter().filter_map(bridged).collect();
    let arrived = at.walk(&account(&ChainId::evm(42_161), address), Stream::InternalTransfers);
    let is_paired = |fact: &&Fact| {
        let FactBody::InternalTransfers(all) = &fact.body else {
            return false;
        };
        let (value, time) = (all[0].value.as_u128().unwrap(), fact.block.time);
        left.iter().any(|(left_at, sent)| {
            let is_soon = time > *left_at && time.since(*left_at) < Duration::from_mins(10);
            is_soon && value < *sent && value * 100 > sent * 99
        })
    };
    assert!(arrived.iter().filter(is_paired).count() > 3);
}
