//! A protocol that is deployed on a node and used step by step: `tests/world/protocols/*.mjs`.

use serde::de::DeserializeOwned;
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};
use support::chain::{Chain, package};

/// The running script. It ends when its input ends.
pub struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    /// Deploys the protocol and returns what the script prints about it.
    pub fn start<T: DeserializeOwned>(script: &str, chain: &Chain, seed: u32) -> (Self, T) {
        let mut command = Command::new("node");
        command
            .arg(format!("protocols/{script}"))
            .arg(chain.rpc_url())
            .arg(seed.to_string());
        let pipes = command
            .current_dir(package())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = pipes.spawn().expect("node runs");
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut session = Self { child, input, output };
        let deployed = session.line();
        (session, deployed)
    }

    /// Makes the next step and returns what it was.
    pub fn step<T: DeserializeOwned>(&mut self) -> T {
        writeln!(self.input, "next").unwrap();
        self.line()
    }

    fn line<T: DeserializeOwned>(&mut self) -> T {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|why| panic!("the script failed: {why}: {line}"))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
