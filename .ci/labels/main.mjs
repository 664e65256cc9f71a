// Writes adapters/data/labels.csv: to whom addresses of services belong.
//   node .ci/labels/main.mjs CLONES   CLONES has a clone of each repository of sources.mjs, named owner+name
// Rows for chains without a row in chains.toml are left out. Of two rows for one address, the first one is kept: single facts, then
// lists of the owners themselves, then the collected tags.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksummed } from "./keccak.mjs";
import { LICENCES, readAll } from "./sources.mjs";

const ROOT = join(import.meta.dirname, "../..");
const HEAD = "chain,address,owner,kind,source,date";
const MOST_ROWS = 8500;

const clones = process.argv[2];
if (!clones) throw new Error("say where the clones are: node .ci/labels/main.mjs CLONES");

const read = (path) => readFileSync(join(ROOT, path), "utf8");
const chains = new Set([...read("adapters/data/chains.toml").matchAll(/^id = "(eip155:\d+)"/gm)].map(([, id]) => id));
const [head, ...facts] = read(".ci/labels/facts.csv").trim().split("\n");
if (head !== HEAD) throw new Error(`.ci/labels/facts.csv must begin with ${HEAD}`);
const single = facts.map((line) => Object.fromEntries(line.split(",").map((field, at) => [HEAD.split(",")[at], field])));

for (const { source } of single) {
  const [repository, commit] = source.split("@");
  if (!(repository in LICENCES) || !/^[0-9a-f]{8}$/.test(commit)) throw new Error(`${source} is no commit of a repository with a known licence`);
}

const rows = new Map();
for (const row of [...single, ...readAll(clones)]) {
  const address = checksummed(row.address);
  if (!address) throw new Error(`${row.address} of ${row.source} is no address`);
  const key = `${row.chain},${address}`;
  if (chains.has(row.chain) && !rows.has(key)) rows.set(key, [key, row.owner, row.kind, row.source, row.date].join(","));
}
if (rows.size > MOST_ROWS) throw new Error(`${rows.size} rows are more than ${MOST_ROWS}`);
const number = (line) => Number(/^eip155:(\d+)/.exec(line)[1]);
const sorted = [...rows.values()].sort((one, other) => number(one) - number(other) || (one < other ? -1 : 1));
writeFileSync(join(ROOT, "adapters/data/labels.csv"), `${[HEAD, ...sorted].join("\n")}\n`);
process.stdout.write(`${sorted.length} labels\n`);
