// The reports of a ledger from CSV to CSV on one thread, compared with polars on the same files in the same run. The workload and
// the driver of polars are in the published test vectors (SPYHOP_VECTORS).
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROUNDS = 5;
const SIZES = [10_000, 100_000, 400_000];
const LARGEST_SHARE = 0.35;
const LARGEST_GROWTH = 4.5;
const LARGEST_MEMORY = 100;
const SLOWEST_18_DECIMALS = 3;

export async function measureLedger({ target }, row) {
  const vectors = process.env.SPYHOP_VECTORS;
  if (!vectors) return row("ledger", "not measured: SPYHOP_VECTORS is not set");
  const workload = join(vectors, "ledger-2000");
  const python = polars(target);
  const program = example(target);
  const folder = mkdtempSync(join(tmpdir(), "spyhop-ledger-"));
  try {
    const data = new Map(SIZES.map((events) => [events, generate(workload, folder, events, 8)]));
    const own = new Map();
    for (const [events, path] of data) {
      const peer = () => cpu([python, join(workload, "polars_driver.py"), path, join(folder, "peer"), "basis"]).seconds;
      const { seconds, memory, theirs } = interleaved(program, path, folder, peer);
      own.set(events, seconds);
      const figure = `${seconds.toFixed(2)} s, polars ${theirs.toFixed(2)} s: ${(seconds / theirs).toFixed(2)}`;
      row(`${thousands(events)} events, CPU time, and its share of polars'`, figure, `at most ${LARGEST_SHARE}`);
      const limit = events === 100_000 ? `at most ${LARGEST_MEMORY} MB` : "";
      row(`${thousands(events)} events, peak memory`, `${memory} MB`, limit);
    }
    const growth = own.get(400_000) / own.get(100_000);
    row("growth of the CPU time from 100,000 to 400,000 events", growth.toFixed(1), `at most ${LARGEST_GROWTH}`);
    const wide = interleaved(program, generate(workload, folder, 100_000, 18), folder).seconds;
    const times = (wide / own.get(100_000)).toFixed(1);
    row("100,000 events with 18 decimals", `${wide.toFixed(2)} s, ${times} times 8 decimals`, `at most ${SLOWEST_18_DECIMALS} times`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const thousands = (number) => number.toLocaleString("en");

/** The Python of a virtual environment with polars, which is made once. */
function polars(target) {
  const environment = join(target, "polars");
  const python = join(environment, "bin", "python3");
  const made = join(environment, ".made");
  if (!existsSync(made)) {
    execFileSync("bash", [".ci/need", "python"], { stdio: "inherit" });
    execFileSync("python3", ["-m", "venv", "--clear", environment]);
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", ".ci/bench/polars-requirements.txt"];
    execFileSync(python, install);
    writeFileSync(made, "");
  }
  return python;
}

/** Builds the program of the benchmark and returns its path. */
function example(target) {
  const options = ["build", "--release", "--locked", "--quiet", "--package", "spyhop", "--example", "ledger_bench"];
  execFileSync("cargo", options, { stdio: ["ignore", "pipe", "inherit"] });
  return join(target, "release", "examples", "ledger_bench");
}

/** Makes the workload and returns its folder. */
function generate(workload, folder, events, decimals) {
  const out = join(folder, `${events}-${decimals}`);
  const options = ["--events", String(events), "--seed", "20240607", "--decimals", String(decimals), "--out", out];
  execFileSync("python3", [join(workload, "generate.py"), ...options]);
  return out;
}

/** Runs the program and its peer in turns and returns the fewest seconds of each. */
function interleaved(program, data, folder, peer = () => Number.NaN) {
  const runs = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push({ own: cpu([program, data, join(folder, "own")]), theirs: peer() });
  const fewest = (numbers) => Math.min(...numbers);
  return {
    seconds: fewest(runs.map(({ own }) => own.seconds)),
    memory: Math.round(Number(/(\d+) kB/.exec(runs[0].own.output)?.[1]) / 1024),
    theirs: fewest(runs.map(({ theirs }) => theirs)),
  };
}

/** Runs a command and returns its user and system time with its output. */
function cpu(command) {
  const script = 'TIMEFORMAT="cpu %3U %3S"; { time "$@" 2>&3; } 3>&2 2>&1';
  const output = execFileSync("bash", ["-c", script, "bash", ...command], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const [, user, system] = /cpu (\S+) (\S+)/.exec(output);
  return { seconds: Number(user) + Number(system), output };
}
