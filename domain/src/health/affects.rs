//! What stops working without a source.

use ports::source::SourceKind;

/// Returns what stops working without a source of this kind, as a sentence to show. `chain` is the name of the chain
/// that the source reads.
#[must_use]
pub fn affects(kind: SourceKind, chain: Option<&str>) -> String {
    match (kind, chain) {
        (SourceKind::Chain, Some(chain)) => format!("Balances on {chain}."),
        (SourceKind::Chain, None) => "Balances.".to_owned(),
        (SourceKind::Price, _) => "Prices and all totals.".to_owned(),
        (SourceKind::Name, _) => "Names such as vitalik.eth.".to_owned(),
        (SourceKind::TokenList, _) => "Finding tokens beyond the built-in list.".to_owned(),
        (SourceKind::Explorer, _) => "Finding unlisted tokens.".to_owned(),
        (SourceKind::Currency, _) => "Amounts in currencies other than US dollars.".to_owned(),
    }
}
