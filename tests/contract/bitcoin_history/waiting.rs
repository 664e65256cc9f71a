//! Transactions that wait for a block: listed by the servers that do so, and in no balance.

use ports::{
    AccountId, ChainReader,
    chain::{WaitingTransaction, WaitingTransactions},
};

use super::{
    reader,
    services::{Listing, Shape, server},
};
use crate::progress::CheckedProgress;

/// The servers that list transactions that wait.
const LISTING: [Shape; 4] = [Shape::Esplora, Shape::Electrum, Shape::Blockbook, Shape::Haskoin];

/// Returns what waits at the address of a listing, and the paths that were requested.
async fn read(listing: Listing) -> (WaitingTransactions, Vec<String>) {
    let shape = listing.shape;
    let pages = server(listing).await;
    let account: AccountId = format!("{}:{}", shape.chain(), shape.address()).parse().unwrap();
    let reading = reader(shape, &[&pages])
        .balances(&account, &[], &CheckedProgress)
        .await
        .unwrap();
    let [(_, raw)] = reading.balances.as_slice() else {
        panic!("{:?}", reading.balances);
    };
    assert_eq!(raw.to_string(), "3000", "{shape:?}: what waits does not count");
    (reading.waiting, pages.seen())
}

fn shown(one: &WaitingTransaction) -> (String, String, String) {
    (one.id.to_string(), one.received.to_string(), one.spent.to_string())
}

#[tokio::test]
async fn what_waits_is_listed_with_what_it_gives_and_takes() {
    for shape in LISTING {
        let listing = Listing {
            pending: 3,
            ..Listing::of(shape, 4)
        };
        let (waiting, _) = read(listing).await;
        let row = |index: u64, spent: &str| (format!("{:064x}", index + 11_000), "1200".to_owned(), spent.to_owned());
        let listed: Vec<_> = waiting.listed.iter().map(shown).collect();
        assert_eq!(listed, [row(0, "0"), row(1, "2000"), row(2, "0")], "{shape:?}");
        assert_eq!(waiting.count, 3, "{shape:?}");
    }
}

#[tokio::test]
async fn nothing_is_requested_where_the_server_says_that_nothing_waits() {
    for shape in [Shape::Esplora, Shape::Blockbook, Shape::Haskoin] {
        let (waiting, seen) = read(Listing::of(shape, 4)).await;
        assert!(waiting.is_empty(), "{shape:?}: {waiting:?}");
        assert!(
            seen.iter()
                .all(|path| !path.contains("txs") && !path.contains("transactions")),
            "{shape:?}: {seen:?}"
        );
    }
}

/// A list that fails, a transaction whose amounts do not add up, and one of other addresses.
#[tokio::test]
async fn a_list_that_cannot_be_used_leaves_the_number_and_the_balance() {
    for shape in [Shape::Esplora, Shape::Blockbook] {
        let listing = |verbatim: Option<&str>, replaced: Option<(&str, &str)>| Listing {
            pending: 2,
            verbatim: verbatim.map(str::to_owned),
            replaced: replaced.map(|(from, to)| (from.to_owned(), to.to_owned())),
            ..Listing::of(shape, 0)
        };
        for broken in [
            listing(Some("<html>busy</html>"), None),
            listing(Some("[]"), None),
            listing(None, Some(("2000", "2001"))),
        ] {
            let (waiting, _) = read(broken).await;
            assert_eq!((waiting.count, waiting.listed.len()), (2, 0), "{shape:?}");
        }
    }
    let broken = Listing {
        pending: 2,
        verbatim: Some("<html>busy</html>".to_owned()),
        ..Listing::of(Shape::Haskoin, 0)
    };
    let (waiting, _) = read(broken).await;
    assert_eq!(
        (waiting.count, waiting.listed.len()),
        (1, 0),
        "it states a sum, so at least one"
    );
    let shape = Shape::Esplora;
    let foreign = Listing {
        pending: 1,
        replaced: Some((
            format!("\"scriptpubkey_address\":\"{}\"", shape.address()),
            format!("\"scriptpubkey_address\":\"{}\"", shape.stranger()),
        )),
        ..Listing::of(shape, 0)
    };
    let (waiting, _) = read(foreign).await;
    assert_eq!((waiting.count, waiting.listed.len()), (1, 0));
}
