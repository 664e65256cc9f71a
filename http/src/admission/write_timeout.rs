//! A connection that ends when its client stops reading, so that it does not keep its permit for nothing.
//!
//! It also closes with a linger: closing a socket that has unread bytes resets it, and the client would lose the response. What
//! the client still sends is therefore read and discarded for a while.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// How long a client may go on sending after its response was sent.
const LINGER: Duration = Duration::from_secs(3);
/// How many of those bytes are read and discarded.
const LINGER_BYTES: usize = 8 * 1024 * 1024;

/// A connection that fails when nothing can be written to it for a while.
pub struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    closing: Option<Closing>,
}

/// A connection whose sending side is shut down.
struct Closing {
    until: Pin<Box<Sleep>>,
    remaining: usize,
}

impl<S: AsyncRead + AsyncWrite + Unpin> WriteTimeout<S> {
    /// Wraps `stream`, which fails when nothing can be written to it for `timeout`.
    pub fn new(stream: S, timeout: Duration) -> Self {
        Self {
            stream,
            timeout,
            stalled: None,
            closing: None,
        }
    }

    /// Returns the result of a write, or an error when writes have been pending for too long.
    fn apply_timeout<T>(&mut self, cx: &mut Context<'_>, write: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if write.is_ready() {
            self.stalled = None;
            return write;
        }
        let timeout = self.timeout;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Reads and discards what still arrives. The connection is closed afterwards, whether or not reading failed.
    fn linger(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(closing) = &mut self.closing else {
            return Poll::Ready(Ok(()));
        };
        let mut buffer = [0; 8 * 1024];
        while closing.remaining > 0 && closing.until.as_mut().poll(cx).is_pending() {
            let mut into = ReadBuf::new(&mut buffer);
            let read = ready!(Pin::new(&mut self.stream).poll_read(cx, &mut into));
            let count = into.filled().len();
            if read.is_err() || count == 0 {
                break;
            }
            closing.remaining = closing.remaining.saturating_sub(count);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write(cx, from);
        self.apply_timeout(cx, write)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        from: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write_vectored(cx, from);
        self.apply_timeout(cx, write)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let write = Pin::new(&mut self.stream).poll_flush(cx);
        self.apply_timeout(cx, write)
    }

    /// Shuts down the sending side, and then reads until the client closes its side, within the limits of time and bytes.
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.closing.is_none() {
            let write = Pin::new(&mut self.stream).poll_shutdown(cx);
            ready!(self.apply_timeout(cx, write))?;
            self.closing = Some(Closing {
                until: Box::pin(tokio::time::sleep(LINGER)),
                remaining: LINGER_BYTES,
            });
        }
        self.linger(cx)
    }
}
