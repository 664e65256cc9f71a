//! With which services the caller exchanged value.

use axum::extract::State;
use domain::ledger::{CounterpartyReport, CounterpartySum, CounterpartyVolume, FigurePart, FlowSubject};
use ports::Owner;

use super::bodies::FlowScope;
use super::counterparty_bodies::{
    CounterPartyData, CounterPartyRequest, CounterPartyRow, UnlabelledVolume, VolumeContract, VolumePair, VolumePeriod,
    VolumeTotals,
};
use super::span::{SpanFigures, chain_rows, criteria};
use crate::App;
use crate::body::Body;
use crate::caller::Viewer;
use crate::envelope::{Answer, Envelope, answers};
use crate::routes::entry::count;
use crate::routes::report::ReportChain;
use crate::routes::report_span::window;
use crate::wire::{Figures, currency};

/// The most pairs and contracts of a service that are listed.
const MOST_PARTS: usize = 20;

/// Returns with which services value was exchanged: how much, when, what for what, and what it cost.
///
/// Only services that a public list or the caller names have a row; what was exchanged with other addresses is counted apart. Movements
/// between own accounts are in neither. It accepts the token of a share session as `get-profit-loss` does.
#[utoipa::path(post, path = "/wallet/transaction/get-counter-party-volume-traded", tag = "report",
    operation_id = "getCounterPartyVolumeTraded",
    request_body(content = Option<CounterPartyRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetCounterPartyVolumeTradedAnswer)))]
pub async fn get_counter_party_volume_traded(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<CounterPartyRequest>,
) -> Answer<CounterPartyData> {
    let currency = currency(request.currency_code.as_deref())?;
    let span = (request.start_datetime, request.end_datetime);
    let window = window(&app, span, &request.chains)?;
    let (report, owner) = match viewer {
        Viewer::Caller(caller) => {
            let ledgers = app.tracker().ledgers();
            let report = ledgers.counterparties(&caller, &window, &currency).await?;
            (report, Some(Owner::User(caller.user)))
        }
        Viewer::Visitor(visitor) => {
            let shares = app.tracker().shares();
            (shares.counterparties(&visitor, &window, &currency).await?, None)
        }
    };
    Ok(Envelope::of(data(&app, &report, figures(&report, owner))))
}

fn data(app: &App, report: &CounterpartyReport, figures: Vec<(String, String)>) -> CounterPartyData {
    CounterPartyData {
        counter_party_volume_traded: report.rows.iter().map(|one| row(app, one)).collect(),
        unlabelled: UnlabelledVolume {
            addresses: count(report.unlabelled_addresses),
            total: (&report.unlabelled).into(),
        },
        total: (&report.total).into(),
        days: report.days.iter().map(ToString::to_string).collect(),
        group_criteria: criteria(report.length),
        scope: FlowScope {
            start: report.window.from.map(Into::into),
            end: report.end.into(),
            time_zone: report.zone.to_string(),
            currency_code: report.currency.to_string(),
            chains: chain_rows(app, &report.chains),
            coverage: (&report.coverage).into(),
            figures: Figures(figures),
        },
    }
}

/// Returns the ids of the volumes of services.
fn figures(report: &CounterpartyReport, owner: Option<Owner>) -> Vec<(String, String)> {
    let figures = SpanFigures::of(owner, &report.window, &report.currency).zip(FlowSubject::of(&report.window));
    let Some((figures, subject)) = figures else {
        return Vec::new();
    };
    let rows = report.rows.iter().enumerate();
    rows.map(|(place, row)| {
        let subject = subject.with_service(&row.name);
        let id = figures.id(&subject, FigurePart::Volume, row.sum.volume.known.amount());
        (format!("/counter_party_volume_traded/{place}/total_volume/value"), id)
    })
    .collect()
}

fn row(app: &App, row: &CounterpartyVolume) -> CounterPartyRow {
    let (source, date) = row.source.clone().unzip();
    let pairs = row.pairs.iter().take(MOST_PARTS);
    let contracts = row.contracts.iter().take(MOST_PARTS);
    let periods = row.periods.iter();
    CounterPartyRow {
        name: row.name.clone(),
        kind: row.kind.map(|kind| kind.code().to_owned()),
        source,
        source_date: date.map(|date| date.to_string()),
        total: (&row.sum).into(),
        periods: periods
            .map(|(day, sum)| VolumePeriod {
                first_day: day.to_string(),
                total: sum.into(),
            })
            .collect(),
        pairs: pairs
            .map(|((given, got), sum)| VolumePair {
                given: given.clone(),
                got: got.clone(),
                total: sum.into(),
            })
            .collect(),
        contracts: contracts
            .map(|(contract, sum)| VolumeContract {
                chain: ReportChain::of(app, &contract.0),
                address: contract.1.to_string(),
                own_label: row.own_labels.contains(contract),
                total: sum.into(),
            })
            .collect(),
    }
}

impl From<&CounterpartySum> for VolumeTotals {
    fn from(sum: &CounterpartySum) -> Self {
        Self {
            total_volume: sum.volume.into(),
            total_fees: sum.fees.into(),
            total_count: i64::from(sum.entries),
        }
    }
}

answers! {
    GetCounterPartyVolumeTradedAnswer = CounterPartyData,
}
