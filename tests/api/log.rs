//! Everything that the process logs, in every detail, as a test can read it.

use std::{
    io::{self, Write},
    sync::{Arc, LazyLock, Mutex},
};

/// The log since it was first asked for, of every thread.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Begins to capture. The process has one log: what other tests say at the same time stands in it too.
    pub fn captured() -> Self {
        static LOG: LazyLock<Log> = LazyLock::new(|| {
            let log = Log::default();
            let lines = log.clone();
            tracing_subscriber::fmt()
                .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
                .with_ansi(false)
                .with_writer(move || lines.clone())
                .init();
            log
        });
        LOG.clone()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
