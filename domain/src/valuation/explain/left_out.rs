//! What is not included in a figure: holdings that do not count, dead entries of token lists, and what was not searched.

use std::collections::BTreeSet;

use crate::{
    reason::Reason,
    trace::{LeftOut, Measure, Node},
    valuation::inputs::types::Inputs,
};

/// Collects what a tree does not count, each with its reason.
pub fn collect_left_out(node: &Node, left_out: &mut Vec<LeftOut>) {
    if let (false, Some(subject), Some(reason)) = (node.counts(), &node.subject, &node.reason) {
        let mut parts = node.children.iter();
        let quantity = parts.find(|child| child.measure == Measure::Quantity);
        left_out.push(LeftOut {
            label: subject.label.clone(),
            place: subject.place.clone(),
            amount: quantity.and_then(|one| one.value),
            unit: quantity.map_or(&node.unit, |one| &one.unit).clone(),
            reason: reason.clone(),
        });
        return;
    }
    node.children.iter().for_each(|child| collect_left_out(child, left_out));
}

/// Returns one line for all listed tokens whose contracts do not answer. None of the accounts was ever seen to hold
/// them.
pub fn dead_entries(inputs: &Inputs) -> Option<LeftOut> {
    let snapshots = inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref());
    let unreadable = snapshots.flat_map(|snapshot| &snapshot.unreadable);
    let dead = unreadable.filter(|(asset, why)| inputs.is_dead(asset, why));
    let dead: BTreeSet<_> = dead.map(|(asset, _)| asset).collect();
    (!dead.is_empty()).then(|| LeftOut {
        label: format!("{} listed tokens whose contracts give no answer", dead.len()),
        place: None,
        amount: None,
        unit: String::new(),
        reason: Reason {
            code: "unreadable",
            text: "None of your wallets has ever held them.".to_owned(),
        },
    })
}

/// Returns wallets that are not read, chains where not every token is looked for, protocols that could not be read, and the addresses of extended keys beyond the
/// gap limit. Their amounts are unknown.
pub fn missed(inputs: &Inputs) -> impl Iterator<Item = LeftOut> {
    let left_out = |label: String, code, text: &str| LeftOut {
        label,
        place: None,
        amount: None,
        unit: String::new(),
        reason: Reason {
            code,
            text: text.to_owned(),
        },
    };
    let unread = inputs.missed.unread.iter();
    let wallets = unread.map(move |one| left_out(one.label.clone(), "unread_wallet", &one.problem.text));
    let chains = inputs.not_looked_for().into_iter();
    let chains = chains.map(move |one| {
        let label = match &one.protocol {
            Some(protocol) => format!("{protocol} on {}", one.chain_name),
            None => format!("Unlisted tokens on {}", one.chain_name),
        };
        left_out(label, "not_looked_for", &one.text)
    });
    let keys = inputs.keys.values().map(move |key| {
        let label = format!("Later addresses of {}", key.label);
        let limit = key.gap_limit.get();
        let text =
            format!("Addresses after {limit} unused ones are not searched. Edit the wallet to raise this limit.");
        left_out(label, "gap_limit", &text)
    });
    wallets.chain(chains).chain(keys)
}
