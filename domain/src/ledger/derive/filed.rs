//! What is not missing of histories because files that were imported have it, and what is missing because markets are not read.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, ExchangeFile, ExchangeMarket, HistoryProgress, MarketState, Ports, StorageError, Stream, Timestamp,
    history::{HistoryGap, HistoryGapKind},
};

use super::filed_span::{Span, outside, spans};

/// The files that were imported into accounts, and the markets there.
#[derive(Default)]
pub(crate) struct FiledTimes {
    files: BTreeMap<AccountId, Vec<ExchangeFile>>,
    markets: BTreeMap<AccountId, Vec<ExchangeMarket>>,
}

/// What the files of an account state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FiledHistory {
    /// How many of their rows changed the account.
    pub(crate) rows: u64,
    /// The first moment of which one has everything; `None` without a file.
    pub(crate) start: Option<Timestamp>,
    /// The last such moment.
    pub(crate) end: Option<Timestamp>,
    /// When the newest one was imported.
    pub(crate) imported_at: Option<Timestamp>,
}

impl FiledTimes {
    /// Loads the files and the markets of these accounts.
    pub(crate) async fn load(ports: &Ports, accounts: &[AccountId]) -> Result<Self, StorageError> {
        let exchanges = accounts.iter().filter(|account| account.chain.is_exchange());
        let exchanges: Vec<AccountId> = exchanges.cloned().collect();
        if exchanges.is_empty() {
            return Ok(Self::default());
        }
        let mut files: BTreeMap<AccountId, Vec<ExchangeFile>> = BTreeMap::new();
        for file in ports.stores.exchange_files.of_accounts(&exchanges).await? {
            files.entry(file.account.clone()).or_default().push(file);
        }
        let mut markets: BTreeMap<AccountId, Vec<ExchangeMarket>> = BTreeMap::new();
        for market in ports.stores.exchange_markets.of_accounts(&exchanges).await? {
            markets.entry(market.account.clone()).or_default().push(market);
        }
        Ok(Self { files, markets })
    }

    /// Returns whether a market of an account was never read to its end, and is to be read.
    pub(crate) fn has_unread_market(&self, account: &AccountId) -> bool {
        let mut own = self.markets.get(account).into_iter().flatten();
        own.any(|market| market.state() == MarketState::Unread)
    }

    /// Returns the names of the markets of which trades may be missing, by account and kind of gap.
    pub(crate) fn missing_markets(&self) -> BTreeMap<(AccountId, HistoryGapKind), Vec<String>> {
        let mut names: BTreeMap<(AccountId, HistoryGapKind), Vec<String>> = BTreeMap::new();
        for market in self.markets.values().flatten() {
            if let Some(kind) = gap_kind(market) {
                let of_kind = names.entry((market.account.clone(), kind)).or_default();
                of_kind.push(market.name.symbol.clone());
            }
        }
        names
    }

    /// Returns what the files of accounts state that consist of nothing else.
    pub(crate) fn of_files_alone(&self, accounts: &BTreeSet<AccountId>) -> BTreeMap<AccountId, FiledHistory> {
        let each = accounts.iter().map(|account| {
            let files = self.files.get(account).map(Vec::as_slice).unwrap_or_default();
            let history = FiledHistory {
                rows: files.iter().map(|file| file.rows).sum(),
                start: files.iter().map(|file| file.times.0).min(),
                end: files.iter().map(|file| file.times.1).max(),
                imported_at: files.iter().map(|file| file.imported_at).max(),
            };
            (account.clone(), history)
        });
        each.collect()
    }

    /// Returns what is missing of a list, without the times that a source does not serve and files have, and with the markets that were
    /// not read.
    pub(crate) fn open_gaps(&self, progress: &HistoryProgress) -> Vec<HistoryGap> {
        let spans = self.spans(progress);
        let stored = progress.gaps.iter().flat_map(|gap| without(*gap, &spans));
        stored.chain(self.market_gaps(progress, &spans)).collect()
    }

    /// Returns the progress of lists with what is missing of them, and with what files begin.
    pub(crate) fn applied(&self, progress: Vec<HistoryProgress>) -> Vec<HistoryProgress> {
        let applied = progress.into_iter().map(|one| {
            let gaps = self.open_gaps(&one);
            HistoryProgress {
                oldest: one.oldest.into_iter().chain(self.start(&one, &gaps)).min(),
                is_whole: one.is_whole && self.market_gaps(&one, &self.spans(&one)).is_empty(),
                gaps,
                ..one
            }
        });
        applied.collect()
    }

    /// Returns the times of which files have everything of a list.
    fn spans(&self, progress: &HistoryProgress) -> Vec<Span> {
        let files = self.files.get(&progress.account).map(Vec::as_slice);
        spans(files.unwrap_or_default(), progress.stream)
    }

    /// Returns the gaps that markets are: up to the moment to which the trades of all others are read, without what files have.
    fn market_gaps(&self, progress: &HistoryProgress, spans: &[Span]) -> Vec<HistoryGap> {
        let own = self.markets.get(&progress.account);
        let own = own.filter(|_| progress.stream == Stream::MarketTrades);
        let kinds: BTreeSet<HistoryGapKind> = own.into_iter().flatten().filter_map(gap_kind).collect();
        let through = progress.through.filter(|_| !spans.is_empty());
        let gaps = kinds.into_iter().flat_map(|kind| match through {
            None => vec![HistoryGap { kind, blocks: None }],
            Some(through) => {
                let open = outside((0, through), spans).into_iter();
                open.map(|blocks| HistoryGap {
                    kind,
                    blocks: Some(blocks),
                })
                .collect()
            }
        });
        gaps.collect()
    }

    /// Returns the first moment of the files that stand for a list, after which nothing of it is missing.
    fn start(&self, progress: &HistoryProgress, open: &[HistoryGap]) -> Option<Timestamp> {
        let is_followed = |(first, _): &Span| {
            let mut ends = open.iter().map(|gap| gap.blocks.map_or(u64::MAX, |(_, last)| last));
            ends.all(|last| last < *first)
        };
        let first = self.spans(progress).into_iter().find(is_followed)?.0;
        i64::try_from(first).ok().map(Timestamp::from_millis)
    }
}

/// Returns the gap that a market is.
fn gap_kind(market: &ExchangeMarket) -> Option<HistoryGapKind> {
    let kind = match market.state() {
        MarketState::Unread => HistoryGapKind::MarketUnread,
        MarketState::Unknown => HistoryGapKind::MarketUnknown,
        MarketState::LeftOut => HistoryGapKind::MarketLeftOut,
        MarketState::Read => return None,
    };
    market.is_missing().then_some(kind)
}

/// Returns what of a gap is in none of the times that files have.
fn without(gap: HistoryGap, spans: &[Span]) -> Vec<HistoryGap> {
    let is_of_source = matches!(gap.kind, HistoryGapKind::Window | HistoryGapKind::Retention);
    let Some(blocks) = gap.blocks.filter(|_| is_of_source) else {
        return vec![gap];
    };
    let rest = outside(blocks, spans).into_iter().map(|blocks| HistoryGap {
        blocks: Some(blocks),
        ..gap
    });
    rest.collect()
}

#[cfg(test)]
mod tests {
    use ports::{FilePart, MarketName, MarketOrigin};

    use super::*;

    fn file(streams: &[Stream], (first, last): (i64, i64)) -> ExchangeFile {
        ExchangeFile {
            id: ports::ExchangeFileId::nil(),
            account: account(),
            form: "Ledgers".to_owned(),
            streams: streams.to_vec(),
            part: None,
            times: (Timestamp::from_millis(first), Timestamp::from_millis(last)),
            rows: 1,
            unreadable: 0,
            counts_unlisted: false,
            imported_at: Timestamp::from_seconds(9),
        }
    }

    fn account() -> AccountId {
        "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap()
    }

    fn open(files: Vec<ExchangeFile>, gaps: &[HistoryGap]) -> Vec<Option<(u64, u64)>> {
        let progress = HistoryProgress {
            gaps: gaps.to_vec(),
            ..HistoryProgress::unread(&account(), Stream::ExchangeLedger, Timestamp::from_seconds(0))
        };
        let filed = FiledTimes {
            files: BTreeMap::from([(account(), files)]),
            markets: BTreeMap::new(),
        };
        filed.open_gaps(&progress).into_iter().map(|gap| gap.blocks).collect()
    }

    #[test]
    fn a_file_closes_the_part_of_a_gap_that_it_has() {
        let gap = |kind, blocks| HistoryGap { kind, blocks };
        let window = [gap(HistoryGapKind::Window, Some((0, 1_000)))];
        for (times, expected) in [
            ((0, 1_000), vec![]),
            ((0, 2_000), vec![]),
            ((100, 1_000), vec![Some((0, 99))]),
            ((100, 899), vec![Some((0, 99)), Some((900, 1_000))]),
            ((1_001, 2_000), vec![Some((0, 1_000))]),
        ] {
            assert_eq!(open(vec![file(&[], times)], &window), expected, "{times:?}");
        }
        let two = vec![file(&[], (0, 400)), file(&[], (401, 1_000))];
        assert_eq!(open(two, &window), []);
        let retention = [gap(HistoryGapKind::Retention, Some((0, 1_000)))];
        assert_eq!(open(vec![file(&[], (0, 1_000))], &retention), []);
        assert_eq!(
            open(vec![file(&[Stream::MarketTrades], (0, 1_000))], &window),
            [Some((0, 1_000))]
        );
        let others = [
            gap(HistoryGapKind::Cap, Some((0, 1_000))),
            gap(HistoryGapKind::Window, None),
        ];
        assert_eq!(open(vec![file(&[], (0, 1_000))], &others), [Some((0, 1_000)), None]);
    }

    #[test]
    fn only_the_files_of_all_parts_close_a_gap_of_the_ledger() {
        let part = |name: &str, times| ExchangeFile {
            part: Some(FilePart {
                name: name.to_owned(),
                of: 2,
            }),
            ..file(&[Stream::ExchangeDeposits], times)
        };
        let gaps = [HistoryGap {
            kind: HistoryGapKind::Retention,
            blocks: Some((0, 1_000)),
        }];
        let (funding, unified) = (part("funding", (0, 1_000)), part("unified", (0, 900)));
        for alone in [&funding, &unified] {
            assert_eq!(open(vec![alone.clone()], &gaps), [Some((0, 1_000))]);
        }
        assert_eq!(open(vec![funding.clone(), funding.clone()], &gaps), [Some((0, 1_000))]);
        assert_eq!(
            open(vec![funding.clone(), unified.clone()], &gaps),
            [Some((901, 1_000))]
        );
        let rest = part("unified", (850, 1_200));
        assert_eq!(open(vec![unified, funding, rest], &gaps), []);
    }

    fn market(base: &str) -> ExchangeMarket {
        ExchangeMarket {
            account: account(),
            name: MarketName {
                symbol: format!("{base}EUR"),
                base: base.to_owned(),
                quote: "EUR".to_owned(),
            },
            origin: MarketOrigin::List,
            is_open: base != "OLD",
            is_left_out: base == "LEFT",
            is_unknown: matches!(base, "GONE" | "OLD"),
            read_at: None,
            trades: 0,
            next_trade: (base == "READ").then_some(0),
            added_at: Timestamp::from_seconds(9),
        }
    }

    #[test]
    fn a_market_that_is_not_read_is_a_gap_of_the_trades() {
        let of = |bases: &[&str]| FiledTimes {
            files: BTreeMap::new(),
            markets: BTreeMap::from([(account(), bases.iter().map(|base| market(base)).collect())]),
        };
        let progress = |stream| HistoryProgress {
            is_whole: true,
            ..HistoryProgress::unread(&account(), stream, Timestamp::from_seconds(0))
        };
        for (base, kind) in [
            ("READ", None),
            ("OLD", None),
            ("NEW", Some(HistoryGapKind::MarketUnread)),
            ("GONE", Some(HistoryGapKind::MarketUnknown)),
            ("LEFT", Some(HistoryGapKind::MarketLeftOut)),
        ] {
            let filed = of(&["READ", base]);
            let all = [Stream::MarketTrades, Stream::ExchangeDeposits].map(progress);
            let [trades, deposits] = filed.applied(all.to_vec()).try_into().unwrap();
            let gaps: Vec<HistoryGapKind> = trades.gaps.iter().map(|gap| gap.kind).collect();
            assert_eq!(
                (gaps, trades.is_whole),
                (kind.into_iter().collect(), kind.is_none()),
                "{base}"
            );
            assert!(deposits.is_whole && deposits.gaps.is_empty());
            assert_eq!(filed.has_unread_market(&account()), base == "NEW");
            let names = filed.missing_markets();
            let expected = kind.map(|kind| ((account(), kind), vec![format!("{base}EUR")]));
            assert_eq!(names, expected.into_iter().collect(), "{base}");
        }
    }

    #[test]
    fn a_file_of_all_markets_closes_their_gap_for_its_times() {
        let trades = HistoryProgress {
            through: Some(1_000),
            is_whole: true,
            ..HistoryProgress::unread(&account(), Stream::MarketTrades, Timestamp::from_seconds(0))
        };
        let of = |streams: &[Stream], times| {
            let filed = FiledTimes {
                files: BTreeMap::from([(account(), vec![file(streams, times)])]),
                markets: BTreeMap::from([(account(), ["READ", "GONE", "LEFT"].map(market).to_vec())]),
            };
            let applied = filed.applied(vec![trades.clone()]).remove(0);
            let gaps: Vec<_> = applied.gaps.iter().map(|gap| (gap.kind, gap.blocks)).collect();
            (gaps, applied.is_whole)
        };
        let kinds = [HistoryGapKind::MarketUnknown, HistoryGapKind::MarketLeftOut];
        let mut kinds: Vec<HistoryGapKind> = kinds.to_vec();
        kinds.sort();
        let each = |blocks: Option<(u64, u64)>| kinds.iter().map(|kind| (*kind, blocks)).collect::<Vec<_>>();
        assert_eq!(of(&[], (0, 1_000)), (vec![], true));
        assert_eq!(of(&[Stream::MarketTrades], (0, 1_000)), (vec![], true));
        assert_eq!(of(&[], (0, 700)), (each(Some((701, 1_000))), false));
        assert_eq!(of(&[Stream::ExchangeDeposits], (0, 1_000)), (each(None), false));
    }
}
