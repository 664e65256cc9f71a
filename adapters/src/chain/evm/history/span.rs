//! How many blocks a node answers at once, learned from its answers.

use super::refusal::RangeHint;

/// The most blocks of one request.
const WIDEST: u64 = 1 << 40;
/// After this many answers the next wider range is tried again, because limits change.
const PATIENCE: u32 = 200;

/// The number of blocks of the next request to one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockSpan {
    blocks: u64,
    /// The fewest blocks that were refused.
    refused: Option<u64>,
    /// The most blocks that are ever requested.
    limit: u64,
    /// The number of answers since the last refusal.
    answers: u32,
}

impl BlockSpan {
    /// Begins with this number of blocks, and never requests more than `limit`.
    pub fn new(blocks: u64, limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(WIDEST).max(1);
        Self {
            blocks: blocks.clamp(1, limit),
            refused: None,
            limit,
            answers: 0,
        }
    }

    /// Returns whether the node has answered or refused a request.
    pub fn is_learned(self) -> bool {
        self.answers > 0 || self.refused.is_some()
    }

    /// Returns the number of blocks to request.
    pub fn blocks(self) -> u64 {
        self.blocks
    }

    /// Learns that this number of blocks was answered. The next request is twice as wide until a width was refused, and then
    /// closer to it.
    pub fn answered(&mut self, blocks: u64) {
        self.answers = self.answers.saturating_add(1);
        if blocks < self.blocks {
            return;
        }
        if self.answers >= PATIENCE {
            (self.refused, self.answers) = (None, 0);
        }
        let wider = match self.refused {
            None => self.blocks.saturating_mul(2),
            Some(refused) => self.blocks.saturating_add(refused.saturating_sub(self.blocks) / 4),
        };
        self.blocks = wider.min(self.limit);
    }

    /// Learns that these blocks were refused, and returns how many to request instead.
    pub fn refused(&mut self, (from, to): (u64, u64), hint: RangeHint) -> u64 {
        let requested = to.saturating_sub(from).saturating_add(1);
        self.refused = Some(self.refused.map_or(requested, |refused| refused.min(requested)));
        self.answers = 0;
        let stated = hint.last.map(|last| last.saturating_sub(from).saturating_add(1));
        let fewer = stated.or(hint.blocks).filter(|blocks| *blocks < requested);
        self.blocks = fewer.unwrap_or(requested / 2).clamp(1, self.limit);
        self.blocks
    }
}

/// The numbers of blocks of the next requests to one node.
#[derive(Clone, Copy)]
pub(super) struct NodeSpans {
    pub logs: BlockSpan,
    pub traces: BlockSpan,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `blocks` blocks from a node with this limit and returns how many requests that took.
    fn requests(span: &mut BlockSpan, limit: u64, blocks: u64, hint: RangeHint) -> usize {
        let (mut from, mut count) = (0, 0);
        while from < blocks {
            count += 1;
            let to = (from + span.blocks() - 1).min(blocks - 1);
            if to - from + 1 > limit {
                span.refused((from, to), hint);
            } else {
                span.answered(to - from + 1);
                from = to + 1;
            }
        }
        count
    }

    #[test]
    fn the_limit_of_a_node_is_found_and_used() {
        for limit in [1, 50, 100, 2_048, 10_000, 1_000_000] {
            let mut span = BlockSpan::new(2_000, None);
            let count = requests(&mut span, limit, limit * 1_000, RangeHint::default());
            assert!(count < 1_400, "{count} requests where 1000 were needed, limit {limit}");
            let mut span = BlockSpan::new(10_000, None);
            let hint = RangeHint {
                blocks: Some(limit),
                last: None,
            };
            let count = requests(&mut span, limit, limit * 1_000, hint);
            assert!(count < 1_150, "{count} requests with a stated limit of {limit}");
        }
    }

    #[test]
    fn a_hint_decides_and_an_equal_one_does_not() {
        let mut span = BlockSpan::new(1_000, None);
        let hint = |blocks, last| RangeHint { blocks, last };
        assert_eq!(span.refused((500, 1_499), hint(None, Some(699))), 200);
        assert_eq!(span.refused((500, 1_499), hint(Some(300), None)), 300);
        assert_eq!(span.refused((500, 1_499), hint(Some(1_000), None)), 500);
        assert_eq!(span.refused((7, 7), hint(None, None)), 1);
    }

    #[test]
    fn a_public_node_never_gets_a_request_for_more_than_its_row_allows() {
        let mut span = BlockSpan::new(2_000, Some(7_200));
        for _ in 0..20 {
            span.answered(span.blocks());
        }
        assert_eq!(span.blocks(), 7_200);
    }
}
