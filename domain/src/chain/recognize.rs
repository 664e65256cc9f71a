//! Recognizes a pasted text: an address, a name, something that is not supported yet, or a secret that must not be
//! stored or sent.

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
    wallet::WalletProblem,
};

use crate::{extended_key, source::failure};

/// A name that was resolved within this time is not resolved again.
const FRESH_NAME: Duration = Duration::from_mins(10);

/// What a text was recognized as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedRow {
    /// An address of a configured chain, which is not necessarily read.
    Address(Address),
    /// A name that resolves to an address.
    Name {
        /// The normalized name.
        name: Name,
        /// The address that it resolves to.
        address: Address,
        /// When it was resolved.
        resolved_at: Timestamp,
    },
    /// A name that does not resolve or could not be resolved.
    UnresolvedName {
        /// The normalized name.
        name: Name,
        /// Why it has no address.
        problem: WalletProblem,
    },
    /// An extended public key whose addresses can be found on this server.
    ExtendedKey(ExtendedKey),
    /// An address or key of a family that no reader supports.
    NotSupported(WalletProblem),
    /// None of these, with the reason.
    Unknown(WalletProblem),
    /// A private key or recovery phrase. It must not be stored, logged or sent.
    Secret(PastedSecret),
}

impl ParsedRow {
    /// Returns the address of the text, if it has a single one.
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

/// Recognizes texts in order. Only names need a request, each one once, and only if it was not resolved recently.
pub async fn recognize<'a>(
    ports: &Ports,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<ParsedRow>, StorageError> {
    let forms = forms(&ports.chains, texts);
    let names: BTreeSet<&Name> = forms.iter().filter_map(TextForm::name).collect();
    let looked_up = try_join_all(names.iter().map(|name| by_name(ports, name))).await?;
    let known: BTreeMap<&Name, ParsedRow> = names.into_iter().zip(looked_up).collect();
    let parsed = |form: &TextForm| match form {
        TextForm::Done(ParsedRow::ExtendedKey(key)) => watchable(ports, key),
        TextForm::Done(parsed) => parsed.clone(),
        TextForm::Name(name) => known[name].clone(),
    };
    Ok(forms.iter().map(parsed).collect())
}

/// Returns how many names among these texts would have to be resolved now.
pub async fn look_ups<'a>(ports: &Ports, texts: impl IntoIterator<Item = &'a str>) -> Result<usize, StorageError> {
    let forms = forms(&ports.chains, texts);
    let names: BTreeSet<&Name> = forms.iter().filter_map(TextForm::name).collect();
    let lately = try_join_all(names.into_iter().map(|name| resolved_lately(ports, name))).await?;
    Ok(lately.iter().filter(|known| known.is_none()).count())
}

/// Returns a key that is equal for texts with the same meaning, as far as their form shows it. Texts with different
/// keys can still turn out to be one wallet.
pub fn key(chains: &Chains, text: &str) -> String {
    match by_form(chains, text) {
        TextForm::Name(name) => name.to_string(),
        TextForm::Done(ParsedRow::Address(address)) => address.to_string(),
        TextForm::Done(ParsedRow::ExtendedKey(key)) => key.reveal(),
        TextForm::Done(_) => text.trim().to_owned(),
    }
}

fn forms<'a>(chains: &Chains, texts: impl IntoIterator<Item = &'a str>) -> Vec<TextForm> {
    texts.into_iter().map(|text| by_form(chains, text)).collect()
}

/// Returns the key if its addresses can be found on this server, or why they cannot.
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

/// Resolves a name, and stores the result and how the service answered.
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

/// What the form of a text shows. Only names need to be resolved.
pub enum TextForm {
    /// The form is conclusive.
    Done(ParsedRow),
    /// A name, which must be resolved.
    Name(Name),
}

impl TextForm {
    fn name(&self) -> Option<&Name> {
        match self {
            Self::Name(name) => Some(name),
            Self::Done(_) => None,
        }
    }
}

/// Longer texts are neither an address of any chain nor a name, and are not parsed.
const LONGEST: usize = 255;

/// Recognizes a text by its form alone.
pub fn by_form(chains: &Chains, text: &str) -> TextForm {
    let text = text.trim();
    if let Some(secret) = pasted_secret::find_in_address(text) {
        return TextForm::Done(ParsedRow::Secret(secret));
    }
    let text = inner(text);
    let parsed = match text.parse::<Address>() {
        // Who enters an address sees its account, and that of an exchange belongs to the person who connected it.
        Ok(address) if address.is_of_exchange() => Err(ParseAddressError::Unknown),
        parsed => parsed,
    };
    if let Ok(address) = &parsed
        && chains.all().iter().any(|chain| chain.account(address).is_some())
    {
        return TextForm::Done(ParsedRow::Address(address.clone()));
    }
    if let Some(found) = ExtendedKey::find(text) {
        return TextForm::Done(of_key(found));
    }
    // An address form that no configured chain uses counts as unknown.
    let error = parsed.err().unwrap_or(ParseAddressError::Unknown);
    match family(text) {
        Some(Ok(family)) => TextForm::Done(ParsedRow::NotSupported(not_supported(family))),
        Some(Err(error)) => unknown("invalid_address", &error),
        None => by_name_form(text, &error),
    }
}

/// Returns the name, or why the text is neither a name nor an address. A name may begin like an address, such as
/// `0xsplits.eth`.
fn by_name_form(text: &str, error: &ParseAddressError) -> TextForm {
    let name = (text.contains('.') && text.len() <= LONGEST).then(|| text.parse::<Name>());
    let is_unknown = *error == ParseAddressError::Unknown;
    match name {
        Some(Ok(name)) if name.has_known_ending() => TextForm::Name(name),
        Some(Ok(_)) if is_unknown => TextForm::Done(ParsedRow::Unknown(problem(
            "invalid_name",
            "Names with this ending are not supported. Try one like vitalik.eth.",
        ))),
        Some(Err(error)) if is_unknown => unknown("invalid_name", &error),
        _ if is_unknown => unknown("unknown", error),
        _ => unknown("invalid_address", error),
    }
}

fn unknown(code: &str, why: &dyn Display) -> TextForm {
    TextForm::Done(ParsedRow::Unknown(problem(code, &why.to_string())))
}

/// Returns the problem of an address whose family no reader supports.
fn not_supported(family: &str) -> WalletProblem {
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

fn problem(code: &str, text: &str) -> WalletProblem {
    WalletProblem {
        code: code.to_owned(),
        text: text.to_owned(),
    }
}

/// Returns the problem of a name that has no address.
pub fn unresolved(error: &ResolveError) -> WalletProblem {
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
            TextForm::Done(ParsedRow::Unknown(problem) | ParsedRow::NotSupported(problem)) => problem.code,
            TextForm::Done(other) => format!("{other:?}"),
            TextForm::Name(name) => format!("name {name}"),
        }
    }

    #[test]
    fn texts_are_recognised_by_their_form() {
        assert_eq!(code("Vitalik.eth"), "name vitalik.eth");
        assert_eq!(code("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"), "not_supported_yet");
        assert_eq!(code("alice.near"), "not_supported_yet");
        assert_eq!(code("0x1234"), "invalid_address");
        assert_eq!(code("TJRabPrwbZy45sbavfcjinPJC18kjpRTv9"), "invalid_address");
        assert_eq!(code("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"), "invalid_address");
        assert_eq!(code("a b.eth"), "invalid_name");
        assert_eq!(code(&"a.".repeat(200)), "unknown");
        assert_eq!(code("hello"), "unknown");
        assert_eq!(code(VITALIK), "unknown", "no configured chain has this form");
        assert_eq!(
            code("legal.winner"),
            "invalid_name",
            "no name has this ending, so no request is sent"
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
