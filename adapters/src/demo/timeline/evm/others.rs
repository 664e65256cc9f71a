//! What an account does in its turns, and what happens without a trade.

use ports::{
    address::Address,
    fact::{TokenStandard, ValidatorWithdrawal},
};

use super::{EvmTimeline, Role};
use crate::demo::timeline::{
    goals::{Goal, amount_of},
    model::{EvmTransaction, zero_address},
    services::invented,
};

/// Tokens of which holders receive more as a reward.
const REWARDED: [&str; 7] = ["CRV", "COMP", "AAVE", "LDO", "GNO", "Cake", "OP"];
/// The first index of an invented withdrawal, and the validator.
const FIRST_WITHDRAWAL: u64 = 7_104_550;
const VALIDATOR: u64 = 518_207;
/// A millionth of an ether.
const MICRO: u128 = 1_000_000_000_000;

impl EvmTimeline<'_> {
    /// Does one thing: mostly brings an asset to its goal, now and then something else.
    pub(super) fn take_turn(&mut self) {
        match self.draws.below(100) {
            0..4 => self.fail(),
            4..9 => self.call(),
            9..13 => self.wrap_and_unwrap(),
            13..19 => self.pay_friend(),
            19..25 => self.claim_reward(),
            _ => self.adjust(),
        }
    }

    fn adjust(&mut self) {
        let ready = |(_, goal): &(usize, &Goal)| goal.is_tradable() && goal.first <= self.second;
        let ready: Vec<usize> = self
            .goals
            .iter()
            .enumerate()
            .filter(ready)
            .map(|(index, _)| index)
            .collect();
        let Some(index) = self.draws.pick(&ready).copied() else {
            return;
        };
        let random = self.draws.next();
        let Some(goal) = self.goals.get(index) else { return };
        let wanted = goal.amount_at(self.second, random);
        let held = match goal.holding.asset.contract() {
            Some(_) => self.wallet.token(&goal.holding.asset),
            None => self.wallet.native,
        };
        let tolerance = goal.holding.usual / 200;
        if held + tolerance < wanted {
            self.acquire(index, wanted - held);
        } else if held > wanted + tolerance {
            self.release(index, held - wanted);
        } else {
            self.pay_friend();
        }
    }

    /// Calls a router in vain: only the fee is paid.
    fn fail(&mut self) {
        self.fund(0);
        if let Some(router) = self.service(Role::Router) {
            let me = self.wallet.address.clone();
            self.send(EvmTransaction::call(&me, &router, "0x5ae401dc").failing());
        }
    }

    fn call(&mut self) {
        self.fund(0);
        if let Some(contract) = self.service(Role::Called) {
            let me = self.wallet.address.clone();
            self.send(EvmTransaction::call(&me, &contract, "0xc47f0027"));
        }
    }

    fn pay_friend(&mut self) {
        let (friend, me) = (self.friend(), self.wallet.address.clone());
        let value = self.wallet.native / u128::from(self.draws.between(40, 160)) / MICRO * MICRO;
        self.fund(value);
        self.send(EvmTransaction::payment(&me, &friend, value));
    }

    /// Wraps some of the native asset, and unwraps it later.
    fn wrap_and_unwrap(&mut self) {
        let Some(wrapped) = self.wallet.chain.wrapped.clone() else {
            return self.call();
        };
        let value = self.wallet.native / u128::from(self.draws.between(6, 20)) / MICRO * MICRO;
        if value == 0 {
            return;
        }
        self.fund(value);
        let me = self.wallet.address.clone();
        let wrap = EvmTransaction::call(&me, &wrapped, "0xd0e30db0").paying(value);
        if self.send(wrap.moving(&wrapped, &zero_address(), &me, value)) {
            let unwrap =
                EvmTransaction::call(&me, &wrapped, "0x2e1a7d4d").moving(&wrapped, &me, &zero_address(), value);
            self.send(unwrap.returning(&wrapped, &me, value));
        }
    }

    fn claim_reward(&mut self) {
        let is_due = |goal: &&Goal| REWARDED.contains(&goal.symbol()) && goal.first <= self.second;
        let due: Vec<(Address, u128)> = self
            .goals
            .iter()
            .filter(is_due)
            .filter_map(|goal| Some((goal.holding.asset.contract()?, goal.holding.usual / 90)))
            .collect();
        match self.draws.pick(&due).cloned() {
            Some((contract, amount)) => self.claim(&contract, amount),
            None => self.adjust(),
        }
    }

    /// Buys a name for a few years.
    pub(super) fn buy_name(&mut self) {
        let Some((registrar, names)) = self.service(Role::Registrar).zip(self.service(Role::Names)) else {
            return;
        };
        let dollars = u128::from(self.draws.between(11, 40)) * crate::demo::dollars::DOLLAR;
        let value = amount_of(self.native, dollars, self.second);
        self.fund(value);
        let (me, id) = (self.wallet.address.clone(), self.token_id());
        let call = EvmTransaction::call(&me, &registrar, "0x74694a2b").paying(value);
        self.send(call.moving_any(TokenStandard::Erc721, &names, (&zero_address(), &me), 1, Some(id)));
    }

    /// Receives an unwanted collectible.
    pub(super) fn receive_collectible(&mut self, turn: u64) {
        let (number, id) = (turn.to_string(), self.token_id());
        let (sender, contract) = (invented(&["sender", &number]), invented(&["collectible", &number]));
        let me = self.wallet.address.clone();
        let standard = if turn % 3 == 1 {
            TokenStandard::Erc721
        } else {
            TokenStandard::Erc1155
        };
        let call = EvmTransaction::call(&sender, &contract, "0x82947abe");
        self.send(call.moving_any(standard, &contract, (&zero_address(), &me), 1, Some(id)));
    }

    fn token_id(&mut self) -> String {
        let (high, low) = (u128::from(self.draws.next()), u128::from(self.draws.next()));
        ((high << 64) | low).to_string()
    }

    /// A stranger has a dollar coin report a transfer of nothing to an address that looks like a friend's.
    pub(super) fn imitate_transfer(&mut self) {
        let Some(contract) = self.goals.iter().find_map(|goal| {
            let is_dollar = goal.symbol() == "USDC";
            goal.holding.asset.contract().filter(|_| is_dollar)
        }) else {
            return;
        };
        let Some(imitation) = self.friend().evm_bytes().map(lookalike) else {
            return;
        };
        let (stranger, sender) = (invented(&["poisoner"]), invented(&["poison sender"]));
        let me = self.wallet.address.clone();
        let call = EvmTransaction::call(&stranger, &sender, "0x12514bba");
        self.send(call.moving(&contract, &me, &imitation, 0));
    }

    pub(super) fn withdraw_rewards(&mut self, turn: u64) {
        // Rewards are paid in whole units of a billionth of an ether.
        let value = u128::from(self.draws.between(17_100_000, 19_900_000)) * 1_000_000_000;
        let withdrawal = ValidatorWithdrawal {
            index: FIRST_WITHDRAWAL + turn * 2_311_007,
            validator: VALIDATOR,
            value: value.into(),
        };
        self.wallet.withdraw(self.second, value, withdrawal);
    }
}

/// Returns an address with the same first and last two bytes.
fn lookalike(mut bytes: [u8; 20]) -> Address {
    let length = bytes.len();
    for byte in bytes.iter_mut().take(length - 2).skip(2) {
        *byte = byte.wrapping_mul(31).wrapping_add(7);
    }
    Address::evm(bytes)
}
