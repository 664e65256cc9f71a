//! Addresses within URIs and account ids: EIP-681, BIP-21 and similar schemes, CAIP-10.

/// Schemes of payment links, and whether their addresses are EVM ones.
const SCHEMES: [(&str, bool); 6] = [
    ("ethereum", true),
    ("bitcoin", false),
    ("litecoin", false),
    ("dogecoin", false),
    ("solana", false),
    ("bitcoincash", false),
];
/// The scheme that is part of a CashAddr address.
const CASH: &str = "bitcoincash";
/// The namespace of EVM chains.
const EVM: &str = "eip155";

/// Returns the address or name within a payment link (`ethereum:0x…@1`, `bitcoin:bc1…?amount=1`) or an account id
/// (`eip155:1:0x…`). Any other text is returned unchanged.
///
/// A link that calls a contract, such as `ethereum:0x…/transfer`, contains no address.
#[must_use]
pub fn inner(text: &str) -> &str {
    let text = text.trim();
    of_account_id(text).or_else(|| of_link(text)).unwrap_or(text)
}

/// Parses CAIP-10: the chain id, a colon, and the address.
fn of_account_id(text: &str) -> Option<&str> {
    let (chain, address) = text.rsplit_once(':')?;
    let (namespace, reference) = chain.split_once(':')?;
    let is_namespace = (3..=8).contains(&namespace.len())
        && namespace
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let is_reference = (1..=32).contains(&reference.len())
        && reference
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    (is_namespace && is_reference && (namespace == EVM) == is_evm(address)).then_some(address)
}

fn of_link(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once(':')?;
    let (scheme, of_evm) = SCHEMES
        .into_iter()
        .find(|(known, _)| scheme.eq_ignore_ascii_case(known))?;
    let target = rest.split('?').next().unwrap_or_default();
    if of_evm {
        let target = target.strip_prefix("pay-").unwrap_or(target);
        let address = target.split('@').next().unwrap_or_default();
        return (is_evm(address) || address.contains('.'))
            .then_some(address)
            .filter(|address| !address.contains('/'));
    }
    let whole = if scheme == CASH {
        &text[..text.len() - rest.len() + target.len()]
    } else {
        target
    };
    (!is_evm(target) && !target.is_empty()).then_some(whole)
}

fn is_evm(address: &str) -> bool {
    address.starts_with("0x") || address.starts_with("0X")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_links_and_ids() {
        const A: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        const B: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
        const S: &str = "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263";
        for (text, expected) in [
            (format!("ethereum:{A}"), A),
            (format!(" ethereum:{A}@1 "), A),
            (format!("ethereum:pay-{A}@137?value=1e18"), A),
            (format!("ETHEREUM:{A}"), A),
            ("ethereum:vitalik.eth@1".to_owned(), "vitalik.eth"),
            (format!("bitcoin:{B}?amount=0.1&label=Coffee%20bar"), B),
            (
                "litecoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1".to_owned(),
                "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1",
            ),
            (format!("solana:{S}?amount=1"), S),
            (format!("eip155:1:{A}"), A),
            (format!("bip122:000000000019d6689c085ae165831e93:{B}"), B),
            (format!("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:{S}"), S),
            ("hedera:mainnet:0.0.1234".to_owned(), "0.0.1234"),
            (
                "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1".to_owned(),
                "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            ),
        ] {
            assert_eq!(inner(&text), expected, "{text}");
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in [
            "vitalik.eth",
            "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
            "ethereum:0x6B175474E89094C44Da98b954EedeAC495271d0F/transfer?address=0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
            "bitcoin:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
            "ethereum:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "eip155:1:vitalik",
            "https://example.org",
            "bitcoin:",
            "",
        ] {
            assert_eq!(inner(text), text);
        }
    }
}
