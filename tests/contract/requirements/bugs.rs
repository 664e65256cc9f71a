//! Typical bugs of adapters, each with the requirement that finds it.

use std::future::Future;

use conformance::{
    Report, chain_reader, currency, history_reader, name_resolver, past_price, price_source, token_finder, token_list,
    transaction_receipt,
};
use futures::stream::{self, StreamExt};

use super::{
    flaw::Flaw, flawed_chains, flawed_currencies, flawed_finders, flawed_histories, flawed_lists, flawed_names,
    flawed_past_prices, flawed_prices, flawed_receipts, toy,
};

/// The port of a flawed adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    Chain,
    Price,
    PastPrice,
    Name,
    Finder,
    List,
    Currency,
    History,
    Receipt,
}

use Port::{Chain, Currency, Finder, History, List, Name, PastPrice, Price, Receipt};

/// A bug: the port of the adapter, a description, its flaw, and the violated requirement.
pub struct Bug(pub Port, pub &'static str, pub Flaw, pub &'static str);

/// The list of bugs. The other flawed adapters of this folder have further ones.
#[rustfmt::skip]
pub static BUGS: [Bug; 50] = [
    // Amounts and decimals.
    Bug(Chain, "every token has 18 decimals", Flaw::AlwaysEighteen, chain_reader::DECIMALS),
    Bug(Chain, "unknown decimals are 18", Flaw::UnknownIsEighteen, chain_reader::NO_DECIMALS),
    Bug(Chain, "the amount of the coin is a float", Flaw::Float, chain_reader::EXACT),
    Bug(Chain, "the amounts of tokens are floats", Flaw::FloatTokens, chain_reader::EXACT_TOKENS),
    Bug(List, "every token has 18 decimals", Flaw::AlwaysEighteen, token_list::DECIMALS),
    Bug(Price, "the price is a float", Flaw::Float, price_source::EXACT),
    Bug(Currency, "the rate is a float", Flaw::Float, currency::EXACT),
    // Time and limits.
    Bug(Chain, "no timeout", Flaw::NoTimeout, conformance::SILENT),
    Bug(Chain, "a timeout on the first request alone", Flaw::TimeoutOnFirstRequest, conformance::SILENT_LATER),
    Bug(Price, "a timeout that ends with the headers", Flaw::TimeoutUntilHeaders, conformance::STALLED),
    Bug(Name, "a timeout between two bytes alone", Flaw::TimeoutBetweenPieces, conformance::DRIPPING),
    Bug(Price, "429 is no prices", Flaw::SlowIsEmpty, conformance::RATE_LIMITED),
    Bug(Finder, "429 is no tokens", Flaw::SlowIsEmpty, conformance::BARE_429),
    Bug(List, "Retry-After is not read", Flaw::ForgetsWait, conformance::RATE_LIMITED),
    Bug(Currency, "429 is repeated at once", Flaw::RetriesWithoutPause, conformance::REPEATED),
    Bug(Chain, "the newest block is read fifty times", Flaw::AsksTooOften, chain_reader::REQUESTS),
    Bug(Finder, "pages are followed without end", Flaw::NoPageLimit, token_finder::BOUNDED),
    // Incomplete answers.
    Bug(Chain, "only the first token account counts", Flaw::FirstPlaceAlone, chain_reader::PLACES),
    Bug(Finder, "an unknown number of holders is zero", Flaw::UncountedIsZero, token_finder::HOLDERS),
    Bug(Chain, "a failed request is a balance of zero", Flaw::FailureIsZero, chain_reader::ALL_OR_NOTHING),
    Bug(Chain, "a token that cannot be read is zero", Flaw::BrokenIsZero, chain_reader::UNREADABLE),
    Bug(Chain, "a balance of zero is kept", Flaw::KeepsZero, chain_reader::ZERO),
    Bug(Chain, "the coin is left out", Flaw::CoinIsLeftOut, chain_reader::EXACT),
    Bug(Chain, "tokens are named twice", Flaw::NamesTokensTwice, chain_reader::EXACT),
    Bug(Chain, "addresses lose their capital letters", Flaw::SmallLetters, chain_reader::EXACT),
    Bug(Finder, "two ways to write an address are two tokens", Flaw::SmallLetters, token_finder::NAMED),
    Bug(Finder, "the first page is the whole answer", Flaw::FirstPageOnly, token_finder::PAGES),
    Bug(Finder, "the pages before a failure are the whole answer", Flaw::PartIsWhole, token_finder::ALL_OR_NOTHING),
    Bug(History, "429 is no history", Flaw::SlowIsEmpty, conformance::BARE_429),
    Bug(History, "reading continues after the block in which a page ended", Flaw::ForgetsRestOfBlock, history_reader::PAGES),
    Bug(History, "one page of a block is the whole block", Flaw::OnePagePerBlock, history_reader::FULL_BLOCK),
    Bug(History, "equal transfers are one", Flaw::EqualIsRepeated, history_reader::EQUAL_ROWS),
    Bug(History, "an error text is an empty history", Flaw::ErrorTextIsEmpty, history_reader::ERROR_TEXT),
    Bug(Receipt, "a refused receipt is a missing one", Flaw::FailureIsMissing, transaction_receipt::NOT_SERVED),
    // Wrong data.
    Bug(Chain, "balances are of another block than the reading", Flaw::Unpinned, chain_reader::ONE_BLOCK),
    Bug(Chain, "the server of another chain is read", Flaw::AnyChain, chain_reader::OTHER_CHAIN),
    Bug(Chain, "an old newest block is accepted", Flaw::BelievesOldHeads, chain_reader::BEHIND),
    Bug(Price, "prices are matched by place", Flaw::ByPlace, price_source::ORDER),
    Bug(Price, "the price is in euros", Flaw::OtherCurrency, price_source::EXACT),
    Bug(Price, "the time of the price is the time of the answer", Flaw::OwnTime, price_source::TIME),
    Bug(Price, "a price below zero loses its sign", Flaw::SignIsDropped, price_source::NEGATIVE),
    Bug(Price, "a price of zero is a missing one", Flaw::ZeroIsMissing, price_source::ZERO),
    Bug(Price, "a missing price is zero", Flaw::MissingIsZero, price_source::NOT_LISTED),
    Bug(PastPrice, "the price at the start of a day is its close", Flaw::StartIsClose, past_price::EXACT),
    Bug(PastPrice, "a day without a price has that of the day before", Flaw::FillsGaps, past_price::MISSING),
    Bug(PastPrice, "the current day is kept", Flaw::KeepsUnfinishedDay, past_price::UNFINISHED),
    Bug(Name, "a claimed name is not normalized", Flaw::TakesLoudNames, name_resolver::NORMAL),
    Bug(Name, "a claimed name is not resolved", Flaw::BelievesClaims, name_resolver::CLAIM),
    // Leaked data.
    Bug(Price, "the error contains the URL with its key", Flaw::NamesUrl, conformance::SECRETS),
    Bug(Chain, "a redirect to another host is followed", Flaw::FollowsRedirects, conformance::REDIRECTED),
];

/// Checks the flawed adapter of a bug.
async fn check(port: Port, flaw: Flaw, client: reqwest::Client) -> Report {
    match port {
        Chain => chain_reader::check(flawed_chains::FlawedHarness(flaw, client)).await,
        Price => price_source::check(flawed_prices::FlawedHarness(flaw, client)).await,
        PastPrice => past_price::check(flawed_past_prices::FlawedHarness(flaw, client)).await,
        Name => name_resolver::check(flawed_names::FlawedHarness(flaw, client)).await,
        Finder => token_finder::check(flawed_finders::FlawedHarness(flaw, client)).await,
        Receipt => transaction_receipt::check(flawed_receipts::FlawedHarness(flaw, client)).await,
        History => history_reader::check(flawed_histories::FlawedHarness(flaw, client)).await,
        List => token_list::check(flawed_lists::FlawedHarness(flaw, client)).await,
        Currency => currency::check(flawed_currencies::FlawedHarness(flaw, client)).await,
    }
}

/// Checks the adapters of these bugs. The list is divided, because one test takes a few seconds of processor time at most.
async fn expect_found(bugs: &'static [Bug]) {
    let client = toy::client();
    let run = |bug: &'static Bug| {
        let checked: Box<dyn Future<Output = Report> + Send + Unpin> =
            Box::new(Box::pin(check(bug.0, bug.2, client.clone())));
        async move { (bug, checked.await) }
    };
    let reports: Vec<_> = stream::iter(bugs)
        .map(run)
        .buffer_unordered(toy::CONCURRENCY)
        .collect()
        .await;
    let missed: Vec<String> = reports
        .iter()
        .filter(|(Bug(_, _, _, requirement), report)| {
            report
                .violations()
                .iter()
                .all(|broken| broken.requirement != *requirement)
        })
        .map(|(Bug(port, what, _, requirement), report)| format!("{port:?}: {what}: {requirement:?} is met\n{report}"))
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_half_of_the_bugs_is_found() {
    expect_found(&BUGS[..BUGS.len() / 2]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_half_of_the_bugs_is_found() {
    expect_found(&BUGS[BUGS.len() / 2..]).await;
}

#[test]
fn every_bug_in_the_list_is_different() {
    for (at, Bug(port, what, flaw, requirement)) in BUGS.iter().enumerate() {
        let mut before = BUGS[..at].iter();
        assert!(
            before.all(|other| (other.0, other.2) != (*port, *flaw) && (other.0, other.1) != (*port, *what)),
            "{port:?}: {what}: {requirement:?} is in the list twice"
        );
    }
}
