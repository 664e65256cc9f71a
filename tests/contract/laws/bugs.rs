//! Bugs that authors of adapters make, each with the requirement that finds it.

use std::future::Future;

use conformance::{Report, chain_reader, currency, name_resolver, price_source, token_finder, token_list};
use futures::stream::{self, StreamExt};

use super::{flaw::Flaw, toy, wrong_chains, wrong_currencies, wrong_finders, wrong_lists, wrong_names, wrong_prices};

/// The port of a wrong adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    Chain,
    Price,
    Name,
    Finder,
    List,
    Currency,
}

use Port::{Chain, Currency, Finder, List, Name, Price};

/// A bug: the port of the adapter, what it does wrong, how it is called in the code, and the requirement that is not met.
pub struct Bug(pub Port, pub &'static str, pub Flaw, pub &'static str);

/// Every bug of the list. The other wrong adapters of this folder have further ones.
#[rustfmt::skip]
pub static BUGS: [Bug; 41] = [
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
    Bug(Price, "429 is no prices", Flaw::SlowIsEmpty, conformance::SLOW_DOWN),
    Bug(Finder, "429 is no tokens", Flaw::SlowIsEmpty, conformance::BARE_429),
    Bug(List, "Retry-After is not read", Flaw::ForgetsWait, conformance::SLOW_DOWN),
    Bug(Currency, "429 is repeated at once", Flaw::RetriesWithoutPause, conformance::REPEATED),
    Bug(Chain, "the newest block is read fifty times", Flaw::AsksTooOften, chain_reader::REQUESTS),
    Bug(Finder, "pages are followed without end", Flaw::NoPageLimit, token_finder::BOUNDED),
    // Incomplete answers.
    Bug(Chain, "only the first token account counts", Flaw::FirstPlaceAlone, chain_reader::PLACES),
    Bug(Finder, "an unknown number of holders is zero", Flaw::UncountedIsZero, token_finder::HOLDERS),
    Bug(Chain, "a failed request is a balance of zero", Flaw::FailureIsZero, chain_reader::WHOLE),
    Bug(Chain, "a token that cannot be read is zero", Flaw::BrokenIsZero, chain_reader::UNREADABLE),
    Bug(Chain, "a balance of zero is kept", Flaw::KeepsZero, chain_reader::ZERO),
    Bug(Chain, "the coin is left out", Flaw::CoinIsLeftOut, chain_reader::EXACT),
    Bug(Chain, "tokens are named twice", Flaw::NamesTokensTwice, chain_reader::EXACT),
    Bug(Chain, "addresses lose their capital letters", Flaw::SmallLetters, chain_reader::EXACT),
    Bug(Finder, "two ways to write an address are two tokens", Flaw::SmallLetters, token_finder::NAMED),
    Bug(Finder, "the first page is the whole answer", Flaw::FirstPageOnly, token_finder::PAGES),
    Bug(Finder, "the pages before a failure are the whole answer", Flaw::PartIsWhole, token_finder::WHOLE),
    // The wrong thing.
    Bug(Chain, "balances are of another block than the reading", Flaw::Unpinned, chain_reader::ONE_BLOCK),
    Bug(Chain, "the server of another chain is read", Flaw::AnyChain, chain_reader::OTHER_CHAIN),
    Bug(Chain, "an old newest block is accepted", Flaw::BelievesOldHeads, chain_reader::BEHIND),
    Bug(Price, "prices are matched by place", Flaw::ByPlace, price_source::ORDER),
    Bug(Price, "the price is in euros", Flaw::OtherCurrency, price_source::EXACT),
    Bug(Price, "the time of the price is the time of the answer", Flaw::OwnTime, price_source::TIME),
    Bug(Price, "a price below zero loses its sign", Flaw::SignIsDropped, price_source::NO_PRICE),
    Bug(Price, "a price of zero is a missing one", Flaw::ZeroIsMissing, price_source::ZERO),
    Bug(Price, "a missing price is zero", Flaw::MissingIsZero, price_source::NOT_LISTED),
    Bug(Name, "a claimed name is not normalized", Flaw::TakesLoudNames, name_resolver::NORMAL),
    Bug(Name, "a claimed name is not resolved", Flaw::BelievesClaims, name_resolver::CLAIM),
    // What others receive and read.
    Bug(Price, "the error contains the URL with its key", Flaw::NamesUrl, conformance::SECRETS),
    Bug(Chain, "a redirect to another host is followed", Flaw::FollowsRedirects, conformance::REDIRECTED),
];

/// Checks the wrong adapter of a bug.
async fn check(port: Port, flaw: Flaw, client: reqwest::Client) -> Report {
    match port {
        Chain => chain_reader::check(wrong_chains::Toy(flaw, client)).await,
        Price => price_source::check(wrong_prices::Toy(flaw, client)).await,
        Name => name_resolver::check(wrong_names::Toy(flaw, client)).await,
        Finder => token_finder::check(wrong_finders::Toy(flaw, client)).await,
        List => token_list::check(wrong_lists::Toy(flaw, client)).await,
        Currency => currency::check(wrong_currencies::Toy(flaw, client)).await,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_bug_of_the_list_is_found() {
    let client = toy::client();
    let run = |bug: &'static Bug| {
        let checked: Box<dyn Future<Output = Report> + Send + Unpin> =
            Box::new(Box::pin(check(bug.0, bug.2, client.clone())));
        async move { (bug, checked.await) }
    };
    let reports: Vec<_> = stream::iter(&BUGS)
        .map(run)
        .buffer_unordered(toy::ABREAST)
        .collect()
        .await;
    let missed: Vec<String> = reports
        .iter()
        .filter(|(Bug(_, _, _, law), report)| report.broken().iter().all(|broken| broken.law != *law))
        .map(|(Bug(port, what, _, law), report)| format!("{port:?}: {what}: {law:?} is met\n{report}"))
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn every_bug_of_the_list_is_another_one() {
    for (at, Bug(port, what, flaw, law)) in BUGS.iter().enumerate() {
        let mut before = BUGS[..at].iter();
        assert!(
            before.all(|other| (other.0, other.2) != (*port, *flaw) && (other.0, other.1) != (*port, *what)),
            "{port:?}: {what}: {law:?} is in the list twice"
        );
    }
}
