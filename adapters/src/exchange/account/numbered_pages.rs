//! Lists of balances in numbered pages.

use ports::{RemoteError, json::Json};

use super::{
    key_use::KeyUse, list_page::inconsistent_list, row_list::are_distinct, signed_api::SignedReader,
    signed_api::text_or_number,
};

/// The most rows of a page.
const ROWS_OF_PAGE: &str = "100";
/// The most pages of a list. Nobody has that many positions.
const MOST_PAGES: usize = 20;

/// The names of the parameters and the fields of a list.
pub(crate) struct NumberedPages {
    /// The parameters with the number of a page, from one, and with its most rows.
    pub(crate) parameters: (&'static str, &'static str),
    pub(crate) rows: &'static str,
    /// The field with the number of all rows.
    pub(crate) total: &'static str,
    /// The field that is different in each row.
    pub(crate) id: &'static str,
}

impl SignedReader {
    /// Reads every page of a list. Fails where it has another number of rows than it counts, or repeats one.
    pub(crate) async fn rows(
        &self,
        of: KeyUse<'_>,
        path: &str,
        pages: &NumberedPages,
    ) -> Result<Vec<Json>, RemoteError> {
        let mut rows: Vec<Json> = Vec::new();
        let (number, size) = pages.parameters;
        for page in 1..=MOST_PAGES {
            let parameters = [(number, page.to_string()), (size, ROWS_OF_PAGE.to_owned())];
            let parameters = parameters.each_ref().map(|(name, value)| (*name, value.as_str()));
            let mut answer = self.read(of, path, &parameters).await?;
            let total = text_or_number(&answer[pages.total]).and_then(|total| total.parse::<usize>().ok());
            let total = total.ok_or_else(|| of.1.malformed("a list without the number of its rows"))?;
            let Some(Json::Array(own)) = answer.remove(pages.rows) else {
                return Err(of.1.malformed("a list without rows"));
            };
            let is_empty = own.is_empty();
            rows.extend(own);
            are_distinct(&rows, &[pages.id]).map_err(|what| of.1.malformed(what))?;
            if rows.len() == total {
                return Ok(rows);
            }
            if is_empty || rows.len() > total {
                break;
            }
        }
        Err(inconsistent_list(&of.1.who))
    }
}
