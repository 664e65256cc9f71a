//! Lists of Gemini that take a first moment and a number of rows.
//!
//! By the documentation, a request returns the oldest rows since the moment, the newest of them first, and the next request begins after the
//! newest one. No field says whether there are more. So where a page is full, one row is requested since the same moment: it must be the
//! oldest one of the page. If Gemini returned the newest rows instead, older ones would be missing, and such a list never counts as read.

use ports::{
    RemoteError, Timestamp,
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::list_reader::GeminiLists;
use crate::exchange::account::{ListedRow, inconsistent_list, moment_of, text_of, time_of_millis};

/// How a list is requested.
pub(super) struct OldestRows {
    pub(super) path: &'static str,
    /// The parameter of the number of rows, and the most rows of a page.
    pub(super) limit: &'static str,
    pub(super) most: usize,
    /// The field of a row that identifies it.
    pub(super) id: &'static str,
}

/// The rows of a page, the last moment of which all rows are among them, and the page itself.
pub(super) struct OldestPage {
    rows: Vec<Json>,
    through: u64,
}

impl OldestRows {
    /// Reads the rows since the first moment of a request. Those of the last millisecond of a full page are left to the next one, because
    /// not all of them may be there.
    pub(super) async fn read(&self, list: &GeminiLists<'_>, part: &HistoryRequest) -> Result<OldestPage, RemoteError> {
        let (first, last) = part.blocks;
        let rows = self.rows(list, first, self.most).await?;
        let times: Result<Vec<Timestamp>, RemoteError> = rows.iter().map(|row| time(list, row)).collect();
        let times = times?;
        let inconsistent = || inconsistent_list(&list.of.1.who);
        let begin = moment_of(first);
        // A second before, because times may be compared in seconds.
        let is_before = |time: &Timestamp| time.seconds() < begin.seconds();
        if rows.len() > self.most || times.iter().any(is_before) {
            return Err(inconsistent());
        }
        let (Some(oldest), Some(newest)) = (times.iter().min(), times.iter().max()) else {
            return Ok(OldestPage { rows, through: last });
        };
        if rows.len() < self.most {
            return Ok(OldestPage { rows, through: last });
        }
        let only = self.rows(list, first, 1).await?;
        let mut of_oldest = rows.iter().zip(&times).filter(|(_, time)| *time == oldest);
        let id = |row: &Json| text_of(&row[self.id]);
        let is_oldest = only.len() == 1 && of_oldest.any(|(row, _)| id(row) == id(&only[0]));
        let through = newest.millis().unsigned_abs().saturating_sub(1);
        if !is_oldest || through < first {
            return Err(inconsistent());
        }
        Ok(OldestPage {
            rows,
            through: through.min(last),
        })
    }

    async fn rows(&self, list: &GeminiLists<'_>, first: u64, most: usize) -> Result<Vec<Json>, RemoteError> {
        let parameters = format!(r#","timestamp":{first},"{}":{most}"#, self.limit);
        match list.request(self.path, &parameters).await? {
            Json::Array(rows) => Ok(rows),
            _ => Err(list.malformed("no list of rows")),
        }
    }
}

impl OldestPage {
    pub(super) fn rows(&self) -> &[Json] {
        &self.rows
    }

    /// Makes the page of the rows as they are read.
    pub(super) fn page(&self, part: &HistoryRequest, rows: Vec<ListedRow>) -> HistoryPage {
        let moments = moment_of(part.blocks.0)..=moment_of(self.through);
        let within = rows.into_iter().filter(|row| moments.contains(&row.time));
        HistoryPage {
            markets: Vec::new(),
            facts: within.map(|row| row.into_fact(&part.account)).collect(),
            through: Some(self.through),
            continuation: None,
            total: None,
            gaps: Vec::new(),
        }
    }
}

fn time(list: &GeminiLists<'_>, row: &Json) -> Result<Timestamp, RemoteError> {
    time_of_millis(&row["timestampms"]).ok_or_else(|| list.malformed("a row without its time"))
}
