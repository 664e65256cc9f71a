//! What an exchange no longer has.

use ports::history::{HistoryGap, HistoryGapKind};

/// Joins a gap of what an exchange no longer has with the known ones that it touches, which are removed, so that there is one whose end only
/// moves forwards. Other gaps are returned as they are.
pub(super) fn merged(known: &mut Vec<HistoryGap>, gap: HistoryGap) -> HistoryGap {
    let (HistoryGapKind::Retention, Some((first, last))) = (gap.kind, gap.blocks) else {
        return gap;
    };
    let touches = |(from, to): (u64, u64)| from <= last.saturating_add(1) && first <= to.saturating_add(1);
    let own = |one: &HistoryGap| one.blocks.filter(|blocks| one.kind == gap.kind && touches(*blocks));
    let joined = known
        .iter()
        .filter_map(own)
        .fold((first, last), |(first, last), (from, to)| {
            (first.min(from), last.max(to))
        });
    known.retain(|one| own(one).is_none());
    HistoryGap {
        blocks: Some(joined),
        ..gap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(kind: HistoryGapKind, first: u64, last: u64) -> HistoryGap {
        HistoryGap {
            kind,
            blocks: Some((first, last)),
        }
    }

    #[test]
    fn there_is_one_gap_whose_end_moves_forwards() {
        let retention = |first, last| gap(HistoryGapKind::Retention, first, last);
        let window = gap(HistoryGapKind::Window, 0, 50);
        let mut known = vec![window, retention(0, 100)];
        for (stated, joined) in [
            (retention(0, 100), (0, 100)),
            (retention(20, 110), (0, 110)),
            (retention(30, 90), (0, 110)),
            (retention(111, 120), (0, 120)),
        ] {
            let gap = merged(&mut known, stated);
            assert_eq!(gap.blocks, Some(joined));
            assert_eq!(known, [window]);
            known.push(gap);
        }
        let apart = merged(&mut known, retention(300, 400));
        assert_eq!((apart.blocks, known.len()), (Some((300, 400)), 2));
        assert_eq!(merged(&mut known, window), window);
    }
}
