//! Child processes that cannot outlive the test process, not even if it is killed with SIGKILL.

use crate::patience;
use std::{
    ffi::OsString,
    fs::{self, File},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{OnceLock, mpsc},
    thread,
    time::{Duration, Instant},
};

/// The user and group `nobody`, for programs that refuse to run as root.
const NOBODY: u32 = 65534;
const PROBE_PAUSE: Duration = Duration::from_millis(10);

/// A program to start, with its arguments and options.
#[derive(Debug)]
pub struct Service {
    /// The name for the log file and in messages.
    pub name: String,
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// The signal that the kernel sends when the test process ends: `KILL`, or one that allows a cleanup.
    pub death_signal: &'static str,
    /// Whether to run as `nobody` if the tests run as root.
    pub never_root: bool,
}

/// A running child in its own process group. Dropping it interrupts it, and kills it if it does not end soon.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts the service with its output in `<folder>/<name>.log`. Panics with the reason if the program cannot be run.
    pub fn start(service: &Service, folder: &Path) -> Self {
        let log = folder.join(format!("{}.log", service.name));
        let output = File::create(&log).unwrap_or_else(|why| panic!("cannot write {}: {why}", log.display()));
        let errors = output.try_clone().expect("a file handle can be duplicated");
        let mut command = supervised(service);
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        let child = spawn(command).unwrap_or_else(|why| panic!("cannot start {}: {why}", service.name));
        Self {
            name: service.name.clone(),
            child,
            log,
        }
    }

    /// Polls `ready` until it returns true. After `deadline`, or if the process ends first, the error contains the log's tail.
    pub fn wait_until(&mut self, deadline: Duration, mut ready: impl FnMut() -> bool) -> Result<(), String> {
        let started = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("{} ended with {status}{}", self.name, self.log_tail()));
            }
            if ready() {
                return Ok(());
            }
            if started.elapsed() > deadline {
                return Err(format!(
                    "{} was not ready after {deadline:?}{}",
                    self.name,
                    self.log_tail()
                ));
            }
            thread::sleep(PROBE_PAUSE);
        }
    }

    /// The process id, which is the id of its process group too.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end of the process. Returns `None` if it still runs after `limit`.
    pub fn ended(&mut self, limit: Duration) -> Option<ExitStatus> {
        if self.ended_within(limit) {
            self.child.wait().ok()
        } else {
            None
        }
    }

    /// Sends a signal, for example `STOP` or `KILL`, to the process group.
    pub fn signal(&self, signal: &str) {
        let line = format!("kill -s {signal} -- -{}", self.id());
        let _ = Command::new("sh")
            .args(["-c", &line])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }

    fn log_tail(&self) -> String {
        let text = fs::read(&self.log).unwrap_or_default();
        let tail = String::from_utf8_lossy(&text[text.len().saturating_sub(2_000)..]).into_owned();
        if tail.trim().is_empty() {
            "; its log is empty".to_owned()
        } else {
            format!("; its log ends with:\n{tail}")
        }
    }

    fn ended_within(&mut self, limit: Duration) -> bool {
        let started = Instant::now();
        while started.elapsed() < limit {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.signal("INT");
            if !self.ended_within(patience(3)) {
                self.signal("KILL");
            }
        }
        let _ = self.child.wait();
    }
}

/// Returns a command that runs as the current user, or as `nobody` instead of root, in a folder that every user may enter.
pub fn unprivileged(program: &Path) -> Command {
    let mut command = Command::new(program);
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.current_dir("/").stdin(Stdio::null());
    command
}

/// Returns the command of a service with a death signal. The test process may end between fork and `setpriv`, and then no
/// signal would be sent; so the shell starts the program only if its parent is still the test process.
fn supervised(service: &Service) -> Command {
    let mut command = if service.never_root {
        unprivileged(Path::new("setpriv"))
    } else {
        Command::new("setpriv")
    };
    command.args([
        "--pdeathsig",
        service.death_signal,
        "sh",
        "-c",
        r#"[ "$PPID" = "$0" ] && exec "$@""#,
    ]);
    command
        .arg(std::process::id().to_string())
        .arg(&service.program)
        .args(&service.arguments);
    command.process_group(0);
    command
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

type Order = (Command, mpsc::Sender<std::io::Result<Child>>);

/// Spawns from one thread that lives as long as the process: the death signal is sent when the *thread* that started the child
/// ends, and the thread of a test ends with the test.
fn spawn(command: Command) -> std::io::Result<Child> {
    static SPAWNER: OnceLock<mpsc::Sender<Order>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| {
        let (orders, inbox) = mpsc::channel::<Order>();
        thread::spawn(move || {
            for (mut command, reply) in inbox {
                let _ = reply.send(command.spawn());
            }
        });
        orders
    });
    let (reply, answer) = mpsc::channel();
    spawner.send((command, reply)).map_err(std::io::Error::other)?;
    answer.recv().map_err(std::io::Error::other)?
}
