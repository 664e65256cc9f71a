// The figures on the terminal and in docs/performance.md.
import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { stolenSince, ticks } from "./stolen.mjs";

const TITLES = {
  pure: "Pure parts (median of 100 runs)",
  world: "Real contracts behind slow doors",
  demo: "The demo world",
  people: "A person with 50 wallets and 3,000 holdings on 20 chains, among a thousand like them (SQLite)",
  streams: "One person with 1,000 wallets on every chain and 30 open pages, in the demo world (SQLite)",
  unreachable: "1,000 accounts whose nodes nobody can reach (SQLite)",
  load: "The server under load (64 connections, the client on the same machine; median of three rounds of six seconds)",
  overload: "Twice the load that the server can bear (768 connections behind one proxy; the server with its database and the client on a core each)",
  page: "The page in Chromium, on the demo world",
};

/** The load before anything was measured: the measuring itself is no part of it. */
const before = loadavg()[0].toFixed(1);

const then = ticks();

function stolen() {
  const part = stolenSince(then);
  return part === null ? [] : [`- Taken from these cores by others on the host meanwhile: ${part.toFixed(1)} % of their time`];
}

export function print(tables) {
  const rows = tables.flatMap((table) => table.rows);
  const wide = (column) => Math.max(...rows.map((row) => row[column].length));
  const [what, figure] = [wide("what"), wide("figure")];
  for (const { name, rows: own } of tables) {
    console.log(`\n${TITLES[name]}`);
    for (const row of own) console.log(`  ${row.what.padEnd(what)}  ${row.figure.padEnd(figure)}  ${row.target}`.trimEnd());
  }
}

export function document(tables) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    "# Performance",
    "",
    "Written by `make bench`. Nothing is asserted: figures depend on the machine and on what else it does. Targets are",
    "those that the project set itself for two idle cores.",
    "",
    `- Machine: ${cpus().length} cores (${cpus()[0].model.trim()}), ${memory} GiB`,
    `- Load average when it began: ${before}`,
    ...stolen(),
    `- Date: ${new Date().toISOString().slice(0, 10)}, commit ${commit}`,
    "",
    ...tables.flatMap(section),
  ].join("\n");
}

const section = ({ name, rows }) => [
  `## ${TITLES[name]}`,
  "",
  "| what | figure | target |",
  "|---|---|---|",
  ...rows.map(({ what, figure, target }) => `| ${what} | ${figure} | ${target} |`),
  "",
];
