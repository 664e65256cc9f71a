//! Tests of the histories of Bitcoin-like chains, against local mock services whose lists are computed from blocks.

mod services;
mod waiting;

use adapters::chain::{
    bitcoin::BitcoinReader,
    rows::{ChainEndpoint, ChainSpec, rows},
};
use ports::{
    AccountId, Fact, HistoryReader, RemoteError, Stream,
    fact::FactBody,
    history::{HistoryPage, HistoryRequest},
};
use support::outgoing::{client_for_urls, short_timeouts, with_any_head_age};

use self::services::{Listing, Shape, TIP, server};
use crate::mock_web_service::MockWebService;

const COINBASE: &str = include_str!("../../adapters/src/chain/fixtures/bitcoin_api/esplora/coinbase.json");

fn row(shape: Shape, servers: &[&MockWebService]) -> ChainSpec {
    let known = rows()
        .unwrap()
        .iter()
        .find(|row| row.chain.id.as_str() == shape.chain());
    let endpoint = |pages: &&MockWebService| ChainEndpoint {
        api: shape.api(),
        ..ChainEndpoint::new(pages.url.parse().unwrap(), true)
    };
    with_any_head_age(ChainSpec {
        endpoints: servers.iter().map(endpoint).collect(),
        ..known.unwrap().clone()
    })
}

fn reader(shape: Shape, servers: &[&MockWebService]) -> BitcoinReader {
    let urls: Vec<String> = servers.iter().map(|pages| pages.url.clone()).collect();
    let (client, _) = client_for_urls(&urls, short_timeouts());
    BitcoinReader::new(&[row(shape, servers)], &client)
}

fn request(shape: Shape, blocks: (u64, u64), continuation: Option<String>) -> HistoryRequest {
    let account: AccountId = format!("{}:{}", shape.chain(), shape.address()).parse().unwrap();
    HistoryRequest {
        account,
        stream: Stream::CoinTransactions,
        blocks,
        continuation,
    }
}

/// Reads all pages of these blocks.
async fn walk(reader: &BitcoinReader, shape: Shape, blocks: (u64, u64)) -> Result<(Vec<Fact>, usize), RemoteError> {
    let (mut facts, mut continuation, mut pages) = (Vec::new(), None, 0);
    loop {
        let page: HistoryPage = reader.page(&request(shape, blocks, continuation)).await?;
        pages += 1;
        assert!(pages < 100, "the walk makes progress");
        facts.extend(page.facts);
        assert_eq!(
            page.through.is_some(),
            page.continuation.is_none(),
            "newest first: complete at the end only"
        );
        continuation = page.continuation;
        if continuation.is_none() {
            assert_eq!(page.through, Some(blocks.1));
            return Ok((facts, pages));
        }
    }
}

/// Returns the ids of facts, each once, sorted.
fn ids(facts: &[Fact]) -> Vec<String> {
    let mut ids: Vec<String> = facts.iter().map(|fact| fact.transaction.to_string()).collect();
    ids.sort();
    ids.dedup();
    ids
}

#[tokio::test]
async fn a_history_is_read_to_its_end_with_all_inputs_and_outputs() {
    for shape in Shape::ALL {
        let listing = Listing::of(shape, 230);
        let pages = server(listing.clone()).await;
        let (facts, count) = walk(&reader(shape, &[&pages]), shape, (0, TIP)).await.unwrap();
        assert_eq!(ids(&facts), listing.ids(0, TIP), "{shape:?}");
        assert_eq!(facts.len(), 230, "{shape:?}: no transaction twice");
        assert!(count > 1, "{shape:?}: several pages");
        for fact in &facts {
            let FactBody::CoinTransaction(coins) = &fact.body else {
                panic!("{fact:?}");
            };
            let is_mine = |address: &Option<ports::Address>| address.as_ref() == Some(&fact.account.address);
            assert!(coins.outputs.iter().any(|output| is_mine(&output.address)));
            assert_eq!(coins.outputs.len(), 3, "one of them without an address");
            assert_eq!(coins.outputs[2].address, None);
            assert_eq!(coins.inputs.is_empty(), coins.is_coinbase);
            assert_eq!(coins.fee.is_zero(), coins.is_coinbase);
        }
        let coinbases = facts
            .iter()
            .filter(|fact| matches!(&fact.body, FactBody::CoinTransaction(it) if it.is_coinbase));
        assert_eq!(coinbases.count(), 1, "{shape:?}");
    }
}

#[tokio::test]
async fn only_the_requested_blocks_are_reported() {
    for shape in Shape::ALL {
        let listing = Listing::of(shape, 120);
        let pages = server(listing.clone()).await;
        let (from, to) = (TIP - 300, TIP - 100);
        let (facts, _) = walk(&reader(shape, &[&pages]), shape, (from, to)).await.unwrap();
        assert_eq!(ids(&facts), listing.ids(from, to), "{shape:?}");
        assert!(!facts.is_empty() && facts.len() < 120);
    }
}

#[tokio::test]
async fn an_address_without_transactions_has_an_empty_history() {
    for shape in Shape::ALL {
        let pages = server(Listing::of(shape, 0)).await;
        let (facts, _) = walk(&reader(shape, &[&pages]), shape, (0, TIP)).await.unwrap();
        assert!(facts.is_empty(), "{shape:?}");
    }
}

/// Unconfirmed transactions come first in the lists of some servers.
#[tokio::test]
async fn unconfirmed_transactions_are_left_out() {
    for shape in [Shape::Haskoin, Shape::Electrum, Shape::Blockbook, Shape::Bitcore] {
        let listing = Listing {
            pending: 12,
            ..Listing::of(shape, 40)
        };
        let pages = server(listing.clone()).await;
        let (facts, _) = walk(&reader(shape, &[&pages]), shape, (0, TIP)).await.unwrap();
        assert_eq!(ids(&facts), listing.ids(0, TIP), "{shape:?}");
    }
}

/// A new transaction moves the rows of a list by one while it is read: none is lost.
#[tokio::test]
async fn transactions_that_arrive_between_two_pages_lose_none() {
    for shape in Shape::ALL {
        let listing = Listing {
            arriving: 3,
            ..Listing::of(shape, 230)
        };
        let pages = server(listing.clone()).await;
        let (facts, _) = walk(&reader(shape, &[&pages]), shape, (0, TIP)).await.unwrap();
        assert_eq!(ids(&facts), listing.ids(0, TIP), "{shape:?}");
    }
}

/// Where rows vanish from a list that is cut by its offset, a row could be skipped: it is read again.
#[tokio::test]
async fn a_list_that_shrinks_is_read_again() {
    let listing = Listing {
        shrinking: 5,
        ..Listing::of(Shape::Haskoin, 230)
    };
    let pages = server(listing.clone()).await;
    let (facts, count) = walk(&reader(Shape::Haskoin, &[&pages]), Shape::Haskoin, (0, TIP))
        .await
        .unwrap();
    let missing: Vec<String> = listing
        .ids(0, TIP)
        .into_iter()
        .filter(|id| !ids(&facts).contains(id))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(count > 3, "it began again");
}

#[tokio::test]
async fn another_server_reads_the_list_from_its_beginning() {
    let listing = Listing::of(Shape::Esplora, 60);
    let (first, second) = (server(listing.clone()).await, server(listing.clone()).await);
    let both = reader(Shape::Esplora, &[&first, &second]);
    let page = both.page(&request(Shape::Esplora, (0, TIP), None)).await.unwrap();
    let continuation = page.continuation.unwrap().replace(&host(&first), "gone.example");
    let again = both
        .page(&request(Shape::Esplora, (0, TIP), Some(continuation)))
        .await
        .unwrap();
    assert_eq!(ids(&page.facts), ids(&again.facts));
}

fn host(pages: &MockWebService) -> String {
    pages.url.trim_start_matches("http://").to_owned()
}

#[tokio::test]
async fn a_server_that_has_not_reached_the_block_is_not_believed() {
    for shape in Shape::ALL {
        let pages = server(Listing::of(shape, 10)).await;
        let failed = reader(shape, &[&pages]).page(&request(shape, (0, TIP + 1), None)).await;
        assert!(
            matches!(failed, Err(RemoteError::Unavailable { .. })),
            "{shape:?}: {failed:?}"
        );
    }
}

#[tokio::test]
async fn wrong_answers_are_errors_and_never_the_end() {
    for shape in Shape::ALL {
        for (from, to) in [
            ("\"value\":1200", "\"value\":\"x\""),
            ("\"value\":\"1200", "\"value\":\"x"),
            (shape.address(), shape.stranger()),
            ("\"fee\":", "\"fee\":9"),
            ("\"fees\":\"", "\"fees\":\"9"),
            ("\"txs\":[", "\"rows\":["),
        ] {
            let listing = Listing {
                replaced: Some((from.to_owned(), to.to_owned())),
                ..Listing::of(shape, 10)
            };
            if !listing.is_affected(from) {
                continue;
            }
            let pages = server(listing).await;
            let failed = reader(shape, &[&pages]).page(&request(shape, (0, TIP), None)).await;
            assert!(
                matches!(failed, Err(RemoteError::Malformed { .. })),
                "{shape:?} {from}: {failed:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_page_in_the_place_of_a_later_one_is_no_end_of_the_list() {
    let listing = Listing {
        replaced: Some(("\"totalPages\":-1".to_owned(), "\"totalPages\":3".to_owned())),
        ..Listing::of(Shape::Blockbook, 10)
    };
    let pages = server(listing).await;
    let walked = walk(&reader(Shape::Blockbook, &[&pages]), Shape::Blockbook, (0, TIP)).await;
    assert!(matches!(walked, Err(RemoteError::Malformed { .. })), "{walked:?}");
}

/// The first transaction of Bitcoin, in the format of Esplora's documentation: a coinbase whose output has no address
/// has no owner, so it cannot be in the list of an address.
#[tokio::test]
async fn a_transaction_without_an_owner_is_refused() {
    let listing = Listing {
        verbatim: Some(format!("[{COINBASE}]")),
        ..Listing::of(Shape::Esplora, 1)
    };
    let pages = server(listing).await;
    let failed = reader(Shape::Esplora, &[&pages])
        .page(&request(Shape::Esplora, (0, TIP), None))
        .await;
    assert!(matches!(failed, Err(RemoteError::Malformed { .. })), "{failed:?}");
}

/// A list that is cut without a way to continue is not taken for the whole one.
#[tokio::test]
async fn a_list_of_bitcore_that_cannot_be_continued_is_refused() {
    let row = |index: u64| {
        format!(
            r#"{{"address":"{}","mintTxid":"{index:064x}","mintHeight":5,"spentTxid":"","spentHeight":-2}}"#,
            Shape::Bitcore.address()
        )
    };
    let rows: Vec<String> = (0..1000).map(row).collect();
    let listing = Listing {
        verbatim: Some(format!("[{}]", rows.join(","))),
        ..Listing::of(Shape::Bitcore, 1)
    };
    let pages = server(listing).await;
    let failed = reader(Shape::Bitcore, &[&pages])
        .page(&request(Shape::Bitcore, (0, TIP), None))
        .await;
    assert!(matches!(failed, Err(RemoteError::Refused { .. })), "{failed:?}");
}
