//! How far the two sides of a transfer may differ: from the file, or from the environment, which takes precedence.

use std::collections::BTreeMap;

use ports::transfer_match::MatchSettings;
use serde::Deserialize;
use toml::Value;

use super::{document::Document, error::ConfigError, settings::Config};

const PERCENT: &str = "a percentage from 0 to 10 such as 1.5";
const HOURS: &str = "a whole number of hours from 0 to 48 such as 4";

/// The table of the file. Values may be in quotes.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TransferMatchToml {
    percent: Option<Value>,
    hours: Option<Value>,
}

pub(super) fn read_file(
    config: &mut Config,
    document: Document<'_>,
    toml: TransferMatchToml,
) -> Result<(), ConfigError> {
    let text = |value: Value| value.to_string().trim_matches('"').to_owned();
    let wrong = |key: &str, form: &str| document.wrong(&format!("transfer_match.{key}"), format!("is not {form}"));
    if let Some(value) = toml.percent {
        let settings = with_percent(&config.transfer_match, &text(value));
        config.transfer_match = settings.ok_or_else(|| wrong("percent", PERCENT))?;
    }
    if let Some(value) = toml.hours {
        let settings = with_hours(&config.transfer_match, &text(value));
        config.transfer_match = settings.ok_or_else(|| wrong("hours", HOURS))?;
    }
    Ok(())
}

pub(super) fn read_variables(config: &mut Config, environment: &BTreeMap<String, String>) -> Result<(), ConfigError> {
    let get = |name: &str| {
        let value = environment.get(name).map(|value| value.trim());
        value.filter(|value| !value.is_empty())
    };
    let wrong = |name, text: &str, form: &str| ConfigError::Variable {
        name,
        why: format!("is {text:?}, which is not {form}"),
    };
    if let Some(text) = get("SPYHOP_TRANSFER_PERCENT") {
        let settings = with_percent(&config.transfer_match, text);
        config.transfer_match = settings.ok_or_else(|| wrong("SPYHOP_TRANSFER_PERCENT", text, PERCENT))?;
    }
    if let Some(text) = get("SPYHOP_TRANSFER_HOURS") {
        let settings = with_hours(&config.transfer_match, text);
        config.transfer_match = settings.ok_or_else(|| wrong("SPYHOP_TRANSFER_HOURS", text, HOURS))?;
    }
    Ok(())
}

fn with_percent(settings: &MatchSettings, text: &str) -> Option<MatchSettings> {
    settings.clone().with_percent(text.parse().ok()?)
}

fn with_hours(settings: &MatchSettings, text: &str) -> Option<MatchSettings> {
    settings.clone().with_hours(text.parse().ok()?)
}
