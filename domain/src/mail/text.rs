//! Renders a mail as plain text.

use crate::mail::letter::{Letter, LetterPart};

/// The most characters of a line: RFC 5322, section 2.1.1, recommends at most 78. Links are not broken.
const WIDTH: usize = 76;

/// Renders a letter. Lines end with LF; the last one too.
pub(super) fn render(letter: &Letter) -> String {
    let mut blocks = vec![wrapped(letter.heading)];
    blocks.extend(letter.parts.iter().map(block));
    blocks.push(format!("-- \n{}", wrapped(&letter.footer)));
    blocks.join("\n\n") + "\n"
}

fn block(part: &LetterPart) -> String {
    match part {
        LetterPart::Paragraph(text) | LetterPart::Note(text) => wrapped(text),
        LetterPart::Code(code) => format!("    {code}"),
        LetterPart::Link { url, .. } => url.clone(),
    }
}

/// Breaks a text into lines at spaces.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}
