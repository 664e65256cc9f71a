//! Requirements for [`TokenListSource`].

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{ListedToken, TokenList, TokenListSource, source::SourceKind};

use crate::{
    faults,
    mock_server::{MockServer, Request, RequestHandler, Response},
    profile,
    report::{CheckResult, Report, describe_violation},
};

/// Requirement: the id of the list begins with `list:`.
pub const ID: &str = "the id of a list begins with list:";
/// Requirement: tokens are returned in the list's order, each once.
pub const NAMED: &str = "every token of the list is named once, in its order";
/// Requirement: the decimals of a token are those of its row, also unusual ones.
pub const DECIMALS: &str = "the decimals of a token are those that the list states";
/// Requirement: a row that cannot be used is left out and counted, and the others are kept.
pub const NEIGHBOURS: &str = "an unusable row is counted and does not affect the others";

/// Creates your list source, and answers in the place of the server that publishes the list.
pub trait Harness: Send + Sync + 'static {
    /// Returns a source that sends requests to this base URL only, with short timeouts.
    fn source(&self, base: &str) -> Arc<dyn TokenListSource>;

    /// Returns the list with these rows, in the format in which it is published.
    fn answer(&self, request: &Request, rows: &[ListRow]) -> Response;

    /// Returns two tokens on known chains. The kit replaces their decimals.
    fn samples(&self) -> [ListedToken; 2];

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a source that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// Decimals of tokens, including unusual ones.
const DECIMALS_OF_TOKENS: [u8; 5] = [0, 6, 8, 18, 24];

/// A row of a token list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListRow {
    /// A valid token.
    Token(ListedToken),
    /// A row with an invalid address.
    Bad,
}

/// Checks a list against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let tokens = harness.samples();
    let harness: Arc<dyn Harness> = Arc::new(harness);
    let rows = || tokens.iter().cloned().map(ListRow::Token).collect::<Vec<_>>();
    let server = open(&harness, rows());
    let source = harness.source(&server.url());
    let mut report = Report::new(&source.profile().name);
    let named = profile::check_profile(&source.profile(), SourceKind::TokenList);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&source.profile(), &server)),
    );
    report.record(ID, begins_with_list(source.as_ref()));
    report.record(NAMED, check_tokens(source.as_ref(), &tokens, 0).await);
    report.record(DECIMALS, decimals(&harness, &tokens).await);
    let mut bad = rows();
    bad.insert(1, ListRow::Bad);
    bad.push(ListRow::Bad);
    let server = open(&harness, bad);
    report.record(
        NEIGHBOURS,
        check_tokens(harness.source(&server.url()).as_ref(), &tokens, 2).await,
    );
    let ask = |source: Arc<dyn TokenListSource>, _: bool| async move { source.tokens().await };
    report.record(
        faults::REFUSED_ONCE,
        faults::refused_once(|| open(&harness, rows()), |server| harness.source(&server.url()), ask).await,
    );
    faults::run(
        &mut report,
        harness.patience(),
        || open(&harness, rows()),
        |server| {
            let source = harness.source(&server.url());
            async move { source.tokens().await }
        },
    )
    .await;
    report
}

struct ListHandler {
    harness: Arc<dyn Harness>,
    rows: Vec<ListRow>,
}

#[async_trait]
impl RequestHandler for ListHandler {
    async fn answer(&self, request: &Request) -> Response {
        self.harness.answer(request, &self.rows)
    }
}

fn open(harness: &Arc<dyn Harness>, rows: Vec<ListRow>) -> MockServer {
    let harness = harness.clone();
    MockServer::start(ListHandler { harness, rows })
}

fn begins_with_list(source: &dyn TokenListSource) -> CheckResult {
    let id = source.profile().id;
    if id.as_str().starts_with("list:") {
        return Ok(());
    }
    Err(describe_violation(
        "a profile().id that begins with list:",
        id,
        "add the prefix: the id is the origin of assets too",
    ))
}

/// Gives each token each of the decimals in turn.
async fn decimals(harness: &Arc<dyn Harness>, tokens: &[ListedToken; 2]) -> CheckResult {
    for nth in 0..DECIMALS_OF_TOKENS.len() {
        let mut tokens = tokens.clone();
        for (at, token) in tokens.iter_mut().enumerate() {
            token.metadata.decimals = Some(DECIMALS_OF_TOKENS[(nth + at) % DECIMALS_OF_TOKENS.len()]);
        }
        let server = open(harness, tokens.iter().cloned().map(ListRow::Token).collect());
        check_tokens(harness.source(&server.url()).as_ref(), &tokens, 0).await?;
    }
    Ok(())
}

async fn check_tokens(source: &dyn TokenListSource, tokens: &[ListedToken], left_out: u32) -> CheckResult {
    let expected = TokenList {
        tokens: tokens.to_vec(),
        left_out,
    };
    match source.tokens().await {
        Ok(list) if list == expected => Ok(()),
        other => Err(describe_violation(
            format_args!("{expected:?}"),
            format_args!("{other:?}"),
            "read each row as the list states it; leave out and count a row that cannot be used, and keep the others",
        )),
    }
}
