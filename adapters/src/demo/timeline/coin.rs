//! The transactions of an account of a Bitcoin-like chain: it receives outputs, and spends them with change to itself.

use ports::{
    account::AccountId,
    address::{Address, Cash, Parts, Versioned, Witness},
    fact::{CoinOutput, CoinTransaction},
};

use super::{
    goals::{Goal, amount_of, goals, rounded_up, start, turns, usual_fee},
    wallet::DemoWallet,
};
use crate::demo::{
    blocks::DemoChain,
    market::{DemoListing, DemoMarket},
    random::{Draws, digest, seed},
};

/// Change below this fraction of what is spent is not worth an output.
const SMALLEST_SHARE: u128 = 100_000;

/// The unspent outputs of an account while its transactions are invented.
struct CoinTimeline<'a> {
    wallet: DemoWallet<'a>,
    listing: &'a DemoListing,
    unspent: Vec<u128>,
    draws: Draws,
    second: i64,
}

/// Invents the transactions of an account up to a moment, and counts those up to the head.
pub(super) fn wallet<'a>(
    market: &'a DemoMarket,
    chain: &'a DemoChain,
    account: &AccountId,
    until: i64,
    head: u64,
) -> DemoWallet<'a> {
    let wallet = DemoWallet::new(chain, account.address.clone(), head);
    let goals = goals(market, account);
    let Some(goal) = goals.first() else { return wallet };
    let mut timeline = CoinTimeline {
        wallet,
        listing: goal.holding.listing,
        unspent: Vec::new(),
        draws: Draws::new(0),
        second: 0,
    };
    let own = seed(&["coins", &account.to_string()]);
    for (second, turn) in turns(own, start(account), 1, until) {
        timeline.second = second;
        timeline.draws = Draws::new(turn);
        timeline.take_turn(goal);
    }
    timeline.wallet
}

impl CoinTimeline<'_> {
    fn take_turn(&mut self, goal: &Goal) {
        let random = self.draws.next();
        let (held, wanted) = (self.wallet.native, goal.amount_at(self.second, random));
        let part = held / u128::from(self.draws.between(30, 90));
        match self.draws.below(100) {
            0..15 if held > 0 => self.send(part),
            15..20 if self.unspent.len() > 4 => self.merge(),
            _ if held < wanted => self.receive(rounded_up(wanted - held)),
            _ => self.send(held - wanted),
        }
    }

    /// Receives an amount: from an exchange with many payees, or from another person.
    fn receive(&mut self, value: u128) {
        let fee = self.fee();
        let mut outputs = vec![self.own_output(value)];
        for _ in 0..self.draws.between(1, 4) {
            let other = self.stranger();
            let paid = value / 100 * u128::from(self.draws.between(5, 400)) + 1_000;
            outputs.push(output(other, paid));
        }
        let total: u128 = outputs.iter().filter_map(|output| output.value.as_u128()).sum();
        let payer = self.stranger();
        let input = output(payer, total + fee);
        let place = usize::try_from(self.draws.below(2)).unwrap_or(0);
        outputs.swap(0, place);
        if self.add(self.wallet.native + value, vec![input], outputs, fee) {
            self.unspent.push(value);
        }
    }

    /// Sends an amount, or less where the outputs do not suffice; the rest returns as change.
    fn send(&mut self, value: u128) {
        let fee = self.fee();
        let spent = self.take(value + fee);
        let sum: u128 = spent.iter().sum();
        let Some(rest) = sum.checked_sub(fee).filter(|rest| value > 0 && *rest > 0) else {
            return;
        };
        let paid = value.min(rest);
        // Change of next to nothing is left to the miners.
        let change = Some(rest - paid).filter(|change| *change > sum / SMALLEST_SHARE);
        let fee = sum - paid - change.unwrap_or(0);
        let payee = self.stranger();
        let mut outputs = vec![output(payee, paid)];
        outputs.extend(change.map(|change| self.own_output(change)));
        self.spend(spent, change, outputs, fee);
    }

    /// Merges the outputs into one.
    fn merge(&mut self) {
        let (fee, sum) = (self.fee(), self.unspent.iter().sum::<u128>());
        if let Some(merged) = sum.checked_sub(fee).filter(|merged| *merged > 0) {
            let outputs = vec![self.own_output(merged)];
            self.spend(self.unspent.clone(), Some(merged), outputs, fee);
        }
    }

    fn spend(&mut self, spent: Vec<u128>, back: Option<u128>, outputs: Vec<CoinOutput>, fee: u128) {
        let sum: u128 = spent.iter().sum();
        let inputs = spent.iter().map(|value| self.own_output(*value)).collect();
        let after = self.wallet.native - sum + back.unwrap_or(0);
        if self.add(after, inputs, outputs, fee) {
            self.unspent.drain(..spent.len());
            self.unspent.extend(back);
        }
    }

    /// Returns the oldest unspent outputs that make up this amount, or all of them.
    fn take(&self, amount: u128) -> Vec<u128> {
        let mut sum = 0;
        let needed = self.unspent.iter().take_while(|value| {
            let is_needed = sum < amount;
            sum += **value;
            is_needed
        });
        needed.copied().collect()
    }

    fn add(&mut self, after: u128, inputs: Vec<CoinOutput>, outputs: Vec<CoinOutput>, fee: u128) -> bool {
        let transaction = CoinTransaction {
            inputs,
            outputs,
            spends: Vec::new(),
            fee: fee.into(),
            is_coinbase: false,
        };
        self.wallet.add_coins(self.second, after, transaction)
    }

    fn fee(&mut self) -> u128 {
        let usual = usual_fee(&self.wallet.chain.row.id, self.draws.next());
        amount_of(self.listing, usual, self.second).max(200)
    }

    fn own_output(&self, value: u128) -> CoinOutput {
        output(Some(self.wallet.address.clone()), value)
    }

    /// Returns an invented address in the form of the account's own; outputs without one are of unknown scripts.
    fn stranger(&mut self) -> Option<Address> {
        let hash = digest(&["stranger", self.wallet.address.as_str(), &self.draws.next().to_string()]);
        let mut short = [0; 20];
        short.copy_from_slice(&hash[..20]);
        match self.wallet.address.parts() {
            Some(Parts::Base58(own)) => Some(Address::base58(&Versioned { hash: short, ..own })),
            Some(Parts::Segwit(own)) => {
                let program = hash.iter().copied().take(own.program.len()).collect();
                Address::segwit(&Witness { program, ..own })
            }
            Some(Parts::Cash(own)) => {
                let hash = hash.iter().copied().take(own.hash.len()).collect();
                Address::cash(&Cash { hash, ..own })
            }
            _ => None,
        }
    }
}

fn output(address: Option<Address>, value: u128) -> CoinOutput {
    CoinOutput {
        address,
        value: value.into(),
    }
}
