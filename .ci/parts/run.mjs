// Runs one part: its target of the Makefile to the end, then its failed tests once more.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { commands, MOST_REPEATED, whyNever } from "./repeat.mjs";
import { readReport, titleOf } from "./reports.mjs";

/** What make prints of a target that failed. */
const FAILED_TARGET = /\*\*\* \[[^\]]*?: ([\w./-]+)\] Error/g;

/** Runs a command, prints what it prints, and returns its exit code and what it wrote to the error output. */
function execute([program, ...options], settings) {
  const child = spawn(program, options, { ...settings, stdio: ["ignore", "inherit", "pipe"] });
  let errors = "";
  child.stderr.on("data", (piece) => {
    errors = (errors + piece).slice(-200_000);
    process.stderr.write(piece);
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 127, errors: `${error}` }));
    child.once("close", (code) => resolve({ code: code ?? 1, errors }));
  });
}

/** The targets that failed, without the targets that failed only because of them. */
const failedTargets = (errors, target) => {
  const names = [...new Set([...errors.matchAll(FAILED_TARGET)].map(([, name]) => name))];
  return names.length > 1 ? names.filter((name) => name !== target) : names;
};

/**
 * Runs a part. Returns its seconds, what failed and the lost races: tests that failed beside others and passed alone.
 * `places` has the build folder, the reports of the runners and the folder of a test file.
 */
export async function runPart(part, places, run = execute) {
  const since = Date.now();
  const report = places.reports?.[part.name];
  if (report) rmSync(report, { force: true });
  const first = await run(["make", "--keep-going", "--no-print-directory", part.target], {});
  const outcome = { seconds: (Date.now() - since) / 1000, failures: [], lostRaces: [], tests: [] };
  const targets = first.code === 0 ? [] : failedTargets(first.errors, part.target);
  if (report) await judgeTests(part, places, run, { targets, code: first.code }, outcome);
  else if (first.code !== 0 && part.repeat) await repeatPart(part, run, outcome);
  else if (first.code !== 0) outcome.failures.push(...(targets.length > 0 ? targets : [part.target]));
  return outcome;
}

async function repeatPart(part, run, outcome) {
  console.log(`\n== ${part.name}: once more, alone`);
  const since = Date.now();
  const { code } = await run(["make", "--no-print-directory", part.target], {});
  if (code !== 0) outcome.failures.push(`${part.target} (twice)`);
  else outcome.lostRaces.push({ title: part.target, seconds: (Date.now() - since) / 1000 });
}

async function judgeTests(part, places, run, { targets, code }, outcome) {
  const tests = readReport(places.reports[part.name]);
  outcome.tests = tests ?? [];
  // The target of the tests fails with them; others of the part, such as the size of the page, are not repeated.
  const others = targets.filter((target) => target !== places.testTargets[part.name]);
  outcome.failures.push(...others);
  // A runner that says that everything passed and reports nothing may have run nothing.
  if (tests === null) return void outcome.failures.push(`${part.target}: no report of its tests`);
  const failed = outcome.tests.filter((test) => test.failed);
  if (code !== 0 && failed.length === 0 && others.length === 0) outcome.failures.push(`${part.target}: no test failed, but it did`);
  if (failed.length > MOST_REPEATED) {
    outcome.failures.push(...failed.map(titleOf), `${failed.length} failed tests are too many to be repeated`);
    return;
  }
  const repeated = [];
  for (const test of failed) {
    const why = whyNever(test);
    if (why === null) repeated.push(test);
    else outcome.failures.push(`${titleOf(test)} (${why} are not repeated)`);
  }
  if (repeated.length > 0) await repeatTests(part, places, run, repeated, outcome);
}

async function repeatTests(part, places, run, tests, outcome) {
  console.log(`\n== ${part.name}: ${tests.length} failed tests once more, alone`);
  const results = [];
  for (const { command, cwd, report } of commands(part.runner, tests, places)) {
    rmSync(report, { force: true });
    const settings = { cwd, env: { ...process.env, SPYHOP_TEST_REPORT: "", SPYHOP_TEST_PAGE_REPORT: "" } };
    await run(command, settings);
    results.push(...(readReport(report) ?? []));
  }
  for (const test of tests) {
    const found = results.filter(({ suite, name }) => suite === test.suite && (test.name === "" || name === test.name));
    const passed = found.length > 0 && found.every((result) => !result.failed);
    if (passed) outcome.lostRaces.push({ title: titleOf(test), seconds: test.seconds });
    else outcome.failures.push(`${titleOf(test)} (twice)`);
  }
}
