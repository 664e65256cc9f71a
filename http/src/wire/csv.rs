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

/// A text that stays a text in a spreadsheet. Some programs trim cells, and take full-width signs for plain ones.
fn plain(cell: &str) -> String {
    let trimmed = cell.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let is_formula = trimmed.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '−', '﹢', '﹣', '﹦', '﹫']);
    let is_control = cell.starts_with(|c: char| c.is_control());
    if (is_formula || is_control) && !is_number(cell) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// What is not seen and may stand before a formula.
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// A plain number, which a spreadsheet may calculate with.
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
    fn formulas_stay_texts_and_cells_keep_their_borders() {
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
    fn whatever_a_spreadsheet_takes_for_a_formula_is_escaped() {
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
                assert_eq!(plain(&cell), format!("'{cell}"), "{cell:?}");
            }
        }
        for cell in ["\tx", "\rx", "\0x", "-1+1", "--1", "-", "+.5", "-1e5"] {
            assert_eq!(plain(cell), format!("'{cell}"), "{cell:?}");
        }
        for cell in ["", "0", "-1", "+1", "-0.000000000000000001", " x", "a=b", "0x12", "'=x"] {
            assert_eq!(plain(cell), cell);
        }
    }
}
