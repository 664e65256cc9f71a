//! Insights as bodies.

use domain::insight::{
    ArithmeticTerm, InsightFigure, InsightLifecycle, InsightPart, InsightReport, InsightRule, InsightSeverity,
    KnownInsight, NotEvaluated, RULES, Threshold,
};
use ports::Amount;

use super::bodies::{
    InsightRow, InsightRuleRow, InsightSeverityCode, InsightTerm, InsightThreshold, NotEvaluatedRow, PutAwayInsight,
    SentencePart, SentencePartKind, WalletInsightsData,
};
use crate::wire::{Decimal, Figures};

/// Returns the response for a report.
pub fn data((report, lifecycle): &(InsightReport, InsightLifecycle)) -> WalletInsightsData {
    WalletInsightsData {
        insights: lifecycle.listed.iter().map(|known| insight(known, report)).collect(),
        minor: report.minor.into(),
        beyond_plan: lifecycle.beyond_plan.into(),
        unconfirmed: lifecycle.unconfirmed.into(),
        put_away: lifecycle.put_away.iter().filter_map(put_away).collect(),
        checked: report.checked.into(),
        not_evaluated: report.not_evaluated.iter().map(not_evaluated).collect(),
        rules: RULES.into_iter().map(|one| rule(one, report)).collect(),
        evaluated_on: report.at.into(),
        currency_code: report.currency.to_string(),
        figures: figures(&lifecycle.listed),
    }
}

/// Returns the figure of each term that one explains, by its place in the response.
fn figures(listed: &[KnownInsight]) -> Figures {
    let mut figures: Vec<(String, String)> = Vec::new();
    for (at, known) in listed.iter().enumerate() {
        for (place, term) in known.insight.finding.arithmetic.iter().enumerate() {
            let Some(figure) = &term.figure else { continue };
            let id = match figure {
                InsightFigure::Valuation(id) => id.to_string(),
                InsightFigure::Ledger(id) => id.to_string(),
            };
            figures.push((format!("/insights/{at}/arithmetic/{place}/value/value"), id));
        }
    }
    Figures(figures)
}

fn put_away(known: &KnownInsight) -> Option<PutAwayInsight> {
    let found = &known.insight.finding;
    let choice = known.choice?;
    Some(PutAwayInsight {
        rule: known.insight.rule.id.to_owned(),
        subject: found.subject.key.clone(),
        subject_name: found.subject.name.clone(),
        title: found.sentence.iter().map(part).collect(),
        until: choice.until.map(Into::into),
        decided_on: choice.decided_at.into(),
    })
}

fn insight(known: &KnownInsight, report: &InsightReport) -> InsightRow {
    let (rule, found) = (known.insight.rule, &known.insight.finding);
    InsightRow {
        insight_type: rule.insight_type.number().into(),
        type_name: rule.insight_type.name().to_owned(),
        sub_type: rule.risk.map(|risk| risk.number().into()),
        sub_type_name: rule.risk.map(|risk| risk.name().to_owned()),
        rule: rule.id.to_owned(),
        severity: severity(found.severity),
        title: found.sentence.iter().map(part).collect(),
        sub_title: rule.title.to_owned(),
        subject: found.subject.key.clone(),
        subject_name: found.subject.name.clone(),
        figure: part(&found.figure),
        arithmetic: found.arithmetic.iter().map(term).collect(),
        threshold: threshold((rule.id, found.threshold), found.limit, report),
        change: found.change.iter().map(part).collect(),
        caveats: found.caveats.clone(),
        as_of: found.as_of.map(Into::into),
        found_on: known.found_at.into(),
        at_stake: found.at_stake.map(Decimal::money),
    }
}

fn severity(severity: InsightSeverity) -> InsightSeverityCode {
    match severity {
        InsightSeverity::Info => InsightSeverityCode::Info,
        InsightSeverity::Low => InsightSeverityCode::Low,
        InsightSeverity::Medium => InsightSeverityCode::Medium,
        InsightSeverity::High => InsightSeverityCode::High,
        InsightSeverity::Critical => InsightSeverityCode::Critical,
    }
}

fn term(term: &ArithmeticTerm) -> InsightTerm {
    InsightTerm {
        sign: term.sign.sign().to_owned(),
        label: term.label.clone(),
        value: part(&term.value),
    }
}

fn part(part: &InsightPart) -> SentencePart {
    let number = part.amount().map(Decimal::money);
    let named = |kind, text: String| SentencePart {
        kind,
        text,
        value: None,
        asset: None,
        chain: None,
        time: None,
    };
    match part {
        InsightPart::Text(words) => named(SentencePartKind::Text, words.clone()),
        InsightPart::Money(amount) => numeric(SentencePartKind::Money, *amount, number),
        InsightPart::Percent(amount) => numeric(SentencePartKind::Percent, *amount, number),
        InsightPart::Number(amount) => numeric(SentencePartKind::Number, *amount, number),
        InsightPart::Quantity(amount) => numeric(SentencePartKind::Quantity, *amount, number),
        InsightPart::Asset { asset, symbol } => SentencePart {
            asset: Some(asset.into()),
            ..named(SentencePartKind::Asset, symbol.clone())
        },
        InsightPart::Protocol(place) => named(SentencePartKind::Protocol, place.to_string()),
        InsightPart::Network { chain, name } => SentencePart {
            chain: Some(chain.into()),
            ..named(SentencePartKind::Network, name.clone())
        },
        InsightPart::Date(at) => SentencePart {
            time: Some((*at).into()),
            ..named(SentencePartKind::Date, at.day())
        },
    }
}

fn numeric(kind: SentencePartKind, amount: Amount, value: Option<Decimal>) -> SentencePart {
    SentencePart {
        kind,
        text: amount.rounded_visibly(2).to_string(),
        value,
        asset: None,
        chain: None,
        time: None,
    }
}

fn threshold((rule, threshold): (&str, &Threshold), limit: Amount, report: &InsightReport) -> InsightThreshold {
    let chosen = report.choices.limits.get(&(rule.to_owned(), threshold.name.to_owned()));
    InsightThreshold {
        name: threshold.name.to_owned(),
        text: threshold.text.to_owned(),
        side: threshold.side.words().to_owned(),
        unit: threshold.unit.code().to_owned(),
        limit: Decimal::money(limit),
        default: Decimal::exact(threshold.default_amount()),
        chosen: chosen.copied().map(Decimal::exact),
    }
}

fn rule(rule: &'static InsightRule, report: &InsightReport) -> InsightRuleRow {
    let thresholds = rule.thresholds.iter();
    InsightRuleRow {
        id: rule.id.to_owned(),
        title: rule.title.to_owned(),
        insight_type: rule.insight_type.number().into(),
        sub_type: rule.risk.map(|risk| risk.number().into()),
        enabled: !report.choices.off.contains(rule.id),
        thresholds: thresholds
            .map(|one| threshold((rule.id, one), report.limit(rule, one), report))
            .collect(),
    }
}

fn not_evaluated((rule, reason): &(&'static InsightRule, NotEvaluated)) -> NotEvaluatedRow {
    NotEvaluatedRow {
        rule: rule.id.to_owned(),
        code: reason.code.to_owned(),
        text: reason.text.clone(),
    }
}
