//! Which answers are squeezed, and how hard (decision 10).

use axum::http::Response;
use hyper::body::Body;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, DefaultPredicate, Predicate, SizeAbove};

/// Smaller answers are sent as they are. Streams of progress and what is squeezed already are, too.
const WORTH_IT: u16 = 1024;
/// From here on the tables of a better level are worth being cleared: they take longer than a short answer itself.
const LONG: u64 = 256 << 10;

/// A layer that squeezes what is worth it.
type Squeezing = CompressionLayer<And<And<DefaultPredicate, SizeAbove>, Option<Short>>>;

/// For answers to calls that are not long.
pub fn short_calls() -> Squeezing {
    worth_it(CompressionLayer::new().quality(CompressionLevel::Fastest), Some(Short))
}

/// For all answers to calls.
pub fn calls() -> Squeezing {
    worth_it(CompressionLayer::new().quality(CompressionLevel::Precise(3)), None)
}

/// For files, which are read more often than they are squeezed.
pub fn files() -> Squeezing {
    worth_it(CompressionLayer::new().no_zstd(), None)
}

fn worth_it(by: CompressionLayer, only: Option<Short>) -> Squeezing {
    by.compress_when(DefaultPredicate::new().and(SizeAbove::new(WORTH_IT)).and(only))
}

/// Only what is short, and says so.
#[derive(Clone, Copy, Debug)]
pub struct Short;

impl Predicate for Short {
    fn should_compress<B: Body>(&self, response: &Response<B>) -> bool {
        response.body().size_hint().exact().is_some_and(|bytes| bytes < LONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_as_long_as_it_says_is_short_up_to_a_limit() {
        let is_short = |body: axum::body::Body| Short.should_compress(&Response::new(body));
        let limit = usize::try_from(LONG).unwrap();
        assert!(is_short(vec![b'x'; limit - 1].into()));
        assert!(!is_short(vec![b'x'; limit].into()));
        let events = futures::stream::iter([Ok::<_, std::convert::Infallible>("x")]);
        assert!(
            !is_short(axum::body::Body::from_stream(events)),
            "nobody knows where it ends"
        );
    }
}
