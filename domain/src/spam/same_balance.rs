//! Two contracts that may state one balance: they have one name, and in every account the same amount. One of them counts.
//!
//! Contracts that are known to do so are rows of the chains ([`ports::chain::SecondContract`]) and are not even read.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Asset, AssetId, ChainId, KnownTokens, RawAmount, Snapshot};

use crate::spam::{HideRule, Judgement};

/// A token's amount in each account.
type Amounts<'a> = BTreeMap<&'a AccountId, RawAmount>;

/// Adds the judgement about tokens that may state the balance of another one. Well-known, listed and priced tokens are the ones that
/// count, in this order.
pub(crate) fn add_same_balances<'a>(
    judged: &mut BTreeMap<AssetId, Judgement>,
    assets: &BTreeMap<AssetId, Asset>,
    snapshots: impl Iterator<Item = &'a Snapshot>,
    (known, priced): (&KnownTokens, &BTreeSet<&AssetId>),
) {
    let namesakes = namesakes(assets);
    let mut amounts: BTreeMap<&AssetId, Amounts<'_>> = BTreeMap::new();
    let wanted: BTreeSet<&AssetId> = namesakes.iter().flatten().map(|asset| &asset.id).collect();
    if wanted.is_empty() {
        return;
    }
    for snapshot in snapshots {
        for row in snapshot.rows.iter().filter(|row| wanted.contains(&row.asset)) {
            amounts
                .entry(&row.asset)
                .or_default()
                .insert(&snapshot.account, row.raw);
        }
    }
    for mut group in namesakes {
        group.sort_by_key(|asset| {
            let id = &asset.id;
            (!known.knows(id), !asset.listed, !priced.contains(id), id)
        });
        let mut counted: Vec<(&AssetId, &Amounts<'_>)> = Vec::new();
        for asset in group {
            let Some(own) = amounts.get(&asset.id) else { continue };
            let same = counted.iter().find(|(_, other)| *other == own);
            match same {
                Some((of, _)) => hide(judged, &asset.id, of),
                None => counted.push((&asset.id, own)),
            }
        }
    }
}

fn hide(judged: &mut BTreeMap<AssetId, Judgement>, asset: &AssetId, of: &AssetId) {
    if !matches!(judged.get(asset), Some(Judgement::Hide(_))) {
        let rule = HideRule::SameBalance { of: of.clone() };
        judged.insert(asset.clone(), Judgement::Hide(rule));
    }
}

/// Returns the tokens of a chain that share symbol, name and decimals with another one.
fn namesakes(assets: &BTreeMap<AssetId, Asset>) -> Vec<Vec<&Asset>> {
    let mut named: BTreeMap<(ChainId, &str, &str, Option<u8>), Vec<&Asset>> = BTreeMap::new();
    for asset in assets.values().filter(|asset| asset.id.contract().is_some()) {
        let about = &asset.metadata;
        if !about.symbol.is_empty() && !about.name.is_empty() {
            let key = (
                asset.id.chain(),
                about.symbol.as_str(),
                about.name.as_str(),
                about.decimals,
            );
            named.entry(key).or_default().push(asset);
        }
    }
    named.into_values().filter(|group| group.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use ports::{Address, SourceId, Timestamp, chain::Block, snapshot::SnapshotRow};

    use super::*;
    use crate::spam::tests::asset;

    fn token(number: u8) -> AssetId {
        AssetId::erc20(&ChainId::evm(1), &Address::evm([number; 20]))
    }

    fn snapshot(account: u8, rows: &[(u8, u128)]) -> Snapshot {
        Snapshot {
            id: ports::snapshot::SnapshotId::nil(),
            account: AccountId {
                chain: ChainId::evm(1),
                address: Address::evm([account; 20]),
            },
            block: Block {
                number: 1,
                hash: String::new(),
                time: Timestamp::from_seconds(1),
            },
            source: SourceId::fixed("node"),
            host: String::new(),
            taken_at: Timestamp::from_seconds(1),
            probe: false,
            rows: rows
                .iter()
                .map(|(asset, raw)| SnapshotRow {
                    asset: token(*asset),
                    raw: (*raw).into(),
                    decimals: Some(18),
                })
                .collect(),
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: Vec::new(),
        }
    }

    /// The hidden ones of tokens 1 to 3, which have one name, and of 4, which has another.
    fn hidden(snapshots: &[Snapshot], known: Option<u8>, priced: Option<u8>) -> Vec<AssetId> {
        let named = |number: u8| {
            let name = if number == 4 { "Another" } else { "Euro" };
            (token(number), asset(token(number), "EUR", name, "chain"))
        };
        let assets: BTreeMap<AssetId, Asset> = (1..=4).map(named).collect();
        let known = KnownTokens::new(known.map(|number| (token(number), "EUR")));
        let priced = priced.map(token);
        let mut judged = BTreeMap::new();
        add_same_balances(
            &mut judged,
            &assets,
            snapshots.iter(),
            (&known, &priced.iter().collect()),
        );
        judged.into_keys().collect()
    }

    #[test]
    fn a_namesake_with_the_same_balance_in_every_account_counts_once() {
        let both = [snapshot(1, &[(1, 5), (2, 5), (4, 5)]), snapshot(2, &[(1, 7), (2, 7)])];
        assert_eq!(hidden(&both, None, None), [token(2)]);
        assert_eq!(hidden(&both, Some(2), None), [token(1)], "the known one counts");
        assert_eq!(hidden(&both, None, Some(2)), [token(1)], "else the priced one");
        let three = [snapshot(1, &[(1, 5), (2, 6), (3, 6)])];
        assert_eq!(hidden(&three, None, None), [token(3)]);
    }

    #[test]
    fn one_account_with_another_balance_tells_them_apart() {
        for other in [
            snapshot(2, &[(1, 7), (2, 8)]),
            snapshot(2, &[(1, 7)]),
            snapshot(2, &[(2, 7)]),
        ] {
            assert_eq!(hidden(&[snapshot(1, &[(1, 5), (2, 5)]), other], None, None), []);
        }
    }
}
