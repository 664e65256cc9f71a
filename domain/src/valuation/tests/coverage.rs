//! The arithmetic of coverage: parts add up to the whole, and unknown values are in no sum.

use super::*;

/// Returns the sum of the valued holdings.
fn valued<'a>(holdings: impl IntoIterator<Item = &'a Holding>) -> Amount {
    let values = holdings
        .into_iter()
        .filter_map(Holding::valued)
        .map(|valued| valued.amount());
    values.fold(Amount::ZERO, |sum, value| sum.add(value).unwrap())
}

fn total(inputs: &Inputs) -> Folded {
    fold(inputs, &Filter::default(), "", &mut NoTrace)
}

/// Returns the counts of priced, unpriced and hidden holdings.
fn counts(coverage: &Coverage) -> [usize; 3] {
    [
        coverage.priced as usize,
        coverage.unpriced.len(),
        coverage.hidden as usize,
    ]
}

/// Returns one filter for each distinct value of a field of the holdings.
fn split<T: Ord>(folded: &Folded, field: fn(&Holding) -> T, filter: fn(T) -> Filter) -> Vec<Filter> {
    let values: BTreeSet<T> = folded.holdings.iter().map(field).collect();
    values.into_iter().map(filter).collect()
}

fn unpriced() -> Decision {
    agree(&[], None, &[], AT, &Rules::CURRENT)
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    /// By wallet, by chain or by asset: the counts of the parts add up to those of the whole.
    #[test]
    fn parts_count_what_the_whole_counts(inputs in case()) {
        let folded = total(&inputs);
        let whole = Coverage::of(&inputs, &folded);
        let wallets = split(&folded, |one| one.account.address.clone(), |address| Filter { address: Some(address), ..Filter::default() });
        let chains = split(&folded, |one| one.account.chain.clone(), |chain| Filter { chain: Some(chain), ..Filter::default() });
        let groups = split(&folded, |one| one.group.clone(), |group| Filter { asset: Some(AssetSelection::Group(group)), ..Filter::default() });
        let kinds = PositionKind::ALL.map(|kind| Filter { kind: Some(kind), ..Filter::default() }).to_vec();
        for parts in [wallets, chains, groups, kinds] {
            let parts: Vec<_> = parts.iter().map(|filter| Coverage::of(&inputs, &fold(&inputs, filter, "", &mut NoTrace))).collect();
            let known = parts.iter().try_fold(Amount::ZERO, |sum, part| sum.add(part.known)).unwrap();
            prop_assert_eq!(known, whole.known);
            let counted = parts.iter().map(counts).fold([0; 3], |sum, part| [0, 1, 2].map(|at| sum[at] + part[at]));
            prop_assert_eq!(counted, counts(&whole));
        }
    }

    /// A holding without a value is in no sum, and no row shows zero for it.
    #[test]
    fn unknown_is_never_zero(inputs in case()) {
        let folded = total(&inputs);
        prop_assert_eq!(valued(&folded.holdings), folded.known);
        let report = report(&inputs);
        let unconverted = report.coverage.unconverted.as_ref().map_or(0, |one| one.holdings);
        let is_missing = unconverted > 0 || !report.coverage.unpriced.is_empty();
        let nothing_is_known = report.coverage.priced == unconverted && is_missing;
        prop_assert_eq!(report.total, (!nothing_is_known).then_some(folded.known));
        for line in &report.assets {
            let known: Vec<Amount> = line.parts.iter().filter_map(|part| part.value).collect();
            prop_assert_eq!(line.value.is_none(), known.is_empty(), "{}", line.symbol);
            for part in &line.parts {
                prop_assert_eq!(part.value.is_none(), part.reason.is_some(), "{}", line.symbol);
            }
        }
    }

    /// Removing a price removes exactly its holdings from the sum, and each of them is reported as missing.
    #[test]
    fn removing_a_price_affects_only_its_holdings(mut inputs in case(), which: prop::sample::Index) {
        let before = total(&inputs);
        let priced: Vec<_> = before.holdings.iter().filter(|one| one.valued().is_some()).collect();
        prop_assume!(!priced.is_empty());
        let lost = which.get(&priced).asset.clone();
        let of_it: Vec<_> = priced.iter().copied().filter(|one| one.asset == lost).collect();
        let was = Coverage::of(&inputs, &before);
        inputs.decisions.insert(lost.clone(), unpriced());
        let after = total(&inputs);
        let now = Coverage::of(&inputs, &after);
        prop_assert_eq!(after.known.add(valued(of_it.iter().copied())).unwrap(), before.known);
        prop_assert_eq!(now.priced as usize + of_it.len(), was.priced as usize);
        prop_assert_eq!(now.unpriced.len(), was.unpriced.len() + of_it.len());
        prop_assert!(!now.complete() && now.unpriced.iter().any(|one| one.asset == lost));
    }

    /// Removing an account's snapshot removes exactly its holdings, and the total is incomplete.
    #[test]
    fn an_unread_account_makes_the_total_incomplete(mut inputs in case(), which: prop::sample::Index) {
        prop_assume!(!inputs.accounts.is_empty());
        let before = total(&inputs);
        let at = which.index(inputs.accounts.len());
        let account = inputs.accounts[at].id.clone();
        inputs.accounts[at].snapshot = None;
        let after = total(&inputs);
        let lost = before.holdings.iter().filter(|one| one.account == account);
        prop_assert_eq!(after.known.add(valued(lost)).unwrap(), before.known);
        let coverage = Coverage::of(&inputs, &after);
        prop_assert_eq!((coverage.reading, coverage.complete()), (1, false));
    }
}

#[test]
fn a_failed_account_is_named_and_a_stale_one_still_counts() {
    let quoted = BTreeMap::from([((1, 1), vec![Some(2000)]), ((2, 1), vec![Some(2000)])]);
    let rows = [(1, 1, 1, 10u128.pow(18), true), (1, 2, 1, 10u128.pow(18), true)];
    let mut inputs = inputs(&rows, &quoted, &[]);
    let failure = Failure {
        code: "unavailable".into(),
        text: "It does not answer.".into(),
        at: AT,
        retry_at: None,
    };
    inputs.accounts[0].failure = Some(failure.clone());
    inputs.accounts[1].failure = Some(failure);
    inputs.accounts[1].snapshot = None;
    let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
    let coverage = Coverage::of(&inputs, &folded);
    assert_eq!(folded.known.to_string(), "2");
    assert_eq!(
        (coverage.stale.len(), coverage.failed.len(), coverage.complete()),
        (1, 1, false)
    );
}
