//! Pages of a stream from a scan of blocks.

use ports::{
    Stream,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};

use super::scan_cache::ScanPart;

/// Returns the page of a stream's part of a scan that begins with block `from`.
pub fn stream_page(request: &HistoryRequest, from: u64, part: ScanPart) -> HistoryPage {
    if request.stream == Stream::InternalTransfers && !part.has_native {
        return unreported(request);
    }
    let gap = |kind, blocks| HistoryGap { kind, blocks };
    let mut gaps = Vec::new();
    if part.start > from {
        gaps.push(gap(HistoryGapKind::Window, Some((from, part.start - 1))));
    }
    if part.is_unconfirmed {
        gaps.push(gap(HistoryGapKind::Unconfirmed, None));
    }
    if request.stream == Stream::Transactions && !part.has_native {
        gaps.push(gap(HistoryGapKind::NativeTransfers, None));
    }
    HistoryPage {
        markets: Vec::new(),
        facts: part.facts,
        through: Some(part.through),
        continuation: (part.through < request.blocks.1).then(|| (part.through + 1).to_string()),
        total: None,
        gaps,
    }
}

/// Returns the page of a stream that the node does not report: it is read from its start once one does.
pub fn unreported(request: &HistoryRequest) -> HistoryPage {
    HistoryPage {
        markets: Vec::new(),
        facts: Vec::new(),
        through: Some(request.blocks.1),
        continuation: None,
        total: None,
        gaps: vec![HistoryGap {
            kind: HistoryGapKind::Unreported(request.stream),
            blocks: None,
        }],
    }
}
