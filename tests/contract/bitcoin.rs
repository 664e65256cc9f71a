//! What the reader of Bitcoin and its like promises of every shape but Esplora's, against services of this machine with
//! the shapes of the real ones.

use adapters::{
    chain::{
        bitcoin::BitcoinReader,
        rows::{Endpoint, Row, Shape, rows},
    },
    http_client::AllowedHost,
};
use ports::{
    AccountId, Address, ChainReader, RemoteError,
    chain::{Progress, Reading},
};
use support::outgoing::{client_for, client_of, hasty, of_any_age};

use crate::pages::Pages;

const CASH: &str = "bip122:000000000000000000651ef99cb9fcbe";
const CASH_ADDRESS: &str = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
const DOGE: &str = "bip122:1a91e3dace36e2be3bf030a65679fe82";
const DOGE_ADDRESS: &str = "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L";
/// 2^53 + 1: what waits in the mempool does not count, and no digit is lost.
const HELD: &str = "9007199254740993";

macro_rules! reply {
    ($file:literal) => {
        include_str!(concat!("../../adapters/src/chain/fixtures/bitcoin/", $file))
    };
}

struct Silent;

impl Progress for Silent {
    fn report(&self, done: u32, total: u32) {
        assert!(done <= total);
    }
}

/// A service as a test asks it: its shape, its chain, and what it usually answers at which path.
#[derive(Clone, Copy)]
struct Service {
    shape: Shape,
    chain: &'static str,
    address: &'static str,
    /// The path of the balance, of the newest block and of the block that proves the chain, each with its reply.
    pages: [(&'static str, &'static str); 3],
}

const HASKOIN: Service = Service {
    shape: Shape::Haskoin,
    chain: CASH,
    address: CASH_ADDRESS,
    pages: [
        (
            "/address/qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a/balance",
            reply!("haskoin/balance.json"),
        ),
        ("/block/best?notx=true", reply!("haskoin/block.json")),
        ("/block/height/478559?notx=true", reply!("haskoin/at_height.json")),
    ],
};
const BLOCKCHAIR: Service = Service {
    shape: Shape::Blockchair,
    chain: DOGE,
    address: DOGE_ADDRESS,
    pages: [
        (
            "/dashboards/address/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?state=latest&limit=0",
            reply!("blockchair/address.json"),
        ),
        ("/stats", reply!("blockchair/stats.json")),
        ("/dashboards/block/0?limit=0", reply!("blockchair/block.json")),
    ],
};
const BLOCKCYPHER: Service = Service {
    shape: Shape::Blockcypher,
    chain: DOGE,
    address: DOGE_ADDRESS,
    pages: [
        (
            "/addrs/DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L/balance",
            reply!("blockcypher/balance.json"),
        ),
        ("/", reply!("blockcypher/chain.json")),
        ("/blocks/0?limit=1", reply!("blockcypher/block.json")),
    ],
};
const SERVICES: [Service; 3] = [HASKOIN, BLOCKCHAIR, BLOCKCYPHER];

impl Service {
    /// It answers as usual but at one path, where it says something else.
    async fn but(self, path: &'static str, status: u16, said: String) -> Pages {
        Pages::new(move |asked, _| {
            let usual = self.pages.iter().find(|(page, _)| *page == asked);
            match usual {
                Some(_) if asked == path => (status, said.clone()),
                Some((_, reply)) => (200, (*reply).to_owned()),
                None => (404, format!("nothing is at {asked}")),
            }
        })
        .await
    }

    async fn honest(self) -> Pages {
        self.but("", 200, String::new()).await
    }

    /// What its reading is when its reply at a page is another one.
    async fn read_with(self, page: usize, status: u16, said: String) -> Result<Reading, RemoteError> {
        let pages = self.but(self.pages[page].0, status, said).await;
        read(self, &[(self.shape, &pages)]).await
    }
}

fn row(chain: &str, servers: &[(Shape, &Pages)]) -> Row {
    let known = rows().unwrap().iter().find(|row| row.chain.id.as_str() == chain);
    let endpoint = |(shape, pages): &(Shape, &Pages)| Endpoint {
        shape: *shape,
        ..Endpoint::new(pages.url.parse().unwrap(), true)
    };
    of_any_age(Row {
        endpoints: servers.iter().map(endpoint).collect(),
        ..known.unwrap().clone()
    })
}

async fn read(service: Service, servers: &[(Shape, &Pages)]) -> Result<Reading, RemoteError> {
    let urls: Vec<String> = servers.iter().map(|(_, pages)| pages.url.clone()).collect();
    let (client, _) = client_for(&urls, hasty());
    let account: AccountId = format!("{}:{}", service.chain, service.address).parse().unwrap();
    BitcoinReader::new(&[row(service.chain, servers)], &client)
        .balances(&account, &[], &Silent)
        .await
}

#[tokio::test]
async fn a_balance_is_exact_confirmed_and_of_one_block() {
    for service in SERVICES {
        let pages = service.honest().await;
        let reading = read(service, &[(service.shape, &pages)]).await.unwrap();
        let [(asset, raw)] = reading.balances.as_slice() else {
            panic!("{:?}: {:?}", service.shape, reading.balances);
        };
        assert!(asset.as_str().starts_with(service.chain), "{asset}");
        assert_eq!(raw.to_string(), HELD, "{:?}", service.shape);
        assert_eq!(reading.block.time.to_string(), "2026-09-21T14:13:20Z");
        assert!([920_000, 6_000_000].contains(&reading.block.number));
        assert_eq!(reading.block.hash.len(), 64);
        // Of its chain, the block, the balance, and whether the block is still the newest.
        assert_eq!(pages.seen().len(), 4, "{:?}", pages.seen());
    }
}

/// What is spent again leaves no balance and a count: that is how the addresses of an extended public key are followed.
#[tokio::test]
async fn transactions_are_counted_where_the_server_says_how_many() {
    for (service, counted) in [(BLOCKCHAIR, Some((8, 0))), (BLOCKCYPHER, Some((9, 1))), (HASKOIN, None)] {
        let pages = service.honest().await;
        let (client, _) = client_for(std::slice::from_ref(&pages.url), hasty());
        let account: AccountId = format!("{}:{}", service.chain, service.address).parse().unwrap();
        let reader = BitcoinReader::new(&[row(service.chain, &[(service.shape, &pages)])], &client);
        let probe = reader.probe(&account).await.unwrap();
        let said = probe.map(|probe| (probe.sent, probe.pending));
        assert_eq!(said, counted, "unknown is not zero: {:?}", service.shape);
    }
}

#[tokio::test]
async fn an_address_that_was_never_used_holds_nothing() {
    for service in SERVICES {
        let empty = service.pages[0].1.replace(HELD, "0");
        assert!(service.read_with(0, 200, empty).await.unwrap().balances.is_empty());
    }
}

#[tokio::test]
async fn what_a_service_does_wrong_has_its_name_and_nothing_is_half_read() {
    let page = "<!doctype html><title>Just a moment</title>";
    for service in SERVICES {
        let usual = service.pages[0].1;
        let another = match service.chain {
            CASH => usual.replace(CASH_ADDRESS, "qq07l6rr5lsdm3m80qxw80ku2ex0tj76vvsxpvmgme"),
            _ => usual.replace(DOGE_ADDRESS, "AC8Q9Z4i4sXcbW7TV1jqrjG1JEWMdLyzcy"),
        };
        let cases = [
            (0, 429, "{\"error\":\"Limits reached.\"}".to_owned(), "rate_limited"),
            (0, 402, "{}".to_owned(), "rate_limited"),
            (0, 430, "{}".to_owned(), "rate_limited"),
            (0, 503, "down".to_owned(), "unavailable"),
            (0, 404, "{}".to_owned(), "refused"),
            (0, 200, page.to_owned(), "malformed"),
            (0, 200, usual[..80].to_owned(), "malformed"),
            (0, 200, usual.replace(HELD, "1.5"), "malformed"),
            (0, 200, usual.replace(HELD, "-1"), "malformed"),
            (0, 200, usual.replace(HELD, "null"), "malformed"),
            (0, 200, another, "malformed"),
            (1, 200, page.to_owned(), "malformed"),
            (1, 200, service.pages[1].1.replace("0000", "zz"), "malformed"),
            (2, 200, "{}".to_owned(), "malformed"),
        ];
        for (at, status, said, code) in cases {
            let told = format!("{:?} {at} {status} {said}", service.shape);
            let failed = service.read_with(at, status, said).await.unwrap_err();
            assert_eq!(failed.code(), code, "{told}");
        }
    }
}

#[tokio::test]
async fn an_envelope_can_say_that_it_was_asked_too_often() {
    let said = r#"{"data":null,"context":{"code":402,"error":"You have exceeded your limit"}}"#;
    let failed = BLOCKCHAIR.read_with(0, 200, said.to_owned()).await.unwrap_err();
    assert_eq!(failed.code(), "rate_limited");
}

#[tokio::test]
async fn a_service_of_the_other_chain_is_told_no_address() {
    // The chains were one until this block: only its hash tells them apart.
    let bitcoin = reply!("haskoin/at_height.json").replace("651ef99cb9fcbe", "19f112ec0a9982");
    let pages = HASKOIN.but(HASKOIN.pages[2].0, 200, bitcoin).await;
    let failed = read(HASKOIN, &[(Shape::Haskoin, &pages)]).await.unwrap_err();
    assert_eq!(failed.code(), "refused");
    assert!(pages.seen().iter().all(|path| !path.contains(CASH_ADDRESS)));
}

#[tokio::test]
async fn services_of_several_shapes_stand_in_for_each_other() {
    let tired = BLOCKCHAIR.but(BLOCKCHAIR.pages[0].0, 402, "{}".to_owned()).await;
    let other = BLOCKCYPHER.honest().await;
    let servers = [(Shape::Blockchair, &tired), (Shape::Blockcypher, &other)];
    let reading = read(BLOCKCHAIR, &servers).await.unwrap();
    assert_eq!(reading.balances[0].1.to_string(), HELD);
    assert!(other.url.ends_with(&reading.host), "{}", reading.host);
}

/// A public service is asked no faster than it bears; a whole reading must fit into what may go out at once.
#[tokio::test]
async fn a_reading_fits_into_the_pace_of_a_public_service() {
    for service in SERVICES {
        let pages = service.honest().await;
        let url: url::Url = pages.url.parse().unwrap();
        let public = Endpoint {
            shape: service.shape,
            ..Endpoint::new(url.clone(), false)
        };
        let host = AllowedHost::of(&url, true).unwrap();
        let host = host.at(public.allowed().unwrap().rate);
        let (client, _) = client_of(vec![host], hasty());
        let account: AccountId = format!("{}:{}", service.chain, service.address).parse().unwrap();
        let reader = BitcoinReader::new(&[row(service.chain, &[(service.shape, &pages)])], &client);
        let reading = reader.balances(&account, &[], &Silent).await;
        let reading = reading.unwrap_or_else(|error| panic!("{:?}: {error}", service.shape));
        assert_eq!(reading.balances[0].1.to_string(), HELD);
    }
}

/// Where two others agree, nothing is spent on what a slow service sees; where only one is left, it is asked once.
#[tokio::test]
async fn a_slow_service_is_asked_for_its_height_only_where_it_is_needed() {
    for (others, heads) in [(2, 0), (1, 2)] {
        let slow = BLOCKCHAIR
            .but("/stats", 200, BLOCKCHAIR.pages[1].1.replace("6000000", "920000"))
            .await;
        let [one, two] = [HASKOIN.honest().await, HASKOIN.honest().await];
        let usual = [(Shape::Haskoin, &one), (Shape::Haskoin, &two)];
        let mut row = row(CASH, &usual[..others]);
        let url = slow.url.parse().unwrap();
        row.endpoints.push(Endpoint {
            shape: Shape::Blockchair,
            ..Endpoint::new(url, false)
        });
        let urls: Vec<String> = [&one, &two, &slow].map(|pages| pages.url.clone()).to_vec();
        let (client, _) = client_for(&urls, hasty());
        let reader = BitcoinReader::new(&[row], &client);
        let account: AccountId = format!("{CASH}:{CASH_ADDRESS}").parse().unwrap();
        for _ in 0..3 {
            let reading = reader.balances(&account, &[], &Silent).await.unwrap();
            assert!(one.url.ends_with(&reading.host));
        }
        let seen = slow.seen();
        assert!(seen.len() <= heads, "{others}: {seen:?}");
        assert_eq!(seen.is_empty(), heads == 0, "{others}: {seen:?}");
    }
}

#[tokio::test]
async fn a_server_that_falls_behind_after_it_was_compared_is_not_believed() {
    let falls = Pages::new(|asked, nth| {
        let usual = HASKOIN.pages.iter().find(|(page, _)| *page == asked).unwrap().1;
        match asked {
            "/block/best?notx=true" if nth > 1 => {
                let older = usual.replace("920000", "919990").replace("0000000000", "0000000001");
                (200, older)
            }
            _ => (200, usual.to_owned()),
        }
    })
    .await;
    let honest = HASKOIN.honest().await;
    let servers = [(Shape::Haskoin, &falls), (Shape::Haskoin, &honest)];
    let reading = read(HASKOIN, &servers).await.unwrap();
    assert_eq!(reading.block.number, 920_000);
    assert!(honest.url.ends_with(&reading.host), "{}", reading.host);
}

/// Every writing of an address of these chains is one account, which the reader reads.
#[test]
fn their_addresses_are_live_in_every_writing() {
    let rows = rows().unwrap();
    let (client, _) = client_for(&[], hasty());
    let read = BitcoinReader::new(rows, &client).chains();
    let cases = [
        (
            CASH,
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            CASH_ADDRESS,
        ),
        (
            CASH,
            "BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A",
            CASH_ADDRESS,
        ),
        (CASH, CASH_ADDRESS, CASH_ADDRESS),
        (CASH, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", CASH_ADDRESS),
        (DOGE, DOGE_ADDRESS, DOGE_ADDRESS),
        (
            DOGE,
            "AC8Q9Z4i4sXcbW7TV1jqrjG1JEWMdLyzcy",
            "AC8Q9Z4i4sXcbW7TV1jqrjG1JEWMdLyzcy",
        ),
        (
            DOGE,
            "9szWbTqxXytjadcNwXRAdmURkoHYpkTR8m",
            "9szWbTqxXytjadcNwXRAdmURkoHYpkTR8m",
        ),
    ];
    for (chain, text, account) in cases {
        let row = rows.iter().find(|row| row.chain.id.as_str() == chain).unwrap();
        let address: Address = text.parse().unwrap();
        assert_eq!(row.chain.account(&address).unwrap().address.as_str(), account, "{text}");
        assert!(read.contains(&row.chain.id), "{chain}");
        assert!(row.endpoints.len() > 1 && row.finality.confirmations > 1, "{chain}");
    }
}
