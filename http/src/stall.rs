//! Connections that end: a client that asks and does not take the answer holds its seat for nothing, so when nothing of an
//! answer leaves for a while, the connection is over. And one that is closed while its client still sends is closed
//! lingering: what arrives is read and dropped for a while, because closing a socket that has unread bytes resets it, and
//! the client would lose the answer.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// How long a client that was answered may go on sending.
const LINGER: Duration = Duration::from_secs(3);
/// How many bytes of it are read.
const LINGER_BYTES: usize = 8 * 1024 * 1024;

/// A connection whose other end has to take what is sent.
pub struct Attended<S> {
    stream: S,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    closing: Option<Closing>,
}

/// A connection whose sending side is shut down.
struct Closing {
    until: Pin<Box<Sleep>>,
    left: usize,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Attended<S> {
    /// Ends `stream` when nothing leaves it for `patience`.
    pub fn new(stream: S, patience: Duration) -> Self {
        Self {
            stream,
            patience,
            waiting: None,
            closing: None,
        }
    }

    /// What came of an attempt to send; an attempt that waits too long is an error.
    fn attend<T>(&mut self, cx: &mut Context<'_>, sent: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.waiting = None;
            return sent;
        }
        let patience = self.patience;
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Drops what still arrives. However that ends, the connection is over.
    fn linger(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(closing) = &mut self.closing else {
            return Poll::Ready(Ok(()));
        };
        let mut piece = [0; 8 * 1024];
        while closing.left > 0 && closing.until.as_mut().poll(cx).is_pending() {
            let mut into = ReadBuf::new(&mut piece);
            let read = ready!(Pin::new(&mut self.stream).poll_read(cx, &mut into));
            let count = into.filled().len();
            if read.is_err() || count == 0 {
                break;
            }
            closing.left = closing.left.saturating_sub(count);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Attended<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Attended<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(cx, from);
        self.attend(cx, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        from: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(cx, from);
        self.attend(cx, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_flush(cx);
        self.attend(cx, sent)
    }

    /// Shuts the sending side down first, and then reads until the client has closed its own, within bounds.
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.closing.is_none() {
            let sent = Pin::new(&mut self.stream).poll_shutdown(cx);
            ready!(self.attend(cx, sent))?;
            self.closing = Some(Closing {
                until: Box::pin(tokio::time::sleep(LINGER)),
                left: LINGER_BYTES,
            });
        }
        self.linger(cx)
    }
}
