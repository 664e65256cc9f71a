//! The call that takes an approval back. It is shown, and never made here.

use std::fmt::Write as _;

use ports::{Address, Approval, ApprovalScope, ChainId, RawAmount, approval::PERMIT2};

/// `approve(address,uint256)` of ERC-20 and ERC-721.
const APPROVE: &str = "095ea7b3";
/// `setApprovalForAll(address,bool)` of ERC-721 and ERC-1155.
const SET_APPROVAL_FOR_ALL: &str = "a22cb465";
/// `approve(address,address,uint160,uint48)` of Permit2.
const PERMIT2_APPROVE: &str = "87517c45";

/// A call of a contract that takes an approval back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevokeCall {
    /// The contract to call.
    pub contract: Address,
    /// The call with its arguments, as people read it.
    pub text: String,
    /// Selector and arguments, `0x` and hex digits.
    pub data: String,
    /// The call as a link that wallets open (EIP-681); `None` on a chain without an EVM number.
    pub link: Option<String>,
}

/// An argument of a call.
enum Argument<'a> {
    Address(&'a Address),
    /// A number, with its type.
    Number(&'static str, RawAmount),
    False,
}

impl Argument<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Self::Address(_) => "address",
            Self::Number(kind, _) => kind,
            Self::False => "bool",
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Address(address) => address.to_string(),
            Self::Number(_, number) => number.to_string(),
            Self::False => "false".to_owned(),
        }
    }

    /// Returns it as a word of 64 hex digits.
    fn word(&self) -> String {
        match self {
            Self::Address(address) => {
                let digits = address.as_str().to_ascii_lowercase();
                format!("{:0>64}", digits.trim_start_matches("0x"))
            }
            Self::Number(_, number) => hex(number.to_word()),
            Self::False => "0".repeat(64),
        }
    }
}

fn hex(word: [u8; 32]) -> String {
    word.iter().fold(String::with_capacity(64), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

impl RevokeCall {
    /// Returns the call for an approval on a chain.
    #[must_use]
    pub fn of(chain: &ChainId, approval: &Approval) -> Self {
        let (spender, contract) = (Argument::Address(&approval.spender), &approval.contract);
        let nothing = |kind| Argument::Number(kind, RawAmount::from(0));
        let nobody = Address::evm([0; 20]);
        match approval.scope {
            ApprovalScope::Amount => {
                let arguments = [spender, nothing("uint256")];
                Self::calling((chain, contract), ("approve", APPROVE), &arguments)
            }
            ApprovalScope::Collection => {
                let arguments = [spender, Argument::False];
                let function = ("setApprovalForAll", SET_APPROVAL_FOR_ALL);
                Self::calling((chain, contract), function, &arguments)
            }
            ApprovalScope::Token(id) => {
                let arguments = [Argument::Address(&nobody), Argument::Number("uint256", id)];
                Self::calling((chain, contract), ("approve", APPROVE), &arguments)
            }
            ApprovalScope::Permit2 => {
                let token = Argument::Address(contract);
                let arguments = [token, spender, nothing("uint160"), nothing("uint48")];
                let permit2 = Address::evm(PERMIT2);
                Self::calling((chain, &permit2), ("approve", PERMIT2_APPROVE), &arguments)
            }
        }
    }

    fn calling(
        (chain, contract): (&ChainId, &Address),
        (function, selector): (&str, &str),
        arguments: &[Argument<'_>],
    ) -> Self {
        let values: Vec<String> = arguments.iter().map(Argument::text).collect();
        let words: String = arguments.iter().map(Argument::word).collect();
        let query = arguments.iter().zip(&values);
        let query: Vec<String> = query.map(|(one, value)| format!("{}={value}", one.kind())).collect();
        let query = query.join("&");
        let number = chain.evm_number();
        Self {
            contract: contract.clone(),
            text: format!("{function}({})", values.join(", ")),
            data: format!("0x{selector}{words}"),
            link: number.map(|number| format!("ethereum:{contract}@{number}/{function}?{query}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const SPENDER: &str = "0x1111111254EEB25477B68fb85Ed929f73A960582";

    fn call(scope: ApprovalScope) -> RevokeCall {
        let approval = Approval {
            contract: TOKEN.parse().unwrap(),
            spender: SPENDER.parse().unwrap(),
            scope,
        };
        RevokeCall::of(&"eip155:1".parse().unwrap(), &approval)
    }

    #[test]
    fn an_allowance_is_set_to_nothing() {
        let call = call(ApprovalScope::Amount);
        let digits = SPENDER[2..].to_ascii_lowercase();
        assert_eq!(call.contract.as_str(), TOKEN);
        assert_eq!(call.data, format!("0x095ea7b3{:0>64}{:0>64}", digits, ""));
        assert_eq!(call.text, format!("approve({SPENDER}, 0)"));
        let link = format!("ethereum:{TOKEN}@1/approve?address={SPENDER}&uint256=0");
        assert_eq!(call.link, Some(link));
    }

    #[test]
    fn one_token_is_approved_to_nobody() {
        let call = call(ApprovalScope::Token(258.into()));
        assert_eq!(call.data, format!("0x095ea7b3{:0>64}{:0>64}", "", "102"));
        assert_eq!(call.text, "approve(0x0000000000000000000000000000000000000000, 258)");
    }

    #[test]
    fn a_collection_has_no_operator() {
        let call = call(ApprovalScope::Collection);
        assert!(call.data.starts_with("0xa22cb465") && call.data.ends_with(&"0".repeat(64)));
        assert!(call.link.unwrap().ends_with("&bool=false"));
    }

    #[test]
    fn permit2_is_called_itself() {
        let call = call(ApprovalScope::Permit2);
        assert_eq!(call.contract.as_str(), "0x000000000022D473030F116dDEE9F6B43aC78BA3");
        assert_eq!(call.data.len(), 2 + 8 + 4 * 64);
        assert!(call.data.starts_with("0x87517c45"));
    }
}
