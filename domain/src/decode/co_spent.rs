//! The part of one account in a transaction of a Bitcoin-like chain that several accounts of one person paid.

use std::collections::BTreeMap;

use ports::{
    Address, RawAmount,
    amount::AmountError,
    fact::{CoinOutput, CoinTransaction},
};

/// What an address spent and received.
const NOTHING: (RawAmount, RawAmount) = (RawAmount::ZERO, RawAmount::ZERO);

/// What somebody paid in a transaction.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Payment {
    pub from: Address,
    pub to: PaymentTarget,
    pub amount: RawAmount,
}

/// Where a payment went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PaymentTarget {
    Fee,
    /// An output to a stranger; `None` for scripts without an address.
    Stranger(Option<Address>),
    /// An address of the person that received more than it spent.
    Own(Address),
}

/// Returns who paid what, where `is_ours` knows all addresses of the person and every input is theirs. The inputs do not say it, so
/// that in the order of their addresses each pays until it has nothing left: first the fee, then the outputs. The result is the same
/// for each account.
pub(super) fn payments(
    fact: &CoinTransaction,
    is_ours: impl Fn(&Address) -> bool,
) -> Result<Vec<Payment>, AmountError> {
    let mut spent: BTreeMap<&Address, (RawAmount, RawAmount)> = BTreeMap::new();
    let ours = |output: &'_ CoinOutput| output.address.as_ref().is_some_and(&is_ours);
    for input in fact.inputs.iter().filter(|input| ours(input)) {
        let sums = input
            .address
            .as_ref()
            .map(|address| spent.entry(address).or_insert(NOTHING));
        if let Some((paid, _)) = sums {
            *paid = paid.add(input.value)?;
        }
    }
    for output in fact.outputs.iter().filter(|output| ours(output)) {
        let sums = output
            .address
            .as_ref()
            .map(|address| spent.entry(address).or_insert(NOTHING));
        if let Some((_, got)) = sums {
            *got = got.add(output.value)?;
        }
    }
    let strangers = fact.outputs.iter().filter(|output| !ours(output));
    let strangers = strangers.map(|output| (PaymentTarget::Stranger(output.address.clone()), output.value));
    let mut targets: Vec<(PaymentTarget, RawAmount)> = std::iter::once((PaymentTarget::Fee, fact.fee))
        .chain(strangers)
        .collect();
    let mut payers: Vec<(Address, RawAmount)> = Vec::new();
    for (address, (paid, got)) in spent {
        match paid.sub(got) {
            Ok(net) => payers.push((address.clone(), net)),
            Err(_) => targets.push((PaymentTarget::Own(address.clone()), got.sub(paid)?)),
        }
    }
    distributed(payers, targets)
}

fn distributed(
    payers: Vec<(Address, RawAmount)>,
    targets: Vec<(PaymentTarget, RawAmount)>,
) -> Result<Vec<Payment>, AmountError> {
    let mut found = Vec::new();
    let mut payers = payers.into_iter();
    let mut payer = payers.next();
    for (target, mut open) in targets {
        while !open.is_zero() {
            let Some((from, left)) = payer.as_mut() else {
                return Err(AmountError::OutOfRange);
            };
            let amount = open.min(*left);
            if amount.is_zero() {
                payer = payers.next();
                continue;
            }
            (open, *left) = (open.sub(amount)?, left.sub(amount)?);
            found.push(Payment {
                from: from.clone(),
                to: target.clone(),
                amount,
            });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u8) -> Address {
        Address::evm([number; 20])
    }

    fn outputs(all: &[(u8, u128)]) -> Vec<CoinOutput> {
        let output = |(number, value): &(u8, u128)| CoinOutput {
            address: Some(address(*number)),
            value: (*value).into(),
        };
        all.iter().map(output).collect()
    }

    fn paid(inputs: &[(u8, u128)], to: &[(u8, u128)], fee: u128) -> Result<Vec<(u8, String)>, AmountError> {
        let fact = CoinTransaction {
            inputs: outputs(inputs),
            spends: Vec::new(),
            outputs: outputs(to),
            fee: fee.into(),
            is_coinbase: false,
        };
        // Addresses below 9 are the person's.
        let ours = |one: &Address| (1..9).any(|number| *one == address(number));
        let number = |one: &Address| (1..=9).find(|number| *one == address(*number)).unwrap();
        let text = |one: Payment| {
            let to = match one.to {
                PaymentTarget::Fee => "fee".to_owned(),
                PaymentTarget::Stranger(to) => format!("stranger {}", number(&to.unwrap())),
                PaymentTarget::Own(to) => format!("own {}", number(&to)),
            };
            (number(&one.from), format!("{} {to}", one.amount))
        };
        Ok(payments(&fact, ours)?.into_iter().map(text).collect())
    }

    fn row(from: u8, text: &str) -> (u8, String) {
        (from, text.to_owned())
    }

    #[test]
    fn each_pays_what_it_loses_and_change_is_nobodys_income() {
        let found = paid(&[(1, 40), (2, 70)], &[(9, 90), (1, 15)], 5);
        let expected = [row(1, "5 fee"), row(1, "20 stranger 9"), row(2, "70 stranger 9")];
        assert_eq!(found.unwrap(), expected);
    }

    #[test]
    fn an_own_address_that_gains_is_paid_by_the_others() {
        let found = paid(&[(1, 40), (2, 70), (3, 1)], &[(9, 60), (3, 46)], 5);
        let expected = [
            row(1, "5 fee"),
            row(1, "35 stranger 9"),
            row(2, "25 stranger 9"),
            row(2, "45 own 3"),
        ];
        assert_eq!(found.unwrap(), expected);
    }

    #[test]
    fn amounts_that_contradict_each_other_are_an_error() {
        assert!(paid(&[(1, 40)], &[(9, 60)], 5).is_err());
    }
}
