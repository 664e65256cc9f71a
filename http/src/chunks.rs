//! A response body in chunks. A response with many rows has millions of bytes: a single buffer would be reallocated, and so
//! copied and cleared, many times.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};

/// The bytes of a chunk. Most responses are shorter.
const CHUNK_BYTES: usize = 64 << 10;

/// A writer that collects a response body in chunks, in the order in which it is written.
#[derive(Default)]
pub struct ChunkWriter {
    full: VecDeque<Bytes>,
    last: Vec<u8>,
}

impl ChunkWriter {
    /// Whether more than one chunk was written.
    pub fn has_several(&self) -> bool {
        !self.full.is_empty()
    }

    /// Returns what was written as a body of known length.
    pub fn into_body(mut self) -> axum::body::Body {
        self.full.push_back(self.last.into());
        let remaining = self.full.iter().map(|chunk| chunk.len() as u64).sum();
        axum::body::Body::new(ChunkedBody {
            chunks: self.full,
            remaining,
        })
    }
}

impl io::Write for ChunkWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.last.is_empty() && self.last.len() + bytes.len() > CHUNK_BYTES {
            let full = std::mem::replace(&mut self.last, Vec::with_capacity(CHUNK_BYTES));
            self.full.push_back(full.into());
        }
        self.last.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// `write` always accepts all bytes, so there is no loop.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).map(drop)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The chunks that are still to be sent, and their total length in bytes.
struct ChunkedBody {
    chunks: VecDeque<Bytes>,
    remaining: u64,
}

impl Body for ChunkedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let chunk = self.chunks.pop_front();
        self.remaining -= chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
        Poll::Ready(chunk.map(|chunk| Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.chunks.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.remaining)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use http_body_util::BodyExt;

    use super::*;

    /// Returns the lengths of the chunks, and the whole body.
    async fn sent(writes: &[&[u8]]) -> (Vec<usize>, Vec<u8>) {
        let mut writer = ChunkWriter::default();
        for bytes in writes {
            writer.write_all(bytes).unwrap();
        }
        let mut body = writer.into_body();
        let exact = body.size_hint().exact();
        let (mut lengths, mut all) = (Vec::new(), Vec::new());
        while let Some(frame) = body.frame().await {
            let chunk = frame.unwrap().into_data().unwrap();
            lengths.push(chunk.len());
            all.extend_from_slice(&chunk);
        }
        assert_eq!(exact, Some(all.len() as u64));
        assert_eq!(body.size_hint().exact(), Some(0));
        (lengths, all)
    }

    #[tokio::test]
    async fn chunks_are_sent_in_the_order_of_the_writes() {
        assert_eq!(sent(&[b"{\"a\":", b"1}"]).await, (vec![7], b"{\"a\":1}".to_vec()));
        let (half, long) = (vec![b'x'; CHUNK_BYTES / 2], vec![b'y'; CHUNK_BYTES * 3]);
        let (lengths, all) = sent(&[&half, &half, b"1", &long, b"2"]).await;
        assert_eq!(lengths, [CHUNK_BYTES, 1, CHUNK_BYTES * 3, 1]);
        assert_eq!(all, [half.as_slice(), &half, b"1", &long, b"2"].concat());
    }
}
