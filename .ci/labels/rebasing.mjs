// Writes adapters/data/rebasing.csv: tokens whose balances change without transfers.
//   node .ci/labels/rebasing.mjs CLONES   CLONES has a clone of bgd-labs/aave-address-book, named owner+name
// Aave's tokens and debts are taken from its address book, without their implementations and wrappers; others are single facts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksummed } from "./keccak.mjs";
import { Repository } from "./sources.mjs";

const ROOT = join(import.meta.dirname, "../..");
const HEAD = "asset,source";

const clones = process.argv[2];
if (!clones) throw new Error("say where the clones are: node .ci/labels/rebasing.mjs CLONES");

const chains = new Set(
  [...readFileSync(join(ROOT, "adapters/data/chains.toml"), "utf8").matchAll(/^id = "(eip155:\d+)"/gm)].map(([, id]) => id),
);
const [head, ...facts] = readFileSync(join(import.meta.dirname, "rebasing-facts.csv"), "utf8").trim().split("\n");
if (head !== HEAD) throw new Error(`rebasing-facts.csv must begin with ${HEAD}`);

const book = new Repository(clones, "aave");
const rows = new Map(facts.map((line) => [line.split(",")[0], line]));
for (const line of book.show("safe.csv").trim().split("\n").slice(1)) {
  const [address, name, chain] = line.split(",");
  if (!/ (A|V|S)_TOKEN$/.test(name) || !chains.has(`eip155:${chain}`)) continue;
  const asset = `eip155:${chain}/erc20:${checksummed(address)}`;
  if (!rows.has(asset)) rows.set(asset, `${asset},${book.origin.source}`);
}
const number = (line) => Number(/^eip155:(\d+)/.exec(line)[1]);
const sorted = [...rows.values()].sort((one, other) => number(one) - number(other) || (one < other ? -1 : 1));
writeFileSync(join(ROOT, "adapters/data/rebasing.csv"), `${[HEAD, ...sorted].join("\n")}\n`);
process.stdout.write(`${sorted.length} rebasing tokens\n`);
