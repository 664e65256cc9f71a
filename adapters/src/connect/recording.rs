//! Records HTTP exchanges in a folder, one JSON file for each.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use serde::{Deserialize, Serialize};

use super::error::ConnectError;
use crate::http_client::{HttpExchange, Recorder, host_key};

/// A recorded exchange, as stored in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedExchange {
    /// The id of the source that sent the request.
    pub source: String,
    /// The purpose of the request.
    pub purpose: String,
    /// The chain, where the request was about one.
    pub chain: Option<String>,
    /// The requested URL, without any key.
    pub url: String,
    /// The body of the request, if any.
    pub request: Option<String>,
    /// The status of the answer.
    pub status: u16,
    /// Its content type.
    pub content_type: Option<String>,
    /// The body of the response, as text.
    pub body: String,
}

/// Writes exchanges with the hosts that ship into a folder.
pub(super) struct Recording {
    folder: PathBuf,
    hosts: BTreeSet<String>,
    count: AtomicU32,
    failed: Mutex<Option<String>>,
}

impl Recording {
    pub(super) fn new(folder: &Path, hosts: BTreeSet<String>) -> Result<Self, ConnectError> {
        let unusable = |why: std::io::Error| ConnectError::Record(format!("{}: {why}", folder.display()));
        fs::create_dir_all(folder).map_err(unusable)?;
        Ok(Self {
            folder: folder.to_owned(),
            hosts,
            count: AtomicU32::new(0),
            failed: Mutex::default(),
        })
    }

    /// Returns why an exchange could not be written, if one failed.
    pub(super) fn failure(&self) -> Option<String> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn write(&self, exchange: &HttpExchange<'_>) -> Result<(), String> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let recorded = RecordedExchange {
            source: exchange.context.source.to_string(),
            purpose: exchange.context.purpose.to_owned(),
            chain: exchange.context.chain.as_ref().map(ToString::to_string),
            url: exchange.url.to_string(),
            request: exchange.request.map(text),
            status: exchange.status,
            content_type: exchange.content_type.map(str::to_owned),
            body: text(exchange.body),
        };
        let nth = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        let source = recorded.source.replace(':', "-");
        let file = self.folder.join(format!("{nth:04}-{source}-{}.json", exchange.status));
        let json = serde_json::to_string_pretty(&recorded).map_err(|why| why.to_string())?;
        fs::write(&file, json + "\n").map_err(|why| format!("{}: {why}", file.display()))
    }
}

impl Recorder for Recording {
    fn record(&self, exchange: &HttpExchange<'_>) {
        let is_shipped = host_key(&exchange.url).is_some_and(|host| self.hosts.contains(&host));
        if !is_shipped {
            return;
        }
        if let Err(why) = self.write(exchange) {
            self.failed
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(why);
        }
    }
}
