//! Which modules of the front end may import which others.

use crate::{
    expect_none,
    tree::{File, files},
};

const PAGE: &str = "frontend/src/";
const FEATURES: &str = "frontend/src/features/";
/// Folders that import no feature.
const FOUNDATIONS: [&str; 5] = ["charts/", "connect/", "ui/", "format/", "theme/"];

/// The files of a feature that import the SDK.
const SDK_USERS: [&str; 3] = ["/queries.ts", "/mutations.ts", "/types.ts"];

/// The target of an import or export: the text between the last pair of quotes in the line.
fn imported(line: &str) -> Option<&str> {
    let line = line.trim().trim_end_matches(';').trim_end_matches(')');
    let is_import = ["import ", "import(", "export ", "} from "]
        .iter()
        .any(|start| line.contains(start));
    let quote = line.chars().next_back().filter(|c| ['"', '\''].contains(c))?;
    let inner = &line[..line.len() - 1];
    is_import
        .then(|| inner.rfind(quote).map(|at| &inner[at + 1..]))
        .flatten()
}

/// The path of an import from the root of the repository, or the unchanged name of a package.
fn resolve(from: &str, target: &str) -> String {
    if !target.starts_with('.') {
        return target.to_owned();
    }
    let mut parts: Vec<_> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

fn feature(path: &str) -> Option<&str> {
    path.strip_prefix(FEATURES)?.split('/').next()
}

/// Returns the rule that an import violates, if any.
fn violated_rule(from: &str, target: &str) -> Option<&'static str> {
    let inside = |folder: &str| from.starts_with(&format!("{PAGE}{folder}"));
    if (target.starts_with("@visx/") || target.starts_with("d3-")) && !inside("charts/") {
        return Some("visx and d3 are imported in charts/ only");
    }
    if (target == "wagmi" || target.starts_with("wagmi/") || target.starts_with("@wagmi/")) && !inside("connect/") {
        return Some("wagmi is imported in connect/ only");
    }
    if target.starts_with("@spyhop/sdk")
        && from.starts_with(FEATURES)
        && !SDK_USERS.iter().any(|file| from.ends_with(file))
    {
        return Some("a feature imports the SDK in its queries.ts, mutations.ts or types.ts");
    }
    if target.starts_with("@spyhop/sdk") && FOUNDATIONS.iter().any(|folder| inside(folder)) {
        return Some("charts, connect, ui, format and theme do not import the SDK");
    }
    let target = feature(target)?;
    match feature(from) {
        Some(own) if own != target => Some("features must not import each other"),
        None if FOUNDATIONS.iter().any(|folder| inside(folder)) || inside("queries/") => {
            Some("charts, connect, ui, format, theme and queries do not import features")
        }
        _ => None,
    }
}

fn violations(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.path.starts_with(PAGE) && file.is_a(&["ts", "tsx"]))
    {
        if file.path.ends_with("/index.ts") || file.path.ends_with("/index.tsx") {
            found.push(format!(
                "{} is a barrel file: import from the file that defines the name",
                file.path
            ));
        }
        for (number, line) in file.code() {
            let why = imported(line).and_then(|target| violated_rule(&file.path, &resolve(&file.path, target)));
            found.extend(why.map(|why| format!("{}:{number}: {why}", file.path)));
        }
    }
    found
}

#[test]
fn the_front_end_follows_its_import_rules() {
    expect_none(violations(&files()));
}

#[test]
fn wrong_imports_are_found() {
    let found = |path: &str, line: &str| violations(&[File::sample(&format!("{PAGE}{path}"), line)]).len();
    assert_eq!(
        found("features/home/Home.tsx", "import { Group } from \"@visx/group\";"),
        1
    );
    assert_eq!(found("charts/Band.tsx", "import { Group } from \"@visx/group\";"), 0);
    assert_eq!(found("features/home/Home.tsx", "import { arc } from \"d3-shape\";"), 1);
    assert_eq!(found("charts/Ring.tsx", "import { arc } from \"d3-shape\";"), 0);
    assert_eq!(
        found("features/home/Home.tsx", "import { useAccount } from 'wagmi';"),
        1
    );
    assert_eq!(
        found("features/home/Home.tsx", "import { getUser } from \"@spyhop/sdk\";"),
        1
    );
    assert_eq!(
        found("features/home/queries.ts", "import { getUser } from \"@spyhop/sdk\";"),
        0
    );
    assert_eq!(
        found(
            "features/home/mutations.ts",
            "import { hideAsset } from \"@spyhop/sdk\";"
        ),
        0
    );
    assert_eq!(found("queries/user.ts", "import { getUser } from \"@spyhop/sdk\";"), 0);
    assert_eq!(found("queries/user.ts", "import { x } from \"../features/home/x\";"), 1);
    assert_eq!(found("ui/Money.tsx", "import type { Money } from \"@spyhop/sdk\";"), 1);
    assert_eq!(
        found(
            "features/home/Home.tsx",
            "const page = lazy(() => import(\"../wallet/Wallets\"));"
        ),
        1
    );
    assert_eq!(found("features/home/Home.tsx", "} from \"./Total\";"), 0);
    assert_eq!(found("ui/Row.tsx", "import { x } from \"../features/home/x\";"), 1);
    assert_eq!(
        found(
            "app/Routes.tsx",
            "const Home = lazy(() => import(\"../features/home/Home\"));"
        ),
        0
    );
    assert_eq!(found("ui/index.ts", "export * from \"./Money\";"), 1);
}
