//! Transactions of Bitcoin-like chains. An output to an address of the account itself is change, and the fee is the account's
//! only where every input is its own.

use ports::{
    Address, RawAmount,
    amount::AmountError,
    entry::Leg,
    fact::{CoinOutput, CoinTransaction, Stream},
};

use super::{
    co_spent::{Payment, PaymentTarget, payments},
    movement::{AccountMovement, Direction},
    normalized::{ChangeOrigin, FEE_PROBLEM, FeePart, NormalizedTransaction},
};

const STREAM: Stream = Stream::CoinTransactions;
/// The item of the net amount of a transaction with inputs of several owners.
pub(super) const NET: &str = "net";

/// Adds what a transaction moved. Sums that do not fit in 256 bits are a problem that the entry states.
pub(super) fn add(transaction: &mut NormalizedTransaction<'_>, fact: &CoinTransaction) {
    let sums = {
        let is_own = |output: &CoinOutput| {
            let own = &transaction.context.own;
            output
                .address
                .as_ref()
                .is_some_and(|it| it == transaction.account() || own.contains(it))
        };
        Sums::of(fact, is_own)
    };
    let Ok(sums) = sums else {
        transaction.problems.push("coin");
        return;
    };
    transaction.origin = ChangeOrigin::Coin {
        is_coinbase: fact.is_coinbase,
        is_sent: sums.is_sent(fact),
    };
    if sums.is_sent(fact) {
        add_sent(transaction, fact, &sums);
    } else if sums.own_inputs.is_zero() {
        add_received(transaction, fact, &sums);
    } else if !add_part(transaction, fact) {
        add_shared(transaction, &sums);
    }
}

/// Returns whether a leg is the net amount of a transaction that several owners paid.
pub fn is_net_of_shared(leg: &Leg) -> bool {
    leg.stream == STREAM && leg.item == NET
}

/// The account's share of a transaction.
struct Sums {
    own_inputs: RawAmount,
    own_outputs: RawAmount,
    foreign_outputs: RawAmount,
    own_input_count: usize,
    is_own_output: Vec<bool>,
}

impl Sums {
    fn of(fact: &CoinTransaction, is_own: impl Fn(&CoinOutput) -> bool) -> Result<Self, AmountError> {
        let sum = |outputs: &[CoinOutput], own: bool| {
            let mut counted = outputs.iter().filter(|output| is_own(output) == own);
            counted.try_fold(RawAmount::ZERO, |sum, output| sum.add(output.value))
        };
        Ok(Self {
            own_inputs: sum(&fact.inputs, true)?,
            own_outputs: sum(&fact.outputs, true)?,
            foreign_outputs: sum(&fact.outputs, false)?,
            own_input_count: fact.inputs.iter().filter(|input| is_own(input)).count(),
            is_own_output: fact.outputs.iter().map(is_own).collect(),
        })
    }

    /// Returns whether every input is the account's own.
    fn is_sent(&self, fact: &CoinTransaction) -> bool {
        !fact.inputs.is_empty() && self.own_input_count == fact.inputs.len()
    }

    /// Returns what the account spent beyond visible outputs and the fee: an amount that moved to a shielded pool.
    fn hidden(&self, fee: RawAmount) -> Result<RawAmount, AmountError> {
        self.own_inputs
            .sub(self.own_outputs)?
            .sub(self.foreign_outputs)?
            .sub(fee)
    }
}

/// Adds an output for each recipient, and the fee.
fn add_sent(transaction: &mut NormalizedTransaction<'_>, fact: &CoinTransaction, sums: &Sums) {
    let Ok(hidden) = sums.hidden(fact.fee) else {
        // The amounts contradict each other, or a shielded pool paid in: only the balance of the account is certain.
        transaction.problems.push("coin");
        add_shared(transaction, sums);
        return;
    };
    for (position, (output, is_own)) in fact.outputs.iter().zip(&sums.is_own_output).enumerate() {
        if !is_own {
            let item = format!("output {position}");
            push(
                transaction,
                (Direction::Out, output.address.clone()),
                output.value,
                item,
            );
        }
    }
    push(transaction, (Direction::Out, None), hidden, "shielded".to_owned());
    if !fact.fee.is_zero() {
        transaction.fees.push(FeePart {
            asset: transaction.context.native.clone(),
            amount: fact.fee,
            stream: STREAM,
            item: "fee".to_owned(),
        });
    }
}

/// Adds the outputs to the account. The sender is named only where all inputs have one address.
fn add_received(transaction: &mut NormalizedTransaction<'_>, fact: &CoinTransaction, sums: &Sums) {
    let first = fact.inputs.first().and_then(|input| input.address.clone());
    let sender = first.filter(|first| fact.inputs.iter().all(|input| input.address.as_ref() == Some(first)));
    for (position, (output, is_own)) in fact.outputs.iter().zip(&sums.is_own_output).enumerate() {
        if *is_own {
            let item = format!("output {position}");
            push(transaction, (Direction::In, sender.clone()), output.value, item);
        }
    }
}

/// Adds what the account paid, where all owners of inputs are the person's accounts. Returns whether they are.
fn add_part(transaction: &mut NormalizedTransaction<'_>, fact: &CoinTransaction) -> bool {
    let context = transaction.context;
    let is_own = |it: &Address| it == transaction.account() || context.own.contains(it);
    let is_ours = |it: &Address| is_own(it) || context.co_owned.contains(it);
    let mut inputs = fact.inputs.iter();
    if !inputs.all(|input| input.address.as_ref().is_some_and(is_ours)) {
        return false;
    }
    let Ok(payments) = payments(fact, is_ours) else {
        return false;
    };
    let own: Vec<(bool, Payment)> = payments.into_iter().map(|one| (is_own(&one.from), one)).collect();
    for (position, (is_payer, payment)) in own.into_iter().enumerate() {
        let item = format!("payment {position}");
        match payment.to {
            PaymentTarget::Fee if is_payer => transaction.fees.push(FeePart {
                asset: context.native.clone(),
                amount: payment.amount,
                stream: STREAM,
                item: "fee".to_owned(),
            }),
            PaymentTarget::Stranger(to) if is_payer => push(transaction, (Direction::Out, to), payment.amount, item),
            PaymentTarget::Own(to) => {
                let is_recipient = to == *transaction.account() || context.own.contains(&to);
                match (is_payer, is_recipient) {
                    (true, false) => push(transaction, (Direction::Out, Some(to)), payment.amount, item),
                    (false, true) => push(transaction, (Direction::In, Some(payment.from)), payment.amount, item),
                    _ => {}
                }
            }
            PaymentTarget::Fee | PaymentTarget::Stranger(_) => {}
        }
    }
    true
}

/// Adds the net amount of a transaction with inputs of several owners: who paid the fee and whom is unknown.
fn add_shared(transaction: &mut NormalizedTransaction<'_>, sums: &Sums) {
    let (spent, received) = (sums.own_inputs, sums.own_outputs);
    let net = spent.sub(received).map(|amount| (Direction::Out, amount));
    let net = net.or_else(|_| received.sub(spent).map(|amount| (Direction::In, amount)));
    if let Ok((direction, amount)) = net {
        if direction == Direction::Out {
            transaction.problems.push(FEE_PROBLEM);
        }
        push(transaction, (direction, None), amount, NET.to_owned());
    }
}

fn push(
    transaction: &mut NormalizedTransaction<'_>,
    (direction, counterparty): (Direction, Option<Address>),
    amount: RawAmount,
    item: String,
) {
    if amount.is_zero() {
        return;
    }
    let position = u64::try_from(transaction.movements.len()).unwrap_or(u64::MAX);
    transaction.movements.push(AccountMovement {
        direction,
        asset: transaction.context.native.clone(),
        token_id: None,
        amount,
        counterparty,
        stream: STREAM,
        item,
        order: vec![position],
    });
}
