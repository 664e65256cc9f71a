//! Batches of assets for one request: assets grouped by the key of a source, and split by number and length.

use ports::asset::AssetId;

/// A key of a source and the assets that it prices. Ether is one coin on many chains.
pub(crate) type KeyedAssets = (String, Vec<AssetId>);

/// Groups the assets by key, each key once, in the given order. The caller has shuffled them.
pub(crate) fn grouped(keys: impl IntoIterator<Item = (String, AssetId)>) -> Vec<KeyedAssets> {
    let mut all: Vec<KeyedAssets> = Vec::new();
    for (key, asset) in keys {
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some((_, assets)) if assets.contains(&asset) => {}
            Some((_, assets)) => assets.push(asset),
            None => all.push((key, vec![asset])),
        }
    }
    all
}

/// Splits into batches of at max_keys `max_keys` keys and at max_keys `max_length` characters when joined by commas.
pub(crate) fn batches(all: &[KeyedAssets], max_keys: usize, max_length: usize) -> Vec<&[KeyedAssets]> {
    let (mut found, mut start, mut size) = (Vec::new(), 0, 0);
    for (at, (key, _)) in all.iter().enumerate() {
        let more = key.len() + 1;
        if at > start && (at - start == max_keys || size + more > max_length) {
            found.push(&all[start..at]);
            (start, size) = (at, 0);
        }
        size += more;
    }
    if start < all.len() {
        found.push(&all[start..]);
    }
    found
}

/// Joins the keys by commas.
pub(crate) fn joined(keyed: &[KeyedAssets]) -> String {
    let keys: Vec<&str> = keyed.iter().map(|(key, _)| key.as_str()).collect();
    keys.join(",")
}

#[cfg(test)]
mod tests {
    use ports::chain::ChainId;

    use super::*;

    fn ether(chain: u64) -> AssetId {
        AssetId::native(&ChainId::evm(chain), 60)
    }

    #[test]
    fn one_coin_of_many_chains_is_requested_once() {
        let keys = [("b", 1), ("a", 10), ("b", 10), ("b", 1)];
        let all = grouped(keys.map(|(key, chain)| (key.to_owned(), ether(chain))));
        let expected = [("b", vec![ether(1), ether(10)]), ("a", vec![ether(10)])];
        assert_eq!(all, expected.map(|(key, assets)| (key.to_owned(), assets)));
    }

    #[test]
    fn batches_are_bounded_by_number_and_length() {
        let keys = ["aa", "bb", "cc", "dddddddd", "e"].map(|key| (key.to_owned(), Vec::new()));
        let shown = |max_keys, max_length| -> Vec<String> {
            batches(&keys, max_keys, max_length).into_iter().map(joined).collect()
        };
        assert_eq!(shown(2, 100), ["aa,bb", "cc,dddddddd", "e"]);
        assert_eq!(shown(9, 7), ["aa,bb", "cc", "dddddddd", "e"]);
        assert_eq!(batches(&[], 2, 100), Vec::<&[KeyedAssets]>::new());
    }
}
