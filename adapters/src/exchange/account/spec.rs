//! The definition of an exchange whose accounts are read.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use ports::{
    AccountIdHash, Address, Chain, ChainId, ExchangeProfile, ExchangeReader, FileContent, FileProblem, KeyField,
    Profile, Stream, address::Form, disclosure::DisclosedField, source::SourceKind,
};

use super::{
    codes::{Codes, ExchangeCodes},
    exchange_source::{NAMESPACE, source_id},
    file::{self, FileScope, FormSpec},
    known_right::KnownRight,
    oauth_spec::OAuthSpec,
};
use crate::{
    http_client::{HttpClient, RequestContext},
    source::SourceSpec,
};

/// How old a reading may be when it arrives.
const MAX_HEAD_AGE: Duration = Duration::from_mins(5);

/// What the reader of an exchange needs: the outgoing client, and the codes of assets.
pub type AccountParts = (Arc<HttpClient>, Arc<ExchangeCodes>);

/// The endpoint of an exchange, and how its reader is made. It has the name and the settings of the same exchange as a price source.
pub type AccountSource = SourceSpec<AccountParts, dyn ExchangeReader>;

/// The definition of an exchange whose accounts are read.
pub struct AccountSpec {
    /// Its name in ids and addresses, such as `kraken`: lower-case letters and digits.
    pub name: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// Its color in charts, of the palette of `data/chains.toml`.
    pub(crate) color: &'static str,
    pub(crate) website: &'static str,
    /// How many requests a key may send, as text for users.
    pub(crate) rate_limit: &'static str,
    /// The fields of its keys: name, label, and whether it is hidden while it is entered.
    pub(crate) fields: &'static [(&'static str, &'static str, bool)],
    /// How to make a read-only key.
    pub(crate) steps: &'static [&'static str],
    /// Where money may lie that is not read.
    pub(crate) not_read: &'static [&'static str],
    /// The rights of its keys; empty where it does not state them.
    pub(crate) rights: &'static [KnownRight],
    /// The files that it exports; empty where none is read.
    pub(crate) files: &'static [FormSpec],
    /// The lists that make up the history of an account; empty where it is not read.
    pub(crate) streams: &'static [Stream],
    /// How people grant access on its own page; `None` where they cannot.
    pub(crate) oauth: Option<&'static OAuthSpec>,
    /// Whether its trades are listed for one market at a time.
    pub(crate) has_markets: bool,
    pub(crate) source: AccountSource,
}

impl AccountSpec {
    /// Returns its id among the chains, such as `exchange:kraken`.
    #[must_use]
    pub fn id(&self) -> ChainId {
        exchange_id(self.name)
    }

    /// Returns its row among the chains.
    #[must_use]
    pub fn chain(&self) -> Chain {
        Chain {
            id: self.id(),
            aliases: Vec::new(),
            code: self.name.to_owned(),
            name: self.title.to_owned(),
            symbol: self.title.to_owned(),
            color: self.color.to_owned(),
            parent: None,
            native: None,
            wrapped: None,
            mirrors: Vec::new(),
            second_contracts: Vec::new(),
            addresses: vec![Form::Exchange {
                name: self.name.to_owned(),
            }],
            keys: Vec::new(),
            large: true,
            data_fee: false,
            ending: None,
            max_head_age: MAX_HEAD_AGE,
            explorer: None,
        }
    }

    /// Returns the codes of its assets.
    pub(crate) fn codes<'a>(&self, listed: &'a ExchangeCodes) -> Codes<'a> {
        Codes {
            listed,
            exchange: self.id(),
            name: self.name,
        }
    }

    /// Makes the hashes of the ids that the exchange states of an account.
    pub(crate) fn id_hashes(&self, ids: impl IntoIterator<Item = String>) -> Vec<AccountIdHash> {
        let stated: BTreeSet<String> = ids.into_iter().filter(|id| !id.trim().is_empty()).collect();
        let exchange = self.id();
        stated.iter().map(|id| AccountIdHash::of(&exchange, id)).collect()
    }

    /// Reads a file that the exchange exported.
    pub(crate) fn read_file(
        &self,
        listed: &ExchangeCodes,
        scope: FileScope<'_>,
        content: &[u8],
    ) -> Result<FileContent, FileProblem> {
        file::read((self.title, self.files), &self.codes(listed), scope, content)
    }

    fn capabilities(&self) -> Vec<String> {
        let histories = (!self.streams.is_empty()).then_some("histories of accounts");
        let all = ["balances of accounts", "rights of keys"].into_iter().chain(histories);
        all.map(str::to_owned).collect()
    }

    /// Returns what people need to know to connect an account there.
    pub(crate) fn profile(&self, learns: &str, hosts: Vec<String>) -> ExchangeProfile {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let field = |(name, label, is_secret): &(&str, &str, bool)| KeyField {
            name: (*name).to_owned(),
            label: (*label).to_owned(),
            is_secret: *is_secret,
        };
        ExchangeProfile {
            id: self.id(),
            source: Profile {
                website: self.website.to_owned(),
                learns: learns.to_owned(),
                capabilities: self.capabilities(),
                rate_limit: self.rate_limit.to_owned(),
                hosts,
                ..Profile::new(source_id().at(&self.id()), self.title, SourceKind::Exchange)
            },
            fields: self.fields.iter().map(field).collect(),
            steps: texts(self.steps),
            not_read: texts(self.not_read),
            files: self.files.iter().map(FormSpec::form).collect(),
            streams: self.streams.to_vec(),
            oauth: None,
            has_markets: self.has_markets,
        }
    }
}

fn exchange_id(name: &str) -> ChainId {
    let id = format!("{NAMESPACE}:{name}").parse();
    // Names are constants, and a test parses all of them.
    id.unwrap_or_else(|_| ChainId::evm(0))
}

/// Returns the context of a request with the key of an account. Only its person sees the request in the privacy ledger, by the address
/// of the account, which the exchange does not learn.
pub(crate) fn account_context(
    (name, title): (&'static str, &str),
    purpose: &'static str,
    account: &Address,
) -> RequestContext {
    RequestContext {
        who: title.to_owned(),
        source: source_id(),
        purpose,
        disclosed: DisclosedField::Address(account.clone()),
        chain: Some(exchange_id(name)),
    }
}
