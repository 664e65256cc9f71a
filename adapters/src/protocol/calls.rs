//! Typed calls of contracts, and their answers as values of ports.

use alloy_primitives::{Address as Word, U256, keccak256};
use alloy_sol_types::{SolCall, SolType, SolValue};
use ports::{
    Address, ContractCaller, RawAmount, RemoteError, Timestamp,
    protocol::{ContractCall, ContractReply, ProtocolError},
};

/// The answer to a typed call, or why there is none.
pub(super) type DecodedReply<T> = Result<T, String>;

/// Returns a call.
pub(super) fn call<C: SolCall>(to: &Address, call: &C) -> ContractCall {
    ContractCall {
        to: to.clone(),
        data: call.abi_encode(),
    }
}

/// Returns the answer to a call of this kind.
pub(super) fn decode<C: SolCall>(answer: ContractReply) -> DecodedReply<C::Return> {
    let bytes = answer?;
    if bytes.is_empty() {
        return Err("no contract answers".to_owned());
    }
    C::abi_decode_returns(&bytes).map_err(|_| "its answer cannot be read".to_owned())
}

/// The year 9999, after which no date has a text.
const LAST_SECOND: i64 = 253_370_764_800;

/// The bytes of a selector.
const SELECTOR: usize = 4;

/// Returns a call of the function with this signature, for contracts that differ in the names of their functions only.
pub(super) fn named(to: &Address, signature: &str, arguments: &[u8]) -> ContractCall {
    let selector = keccak256(signature);
    ContractCall {
        to: to.clone(),
        data: selector.iter().take(SELECTOR).chain(arguments).copied().collect(),
    }
}

/// Returns the value that an answer consists of.
pub(super) fn value<T: SolValue + From<<T::SolType as SolType>::RustType>>(answer: ContractReply) -> DecodedReply<T> {
    T::abi_decode(&answer?).map_err(|_| "its answer cannot be read".to_owned())
}

/// Makes calls of one kind and returns their answers in order.
pub(super) async fn read<C: SolCall>(
    caller: &dyn ContractCaller,
    calls: &[(&Address, C)],
) -> Result<Vec<DecodedReply<C::Return>>, RemoteError> {
    if calls.is_empty() {
        return Ok(Vec::new());
    }
    let encoded = calls.iter().map(|(to, one)| call(to, one)).collect();
    let answers = caller.call(encoded).await?;
    Ok(answers.into_iter().map(decode::<C>).collect())
}

/// Returns the bytes of an address of an EVM chain.
pub(super) fn word(address: &Address) -> Word {
    address.evm_bytes().unwrap_or_default().into()
}

/// Returns the address of a contract that another one names; `None` for the address of none.
pub(super) fn contract(word: Word) -> Option<Address> {
    (!word.is_zero()).then(|| Address::evm(word.into()))
}

/// Returns a quantity in the smallest unit.
pub(super) fn raw(value: U256) -> RawAmount {
    RawAmount::from_word(&value.to_be_bytes())
}

/// Returns why the contracts are not those of the protocol, unless they are.
pub(super) fn check(what: &str, is_right: bool) -> Result<(), ProtocolError> {
    let wrong = || ProtocolError::Contract(format!("{what} is not the one that is known"));
    is_right.then_some(()).ok_or_else(wrong)
}

/// Returns the failure of a call, with what was to be read.
pub(super) fn failed(what: &str) -> impl Fn(String) -> ProtocolError {
    move |why| ProtocolError::Contract(format!("{what}: {why}"))
}

/// Returns the answers of a number of different calls.
pub(super) async fn answers<const N: usize>(
    caller: &dyn ContractCaller,
    calls: [ContractCall; N],
) -> Result<[ContractReply; N], ProtocolError> {
    let answers = caller.call(calls.into()).await?;
    let missing = |_| ProtocolError::Contract("answers are missing".to_owned());
    answers.try_into().map_err(missing)
}

/// Makes the same number of different calls for each of some things, and returns the answers for each.
pub(super) async fn answers_each<T, const N: usize>(
    caller: &dyn ContractCaller,
    items: &[T],
    calls: impl Fn(&T) -> [ContractCall; N],
) -> Result<Vec<[ContractReply; N]>, ProtocolError> {
    if items.is_empty() {
        return Ok(Vec::new());
    }
    let answers = caller.call(items.iter().flat_map(calls).collect()).await?;
    let mut answers = answers.into_iter();
    let missing = || Err("an answer is missing".to_owned());
    let each = || std::array::from_fn(|_| answers.next().unwrap_or_else(missing));
    Ok(std::iter::repeat_with(each).take(items.len()).collect())
}

/// Returns the time of a number of seconds; `None` where it is none that a contract means.
pub(super) fn time(seconds: U256) -> Option<Timestamp> {
    let seconds: i64 = seconds.try_into().ok()?;
    (seconds > 0 && seconds < LAST_SECOND).then(|| Timestamp::from_seconds(seconds))
}
