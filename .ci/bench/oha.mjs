// Sends a steady stream of requests with oha and evaluates its report.
import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const VERSION = "1.16.0";
export const CONNECTIONS = 64;

/** Returns the path of oha, which is in no lock file and is built once. */
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

/** The codings that current browsers accept, on loopback and over TLS. */
const READABLE = "accept-encoding: gzip, deflate, br, zstd";

/** The options of a call with a body and a token, as a browser sends it. */
export const calling = (token, body = {}) => [
  ...["-m", "POST", "-T", "application/json", "-H", READABLE, "-H", `authorization: Bearer ${token}`],
  ...["-d", JSON.stringify(body)],
];

/** Returns successful answers per second, and the milliseconds of successful and of refused answers. `core` pins oha to one core. */
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

/** The median of some numbers. */
export const middle = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
};

/** Combines rounds: the medians of rates and times, and the sums of refused and disconnected requests. */
export function combined(rounds) {
  const of = (read) => middle(rounds.map(read));
  const sum = (read) => rounds.map(read).reduce((all, one) => all + one, 0);
  const [took, refusedTook] = [rounds.map((one) => one.took), rounds.map((one) => one.refusedTook)].map(middles);
  return { rate: of((one) => one.rate), refused: sum((one) => one.refused), broken: sum((one) => one.broken), took, refusedTook };
}

/** The median of each percentile over the rounds that measured it. */
const middles = (times) =>
  Object.fromEntries(
    [...new Set(times.flatMap(Object.keys))]
      .map((name) => [name, times.map((one) => one[name]).filter(Number.isFinite)])
      .filter(([, found]) => found.length > 0)
      .map(([name, found]) => [name, middle(found)]),
  );

const milliseconds = (times) => Object.fromEntries(Object.entries(times ?? {}).map(([name, seconds]) => [name, seconds * 1000]));
