// oha: a steady stream of requests, and what became of them.
import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const VERSION = "1.16.0";
export const CONNECTIONS = 64;

/** The program; it is outside of every lock file and built once. */
export function program(target) {
  const root = join(target, "bench");
  const path = join(root, "bin/oha");
  if (!existsSync(path)) {
    console.log(`  installing oha into ${root} (cargo install --locked oha, some minutes, once) ...`);
    const { CARGO_TARGET_DIR, ...env } = process.env;
    const options = ["install", "--quiet", "--locked", `oha@${VERSION}`, "--root", root];
    execFileSync("cargo", options, { env, cwd: tmpdir(), stdio: "inherit" });
  }
  return path;
}

/** What browsers of today can read, on loopback as over TLS. */
const READABLE = "accept-encoding: gzip, deflate, br, zstd";

/** Options of a call with a body and somebody's token, as a browser makes it. */
export const calling = (token, body = {}) => [
  ...["-m", "POST", "-T", "application/json", "-H", READABLE, "-H", `authorization: Bearer ${token}`],
  ...["-d", JSON.stringify(body)],
];

/** Good answers a second, and milliseconds of good and of refused answers. With a core, oha runs on that one alone. */
export async function stream(oha, url, options, { connections = CONNECTIONS, core } = {}) {
  const fixed = ["--no-tui", "--output-format", "json", "--stats-success-breakdown", "-c", `${connections}`];
  const [command, ...words] = [...(core ? ["taskset", "--cpu-list", core] : []), oha, ...fixed, ...options, url];
  const { stdout } = await run(command, words, { maxBuffer: 1 << 28 });
  const report = JSON.parse(stdout);
  const answers = Object.entries(report.statusCodeDistribution);
  const good = answers.filter(([code]) => code === "200").reduce((sum, [, count]) => sum + count, 0);
  const refused = answers.reduce((sum, [, count]) => sum + count, 0) - good;
  const broken = Object.entries(report.errorDistribution ?? {}).filter(([why]) => !why.includes("deadline"));
  return {
    good,
    refused,
    broken: broken.reduce((sum, [, count]) => sum + count, 0),
    rate: good / report.summary.total,
    took: milliseconds(report.latencyPercentilesSuccessful ?? report.latencyPercentiles),
    refusedTook: milliseconds(report.latencyPercentilesNotSuccessful),
  };
}

/** The middle of some numbers. */
export const middle = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
};

/** Rounds as one: the middle of what they measured, and all that was refused or broken off. */
export function together(rounds) {
  const of = (read) => middle(rounds.map(read));
  const sum = (read) => rounds.map(read).reduce((all, one) => all + one, 0);
  const [took, refusedTook] = [rounds.map((one) => one.took), rounds.map((one) => one.refusedTook)].map(middles);
  return { rate: of((one) => one.rate), refused: sum((one) => one.refused), broken: sum((one) => one.broken), took, refusedTook };
}

/** Of each percentile, where it was measured at all. */
const middles = (times) =>
  Object.fromEntries(
    [...new Set(times.flatMap(Object.keys))]
      .map((name) => [name, times.map((one) => one[name]).filter(Number.isFinite)])
      .filter(([, found]) => found.length > 0)
      .map(([name, found]) => [name, middle(found)]),
  );

const milliseconds = (times) => Object.fromEntries(Object.entries(times ?? {}).map(([name, seconds]) => [name, seconds * 1000]));
