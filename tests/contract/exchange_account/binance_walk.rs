//! Walks over the lists of an account at Binance, as a run of the history makes them.

use ports::{
    AccountAsset, ExchangeHistoryRequest, ExchangeMarket, ExchangeReader, Fact, MarketName, MarketOrigin, MarketUpdate,
    RemoteError, Stream,
    fact::{EXCHANGE_DECIMALS, FactBody},
    history::{HistoryPage, HistoryRequest},
};

use super::{
    binance::{BinanceFixture, account},
    binance_server::{API_KEY, SECRET},
    key,
};

/// The first and the last moment of what is read here, in milliseconds: half a year.
pub const FIRST: u64 = 1_610_000_000_000;
pub const LAST: u64 = FIRST + 180 * 24 * 3_600_000;
const ETHER: &str = "eip155:1/slip44:60";

/// Returns a stored market of ether whose trades were read up to a number.
pub fn read_market(symbol: &str, next_trade: Option<u64>) -> ExchangeMarket {
    ExchangeMarket {
        account: format!("exchange:binance:{}", account()).parse().unwrap(),
        name: MarketName {
            symbol: symbol.to_owned(),
            base: "ETH".to_owned(),
            quote: symbol[3..].to_owned(),
        },
        origin: MarketOrigin::Balance,
        is_open: true,
        is_left_out: false,
        is_unknown: false,
        read_at: None,
        trades: 0,
        next_trade,
        added_at: ports::Timestamp::from_seconds(5),
    }
}

impl BinanceFixture {
    pub async fn page(&self, request: &HistoryRequest, markets: &[ExchangeMarket]) -> Result<HistoryPage, RemoteError> {
        let assets = [AccountAsset {
            asset: ETHER.parse().unwrap(),
            is_held: true,
        }];
        let keyed = ExchangeHistoryRequest {
            part: request,
            key: &key(API_KEY, SECRET),
            assets: &assets,
            markets,
        };
        self.reader.history(keyed).await
    }

    /// Reads a list from one moment to another, as a run of the history does.
    pub async fn walk(&self, stream: Stream, blocks: (u64, u64)) -> Result<Vec<Fact>, RemoteError> {
        self.walk_with(stream, blocks, &[]).await.map(|(facts, _)| facts)
    }

    /// Reads the same of an account with these markets, and what was stated about markets.
    pub async fn walk_with(
        &self,
        stream: Stream,
        blocks: (u64, u64),
        markets: &[ExchangeMarket],
    ) -> Result<(Vec<Fact>, Vec<MarketUpdate>), RemoteError> {
        let mut updates = Vec::new();
        let mut request = HistoryRequest {
            account: format!("exchange:binance:{}", account()).parse().unwrap(),
            stream,
            blocks,
            continuation: None,
        };
        let mut facts = Vec::new();
        for _ in 0..200 {
            let page = self.page(&request, markets).await?;
            updates.extend(page.markets);
            assert!(page.gaps.is_empty(), "{:?}", page.gaps);
            facts.extend(page.facts);
            match (page.continuation, page.through) {
                (Some(next), _) => request.continuation = Some(next),
                (None, Some(through)) if through == blocks.1 => return Ok((facts, updates)),
                (None, Some(through)) => {
                    assert!(through >= request.blocks.0, "every page makes progress");
                    request.blocks.0 = through + 1;
                }
                (None, None) => panic!("a page without an end"),
            }
        }
        panic!("the pages have no end");
    }

    pub async fn rows_of(&self, stream: Stream) -> Vec<String> {
        self.walk(stream, (FIRST, LAST))
            .await
            .unwrap()
            .iter()
            .map(line)
            .collect()
    }

    pub fn history(&self, change: impl FnOnce(&mut super::binance_lists::BinanceHistory)) {
        self.server.change(|state| change(&mut state.history));
    }
}

/// Returns what a row is and what it changed, in short.
pub fn line(fact: &Fact) -> String {
    let FactBody::ExchangeRow(row) = &fact.body else {
        panic!("{fact:?}");
    };
    let amount = |one: &ports::fact::ExchangeAmount| {
        let units = one.amount.in_units(EXCHANGE_DECIMALS).unwrap();
        let code = one.asset.as_str().rsplit(':').next().unwrap();
        format!("{units} {code}{}", if one.is_fee { " fee" } else { "" })
    };
    let amounts: Vec<String> = row.amounts.iter().map(amount).collect();
    format!(
        "{} {:?} {} [{}]",
        fact.transaction,
        row.kind,
        row.id,
        amounts.join(", ")
    )
}
