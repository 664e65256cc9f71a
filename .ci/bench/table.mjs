// Prints the figures on the terminal and formats them for docs/performance.md.
import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { stolenSince, ticks } from "./stolen.mjs";

const TITLES = {
  pure: "Pure functions (median of 100 runs)",
  ledger: "All reports of a ledger, CSV in and CSV out, four cost basis methods, one thread (fewest CPU seconds of five runs)",
  history: "A user with a history of five years on 8 chains, with the closing prices of 40 tokens (SQLite)",
  sync: "A history of 100,000 transactions, from an explorer on the same machine (SQLite)",
  exchange: "A history of 100,000 trades at an exchange, from a server on the same machine (SQLite)",
  world: "Real contracts behind slow mock servers",
  demo: "The demo world",
  people: "A user with 50 wallets and 3,000 holdings on 20 chains, among a thousand such users (SQLite)",
  longWork: "Long computations for one person with 1,000 wallets and 60,000 holdings, beside another person (SQLite)",
  signIn: "Signing in by code (SQLite)",
  streams: "A user with 1,000 wallets on every chain and 30 open pages, in the demo world (SQLite)",
  unreachable: "1,000 accounts whose nodes are unreachable (SQLite)",
  load: "The server under load (64 connections, the client on the same machine; median of three rounds of six seconds)",
  overload: "Twice the peak load of the server (768 connections behind one proxy; the server with its database and the client on a core each)",
  page: "The page in Chromium, on the demo world",
};

/** The load average before the measurements, so that it does not include them. */
const before = loadavg()[0].toFixed(1);

const then = ticks();

/** The sentence with date, commit, machine and load of the measurement. */
function moment() {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const taken = stolenSince(then);
  const others = taken === null ? "" : `, ${taken.toFixed(1)} % of the cores' time taken by others on the host`;
  const day = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} cores (${cpus()[0].model.trim()}) with ${memory} GiB`;
  return `Measured on ${day} at commit ${commit} on ${machine}; load average before ${before}${others}.`;
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

/** Returns the document with these tables. Sections that were not measured are copied from the old document. */
export function document(tables, old) {
  const kept = new Map(old.split(/^## /m).slice(1).map((text) => [text.split("\n")[0], `## ${text}`.trim()]));
  const now = moment();
  for (const table of tables) kept.set(TITLES[table.name], section(table, now));
  const sections = Object.values(TITLES).map((title) => kept.get(title)).filter(Boolean);
  const head = [
    "# Performance",
    "",
    "Written by `make bench`. Nothing is asserted, because results depend on the machine and its load. Targets are",
    "the project's own, for two idle cores.",
  ];
  return `${[head.join("\n"), ...sections].join("\n\n")}\n`;
}

const section = ({ name, rows }, now) =>
  [
    `## ${TITLES[name]}`,
    "",
    now,
    "",
    "| what | figure | target |",
    "|---|---|---|",
    ...rows.map(({ what, figure, target }) => `| ${what} | ${figure} | ${target} |`),
  ].join("\n");
