// Draws the crates and the folders of the domain with their dependencies into docs/architecture.md.
//   node .ci/rooms/main.mjs          writes the page
//   node .ci/rooms/main.mjs --check  fails if the page differs from the code
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dependencies, imports, mermaid, mutual, reduced } from "./graph.mjs";

const PAGE = "docs/architecture.md";
const CRATES = ["ports", "domain", "memory", "adapters", "http", "conformance"];
const DOMAIN = "domain/src";

function crates() {
  return new Map(CRATES.map((name) => [name, new Set(dependencies(readFileSync(join(name, "Cargo.toml"), "utf8"), CRATES))]));
}

function sources(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).filter((path) => path.endsWith(".rs"));
  return paths.filter((path) => !/(^|\/)tests(\.rs|\/)/.test(path)).map((path) => readFileSync(path, "utf8"));
}

function domain() {
  const folders = readdirSync(DOMAIN, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const used = (folder) => {
    const found = sources(join(DOMAIN, folder)).flatMap((source) => [...imports(source)]);
    return new Set(folders.filter((name) => name !== folder && found.includes(name)));
  };
  return new Map(folders.toSorted().map((folder) => [folder, used(folder)]));
}

/** The page with the text between the two marks of a picture replaced. */
function replaced(page, name, picture) {
  const [start, end] = [`<!-- ${name}: written by make rooms -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no marks for ${name}`);
  return `${page.slice(0, from + start.length)}\n${picture}\n${page.slice(to)}`;
}

const folders = domain();
const old = readFileSync(PAGE, "utf8");
const page = replaced(replaced(old, "crates", mermaid(reduced(crates()))), "domain", mermaid(reduced(folders)));
const pairs = mutual(folders);
if (pairs.length > 0) console.log(`folders that import each other: ${pairs.map((pair) => pair.join(" and ")).join(", ")}`);
if (process.argv.includes("--check") && page !== old) {
  console.error(`${PAGE} does not show the current dependencies: run make rooms and commit it`);
  process.exit(1);
}
if (page !== old) writeFileSync(PAGE, page);
