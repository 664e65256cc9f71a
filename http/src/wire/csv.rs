//! Tables as CSV, for spreadsheets.

use crate::problem::Problem;

/// Returns a table in the format of RFC 4180. A cell that a spreadsheet would read as a formula gets a leading apostrophe.
pub fn table<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> Result<String, Problem> {
    let mut bytes = record(&head)?;
    for row in rows {
        bytes.extend(record(&row)?);
    }
    String::from_utf8(bytes).map_err(|_| Problem::Internal)
}

/// Returns a row of such a table.
pub fn record(cells: &[impl AsRef<str>]) -> Result<Vec<u8>, Problem> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let cells = cells.iter().map(|cell| escaped(cell.as_ref()));
    writer.write_record(cells).map_err(|_| Problem::Internal)?;
    writer.into_inner().map_err(|_| Problem::Internal)
}

/// Returns a cell that a spreadsheet reads as text. Some programs trim cells, and treat full-width signs like ASCII ones.
fn escaped(cell: &str) -> String {
    let trimmed = cell.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let is_formula = trimmed.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '−', '﹢', '﹣', '﹦', '﹫']);
    let is_control = cell.starts_with(|c: char| c.is_control());
    if (is_formula || is_control) && !is_number(cell) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// Whether a character is invisible. Such characters may precede a formula.
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Whether a cell is a plain number, which a spreadsheet may calculate with.
fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix(['-', '+']).unwrap_or(cell);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    are_digits(whole) && are_digits(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_separators_are_escaped() {
        let rows = [
            ["=HYPERLINK(\"x\")", "a,b"],
            ["+1", "-1.5"],
            ["@x", "\tx"],
            ["two\nlines", "0x12"],
        ];
        let rows = rows.map(|row| row.map(str::to_owned));
        assert_eq!(
            table(["one", "two"], rows.into_iter()).unwrap(),
            "one,two\r\n\"'=HYPERLINK(\"\"x\"\")\",\"a,b\"\r\n+1,-1.5\r\n'@x,'\tx\r\n\"two\nlines\",0x12\r\n"
        );
    }

    #[test]
    fn everything_that_a_spreadsheet_may_read_as_a_formula_is_escaped() {
        for sign in ["=", "+", "-", "@", "＝", "＋", "－", "＠", "−", "﹢", "﹣", "﹦", "﹫"] {
            for before in [
                "",
                " ",
                "\t",
                "\r\n",
                "\0",
                "\u{a0}",
                "\u{3000}",
                "\u{feff}",
                "\u{200b} ",
            ] {
                let cell = format!("{before}{sign}cmd()");
                assert_eq!(escaped(&cell), format!("'{cell}"), "{cell:?}");
            }
        }
        for cell in ["\tx", "\rx", "\0x", "-1+1", "--1", "-", "+.5", "-1e5"] {
            assert_eq!(escaped(cell), format!("'{cell}"), "{cell:?}");
        }
        for cell in ["", "0", "-1", "+1", "-0.000000000000000001", " x", "a=b", "0x12", "'=x"] {
            assert_eq!(escaped(cell), cell);
        }
    }
}
