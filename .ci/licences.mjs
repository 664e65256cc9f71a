// Checks the licence of every package that ships or is used to build, and lists those of the test world.
//   node .ci/licences.mjs          fails with one line for each package that may not ship
//   node .ci/licences.mjs --write  also writes docs/test-world-licences.md
// Sends no requests: lock files and `cargo metadata` contain all licences.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Licences of packages that may be part of the program or of the page. */
const SHIPPABLE = new Set([
  "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-1-Clause", "BSD-2-Clause", "BSD-3-Clause",
  "BlueOak-1.0.0", "CC0-1.0", "CDLA-Permissive-2.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "Unicode-3.0",
  "Unicode-DFS-2016", "Zlib",
]);
/** Further licences of packages that are used to build and test and never ship. */
const TOOLS_ONLY = new Set(["CC-BY-3.0", "CC-BY-4.0", "PSF-2.0", "Python-2.0", "Unlicense"]);
/** Licences that a package states in the old list form of `package.json`, which lock files leave out. */
const STATED_AS_LIST = { "reserved@0.1.2": "MIT" };
const WORLD = "tests/world/package-lock.json";
const WORLD_PAGE = "docs/test-world-licences.md";
/** Packages that test the API against its description, in a separate Python environment. */
const DESCRIPTION_TESTS = ".ci/description/requirements.txt";
/** Packages that the benchmark of the ledger is compared with, in a separate Python environment. */
const PEERS = ".ci/bench/polars-requirements.txt";
/** Packages that lint the description, installed in the build folder. */
const LINTERS = ".ci/description/linters/package-lock.json";
/** Third-party files in the repository: their folder, and the name, version and licence that its `LICENSE` must contain. */
const VENDORED = [
  { name: "@web3icons/core", version: "4.0.56", licence: "MIT", ships: true, folder: "http/marks" },
  { name: "@bgd-labs/react-web3-icons", version: "1.64.0", licence: "MIT", ships: true, folder: "http/marks" },
];
/** Folders whose content ends up in the program, the page or the SDK. */
const SHIPPED_FOLDERS = ["ports/src", "domain/src", "adapters/src", "http/src", "frontend/src", "sdk-ts/src"];

/** An SPDX expression without parentheses inside parentheses: `A OR B`, `A AND (B OR C)`, `A/B`. */
export function allows(expression, allowed) {
  const text = (expression ?? "").trim().replaceAll("/", " OR ").replace(/ (and|or) /g, (word) => word.toUpperCase());
  if (text.startsWith("(") && text.indexOf(")") === text.length - 1) return allows(text.slice(1, -1), allowed);
  const ands = split(text, " AND ");
  if (ands.length > 1) return ands.every((part) => allows(part, allowed));
  const ors = split(text, " OR ");
  if (ors.length > 1) return ors.some((part) => allows(part, allowed));
  return allowed.has(text);
}

/** Splits at a word outside of parentheses. */
function split(text, word) {
  const parts = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")") depth -= 1;
    else if (depth === 0 && text.startsWith(word, at)) {
      parts.push(text.slice(from, at));
      from = at + word.length;
    }
  }
  return [...parts, text.slice(from)];
}

function rustPackages() {
  const host = /host: (\S+)/.exec(execFileSync("rustc", ["-vV"], { encoding: "utf8" }))[1];
  const options = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
  const text = execFileSync("cargo", options, { encoding: "utf8", maxBuffer: 1 << 28 });
  const foreign = JSON.parse(text).packages.filter((one) => one.source !== null);
  return foreign.map((one) => ({ name: one.name, version: one.version, licence: one.license, ships: true }));
}

function npmPackages(lock) {
  const entries = Object.entries(JSON.parse(readFileSync(lock, "utf8")).packages);
  const foreign = entries.filter(([path, one]) => path.includes("node_modules/") && !one.link);
  return foreign.map(([path, one]) => {
    const name = one.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = typeof one.license === "object" ? one.license.type : one.license;
    return {
      name,
      version: one.version,
      licence: licence ?? STATED_AS_LIST[`${name}@${one.version}`],
      ships: !(one.dev || one.devOptional),
    };
  });
}

function pythonPackages(list) {
  const lines = readFileSync(list, "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name, version, licence] = /^(\S+)==(\S+)\s+# (.+)$/.exec(line) ?? [null, line, "?", undefined];
    return { name, version, licence, ships: false };
  });
}

function unlicensed(packages, from) {
  const forTools = new Set([...SHIPPABLE, ...TOOLS_ONLY]);
  const bad = packages.filter((one) => !allows(one.licence, one.ships ? SHIPPABLE : forTools));
  return bad.map((one) => `${one.name} ${one.version} (${from}): ${one.licence ?? "no licence"} may not ship`);
}

const table = (packages) => {
  const rows = packages.map((one) => `| ${one.name} | ${one.version} | ${one.licence ?? "not stated"} |`);
  return ["| package | version | licence |", "|---|---|---|", ...[...new Set(rows)].sort()];
};

/** Third-party files whose folder has no matching licence. */
function withoutLicenceFile(vendored) {
  const text = ({ folder }) => (existsSync(join(folder, "LICENSE")) ? readFileSync(join(folder, "LICENSE"), "utf8") : "");
  const bad = vendored.filter((one) => ![one.name, one.version, one.licence].every((word) => text(one).includes(word)));
  return bad.map((one) => `${one.folder}/LICENSE does not say that ${one.name} ${one.version} is ${one.licence}`);
}

function worldPage(world, questions, linters) {
  return [
    "# Licences of the test world",
    "",
    "Generated by `make licences`. These packages are installed by `tests/world` alone, from a lock file of its own, to",
    "run real contracts and nodes in tests. No file of theirs is part of this repository, of the program, of the page or",
    "of the SDK; `.ci/licences.mjs` checks that.",
    "",
    ...table(world),
    "",
    "## Packages that test the API against its description",
    "",
    "These Python packages are installed below the build folder by `make test-description` and by nothing else.",
    "",
    ...table(questions),
    "",
    "## Packages that lint the API's description",
    "",
    "These packages are installed below the build folder by `make test-description` and by nothing else.",
    "",
    ...table(linters),
    "",
  ].join("\n");
}

function* sources(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && /\.(rs|ts|tsx|css|html)$/.test(entry.name)) yield join(entry.parentPath ?? entry.path, entry.name);
  }
}

/** Returns workspaces and shipped sources that refer to the test world, which must stay separate. */
function leaks() {
  const found = [];
  const { workspaces = [] } = existsSync("package.json") ? JSON.parse(readFileSync("package.json", "utf8")) : {};
  if (workspaces.some((one) => one === "tests/world" || one.includes("*"))) found.push("package.json: tests/world is a workspace");
  for (const folder of SHIPPED_FOLDERS) {
    for (const path of sources(folder)) {
      if (readFileSync(path, "utf8").includes("tests/world")) found.push(`${path}: refers to tests/world`);
    }
  }
  return found;
}

function selfTest() {
  const samples = [
    ["MIT OR GPL-3.0-only", true], ["MIT AND GPL-3.0-only", false], ["(MIT OR Apache-2.0) AND Unicode-3.0", true],
    ["MIT/Apache-2.0", true], ["MIT and ISC", true], ["GPL-3.0-or-later", false], [undefined, false], ["Apache-2.0 WITH LLVM-exception", true],
    ["(LGPL-2.1 OR GPL-2.0) AND MIT", false],
  ];
  const wrong = samples.filter(([expression, truth]) => allows(expression, SHIPPABLE) !== truth);
  return wrong.map(([expression]) => `the expression ${expression} is evaluated wrongly`);
}

const problems = [...selfTest(), ...leaks()];
const rust = rustPackages();
problems.push(...unlicensed(rust, "Cargo.lock"));
const web = existsSync("package-lock.json") ? npmPackages("package-lock.json") : [];
problems.push(...unlicensed(web, "package-lock.json"));
const questions = pythonPackages(DESCRIPTION_TESTS);
problems.push(...unlicensed(questions, DESCRIPTION_TESTS));
const peers = pythonPackages(PEERS);
problems.push(...unlicensed(peers, PEERS));
const linters = npmPackages(LINTERS);
problems.push(...unlicensed(linters, LINTERS));
problems.push(...unlicensed(VENDORED, "the repository"), ...withoutLicenceFile(VENDORED));
if (existsSync(WORLD)) {
  const page = worldPage(npmPackages(WORLD), questions, linters);
  if (process.argv.includes("--write")) writeFileSync(WORLD_PAGE, page);
  if (!existsSync(WORLD_PAGE) || readFileSync(WORLD_PAGE, "utf8") !== page) problems.push(`${WORLD_PAGE} is outdated: run make licences`);
}
for (const problem of problems) console.error(problem);
const all = rust.length + web.length + questions.length + peers.length + linters.length + VENDORED.length;
console.log(`licences: ${all - problems.length} passed, ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
