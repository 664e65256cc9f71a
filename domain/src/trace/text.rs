//! Formats an explanation as plain text.

use crate::trace::{Explanation, Node};

impl Explanation {
    /// Returns the whole explanation as plain text, for copying.
    #[must_use]
    pub fn as_text(&self) -> String {
        explanation(self)
    }
}

/// Returns the whole explanation: title, figure, formula, tree, and what is not included.
fn explanation(it: &Explanation) -> String {
    let mut lines = vec![format!("{}: {}", it.title, figure(it)), it.subtitle.clone()];
    if !it.formula.is_empty() {
        let terms: Vec<_> = it
            .formula
            .iter()
            .map(|term| format!("{} {}", term.value, term.unit).trim().to_owned())
            .collect();
        lines.push(terms.join(" × "));
    }
    lines.push(String::new());
    tree(&it.tree, 0, &mut lines);
    if !it.left_out.is_empty() {
        lines.push(String::new());
        lines.push("Left out of this figure".to_owned());
        for one in &it.left_out {
            let amount = one
                .amount
                .map_or_else(|| "an unknown amount".to_owned(), |amount| amount.to_string());
            let place = one
                .place
                .as_ref()
                .map_or_else(String::new, |place| format!(", {place}"));
            let (label, unit, why) = (&one.label, &one.unit, &one.reason.text);
            lines.push(format!("  {label}{place}: {amount} {unit} ({why})"));
        }
    }
    lines.push(String::new());
    if let Some(difference) = it.rounding_difference().filter(|difference| !difference.is_zero()) {
        lines.push(format!(
            "Rounded to 18 decimal places (half to even); difference {difference}."
        ));
    }
    if it.recomputed {
        lines.push("Recomputed from the latest inputs; the original inputs are no longer kept.".to_owned());
    }
    lines.join("\n")
}

fn figure(it: &Explanation) -> String {
    it.exact.map_or_else(
        || "not known".to_owned(),
        |exact| format!("{} {}", exact.at_edge(), it.currency),
    )
}

fn tree(node: &Node, depth: usize, lines: &mut Vec<String>) {
    let value = node
        .value
        .map_or_else(String::new, |value| format!(": {value} {}", node.unit));
    let detail = node
        .detail
        .as_ref()
        .map_or_else(String::new, |detail| format!(" ({detail})"));
    let when = node.observed_at.map_or_else(String::new, |at| format!(", {at}"));
    let host = node.source.as_ref().and_then(|source| source.host.as_ref());
    let by = host.map_or_else(String::new, |host| format!(", from {host}"));
    let why = node
        .reason
        .as_ref()
        .map_or_else(String::new, |reason| format!(" – {}", reason.text));
    lines.push(format!(
        "{}{}{detail}{}{when}{by}{why}",
        "  ".repeat(depth),
        node.label,
        value.trim_end()
    ));
    node.children.iter().for_each(|child| tree(child, depth + 1, lines));
}
