//! The body of an answer in pieces. One of many rows is millions of bytes: a single buffer for it would be grown, and so
//! copied and cleared, over and over.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};

/// Bytes of a piece; most answers are shorter than one.
const PIECE: usize = 64 << 10;

/// What is written, to be sent in the order in which it was.
#[derive(Default)]
pub struct Pieces {
    full: VecDeque<Bytes>,
    last: Vec<u8>,
}

impl Pieces {
    /// Whether there is more than one.
    pub fn are_many(&self) -> bool {
        !self.full.is_empty()
    }

    /// The body; nothing is written to it any more.
    pub fn into_body(mut self) -> axum::body::Body {
        self.full.push_back(self.last.into());
        let left = self.full.iter().map(|piece| piece.len() as u64).sum();
        axum::body::Body::new(Written {
            pieces: self.full,
            left,
        })
    }
}

impl io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.last.is_empty() && self.last.len() + bytes.len() > PIECE {
            let full = std::mem::replace(&mut self.last, Vec::with_capacity(PIECE));
            self.full.push_back(full.into());
        }
        self.last.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// All of it is always written: there is nothing to try again.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).map(drop)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Pieces on their way, and how many bytes they are.
struct Written {
    pieces: VecDeque<Bytes>,
    left: u64,
}

impl Body for Written {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let piece = self.pieces.pop_front();
        self.left -= piece.as_ref().map_or(0, |piece| piece.len() as u64);
        Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.pieces.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use http_body_util::BodyExt;

    use super::*;

    /// The lengths of the pieces, and all of them together.
    async fn sent(writes: &[&[u8]]) -> (Vec<usize>, Vec<u8>) {
        let mut pieces = Pieces::default();
        for bytes in writes {
            pieces.write_all(bytes).unwrap();
        }
        let mut body = pieces.into_body();
        let exact = body.size_hint().exact();
        let (mut lengths, mut all) = (Vec::new(), Vec::new());
        while let Some(frame) = body.frame().await {
            let piece = frame.unwrap().into_data().unwrap();
            lengths.push(piece.len());
            all.extend_from_slice(&piece);
        }
        assert_eq!(exact, Some(all.len() as u64));
        assert_eq!(body.size_hint().exact(), Some(0));
        (lengths, all)
    }

    #[tokio::test]
    async fn what_was_written_is_sent_in_its_order() {
        assert_eq!(sent(&[b"{\"a\":", b"1}"]).await, (vec![7], b"{\"a\":1}".to_vec()));
        let (half, long) = (vec![b'x'; PIECE / 2], vec![b'y'; PIECE * 3]);
        let (lengths, all) = sent(&[&half, &half, b"1", &long, b"2"]).await;
        assert_eq!(lengths, [PIECE, 1, PIECE * 3, 1]);
        assert_eq!(all, [half.as_slice(), &half, b"1", &long, b"2"].concat());
    }
}
