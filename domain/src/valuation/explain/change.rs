//! The explanation of a change: the difference of each asset, and what cannot be compared.

use std::collections::BTreeSet;

use ports::AssetId;

use crate::{
    price::Decision,
    reason::{NOT_REQUESTED_YET, Reason},
    trace::{LeftOut, NoTrace, Node, Operation, Trace, TraceTree},
    valuation::{
        comparison::{comparable, only},
        compute::{
            fold::{Folded, Groups, fold},
            holding::{Holding, Outcome},
            labels,
        },
        figure::FigurePath,
        filter::Filter,
        inputs::types::Inputs,
    },
};

/// The comparison of two days.
pub struct DayComparison {
    /// The difference of each asset, or of the one group that the path selects.
    pub tree: Node,
    /// Current holdings that cannot be compared, with the reason.
    pub not_compared: Vec<LeftOut>,
}

impl DayComparison {
    /// Compares both days for a path; `None` if nothing can be compared.
    pub fn of(now: &Inputs, then: &Inputs, path: &FigurePath) -> Option<Self> {
        if let FigurePath::WalletChange(wallet) = path {
            let (now, then) = (now.clone().narrowed(wallet), then.clone().narrowed(wallet));
            return Self::of(&now, &then, &FigurePath::Change);
        }
        let filter = Filter::default();
        let today = fold(now, &filter, "", &mut NoTrace);
        let both = comparable(&today, &fold(then, &filter, "", &mut NoTrace));
        let tree = tree(now, then, &both, path)?;
        let is_meant = |holding: &&Holding| match path {
            FigurePath::GroupChange(group) => holding.group == *group,
            _ => true,
        };
        let missing = not_compared(&today, &both).filter(is_meant);
        let not_compared = missing.map(|holding| left_out(now, then, holding)).collect();
        Some(Self { tree, not_compared })
    }
}

/// Returns the current holdings that cannot be compared. Hidden ones are not included.
fn not_compared<'a>(today: &'a Folded, comparable: &'a BTreeSet<AssetId>) -> impl Iterator<Item = &'a Holding> {
    let shown = today.holdings.iter();
    let shown = shown.filter(|one| !matches!(one.outcome, Outcome::Hidden(_)));
    shown.filter(|one| !comparable.contains(&one.asset))
}

/// Returns the sum of the differences of all groups, or the difference of a single one.
fn tree(now: &Inputs, then: &Inputs, both: &BTreeSet<AssetId>, path: &FigurePath) -> Option<Node> {
    let (now, then) = (only(now, both), only(then, both));
    let filter = Filter::default();
    let (today, before) = (Groups::of(&now, &filter), Groups::of(&then, &filter));
    let mut rec = TraceTree::default();
    if let FigurePath::GroupChange(group) = path {
        difference(&now, &then, (&today, &before), group, &mut rec);
        return rec
            .root()
            .filter(|node| !node.children.iter().all(|day| day.children.is_empty()));
    }
    let groups: BTreeSet<&str> = today.names().chain(before.names()).collect();
    rec.open(|| Node::new(Operation::Sum, "24h change", now.conversion.currency.as_str()));
    for group in groups {
        difference(&now, &then, (&today, &before), group, &mut rec);
    }
    rec.close(|node| node.value = node.recomputed());
    rec.root()
}

fn difference(
    now: &Inputs,
    then: &Inputs,
    (today, before): (&Groups<'_>, &Groups<'_>),
    group: &str,
    rec: &mut TraceTree,
) {
    let asset = now.plainest(today.assets(group).chain(before.assets(group)));
    let name = asset.map_or_else(|| group.to_owned(), |asset| labels::name(now, asset));
    rec.open(|| Node::new(Operation::Difference, name, now.conversion.currency.as_str()));
    let today = today.fold(now, group, "Now", rec);
    let before = before.fold(then, group, "24 hours ago", rec);
    rec.close(|node| node.value = today.sub(before).ok());
}

/// Returns the quantity of a holding that cannot be compared, and why it has no value on both days.
fn left_out(now: &Inputs, then: &Inputs, holding: &Holding) -> LeftOut {
    let account = now.accounts.iter().find(|one| one.id == holding.account);
    let wallet = account.map_or_else(
        || holding.account.address.short(),
        |one| now.wallet_label(one).to_owned(),
    );
    LeftOut {
        label: labels::name(now, &holding.asset),
        place: Some(format!("{wallet} on {}", now.chain_name(&holding.account.chain))),
        amount: holding.quantity,
        unit: now.symbol(&holding.asset),
        reason: match &holding.outcome {
            Outcome::Gap(gap) => gap.reason(now),
            Outcome::Unconverted(why) => why.reason(&now.conversion.currency),
            Outcome::Valued { .. } | Outcome::Hidden(_) => reason_then(then, &holding.asset),
        },
    }
}

/// Returns why an asset had no value 24 hours ago.
fn reason_then(then: &Inputs, asset: &AssetId) -> Reason {
    let reason = |code, text: &str| Reason {
        code,
        text: text.to_owned(),
    };
    match then.decisions.get(asset) {
        Some(Decision::Unpriced { reason: why, .. }) => match then.unpriced_reason(why) {
            Reason {
                code: code @ NOT_REQUESTED_YET,
                ..
            } => reason(code, "Its price 24 hours ago is being requested."),
            Reason {
                code: code @ "not_listed",
                ..
            } => reason(code, "No source lists a price 24 hours ago."),
            Reason { code, text } => Reason {
                code,
                text: format!("24 hours ago: {text}"),
            },
        },
        Some(Decision::Priced(_)) | None => reason("not_read_yet", "Its value 24 hours ago is unknown."),
    }
}
