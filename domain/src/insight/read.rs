//! Reads what rules are evaluated over.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use ports::{Amount, AssetId, Chains, Currency, Day, Owner, Ports, StorageError, Timestamp, entry::EntryKind};

use crate::{
    accounting::PartialSum,
    approval::Approvals,
    caller::Caller,
    insight::{
        arithmetic::InsightFigure,
        costs::costs,
        evaluate::{InsightReport, evaluate},
        finding::NotEvaluated,
        lifecycle::{InsightLifecycle, advance, open_subjects},
        rules::{CASH_DAYS, STAKE_DAYS},
        threshold::{OpenSubjects, RuleChoices},
        view::{
            InsightView,
            arrange::{LedgerPart, arrange, count},
            spending::{ChainSpending, EarlierHoldings, FEE_DAYS, InsightSpending},
        },
    },
    ledger::{
        BookOwner, ChainFees, EntryConditions, EntryQuery, EntrySort, EntrySums, FeeReport, FigurePart, FigureSpan,
        FlowSubject, LedgerError, LedgerFigureId, Ledgers, PeriodQuery, ReportWindow, RowKind, ValueOwner,
    },
    plan::Plan,
    share::{Shares, Visitor},
    valuation::{BalanceQuery, PortfolioReport, ValuationError, Valuations},
};

/// Use cases on insights.
pub struct Insights {
    pub(super) ports: Arc<Ports>,
    valuations: Valuations,
    ledgers: Ledgers,
    shares: Shares,
    approvals: Approvals,
}

/// Whose insights are evaluated.
struct InsightOwner {
    /// What they hold and owe.
    report: PortfolioReport,
    /// Whose history it is.
    whose: ValueOwner,
    /// The owner of the figures of the ledger; `None` where none are explained.
    figures: Option<Owner>,
}

/// Why insights could not be computed.
#[derive(Debug, thiserror::Error)]
pub enum InsightError {
    /// The valuation failed.
    #[error(transparent)]
    Valuation(#[from] ValuationError),
    /// The ledger failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

const DAY: Duration = Duration::from_hours(24);

impl Insights {
    pub(crate) fn new(
        ports: Arc<Ports>,
        valuations: Valuations,
        ledgers: Ledgers,
        (shares, approvals): (Shares, Approvals),
    ) -> Self {
        Self {
            ports,
            valuations,
            ledgers,
            shares,
            approvals,
        }
    }

    /// Evaluates all rules over everything that the caller holds, compares the result with earlier ones and remembers it.
    pub async fn evaluate(
        &self,
        caller: &Caller,
        currency: &Currency,
    ) -> Result<(InsightReport, InsightLifecycle), InsightError> {
        let view = self.view(caller, currency).await?;
        let states = self.ports.stores.insight_states.of_user(caller.user).await?;
        let report = evaluate(&view, &self.choices(caller).await?, &open_subjects(&states));
        let lifecycle = advance(&states, &report);
        self.remember(caller, &lifecycle).await?;
        Ok((report, lifecycle.limited(self.limit())))
    }

    /// Evaluates all rules over what a visitor sees. What the owner put away or changed of the rules is private, so that it has no effect, and
    /// nothing is remembered.
    pub async fn evaluate_shared(
        &self,
        visitor: &Visitor,
        currency: &Currency,
    ) -> Result<(InsightReport, InsightLifecycle), InsightError> {
        let whose = self.shares.value_owner(visitor).await?;
        let report = self.valuations.balance_from(&whose.viewpoint, currency).await?;
        let owner = InsightOwner {
            report,
            whose,
            figures: None,
        };
        let view = self.view_of(&owner, currency).await?;
        let report = evaluate(&view, &RuleChoices::default(), &OpenSubjects::new());
        let lifecycle = InsightLifecycle::once(&report).limited(self.limit());
        Ok((report, lifecycle))
    }

    fn limit(&self) -> Option<usize> {
        Plan::in_force(self.ports.plans_on).insight_limit()
    }

    async fn remember(&self, caller: &Caller, lifecycle: &InsightLifecycle) -> Result<(), StorageError> {
        let InsightLifecycle {
            changed, lapsed, gone, ..
        } = lifecycle;
        if changed.is_empty() && lapsed.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let mut work = self.ports.storage.begin().await?;
        for state in changed {
            work.insight_states().set(caller.user, state).await?;
        }
        for (rule, subject) in lapsed {
            work.insight_states().choose(caller.user, rule, subject, None).await?;
        }
        for (rule, subject) in gone {
            work.insight_states().forget(caller.user, rule, subject).await?;
        }
        work.commit().await
    }

    /// Reads what the caller holds, owes and paid.
    pub(super) async fn view(&self, caller: &Caller, currency: &Currency) -> Result<InsightView, InsightError> {
        let query = BalanceQuery {
            currency: currency.clone(),
            ..BalanceQuery::default()
        };
        let owner = InsightOwner {
            report: self.valuations.balance(caller, &query).await?,
            whose: self.ledgers.value_owner(caller, &[]).await?,
            figures: Some(Owner::User(caller.user)),
        };
        self.view_of(&owner, currency).await
    }

    async fn view_of(&self, owner: &InsightOwner, currency: &Currency) -> Result<InsightView, InsightError> {
        let at = self.ports.clock.now();
        let groups = self.underlying_groups(&owner.report).await?;
        let ledger = self.ledger_part(owner, (at, currency)).await?;
        let approvals = self.approvals.report_of(&owner.whose.book, &owner.report).await?;
        Ok(arrange(&owner.report, &groups, (at, approvals), ledger))
    }

    /// Returns the groups of the coins that receipts stand for.
    async fn underlying_groups(&self, report: &PortfolioReport) -> Result<BTreeMap<AssetId, String>, StorageError> {
        let parts = report.assets.iter().flat_map(|line| &line.parts);
        let of = parts
            .filter_map(|part| part.receipt.as_ref())
            .map(|receipt| receipt.of.clone());
        self.groups(of.collect()).await
    }

    /// Returns what each of these assets has in common with the same coin on other chains.
    async fn groups(&self, of: BTreeSet<AssetId>) -> Result<BTreeMap<AssetId, String>, StorageError> {
        let of: Vec<AssetId> = of.into_iter().collect();
        let assets = self.ports.stores.assets.find(&of).await?;
        Ok(assets.into_iter().map(|asset| (asset.id, asset.group)).collect())
    }

    async fn ledger_part(
        &self,
        InsightOwner { whose, figures, .. }: &InsightOwner,
        (at, currency): (Timestamp, &Currency),
    ) -> Result<LedgerPart, LedgerError> {
        let book = &whose.book;
        let window = ReportWindow::of_span(at.minus(DAY * FEE_DAYS), at);
        let fees = self.ledgers.fees_of(book, &window, currency).await?;
        let all = self.sums(book, (&window, Vec::new()), currency).await?;
        let failed = vec![RowKind::Entry(EntryKind::Failed)];
        let failed = self.sums(book, (&window, failed), currency).await?;
        let is_complete = fees.coverage.complete;
        let mut earlier = BTreeMap::new();
        for days in [CASH_DAYS, STAKE_DAYS] {
            let held = self.held_before((whose, at), (days, is_complete), currency).await?;
            earlier.insert(days, held);
        }
        let open = self.ledgers.open_costs_of(book, currency).await?;
        let table = self.ledgers.cost_table_of(book, currency).await?;
        let groups = self
            .groups(table.rows.iter().map(|row| row.asset.clone()).collect())
            .await?;
        Ok(LedgerPart {
            spending: Ok(spending((*figures, at), &fees, (&all, &failed), &self.ports.chains)),
            earlier,
            costs: costs(&table, &groups, *figures),
            missing_costs: Ok(count(open.missing_count)),
            ending: self
                .ports
                .chains
                .all()
                .iter()
                .filter_map(|chain| Some((chain.id.clone(), chain.ending.clone()?)))
                .collect(),
        })
    }

    async fn sums(
        &self,
        book: &BookOwner,
        (window, kinds): (&ReportWindow, Vec<RowKind>),
        currency: &Currency,
    ) -> Result<EntrySums, LedgerError> {
        let query = EntryQuery {
            start: 0,
            after: None,
            limit: 0,
            conditions: EntryConditions {
                kinds,
                from: window.from,
                to: window.to,
                ..EntryConditions::default()
            },
            sort: EntrySort::Time,
            ascending: false,
            currency: currency.clone(),
        };
        self.ledgers.sums_of(book, &query).await
    }

    /// Returns what was held at the end of a day; an error where the history does not state it.
    async fn held_before(
        &self,
        (whose, at): (&ValueOwner, Timestamp),
        (days, is_complete): (u32, bool),
        currency: &Currency,
    ) -> Result<Result<EarlierHoldings, NotEvaluated>, LedgerError> {
        if !is_complete {
            let text = "The history of some accounts is not complete, so that what was held before is not known.";
            return Ok(Err(NotEvaluated::new("history_incomplete", text)));
        }
        let day = Day::of(at).plus(-i64::from(days));
        let query = PeriodQuery {
            first: day,
            last: day,
            wallets: Vec::new(),
            currency: currency.clone(),
        };
        let period = self.ledgers.value_period_of(whose, &query).await?;
        let mut held: BTreeMap<_, Amount> = BTreeMap::new();
        for row in period.rows {
            // Less than nothing was not held.
            let count = row.count.filter(|count| !count.is_negative()).unwrap_or(Amount::ZERO);
            held.insert((row.group, row.chain), count);
        }
        Ok(Ok(EarlierHoldings(held)))
    }
}

fn spending(
    (owner, at): (Option<Owner>, Timestamp),
    fees: &FeeReport,
    (all, failed): (&EntrySums, &EntrySums),
    chains: &Chains,
) -> InsightSpending {
    let (incoming, outgoing) = (volume(all, true), volume(all, false));
    let larger = if outgoing.known > incoming.known {
        outgoing
    } else {
        incoming
    };
    let mean = |one: &ChainFees| {
        let counted = one.totals.count.checked_sub(one.totals.value.left_out)?;
        let mean = one.totals.value.known.amount().div(Amount::from(counted)).ok()?;
        Some((one.chain.clone(), mean))
    };
    InsightSpending {
        until: at,
        fees: fees.total.known.amount(),
        unknown_fees: fees.total.left_out,
        figure: owner.and_then(|owner| fee_figure(owner, fees)),
        volume: larger.known.amount(),
        unknown_volume: incoming.left_out.saturating_add(outgoing.left_out),
        failed: count(failed.entries),
        failed_fees: failed.fees.known.amount(),
        unknown_failed: failed.fees.left_out,
        chains: fees.chains.iter().map(|one| chain_spending(one, chains)).collect(),
        mean_fee: fees.chains.iter().filter_map(mean).collect(),
        is_complete: fees.coverage.complete,
    }
}

fn chain_spending(one: &ChainFees, chains: &Chains) -> ChainSpending {
    let chain = chains.get(&one.chain);
    let known = one.totals.count.saturating_sub(one.totals.value.left_out);
    ChainSpending {
        chain: one.chain.clone(),
        name: chain.map_or_else(|| one.chain.to_string(), |chain| chain.name.clone()),
        parent: chain.and_then(|chain| chain.parent.clone()),
        count: known,
        fees: one.totals.value.known.amount(),
        unknown: one.totals.value.left_out,
    }
}

/// Returns what came in, or what went out. What moved between own accounts is neither.
fn volume(sums: &EntrySums, is_incoming: bool) -> PartialSum {
    let flow = &sums.flow;
    PartialSum::total(if is_incoming {
        [flow.in_external, flow.in_swap]
    } else {
        [flow.out_external, flow.out_swap]
    })
}

fn fee_figure(owner: Owner, fees: &FeeReport) -> Option<InsightFigure> {
    let span = FigureSpan::of(fees.window.from, fees.window.to?)?;
    let subject = FlowSubject::of(&fees.window)?.to_string();
    let value = (fees.total.known.amount(), &fees.currency);
    let id = LedgerFigureId::about(owner, &subject, FigurePart::Fees(span), value);
    Some(InsightFigure::Ledger(id))
}
