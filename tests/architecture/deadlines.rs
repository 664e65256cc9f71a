//! Tests wait for conditions, with deadlines that grow on a slow machine (`support::patience`). A deadline in fixed seconds, or a
//! pause before an assertion, makes a test fail without a defect.

use crate::{
    expect_none,
    lexer::{Language, layers},
    tree::{File, files, identifiers},
};

/// Files that pause outside of a loop, with the reason why no slow machine makes them fail.
const PAUSES: [(&str, &str); 8] = [
    (
        "tests/contract/durability/waiting.rs",
        "a lower bound: writers that take long",
    ),
    (
        "tests/contract/http_client.rs",
        "a lower bound: the break of a circuit breaker",
    ),
    (
        "tests/contract/wallet_proof/agreement.rs",
        "a node that takes longer than the limit of the product",
    ),
    (
        "tests/fault/people/site.rs",
        "the moment of a signal, after which any outcome is allowed",
    ),
    ("tests/fault/worker.rs", "the work of a job"),
    (
        "tests/story/rate_limited_chain.rs",
        "a lower bound: the permits of a rate limit",
    ),
    (
        "tests/world/chain.rs",
        "a time in which nothing happens, however slow the machine is",
    ),
    ("tests/world/cleanup.rs", "a process that waits to be killed"),
];
/// Ends of the names of constants that would be deadlines.
const DEADLINES: [&str; 3] = ["DEADLINE", "TIMEOUT", "PATIENCE"];

/// The text in the parentheses that open at `at`.
fn arguments(code: &str, at: usize) -> &str {
    let mut depth = 0_usize;
    let end = code[at..].find(|c: char| {
        depth += usize::from(c == '(');
        depth -= usize::from(c == ')');
        depth == 0
    });
    &code[at + 1..end.map_or(code.len(), |end| at + end)]
}

/// The positions of the parentheses of calls of a function.
fn calls<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let found = code.match_indices(name);
    let whole =
        found.filter(move |(at, _)| !code[..*at].ends_with(is_part) && code[at + name.len()..].starts_with('('));
    whole.map(|(at, _)| at + name.len())
}

fn is_fixed(duration: &str) -> bool {
    duration.contains("Duration::from_") && !duration.contains("patience(")
}

/// Whether the comparison at the end of `before` and the start of `after` gives work a fixed time.
fn is_fixed_comparison(before: &str, after: &str) -> bool {
    let after = after.trim_start();
    let operand = after.split([',', ';', '{', '&', '|']).next().unwrap_or_default();
    let statement = before.rsplit([';', '{', '}']).next().unwrap_or_default();
    // A time that has passed at least is no deadline.
    let is_deadline = after.starts_with('<') || after.starts_with('>') && !statement.contains("assert!(");
    is_deadline && is_fixed(operand)
}

/// A block that is open: where its header starts and ends, and the number of open parentheses and brackets before it.
struct Block {
    header: usize,
    start: usize,
    depth: usize,
}

/// The headers of the blocks around the end of a text, from that of the function to the innermost.
fn blocks(code: &str) -> Vec<&str> {
    let (mut open, mut header, mut depth) = (Vec::<Block>::new(), 0, 0_usize);
    for (at, c) in code.char_indices() {
        let outer = open.last().map_or(0, |block| block.depth);
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '{' => {
                let start = at;
                open.push(Block { header, start, depth });
                header = at + 1;
            }
            '}' => {
                let closed = open.pop();
                let outer = open.last().map_or(0, |block| block.depth);
                // A block within parentheses is a part of the header of the next one: `for a in [json!({})] {`.
                let inside = closed.filter(|block| block.depth > outer);
                header = inside.map_or(at + 1, |block| block.header);
            }
            ';' if depth == outer => header = at + 1,
            _ => {}
        }
    }
    let headers: Vec<&str> = open.iter().map(|block| &code[block.header..block.start]).collect();
    let function = headers
        .iter()
        .rposition(|header| identifiers(header).any(|word| word == "fn"));
    headers[function.unwrap_or_default()..].to_vec()
}

fn is_in_loop(code: &str) -> bool {
    let repeats = ["while", "loop", "for", "wait_for", "wait_until"];
    let mut headers = blocks(code).into_iter().flat_map(identifiers);
    headers.any(|word| repeats.contains(&word))
}

/// The first pause outside of a loop.
fn first_pause(code: &str) -> Option<usize> {
    calls(code, "sleep").find(|at| !is_in_loop(&code[..*at]))
}

fn violations(files: &[File], pauses: &[(&str, &str)]) -> Vec<String> {
    let mut found = Vec::new();
    let tests = |file: &&File| file.path.starts_with("tests/") && file.is_a(&["rs"]);
    for file in files.iter().filter(tests) {
        let code = layers(&file.text, Language::Rust).code;
        let line = |at: usize| format!("{}:{}", file.path, code[..at].matches('\n').count() + 1);
        let waits = calls(&code, "timeout").chain(calls(&code, "timeout_at"));
        let fixed = waits.filter(|at| is_fixed(arguments(&code, *at).split(',').next().unwrap_or_default()));
        found.extend(fixed.map(|at| format!("{}: a time limit in fixed seconds: use support::patience", line(at))));
        for (at, elapsed) in code.match_indices("elapsed()") {
            if is_fixed_comparison(&code[..at], &code[at + elapsed.len()..]) {
                found.push(format!(
                    "{}: a deadline in fixed seconds: use support::patience",
                    line(at)
                ));
            }
        }
        for (number, text) in code.lines().enumerate() {
            let words: Vec<&str> = identifiers(text).filter(|word| *word != "pub").collect();
            if let ["const", name, "Duration", ..] = words[..]
                && DEADLINES.iter().any(|end| name.ends_with(end))
            {
                found.push(format!(
                    "{}:{}: {name} is fixed: use support::patience",
                    file.path,
                    number + 1
                ));
            }
        }
        if let Some(at) = first_pause(&code).filter(|_| pauses.iter().all(|(path, _)| *path != file.path)) {
            found.push(format!(
                "{}: a pause outside of a loop: wait for the condition itself",
                line(at)
            ));
        }
    }
    found
}

#[test]
fn tests_wait_for_conditions_with_deadlines_that_grow() {
    let files = files();
    let found = |path: &str| files.iter().find(|file| file.path == path);
    for (path, _) in PAUSES {
        let pauses = found(path).is_some_and(|file| first_pause(&layers(&file.text, Language::Rust).code).is_some());
        assert!(pauses, "{path} has no pause outside of a loop");
    }
    expect_none(violations(&files, &PAUSES));
}

#[test]
fn fixed_deadlines_are_found() {
    for wrong in [
        "timeout(Duration::from_secs(5), work).await;",
        "tokio::time::timeout_at(now + Duration::from_millis(1), work(1, 2)).await;",
        "assert!(since.elapsed() < Duration::from_secs(5), \"slow\");",
        "while started.elapsed()\n    <= std::time::Duration::from_mins(2) { wait(); }",
        "if since.elapsed() > Duration::from_secs(5) { panic!(); }",
        "const START_DEADLINE: Duration = Duration::from_secs(60);",
        "pub const PATIENCE: Duration = MINUTE;",
    ] {
        let file = File::sample("tests/api/a.rs", wrong);
        assert_eq!(violations(&[file], &[]).len(), 1, "{wrong}");
    }
}

#[test]
fn deadlines_that_grow_and_lower_bounds_are_allowed() {
    let right = "timeout(patience(5), work(Duration::from_secs(1))).await;
        assert!(since.elapsed() < LIMIT + patience(2));
        assert!(since.elapsed() < Duration::from_secs(5) + patience(2));
        assert!(since.elapsed() >= Duration::from_millis(950), \"a lower bound\");
        // timeout(Duration::from_secs(5), work)
        stream.set_read_timeout(Duration::from_secs(5));
        const LATER: Duration = Duration::from_mins(20);";
    assert_eq!(violations(&[File::sample("tests/a.rs", right)], &[]), [""; 0]);
    let elsewhere = File::sample("http/src/a.rs", "timeout(Duration::from_secs(5), work).await;");
    assert_eq!(violations(&[elsewhere], &[]), [""; 0]);
}

#[test]
fn a_pause_before_an_assertion_is_found() {
    let file = |body: &str| {
        File::sample(
            "tests/a.rs",
            &format!("impl A for B {{\n    async fn a() {{\n{body}\n    }}\n}}"),
        )
    };
    let pause = "while busy() { work(); }\ntokio::time::sleep(SOON).await;\nassert!(done(\"{\"));";
    assert_eq!(
        violations(&[file(pause)], &[]),
        ["tests/a.rs:4: a pause outside of a loop: wait for the condition itself"]
    );
    assert_eq!(violations(&[file(pause)], &[("tests/a.rs", "a reason")]), [""; 0]);
    for poll in [
        "while !done() { thread::sleep(PAUSE); }",
        "loop { match done() { true => return, false => sleep(PAUSE).await } }",
        "wait_for(\"it\", async || { sleep(PAUSE).await; done() }).await;",
        "for (a, b) in [(json!({}), 1), (json!({\"a\": [1]}), 2)] { work(a); sleep(PAUSE).await; }",
    ] {
        assert_eq!(violations(&[file(poll)], &[]), [""; 0], "{poll}");
    }
}
