//! Which responses are compressed, and at which level (decision 10).

use axum::http::Response;
use hyper::body::Body;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, DefaultPredicate, NotForContentType, Predicate, SizeAbove};

/// Smaller responses are not compressed. Neither are event streams and what is compressed already.
const MIN_BYTES: u16 = 1024;
/// Responses from this size on are compressed at a higher level. Its tables take longer to clear than a shorter response takes
/// to compress.
const LONG_RESPONSE: u64 = 256 << 10;

/// The content type of archives, which are compressed already.
const ARCHIVE: &str = "application/zip";

/// A layer that compresses responses of at least [`MIN_BYTES`].
type Compression = CompressionLayer<And<And<And<DefaultPredicate, NotForContentType>, SizeAbove>, Option<ShortBody>>>;

/// Compresses the responses to API calls that are not long, at the fastest level.
pub fn short_responses() -> Compression {
    layer(
        CompressionLayer::new().quality(CompressionLevel::Fastest),
        Some(ShortBody),
    )
}

/// Compresses all responses to API calls.
pub fn responses() -> Compression {
    layer(CompressionLayer::new().quality(CompressionLevel::Precise(3)), None)
}

/// Compresses files, at the default level: they are downloaded more often than they are compressed.
pub fn files() -> Compression {
    layer(CompressionLayer::new().no_zstd(), None)
}

fn layer(compression: CompressionLayer, only: Option<ShortBody>) -> Compression {
    let compressible = DefaultPredicate::new().and(NotForContentType::const_new(ARCHIVE));
    compression.compress_when(compressible.and(SizeAbove::new(MIN_BYTES)).and(only))
}

/// Selects bodies whose exact size is known and below [`LONG_RESPONSE`].
#[derive(Clone, Copy, Debug)]
pub struct ShortBody;

impl Predicate for ShortBody {
    fn should_compress<B: Body>(&self, response: &Response<B>) -> bool {
        let size = response.body().size_hint().exact();
        size.is_some_and(|bytes| bytes < LONG_RESPONSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_of_known_size_is_short_below_the_limit() {
        let is_short = |body: axum::body::Body| ShortBody.should_compress(&Response::new(body));
        let limit = usize::try_from(LONG_RESPONSE).unwrap();
        assert!(is_short(vec![b'x'; limit - 1].into()));
        assert!(!is_short(vec![b'x'; limit].into()));
        let events = futures::stream::iter([Ok::<_, std::convert::Infallible>("x")]);
        assert!(
            !is_short(axum::body::Body::from_stream(events)),
            "the size of a stream is not known"
        );
    }
}
