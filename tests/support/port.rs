//! Ports for programs that want a number and cannot be asked to choose one.

use std::{
    io,
    net::TcpListener,
    os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixListener},
    },
    sync::{Mutex, PoisonError},
};

const TRIES: usize = 100;

/// A port of this machine that was free a moment ago, and that no other test takes as long as this process lives. Two that
/// start a node at the same moment would otherwise furnish one chain together.
pub(crate) fn free_port() -> Result<u16, String> {
    static CLAIMS: Mutex<Vec<UnixListener>> = Mutex::new(Vec::new());
    for _ in 0..TRIES {
        let port = unused().map_err(|why| format!("no free port: {why}"))?;
        match claim(port) {
            Ok(claim) => {
                CLAIMS.lock().unwrap_or_else(PoisonError::into_inner).push(claim);
                return Ok(port);
            }
            Err(why) if why.kind() == io::ErrorKind::AddrInUse => {}
            Err(why) => return Err(format!("port {port} cannot be claimed: {why}")),
        }
    }
    Err(format!("each of {TRIES} free ports is another test's"))
}

fn unused() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// A name of the kernel's own that one process at a time can have. It leaves no file and goes with the process.
fn claim(port: u16) -> io::Result<UnixListener> {
    UnixListener::bind_addr(&SocketAddr::from_abstract_name(format!("spyhop-test-port-{port}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_given_once() {
        let port = free_port().unwrap();
        assert_eq!(claim(port).unwrap_err().kind(), io::ErrorKind::AddrInUse);
    }
}
