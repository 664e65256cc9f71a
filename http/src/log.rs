//! What the program says while it runs. Lines leave on a thread of their own, from a queue that has an end: whoever reads
//! them slowly, not at all or no more cannot stop the server. What found no room is counted, and the number is said where
//! it is missing.

use std::io::{self, IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Duration;

/// Lines that wait at most.
const ROOM: usize = 4096;
/// How long the last lines are waited for, when the program ends or panics: nobody may read them.
const PATIENCE: Duration = Duration::from_millis(500);

/// A way out for lines that never waits.
#[derive(Clone)]
pub struct Outlet {
    queue: SyncSender<Piece>,
    lost: Arc<AtomicU64>,
}

/// What stands in the queue.
enum Piece {
    Line(Vec<u8>),
    /// Everything before it has left: whoever waits for that is let go.
    Mark(SyncSender<()>),
}

impl Outlet {
    /// A way to `out`, over a thread of this name.
    pub fn to(name: &str, out: impl Write + Send + 'static) -> io::Result<Self> {
        let (queue, pieces) = mpsc::sync_channel(ROOM);
        let lost = Arc::new(AtomicU64::new(0));
        let outlet = Self {
            queue,
            lost: Arc::clone(&lost),
        };
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || carry(&pieces, &lost, out))?;
        Ok(outlet)
    }

    /// Says a line, where there is room.
    pub fn say(&self, text: &str) {
        self.put(format!("{text}\n").into_bytes());
    }

    /// Waits until what was said before has left, for a while at most.
    pub fn flush(&self) {
        let (mark, left) = mpsc::sync_channel(1);
        let steps = 50;
        for _ in 0..steps {
            if self.queue.try_send(Piece::Mark(mark.clone())).is_ok() {
                break;
            }
            // The queue is full, so nobody sends anything yet: this waits a little for room.
            let _ = left.recv_timeout(PATIENCE / steps);
        }
        drop(mark);
        // Whether it came or nobody reads: there is nothing more to do.
        let _ = left.recv_timeout(PATIENCE);
    }

    fn put(&self, line: Vec<u8>) {
        if self.queue.try_send(Piece::Line(line)).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// One call for each line, as the log makes them.
impl Write for Outlet {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.put(line.to_vec());
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes what comes until nobody can say anything more. It alone waits for whoever reads.
fn carry(pieces: &Receiver<Piece>, lost: &AtomicU64, mut out: impl Write) {
    for piece in pieces {
        say_lost(lost, &mut out);
        match piece {
            Piece::Line(line) => {
                if out.write_all(&line).and_then(|()| out.flush()).is_err() {
                    lost.fetch_add(1, Ordering::Relaxed);
                }
            }
            Piece::Mark(left) => {
                // Whoever set it may have stopped waiting.
                let _ = left.try_send(());
            }
        }
    }
}

fn say_lost(lost: &AtomicU64, out: &mut impl Write) {
    let count = lost.swap(0, Ordering::Relaxed);
    if count > 0 && writeln!(out, "{count} lines were dropped: the log was not read in time").is_err() {
        lost.fetch_add(count, Ordering::Relaxed);
    }
}

/// Opens the log, which goes to standard error. Its last lines leave at a panic too.
pub fn open() -> io::Result<Outlet> {
    let log = Outlet::to("log", io::stderr())?;
    let lines = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_target(false)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(move || lines.clone())
        .init();
    let last = log.clone();
    std::panic::set_hook(Box::new(move |panic| {
        say_where(panic);
        last.flush();
    }));
    Ok(log)
}

/// A panic's words may hold anything, an address too: the log gets its place alone.
fn say_where(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, "a mistake of this program");
}

/// Says a line to `out` and waits for whoever reads it, but not for ever.
pub fn announce(text: &str, out: impl Write + Send + 'static) -> io::Result<()> {
    let outlet = Outlet::to("announcement", out)?;
    outlet.say(text);
    outlet.flush();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, MutexGuard};

    use super::*;

    /// A pipe that somebody reads when the test lets them.
    #[derive(Clone, Default)]
    struct Pipe {
        door: Arc<Mutex<()>>,
        read: Arc<Mutex<Vec<u8>>>,
    }

    impl Pipe {
        /// Nobody reads as long as this is held.
        fn full(&self) -> MutexGuard<'_, ()> {
            self.door.lock().unwrap()
        }

        fn lines(&self) -> Vec<String> {
            let read = self.read.lock().unwrap();
            let text = String::from_utf8(read.clone()).unwrap();
            text.lines().map(str::to_owned).collect()
        }
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            drop(self.door.lock().unwrap());
            self.read.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A pipe whose other end is gone.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_leave_in_their_order_before_a_flush_ends() {
        let pipe = Pipe::default();
        let outlet = Outlet::to("test", pipe.clone()).unwrap();
        let lines: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        for line in &lines {
            outlet.say(line);
        }
        outlet.flush();
        assert_eq!(pipe.lines(), lines);
    }

    #[test]
    fn what_finds_no_room_is_counted_and_nobody_waits() {
        let pipe = Pipe::default();
        let outlet = Outlet::to("test", pipe.clone()).unwrap();
        let said = 3 * ROOM;
        {
            let _nobody_reads = pipe.full();
            (0..said).for_each(|n| outlet.say(&n.to_string()));
            outlet.flush();
        }
        outlet.flush();
        outlet.say("the last");
        outlet.flush();
        let lines = pipe.lines();
        let counted = lines.iter().filter_map(|line| {
            let (count, _) = line.split_once(" lines were dropped")?;
            count.parse::<usize>().ok()
        });
        let (missing, notes): (usize, usize) = counted.fold((0, 0), |(sum, notes), count| (sum + count, notes + 1));
        assert!(missing >= said - ROOM - 2, "{missing}");
        assert_eq!(lines.len() - notes + missing, said + 1, "each line is there or counted");
        assert_eq!(lines.last().unwrap(), "the last");
    }

    #[test]
    fn where_nobody_can_read_any_more_it_goes_on() {
        let outlet = Outlet::to("test", Gone).unwrap();
        (0..10).for_each(|n| outlet.say(&n.to_string()));
        outlet.flush();
        assert_eq!(outlet.lost.load(Ordering::Relaxed), 10);
    }
}
