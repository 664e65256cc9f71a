//! Fees that are charged in a token. On Celo a transaction may name a token for its fee (CIP-64). The chain takes the largest
//! possible fee from the sender before the execution and gives back what was not used after it. Both are logged as transfers of
//! the token, also by failed transactions, and sources state the fee in the token's unit as if it were CELO.

use std::collections::BTreeSet;

use ports::{
    Address, ChainId, RawAmount,
    fact::{Stream, TokenStandard},
};

use super::normalized::{ObservedTransfer, is_zero_address};

/// The number of the chain.
const CELO: u64 = 42220;
/// The types of transactions that may name the token of their fee: CIP-64 and the older CIP-42.
const NAMING: [u8; 2] = [0x7b, 0x7c];
/// The oldest type, which may name one on this chain too.
const LEGACY: u8 = 0;
/// Fees are computed with 18 decimals. For a token with six, an adapter divides them and may round each part.
const SCALE: u128 = 1_000_000_000_000;
/// The most parts that are rounded: the amount taken, the amount given back, and the shares of two recipients.
const ROUNDED_PARTS: u128 = 4;
/// The least amount of such a token that is compared: for less, rounding is too large a part.
const LEAST: u128 = 4 * ROUNDED_PARTS;
/// How many transfers of each kind are compared. The chain logs the fee first and last.
const COMPARED: usize = 8;

/// What a fee was paid in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FeeAsset {
    /// The native asset.
    Native,
    /// A token.
    Token(TokenFee),
    /// A token that the known transfers do not tell.
    Unknown,
}

/// A fee that was charged in a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TokenFee {
    pub contract: Address,
    pub amount: RawAmount,
    pub stream: Stream,
    /// The first of the transfers that make it up.
    pub item: String,
    /// All of these transfers.
    pub items: BTreeSet<String>,
}

impl TokenFee {
    /// Returns whether a transfer is a part of the fee.
    pub fn is_part(&self, transfer: &ObservedTransfer) -> bool {
        transfer.contract == self.contract && self.items.contains(&transfer.item)
    }
}

/// What is known of a transaction that the account sent.
pub(super) struct ChargedTransaction<'a> {
    pub chain: &'a ChainId,
    pub envelope: Option<u8>,
    pub account: &'a Address,
    pub transfers: &'a [ObservedTransfer],
    /// Whether these are all transfers of the transaction.
    pub is_whole: bool,
    /// The fee as a source states it.
    pub stated: RawAmount,
}

impl ChargedTransaction<'_> {
    /// Returns what the fee was paid in: the token whose transfers add up to it.
    pub fn fee_asset(&self) -> FeeAsset {
        let is_naming = self.envelope.is_some_and(|envelope| NAMING.contains(&envelope));
        let may_name = is_naming || self.envelope.is_none_or(|envelope| envelope == LEGACY);
        if self.chain.evm_number() != Some(CELO) || !may_name || self.stated.is_zero() {
            return FeeAsset::Native;
        }
        let tokens = self.transfers.iter().filter(|one| one.standard == TokenStandard::Erc20);
        let contracts: BTreeSet<&Address> = tokens.map(|one| &one.contract).collect();
        let mut charged = contracts.into_iter().filter_map(|contract| self.charged(contract));
        if let Some(fee) = charged.next() {
            return FeeAsset::Token(fee);
        }
        let is_taken = |one: &ObservedTransfer| one.from == *self.account && is_zero_address(&one.to);
        let is_native = self.is_whole && !self.transfers.iter().any(is_taken);
        if is_naming && !is_native {
            FeeAsset::Unknown
        } else {
            FeeAsset::Native
        }
    }

    /// Returns the fee, where transfers of this token add up to it.
    fn charged(&self, contract: &Address) -> Option<TokenFee> {
        let own = |one: &&ObservedTransfer| one.contract == *contract && !one.amount.is_zero();
        let sent = || {
            self.transfers
                .iter()
                .filter(own)
                .filter(|one| one.from == *self.account)
        };
        let taken: Vec<&ObservedTransfer> = sent().filter(|one| is_zero_address(&one.to)).take(COMPARED).collect();
        let paid: Vec<&ObservedTransfer> = sent().filter(|one| !is_zero_address(&one.to)).collect();
        let paid = paid.get(paid.len().saturating_sub(COMPARED)..)?;
        let given: Vec<&ObservedTransfer> = self
            .transfers
            .iter()
            .filter(own)
            .filter(|one| one.to == *self.account && is_zero_address(&one.from))
            .collect();
        let given = given.get(given.len().saturating_sub(COMPARED)..)?;
        self.kept(&taken, given)
            .or_else(|| self.passed_on(&taken, given, paid))
            .or_else(|| self.only_paid(&taken, paid))
    }

    /// One transfer takes the largest fee, and one gives back the rest.
    fn kept(&self, taken: &[&ObservedTransfer], given: &[&ObservedTransfer]) -> Option<TokenFee> {
        taken.iter().find_map(|taken| {
            let rest = given.iter().map(|given| (Some(*given), given.amount));
            let mut rests = rest.chain([(None, RawAmount::ZERO)]);
            rests.find_map(|(given, rest)| {
                let amount = taken.amount.sub(rest).ok().filter(|amount| self.is_fee(*amount))?;
                made(amount, [*taken].into_iter().chain(given))
            })
        })
    }

    /// One transfer takes the largest fee, one gives all of it back, and one or two pay the recipients of the fee.
    fn passed_on(
        &self,
        taken: &[&ObservedTransfer],
        given: &[&ObservedTransfer],
        paid: &[&ObservedTransfer],
    ) -> Option<TokenFee> {
        taken.iter().find_map(|taken| {
            let given = given.iter().find(|given| given.amount == taken.amount)?;
            let (amount, parts) = Self::payment(paid, |amount| self.is_fee(amount))?;
            made(amount, [*taken, *given].into_iter().chain(parts))
        })
    }

    /// Older tokens only log what the recipients of the fee received.
    fn only_paid(&self, taken: &[&ObservedTransfer], paid: &[&ObservedTransfer]) -> Option<TokenFee> {
        if !taken.is_empty() {
            return None;
        }
        let (amount, parts) = Self::payment(paid, |amount| amount == self.stated)?;
        made(amount, parts.into_iter())
    }

    /// Returns the one or two transfers whose sum fits, the last ones first.
    fn payment<'t>(
        paid: &[&'t ObservedTransfer],
        fits: impl Fn(RawAmount) -> bool,
    ) -> Option<(RawAmount, Vec<&'t ObservedTransfer>)> {
        let mut later: Vec<&ObservedTransfer> = Vec::new();
        for one in paid.iter().rev() {
            if fits(one.amount) {
                return Some((one.amount, vec![one]));
            }
            for other in &later {
                if let Some(sum) = one.amount.add(other.amount).ok().filter(|sum| fits(*sum)) {
                    return Some((sum, vec![one, other]));
                }
            }
            later.push(one);
        }
        None
    }

    /// Returns whether an amount of a token is the fee, with the same decimals or with fewer.
    fn is_fee(&self, amount: RawAmount) -> bool {
        if amount == self.stated {
            return true;
        }
        let scaled = amount.as_u128().and_then(|amount| amount.checked_mul(SCALE));
        let difference = scaled
            .zip(self.stated.as_u128())
            .map(|(scaled, stated)| scaled.abs_diff(stated));
        amount >= LEAST.into() && difference.is_some_and(|difference| difference < ROUNDED_PARTS.saturating_mul(SCALE))
    }
}

fn made<'t>(amount: RawAmount, parts: impl Iterator<Item = &'t ObservedTransfer>) -> Option<TokenFee> {
    let parts: Vec<&ObservedTransfer> = parts.collect();
    let first = parts.iter().min_by_key(|part| &part.order)?;
    Some(TokenFee {
        contract: first.contract.clone(),
        amount,
        stream: first.stream,
        item: first.item.clone(),
        items: parts.iter().map(|part| part.item.clone()).collect(),
    })
}
