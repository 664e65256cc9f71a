//! What an account allows others to move, at one block.

use std::collections::BTreeMap;

use alloy_primitives::U256;
use alloy_sol_types::{SolCall, SolValue};
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use ports::{
    AccountId, Address, Allowance, AllowanceReading, Approval, ApprovalScope, RawAmount, RemoteError, Timestamp,
    allowance::AccountCode, approval::PERMIT2, chain::NO_CONTRACT, disclosure::DisclosedField,
};

use super::{
    call::{CallError, CallOutcome, EvmCall, raw},
    calls::{BATCH, BATCH_SIZE, BlockCaller, CONCURRENT},
    code,
    contracts::{Approvable, Permit2},
    head::Head,
    network::EvmNetwork,
    node::{EvmNode, Purpose},
    source::SOURCE,
    state,
};

/// How often a node is read until all answers are of one block.
const TRIES: usize = 3;
/// The maximum length of an answer. Proxies return more than the words of the interface, but never this much.
const MAX_ANSWER: usize = 1024;
const WORD: usize = 32;

/// An allowance without what stands at the address of its spender.
struct Allowed {
    amount: Option<RawAmount>,
    expires_at: Option<Timestamp>,
}

/// Tries the endpoints in turn until one answers completely.
pub(super) async fn read(
    network: &EvmNetwork,
    account: &AccountId,
    approvals: &[Approval],
) -> Result<AllowanceReading, RemoteError> {
    let purpose = Purpose {
        source: SOURCE.clone(),
        purpose: "allowances",
        disclosed: DisclosedField::Address(account.address.clone()),
    };
    let request = AllowanceRequest {
        network,
        account,
        approvals,
        purpose,
    };
    let mut attempts = network.attempts(&SOURCE).await?;
    while let Some(node) = attempts.next() {
        let reading = request.read_from(node).await;
        if let Some(reading) = attempts.done(node, reading) {
            return Ok(reading);
        }
    }
    Err(attempts.failure())
}

/// The reading of one account.
struct AllowanceRequest<'a> {
    network: &'a EvmNetwork,
    account: &'a AccountId,
    approvals: &'a [Approval],
    purpose: Purpose,
}

impl AllowanceRequest<'_> {
    async fn read_from(&self, node: &EvmNode) -> Result<AllowanceReading, RemoteError> {
        let context = node.context(&self.purpose);
        for _ in 0..TRIES {
            let head = node.head(&SOURCE).await?;
            state::check(self.network, node, &head, &self.purpose).await?;
            let multicall = self.network.row.multicall.as_ref();
            let caller = BlockCaller::new(node, multicall, &head, &self.purpose);
            match self.read_at(node, &head, &caller).await {
                Ok(reading) => return Ok(reading),
                Err(CallError::Reorged) => node.forget_head().await,
                Err(CallError::OnlyNewest) => {
                    return Err(context.unavailable("it does not answer at the block that a request names", None));
                }
                Err(CallError::Node(error)) => return Err(error),
                Err(CallError::TooLarge) => return Err(context.malformed("more than can be read")),
            }
        }
        Err(context.unavailable("its newest blocks keep changing", None))
    }

    async fn read_at(
        &self,
        node: &EvmNode,
        head: &Head,
        caller: &BlockCaller<'_>,
    ) -> Result<AllowanceReading, CallError> {
        let calls: Vec<Vec<EvmCall>> = self.approvals.iter().map(|one| self.calls(one)).collect();
        let counts: Vec<usize> = calls.iter().map(Vec::len).collect();
        let calls: Vec<EvmCall> = calls.into_iter().flatten().collect();
        let batches: Vec<_> = calls.chunks(BATCH).map(|batch| caller.batch(batch)).collect();
        let outcomes: Vec<Vec<CallOutcome>> = stream::iter(batches).buffered(CONCURRENT).try_collect().await?;
        let mut outcomes = outcomes.into_iter().flatten();
        let (mut found, mut unread) = (Vec::new(), Vec::new());
        for (approval, count) in self.approvals.iter().zip(counts) {
            let answers: Vec<CallOutcome> = outcomes.by_ref().take(count).collect();
            match self.allowed(approval, &answers, head.block.time) {
                Ok(Some(allowed)) => found.push((approval.clone(), allowed)),
                Ok(None) => {}
                Err(why) => unread.push((approval.clone(), why)),
            }
        }
        let spenders = found.iter().map(|(approval, _)| &approval.spender);
        let codes = self.codes(node, caller, spenders).await?;
        let missing = || CallError::Node(node.context(&self.purpose).malformed("no code of an address"));
        let code_of = |address: &Address| codes.get(address).cloned().ok_or_else(missing);
        let allowance = |(approval, allowed): (Approval, Allowed)| {
            Ok(Allowance {
                code: code_of(&approval.spender)?,
                approval,
                amount: allowed.amount,
                expires_at: allowed.expires_at,
            })
        };
        Ok(AllowanceReading {
            block: head.block.clone(),
            source: SOURCE.clone(),
            host: node.host().to_owned(),
            code: code_of(&self.account.address)?,
            allowances: found.into_iter().map(allowance).collect::<Result<_, CallError>>()?,
            unread,
        })
    }

    /// Returns the calls that state an allowance.
    fn calls(&self, approval: &Approval) -> Vec<EvmCall> {
        let (owner, spender) = (raw(&self.account.address), raw(&approval.spender));
        let call = |to: &Address, data: Vec<u8>| EvmCall::Contract { to: to.clone(), data };
        let of_token = |spender| Approvable::allowanceCall { owner, spender }.abi_encode();
        match &approval.scope {
            ApprovalScope::Amount => {
                vec![call(&approval.contract, of_token(spender))]
            }
            ApprovalScope::Collection => {
                let data = Approvable::isApprovedForAllCall {
                    owner,
                    operator: spender,
                };
                vec![call(&approval.contract, data.abi_encode())]
            }
            ApprovalScope::Token(id) => {
                let id = U256::from_be_bytes(id.to_word());
                vec![
                    call(&approval.contract, Approvable::getApprovedCall { id }.abi_encode()),
                    call(&approval.contract, Approvable::ownerOfCall { id }.abi_encode()),
                ]
            }
            ApprovalScope::Permit2 => {
                let token = raw(&approval.contract);
                let permitted = Permit2::allowanceCall { owner, token, spender };
                let permit2 = Address::evm(PERMIT2);
                vec![
                    call(&permit2, permitted.abi_encode()),
                    call(&approval.contract, of_token(raw(&permit2))),
                ]
            }
        }
    }

    /// Returns what is allowed; `None` where nothing is.
    fn allowed(&self, approval: &Approval, answers: &[CallOutcome], now: Timestamp) -> Result<Option<Allowed>, String> {
        let whole = Allowed {
            amount: None,
            expires_at: None,
        };
        match (&approval.scope, answers) {
            (ApprovalScope::Amount, [amount]) => Ok(above_zero(number(amount, 0)?, None)),
            (ApprovalScope::Collection, [is_approved]) => Ok((!number(is_approved, 0)?.is_zero()).then_some(whole)),
            (ApprovalScope::Token(_), [spender, owner]) => {
                // A token that was destroyed has no owner, which contracts state by failing.
                let is_own = owner.is_ok() && word(owner, 0)? == padded(&self.account.address);
                let is_allowed = is_own && word(spender, 0)? == padded(&approval.spender);
                Ok(is_allowed.then_some(whole))
            }
            (ApprovalScope::Permit2, [permitted, of_token]) => {
                let expires_at = seconds(number(permitted, 1)?);
                let amount = number(permitted, 0)?.min(number(of_token, 0)?);
                Ok(above_zero(amount, expires_at).filter(|_| expires_at.is_none_or(|end| end >= now)))
            }
            _ => Err("an answer is missing".to_owned()),
        }
    }

    /// Returns what stands at the address of the account, and at those of the spenders.
    async fn codes<'a>(
        &self,
        node: &EvmNode,
        caller: &BlockCaller<'_>,
        spenders: impl Iterator<Item = &'a Address>,
    ) -> Result<BTreeMap<Address, AccountCode>, CallError> {
        let context = node.context(&self.purpose);
        let mut addresses: Vec<&Address> = spenders.collect();
        addresses.push(&self.account.address);
        addresses.sort_unstable();
        addresses.dedup();
        let mut codes = BTreeMap::new();
        for part in addresses.chunks(BATCH_SIZE) {
            let requests = part.iter().map(|address| caller.code_request(address)).collect();
            for (address, answer) in part.iter().zip(caller.send_pinned(requests).await?) {
                let answer = answer.map_err(|error| error.to_remote(&context))?;
                let code = code::of(&answer).ok_or_else(|| context.malformed("a code that is none"))?;
                codes.insert((*address).clone(), code);
            }
        }
        Ok(codes)
    }
}

fn above_zero(amount: RawAmount, expires_at: Option<Timestamp>) -> Option<Allowed> {
    (!amount.is_zero()).then_some(Allowed {
        amount: Some(amount),
        expires_at,
    })
}

/// Returns a moment that is stated in seconds; `None` where it is later than every one that can be written.
fn seconds(stated: RawAmount) -> Option<Timestamp> {
    let seconds = i64::try_from(stated.as_u128()?).ok()?;
    seconds.checked_mul(1000).map(Timestamp::from_millis)
}

fn padded(address: &Address) -> [u8; WORD] {
    let mut word = [0; WORD];
    word.copy_from_slice(&raw(address).abi_encode());
    word
}

fn number(answer: &CallOutcome, place: usize) -> Result<RawAmount, String> {
    word(answer, place).map(|word| RawAmount::from_word(&word))
}

/// Returns a word of an answer, or why there is none.
fn word(answer: &CallOutcome, place: usize) -> Result<[u8; WORD], String> {
    let bytes = answer.as_ref().map_err(Clone::clone)?;
    if bytes.is_empty() {
        return Err(NO_CONTRACT.to_owned());
    }
    let bytes = Some(bytes).filter(|bytes| bytes.len() <= MAX_ANSWER);
    let words = bytes.and_then(|bytes| bytes.get(place * WORD..(place + 1) * WORD));
    let word = words.and_then(|word| word.try_into().ok());
    word.ok_or_else(|| "its contract answers with something else".to_owned())
}
