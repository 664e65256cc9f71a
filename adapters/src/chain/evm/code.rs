//! What stands at an address.

use alloy_primitives::hex;
use ports::{Address, allowance::AccountCode, json::Json};

/// How the code of an account begins that a key controls and that runs the code of a contract (EIP-7702).
const DELEGATION: [u8; 3] = [0xef, 0x01, 0x00];

/// Returns what a code is that a node returned; `None` where it is none.
pub(super) fn of(code: &Json) -> Option<AccountCode> {
    let bytes = hex::decode(code.as_str()?.strip_prefix("0x")?).ok()?;
    if bytes.is_empty() {
        return Some(AccountCode::Key);
    }
    let delegate = bytes.strip_prefix(&DELEGATION).and_then(|rest| rest.try_into().ok());
    Some(delegate.map_or(AccountCode::Contract, |delegate: [u8; 20]| {
        AccountCode::Delegated(Address::evm(delegate))
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::test_json::parsed;

    #[test]
    fn a_delegation_names_its_contract() {
        let delegate = "63c0c19a282a1b52b07dd5a65b58948a07dae32b";
        let found = |code: &str| of(&parsed(json!(code)));
        assert_eq!(found("0x"), Some(AccountCode::Key));
        assert_eq!(found("0x6080"), Some(AccountCode::Contract));
        let delegated = Some(AccountCode::Delegated(format!("0x{delegate}").parse().unwrap()));
        assert_eq!(found(&format!("0xef0100{delegate}")), delegated);
        assert_eq!(found(&format!("0xEF0100{}", delegate.to_uppercase())), delegated);
        assert_eq!(found("0xef0100"), Some(AccountCode::Contract), "it names no contract");
        for wrong in ["", "6080", "0x608", "0xzz"] {
            assert_eq!(found(wrong), None, "{wrong}");
        }
    }
}
