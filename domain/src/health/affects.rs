//! What stops working without a source.

use ports::source::SourceKind;

/// Returns what stops working without a source of this kind, as a sentence to show. `chain` is the name of the chain
/// that the source reads.
#[must_use]
pub fn affects(kind: SourceKind, chain: Option<&str>) -> String {
    match (kind, chain) {
        (SourceKind::Chain, Some(chain)) => format!("Affects balances on {chain}."),
        (SourceKind::Chain, None) => "Affects balances.".to_owned(),
        (SourceKind::Price, _) => "Affects prices and all totals.".to_owned(),
        (SourceKind::Name, _) => "Affects names such as vitalik.eth.".to_owned(),
        (SourceKind::TokenList, _) => "Affects the discovery of tokens beyond the built-in list.".to_owned(),
        (SourceKind::Explorer, _) => "Affects the discovery of unlisted tokens.".to_owned(),
        (SourceKind::Exchange, Some(exchange)) => format!("Affects balances at {exchange}."),
        (SourceKind::Exchange, None) => "Affects balances at exchanges.".to_owned(),
        (SourceKind::Currency, _) => "Affects amounts in currencies other than US dollars.".to_owned(),
    }
}
