//! What is not missing of histories because files that were imported have it.

use std::collections::BTreeMap;

use ports::{
    AccountId, ExchangeFile, HistoryProgress, Ports, StorageError, Timestamp,
    history::{HistoryGap, HistoryGapKind},
};

/// The files that were imported into accounts.
#[derive(Default)]
pub(crate) struct FiledTimes(BTreeMap<AccountId, Vec<ExchangeFile>>);

impl FiledTimes {
    /// Loads the files of these accounts.
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
        Ok(Self(files))
    }

    /// Returns what is missing of a list, without the times that a source does not serve and files have.
    pub(crate) fn open_gaps(&self, progress: &HistoryProgress) -> Vec<HistoryGap> {
        let files = self.0.get(&progress.account).map(Vec::as_slice).unwrap_or_default();
        let own = files.iter().filter(|file| file.replaces(progress.stream));
        let mut open = progress.gaps.clone();
        for file in own {
            open = open.into_iter().flat_map(|gap| without(gap, file)).collect();
        }
        open
    }

    /// Returns the progress of lists with what is missing of them, and with what files begin.
    pub(crate) fn applied(&self, progress: Vec<HistoryProgress>) -> Vec<HistoryProgress> {
        let applied = progress.into_iter().map(|one| {
            let gaps = self.open_gaps(&one);
            HistoryProgress {
                oldest: one.oldest.into_iter().chain(self.start(&one, &gaps)).min(),
                gaps,
                ..one
            }
        });
        applied.collect()
    }

    /// Returns the first moment of the files that stand for a list, after which nothing of it is missing.
    fn start(&self, progress: &HistoryProgress, open: &[HistoryGap]) -> Option<Timestamp> {
        let files = self.0.get(&progress.account)?;
        let own = files.iter().filter(|file| file.replaces(progress.stream));
        let is_followed = |file: &&ExchangeFile| {
            let mut ends = open.iter().map(|gap| gap.blocks.map_or(u64::MAX, |(_, last)| last));
            ends.all(|last| last < block(file.times.0))
        };
        own.filter(is_followed).map(|file| file.times.0).min()
    }
}

fn block(at: Timestamp) -> u64 {
    u64::try_from(at.millis()).unwrap_or_default()
}

/// Returns what of a gap is before and after a file.
fn without(gap: HistoryGap, file: &ExchangeFile) -> Vec<HistoryGap> {
    let (from, to) = (block(file.times.0), block(file.times.1));
    let is_of_source = matches!(gap.kind, HistoryGapKind::Window | HistoryGapKind::Retention);
    let Some((first, last)) = gap.blocks.filter(|_| is_of_source) else {
        return vec![gap];
    };
    if to < first || last < from {
        return vec![gap];
    }
    let before = from.checked_sub(1).filter(|end| *end >= first).map(|end| (first, end));
    let after = to
        .checked_add(1)
        .filter(|begin| *begin <= last)
        .map(|begin| (begin, last));
    let rest = before.into_iter().chain(after).map(|blocks| HistoryGap {
        blocks: Some(blocks),
        ..gap
    });
    rest.collect()
}

#[cfg(test)]
mod tests {
    use ports::Stream;

    use super::*;

    fn file(streams: &[Stream], (first, last): (i64, i64)) -> ExchangeFile {
        ExchangeFile {
            id: ports::ExchangeFileId::nil(),
            account: account(),
            form: "Ledgers".to_owned(),
            streams: streams.to_vec(),
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
        let filed = FiledTimes(BTreeMap::from([(account(), files)]));
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
}
