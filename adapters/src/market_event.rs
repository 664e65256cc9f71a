//! Events of the market (`data/events.csv`).

use std::collections::BTreeSet;

use ports::MarketEvent;

use crate::table::{self, Line, RowError};

const FILE: &str = "events.csv";
const HEAD: &str = "id,title,day,kind,highlighted,chain,source";

/// Returns the events that ship, the oldest first.
pub fn events() -> Result<Vec<MarketEvent>, RowError> {
    parse(include_str!("../data/events.csv"))
}

fn parse(text: &str) -> Result<Vec<MarketEvent>, RowError> {
    let mut events = table::rows((FILE, HEAD), text, event)?;
    let ids: BTreeSet<&str> = events.iter().map(|one| one.id.as_str()).collect();
    Line::first(FILE).check("id", ids.len() == events.len(), "is used twice")?;
    events.sort_by(|one, other| (one.day, &one.id).cmp(&(other.day, &other.id)));
    Ok(events)
}

fn event(line: Line, [id, title, day, kind, highlighted, chain, source]: [&str; 7]) -> Result<MarketEvent, RowError> {
    line.check_not_empty("id", id)?;
    line.check_not_empty("title", title)?;
    line.check_not_empty("source", source)?;
    Ok(MarketEvent {
        id: id.to_owned(),
        title: title.to_owned(),
        day: line.read("day", day)?,
        kind: line.read("kind", kind)?,
        is_highlighted: match highlighted {
            "yes" => true,
            "no" => false,
            _ => return Err(line.wrong("highlighted", "is not yes or no")),
        },
        chain: if chain.is_empty() {
            None
        } else {
            Some(line.read("chain", chain)?)
        },
        source: source.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use ports::MarketEventKind;

    use super::*;
    use crate::chain::rows::rows;

    #[test]
    fn the_events_that_ship_are_sorted_and_their_chains_known() {
        let events = events().unwrap();
        assert!(events.is_sorted_by_key(|one| one.day));
        let halvings = events.iter().filter(|one| one.kind == MarketEventKind::Halving);
        // A block is found about every ten minutes, so that 210,000 blocks take about four years.
        let days: Vec<i64> = halvings.map(|one| one.day.number()).collect();
        assert!(
            days.windows(2)
                .all(|pair| (1_300..1_470).contains(&(pair[1] - pair[0]))),
            "{days:?}"
        );
        for chain in events.iter().filter_map(|one| one.chain.as_ref()) {
            assert!(rows().unwrap().iter().any(|row| row.chain.id == *chain), "{chain}");
        }
    }

    #[test]
    fn a_bad_row_is_named() {
        let good = "merge,The Merge,2022-09-15,upgrade,yes,eip155:1,https://ethereum.org/ethereum-forks/";
        assert_eq!(parse(&format!("{HEAD}\n{good}\n")).unwrap().len(), 1);
        for (from, to, error) in [
            (
                "upgrade",
                "update",
                "events.csv, line 2, kind: is not halving, upgrade, failure or market",
            ),
            ("yes", "1", "events.csv, line 2, highlighted: is not yes or no"),
            (
                "2022-09-15",
                "15.9.2022",
                "events.csv, line 2, day: is not a day such as 2026-04-13",
            ),
        ] {
            let text = format!("{HEAD}\n{}\n", good.replace(from, to));
            assert_eq!(parse(&text).unwrap_err().to_string(), error);
        }
        let twice = format!("{HEAD}\n{good}\n{good}\n");
        assert_eq!(
            parse(&twice).unwrap_err().to_string(),
            "events.csv, line 1, id: is used twice"
        );
    }
}
