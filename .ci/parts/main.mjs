// Runs parts of the checks, each to its end, and prints one summary of everything that failed.
// A test that failed beside others runs once more alone: if it passes then, it is a lost race, which is printed and does not fail.
// Usage: node .ci/parts/main.mjs [part...]; `all` for every part, without names the parts of `make test`.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execFileSync } from "node:child_process";
import { judgeCpuTimes, stateCpuTimes } from "./cpuTime.mjs";
import { patience } from "./patience.mjs";
import { hasNextest } from "./repeat.mjs";
import { NEXTEST } from "./reports.mjs";
import { runPart } from "./run.mjs";
import { soakNote } from "./soakPage.mjs";
import { slowest, summary } from "./summary.mjs";
import { PARTS, TESTS } from "./table.mjs";

const SLOWEST = 20;
const given = process.argv.slice(2);
const wanted = given.includes("all") ? PARTS.map(({ name }) => name) : given;
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`there is no part ${unknown.join(", ")}; the parts are ${PARTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const chosen = PARTS.filter(({ name }) => (wanted.length > 0 ? wanted : TESTS).includes(name));

const target = resolve(process.env.CARGO_TARGET_DIR ?? "target");
mkdirSync(target, { recursive: true });
const notes = join(mkdtempSync(join(tmpdir(), "spyhop-parts-")), "notes");
writeFileSync(notes, "");
const places = {
  target,
  nextest: NEXTEST,
  reports: {
    rust: hasNextest() ? join(NEXTEST, "ci/junit.xml") : undefined,
    page: join(target, "page.json"),
    browser: join(target, "browser.json"),
  },
  testTargets: { rust: "test-rust", page: "test-page", browser: "test-browser" },
  workspace: (file) => (file.startsWith(resolve("tests/browser")) ? resolve("tests/browser") : resolve("frontend")),
};
process.env.NEXTEST_PROFILE = "ci";
// The programs that repeated browser tests start, as in the Makefile.
process.env.SPYHOP_TEST_BINARY = join(target, "debug/spyhop");
process.env.SPYHOP_TEST_WORLD = join(target, "debug/spyhop-test-world");
process.env.SPYHOP_TEST_PAGE_REPORT = places.reports.page;
process.env.SPYHOP_TEST_REPORT = places.reports.browser;
process.env.SPYHOP_TEST_NOTES = notes;
if (!process.env.SPYHOP_TEST_PATIENCE) {
  const { factor, figures } = await patience();
  const measured = Object.entries(figures).map(([name, milliseconds]) => `${name} ${milliseconds.toFixed(0)} ms`);
  console.log(`deadlines of tests are multiplied by ${factor} (${measured.join(", ")})`);
  process.env.SPYHOP_TEST_PATIENCE = factor;
}

const cpuTimes = chosen.some(({ name }) => name === "rust") ? stateCpuTimes() : null;

/** The lost races of all runs with this build folder, with the commit at which each was seen. */
const RACES = join(target, "lost-races.txt");
function recordRaces(part, races) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const day = new Date().toISOString().slice(0, 10);
  for (const { title } of races) appendFileSync(RACES, `${day} ${commit} ${part.name}: ${title}\n`);
}
const earlier = existsSync(RACES) ? readFileSync(RACES, "utf8").trim().split("\n").slice(-5) : [];

const results = [];
for (const part of chosen) {
  const isBroken = (name) => results.some((one) => one.part.name === name && (one.skipped || one.failures.length > 0));
  const skipped = part.needs && isBroken(part.needs) ? part.needs : undefined;
  if (skipped) {
    results.push({ part, seconds: 0, failures: [], lostRaces: [], tests: [], skipped });
    continue;
  }
  console.log(`\n== ${part.name}`);
  const outcome = await runPart(part, places);
  results.push({ part, ...outcome });
  recordRaces(part, outcome.lostRaces);
}

const tests = slowest(results, SLOWEST);
if (tests.length > 0) console.log(`\nthe slowest tests, in seconds:\n${tests.join("\n")}`);
const cpu = cpuTimes === null ? { tests: [], notes: [], failures: [] } : judgeCpuTimes(cpuTimes);
const rust = results.find(({ part }) => part.name === "rust");
rust?.failures.push(...cpu.failures);
for (const { title, seconds } of cpu.tests.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)}  processor: ${title}`);
const lines = readFileSync(notes, "utf8").split("\n").filter(Boolean);
lines.push(...cpu.notes);
if (given.includes("all")) lines.push(...soakNote());
lines.push(...earlier.map((race) => `lost earlier: ${race}`));
const end = summary(results, lines);
console.log(`\n== summary\n${end.lines.join("\n")}`);
const counts = results.map(({ part, seconds, tests, lostRaces }) => ({
  name: part.name,
  seconds,
  tests: tests.length,
  lostRaces: lostRaces.length,
}));
writeFileSync(join(target, "parts.json"), JSON.stringify(counts));
process.exit(end.passed ? 0 : 1);
