//! The requirements of [`TokenListSource`].

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{ListedToken, TokenList, TokenListSource, source::SourceKind};

use crate::{
    door::{Behind, Door, Request, Response},
    faults, profile,
    report::{Report, Verdict, violation},
};

/// Requirement: the list names itself with an id that begins with `list:`.
pub const ID: &str = "the id of a list begins with list:";
/// Requirement: tokens are named in the list's own order, each once.
pub const NAMED: &str = "every token of the list is named once, in its order";
/// Requirement: the decimals of a token are those of its row, also unusual ones.
pub const DECIMALS: &str = "the decimals of a token are those that the list states";
/// Requirement: a row that cannot be used is left out and counted, and the others are kept.
pub const NEIGHBOURS: &str = "a row that cannot be used is counted and costs no other its place";

/// Your list, and the server that publishes it.
pub trait Harness: Send + Sync + 'static {
    /// A source that asks at this base URL and nowhere else, with short timeouts.
    fn source(&self, base: &str) -> Arc<dyn TokenListSource>;

    /// The list as the service publishes it, with these rows.
    fn answer(&self, request: &Request, rows: &[ListRow]) -> Response;

    /// Two tokens of chains that are known. Their decimals are replaced by others that the list then states.
    fn samples(&self) -> [ListedToken; 2];

    /// How long one question may take in all, with every timeout and repeated attempt. A source that takes longer has
    /// no timeout as far as the kit can see.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// Decimals that tokens have, unusual ones among them.
const DECIMALS_OF_TOKENS: [u8; 5] = [0, 6, 8, 18, 24];

/// A row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListRow {
    /// A token.
    Token(ListedToken),
    /// A row whose address cannot be right.
    Bad,
}

/// Checks a list against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let tokens = harness.samples();
    let harness: Arc<dyn Harness> = Arc::new(harness);
    let rows = || tokens.iter().cloned().map(ListRow::Token).collect::<Vec<_>>();
    let door = open(&harness, rows());
    let source = harness.source(&door.url());
    let mut report = Report::of(&source.profile().name);
    let named = profile::sound(&source.profile(), SourceKind::TokenList);
    report.note(
        profile::PROFILE,
        named.and_then(|()| profile::asks_only(&source.profile(), &door)),
    );
    report.note(ID, begins_with_list(source.as_ref()));
    report.note(NAMED, says(source.as_ref(), &tokens, 0).await);
    report.note(DECIMALS, decimals(&harness, &tokens).await);
    let mut bad = rows();
    bad.insert(1, ListRow::Bad);
    bad.push(ListRow::Bad);
    let door = open(&harness, bad);
    report.note(NEIGHBOURS, says(harness.source(&door.url()).as_ref(), &tokens, 2).await);
    let ask = |source: Arc<dyn TokenListSource>, _: bool| async move { source.tokens().await };
    report.note(
        faults::REFUSED_ONCE,
        faults::refused_once(|| open(&harness, rows()), |door| harness.source(&door.url()), ask).await,
    );
    faults::run(
        &mut report,
        harness.patience(),
        || open(&harness, rows()),
        |door| {
            let source = harness.source(&door.url());
            async move { source.tokens().await }
        },
    )
    .await;
    report
}

struct MockService {
    harness: Arc<dyn Harness>,
    rows: Vec<ListRow>,
}

#[async_trait]
impl Behind for MockService {
    async fn answer(&self, request: &Request) -> Response {
        self.harness.answer(request, &self.rows)
    }
}

fn open(harness: &Arc<dyn Harness>, rows: Vec<ListRow>) -> Door {
    let harness = harness.clone();
    Door::open(MockService { harness, rows })
}

fn begins_with_list(source: &dyn TokenListSource) -> Verdict {
    let id = source.profile().id;
    if id.as_str().starts_with("list:") {
        return Ok(());
    }
    Err(violation(
        "a profile().id that begins with list:",
        id,
        "add the prefix: the id is the origin of assets too",
    ))
}

/// The list states each of the decimals for each token.
async fn decimals(harness: &Arc<dyn Harness>, tokens: &[ListedToken; 2]) -> Verdict {
    for nth in 0..DECIMALS_OF_TOKENS.len() {
        let mut tokens = tokens.clone();
        for (at, token) in tokens.iter_mut().enumerate() {
            token.metadata.decimals = Some(DECIMALS_OF_TOKENS[(nth + at) % DECIMALS_OF_TOKENS.len()]);
        }
        let door = open(harness, tokens.iter().cloned().map(ListRow::Token).collect());
        says(harness.source(&door.url()).as_ref(), &tokens, 0).await?;
    }
    Ok(())
}

async fn says(source: &dyn TokenListSource, tokens: &[ListedToken], left_out: u32) -> Verdict {
    let expected = TokenList {
        tokens: tokens.to_vec(),
        left_out,
    };
    match source.tokens().await {
        Ok(list) if list == expected => Ok(()),
        other => Err(violation(
            format_args!("{expected:?}"),
            format_args!("{other:?}"),
            "read each row as the list states it; leave out and count a row that cannot be used, and keep the others",
        )),
    }
}
