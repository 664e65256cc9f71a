//! Requirements for [`TokenListSource`].

use std::{sync::Arc, time::Duration};

use ports::{ListedToken, TokenList, TokenListSource, source::SourceKind};

use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    faults,
    mock_server::{Request, Response},
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
/// Requirement: the list is the current one, without the tokens of an earlier one.
pub const CURRENT: &str = "the list is the current one, without tokens of an earlier one";

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
    let checks = TokenListChecks {
        tokens: harness.samples(),
        harness: Arc::new(harness),
    };
    let session = checks.open(checks.rows());
    let mut report = Report::new(&session.adapter.profile().name);
    let named = profile::check_profile(&session.adapter.profile(), SourceKind::TokenList);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    report.record(ID, begins_with_list(session.adapter.as_ref()));
    report.record(NAMED, checks.names(&session, &checks.tokens, 0).await);
    report.record(DECIMALS, checks.decimals().await);
    let mut bad = checks.rows();
    bad.insert(1, ListRow::Bad);
    bad.push(ListRow::Bad);
    report.record(NEIGHBOURS, checks.names(&checks.open(bad), &checks.tokens, 2).await);
    report.record(CURRENT, checks.current().await);
    let open = || checks.open(checks.rows());
    faults::run(&mut report, checks.harness.patience(), open, |session, _| {
        let source = session.adapter.clone();
        async move { source.tokens().await }
    })
    .await;
    report
}

/// The server that publishes the list, and a list source.
type ListSession = AdapterSession<Vec<ListRow>, dyn TokenListSource>;

struct TokenListChecks {
    harness: Arc<dyn Harness>,
    tokens: [ListedToken; 2],
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

impl TokenListChecks {
    fn open(&self, rows: Vec<ListRow>) -> ListSession {
        let harness = self.harness.clone();
        AdapterSession::open(
            rows,
            move |request, rows| harness.answer(request, rows),
            |base| self.harness.source(base),
        )
    }

    fn rows(&self) -> Vec<ListRow> {
        self.tokens.iter().cloned().map(ListRow::Token).collect()
    }

    /// Gives each token each of the decimals in turn.
    async fn decimals(&self) -> CheckResult {
        for nth in 0..DECIMALS_OF_TOKENS.len() {
            let mut tokens = self.tokens.clone();
            for (at, token) in tokens.iter_mut().enumerate() {
                token.metadata.decimals = Some(DECIMALS_OF_TOKENS[(nth + at) % DECIMALS_OF_TOKENS.len()]);
            }
            let session = self.open(tokens.iter().cloned().map(ListRow::Token).collect());
            self.names(&session, &tokens, 0).await?;
        }
        Ok(())
    }

    /// Reads the list twice with one source.
    async fn names(&self, session: &ListSession, tokens: &[ListedToken], left_out: u32) -> CheckResult {
        let expected = TokenList {
            tokens: tokens.to_vec(),
            left_out,
        };
        for _ in 0..2 {
            let found = session.adapter.tokens().await;
            if found.as_ref() != Ok(&expected) {
                return Err(describe_violation(
                    format_args!("{expected:?}"),
                    format_args!("{found:?}"),
                    "read each row as the list states it; leave out and count a row that cannot be used, and keep the others",
                ));
            }
        }
        Ok(())
    }

    /// Changes the list between the calls of one source: a token leaves it and comes back, and the order changes.
    async fn current(&self) -> CheckResult {
        let session = self.open(vec![]);
        let [first, second] = self.tokens.clone();
        let states = [
            vec![first.clone(), second.clone()],
            vec![second.clone()],
            vec![second.clone(), first.clone()],
            vec![first],
        ];
        let steps = states.len();
        for (step, tokens) in states.into_iter().enumerate() {
            session.set(tokens.iter().cloned().map(ListRow::Token).collect());
            let limit = limit_after_change(self.harness.patience(), step + 1 == steps).await;
            let expected = TokenList { tokens, left_out: 0 };
            let call = || session.adapter.tokens();
            let found = until(limit, call, |found| found.as_ref() == Ok(&expected)).await;
            if found.as_ref() != Ok(&expected) {
                return Err(describe_violation(
                    format_args!("{expected:?} after the list changed"),
                    format_args!("{found:?}"),
                    "begin each call with an empty list, and keep no answers",
                ));
            }
        }
        Ok(())
    }
}
