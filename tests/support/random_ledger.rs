//! Random entries that are the same in every run, for benchmarks.

use ports::{
    AccountId, Address, AssetId, ChainId, Entry, EntryId, Stream, Timestamp,
    entry::{Decoding, EntryKind, Leg, LegRole},
};

/// The number of tokens in the entries of an account.
pub const TOKENS: u64 = 300;

/// A generator of repeatable numbers (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns another number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`; small ones are more frequent, as popular tokens and contracts are.
    fn below(&mut self, end: u64) -> u64 {
        let most = 1 + self.draw() % end;
        self.draw() % most
    }

    fn hash(&mut self) -> String {
        let words = [self.draw(), self.draw(), self.draw(), self.draw()];
        let digits: String = words.iter().map(|word| format!("{word:016x}")).collect();
        format!("0x{digits}")
    }
}

/// Address `n` of a group.
#[must_use]
pub fn address(group: u8, n: u64) -> Address {
    let mut bytes = [group; 20];
    let mixed = Numbers(n).draw().to_be_bytes();
    bytes[4..12].copy_from_slice(&mixed);
    bytes[12..].copy_from_slice(&mixed);
    Address::evm(bytes)
}

fn leg(numbers: &mut Numbers, role: LegRole, chain: &ChainId) -> Leg {
    let token = numbers.below(TOKENS);
    let is_native = role == LegRole::Fee || token == 0;
    Leg {
        role,
        asset: if is_native {
            AssetId::native(chain, 60)
        } else {
            AssetId::erc20(chain, &address(1, token))
        },
        token_id: None,
        amount: (u128::from(numbers.draw()) * u128::from(numbers.draw() % 1000)).into(),
        counterparty: (role != LegRole::Fee).then(|| address(2, numbers.below(20_000))),
        stream: if is_native {
            Stream::Transactions
        } else {
            Stream::TokenTransfers
        },
        item: match (role, is_native) {
            (LegRole::Fee, _) => "fee".to_owned(),
            (_, true) => "value".to_owned(),
            (_, false) => format!("log {}", numbers.below(400)),
        },
    }
}

/// Half of the entries receive something; a quarter sends and a quarter swaps, with a fee.
#[must_use]
pub fn entry(numbers: &mut Numbers, account: &AccountId, n: u64) -> Entry {
    let (kind, roles): (EntryKind, &[LegRole]) = match n % 4 {
        0 | 1 => (EntryKind::Receive, &[LegRole::In]),
        2 => (EntryKind::Send, &[LegRole::Out, LegRole::Fee]),
        _ => (EntryKind::Swap, &[LegRole::Out, LegRole::In, LegRole::Fee]),
    };
    let legs: Vec<Leg> = roles.iter().map(|role| leg(numbers, *role, &account.chain)).collect();
    Entry {
        id: EntryId {
            account: account.clone(),
            transaction: numbers.hash().parse().unwrap(),
        },
        block: 10_000_000 + n * 7,
        block_hash: Some(numbers.hash().into()),
        position: u32::try_from(numbers.draw() % 200).unwrap(),
        time: Timestamp::from_seconds(1_580_000_000 + i64::try_from(n).unwrap() * 84),
        kind,
        counterparty: legs[0].counterparty.clone(),
        protocol: (kind == EntryKind::Swap).then(|| "uniswap-v3".to_owned()),
        bridge_id: None,
        approvals: Vec::new(),
        failed: false,
        decoding: Decoding::Complete,
        decoder: if kind == EntryKind::Swap { "uniswap" } else { "transfer" }.to_owned(),
        decoder_version: 1,
        legs,
    }
}
