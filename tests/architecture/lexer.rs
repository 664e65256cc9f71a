//! Separates the code of a Rust or TypeScript file from its comments and its literals.

/// The two readable layers of a source file. Both have the line breaks of the file, so a position has the same line number in
/// both; characters of the other layer and of literals are replaced by spaces.
#[derive(Debug, Default)]
pub struct Layers {
    /// Identifiers, keywords and punctuation.
    pub code: String,
    /// Comments with their markers (`//`, `/*`).
    pub comments: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Rust,
    TypeScript,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Literal,
}

struct Lexer<'a> {
    rest: &'a str,
    language: Language,
    layers: Layers,
    /// The last character of code that is no white space: it tells a regular expression from a division.
    previous: Option<char>,
    /// For each template literal that is open, the number of open braces of its `${...}`.
    templates: Vec<usize>,
}

/// Separates the layers of `text`. JSX text that is not on the line of its closing tag counts as code.
pub fn layers(text: &str, language: Language) -> Layers {
    let mut lexer = Lexer {
        rest: text,
        language,
        layers: Layers::default(),
        previous: None,
        templates: Vec::new(),
    };
    while !lexer.rest.is_empty() {
        let (length, kind) = lexer.next_token();
        lexer.take(length, kind);
    }
    lexer.layers
}

impl Lexer<'_> {
    /// Moves `length` bytes to the layer of their kind.
    fn take(&mut self, length: usize, kind: Kind) {
        let (token, rest) = self.rest.split_at(length);
        let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
        let keep = |wanted: Kind| token.chars().map(move |c| if kind == wanted { c } else { blank(c) });
        self.layers.code.extend(keep(Kind::Code));
        self.layers.comments.extend(keep(Kind::Comment));
        match kind {
            Kind::Code => self.previous = token.chars().rfind(|c| !c.is_whitespace()).or(self.previous),
            Kind::Literal => self.previous = Some('"'),
            Kind::Comment => {}
        }
        self.rest = rest;
    }

    /// The length of the next token in bytes, and its kind.
    fn next_token(&mut self) -> (usize, Kind) {
        let rest = self.rest;
        let first = rest.chars().next().unwrap_or_default();
        if rest.starts_with("//") {
            return (rest.find('\n').unwrap_or(rest.len()), Kind::Comment);
        }
        if rest.starts_with("/*") {
            return (block_comment(rest, self.language), Kind::Comment);
        }
        let literal = match self.language {
            Language::Rust => rust_literal(rest),
            Language::TypeScript => self.typescript_literal(first),
        };
        if let Some(length) = literal {
            return (length, Kind::Literal);
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        (word.max(first.len_utf8()), Kind::Code)
    }

    fn typescript_literal(&mut self, first: char) -> Option<usize> {
        match first {
            '"' | '\'' => Some(quoted(self.rest, first, false)),
            '`' => {
                self.templates.push(0);
                Some(self.template(1))
            }
            '{' => {
                self.templates.last_mut().into_iter().for_each(|braces| *braces += 1);
                None
            }
            '}' if self.templates.last() == Some(&0) => Some(self.template(1)),
            '}' => {
                self.templates.last_mut().into_iter().for_each(|braces| *braces -= 1);
                None
            }
            '>' => jsx_text(self.rest),
            '/' if self.previous.is_none_or(|c| "(,=:[!&|?{};>".contains(c)) => regular_expression(self.rest),
            _ => None,
        }
    }

    /// The end of a template literal, or of its part before `${`, whose braces end with the expression.
    fn template(&mut self, from: usize) -> usize {
        let bytes = self.rest.as_bytes();
        let mut at = from;
        while at < bytes.len() {
            match bytes[at] {
                b'\\' => at += 1,
                b'`' => {
                    self.templates.pop();
                    return at + 1;
                }
                b'$' if bytes.get(at + 1) == Some(&b'{') => return at + 2,
                _ => {}
            }
            at += 1;
        }
        bytes.len()
    }
}

/// The length of a block comment; those of Rust nest.
fn block_comment(text: &str, language: Language) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") && (depth == 0 || language == Language::Rust) {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of the string or character that begins here; a lifetime is neither.
fn rust_literal(text: &str) -> Option<usize> {
    let prefix = text.find(|c: char| !"bcr".contains(c)).unwrap_or(text.len());
    let (marker, quote) = text.split_at(prefix.min(2));
    let hashes = quote.len() - quote.trim_start_matches('#').len();
    if marker.contains('r') && quote[hashes..].starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        let body = prefix + hashes + 1;
        return Some(text[body..].find(&end).map_or(text.len(), |at| body + at + end.len()));
    }
    if quote.starts_with('"') && !marker.contains('r') {
        return Some(prefix + quoted(quote, '"', true));
    }
    let character = quote.strip_prefix('\'')?;
    let second = character.chars().next()?;
    let is_character = second == '\\' || character[second.len_utf8()..].starts_with('\'');
    is_character.then(|| prefix + quoted(quote, '\'', false))
}

/// The length of a text in quotes, which begins with one.
fn quoted(text: &str, quote: char, many_lines: bool) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if !many_lines => return at,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the bracket that ends a JSX tag and of the plain text that follows, if a closing tag comes next.
fn jsx_text(text: &str) -> Option<usize> {
    let is_text = |c: char| c.is_alphanumeric() || " ,.'’-".contains(c);
    let end = text.char_indices().skip(1).find(|(_, c)| !is_text(*c))?.0;
    text[end..].starts_with("</").then_some(end)
}

/// The length of a regular expression on this line, if one begins here.
fn regular_expression(text: &str) -> Option<usize> {
    let line = text.lines().next().unwrap_or_default();
    let (mut escaped, mut in_class) = (false, false);
    for (at, c) in line.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[test]
fn rust_is_separated() {
    let text = "/// Doc 'x\nlet a = \"one // two\"; // end\n/* a /* b */ c */ let b: &'static str = r#\"raw \"text\"\"#;\n\
                let c = ['\"', '\\'', 'd']; let bar = br\"x\"; number(b'e')";
    let found = layers(text, Language::Rust);
    let words = |layer: &str| layer.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        words(&found.code),
        "let a = ; let b: &'static str = ; let c = [ , , ]; let bar = ; number( )"
    );
    assert_eq!(words(&found.comments), "/// Doc 'x // end /* a /* b */ c */");
    assert_eq!(found.code.lines().count(), text.lines().count());
}

#[test]
fn typescript_is_separated() {
    let text = "const a = 'it\\'s'; // don't\nconst b = `x ${ours({ a: `${inner} y` })} z`;\n\
                const c = /[/\"']/.test(a); /** one\n * two */ const d = a / b / \"c\";";
    let found = layers(text, Language::TypeScript);
    let words = |layer: &str| layer.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        words(&found.code),
        "const a = ; const b = ours({ a: inner }) ; const c = .test(a); const d = a / b / ;"
    );
    assert_eq!(words(&found.comments), "// don't /** one * two */");
}
