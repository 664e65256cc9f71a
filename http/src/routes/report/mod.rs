//! Reports over the caller's ledger, or over that of a shared portfolio.

mod bodies;
mod export;

pub use bodies::*;

use axum::extract::State;
use domain::accounting::{PartialSum, rule_text};
use domain::ledger::{
    ChangedGain, CostTable, CostTableRow, EVERYTHING_HELD, FigurePart, LedgerFigureId, MethodRow, MethodTable,
    entry_reference,
};
use ports::{Amount, ApiKeyScope, Owner};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::{SessionCaller, Viewer};
use crate::calls::Calls;
use crate::csv_file::export_call;
use crate::envelope::{Answer, Envelope, answers};
use crate::mark;
use crate::problem::Code;
use crate::routes::entry::count;
use crate::wire::{Decimal, Figures, currency};

/// The calls of this file.
pub fn router() -> Calls {
    let read = || {
        Call::read(Access::AnyUser)
            .shared()
            .scope(ApiKeyScope::Ledger)
            .problems(&[Code::NotFound])
            .computes()
    };
    Calls::default()
        .add(read(), routes!(get_average_cost_basis))
        .add(read(), routes!(get_cost_methods))
        .add(export_call(), routes!(export::export_average_cost_basis))
        .add(
            Call::read(Access::AnyUser).problems(&[Code::NotFound]).computes(),
            routes!(get_removal_effects),
        )
}

/// Returns what everything that is held cost, what it is worth today, and what selling it would realize.
///
/// Costs follow the caller's rules (`get-settings`). With the token of a share session of a portfolio it returns the same for its
/// public addresses, by the default rules and without what its owner added.
#[utoipa::path(post, path = "/wallet/user-wallet/get-average-cost-basis", tag = "report", operation_id = "getAverageCostBasis",
    request_body(content = CostBasisRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAverageCostBasisAnswer)))]
async fn get_average_cost_basis(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<CostBasisRequest>,
) -> Answer<CostBasisData> {
    let currency = currency(request.currency_code.as_deref())?;
    let (table, owner) = match viewer {
        Viewer::Caller(caller) => {
            let table = app.tracker().ledgers().cost_table(&caller, &currency).await?;
            (table, Some(Owner::User(caller.user)))
        }
        Viewer::Visitor(visitor) => (app.tracker().shares().cost_table(&visitor, &currency).await?, None),
    };
    let figures = owner.map_or_else(Vec::new, |owner| table_figures(&table, owner));
    Ok(Envelope::of(cost_basis_data(&app, &table, Figures(figures))))
}

/// Returns what each method makes of the same history: cost, and gains of what was and would be sold.
///
/// The other rules are those of the caller (`get-settings`). It accepts the token of a share session as `get-average-cost-basis` does.
#[utoipa::path(post, path = "/wallet/user-wallet/get-cost-methods", tag = "report", operation_id = "getCostMethods",
    request_body(content = CostBasisRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetCostMethodsAnswer)))]
async fn get_cost_methods(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<CostBasisRequest>,
) -> Answer<CostMethodsData> {
    let currency = currency(request.currency_code.as_deref())?;
    let (table, owner) = match viewer {
        Viewer::Caller(caller) => {
            let table = app.tracker().ledgers().methods(&caller, &currency).await?;
            (table, Some(Owner::User(caller.user)))
        }
        Viewer::Visitor(visitor) => (app.tracker().shares().methods(&visitor, &currency).await?, None),
    };
    let figures = owner.map_or_else(Vec::new, |owner| method_figures(&table, owner));
    let scope = rule_text::SCOPE;
    Ok(Envelope::of(CostMethodsData {
        methods: table.rows.iter().map(|row| method_row(&table, row)).collect(),
        scope: scope.choice(&table.rules).to_owned(),
        scope_name: scope.choice_name(&table.rules).to_owned(),
        disposals: count(table.disposals),
        since: table.since.map(Into::into),
        currency_code: table.currency.to_string(),
        coverage: (&table.coverage).into(),
        figures: Figures(figures),
    }))
}

/// Returns the ids of the figures of each method.
fn method_figures(table: &MethodTable, owner: Owner) -> Vec<(String, String)> {
    let of_row = |(number, row): (u16, &MethodRow)| {
        [
            ("cost_basis", FigurePart::MethodCost(number), row.cost),
            ("unrealized", FigurePart::MethodUnrealized(number), row.unrealized),
            ("realized", FigurePart::MethodRealized(number), row.realized),
            ("total_gain", FigurePart::MethodTotal(number), row.total),
        ]
        .map(|(name, part, sum)| {
            let value = (sum.known.amount(), &table.currency);
            let id = LedgerFigureId::about(owner, EVERYTHING_HELD, part, value);
            (format!("/methods/{number}/{name}/value"), id.to_string())
        })
    };
    (0..).zip(&table.rows).flat_map(of_row).collect()
}

/// Returns which gains of the caller's other wallets change when a wallet is removed.
///
/// What it gave them then arrived from elsewhere, and what they gave it is disposed of. Adding it again restores the gains.
#[utoipa::path(post, path = "/wallet/ledger/get-removal-effects", tag = "report", operation_id = "getRemovalEffects",
    request_body(content = RemovalEffectsRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetRemovalEffectsAnswer)))]
async fn get_removal_effects(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<RemovalEffectsRequest>,
) -> Answer<RemovalEffectsData> {
    let currency = currency(request.currency_code.as_deref())?;
    let ledgers = app.tracker().ledgers();
    let effects = ledgers
        .removal_effects(&caller, &request.wallet_address, &currency)
        .await?;
    Ok(Envelope::of(RemovalEffectsData {
        changed_count: count(effects.changed),
        newest: effects.newest.iter().map(changed_gain).collect(),
        currency_code: effects.currency.to_string(),
    }))
}

fn changed_gain(gain: &ChangedGain) -> ChangedGainRow {
    ChangedGainRow {
        entry: entry_reference(&gain.entry),
        time: gain.time.into(),
        symbol: gain.symbol.clone(),
        before: gain.before.map(Decimal::money),
        after: gain.after.map(Decimal::money),
    }
}

fn method_row(table: &MethodTable, row: &MethodRow) -> CostMethodRow {
    let rules = ports::CostRules {
        method: row.method,
        ..table.rules
    };
    CostMethodRow {
        method: row.method.code().to_owned(),
        name: rule_text::METHOD.choice_name(&rules).to_owned(),
        text: rule_text::METHOD.text(&rules).to_owned(),
        in_use: row.method == table.rules.method,
        cost_basis: row.cost.into(),
        unrealized: row.unrealized.into(),
        realized: row.realized.into(),
        total_gain: row.total.into(),
    }
}

fn cost_basis_data(app: &App, table: &CostTable, figures: Figures) -> CostBasisData {
    CostBasisData {
        assets: table.rows.iter().map(|row| cost_basis_row(app, row)).collect(),
        total_count: count(table.rows.len()),
        unlisted: count(table.unlisted),
        cost_basis: table.cost.into(),
        current_value: table.value.into(),
        gain_loss: table.gain.into(),
        method: table.rules.method.code().to_owned(),
        method_name: rule_text::METHOD.choice_name(&table.rules).to_owned(),
        rules_text: table.rules_text.clone(),
        currency_code: table.currency.to_string(),
        assumed_share: table.assumed_share.map(Decimal::exact),
        coverage: (&table.coverage).into(),
        figures,
    }
}

fn cost_basis_row(app: &App, row: &CostTableRow) -> CostBasisRow {
    let price = row.price.as_ref();
    CostBasisRow {
        asset: (&row.asset).into(),
        symbol: row.symbol.clone(),
        name: row.name.clone(),
        mark: mark::of_asset(&row.asset),
        chain: ReportChain::of(app, &row.chain),
        is_position: row.is_position,
        amount: row.quantity.map(Decimal::exact),
        unknown_amount: Decimal::exact(row.unknown),
        average_cost_price: row.average.map(Decimal::money),
        current_price: price.ok().map(|today| Decimal::money(today.price)),
        price_reason: price.err().cloned().map(Into::into),
        cost_basis: row.cost.map(Decimal::money),
        assumed_cost: Decimal::money(row.assumed),
        current_value: row.value.map(Decimal::money),
        gain_loss: row.gain.map(Decimal::money),
        gain_loss_percentage: row.gain_percent().map(Decimal::exact),
    }
}

/// Returns the ids of the figures of a table.
fn table_figures(table: &CostTable, owner: Owner) -> Vec<(String, String)> {
    let of = |subject: &str, part, value: Amount| {
        LedgerFigureId::about(owner, subject, part, (value, &table.currency)).to_string()
    };
    let total = |(name, part, sum): (&str, FigurePart, PartialSum)| {
        (format!("/{name}/value"), of(EVERYTHING_HELD, part, sum.known.amount()))
    };
    let totals = [
        ("cost_basis", FigurePart::TotalCost, table.cost),
        ("current_value", FigurePart::TotalValue, table.value),
        ("gain_loss", FigurePart::TotalGain, table.gain),
    ];
    let rows = table.rows.iter().enumerate().flat_map(|(index, row)| {
        let parts = [
            ("cost_basis", FigurePart::HeldCost, row.cost),
            ("average_cost_price", FigurePart::HeldAverage, row.average),
            ("current_value", FigurePart::HeldValue, row.value),
            ("gain_loss", FigurePart::HeldGain, row.gain),
        ];
        let known = parts
            .into_iter()
            .filter_map(|(name, part, value)| Some((name, part, value?)));
        known.map(move |(name, part, value)| (format!("/assets/{index}/{name}"), of(&row.subject(), part, value)))
    });
    totals.into_iter().map(total).chain(rows).collect()
}

impl From<PartialSum> for PartialTotal {
    fn from(sum: PartialSum) -> Self {
        Self {
            value: Decimal::money(sum.known.amount()),
            left_out: i64::from(sum.left_out),
        }
    }
}

answers! {
    GetAverageCostBasisAnswer = CostBasisData,
    GetCostMethodsAnswer = CostMethodsData,
    GetRemovalEffectsAnswer = RemovalEffectsData,
}
