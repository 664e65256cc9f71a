// The processor seconds of each Rust test, and which of them are too many.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

/** The share of the processor seconds of all tests from which a test needs a line in the list. Seconds differ by machine, shares do not. */
const NAMED = 0.01;
/** The share from which a test without a line fails. */
const RED = 0.02;
const MOST_LISTED = 20;
const LIST = ".ci/parts/expensive-tests.txt";

/** Makes every test state its processor seconds, and returns the folder in which they do. */
export function stateCpuTimes() {
  const host = /^host: (.*)$/m.exec(execFileSync("rustc", ["-vV"], { encoding: "utf8" }))[1];
  const folder = mkdtempSync(join(tmpdir(), "spyhop-cpu-times-"));
  process.env.SPYHOP_TEST_CPU_TIMES = folder;
  process.env[`CARGO_TARGET_${host.toUpperCase().replaceAll("-", "_")}_RUNNER`] = resolve(".ci/cpu-time");
  return folder;
}

const seconds = (text) => {
  const [, minutes, rest] = /^(\d+)m([\d.]+)s$/.exec(text);
  return Number(minutes) * 60 + Number(rest);
};

/** The name of a test and its processor seconds, from what `.ci/cpu-time` writes. */
export function readCpuTime(text) {
  const lines = text.trimEnd().split("\n");
  const program = basename(lines[0]).replace(/-[0-9a-f]{16}$/, "");
  const name = lines[lines.indexOf("--exact") + 1];
  const [user, system] = lines.at(-1).split(" ");
  return { title: `${program} ${name}`, seconds: seconds(user) + seconds(system) };
}

/** The tests that the list allows, each line `program test: reason`. */
export const listed = (text) =>
  text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => /^(.+?): ./.exec(line)?.[1] ?? line);

/**
 * Which tests need a line in the list (`notes`) and which lack one clearly (`failures`). Beside busy loops none fails, because a test
 * that waits longer also asks more often whether it can go on.
 */
export function judge(tests, allowed, isBusy) {
  const all = tests.reduce((sum, { seconds }) => sum + seconds, 0);
  const without = tests.filter(({ title, seconds }) => seconds > NAMED * all && !allowed.includes(title));
  const text = ({ title, seconds }) =>
    `${title} used ${seconds.toFixed(1)} of ${all.toFixed(0)} processor seconds, without a line in ${LIST}`;
  const isRed = ({ seconds }) => seconds > RED * all && !isBusy;
  const failures = without.filter(isRed).map(text);
  if (allowed.length > MOST_LISTED) failures.push(`${LIST} has ${allowed.length} lines, at most ${MOST_LISTED}`);
  return { notes: without.filter((test) => !isRed(test)).map(text), failures };
}

/** The processor seconds of all tests that have run, and the judgement of them. */
export function judgeCpuTimes(folder) {
  const tests = readdirSync(folder).map((file) => readCpuTime(readFileSync(join(folder, file), "utf8")));
  tests.sort((a, b) => b.seconds - a.seconds);
  return { tests, ...judge(tests, listed(readFileSync(LIST, "utf8")), Boolean(process.env.SPYHOP_TEST_BUSY)) };
}
