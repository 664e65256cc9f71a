//! What a pasted text is: an address, a name, something we cannot read yet, or a secret that must go nowhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
    time::Duration,
};

use futures::future::try_join_all;
use ports::{
    Address, Chains, Name, ParseAddressError, Ports, StorageError, Timestamp,
    address::{family, inner},
    extended_key::{ExtendedKey, ParseExtendedKeyError},
    name::{Resolution, ResolveError},
    pasted_secret::{self, PastedSecret},
    wallet::Problem,
};

use crate::{extended_key, source::failure};

/// A name that was resolved within this time is not looked up again.
const FRESH_NAME: Duration = Duration::from_mins(10);

/// What a text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedRow {
    /// An address of a chain that is known, though perhaps not read.
    Address(Address),
    /// A name and where it points.
    Name {
        /// The name, normalised.
        name: Name,
        /// Where it points.
        address: Address,
        /// When that was read.
        resolved_at: Timestamp,
    },
    /// A name that points nowhere, or could not be looked up.
    UnresolvedName {
        /// The name, normalised.
        name: Name,
        /// Why.
        problem: Problem,
    },
    /// An extended public key whose addresses can be found here.
    ExtendedKey(ExtendedKey),
    /// An address of a family that no reader speaks to, or a key of one.
    NotSupported(Problem),
    /// None of these.
    Unknown(Problem),
    /// A key or a seed. It must not be kept, logged or sent.
    Secret(PastedSecret),
}

impl ParsedRow {
    /// The address behind the text.
    #[must_use]
    pub fn address(&self) -> Option<&Address> {
        match self {
            Self::Address(address) | Self::Name { address, .. } => Some(address),
            Self::ExtendedKey(_)
            | Self::UnresolvedName { .. }
            | Self::NotSupported(_)
            | Self::Unknown(_)
            | Self::Secret(_) => None,
        }
    }
}

/// Recognises texts in their order. Only names are looked up, each once, and only when they were not looked up lately.
pub async fn recognize<'a>(
    ports: &Ports,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<ParsedRow>, StorageError> {
    let forms = forms(&ports.chains, texts);
    let names: BTreeSet<&Name> = forms.iter().filter_map(Form::name).collect();
    let looked_up = try_join_all(names.iter().map(|name| by_name(ports, name))).await?;
    let known: BTreeMap<&Name, ParsedRow> = names.into_iter().zip(looked_up).collect();
    let parsed = |form: &Form| match form {
        Form::Done(ParsedRow::ExtendedKey(key)) => watchable(ports, key),
        Form::Done(parsed) => parsed.clone(),
        Form::Name(name) => known[name].clone(),
    };
    Ok(forms.iter().map(parsed).collect())
}

/// How many names among these texts would be looked up now.
pub async fn look_ups<'a>(ports: &Ports, texts: impl IntoIterator<Item = &'a str>) -> Result<usize, StorageError> {
    let forms = forms(&ports.chains, texts);
    let names: BTreeSet<&Name> = forms.iter().filter_map(Form::name).collect();
    let lately = try_join_all(names.into_iter().map(|name| resolved_lately(ports, name))).await?;
    Ok(lately.iter().filter(|known| known.is_none()).count())
}

/// What texts come to that mean the same by their form alone: different keys may still turn out to be one wallet.
pub fn key(chains: &Chains, text: &str) -> String {
    match by_form(chains, text) {
        Form::Name(name) => name.to_string(),
        Form::Done(ParsedRow::Address(address)) => address.to_string(),
        Form::Done(ParsedRow::ExtendedKey(key)) => key.reveal(),
        Form::Done(_) => text.trim().to_owned(),
    }
}

fn forms<'a>(chains: &Chains, texts: impl IntoIterator<Item = &'a str>) -> Vec<Form> {
    texts.into_iter().map(|text| by_form(chains, text)).collect()
}

/// A key whose addresses can be found here, or why they cannot.
fn watchable(ports: &Ports, key: &ExtendedKey) -> ParsedRow {
    match extended_key::problem(ports, key) {
        None => ParsedRow::ExtendedKey(key.clone()),
        Some(problem) if problem.code == "not_supported_yet" => ParsedRow::NotSupported(problem),
        Some(problem) => ParsedRow::Unknown(problem),
    }
}

async fn by_name(ports: &Ports, name: &Name) -> Result<ParsedRow, StorageError> {
    match resolved_lately(ports, name).await? {
        Some(known) => Ok(ParsedRow::Name {
            name: known.name,
            address: known.address,
            resolved_at: known.resolved_at,
        }),
        None => look_up(ports, name.clone()).await,
    }
}

async fn resolved_lately(ports: &Ports, name: &Name) -> Result<Option<Resolution>, StorageError> {
    let now = ports.clock.now();
    let latest = ports.stores.names.latest(name, now).await?;
    Ok(latest.filter(|known| now.within(FRESH_NAME, known.resolved_at)))
}

/// Asks the resolver, and keeps what it said and how it answered.
async fn look_up(ports: &Ports, name: Name) -> Result<ParsedRow, StorageError> {
    let found = ports.names.resolve(&name).await;
    let failure = match &found {
        Err(ResolveError::Remote(error)) => Some(error),
        _ => None,
    };
    failure::note(ports, &ports.names.profile().id, failure).await?;
    let address = match found {
        Ok(address) => address,
        Err(error) => {
            let problem = unresolved(&error);
            return Ok(ParsedRow::UnresolvedName { name, problem });
        }
    };
    let resolved_at = ports.clock.now();
    let resolution = Resolution {
        name: name.clone(),
        address: address.clone(),
        resolved_at,
    };
    let mut work = ports.storage.begin().await?;
    work.names().add(&resolution).await?;
    work.commit().await?;
    Ok(ParsedRow::Name {
        name,
        address,
        resolved_at,
    })
}

/// What the form of a text says; names alone need a look-up.
pub enum Form {
    /// The form says it all.
    Done(ParsedRow),
    /// A name: where it points has to be looked up.
    Name(Name),
}

impl Form {
    fn name(&self) -> Option<&Name> {
        match self {
            Self::Name(name) => Some(name),
            Self::Done(_) => None,
        }
    }
}

/// Longer texts are neither an address of any chain nor a name, and are not looked at more closely.
const LONGEST: usize = 255;

/// What a text is by its form alone.
pub fn by_form(chains: &Chains, text: &str) -> Form {
    let text = text.trim();
    if let Some(secret) = pasted_secret::find_in_address(text) {
        return Form::Done(ParsedRow::Secret(secret));
    }
    let text = inner(text);
    let parsed = text.parse::<Address>();
    if let Ok(address) = &parsed
        && chains.all().iter().any(|chain| chain.account(address).is_some())
    {
        return Form::Done(ParsedRow::Address(address.clone()));
    }
    if let Some(found) = ExtendedKey::find(text) {
        return Form::Done(of_key(found));
    }
    // An address that no chain here has is one that we do not know.
    let error = parsed.err().unwrap_or(ParseAddressError::Unknown);
    match family(text) {
        Some(Ok(family)) => Form::Done(ParsedRow::NotSupported(not_supported(family))),
        Some(Err(error)) => unknown("invalid_address", &error),
        None => by_name_form(text, &error),
    }
}

/// A name, or why a text is neither a name nor an address. Names may begin like an address, such as `0xsplits.eth`.
fn by_name_form(text: &str, error: &ParseAddressError) -> Form {
    let name = (text.contains('.') && text.len() <= LONGEST).then(|| text.parse::<Name>());
    let is_unknown = *error == ParseAddressError::Unknown;
    match name {
        Some(Ok(name)) if name.has_known_ending() => Form::Name(name),
        Some(Ok(_)) if is_unknown => Form::Done(ParsedRow::Unknown(problem(
            "invalid_name",
            "Names with this ending are not supported. Try one like vitalik.eth.",
        ))),
        Some(Err(error)) if is_unknown => unknown("invalid_name", &error),
        _ if is_unknown => unknown("unknown", error),
        _ => unknown("invalid_address", error),
    }
}

fn unknown(code: &str, why: &dyn Display) -> Form {
    Form::Done(ParsedRow::Unknown(problem(code, &why.to_string())))
}

/// What is said of a family that no reader speaks to.
fn not_supported(family: &str) -> Problem {
    problem(
        "not_supported_yet",
        &format!("{family} addresses are not supported yet."),
    )
}

fn of_key(found: Result<ExtendedKey, ParseExtendedKeyError>) -> ParsedRow {
    match found {
        Ok(key) => ParsedRow::ExtendedKey(key),
        Err(error @ ParseExtendedKeyError::Several) => {
            ParsedRow::NotSupported(problem("not_supported_yet", &error.to_string()))
        }
        Err(error) => ParsedRow::Unknown(problem("invalid_address", &error.to_string())),
    }
}

fn problem(code: &str, text: &str) -> Problem {
    Problem {
        code: code.to_owned(),
        text: text.to_owned(),
    }
}

/// Why a name has no address, as a row says it.
pub fn unresolved(error: &ResolveError) -> Problem {
    let code = match error {
        ResolveError::NotRegistered => "name_not_registered",
        ResolveError::NoAddress => "name_without_address",
        ResolveError::OffChain => "name_off_chain",
        ResolveError::Expired { .. } => "name_expired",
        ResolveError::Remote(_) => "source_failed",
    };
    problem(code, &error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        match by_form(&Chains::default(), text) {
            Form::Done(ParsedRow::Unknown(problem) | ParsedRow::NotSupported(problem)) => problem.code,
            Form::Done(other) => format!("{other:?}"),
            Form::Name(name) => format!("name {name}"),
        }
    }

    #[test]
    fn forms_are_told_apart() {
        assert_eq!(code("Vitalik.eth"), "name vitalik.eth");
        assert_eq!(code("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"), "not_supported_yet");
        assert_eq!(code("alice.near"), "not_supported_yet");
        assert_eq!(code("0x1234"), "invalid_address");
        assert_eq!(code("TJRabPrwbZy45sbavfcjinPJC18kjpRTv9"), "invalid_address");
        assert_eq!(code("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"), "invalid_address");
        assert_eq!(code("a b.eth"), "invalid_name");
        assert_eq!(code(&"a.".repeat(200)), "unknown");
        assert_eq!(code("hello"), "unknown");
        assert_eq!(code(VITALIK), "unknown", "no chain here has it");
        assert_eq!(
            code("legal.winner"),
            "invalid_name",
            "no name ends so, and no node is asked"
        );
        assert_eq!(code("ank yellow"), "unknown");
        assert_eq!(code("0xsplits.eth"), "name 0xsplits.eth");
        assert_eq!(code("ethereum:vitalik.eth@1"), "name vitalik.eth");
        assert_eq!(code("0.0.1234"), "not_supported_yet");
        for secret in [
            "ab".repeat(32),
            format!("0x{}", "ab".repeat(32)),
            "legal winner thank year wave sausage".to_owned(),
        ] {
            assert!(code(&secret).starts_with("Secret"), "{secret}");
        }
    }

    const VITALIK: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
}
