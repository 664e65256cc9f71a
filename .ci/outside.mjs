// Compiles and runs every program of docs/embedding.md in a crate outside the workspace, in the demo world.
// A manifest starts a crate that consists of the programs after it. A text block after a program is its expected output. A
// crate whose manifest lacks tokio must not depend on tokio or sqlx, directly or indirectly. No crate gets a feature of serde_json
// that changes how its own types are parsed.
// Usage: node .ci/outside.mjs <target folder>
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const target = resolve(process.argv[2] ?? join(root, "target"));
const folder = join(target, "outside");
const page = readFileSync(join(root, "docs/embedding.md"), "utf8");
const LEAST = 8;
/** The features of serde_json that change nothing for other crates. Raw values are an additional type, which spyhop-adapters uses. */
const JSON_FEATURES = ["default", "std"];
const JSON_FEATURES_OF_ADAPTERS = [...JSON_FEATURES, "raw_value"];

/** The fenced blocks of the page: language and text. */
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));

/** The crates: each a manifest, and its programs with the output that the page states, if any. */
const crates = [];
for (const [at, { language, text }] of blocks.entries()) {
  if (language === "toml") crates.push({ manifest: text, programs: [] });
  if (language !== "rust") continue;
  const name = /^\/\/ src\/bin\/(\w+)\.rs\n/.exec(text)?.[1];
  if (!name) throw new Error(`a program of docs/embedding.md does not begin with "// src/bin/<name>.rs":\n${text}`);
  const next = blocks[at + 1];
  crates.at(-1).programs.push({ name, text, expected: next?.language === "text" ? next.text : undefined });
}
const programs = crates.flatMap((one) => one.programs);
if (programs.length < LEAST) throw new Error(`docs/embedding.md has ${programs.length} programs, at least ${LEAST} are expected`);

const cargo = process.env.CARGO ?? "cargo";
// The lints of the workspace do not apply to programs outside it.
const env = { ...process.env, CARGO_TARGET_DIR: target, RUSTC_WORKSPACE_WRAPPER: "" };

/**
 * The manifest of the page, with the path of this checkout. The profile makes it share compiled dependencies. Spyhop's own crates are
 * compiled again for it, which is faster without optimization.
 */
function manifest(stated) {
  if (!stated.includes("../spyhop/")) throw new Error("a Cargo.toml of docs/embedding.md has no paths to ../spyhop/");
  const workspace = readFileSync(join(root, "Cargo.toml"), "utf8");
  const own = /^spyhop[a-z-]* = \{ opt-level = \d \}\n/gm;
  const profiles = workspace.slice(workspace.indexOf("[profile.dev]")).replaceAll(own, "");
  return `${stated.replaceAll("../spyhop/", `${root}/`)}\n[workspace]\n\n${profiles}`;
}

/** The names of the packages that a crate depends on, each with its features. */
function packages(cwd) {
  const options = ["--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}|{f}"];
  const tree = execFileSync(cargo, ["tree", ...options], { cwd, env, encoding: "utf8" });
  const lines = tree.split("\n").filter((line) => line.includes("|"));
  const found = lines.map((line) => /^(\S+) [^|]*\|(\S*)/.exec(line)).map(([, name, features]) => [name, features.split(",")]);
  const byName = new Map(found);
  for (const name of ["spyhop", "serde_json"]) {
    if (!byName.has(name)) throw new Error(`cargo tree does not name ${name}:\n${tree}`);
  }
  return byName;
}

/** Fails if a crate that needs no database and no runtime depends on one. */
function checkRuntime(packages) {
  const foreign = [...packages.keys()].filter((name) => /^(sqlx|tokio)(-|$)/.test(name));
  if (foreign.length > 0) throw new Error(`a program without a runtime depends on ${foreign.join(", ")}`);
  console.log(`${packages.size} packages, neither sqlx nor tokio among them: ok`);
}

/** Fails if a dependency enables a feature of serde_json that the program did not ask for. */
function checkJson(packages) {
  const expected = packages.has("spyhop-adapters") ? JSON_FEATURES_OF_ADAPTERS : JSON_FEATURES;
  const features = packages.get("serde_json");
  const others = features.filter((feature) => !expected.includes(feature));
  if (others.length > 0) throw new Error(`a dependency enables ${others.join(", ")} of serde_json for the whole program`);
  console.log(`serde_json with ${features.join(", ")}: ok`);
}

for (const one of crates) {
  const crate = join(folder, /^name = "(.+)"$/m.exec(one.manifest)[1]);
  rmSync(join(crate, "src"), { recursive: true, force: true });
  mkdirSync(join(crate, "src/bin"), { recursive: true });
  writeFileSync(join(crate, "Cargo.toml"), manifest(one.manifest));
  copyFileSync(join(root, "Cargo.lock"), join(crate, "Cargo.lock"));
  for (const { name, text } of one.programs) writeFileSync(join(crate, `src/bin/${name}.rs`), text);
  const tree = packages(crate);
  if (!one.manifest.includes("tokio")) checkRuntime(tree);
  checkJson(tree);
  execFileSync(cargo, ["build", "--offline", "--quiet", "--bins"], { cwd: crate, env, stdio: "inherit" });
}

let failed = 0;
for (const { name, expected } of programs) {
  const demo = { ...process.env, SPYHOP_SOURCES: "demo", SPYHOP_CONFIG: "" };
  const run = spawnSync(join(target, "debug", name), { env: demo, encoding: "utf8", timeout: 120_000 });
  const wrong =
    run.status !== 0 ? `ended with ${run.status ?? run.signal}: ${run.stderr}`
    : run.stdout.trim() === "" ? "printed nothing"
    : expected !== undefined && run.stdout !== expected ? `printed\n${run.stdout}and not\n${expected}`
    : undefined;
  if (wrong) failed += 1;
  console.log(wrong ? `${name} ${wrong}` : `${name}: ok`);
}
console.log(`outside: ${programs.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
