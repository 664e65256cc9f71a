// Decides which failed tests are repeated, and repeats them one at a time, after everything else of their part has ended.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** More failed tests than this are no lost races, and repeating them would take long. */
export const MOST_REPEATED = 20;
/** A failed test of these is a defect even if it passes the next time: nothing in them depends on time. */
const BINARIES = /::(?:golden|architecture)$/;
const SUBJECTS = /access|secret|golden|architecture/i;
const PROPERTIES = /\bproptest\b|\bTestRunner\b|\bfast-check\b/;

/** Whether the Rust tests run with nextest. Without it they run with cargo, which writes no report. */
export const hasNextest = () => spawnSync("cargo-nextest", ["--version"]).status === 0;

/** The texts of all Rust files that define a function of this name. */
function sourcesOf(name) {
  const word = name.split("::").at(-1);
  try {
    const found = execFileSync("git", ["grep", "-lwE", `fn ${word}`, "--", "*.rs"], { encoding: "utf8" });
    return found.trim().split("\n").map((path) => readFileSync(path, "utf8"));
  } catch {
    return [];
  }
}

/** Why a failed test is never repeated, or null. */
export function whyNever(test, sources = sourcesOf) {
  if (BINARIES.test(test.suite)) return "golden and architecture tests";
  if (SUBJECTS.test(`${test.suite} ${test.name}`)) return "access and secret tests";
  const texts = test.file ? [readFileSync(test.file, "utf8")] : sources(test.name);
  return texts.some((text) => PROPERTIES.test(text)) ? "property tests" : null;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The commands that repeat failed tests of a runner, each with the report that it writes. */
export function commands(runner, tests, { target, nextest, workspace }) {
  if (runner === "nextest") {
    const filter = tests.map(({ suite, name }) => `(binary_id(=${suite}) & test(=${name}))`).join(" + ");
    const options = ["--workspace", "--locked", "--profile", "repeat", "--test-threads", "1", "-E", filter];
    return [{ command: ["bash", ".ci/postgres", "cargo", "nextest", "run", ...options], cwd: ".", report: join(nextest, "repeat/junit.xml") }];
  }
  return [...byFile(tests)].map(([file, failed], number) => {
    const folder = workspace(file);
    const report = join(target, `repeat-${number}.json`);
    const isWhole = failed.some((test) => !test.name);
    const names = isWhole ? [] : ["-t", failed.map((test) => `^${escaped(test.name)}$`).join("|")];
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const options = ["vitest", "run", relative(folder, file), "--maxWorkers=1", ...reporters, ...names];
    return { command: ["npx", "--no-install", ...options], cwd: folder, report };
  });
}

function byFile(tests) {
  const files = new Map();
  for (const test of tests) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  return files;
}
