//! Converts accounts at exchanges to rows of the wire.

use domain::connection::{ConnectedAccount, ConnectionState, KeySummary, KeyWarning};
use ports::failure::Failure;
use ports::{ExchangeProfile, KeyEnd, KeyNetwork, OAuthProfile, OAuthScope};

use super::bodies::{
    ExchangeAccountRow, ExchangeAccountState, ExchangeField, ExchangeKeyRow, ExchangeProfileRow, FileFormRow,
    KeyWarningRow, OAuthProfileRow, OAuthScopeRow,
};
use crate::App;
use crate::mark;
use crate::routes::entry::count;
use crate::wire::Reason;

pub fn profile_row(app: &App, profile: &ExchangeProfile, accounts: &[ConnectedAccount]) -> ExchangeProfileRow {
    let chain = app.tracker().ports().chains.get(&profile.id);
    let fields = profile.fields.iter().map(|field| ExchangeField {
        name: field.name.clone(),
        label: field.label.clone(),
        secret: field.is_secret,
    });
    let files = profile.files.iter().map(|form| FileFormRow {
        name: form.name.clone(),
        place: form.place.clone(),
    });
    ExchangeProfileRow {
        exchange: chain.map_or_else(|| profile.id.to_string(), |chain| chain.code.clone()),
        name: profile.source.name.clone(),
        website: profile.source.website.clone(),
        mark: mark::of_chain(&profile.id),
        fields: fields.collect(),
        steps: profile.steps.clone(),
        not_read: profile.not_read.clone(),
        files: files.collect(),
        oauth: profile.oauth.as_ref().map(oauth_row),
        has_markets: profile.has_markets,
        account_count: count(accounts.iter().filter(|one| one.exchange == profile.id).count()),
    }
}

fn oauth_row(oauth: &OAuthProfile) -> OAuthProfileRow {
    let scope = |scope: &OAuthScope| OAuthScopeRow {
        name: scope.name.clone(),
        label: scope.label.clone(),
    };
    OAuthProfileRow {
        scopes: oauth.scopes.iter().map(scope).collect(),
        steps: oauth.steps.clone(),
        ending: oauth.ending.clone(),
        menu: oauth.menu.clone(),
        not_read: oauth.not_read.clone(),
    }
}

pub fn account_row(app: &App, account: &ConnectedAccount) -> ExchangeAccountRow {
    let chain = app.tracker().ports().chains.get(&account.exchange);
    let (state, failure) = match &account.state {
        ConnectionState::Reading => (ExchangeAccountState::Reading, None),
        ConnectionState::Connected => (ExchangeAccountState::Connected, None),
        ConnectionState::Failing(failure) => (ExchangeAccountState::Failing, Some(failure)),
        ConnectionState::NeedsAttention(failure) => (ExchangeAccountState::NeedsAttention, Some(failure)),
        ConnectionState::FromFiles => (ExchangeAccountState::FromFiles, None),
    };
    ExchangeAccountRow {
        exchange: chain.map_or_else(|| account.exchange.to_string(), |chain| chain.code.clone()),
        exchange_name: chain.map_or_else(|| account.exchange.to_string(), |chain| chain.name.clone()),
        account_name: account.wallet.label(),
        wallet_address: account.wallet.key().to_owned(),
        key: account.key.as_ref().map(key_row),
        state,
        reason: failure.map(reason),
        retry_on: failure.and_then(|failure| failure.retry_at).map(Into::into),
        read_on: account.read_at.map(Into::into),
    }
}

fn reason(failure: &Failure) -> Reason {
    let text = match failure.code.key_problem() {
        Some(problem) => format!("{} {}", failure.text, problem.next_step()),
        None => failure.text.clone(),
    };
    Reason::new(failure.code.as_str(), text)
}

fn key_row(key: &KeySummary) -> ExchangeKeyRow {
    let granted = key.rights.granted.iter().flatten();
    let (is_bound, addresses) = match &key.rights.network {
        KeyNetwork::NotStated => (None, Vec::new()),
        KeyNetwork::Any => (Some(false), Vec::new()),
        KeyNetwork::Only(addresses) => (Some(true), addresses.clone()),
    };
    let ends_on = match key.rights.end {
        KeyEnd::At(end) => Some(end.into()),
        KeyEnd::Never | KeyEnd::NotStated => None,
    };
    ExchangeKeyRow {
        is_granted: key.is_granted,
        key_end: key.shown_end.clone(),
        is_stated: key.rights.is_stated(),
        rights: granted.map(|right| right.name.clone()).collect(),
        is_bound,
        addresses,
        ends_on,
        warnings: key.warnings.iter().map(warning_row).collect(),
        checked_on: key.checked_at.into(),
        created_on: key.created_at.into(),
    }
}

pub fn warning_row(warning: &KeyWarning) -> KeyWarningRow {
    KeyWarningRow {
        code: warning.code().to_owned(),
        text: warning.to_string(),
    }
}
