//! The transactions of an account of an EVM chain: which happen when.

mod others;
mod payments;
mod trades;

use std::collections::{HashMap, HashSet};

use ports::{account::AccountId, address::Address};

use super::{
    goals::{BEGIN, DAY, Goal, amount_of, goals, start, turns, usual_fee},
    model::EvmTransaction,
    services::{Role, Services, invented},
    two_sided::{SharedBridge, SharedPayment, bridges, payments},
    wallet::DemoWallet,
};
use crate::demo::{
    blocks::DemoChain,
    market::{DemoListing, DemoMarket},
    name,
    random::{Draws, mix, seed},
};

/// The chains that report the fee for the layer below beside the fee for execution.
const DATA_FEE_CHAINS: [u64; 2] = [10, 8453];
/// The owner of the validator whose rewards are paid out, and the days between two payments.
const VALIDATOR_OWNER: &str = "harbourmaster.eth";
const WITHDRAWAL_DAYS: i64 = 16;
/// The day from which the beacon chain pays out, 13 April 2023.
const FIRST_WITHDRAWAL: i64 = 1_681_344_000;
/// The days between two imitated transfers, and the first one.
const POISON_DAYS: i64 = 311;
const FIRST_POISON: i64 = 1_675_900_800;
/// The days between two unwanted collectibles.
const COLLECTIBLE_DAYS: i64 = 170;

/// Something that happens to an account, in one or a few transactions.
enum Happening {
    /// The asset at this index of the goals is acquired for the first time.
    First(usize),
    Turn,
    Payment(SharedPayment),
    BridgeOut(SharedBridge),
    BridgeIn(SharedBridge),
    /// A name is bought.
    Name,
    /// An unwanted collectible arrives.
    Collectible(u64),
    /// A transfer of nothing imitates an earlier one.
    Poison,
    /// A validator's rewards are paid out.
    Withdrawal(u64),
}

/// Invents the transactions of one account.
struct EvmTimeline<'a> {
    services: &'a Services,
    wallet: DemoWallet<'a>,
    goals: Vec<Goal<'a>>,
    native: &'a DemoListing,
    /// The tokens that services may take.
    approved: HashSet<Address>,
    /// The contracts with which tokens are exchanged, by token.
    pools: HashMap<Address, Address>,
    friends: [Address; 4],
    /// The numbers of the current happening, and the time of its next transaction.
    draws: Draws,
    second: i64,
}

/// Invents the transactions of an account up to a moment, and counts those up to the head.
pub(super) fn wallet<'a>(
    services: &'a Services,
    market: &'a DemoMarket,
    chain: &'a DemoChain,
    account: &AccountId,
    until: i64,
    head: u64,
) -> DemoWallet<'a> {
    let wallet = DemoWallet::new(chain, account.address.clone(), head);
    let (goals, native) = (goals(market, account), market.listing(&chain.native.id));
    let Some(native) = native.filter(|_| !goals.is_empty()) else {
        return wallet;
    };
    let all = happenings(market, account, &goals, until);
    let mut timeline = EvmTimeline {
        services,
        wallet,
        goals,
        native,
        approved: HashSet::new(),
        pools: HashMap::new(),
        friends: ["1", "2", "3", "4"].map(|number| invented(&["friend", account.address.as_str(), number])),
        draws: Draws::new(0),
        second: 0,
    };
    for (second, own, happening) in all {
        timeline.second = second;
        timeline.draws = Draws::new(own);
        timeline.perform(happening);
    }
    timeline.wallet
}

/// Returns what happens to an account up to a moment, in order, each with its time and its seed.
fn happenings(market: &DemoMarket, account: &AccountId, goals: &[Goal], until: i64) -> Vec<(i64, u64, Happening)> {
    let own = seed(&["timeline", &account.to_string()]);
    let tradable = goals.iter().filter(|goal| goal.is_tradable()).count();
    let mut all: Vec<(i64, u64, Happening)> = Vec::new();
    for (index, goal) in goals.iter().enumerate() {
        all.push((goal.first, mix(goal.holding.seed, 60), Happening::First(index)));
    }
    if tradable > 0 {
        let turns = turns(own, start(account), tradable, until).into_iter();
        all.extend(turns.map(|(second, turn)| (second, turn, Happening::Turn)));
    }
    if account.chain.evm_number() == Some(1) {
        all.extend(of_ethereum(market, account, until));
    } else {
        let arriving = bridges(market, &account.address, Some(&account.chain), until).into_iter();
        all.extend(arriving.map(|bridge| (bridge.seconds.1, bridge.seed, Happening::BridgeIn(bridge))));
    }
    all.retain(|(second, ..)| *second <= until);
    all.sort_by_key(|(second, ..)| *second);
    all
}

/// Returns what happens on Ethereum only.
fn of_ethereum(market: &DemoMarket, account: &AccountId, until: i64) -> Vec<(i64, u64, Happening)> {
    let (address, own) = (&account.address, seed(&["ethereum", account.address.as_str()]));
    let mut all = vec![(
        start(account) + (40 + i64::try_from(own % 200).unwrap_or(0)) * DAY,
        own,
        Happening::Name,
    )];
    let payments = payments(address, until).into_iter();
    all.extend(payments.map(|payment| (payment.second, payment.fee_seed, Happening::Payment(payment))));
    let leaving = bridges(market, address, None, until).into_iter();
    all.extend(leaving.map(|bridge| (bridge.seconds.0, bridge.seed, Happening::BridgeOut(bridge))));
    let every =
        |first: i64, days: i64| (0_u64..).zip((first..=until).step_by(usize::try_from(days * DAY).unwrap_or(1)));
    let evening = |turn: u64| 18 * 3600 + i64::try_from(mix(own, turn) % 10_000).unwrap_or(0);
    for (turn, day) in every(FIRST_POISON + i64::try_from(own % 200).unwrap_or(0) * DAY, POISON_DAYS) {
        all.push((day + evening(turn), mix(own, turn), Happening::Poison));
    }
    for (turn, day) in every(
        BEGIN + (90 + i64::try_from(own % 200).unwrap_or(0)) * DAY,
        COLLECTIBLE_DAYS,
    ) {
        all.push((
            day + evening(turn + 50),
            mix(own, turn + 50),
            Happening::Collectible(turn),
        ));
    }
    if *address == name::address(VALIDATOR_OWNER) {
        for (turn, day) in every(FIRST_WITHDRAWAL, WITHDRAWAL_DAYS) {
            all.push((
                day + evening(turn + 99),
                mix(own, turn + 99),
                Happening::Withdrawal(turn),
            ));
        }
    }
    all
}

impl EvmTimeline<'_> {
    fn perform(&mut self, happening: Happening) {
        match happening {
            Happening::First(index) => self.acquire_first(index),
            Happening::Turn => self.take_turn(),
            Happening::Payment(payment) => self.pay(payment),
            Happening::BridgeOut(bridge) => self.bridge_out(&bridge),
            Happening::BridgeIn(bridge) => self.bridge_in(&bridge),
            Happening::Name => self.buy_name(),
            Happening::Collectible(turn) => self.receive_collectible(turn),
            Happening::Poison => self.imitate_transfer(),
            Happening::Withdrawal(turn) => self.withdraw_rewards(turn),
        }
    }

    /// Adds a transaction with its fee some minutes after the previous one. Returns whether the account could pay it.
    fn send(&mut self, transaction: EvmTransaction) -> bool {
        let random = self.draws.next();
        let transaction = self.with_fee(transaction, random);
        let is_added = self.wallet.add(self.second, transaction);
        self.second += i64::try_from(self.draws.between(60, 900)).unwrap_or(60);
        is_added
    }

    fn with_fee(&self, transaction: EvmTransaction, random: u64) -> EvmTransaction {
        let chain = &self.wallet.chain.row.id;
        let fee = amount_of(self.native, usual_fee(chain, random), self.second);
        let has_data_fee = chain
            .evm_number()
            .is_some_and(|number| DATA_FEE_CHAINS.contains(&number));
        let data_fee = has_data_fee.then_some(fee / 3);
        EvmTransaction {
            fee: fee - data_fee.unwrap_or(0),
            data_fee,
            ..transaction
        }
    }

    /// Receives native value from an exchange where the account could not pay this much and its next fees.
    fn fund(&mut self, value: u128) {
        let chain = &self.wallet.chain.row.id;
        let highest = (0..8).map(|random| usual_fee(chain, mix(9, random))).max().unwrap_or(0);
        let reserve = amount_of(self.native, highest * 4, self.second);
        let missing = (value + reserve).saturating_sub(self.wallet.native);
        if missing > 0 {
            self.receive_native(missing);
        }
    }

    fn service(&mut self, role: Role) -> Option<Address> {
        self.services.pick(role, &self.wallet.chain.row.id, &mut self.draws)
    }

    /// Returns the dollar coin of the account, if it holds one by now.
    fn dollar(&self) -> Option<usize> {
        let is_held = |goal: &Goal| goal.symbol() == "USDC" && goal.first <= self.second;
        self.goals.iter().position(is_held)
    }
}
