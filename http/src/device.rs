//! Names the device of a session by its `User-Agent`, so that people recognize their sessions.

/// A browser or program, by a part of its `User-Agent`. The first that fits counts: many browsers also name others.
const PROGRAMS: [(&str, &str); 10] = [
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("node", "Node.js"),
];

/// A system, likewise.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Returns a name such as `Firefox on Linux`; `None` where neither is known.
pub fn name(user_agent: &str) -> Option<String> {
    let find = |known: &[(&str, &'static str)]| {
        let found = known.iter().find(|(part, _)| user_agent.contains(part));
        found.map(|(_, name)| *name)
    };
    match (find(&PROGRAMS), find(&SYSTEMS)) {
        (Some(program), Some(system)) => Some(format!("{program} on {system}")),
        (program, system) => program.or(system).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_browsers_are_named() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("curl/8.5.0", "curl"),
        ] {
            assert_eq!(name(agent).as_deref(), Some(expected));
        }
        assert_eq!(name("<script>alert(1)</script>"), None);
    }
}
