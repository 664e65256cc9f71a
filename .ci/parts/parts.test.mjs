// Tests of how parts are judged, with test runners that are played.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { judge, listed, readCpuTime } from "./cpuTime.mjs";
import { commands, hasNextest, whyNever } from "./repeat.mjs";
import { junitTests, NEXTEST, vitestTests } from "./reports.mjs";
import { runPart } from "./run.mjs";
import { document, soakNote } from "./soakPage.mjs";
import { summary } from "./summary.mjs";

const RUST = { name: "rust", target: "test-rust", budget: 100, runner: "nextest" };
const LINTS = { name: "lints", target: "lints", budget: 10 };
const SMOKE = { name: "smoke", target: "smoke", budget: 10, repeat: true };

const junit = (cases) =>
  `<testsuites>${cases
    .map(([name, passes]) => `<testcase name="${name}" classname="tests::api" time="1.5">${passes ? "" : '<failure message="x"/>'}</testcase>`)
    .join("")}</testsuites>`;

/** Plays make and nextest: `first` and `again` are the tests with their outcomes. Returns the commands as well. */
function played(first, again) {
  const target = mkdtempSync(join(tmpdir(), "spyhop-parts-test-"));
  const reports = { rust: join(target, "first.xml") };
  const places = { target, nextest: join(target, "nextest"), reports, testTargets: { rust: "test-rust" }, workspace: () => target };
  const calls = [];
  const run = async (command) => {
    calls.push(command.join(" "));
    const [tests, path] = calls.length === 1 ? [first, reports.rust] : [again, commands("nextest", [], places)[0].report];
    mkdirSync(join(target, "nextest/repeat"), { recursive: true });
    writeFileSync(path, junit(tests));
    const failed = tests.some(([, passes]) => !passes);
    return failed ? { code: 2, errors: "make: *** [Makefile:9: test-rust] Error 100\n" } : { code: 0, errors: "" };
  };
  return { places, run, calls };
}

test("a test that passes when it is alone is a lost race, and green", async () => {
  const { places, run, calls } = played([["good", true], ["coin", false]], [["coin", true]]);
  const outcome = await runPart(RUST, places, run);
  assert.deepEqual(outcome.lostRaces, [{ title: "tests::api coin", seconds: 1.5 }]);
  assert.deepEqual(outcome.failures, []);
  assert.match(calls[1], /--test-threads 1 -E \(binary_id\(=tests::api\) & test\(=coin\)\)$/);
  const { lines, passed } = summary([{ part: RUST, ...outcome }], []);
  assert.equal(passed, true);
  assert.match(lines.join("\n"), /lost races.*\n +1\.5 s {2}rust: tests::api coin/);
});

test("a test that fails twice is red, beside one that lost a race", async () => {
  const { places, run } = played([["always", false], ["coin", false]], [["always", false], ["coin", true]]);
  const outcome = await runPart(RUST, places, run);
  assert.deepEqual(outcome.failures, ["tests::api always (twice)"]);
  assert.equal(outcome.lostRaces.length, 1);
  assert.equal(summary([{ part: RUST, ...outcome }], []).passed, false);
});

test("a failed test that the repetition does not run is red", async () => {
  const { places, run } = played([["gone", false]], [["other", true]]);
  assert.deepEqual((await runPart(RUST, places, run)).failures, ["tests::api gone (twice)"]);
});

test("access tests and property tests are never repeated", async () => {
  const { places, run, calls } = played([["access::every_call", false]], []);
  const outcome = await runPart(RUST, places, run);
  assert.deepEqual(outcome.failures, ["tests::api access::every_call (access and secret tests are not repeated)"]);
  assert.equal(calls.length, 1);
  const any = { suite: "tests::story", name: "upload::any_file" };
  assert.equal(whyNever(any, () => ["proptest!(|(text in any_text())| {})"]), "property tests");
  assert.equal(whyNever(any, () => ["fn any_file() {}"]), null);
  assert.equal(whyNever({ suite: "spyhop-tests::golden", name: "a" }, () => []), "golden and architecture tests");
});

test("a runner that fails without a report or without a failed test is red", async () => {
  const { places } = played([], []);
  const broken = async () => ({ code: 2, errors: "make: *** [Makefile:9: test-rust] Error 1\n" });
  assert.deepEqual((await runPart(RUST, places, broken)).failures, ["test-rust: no report of its tests"]);
  const silent = played([["good", true]], []);
  const failing = async (command) => ({ ...(await silent.run(command)), code: 2 });
  assert.deepEqual((await runPart(RUST, silent.places, failing)).failures, ["test-rust: no test failed, but it did"]);
});

test("a runner that passes without a report is red: nothing shows that it ran a test", async () => {
  const { places } = played([], []);
  const idle = async () => ({ code: 0, errors: "" });
  assert.deepEqual((await runPart(RUST, places, idle)).failures, ["test-rust: no report of its tests"]);
});

test("the report of nextest is read where it writes it, also with a build folder elsewhere", () => {
  if (!hasNextest()) return;
  const crate = mkdtempSync(join(tmpdir(), "spyhop-parts-test-"));
  for (const folder of ["src", ".config"]) mkdirSync(join(crate, folder));
  copyFileSync(".config/nextest.toml", join(crate, ".config/nextest.toml"));
  writeFileSync(join(crate, "Cargo.toml"), '[package]\nname = "tiny"\nversion = "0.1.0"\nedition = "2024"\n');
  writeFileSync(join(crate, "src/lib.rs"), "#[test]\nfn passes() {}\n");
  const env = { ...process.env, CARGO_TARGET_DIR: join(crate, "elsewhere"), RUSTC_WORKSPACE_WRAPPER: "" };
  for (const profile of ["ci", "repeat"]) {
    spawnSync("cargo", ["nextest", "run", "--offline", "--profile", profile], { cwd: crate, env });
    assert.ok(existsSync(join(crate, NEXTEST, profile, "junit.xml")), profile);
  }
});

test("lints are not repeated, and each failed one is named", async () => {
  const errors = "make[1]: *** [Makefile:3: lint-format] Error 1\nmake[1]: *** [Makefile:7: lint-page] Error 1\nmake: *** [Makefile:1: lints] Error 2\n";
  const outcome = await runPart(LINTS, {}, async () => ({ code: 2, errors }));
  assert.deepEqual(outcome.failures, ["lint-format", "lint-page"]);
});

test("a part without a test runner is repeated as a whole", async () => {
  let calls = 0;
  const outcome = await runPart(SMOKE, {}, async () => ({ code: (calls += 1) === 1 ? 2 : 0, errors: "" }));
  assert.equal(outcome.lostRaces.length, 1);
  assert.deepEqual((await runPart(SMOKE, {}, async () => ({ code: 2, errors: "" }))).failures, ["smoke (twice)"]);
});

test("the summary names the failures of all parts, what was not run, budgets and too many lost races", () => {
  const outcome = (part, more) => ({ part, seconds: 5, failures: [], lostRaces: [], tests: [], ...more });
  const lostRaces = Array.from({ length: 6 }, (_, number) => ({ title: `race ${number}`, seconds: 1 }));
  const { lines, passed } = summary(
    [
      outcome(LINTS, { failures: ["lint-rust"], seconds: 13 }),
      outcome(RUST, { lostRaces }),
      outcome(SMOKE, { skipped: "compile" }),
    ],
    ["not checked: crates"],
  );
  const text = lines.join("\n");
  assert.equal(passed, false);
  for (const line of ["lints: lint-rust", "6 lost races, at most 5", "NOT RUN: compile failed", "lints: 13 s of 10 s", "not checked: crates"])
    assert.ok(text.includes(line), line);
  assert.match(text, /\nparts: 1 passed, 3 failed$/);
});

test("reports are read as the runners write them", () => {
  const cases = '<testcase name="a::b" classname="x" time="0.5"/><testcase name="c&lt;d&gt;" classname="x" time="2"><error/></testcase>';
  assert.deepEqual(
    junitTests(cases).map(({ name, failed }) => [name, failed]),
    [["a::b", false], ["c<d>", true]],
  );
  const results = [
    { name: "/f/a.test.ts", status: "failed", assertionResults: [{ fullName: "a b", status: "failed", duration: 3 }] },
    { name: "/f/b.test.ts", status: "failed", assertionResults: [] },
  ];
  assert.deepEqual(
    vitestTests(JSON.stringify({ testResults: results })).map(({ suite, name, failed }) => [suite, name, failed]),
    [["a.test.ts", "a b", true], ["b.test.ts", "", true]],
  );
});

test("a test with many processor seconds needs a line in the list", () => {
  const text = "/t/debug/deps/fault-0123456789abcdef\n--exact\nmail::slow\n--nocapture\n0m0.001s 0m0.002s\n1m1.500s 0m0.250s\n";
  assert.deepEqual(readCpuTime(text), { title: "fault mail::slow", seconds: 61.75 });
  const rest = Array.from({ length: 200 }, (_, number) => ({ title: `api ${number}`, seconds: 5 }));
  const tests = [
    { title: "fault mail::slow", seconds: 61.75 },
    { title: "fault a", seconds: 25 },
    { title: "fault b", seconds: 15 },
    { title: "fault c", seconds: 9 },
    ...rest,
  ];
  const allowed = listed("# comment\nfault mail::slow: it starts 40 servers\n");
  const slower = tests.map(({ title, seconds }) => ({ title, seconds: 3 * seconds }));
  for (const machine of [tests, slower]) {
    const { notes, failures } = judge(machine, allowed);
    assert.deepEqual([notes.length, failures.length], [1, 1]);
    assert.match(notes[0], /^fault b used/);
    assert.match(failures[0], /^fault a used/);
  }
  const busy = judge(tests, allowed, true);
  assert.deepEqual([busy.notes.length, busy.failures], [2, []]);
  assert.equal(judge([], Array.from({ length: 21 }, () => "x")).failures.length, 1);
});

test("beside busy loops the tests know it", () => {
  const { stdout } = spawnSync("bash", [".ci/busy", "1", "bash", "-c", "echo $SPYHOP_TEST_BUSY"], { encoding: "utf8" });
  assert.equal(stdout, "1\n");
});

test("a lint of the build is red, and so is a failed build", () => {
  const code = (script) => spawnSync("bash", [".ci/rust-lints", "bash", "-c", script]).status;
  assert.equal(code("echo '   Compiling spyhop' >&2"), 0);
  assert.equal(code("printf 'warning: used `unwrap()` on an `Option` value\\n  --> a.rs:1:1\\n' >&2"), 1);
  assert.equal(code("exit 101"), 101);
});

test("the summary says when a soak is due, and nothing while it is fresh", () => {
  const results = [{ name: "rust", seconds: 1000.4, tests: 2300, lostRaces: 0 }];
  const run = { commit: "a".repeat(40), day: "2026-11-27", seeds: { properties: 1, requests: 2 }, cases: 1024, results };
  const page = document(run);
  assert.match(page, /\| rust \| 2300 \| 1000 \| passed \|/);
  assert.deepEqual(soakNote(page, () => 60), []);
  assert.match(soakNote(page, () => 61)[0], /61 commits old/);
  assert.match(soakNote("", () => 0)[0], /no soak/);
  const unknown = () => {
    throw new Error("bad revision");
  };
  assert.match(soakNote(page, unknown)[0], /aaaaaaaa, is not in this history/);
});
