//! Coverage: what a total includes and what is missing from it, computed from the same holdings as the total.

use std::collections::BTreeMap;

use ports::{AccountId, Amount, AssetId, Day, SourceId, Timestamp, failure::Failure};

use crate::{
    currency::{self, ConversionBasis, NoRate},
    price::{Considered, Decision},
    reason::Reason,
    valuation::{
        compute::{fold::Folded, gap::Gap, holding::Outcome},
        inputs::{
            missed::NotLookedFor,
            types::{Inputs, OLD_PRICE},
            unread::UnreadWallet,
            unreconciled::Unreconciled,
        },
        report::{
            asset_line::{self, Assumed},
            held_quote::{HeldQuote, held_back},
        },
    },
};

/// The code of a reading that is old although no attempt failed.
const NOT_READ_AGAIN: &str = "not_read_again";
/// The code of old prices and rates.
const OUTDATED: &str = "outdated";
/// Days after which exchange rates are old. Weekends and holidays leave out at most five days.
const OLD_RATES: i64 = 5;

/// What a total includes and what is missing from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The known value, unrounded.
    pub known: Amount,
    /// How many holdings have a price.
    pub priced: u32,
    /// Holdings without a value, with their quantities.
    pub unpriced: Vec<UnpricedHolding>,
    /// Sources that failed without an older answer to use.
    pub failed: Vec<FailedSource>,
    /// Sources whose last successful answer is old.
    pub stale: Vec<StaleSource>,
    /// Quotes that are excluded as outliers although the asset has a price.
    pub held_back: Vec<HeldQuote>,
    /// How many holdings are hidden.
    pub hidden: u32,
    /// How many accounts wait for their first answer or for a token list or explorer, plus how many extended public
    /// keys are still being scanned.
    pub reading: u32,
    /// Wallets that are not read.
    pub unread: Vec<UnreadWallet>,
    /// Chains on which not every token is looked for.
    pub not_looked_for: Vec<NotLookedFor>,
    /// How many accounts have a history that does not explain their balance. The total is complete nevertheless.
    pub unreconciled: UnreconciledAccounts,
    /// Holdings with a dollar price but no amount in the currency; `None` if every priced holding can be converted.
    pub unconverted: Option<Unconverted>,
}

/// How many accounts have a history that does not explain their balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnreconciledAccounts {
    /// Accounts whose history is complete and does not add up to the balance.
    pub differing: u32,
    /// Accounts whose history is not read completely.
    pub incomplete: u32,
}

/// Holdings that have a dollar price but no amount in the currency of the valuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconverted {
    /// How many holdings.
    pub holdings: u32,
    /// Why the conversion is impossible.
    pub reason: Reason,
}

/// A holding without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpricedHolding {
    /// The asset held.
    pub asset: AssetId,
    /// Symbol to show.
    pub symbol: String,
    /// Name to show.
    pub name: String,
    /// The account that holds it.
    pub account: AccountId,
    /// Quantity in whole units, if known.
    pub amount: Option<Amount>,
    /// Quantity in the smallest unit, if the decimals are unknown.
    pub raw: Option<String>,
    /// The decimals that a token list states, if the contract states none.
    pub assumed: Option<Assumed>,
    /// Why it has no value.
    pub gap: Gap,
    /// The reason as a code and a sentence to show.
    pub reason: Reason,
}

/// A source that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedSource {
    /// The source.
    pub source: SourceId,
    /// Name to show.
    pub name: String,
    /// What went wrong, and when it is retried.
    pub failure: Failure,
    /// The account that could not be read, if the source was read for one.
    pub account: Option<AccountId>,
    /// When it last answered successfully.
    pub last_good: Option<Timestamp>,
}

/// A source whose last successful answer is old.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleSource {
    /// The source.
    pub source: SourceId,
    /// Name to show.
    pub name: String,
    /// The time of that answer.
    pub as_of: Timestamp,
    /// The account that it concerns, if it was read for one.
    pub account: Option<AccountId>,
    /// Why there is no newer answer, as a stable code.
    pub code: String,
    /// The reason as a sentence to show.
    pub text: String,
}

impl Coverage {
    /// Returns whether nothing is missing: every token was looked for, every wallet is read, and every account has
    /// answered recently and holds only assets with a price.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.stale.is_empty() && !self.is_missing() && self.unconverted.is_none()
    }

    /// Returns whether anything is or may be missing from the total.
    fn is_missing(&self) -> bool {
        !self.unpriced.is_empty()
            || !self.failed.is_empty()
            || !self.unread.is_empty()
            || !self.not_looked_for.is_empty()
            || self.reading > 0
    }

    /// Returns the known value of everything. If nothing is priced, that is zero only if nothing is missing; otherwise
    /// the value is unknown and the result is `None`.
    #[must_use]
    pub fn total(&self) -> Option<Amount> {
        let unconverted = self.unconverted.as_ref().map_or(0, |one| one.holdings);
        let is_missing = unconverted > 0 || self.is_missing();
        (self.priced > unconverted || !is_missing).then_some(self.known)
    }

    /// Counts the holdings of a fold and the state of their sources.
    #[must_use]
    pub fn of(inputs: &Inputs, folded: &Folded) -> Self {
        let mut coverage = Self {
            known: folded.known,
            priced: 0,
            unpriced: Vec::new(),
            failed: Vec::new(),
            stale: Vec::new(),
            held_back: held_back(inputs, folded),
            hidden: 0,
            reading: u32::try_from(inputs.missed.scanning.len()).unwrap_or(u32::MAX),
            unread: inputs.missed.unread.clone(),
            not_looked_for: inputs.not_looked_for(),
            unreconciled: UnreconciledAccounts::default(),
            unconverted: None,
        };
        for holding in &folded.holdings {
            match &holding.outcome {
                Outcome::Valued { .. } => coverage.priced += 1,
                Outcome::Unconverted(why) => coverage.count_unconverted(inputs, *why),
                Outcome::Hidden(_) => coverage.hidden += 1,
                Outcome::Gap(gap) => coverage.unpriced.push(UnpricedHolding {
                    asset: holding.asset.clone(),
                    symbol: inputs.symbol(&holding.asset),
                    name: inputs.name(&holding.asset),
                    account: holding.account.clone(),
                    amount: holding.quantity,
                    raw: if holding.quantity.is_none() {
                        holding.raw.clone()
                    } else {
                        None
                    },
                    assumed: asset_line::assumed(inputs, holding),
                    gap: gap.clone(),
                    reason: gap.reason(inputs),
                }),
            }
        }
        coverage.count_accounts(inputs);
        coverage.count_price_sources(inputs, folded);
        coverage.count_rates(inputs);
        coverage
    }

    /// Counts a holding that has a dollar price but no amount in the currency.
    fn count_unconverted(&mut self, inputs: &Inputs, why: NoRate) {
        self.priced += 1;
        let unconverted = self.unconverted.get_or_insert_with(|| Unconverted {
            holdings: 0,
            reason: why.reason(&inputs.conversion.currency),
        });
        unconverted.holdings += 1;
    }

    fn count_accounts(&mut self, inputs: &Inputs) {
        for account in &inputs.accounts {
            let name = || format!("{} on {}", account.label, inputs.chain_name(&account.id.chain));
            self.reading += u32::from(account.is_being_read());
            match account.unreconciled {
                Some(Unreconciled::Differs) => self.unreconciled.differing += 1,
                Some(Unreconciled::Incomplete) => self.unreconciled.incomplete += 1,
                None => {}
            }
            match (&account.snapshot, &account.failure) {
                (None, None) => {}
                (None, Some(failure)) => self.failed.push(FailedSource {
                    source: account.source.clone(),
                    name: name(),
                    failure: failure.clone(),
                    account: Some(account.id.clone()),
                    last_good: None,
                }),
                (Some(snapshot), failure) => {
                    let old = account.is_old(inputs.at);
                    let reason = failure
                        .as_ref()
                        .map(|failure| (failure.code.to_string(), failure.text.clone()));
                    if old || reason.is_some() {
                        let (code, text) = reason.unwrap_or_else(|| {
                            let text = "It has not been refreshed for too long.".to_owned();
                            (NOT_READ_AGAIN.to_owned(), text)
                        });
                        self.stale.push(StaleSource {
                            source: snapshot.source.clone(),
                            name: name(),
                            as_of: snapshot.as_of(),
                            account: Some(account.id.clone()),
                            code,
                            text,
                        });
                    }
                }
            }
        }
    }

    /// Rates from before the longest run of holidays are reported as old, although they are still used.
    fn count_rates(&mut self, inputs: &Inputs) {
        let ConversionBasis::Fixing(fixing) = &inputs.conversion.basis else {
            return;
        };
        if Day::of(inputs.at).number() - fixing.day.number() > OLD_RATES {
            self.stale.push(StaleSource {
                source: fixing.source.clone(),
                name: inputs.source_name(&fixing.source),
                as_of: currency::fixed_at(fixing.day),
                account: None,
                code: OUTDATED.to_owned(),
                text: format!("Its latest currency rates are from {}.", fixing.day),
            });
        }
    }

    /// A failed price source is reported if a holding needs a price. A source with old quotes is reported if these
    /// quotes are used.
    fn count_price_sources(&mut self, inputs: &Inputs, folded: &Folded) {
        let needed = folded
            .holdings
            .iter()
            .any(|holding| !matches!(holding.outcome, Outcome::Hidden(_)));
        for source in inputs.sources.iter().filter(|_| needed) {
            if let Some(failure) = &source.failure {
                self.failed.push(FailedSource {
                    source: source.id.clone(),
                    name: source.name.clone(),
                    failure: failure.clone(),
                    account: None,
                    last_good: None,
                });
            }
        }
        let mut oldest: BTreeMap<&SourceId, Timestamp> = BTreeMap::new();
        for holding in &folded.holdings {
            for quote in counted_quotes(inputs, &holding.asset) {
                let entry = oldest.entry(&quote.source).or_insert(quote.source_time);
                *entry = (*entry).min(quote.source_time);
            }
        }
        for (source, as_of) in oldest {
            if inputs.at.since(as_of) > OLD_PRICE {
                self.stale.push(StaleSource {
                    source: source.clone(),
                    name: inputs.source_name(source),
                    as_of,
                    account: None,
                    code: OUTDATED.to_owned(),
                    text: "Some of its prices are out of date.".to_owned(),
                });
            }
        }
    }
}

fn counted_quotes<'a>(inputs: &'a Inputs, asset: &AssetId) -> impl Iterator<Item = &'a ports::Quote> {
    let considered = match inputs.decisions.get(asset) {
        Some(Decision::Priced(priced)) => priced.considered.as_slice(),
        Some(Decision::Unpriced { .. }) | None => &[],
    };
    considered.iter().filter(|one| one.counts()).map(Considered::quote)
}
