//! Descriptions of fields that mean the same in every schema. A doc comment of the field itself has precedence; a field that
//! refers to a schema is described by that schema.

use serde_json::{Map, Value, json};

/// Schemas of single values. They describe the format of a field and not its meaning.
const SCALARS: [&str; 6] = ["Decimal", "Time", "Chain", "Asset", "Start", "Limit"];

/// Descriptions by field, sorted. `Schema.field` has precedence over `field`.
#[rustfmt::skip]
const FIELDS: &[(&str, &str)] = &[
    ("AssetHiddenData.hidden", "Whether the asset is hidden now."),
    ("ChainRow.id", "The chain's CAIP-2 id."),
    ("DetectChainRequest.wallet_address", "One text that may be an address."),
    ("DetectedChain.id", "The chain's CAIP-2 id."),
    ("Disclosure.purpose", "What the request was for."),
    ("Disclosure.wallet_address", "The address that was sent; null if none was."),
    ("ExplainNode.value", "The value of this step; null if it is unknown."),
    ("FailedSource.wallet_address", "The address that it was queried for; null if there is none."),
    ("FormulaTerm.value", "The value in the formula."),
    ("GetAllWalletsData.wallets", "The kinds of wallet."),
    ("IssueCounts.bad", "Issues because of which a figure is incomplete."),
    ("SharedFailure.wallet_address", "The address that it was queried for; null if there is none."),
    ("SharedStale.wallet_address", "The address that it was queried for; null if there is none."),
    ("StaleSource.wallet_address", "The address that it was queried for; null if there is none."),
    ("SyncSource.wallet_address", "The address that is read; null if the read has no address."),
    ("UserWallet.reason", "Why it is not read, for people; null if it is read."),
    ("UserWallet.reason_code", "Why it is not read, as a code; null if it is read."),
    ("WalletMetadata.id", "The chain's CAIP-2 id."),
    ("accepted", "Whether the person accepted the decimals."),
    ("added_on", "When the person added it."),
    ("address", "The address, as its chain writes it."),
    ("amount", "The quantity of the asset; null if its decimals are unknown."),
    ("anonymous", "Whether the person is anonymous, so that the session is the only way to sign in."),
    ("as_of", "The time that the data is of."),
    ("asset", "The asset's CAIP-19 id."),
    ("attempts", "How many attempts there were since the last success."),
    ("balance", "The balance 24 hours ago."),
    ("capabilities", "What it provides."),
    ("chain", "The chain's CAIP-2 id."),
    ("chain_name", "The chain's name, for people."),
    ("chains", "The chains."),
    ("change", "The change in 24 hours, in the currency of the response."),
    ("change_percent", "The change in 24 hours, in percent."),
    ("checks", "What was checked."),
    ("children", "The values that it is computed from."),
    ("code", "The chain's short code, which calls accept in place of its id."),
    ("color", "The color that the page shows it in."),
    ("conditions", "Filters of the wallets, all of which must match."),
    ("confidence", "How well the sources agree, from 0 to 1; null for the person's own price."),
    ("contract_address", "The token's contract."),
    ("count", "How many there are."),
    ("created_on", "When it was created."),
    ("credential_fields", "The credentials that it takes."),
    ("currencies", "Every currency that amounts can be shown in."),
    ("currency_code", "The currency of the amounts, by its code."),
    ("dead", "How many jobs are not retried any more."),
    ("decimals", "How many decimals the token is assumed to have."),
    ("defi_enabled", "Whether DeFi positions are read."),
    ("detail", "Details of the step, for people."),
    ("disclosures", "The requests, the newest first."),
    ("display_address", "The name that was entered for the address; null if the address itself was entered."),
    ("done", "How many units are done."),
    ("email", "The e-mail address; null while the person is anonymous."),
    ("enabled", "Whether the link is on."),
    ("explorer_url", "The page of a block explorer about it."),
    ("export_address_limit", "How many addresses one export covers; -1 is no limit."),
    ("failed", "How many failed and will be retried."),
    ("figure", "The figure's id."),
    ("file_name", "A name for the file."),
    ("finished_at", "When it last ended."),
    ("first_name", "The first name; null while the person is anonymous."),
    ("first_on", "When it was first sent."),
    ("hash", "The block's hash."),
    ("help", "Where to find it."),
    ("hidden", "The holdings hidden by rules or by the person, which are not part of the total."),
    ("host", "The host that the request went to."),
    ("id", "A stable id."),
    ("influencer_pod_limit", "How many pods of influencers can be opened; -1 is no limit."),
    ("insight", "Whether insights are unlimited."),
    ("is_default", "Whether it is the default."),
    ("is_trial", "Whether it is a trial."),
    ("key", "The name of the credential."),
    ("label", "The label, for people."),
    ("last_name", "The last name; null while the person is anonymous."),
    ("last_ok_on", "When it last responded successfully."),
    ("last_on", "When it was last sent."),
    ("left", "How many more wallets may be added; null if there is no limit."),
    ("left_out", "What is left out of the figure, with the reason."),
    ("limit", "The maximum number of rows."),
    ("mobile", "The phone number; null while the person is anonymous."),
    ("name", "The name, for people."),
    ("networks", "The networks with holdings, the most valuable first."),
    ("next_try_at", "When it is retried."),
    ("nickname", "The name that the person gave it."),
    ("notifications_limit", "How many notifications can be set up; -1 is no limit."),
    ("notifications_provided", "Whether notifications are sent."),
    ("number", "The block's number."),
    ("observed_at", "When the source was queried."),
    ("ok", "Whether it works."),
    ("parent", "The parent chain; null if it has none."),
    ("parts", "The holdings in the row."),
    ("places", "How many decimal places are kept."),
    ("plans", "The plans, the smallest first."),
    ("price", "The price of one unit, in the currency of the response; null if it is unknown."),
    ("profiles", "Every source that this server may query."),
    ("provider", "The id of the queried source."),
    ("purpose", "Only requests for this purpose."),
    ("rate_limit", "The rate limit of requests to it."),
    ("rates", "The prices, one for each asset."),
    ("ready", "Whether the process can do its work."),
    ("reasons", "Why part of it is unknown."),
    ("results", "One result for each text, in the same order."),
    ("retry_at", "When it is queried again."),
    ("rows", "How many rows the file has."),
    ("rule", "How it is rounded."),
    ("running", "How many are running."),
    ("set_on", "When it was set."),
    ("sorts", "The sort order of the rows; the first key has precedence."),
    ("source", "The source's id."),
    ("source_name", "The source's name, for people."),
    ("sources", "Every source and its state."),
    ("stale", "Whether it is too old."),
    ("start", "The offset of the first row."),
    ("sub_chains", "The chains that belong to it."),
    ("subtitle", "What the figure is about, for people."),
    ("symbol", "The ticker or currency sign that is shown with an amount."),
    ("text", "What happened, for people."),
    ("time", "The block's time."),
    ("title", "The name of the figure, for people."),
    ("tokens", "The tokens that the person added."),
    ("total_wallet_addresses", "How many addresses the person watches."),
    ("trial_days", "How many days a trial lasts."),
    ("unit", "A currency code or a symbol."),
    ("updated_at", "When this row last changed."),
    ("upload_csv", "How many addresses one upload may add; -1 is no limit."),
    ("url", "The page of a block explorer about it."),
    ("user_wallets", "The wallets, in their order."),
    ("valuation_id", "The id of the valuation, for calls that refer to the same figures."),
    ("value", "The value, in the currency of the response; null if it is unknown."),
    ("values", "The values by chain."),
    ("waiting", "How many are waiting."),
    ("wallet_address", "The address."),
    ("wallet_address_limit", "How many wallet addresses; -1 is no limit."),
    ("wallet_addresses", "Texts that may be addresses."),
    ("wallets", "The wallets, the most valuable first."),
    ("warn", "Issues that make a figure less certain."),
    ("website", "The source's own page."),
    ("whale_pod_address_limit", "How many addresses a pod may have; -1 is no limit."),
    ("whale_pod_limit", "How many pods of one's own; -1 is no limit."),
];

/// Adds a description to every property that has none.
pub(super) fn describe(schemas: &mut Map<String, Value>) {
    for (name, schema) in schemas {
        describe_in(name, schema);
    }
}

fn describe_in(name: &str, schema: &mut Value) {
    for part in ["allOf", "oneOf"] {
        let parts = schema.get_mut(part).and_then(Value::as_array_mut);
        parts.into_iter().flatten().for_each(|part| describe_in(name, part));
    }
    for (field, property) in schema
        .get_mut("properties")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flatten()
    {
        lift_description(property);
        let is_scalar = |reference: &str| SCALARS.contains(&reference.rsplit('/').next().unwrap_or_default());
        let described =
            property.get("description").is_some() || reference(property).is_some_and(|name| !is_scalar(name));
        if let (false, Some(text)) = (described, text(name, field)) {
            property["description"] = json!(text);
        }
    }
}

/// Moves the description of a nullable field from its non-null form to the field.
fn lift_description(property: &mut Value) {
    let forms = property
        .get_mut("oneOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten();
    let described = forms
        .filter_map(Value::as_object_mut)
        .find_map(|form| form.remove("description"));
    if let Some(text) = described {
        property["description"] = text;
    }
}

fn reference(property: &Value) -> Option<&str> {
    let forms = property.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    [property]
        .into_iter()
        .chain(forms)
        .find_map(|form| form.get("$ref")?.as_str())
}

fn text(schema: &str, field: &str) -> Option<&'static str> {
    let own = format!("{schema}.{field}");
    let find = |key: &str| FIELDS.iter().find(|(name, _)| *name == key).map(|(_, text)| *text);
    find(&own).or_else(|| find(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_used_and_unique() {
        let document = crate::openapi().to_string();
        assert!(
            FIELDS.windows(2).all(|pair| pair[0].0 < pair[1].0),
            "the rows are not sorted or not unique"
        );
        for (name, text) in FIELDS {
            assert!(
                document.contains(&json!(text).to_string()),
                "{name}: no field has this description"
            );
        }
    }
}
