//! What is not included in a figure: holdings that do not count, dead entries of token lists, and what was not searched.

use std::collections::BTreeSet;

use crate::{
    reason::Reason,
    valuation::{
        compute::trace::{Node, Operation},
        explain::explanation::LeftOut,
        inputs::{missed::Missed, types::Inputs},
    },
};

/// Collects the holdings of a tree that do not count, each with its reason.
pub fn collect_left_out(node: &Node, left_out: &mut Vec<LeftOut>) {
    let holding = matches!(node.operation, Operation::Gap | Operation::Hidden) && node.label != "Price";
    if let (true, Some(reason)) = (holding, &node.reason) {
        let quantity = node
            .children
            .iter()
            .find(|child| child.operation == Operation::Observation);
        let unit = quantity.map_or(&node.unit, |one| &one.unit);
        let (label, place) = asset_and_place(node, unit);
        left_out.push(LeftOut {
            label,
            place,
            amount: quantity.and_then(|one| one.value),
            unit: unit.clone(),
            reason: reason.clone(),
        });
        return;
    }
    node.children.iter().for_each(|child| collect_left_out(child, left_out));
}

/// Returns the name of a holding's asset and where it is held. If a node above names the asset, the label of this node
/// is the wallet.
fn asset_and_place(node: &Node, symbol: &str) -> (String, Option<String>) {
    let detail = node.detail.as_deref().unwrap_or_default();
    match detail.strip_prefix(symbol).and_then(|rest| rest.strip_prefix(" on ")) {
        Some(chain) => (symbol.to_owned(), Some(format!("{} on {chain}", node.label))),
        None => (node.label.clone(), node.detail.clone()),
    }
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

/// Returns wallets that are not read, chains where not every token is looked for, and the addresses of extended keys beyond the
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
    let Missed {
        unread, not_looked_for, ..
    } = &inputs.missed;
    let unread = unread.iter();
    let wallets = unread.map(move |one| left_out(one.label.clone(), "unread_wallet", &one.problem.text));
    let chains = not_looked_for.iter();
    let chains = chains.map(move |one| {
        let label = format!("Unlisted tokens on {}", one.chain_name);
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
