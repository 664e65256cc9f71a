//! Captures everything that the process logs, at every level.

use std::{
    io::{self, Write},
    sync::{Arc, LazyLock, Mutex},
};

/// The log of all threads since the first call of `captured`.
#[derive(Clone, Default)]
pub struct CapturedLog(Arc<Mutex<Vec<u8>>>);

impl CapturedLog {
    /// Begins to capture. The process has a single log, so it includes what other tests log at the same time.
    pub fn captured() -> Self {
        static LOG: LazyLock<CapturedLog> = LazyLock::new(|| {
            let log = CapturedLog::default();
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

impl Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
