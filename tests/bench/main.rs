//! `spyhop-bench <program> <arguments>`: see the modules of the library.

use spyhop_bench::{exchange, history, ledger, people, sync, world};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (program, arguments) = arguments.split_first().expect("a program");
    match program.as_str() {
        "exchange" => exchange::run(arguments),
        "history" => history::run(arguments),
        "ledger" => ledger::run(arguments),
        "people" => people::run(arguments),
        "sync" => sync::run(arguments),
        "world" => world::run(arguments),
        other => panic!("there is no program {other}"),
    }
}
