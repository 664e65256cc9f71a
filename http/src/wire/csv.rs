//! Tables that leave as CSV, for spreadsheets.

use crate::problem::Problem;

/// Lines of RFC 4180 with these columns. Text that a spreadsheet would read as a formula is kept from it by a leading
/// apostrophe.
pub fn table<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> Result<String, Problem> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let wrong = |_| Problem::Internal;
    writer.write_record(head).map_err(wrong)?;
    for row in rows {
        writer.write_record(row.iter().map(|cell| plain(cell))).map_err(wrong)?;
    }
    let bytes = writer.into_inner().map_err(|_| Problem::Internal)?;
    String::from_utf8(bytes).map_err(|_| Problem::Internal)
}

/// A text that stays a text in a spreadsheet.
fn plain(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\0']);
    if is_formula {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_stay_texts_and_cells_keep_their_borders() {
        let rows = [
            ["=HYPERLINK(\"x\")", "a,b"],
            ["+1", "-1"],
            ["@x", "\tx"],
            ["two\nlines", "0x12"],
        ];
        let rows = rows.map(|row| row.map(str::to_owned));
        assert_eq!(
            table(["one", "two"], rows.into_iter()).unwrap(),
            "one,two\r\n\"'=HYPERLINK(\"\"x\"\")\",\"a,b\"\r\n'+1,'-1\r\n'@x,'\tx\r\n\"two\nlines\",0x12\r\n"
        );
    }
}
