//! Approvals as bodies.

use domain::approval::{
    AllowanceLine, AllowanceRisk, AllowanceSize, ApprovalReport, DelegationLine, SpenderLine, UnreadApproval,
};
use ports::{Amount, ApprovalScope, allowance::AccountCode};

use super::bodies::{
    AllowanceLimit, AllowanceRiskCode, AllowanceRow, ApprovalGapRow, ApprovalsData, DelegationRow, RevokeCallRow,
    SpenderCode, SpenderRow, UnreadApprovalRow,
};
use crate::wire::{Decimal, Figures};

/// Returns the response for a report.
pub fn data(report: &ApprovalReport) -> ApprovalsData {
    ApprovalsData {
        at_risk: money(report.at_risk),
        unvalued: report.unvalued.into(),
        spenders: report.spenders.iter().map(spender).collect(),
        delegations: report.delegations.iter().map(delegation).collect(),
        unread: report.unread.iter().map(unread).collect(),
        hidden: report.hidden.into(),
        left_out: report.left_out.into(),
        accounts: report.read.into(),
        complete: report.is_complete(),
        gaps: report
            .gaps
            .iter()
            .map(|gap| ApprovalGapRow {
                code: gap.code.to_owned(),
                text: match &gap.why {
                    Some(why) => format!("{} {why}", gap.text),
                    None => gap.text.clone(),
                },
            })
            .collect(),
        as_of: report.as_of.map(Into::into),
        currency_code: report.currency.to_string(),
        figures: figures(report),
    }
}

/// Returns the figure of each value that is all of what is held, by its place in the response.
fn figures(report: &ApprovalReport) -> Figures {
    let mut figures: Vec<(String, String)> = Vec::new();
    for (at, spender) in report.spenders.iter().enumerate() {
        for (place, line) in spender.allowances.iter().enumerate() {
            if let (Some(figure), AllowanceRisk::Known(_)) = (&line.figure, line.risk) {
                figures.push((format!("/spenders/{at}/allowances/{place}/at_risk"), figure.to_string()));
            }
        }
    }
    Figures(figures)
}

fn money(amount: Option<Amount>) -> Option<Decimal> {
    amount.map(Decimal::money)
}

fn decimal(amount: Option<Amount>) -> Option<Decimal> {
    amount.map(Decimal::exact)
}

fn spender(line: &SpenderLine) -> SpenderRow {
    SpenderRow {
        chain: (&line.chain).into(),
        chain_name: line.chain_name.clone(),
        address: line.address.to_string(),
        owner: line.owner.clone(),
        code: match line.code {
            AccountCode::Key => SpenderCode::Key,
            AccountCode::Delegated(_) => SpenderCode::Delegated,
            AccountCode::Contract => SpenderCode::Contract,
        },
        at_risk: money(line.at_risk),
        unvalued: line.unvalued.into(),
        explorer_url: line.explorer_url.clone(),
        allowances: line.allowances.iter().map(allowance).collect(),
    }
}

fn allowance(line: &AllowanceLine) -> AllowanceRow {
    let (limit, amount) = match line.size {
        AllowanceSize::Unlimited => (AllowanceLimit::Unlimited, None),
        AllowanceSize::Amount(amount) => (AllowanceLimit::Amount, Some(amount)),
        AllowanceSize::Raw(_) => (AllowanceLimit::Raw, None),
        AllowanceSize::Everything => (AllowanceLimit::Everything, None),
        AllowanceSize::OneToken => (AllowanceLimit::OneToken, None),
    };
    AllowanceRow {
        address: line.account.address.to_string(),
        label: line.label.clone(),
        contract: line.contract.to_string(),
        asset: line.asset.as_ref().map(Into::into),
        symbol: line.symbol.clone(),
        token_id: match line.scope {
            ApprovalScope::Token(id) => Some(id.to_string()),
            _ => None,
        },
        via_permit2: line.scope == ApprovalScope::Permit2,
        limit,
        amount: decimal(amount),
        expires_on: line.expires_at.map(Into::into),
        held: decimal(line.held),
        price: money(line.price),
        at_risk: money(line.risk.value()),
        risk: risk(line.risk),
        as_of: line.as_of.into(),
        approved_on: line.logged_at().map(Into::into),
        transaction: line.logged.as_ref().map(|(transaction, _)| transaction.to_string()),
        revoke: RevokeCallRow {
            contract: line.revoke.contract.to_string(),
            text: line.revoke.text.clone(),
            data: line.revoke.data.clone(),
            link: line.revoke.link.clone(),
        },
    }
}

fn risk(risk: AllowanceRisk) -> AllowanceRiskCode {
    match risk {
        AllowanceRisk::Known(_) => AllowanceRiskCode::Known,
        AllowanceRisk::NotHeld => AllowanceRiskCode::NotHeld,
        AllowanceRisk::Permit2 => AllowanceRiskCode::Permit2,
        AllowanceRisk::Unpriced => AllowanceRiskCode::Unpriced,
        AllowanceRisk::UnreadBalance => AllowanceRiskCode::UnreadBalance,
        AllowanceRisk::Collection => AllowanceRiskCode::Collection,
    }
}

fn delegation(line: &DelegationLine) -> DelegationRow {
    DelegationRow {
        chain: (&line.account.chain).into(),
        chain_name: line.chain_name.clone(),
        address: line.account.address.to_string(),
        label: line.label.clone(),
        delegate: line.delegate.to_string(),
        owner: line.owner.clone(),
        explorer_url: line.explorer_url.clone(),
        as_of: line.as_of.into(),
    }
}

fn unread(line: &UnreadApproval) -> UnreadApprovalRow {
    UnreadApprovalRow {
        chain_name: line.chain_name.clone(),
        label: line.label.clone(),
        contract: line.contract.to_string(),
        spender: line.spender.to_string(),
        why: line.why.clone(),
    }
}
