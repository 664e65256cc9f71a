//! Builds the inputs of the tests.

use super::*;

pub const AT: Timestamp = Timestamp::from_seconds(1_790_000_000);

pub fn id<T: serde::de::DeserializeOwned>(n: u64) -> T {
    serde_json::from_str(&format!("\"00000000-0000-7000-8000-{n:012x}\"")).unwrap()
}

pub fn asset(chain: u64, n: u8) -> AssetId {
    AssetId::erc20(&ChainId::evm(chain), &Address::evm([n; 20]))
}

/// One balance of a case: wallet, chain, asset, raw amount, whether its decimals are known.
pub type Row = (u8, u64, u8, u128, bool);

/// One position of a case: wallet, chain, asset, raw amount, whether it is owed, number of its kind, number of its place.
pub type PositionCase = (u8, u64, u8, u128, bool, usize, u8);

/// The quotes of an asset: prices in thousandths; `None` means that the source does not list it.
pub type QuotedPrices = Vec<Option<u64>>;

pub fn snapshot(account: &AccountId, rows: &[&Row], n: u64) -> Snapshot {
    let row = |row: &&Row| SnapshotRow {
        asset: asset(row.1, row.2),
        raw: row.3.to_string().parse().unwrap(),
        decimals: row.4.then_some(18),
    };
    Snapshot {
        id: id::<SnapshotId>(n),
        account: account.clone(),
        block: Block {
            number: 7,
            hash: "0x7".into(),
            time: AT,
        },
        source: SourceId::fixed("evm"),
        host: "node.test".into(),
        taken_at: AT,
        probe: false,
        rows: rows.iter().map(row).collect(),
        positions: Vec::new(),
        protocols: ports::ProtocolReading::default(),
        unreadable: Vec::new(),
    }
}

pub fn position((_, chain, token, raw, is_owed, kind, place): &PositionCase) -> Position {
    let size: RawAmount = raw.to_string().parse().unwrap();
    Position {
        asset: asset(*chain, *token),
        raw: if *is_owed { SignedRaw::owed(size) } else { size.into() },
        decimals: Some(18),
        kind: PositionKind::ALL[*kind],
        place: format!("Place {place}").parse().unwrap(),
    }
}

pub fn quotes(asset: &AssetId, quoted: &QuotedPrices) -> Vec<Quote> {
    let quote = |(at, price): (usize, &Option<u64>)| Quote {
        id: id::<QuoteId>(at as u64),
        asset: asset.clone(),
        source: format!("s{at}").parse().unwrap(),
        answer: match price {
            Some(0) => QuoteAnswer::WorthZero,
            Some(price) => QuoteAnswer::Price {
                price: thousandths(*price),
                confidence: None,
            },
            None => QuoteAnswer::NotListed,
        },
        source_time: AT,
        received_at: AT,
        market: None,
    };
    quoted.iter().enumerate().map(quote).collect()
}

pub fn thousandths(price: u64) -> Price {
    format!("{}.{:03}", price / 1000, price % 1000).parse().unwrap()
}

pub fn known(asset: &AssetId, token: u8) -> Asset {
    Asset {
        id: asset.clone(),
        metadata: Metadata::cleaned(&format!("T{token}"), &format!("Token {token}"), Some(18)),
        group: group_of(token),
        origin: "chain".into(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    }
}

/// Returns the name of a token's group. Some groups are named like one of their assets, as groups without a list of
/// equivalents are.
pub fn group_of(token: u8) -> String {
    if token.is_multiple_of(3) {
        asset(1, token).to_string()
    } else {
        format!("t{token}")
    }
}

pub fn account_input(account: &AccountId, snapshot: Snapshot) -> AccountInput {
    AccountInput {
        id: account.clone(),
        label: account.address.short(),
        source: SourceId::fixed("evm"),
        activity: Activity::Active,
        snapshot: Some(snapshot),
        failure: None,
        partial: false,
        unreconciled: None,
    }
}

pub fn decision(asset: &AssetId, quoted: Option<&QuotedPrices>) -> Decision {
    let statuses = [SourceStatus {
        source: SourceId::fixed("s0"),
        failure: None,
    }];
    let quotes = quotes(asset, quoted.unwrap_or(&Vec::new()));
    agree(&quotes, None, &statuses, AT, &Rules::CURRENT)
}

/// Returns the accounts of these balances and positions; of two positions with the same asset, kind and place, the first one.
fn accounts_with(rows: &[Row], positions: &[PositionCase]) -> Vec<AccountInput> {
    let account = |wallet: u8, chain: u64| AccountId {
        chain: ChainId::evm(chain),
        address: Address::evm([wallet; 20]),
    };
    let mut by_account: BTreeMap<AccountId, (BTreeMap<AssetId, &Row>, Vec<Position>)> = BTreeMap::new();
    for row in rows {
        let (balances, _) = by_account.entry(account(row.0, row.1)).or_default();
        balances.insert(asset(row.1, row.2), row);
    }
    for case in positions {
        let (_, held) = by_account.entry(account(case.0, case.1)).or_default();
        let one = position(case);
        let is_same = |other: &Position| (&other.asset, other.kind, &other.place) == (&one.asset, one.kind, &one.place);
        if !held.iter().any(is_same) {
            held.push(one);
        }
    }
    let accounts = by_account
        .into_iter()
        .zip(1..)
        .map(|((account, (rows, positions)), n)| {
            let rows: Vec<&Row> = rows.into_values().collect();
            let snapshot = Snapshot {
                positions,
                ..snapshot(&account, &rows, n)
            };
            account_input(&account, snapshot)
        });
    accounts.collect()
}

pub fn inputs(rows: &[Row], quoted: &BTreeMap<(u64, u8), QuotedPrices>, hidden: &[u8]) -> Inputs {
    inputs_with(rows, &[], quoted, hidden)
}

pub fn inputs_with(
    rows: &[Row],
    positions: &[PositionCase],
    quoted: &BTreeMap<(u64, u8), QuotedPrices>,
    hidden: &[u8],
) -> Inputs {
    let keys = rows.iter().map(|row| (row.1, row.2));
    let keys = keys.chain(positions.iter().map(|case| (case.1, case.2)));
    let held: BTreeMap<AssetId, (u64, u8)> = keys.map(|key| (asset(key.0, key.1), key)).collect();
    let decide = |(asset, key): (&AssetId, &(u64, u8))| (asset.clone(), decision(asset, quoted.get(key)));
    let hide =
        |(asset, key): (&AssetId, &(u64, u8))| hidden.contains(&key.1).then(|| (asset.clone(), HideRule::HiddenByYou));
    let named = |(asset, key): (&AssetId, &(u64, u8))| (asset.clone(), known(asset, key.1));
    Inputs {
        accepted: BTreeMap::new(),
        assumptions: BTreeMap::new(),
        at: AT,
        conversion: Conversion::dollars(),
        accounts: accounts_with(rows, positions),
        decisions: held.iter().map(decide).collect(),
        hidden: held.iter().filter_map(hide).collect(),
        flags: BTreeMap::new(),
        assets: held.iter().map(named).collect(),
        sources: Vec::new(),
        chains: Arc::new(Chains::default()),
        receipts: Arc::new(receipts::staked()),
        protocols: Arc::default(),
        keys: BTreeMap::new(),
        added: BTreeSet::new(),
        missed: Missed::default(),
        moved: BTreeMap::new(),
    }
}

pub fn case() -> impl Strategy<Value = Inputs> {
    let row = (
        0u8..4,
        1u64..4,
        0u8..12,
        prop_oneof![Just(1u128), any::<u128>(), 0..10u128.pow(24)],
        prop::bool::weighted(0.9),
    );
    let quoted = prop::collection::vec(
        prop::option::weighted(0.8, prop_oneof![Just(0u64), 1..5_000_000_000u64, 990..1010u64]),
        0..4,
    );
    let result = prop::collection::btree_map((1u64..4, 0u8..12), quoted, 0..36);
    let position = (
        0u8..4,
        1u64..4,
        0u8..12,
        prop_oneof![Just(0u128), Just(1u128), 0..10u128.pow(24)],
        any::<bool>(),
        0..PositionKind::ALL.len(),
        0u8..3,
    );
    (
        prop::collection::vec(row, 0..40),
        prop::collection::vec(position, 0..12),
        result,
        prop::collection::vec(0u8..12, 0..3),
        conversion(),
    )
        .prop_map(|(rows, positions, result, hidden, conversion)| Inputs {
            conversion,
            ..inputs_with(&rows, &positions, &result, &hidden)
        })
}

pub fn filters(inputs: &Inputs) -> Vec<Filter> {
    let mut filters = vec![Filter::default()];
    for holding in fold(inputs, &Filter::default(), "", &mut NoTrace).holdings {
        let place = PlaceSelection::of(holding.place.as_ref());
        let kind = holding.position().map(|(_, kind)| kind);
        let (asset, chain, address) = (holding.asset, holding.account.chain, holding.account.address);
        filters.push(Filter {
            asset: Some(AssetSelection::Group(holding.group)),
            ..Filter::default()
        });
        filters.push(Filter {
            chain: Some(chain.clone()),
            ..Filter::default()
        });
        filters.push(Filter {
            address: Some(address.clone()),
            ..Filter::default()
        });
        filters.push(Filter {
            asset: Some(AssetSelection::Asset(asset)),
            chain: Some(chain),
            address: Some(address),
            wallet: None,
            kind,
            place: Some(place),
            section: holding
                .protocol
                .as_ref()
                .and_then(ProtocolPart::selection)
                .map(SheetSection::of),
        });
    }
    filters
}
