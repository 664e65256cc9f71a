//! Coverage: what a total knows and what it does not, folded over the same holdings as the total.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Amount, AssetId, Day, SourceId, Timestamp, failure::Failure};

use crate::{
    currency::{self, Basis, NoRate},
    price::{Considered, Decision, Priced, QuoteStatus},
    reason::Reason,
    valuation::{
        compute::{fold::Folded, gap::Gap, holding::Outcome, labels, quote_labels},
        inputs::{
            missed::NotLookedFor,
            types::{Inputs, OLD_PRICE},
            unread::UnreadWallet,
        },
        report::asset_line::{self, Assumed},
    },
};

/// Why a reading is old although nothing failed.
const NOT_READ_AGAIN: &str = "not_read_again";
/// Why prices and rates are old.
const OUTDATED: &str = "outdated";
/// Rates of so many days ago are old: weekends and holidays leave out five at most.
const OLD_RATES: i64 = 5;

/// What a total knows and what it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The money that is known, unrounded.
    pub known: Amount,
    /// How many holdings have a price.
    pub priced: u32,
    /// Holdings that are not counted, with their quantities.
    pub unpriced: Vec<UnpricedHolding>,
    /// Sources that failed and left nothing to go on.
    pub failed: Vec<FailedSource>,
    /// Sources whose last good answer is old.
    pub stale: Vec<StaleSource>,
    /// Quotes that are held back although the asset has a price.
    pub held_back: Vec<HeldQuote>,
    /// How many holdings are left out on purpose.
    pub hidden: u32,
    /// How many accounts have not answered yet for the first time, or still wait for a list or an explorer that names
    /// their tokens, and how many extended public keys are still searched.
    pub reading: u32,
    /// Wallets that are not read.
    pub unread: Vec<UnreadWallet>,
    /// Chains on which not everything is looked for.
    pub not_looked_for: Vec<NotLookedFor>,
    /// Holdings that have a price and no money in the currency; `None` when every priced holding has.
    pub unconverted: Option<Unconverted>,
}

/// Holdings that have a price in dollars and no money in the currency of the valuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconverted {
    /// How many.
    pub holdings: u32,
    /// Why.
    pub reason: Reason,
}

/// A holding that is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpricedHolding {
    /// What is held.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// Where.
    pub account: AccountId,
    /// How much in whole units, where that is known.
    pub amount: Option<Amount>,
    /// How much in the smallest unit, where the decimals are not known.
    pub raw: Option<String>,
    /// The decimals that a list states, where the contract states none.
    pub assumed: Option<Assumed>,
    /// Why it is not counted.
    pub gap: Gap,
    /// The same for people.
    pub reason: Reason,
}

/// A source that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedSource {
    /// Which source.
    pub source: SourceId,
    /// Name for people.
    pub name: String,
    /// What went wrong and when it is tried again.
    pub failure: Failure,
    /// The account that waits behind it.
    pub account: Option<AccountId>,
    /// When it last answered.
    pub last_good: Option<Timestamp>,
}

/// A source whose last good answer is old.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleSource {
    /// Which source.
    pub source: SourceId,
    /// Name for people.
    pub name: String,
    /// Of when the answer is.
    pub as_of: Timestamp,
    /// The account it is about.
    pub account: Option<AccountId>,
    /// Why there is no newer answer, as a stable code.
    pub code: String,
    /// A sentence for people.
    pub text: String,
}

/// A quote that is held back although the asset has a price: others agree, and this one contradicts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldQuote {
    /// Of which asset.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// Who said it.
    pub source: SourceId,
    /// Name of the source for people.
    pub source_name: String,
    /// What it comes to, in dollars.
    pub quoted: Amount,
    /// Why it does not count.
    pub reason: Reason,
}

impl Coverage {
    /// Whether nothing is missing: everything was looked for, every wallet is read, and every account has answered lately
    /// with what has a price.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.stale.is_empty() && !self.is_missing() && self.unconverted.is_none()
    }

    /// Whether something is in no sum, or may be.
    fn is_missing(&self) -> bool {
        !self.unpriced.is_empty()
            || !self.failed.is_empty()
            || !self.unread.is_empty()
            || !self.not_looked_for.is_empty()
            || self.reading > 0
    }

    /// What all of it is worth, as far as that is known. Where nothing is priced that is zero only if nothing is missing:
    /// else nobody knows, and a zero would be invented.
    #[must_use]
    pub fn total(&self) -> Option<Amount> {
        let unconverted = self.unconverted.as_ref().map_or(0, |one| one.holdings);
        let is_missing = unconverted > 0 || self.is_missing();
        (self.priced > unconverted || !is_missing).then_some(self.known)
    }

    /// Counts what a fold came to, and how its sources are.
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
            not_looked_for: inputs.missed.not_looked_for.clone(),
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
                    reason: labels::reason(inputs, gap),
                }),
            }
        }
        coverage.count_accounts(inputs);
        coverage.count_price_sources(inputs, folded);
        coverage.count_rates(inputs);
        coverage
    }

    /// Counts a holding that has a price and no money in the currency.
    fn count_unconverted(&mut self, inputs: &Inputs, why: NoRate) {
        self.priced += 1;
        let unconverted = self.unconverted.get_or_insert_with(|| Unconverted {
            holdings: 0,
            reason: labels::no_money(inputs, why),
        });
        unconverted.holdings += 1;
    }

    fn count_accounts(&mut self, inputs: &Inputs) {
        for account in &inputs.accounts {
            let name = || format!("{} on {}", account.label, inputs.chain_name(&account.id.chain));
            self.reading += u32::from(account.is_being_read());
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

    /// Rates of a day before the longest row of holidays are old, though they still count.
    fn count_rates(&mut self, inputs: &Inputs) {
        let Basis::Fixing(fixing) = &inputs.conversion.basis else {
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

    /// A price source that failed matters when something is held that needs a price; one whose quotes are old matters
    /// when they count.
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

/// What is held back of everything that is held and shown, each asset and source once.
fn held_back(inputs: &Inputs, folded: &Folded) -> Vec<HeldQuote> {
    let shown = folded.holdings.iter();
    let shown: BTreeSet<&AssetId> = shown
        .filter(|holding| !matches!(holding.outcome, Outcome::Hidden(_)))
        .map(|holding| &holding.asset)
        .collect();
    let quotes = shown.into_iter().flat_map(|asset| match inputs.decisions.get(asset) {
        Some(Decision::Priced(priced)) => held_quotes(inputs, asset, priced),
        Some(Decision::Unpriced { .. }) | None => Vec::new(),
    });
    quotes.collect()
}

fn held_quotes(inputs: &Inputs, asset: &AssetId, priced: &Priced) -> Vec<HeldQuote> {
    let held = priced
        .considered
        .iter()
        .filter(|one| one.status == QuoteStatus::HeldBack);
    held.filter_map(|one| {
        Some(HeldQuote {
            asset: asset.clone(),
            symbol: inputs.symbol(asset),
            name: inputs.name(asset),
            source: one.quote().source.clone(),
            source_name: inputs.source_name(&one.quote().source),
            quoted: one.value?,
            reason: quote_labels::status_reason(one, Some(priced.value))?,
        })
    })
    .collect()
}

fn counted_quotes<'a>(inputs: &'a Inputs, asset: &AssetId) -> impl Iterator<Item = &'a ports::Quote> {
    let considered = match inputs.decisions.get(asset) {
        Some(Decision::Priced(priced)) => priced.considered.as_slice(),
        Some(Decision::Unpriced { .. }) | None => &[],
    };
    considered.iter().filter(|one| one.counts()).map(Considered::quote)
}
