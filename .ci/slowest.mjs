// Prints the slowest tests of the last run, slowest first, from the reports of the test runners.
// Usage: slowest.mjs COUNT REPORT... ; a report is JUnit XML (nextest) or JSON (vitest).
import { existsSync, readFileSync } from "node:fs";

const [count, ...reports] = process.argv.slice(2);

/** The seconds of each test case of a JUnit report. */
function junit(text) {
  const cases = text.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]*? time="([\d.]+)"/g);
  return [...cases].map(([, name, suite, seconds]) => ({ name: `${suite} ${name}`, seconds: Number(seconds) }));
}

/** The seconds of each test of a vitest report. */
function vitest(text) {
  const files = JSON.parse(text).testResults;
  return files.flatMap((file) =>
    file.assertionResults.map((one) => ({
      name: `${file.name.split("/").at(-1)} ${one.fullName}`,
      seconds: (one.duration ?? 0) / 1000,
    })),
  );
}

const missing = reports.filter((report) => !existsSync(report));
if (missing.length > 0) throw new Error(`no report: ${missing.join(", ")}`);
const texts = reports.map((report) => [report, readFileSync(report, "utf8")]);
const tests = texts.flatMap(([report, text]) => (report.endsWith(".xml") ? junit(text) : vitest(text)));
tests.sort((a, b) => b.seconds - a.seconds);
console.log(`the slowest ${count} of ${tests.length} tests, in seconds:`);
for (const { name, seconds } of tests.slice(0, Number(count))) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
