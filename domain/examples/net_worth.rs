//! Prints the net worth of an address or a name, and what is missing from it: `cargo run --example net_worth
//! vitalik.eth`.

use spyhop_adapters::config::{Config, Data};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let who = std::env::args().nth(1).ok_or("Which address or name?")?;
    let mut config = Config::load()?;
    config.data = Data::Memory;
    let tracker = spyhop::Tracker::new(spyhop_adapters::connect(&config).await?);
    let worth = tracker.net_worth(&who).await?;
    let (known, coverage) = (worth.coverage.known.at_edge(), &worth.coverage);
    println!("{known} {} in {} priced holdings", worth.currency, coverage.priced);
    println!(
        "{} not priced, {} failed",
        coverage.unpriced.len(),
        coverage.failed.len()
    );
    Ok(())
}
