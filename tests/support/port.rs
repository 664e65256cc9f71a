//! Free ports for programs that cannot choose one themselves.

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

/// Returns a free port that no other test gets while this process runs. Otherwise two tests that start a node at the same time
/// could deploy to the same chain.
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

/// Binds an abstract socket name, which one process at a time can hold. It leaves no file and ends with the process.
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
