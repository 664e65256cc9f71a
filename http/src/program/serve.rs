//! The commands `serve` and `work`.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use adapters::config::Config;
use adapters::connect;
use domain::Tracker;
use http_api::App;
use ports::mail::MailDestination;
use ports::{MailDelivery, Ports, World, WorldKind};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::live::LiveSources;
use super::output::ProgramError;
use super::{log, settings, shutdown, worker};

/// How often the automatic demo checks whether live sources respond.
const CHECK_INTERVAL: Duration = Duration::from_mins(1);

/// Runs the server and the worker until the program receives a signal to stop.
pub async fn serve(config: Config) -> Result<(), ProgramError> {
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| cannot_listen(config.listen, &error))?;
    let stop = shutdown::signal_channel()?;
    let started = connect::start(&config).await?;
    let tracker = Tracker::new(started.ports.clone());
    let origin = settings::origin(&config, listener.local_addr()?)?;
    let settings = settings::of(&config, origin.clone(), &started)?;
    let live_sources = Arc::new(LiveSources::new(config, &tracker));
    let app = match tracker.world() {
        World {
            kind: WorldKind::Demo,
            is_configured: false,
            ..
        } => App::automatic_demo(tracker.clone(), settings, live_sources.clone()),
        World { .. } => App::new(tracker.clone(), settings),
    };
    let address = format!("Spyhop is at {} ({})", origin.as_str(), description(tracker.world()));
    log::print(&address, std::io::stdout())?;
    log::print(&mail_line(&started.ports.mail), std::io::stdout())?;
    let checking = tokio::spawn({
        let app = app.clone();
        async move { app.check_live_periodically(CHECK_INTERVAL).await }
    });
    let working = tokio::spawn(run_workers(tracker, Arc::clone(&live_sources), stop.clone()));
    http_api::serve(app, listener, shutdown::requested(stop)).await;
    checking.abort();
    working.await?;
    if let Some(live) = live_sources.opened.borrow().clone() {
        live.stop().await?;
    }
    Ok(started.stop().await?)
}

/// Runs the worker of the first world until people leave it, and then that of the live world.
async fn run_workers(first: Tracker, live_sources: Arc<LiveSources>, stop: watch::Receiver<bool>) {
    let mut opened = live_sources.opened.subscribe();
    let first_ends = {
        let (mut opened, stop) = (opened.clone(), stop.clone());
        async move {
            tokio::select! {
                _ = opened.wait_for(Option::is_some) => {}
                () = shutdown::requested(stop) => {}
            }
        }
    };
    let live_worker = async {
        let live = tokio::select! {
            Ok(live) = opened.wait_for(Option::is_some) => live.clone(),
            () = shutdown::requested(stop.clone()) => None,
        };
        if let Some(live) = live {
            let tracker = Tracker::new(live.ports.clone());
            worker::run(tracker, worker_name(&live.ports), shutdown::requested(stop)).await;
        }
    };
    let name = worker_name(first.ports());
    tokio::join!(worker::run(first, name, first_ends), live_worker);
}

/// Runs only the worker.
pub async fn work(config: Config) -> Result<(), ProgramError> {
    let stop = shutdown::signal_channel()?;
    let started = connect::start(&config).await?;
    let tracker = Tracker::new(started.ports.clone());
    let text = format!("The worker is running ({})", description(tracker.world()));
    log::print(&text, std::io::stdout())?;
    worker::run(tracker, worker_name(&started.ports), shutdown::requested(stop)).await;
    Ok(started.stop().await?)
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> ProgramError {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => format!(
            "another program listens at {address}. Stop it, or choose another address: SPYHOP_LISTEN=127.0.0.1:4848"
        )
        .into(),
        _ => format!("cannot listen at {address}: {error}. Choose another address with SPYHOP_LISTEN").into(),
    }
}

/// Returns where mails go, or why none are sent.
fn mail_line(mail: &MailDelivery) -> String {
    match mail {
        MailDelivery::On(mailer) => match mailer.destination() {
            MailDestination::Server(server) => format!("Mail is sent through {server}"),
            MailDestination::Folder(folder) => {
                format!(
                    "Mail is written to {}, because SPYHOP_SMTP_URL is not set",
                    folder.display()
                )
            }
        },
        MailDelivery::Off { reason } => reason.clone(),
    }
}

fn description(world: &World) -> String {
    match (world.kind, world.is_configured) {
        (WorldKind::Live, _) => "live sources".to_owned(),
        (WorldKind::Demo, true) => "demo data: these figures are invented".to_owned(),
        (WorldKind::Demo, false) => {
            let why = world.reason.as_deref().unwrap_or("no live source answered");
            format!("demo data: these figures are invented. {why}")
        }
    }
}

/// Returns a unique name, which distinguishes the workers on one database.
fn worker_name(ports: &Ports) -> String {
    ports.ids.next().to_string()
}
