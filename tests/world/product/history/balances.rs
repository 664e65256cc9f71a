//! What the entries of an account add up to, compared with the balances of the node.

use ports::{Entry, RawAmount, entry::LegRole};
use support::chain_history::item_balance;

use super::{fixture::HistoryFixture, raw};

const NATIVE: &str = "eip155:1/slip44:60";
const ITEMS: [u64; 2] = [1, 2];

impl HistoryFixture {
    /// Returns what the entries up to a block add up to; `None` if more left than arrived.
    pub fn replayed(&self, entries: &[Entry], asset: &str, item: Option<u64>, block: u64) -> Option<RawAmount> {
        let item = item.map(|item| item.to_string());
        let (mut arrived, mut left) = (RawAmount::ZERO, RawAmount::ZERO);
        let until = entries.iter().filter(|entry| entry.block <= block);
        for leg in until.flat_map(|entry| &entry.legs) {
            if leg.asset.as_str() != asset || (item.is_some() && leg.token_id != item) {
                continue;
            }
            match leg.role {
                LegRole::In => arrived = arrived.add(leg.amount).unwrap(),
                LegRole::Out | LegRole::Fee => left = left.add(leg.amount).unwrap(),
            }
        }
        arrived.sub(left).ok()
    }

    /// Asserts that the entries add up to the node's balances of the native coin, tokens and items. Returns how many there are.
    pub fn expect_balances(&self, account: &str, entries: &[Entry], block: u64) -> usize {
        let native = raw(self.chain().native_balance(account, Some(block)));
        let replayed = self.replayed(entries, NATIVE, None, block);
        assert_eq!(replayed, Some(native), "ether of {account} at {block}");
        1 + self.expect_token_balances(account, entries, block)
    }

    /// The same without the native coin.
    pub fn expect_token_balances(&self, account: &str, entries: &[Entry], block: u64) -> usize {
        let contracts = self.history.contracts();
        for token in self.history.tokens() {
            let held = self.chain().balance_of(token, account, Some(block)).map(raw);
            let replayed = self.replayed(entries, &format!("eip155:1/erc20:{token}"), None, block);
            assert_eq!(replayed, held, "{token} of {account} at {block}");
        }
        for item in ITEMS {
            let held = raw(item_balance(self.chain(), &contracts.items, account, item, block));
            let asset = format!("eip155:1/erc1155:{}", contracts.items);
            let replayed = self.replayed(entries, &asset, Some(item), block);
            assert_eq!(replayed, Some(held), "item {item} of {account} at {block}");
        }
        let held = self
            .chain()
            .balance_of(&contracts.positions, account, Some(block))
            .map(raw);
        let replayed = self.replayed(
            entries,
            &format!("eip155:1/erc721:{}", contracts.positions),
            None,
            block,
        );
        assert_eq!(replayed, held, "positions of {account} at {block}");
        self.quantities() - 1
    }

    /// The number of quantities of an account that are compared: the coin, the tokens, two items and the number of positions.
    pub fn quantities(&self) -> usize {
        self.history.tokens().len() + ITEMS.len() + 2
    }
}
