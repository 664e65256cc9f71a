//! Builds entries for the tests.

use std::collections::BTreeMap;

use ports::{
    AccountId, Address, Annotation, AssetId, ChainId, Entry, EntryId, Stream, Timestamp, UserId,
    annotation::AnnotationContent,
    entry::{Decoding, EntryKind, Leg, LegRole},
    transfer_match::MatchSettings,
};

use crate::transfer_match::{MatchInput, MatchedAsset, TransferLinks, match_transfers};

pub fn address(number: u8) -> Address {
    Address::evm([number; 20])
}

pub fn native(chain: u64) -> AssetId {
    AssetId::native(&ChainId::evm(chain), 60)
}

/// A token with six decimals, in one group on all chains.
pub fn coin(chain: u64) -> AssetId {
    AssetId::erc20(&ChainId::evm(chain), &address(0xcc))
}

/// A token that no list names, with eighteen decimals.
pub fn rare(chain: u64) -> AssetId {
    AssetId::erc20(&ChainId::evm(chain), &address(0xda))
}

/// A token with the symbol of [`coin`] that no list names.
pub fn spam(chain: u64) -> AssetId {
    AssetId::erc20(&ChainId::evm(chain), &address(0x5a))
}

/// The same entry with another asset.
pub fn of_asset(mut entry: Entry, asset: &AssetId) -> Entry {
    for leg in &mut entry.legs {
        leg.asset = asset.clone();
    }
    entry
}

pub fn id(chain: u64, account: u8, transaction: u32) -> EntryId {
    let account = AccountId {
        chain: ChainId::evm(chain),
        address: address(account),
    };
    EntryId {
        account,
        transaction: format!("0x{transaction:064x}").parse().unwrap(),
    }
}

pub fn entry(id: EntryId, kind: EntryKind, minute: i64) -> Entry {
    Entry {
        id,
        block: 1,
        block_hash: None,
        position: 0,
        time: Timestamp::from_seconds(1_700_000_000 + 60 * minute),
        kind,
        legs: Vec::new(),
        counterparty: None,
        protocol: None,
        bridge_id: None,
        approvals: Vec::new(),
        failed: false,
        decoding: Decoding::Complete,
        decoder: "test".to_owned(),
        decoder_version: 1,
    }
}

/// Adds a leg.
pub fn with(mut entry: Entry, role: LegRole, asset: AssetId, amount: u128, counterparty: Option<u8>) -> Entry {
    entry.legs.push(Leg {
        role,
        asset,
        token_id: None,
        amount: amount.into(),
        counterparty: counterparty.map(address),
        stream: Stream::Transactions,
        item: "value".to_owned(),
    });
    entry
}

/// The same entry at an exchange, in eighteen decimal places, with the transaction on a chain that it states.
pub fn at_exchange(mut entry: Entry, stated: Option<u32>) -> Entry {
    entry.id.account = "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
    for leg in &mut entry.legs {
        leg.stream = Stream::ExchangeLedger;
        leg.amount = leg.amount.with_zeros(12).unwrap();
        leg.counterparty = None;
    }
    Entry {
        bridge_id: stated.map(|transaction| format!("transaction:{transaction:064x}")),
        ..entry
    }
}

/// A departure by a bridge.
pub fn bridged_out(chain: u64, transaction: u32, minute: i64, amount: u128, bridge_id: Option<&str>) -> Entry {
    let entry = entry(id(chain, 1, transaction), EntryKind::BridgeOut, minute);
    let entry = with(entry, LegRole::Out, coin(chain), amount, Some(9));
    Entry {
        bridge_id: bridge_id.map(str::to_owned),
        ..entry
    }
}

/// An arrival by a bridge.
pub fn bridged_in(chain: u64, transaction: u32, minute: i64, amount: u128, bridge_id: Option<&str>) -> Entry {
    let entry = entry(id(chain, 1, transaction), EntryKind::BridgeIn, minute);
    let entry = with(entry, LegRole::In, coin(chain), amount, Some(9));
    Entry {
        bridge_id: bridge_id.map(str::to_owned),
        ..entry
    }
}

pub fn decision(entry: &EntryId, other: &EntryId, matches: bool, second: i64) -> Annotation {
    Annotation {
        user: UserId::nil(),
        entry: entry.clone(),
        content: AnnotationContent::Match {
            other: other.clone(),
            matches,
        },
        set_at: Timestamp::from_seconds(second),
    }
}

pub fn assets() -> BTreeMap<AssetId, MatchedAsset> {
    let row = |asset: AssetId, symbol: &str, decimals| {
        let row = MatchedAsset {
            group: symbol.to_ascii_lowercase(),
            symbol: symbol.to_owned(),
            listed: true,
            decimals,
        };
        (asset, row)
    };
    let mut assets: BTreeMap<AssetId, MatchedAsset> = [1, 10, 8453]
        .into_iter()
        .flat_map(|chain| [row(native(chain), "ETH", Some(18)), row(coin(chain), "USD", Some(6))])
        .collect();
    for chain in [1, 10] {
        let unlisted = |symbol: &str, asset: &AssetId| MatchedAsset {
            group: asset.to_string(),
            symbol: symbol.to_owned(),
            listed: false,
            decimals: Some(18),
        };
        assets.insert(rare(chain), unlisted("RARE", &rare(chain)));
        assets.insert(spam(chain), unlisted("USD", &spam(chain)));
    }
    assets
}

pub fn matched(entries: &[Entry], annotations: &[Annotation]) -> TransferLinks {
    match_transfers(&MatchInput {
        entries,
        assets: &assets(),
        annotations,
        settings: &MatchSettings::default(),
    })
}

/// The matched pairs as texts `sent>received`, by the transactions' last digits.
pub fn pairs(links: &TransferLinks) -> Vec<String> {
    let short = |ids: &[EntryId]| {
        let digits = ids.iter().map(|id| {
            id.transaction
                .to_string()
                .trim_start_matches("0x")
                .trim_start_matches('0')
                .to_owned()
        });
        digits.collect::<Vec<_>>().join("+")
    };
    let links = links.links.iter();
    links
        .map(|link| format!("{}>{}", short(&link.sent), short(&link.received)))
        .collect()
}
