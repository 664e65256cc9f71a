//! Where reading a range of blocks continues.

use ports::history::HistoryRequest;

/// The next block, and how many blocks at once can be read where the service does not manage all of them.
///
/// As text it is `19000000`, or `19000000+4096-16384`: from which block, how many, and which number was too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockPosition {
    pub(super) from: u64,
    width: Option<BlockWidth>,
}

/// How many blocks at once can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockWidth {
    /// How many are requested.
    blocks: u64,
    /// How many were too many.
    too_many: u64,
}

impl BlockWidth {
    /// Returns the width after a range that was read whole: up to twice as many, but fewer than were too many. That
    /// number rises slowly, because other parts of a history may have fewer rows.
    fn wider(self) -> Self {
        let too_many = self.too_many.saturating_add(self.too_many.div_ceil(16));
        let (double, quarter) = (
            self.blocks.saturating_mul(2),
            self.blocks.saturating_add(self.blocks / 4),
        );
        let wider = [double, quarter].into_iter().find(|blocks| *blocks < self.too_many);
        Self {
            blocks: wider.unwrap_or(self.blocks),
            too_many,
        }
    }
}

impl BlockPosition {
    /// Returns where a request begins; `None` where its continuation is not one of a page of the same blocks.
    pub(super) fn of(request: &HistoryRequest) -> Option<Self> {
        let (first, last) = request.blocks;
        let Some(text) = &request.continuation else {
            return Some(Self {
                from: first,
                width: None,
            });
        };
        let (from, width) = match text.split_once('+') {
            Some((from, width)) => (from, Some(width.split_once('-')?)),
            None => (text.as_str(), None),
        };
        let width = match width {
            Some((blocks, too_many)) => Some(BlockWidth {
                blocks: blocks.parse().ok().filter(|blocks| *blocks > 0)?,
                too_many: too_many.parse().ok()?,
            }),
            None => None,
        };
        let from = from.parse().ok()?;
        (first..=last).contains(&from).then_some(Self { from, width })
    }

    /// Returns the last block to request.
    pub(super) fn end(self, last: u64) -> u64 {
        let end = self.width.map(|width| self.from.saturating_add(width.blocks - 1));
        end.map_or(last, |end| end.min(last))
    }

    /// Returns how many blocks at once were too many, if any were.
    pub(super) fn too_many(self) -> Option<u64> {
        self.width.map(|width| width.too_many)
    }

    /// Returns the position after this block as text. `read` are the blocks that were requested at once, and `too_many`
    /// how many the service did not manage.
    pub(super) fn after(through: u64, read: (u64, u64), last: u64, too_many: Option<u64>) -> Option<String> {
        if through >= last {
            return None;
        }
        let from = through + 1;
        let Some(too_many) = too_many else {
            return Some(from.to_string());
        };
        let width = BlockWidth {
            blocks: read.1 - read.0 + 1,
            too_many,
        };
        let BlockWidth { blocks, too_many } = if through == read.1 { width.wider() } else { width };
        Some(format!("{from}+{blocks}-{too_many}"))
    }
}

#[cfg(test)]
mod tests {
    use ports::Stream;

    use super::*;

    fn request(continuation: Option<&str>) -> HistoryRequest {
        HistoryRequest {
            account: "eip155:1:0x225f137127d9067788314bc7fcc1f36746a3c3B5".parse().unwrap(),
            stream: Stream::Transactions,
            blocks: (10, 1_000),
            continuation: continuation.map(str::to_owned),
        }
    }

    #[test]
    fn a_position_is_read_as_it_was_written() {
        let start = BlockPosition::of(&request(None)).unwrap();
        assert_eq!((start.from, start.end(1_000)), (10, 1_000));
        for (text, from, end) in [
            ("500", 500, 1_000),
            ("500+20-80", 500, 519),
            ("990+400-800", 990, 1_000),
        ] {
            let position = BlockPosition::of(&request(Some(text))).unwrap();
            assert_eq!((position.from, position.end(1_000)), (from, end), "{text}");
        }
        for text in [
            "",
            "9",
            "1001",
            "20+0-1",
            "20+5",
            "20+",
            "x",
            "-1",
            "18446744073709551616",
        ] {
            assert_eq!(BlockPosition::of(&request(Some(text))), None, "{text}");
        }
    }

    #[test]
    fn a_part_that_was_read_whole_is_followed_by_a_wider_one() {
        let after = |through, read, too_many| BlockPosition::after(through, read, 1_000, too_many);
        assert_eq!(after(1_000, (10, 1_000), None), None);
        assert_eq!(after(99, (10, 1_000), None).unwrap(), "100");
        assert_eq!(after(99, (90, 99), Some(160)).unwrap(), "100+20-170");
        assert_eq!(
            after(99, (90, 99), Some(16)).unwrap(),
            "100+12-17",
            "twice as many were too many"
        );
        assert_eq!(after(99, (90, 99), Some(12)).unwrap(), "100+10-13");
        assert_eq!(after(95, (90, 99), Some(160)).unwrap(), "96+10-160", "it was full");
    }
}
