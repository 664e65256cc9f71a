//! Reading the fields of blocks, transactions, logs and traces, nearly all of which are hexadecimal texts.

use ports::{Address, RawAmount, RemoteError, TransactionId, json::Json};

use crate::{chain::json_rpc, http_client::RequestContext};

/// An object in a node's answer.
#[derive(Clone, Copy)]
pub(super) struct NodeFields<'a> {
    value: &'a Json,
    context: &'a RequestContext,
}

impl<'a> NodeFields<'a> {
    pub fn new(value: &'a Json, context: &'a RequestContext) -> Self {
        Self { value, context }
    }

    /// Returns the object in a field.
    pub fn object(self, name: &str) -> Self {
        Self {
            value: &self.value[name],
            ..self
        }
    }

    /// Returns the error of an answer without this field, or with another content in it.
    pub fn malformed(self, name: &str) -> RemoteError {
        self.context.malformed(&format!("an answer without a readable {name}"))
    }

    pub fn is_missing(self, name: &str) -> bool {
        self.value[name].is_null()
    }

    pub fn text(self, name: &str) -> Result<&'a str, RemoteError> {
        self.value[name].as_str().ok_or_else(|| self.malformed(name))
    }

    pub fn list(self, name: &str) -> Result<&'a [Json], RemoteError> {
        self.value[name].as_array().ok_or_else(|| self.malformed(name))
    }

    pub fn number(self, name: &str) -> Result<u64, RemoteError> {
        json_rpc::quantity(&self.value[name], self.context).map_err(|_| self.malformed(name))
    }

    /// Returns a number that is one in JSON, as traces state them.
    pub fn plain_number(self, name: &str) -> Result<u64, RemoteError> {
        self.value[name].as_u64().ok_or_else(|| self.malformed(name))
    }

    /// Returns a number; `None` where the field is missing or null.
    pub fn optional_number(self, name: &str) -> Result<Option<u64>, RemoteError> {
        (!self.is_missing(name)).then(|| self.number(name)).transpose()
    }

    pub fn small_number(self, name: &str) -> Result<u32, RemoteError> {
        u32::try_from(self.number(name)?).map_err(|_| self.malformed(name))
    }

    pub fn amount(self, name: &str) -> Result<RawAmount, RemoteError> {
        let word = json_rpc::word(&self.value[name], self.context).map_err(|_| self.malformed(name))?;
        let word: &[u8; 32] = word.as_slice().try_into().map_err(|_| self.malformed(name))?;
        Ok(RawAmount::from_word(word))
    }

    /// Returns an amount; `None` where the field is missing or null.
    pub fn optional_amount(self, name: &str) -> Result<Option<RawAmount>, RemoteError> {
        (!self.is_missing(name)).then(|| self.amount(name)).transpose()
    }

    pub fn address(self, name: &str) -> Result<Address, RemoteError> {
        let parsed = self.text(name)?.to_ascii_lowercase().parse::<Address>().ok();
        parsed.filter(Address::is_evm).ok_or_else(|| self.malformed(name))
    }

    /// Returns an address; `None` where the field is missing or null.
    pub fn optional_address(self, name: &str) -> Result<Option<Address>, RemoteError> {
        (!self.is_missing(name)).then(|| self.address(name)).transpose()
    }

    /// Returns 32 bytes as `0x` and 64 hex digits in lower case.
    pub fn hash(self, name: &str) -> Result<String, RemoteError> {
        word_text(self.text(name)?).ok_or_else(|| self.malformed(name))
    }

    pub fn transaction(self, name: &str) -> Result<TransactionId, RemoteError> {
        self.hash(name)?.parse().map_err(|_| self.malformed(name))
    }

    /// Returns bytes as `0x` and hex digits in lower case.
    pub fn bytes(self, name: &str) -> Result<String, RemoteError> {
        let text = self.text(name)?;
        let digits = text.strip_prefix("0x").filter(|digits| digits.len() % 2 == 0);
        let is_hex = digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        is_hex
            .then(|| text.to_ascii_lowercase())
            .ok_or_else(|| self.malformed(name))
    }

    /// Returns the topics of a log.
    pub fn topics(self) -> Result<Vec<String>, RemoteError> {
        let topic = |topic: &Json| topic.as_str().and_then(word_text);
        let topics = self.list("topics")?.iter().map(topic).collect::<Option<Vec<_>>>();
        topics.ok_or_else(|| self.malformed("topics"))
    }
}

fn word_text(text: &str) -> Option<String> {
    let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 64)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| text.to_ascii_lowercase())
}
