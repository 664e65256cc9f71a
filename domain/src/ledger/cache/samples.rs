//! Entries and assets that tests make.

use async_trait::async_trait;
use ports::{
    AccountId, Address, Asset, AssetId, Day, Entry, EntryId, Profile, SourceId, Stream, Timestamp,
    asset::Metadata,
    entry::{Decoding, EntryKind, Leg, LegRole},
    past_price::{ClosingPrice, PastPriceSource},
    source::{RemoteError, SourceKind},
};

pub fn address(group: u8, n: u8) -> Address {
    let mut bytes = [group; 20];
    bytes[19] = n;
    Address::evm(bytes)
}

/// Returns an address of which the short form is that of an address of group 9.
pub fn look_alike(n: u8) -> Address {
    let mut bytes = [9; 20];
    (bytes[10], bytes[19]) = (0, n);
    Address::evm(bytes)
}

pub fn leg(role: LegRole, asset: &AssetId, amount: u64, other: Option<&Address>) -> Leg {
    Leg {
        role,
        asset: asset.clone(),
        token_id: None,
        amount: u128::from(amount).into(),
        counterparty: other.cloned(),
        stream: Stream::Transactions,
        item: "value".to_owned(),
    }
}

pub fn asset(id: &AssetId) -> Asset {
    Asset {
        id: id.clone(),
        metadata: Metadata::cleaned("TKN", "Token", Some(2)),
        // What a bridge carries is one asset on both chains.
        group: if id.is_native() {
            "eth".to_owned()
        } else {
            id.to_string()
        },
        origin: "chain".to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    }
}

/// The source of the stored prices, which is not asked for more.
pub struct StoredPriceSource;

#[async_trait]
impl PastPriceSource for StoredPriceSource {
    fn profile(&self) -> Profile {
        Profile::new("closes".parse().unwrap(), "Closes", SourceKind::Price)
    }

    fn covers(&self, _: &AssetId) -> bool {
        true
    }

    fn origin(&self, _: &AssetId) -> SourceId {
        "closes".parse().unwrap()
    }

    fn days_per_request(&self) -> u32 {
        100
    }

    async fn closes(&self, asset: &AssetId, _: Day, _: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        panic!("{asset} was requested")
    }
}

pub fn entry(account: &AccountId, kind: EntryKind, legs: Vec<Leg>) -> Entry {
    Entry {
        id: EntryId {
            account: account.clone(),
            transaction: "0x0".parse().unwrap(),
        },
        block: 0,
        block_hash: None,
        position: 0,
        time: Timestamp::from_seconds(0),
        kind,
        legs,
        counterparty: None,
        protocol: None,
        bridge_id: None,
        approvals: Vec::new(),
        failed: false,
        decoding: Decoding::Complete,
        decoder: "transfer".to_owned(),
        decoder_version: 1,
    }
}

/// Returns a payment of next to nothing, or a log about a token that the account may never have had.
pub fn false_transfer(account: &AccountId, (known, rare): (&AssetId, &AssetId), by: &Address, amount: u64) -> Entry {
    if amount.is_multiple_of(2) {
        entry(account, EntryKind::Receive, vec![leg(LegRole::In, known, 1, Some(by))])
    } else {
        entry(
            account,
            EntryKind::Send,
            vec![leg(LegRole::Out, rare, amount, Some(by))],
        )
    }
}
