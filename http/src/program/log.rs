//! The program's log. Lines are written by a thread of their own, from a bounded queue, so that a slow, stuck or closed reader
//! cannot block the server. Lines that do not fit the queue are counted, and the log reports how many are missing.

use std::io::{self, IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Duration;

/// The most lines in the queue.
const QUEUE_LINES: usize = 4096;
/// How long a flush waits when the program ends or panics. The log may have no reader.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// A writer that queues lines and never blocks.
#[derive(Clone)]
pub struct LogWriter {
    queue: SyncSender<Message>,
    dropped: Arc<AtomicU64>,
}

/// An entry of the queue.
enum Message {
    Line(Vec<u8>),
    /// Confirms that everything before it was written.
    Flush(SyncSender<()>),
}

impl LogWriter {
    /// Starts a thread with this name that writes to `out`.
    pub fn start(thread: &str, out: impl Write + Send + 'static) -> io::Result<Self> {
        let (queue, messages) = mpsc::sync_channel(QUEUE_LINES);
        let dropped = Arc::new(AtomicU64::new(0));
        let writer = Self {
            queue,
            dropped: Arc::clone(&dropped),
        };
        thread::Builder::new()
            .name(thread.to_owned())
            .spawn(move || write_messages(&messages, &dropped, out))?;
        Ok(writer)
    }

    /// Queues a line, or drops it when the queue is full.
    pub fn write_line(&self, text: &str) {
        self.enqueue(format!("{text}\n").into_bytes());
    }

    /// Waits until the lines queued so far were written, for at most twice [`FLUSH_TIMEOUT`].
    pub fn flush(&self) {
        let (confirmation, written) = mpsc::sync_channel(1);
        let steps = 50;
        for _ in 0..steps {
            if self.queue.try_send(Message::Flush(confirmation.clone())).is_ok() {
                break;
            }
            // The queue is full. Nothing confirms yet, so this only waits for a free place.
            let _ = written.recv_timeout(FLUSH_TIMEOUT / steps);
        }
        drop(confirmation);
        // A flush that is not confirmed in time is given up.
        let _ = written.recv_timeout(FLUSH_TIMEOUT);
    }

    fn enqueue(&self, line: Vec<u8>) {
        if self.queue.try_send(Message::Line(line)).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// `tracing` makes one call for each line.
impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.enqueue(line.to_vec());
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the queued lines until every [`LogWriter`] is dropped. Only this thread waits for the log's reader.
fn write_messages(messages: &Receiver<Message>, dropped: &AtomicU64, mut out: impl Write) {
    for message in messages {
        report_dropped(dropped, &mut out);
        match message {
            Message::Line(line) => {
                if out.write_all(&line).and_then(|()| out.flush()).is_err() {
                    dropped.fetch_add(1, Ordering::Relaxed);
                }
            }
            Message::Flush(confirmation) => {
                // The sender of the flush may have stopped waiting.
                let _ = confirmation.try_send(());
            }
        }
    }
}

fn report_dropped(dropped: &AtomicU64, out: &mut impl Write) {
    let count = dropped.swap(0, Ordering::Relaxed);
    if count > 0 && writeln!(out, "{count} lines were dropped: the log was not read in time").is_err() {
        dropped.fetch_add(count, Ordering::Relaxed);
    }
}

/// Sends `tracing` events to standard error. A panic is logged and flushed too.
pub fn init() -> io::Result<LogWriter> {
    let log = LogWriter::start("log", io::stderr())?;
    let lines = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_target(false)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(move || lines.clone())
        .init();
    let last = log.clone();
    std::panic::set_hook(Box::new(move |panic| {
        log_panic(panic);
        last.flush();
    }));
    Ok(log)
}

/// Logs only the location of a panic: its message may contain an address.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, "the program panicked");
}

/// Writes a line to `out` and waits for its reader, but not forever.
pub fn print(text: &str, out: impl Write + Send + 'static) -> io::Result<()> {
    let writer = LogWriter::start("print", out)?;
    writer.write_line(text);
    writer.flush();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, MutexGuard};

    use super::*;

    /// A pipe that is read while the test does not hold its lock.
    #[derive(Clone, Default)]
    struct Pipe {
        reading: Arc<Mutex<()>>,
        bytes: Arc<Mutex<Vec<u8>>>,
    }

    impl Pipe {
        /// Stops reading while the guard is held.
        fn block(&self) -> MutexGuard<'_, ()> {
            self.reading.lock().unwrap()
        }

        fn lines(&self) -> Vec<String> {
            let bytes = self.bytes.lock().unwrap();
            let text = String::from_utf8(bytes.clone()).unwrap();
            text.lines().map(str::to_owned).collect()
        }
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            drop(self.reading.lock().unwrap());
            self.bytes.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A pipe whose reading end is closed.
    struct ClosedPipe;

    impl Write for ClosedPipe {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_written_in_order_before_a_flush_returns() {
        let pipe = Pipe::default();
        let log = LogWriter::start("test", pipe.clone()).unwrap();
        let lines: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        for line in &lines {
            log.write_line(line);
        }
        log.flush();
        assert_eq!(pipe.lines(), lines);
    }

    #[test]
    fn lines_above_the_queue_limit_are_counted_and_do_not_block() {
        let pipe = Pipe::default();
        let log = LogWriter::start("test", pipe.clone()).unwrap();
        let written = 3 * QUEUE_LINES;
        {
            let _blocked = pipe.block();
            (0..written).for_each(|n| log.write_line(&n.to_string()));
            log.flush();
        }
        log.flush();
        log.write_line("the last");
        log.flush();
        let lines = pipe.lines();
        let counted = lines.iter().filter_map(|line| {
            let (count, _) = line.split_once(" lines were dropped")?;
            count.parse::<usize>().ok()
        });
        let (missing, notes): (usize, usize) = counted.fold((0, 0), |(sum, notes), count| (sum + count, notes + 1));
        assert!(missing >= written - QUEUE_LINES - 2, "{missing}");
        assert_eq!(
            lines.len() - notes + missing,
            written + 1,
            "each line is written or counted"
        );
        assert_eq!(lines.last().unwrap(), "the last");
    }

    #[test]
    fn a_closed_reader_does_not_stop_the_log() {
        let log = LogWriter::start("test", ClosedPipe).unwrap();
        (0..10).for_each(|n| log.write_line(&n.to_string()));
        log.flush();
        assert_eq!(log.dropped.load(Ordering::Relaxed), 10);
    }
}
