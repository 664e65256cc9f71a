//! Renders a mail as an HTML document: one column, inline styles, no images and nothing that is loaded.
//!
//! The inline styles are those of a light screen. Mail programs that know `prefers-color-scheme` apply the style sheet in a
//! dark one; others invert the colors themselves, which the plain background allows.

use std::fmt::Write as _;

use crate::mail::letter::{Letter, LetterPart};

/// What comes before the content.
const HEAD: &str = include_str!("head.html");
/// What comes after it.
const FOOT: &str = "</div>\n</body>\n</html>\n";

const FONT: &str = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONOSPACE: &str = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/// Renders a letter. Every text is escaped.
pub(super) fn render(letter: &Letter) -> String {
    let mut html = HEAD.replace("{subject}", &escaped(&letter.subject));
    push(
        &mut html,
        &format!(
            "<p class=\"accent\" style=\"margin:0 0 24px;{FONT};font-size:15px;font-weight:700;color:#076471\">Spyhop</p>\n\
             <h1 class=\"ink\" style=\"margin:0 0 16px;{FONT};font-size:24px;line-height:1.25;font-weight:700;color:#0b1d27\">\
             {}</h1>",
            escaped(letter.heading)
        ),
    );
    for part in &letter.parts {
        push(&mut html, &element(part));
    }
    push(
        &mut html,
        &format!(
            "<p class=\"soft line\" style=\"margin:32px 0 0;padding:16px 0 0;border-top:1px solid #d6dfe4;{FONT};\
             font-size:13px;line-height:1.5;color:#52656f;overflow-wrap:anywhere\">{}</p>",
            escaped(&letter.footer)
        ),
    );
    html + FOOT
}

fn push(html: &mut String, line: &str) {
    html.push_str(line);
    html.push('\n');
}

fn element(part: &LetterPart) -> String {
    match part {
        LetterPart::Paragraph(text) => format!(
            "<p class=\"ink\" style=\"margin:0 0 16px;{FONT};font-size:16px;line-height:1.5;color:#0b1d27\">{}</p>",
            escaped(text)
        ),
        LetterPart::Note(text) => format!(
            "<p class=\"soft\" style=\"margin:0 0 12px;{FONT};font-size:14px;line-height:1.5;color:#52656f\">{}</p>",
            escaped(text)
        ),
        LetterPart::Code(code) => format!(
            "<p class=\"ink code\" style=\"margin:0 0 24px;padding:16px 8px;border-radius:8px;background:#dcf0f0;{MONOSPACE};\
             font-size:28px;line-height:1.2;font-weight:700;letter-spacing:4px;text-align:center;color:#0b1d27\">{}</p>",
            escaped(code)
        ),
        LetterPart::Link { label, url } => link(label, url),
    }
}

/// Returns a button, and its address below for those who want to see or copy it.
fn link(label: &str, url: &str) -> String {
    let url = escaped(url);
    format!(
        "<p style=\"margin:0 0 12px\"><a class=\"button\" href=\"{url}\" style=\"display:inline-block;padding:12px 24px;\
         border-radius:8px;background:#076471;{FONT};font-size:16px;line-height:1.25;font-weight:600;color:#ffffff;\
         text-decoration:none\">{}</a></p>\n\
         <p class=\"soft\" style=\"margin:0 0 24px;{FONT};font-size:13px;line-height:1.5;color:#52656f;\
         overflow-wrap:anywhere;word-break:break-word\">{url}</p>",
        escaped(label)
    )
}

/// Escapes a text for an element or a quoted attribute. Control characters are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' | '<' | '>' | '"' | '\'' => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "&#{};", u32::from(one));
            }
            _ if one.is_control() => {}
            _ => escaped.push(one),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_escaped() {
        let hostile = "<script>\"&'\r\n\0</script>";
        let letter = Letter {
            subject: hostile.to_owned(),
            heading: "<h1>",
            parts: vec![
                LetterPart::Paragraph(hostile.to_owned()),
                LetterPart::Code(hostile.to_owned()),
                LetterPart::Link {
                    label: "<b>",
                    url: format!("https://x.example/\"onclick=\"{hostile}"),
                },
                LetterPart::Note(hostile.to_owned()),
            ],
            footer: hostile.to_owned(),
        };
        let html = render(&letter);
        assert!(
            !html.contains("<script") && !html.contains("onclick=\"") && !html.contains("<b>"),
            "{html}"
        );
        assert_eq!(
            html.matches("&#60;script&#62;&#34;&#38;&#39;&#60;/script&#62;").count(),
            7
        );
    }
}
