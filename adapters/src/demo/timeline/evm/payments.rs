//! Transactions that another account of the demo world has too: payments, and transfers between chains.

use ports::{address::Address, asset::AssetId};

use super::{EvmTimeline, Role};
use crate::demo::timeline::{
    model::EvmTransaction,
    services::invented,
    two_sided::{SharedBridge, SharedPayment},
    wallet::evm_id,
};

/// How long before a shared transaction an account receives what it lacks for it, in seconds.
const AHEAD: i64 = 7_000;
/// The dollar coins that are bridged or paid: of Ethereum, and of Polygon.
const DOLLARS: [(u64, &str); 2] = [
    (1, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
    (137, "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"),
];

impl EvmTimeline<'_> {
    /// Pays an account of the demo world, or is paid by it.
    pub(super) fn pay(&mut self, payment: SharedPayment) {
        let second = payment.second;
        let Some(dollar) = self.dollar_contract() else { return };
        let transaction = if payment.is_dollar {
            EvmTransaction::transfer(&dollar, &payment.from, &payment.to, payment.amount)
        } else {
            EvmTransaction::payment(&payment.from, &payment.to, payment.amount)
        };
        if payment.from == self.wallet.address {
            self.prepare(second, payment.amount, payment.is_dollar, &dollar);
        }
        self.second = second;
        let transaction = self.with_fee(transaction, payment.fee_seed);
        if let Some(id) = evm_id(&payment.hash) {
            self.wallet.add_shared(second, id, transaction);
        }
    }

    /// Sends an asset to the account of the same address on another chain.
    pub(super) fn bridge_out(&mut self, bridge: &SharedBridge) {
        let (second, amount) = (bridge.seconds.0, bridge.amounts.0);
        let Some((dollar, spoke)) = self.dollar_contract().zip(self.service(Role::Bridge)) else {
            return;
        };
        self.prepare(second, amount, bridge.is_dollar, &dollar);
        if bridge.is_dollar {
            self.approve(&dollar, &spoke);
        }
        self.second = second;
        let me = self.wallet.address.clone();
        let call = EvmTransaction::call(&me, &spoke, "0x7b939232");
        let call = if bridge.is_dollar {
            call.moving(&dollar, &me, &spoke, amount)
        } else {
            call.paying(amount)
        };
        self.send(call);
    }

    /// Receives from the relayer of a bridge what left Ethereum minutes ago.
    pub(super) fn bridge_in(&mut self, bridge: &SharedBridge) {
        let Some(spoke) = self.service(Role::Bridge) else {
            return;
        };
        let (me, relayer) = (self.wallet.address.clone(), invented(&["relayer"]));
        let call = EvmTransaction::call(&relayer, &spoke, "0x2e378115");
        let call = match (bridge.is_dollar, self.dollar_contract()) {
            (true, Some(dollar)) => call.moving(&dollar, &relayer, &me, bridge.amounts.1),
            (true, None) => return,
            (false, _) => call.returning(&spoke, &me, bridge.amounts.1),
        };
        self.send(call);
    }

    /// Receives what is missing for a payment at this time, some hours before it.
    fn prepare(&mut self, second: i64, amount: u128, is_dollar: bool, dollar: &Address) {
        self.second = second - AHEAD;
        self.fund(if is_dollar { 0 } else { amount });
        let asset = AssetId::erc20(&self.wallet.chain.row.id, dollar);
        if is_dollar && self.wallet.token(&asset) < amount {
            self.receive_token(dollar, amount);
        }
    }

    fn dollar_contract(&self) -> Option<Address> {
        let number = self.wallet.chain.row.id.evm_number();
        let (_, text) = DOLLARS.iter().find(|(of, _)| Some(*of) == number)?;
        text.parse().ok()
    }
}
