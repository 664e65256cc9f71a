//! Acquiring and releasing assets: from and to exchanges, by swaps and by staking.

use ports::address::Address;

use super::{EvmTimeline, Role};
use crate::demo::timeline::{
    goals::{amount_of, rounded_up, value_of},
    model::{EvmTransaction, zero_address},
    services::invented,
};

/// Tokens that were first distributed to the users of a protocol, who claimed them.
const CLAIMED: [&str; 6] = ["ENS", "UNI", "ARB", "OP", "COW", "1INCH"];

impl EvmTimeline<'_> {
    /// Acquires an asset for the first time. Unusual tokens arrive without a purchase.
    pub(super) fn acquire_first(&mut self, index: usize) {
        let Some(goal) = self.goals.get(index) else { return };
        let (contract, usual) = (goal.holding.asset.contract(), goal.holding.usual);
        let random = self.draws.next();
        let amount = goal.amount_at(self.second, random);
        let is_claimed = CLAIMED.contains(&goal.symbol());
        match contract {
            Some(contract) if !goal.is_tradable() => self.receive_without_purchase(&contract, usual),
            Some(contract) if is_claimed => self.claim(&contract, amount),
            _ => self.acquire(index, amount),
        }
    }

    fn receive_without_purchase(&mut self, contract: &Address, amount: u128) {
        let sender = invented(&["airdrop", contract.as_str()]);
        let list = invented(&["airdrop list", contract.as_str()]);
        let me = self.wallet.address.clone();
        self.send(EvmTransaction::call(&sender, &list, "0x82947abe").moving(contract, &list, &me, amount));
    }

    /// Claims a token from its distributor.
    pub(super) fn claim(&mut self, contract: &Address, amount: u128) {
        self.fund(0);
        let distributor = invented(&["distributor", contract.as_str()]);
        let me = self.wallet.address.clone();
        let call = EvmTransaction::call(&me, &distributor, "0x2e7ba6ef");
        self.send(call.moving(contract, &distributor, &me, amount));
    }

    /// Receives native value from an exchange.
    pub(super) fn receive_native(&mut self, amount: u128) {
        if let Some(exchange) = self.service(Role::Exchange) {
            let me = self.wallet.address.clone();
            self.send(EvmTransaction::payment(&exchange, &me, rounded_up(amount)));
        }
    }

    /// Acquires about this much of an asset.
    pub(super) fn acquire(&mut self, index: usize, amount: u128) {
        let Some(goal) = self.goals.get(index).filter(|_| amount > 0) else {
            return;
        };
        let Some(contract) = goal.holding.asset.contract() else {
            return self.receive_native(amount);
        };
        let is_lido = goal.symbol() == "stETH";
        let cost = value_of(goal.holding.listing, amount, self.second);
        match (self.draws.below(100), self.dollar()) {
            _ if is_lido && self.stake(&contract, amount) => {}
            (0..30, _) => self.receive_token(&contract, rounded_up(amount)),
            (30..60, Some(dollar)) if dollar != index && self.can_pay(dollar, cost) => {
                self.swap_tokens((dollar, self.amount(dollar, cost)), (index, amount));
            }
            _ => self.buy_with_native(&contract, amount, cost),
        }
    }

    /// Releases this much of an asset.
    pub(super) fn release(&mut self, index: usize, amount: u128) {
        let Some(goal) = self.goals.get(index).filter(|_| amount > 0) else {
            return;
        };
        let value = value_of(goal.holding.listing, amount, self.second);
        let Some(contract) = goal.holding.asset.contract() else {
            return self.send_away(amount);
        };
        match (self.draws.below(100), self.dollar()) {
            (0..35, Some(dollar)) if dollar != index => {
                let received = self.amount(dollar, value / 1000 * 997);
                self.swap_tokens((index, amount), (dollar, received));
            }
            (35..70, _) => self.send_token_away(&contract, amount),
            _ => self.sell_for_native(&contract, amount, value),
        }
    }

    fn can_pay(&self, index: usize, value: u128) -> bool {
        let Some(goal) = self.goals.get(index) else {
            return false;
        };
        self.wallet.token(&goal.holding.asset) / 2 > self.amount(index, value)
    }

    /// Returns the amount of an asset that has this value.
    fn amount(&self, index: usize, value: u128) -> u128 {
        let goal = self.goals.get(index);
        goal.map_or(0, |goal| amount_of(goal.holding.listing, value, self.second))
    }

    fn contract(&self, index: usize) -> Option<Address> {
        self.goals.get(index)?.holding.asset.contract()
    }

    pub(super) fn receive_token(&mut self, contract: &Address, amount: u128) {
        if let Some(exchange) = self.service(Role::Exchange) {
            let me = self.wallet.address.clone();
            self.send(EvmTransaction::transfer(contract, &exchange, &me, amount));
        }
    }

    /// Stakes ether with Lido, which creates as much of its token. Returns whether the chain has it.
    fn stake(&mut self, contract: &Address, amount: u128) -> bool {
        let Some(lido) = self.service(Role::Lido) else {
            return false;
        };
        self.fund(amount);
        let me = self.wallet.address.clone();
        let call = EvmTransaction::call(&me, &lido, "0xa1903eab").paying(amount);
        self.send(call.moving(contract, &zero_address(), &me, amount));
        true
    }

    fn buy_with_native(&mut self, contract: &Address, amount: u128, cost: u128) {
        let Some(router) = self.service(Role::Router) else {
            return;
        };
        let value = amount_of(self.native, cost / 1000 * 1003, self.second).max(1);
        self.fund(value * 3);
        let (me, pool) = (self.wallet.address.clone(), self.pool(contract));
        let call = EvmTransaction::call(&me, &router, "0x5ae401dc").paying(value);
        self.send(call.moving(contract, &pool, &me, amount));
    }

    fn sell_for_native(&mut self, contract: &Address, amount: u128, value: u128) {
        let Some(router) = self.service(Role::Router) else {
            return;
        };
        self.approve(contract, &router);
        let received = amount_of(self.native, value / 1000 * 997, self.second);
        let (me, pool) = (self.wallet.address.clone(), self.pool(contract));
        let call = EvmTransaction::call(&me, &router, "0x18cbafe5").moving(contract, &me, &pool, amount);
        self.send(call.returning(&router, &me, received));
    }

    fn swap_tokens(&mut self, (from, given): (usize, u128), (to, taken): (usize, u128)) {
        let contracts = self.contract(from).zip(self.contract(to));
        let Some(((out, into), router)) = contracts.zip(self.service(Role::Router)) else {
            return;
        };
        self.approve(&out, &router);
        let (me, pool) = (self.wallet.address.clone(), self.pool(&into));
        let call = EvmTransaction::call(&me, &router, "0x38ed1739");
        let call = call.moving(&out, &me, &pool, given);
        self.send(call.moving(&into, &pool, &me, taken));
    }

    /// Lets a service take a token, once for each token.
    pub(super) fn approve(&mut self, contract: &Address, spender: &Address) {
        self.fund(0);
        if self.approved.insert(contract.clone()) {
            let me = self.wallet.address.clone();
            self.send(EvmTransaction::approval(contract, &me, spender));
        }
    }

    fn pool(&mut self, contract: &Address) -> Address {
        let chain = &self.wallet.chain.row.id;
        let pool = self.pools.entry(contract.clone());
        pool.or_insert_with(|| invented(&["pool", chain.as_str(), contract.as_str()]))
            .clone()
    }

    /// Sends native value to an exchange or to a friend.
    fn send_away(&mut self, amount: u128) {
        let to = match self.draws.below(100) {
            0..60 => self.service(Role::Exchange),
            _ => Some(self.friend()),
        };
        if let Some(to) = to {
            let me = self.wallet.address.clone();
            self.send(EvmTransaction::payment(&me, &to, amount));
        }
    }

    fn send_token_away(&mut self, contract: &Address, amount: u128) {
        self.fund(0);
        let to = match self.draws.below(100) {
            0..60 => self.service(Role::Exchange),
            _ => Some(self.friend()),
        };
        if let Some(to) = to {
            let me = self.wallet.address.clone();
            self.send(EvmTransaction::transfer(contract, &me, &to, amount));
        }
    }

    /// Returns one of the few addresses that the account pays regularly.
    pub(super) fn friend(&mut self) -> Address {
        let friend = self.draws.pick(&self.friends);
        friend.unwrap_or(&self.wallet.address).clone()
    }
}
