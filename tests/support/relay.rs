//! A relay in front of a Postgres server that can stop forwarding while its connections stay open, to simulate a hanging
//! server.

use std::path::PathBuf;

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
};

/// A running relay. Dropping it stops it.
#[derive(Debug)]
pub struct Relay {
    forwarding: watch::Sender<bool>,
    port: u16,
    path: String,
}

impl Relay {
    /// Starts a relay to the database of a URL from [`fresh_database`](crate::postgres::fresh_database).
    pub async fn open(url: &str) -> Self {
        let url = url::Url::parse(url).unwrap();
        let folder = url
            .query_pairs()
            .find(|(name, _)| name == "host")
            .unwrap()
            .1
            .into_owned();
        let socket = PathBuf::from(folder).join(".s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (forwarding, seen) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connect(client, socket.clone(), seen.clone()));
            }
        });
        Self {
            forwarding,
            port,
            path: url.path().to_owned(),
        }
    }

    /// The URL of the database behind the relay.
    pub fn url(&self) -> String {
        format!("postgres://spyhop@127.0.0.1:{}{}?sslmode=disable", self.port, self.path)
    }

    /// Stops or resumes forwarding.
    pub fn forward(&self, on: bool) {
        self.forwarding.send_replace(on);
    }
}

async fn connect(client: TcpStream, socket: PathBuf, forwarding: watch::Receiver<bool>) {
    let Ok(server) = UnixStream::connect(socket).await else {
        return;
    };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::join!(
        copy(from_client, to_server, forwarding.clone()),
        copy(from_server, to_client, forwarding),
    );
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut forwarding: watch::Receiver<bool>,
) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if forwarding.wait_for(|on| *on).await.is_err() || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
    // The other side is notified of the end even if forwarding was stopped.
    let _ = to.shutdown().await;
}
