// Takes the pictures of the documentation in the demo world, in both themes and both widths. Beside each is a list of the texts that its
// page consists of, which later runs of the browser tests compare with the page. Also takes the stills of the landing pages, which are
// part of the page: the next build has them.
// Usage: node .ci/pictures.mjs <binary> <target folder> [<folder of the pictures>]
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "..");
const [binary, target, pictures = join(root, "docs/screenshots")] = process.argv.slice(2).map((path) => resolve(path));
const tests = join(root, "tests/browser");
const taken = join(target, "pictures");
const stills = join(root, "frontend/src/features/landing/stills");
const takenStills = join(target, "stills");

/** The names of the pictures that the documentation shows. */
function shownNames() {
  const pages = ["README.md", "docs/screens.md"].map((page) => readFileSync(join(root, page), "utf8"));
  const names = pages.flatMap((page) => [...page.matchAll(/screenshots\/([\w-]+\.png)/g)].map(([, name]) => name));
  return new Set(names);
}

/** Runs the tests of some files whose names match, with an empty folder for what they take. */
function takeInto(folder, variable, files, names) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, SPYHOP_TEST_BINARY: binary, [variable]: folder };
  const options = ["--no-install", "vitest", "run", ...files, "--testNamePattern", names];
  return spawnSync("npx", options, { cwd: tests, env, stdio: "inherit" }).status === 0;
}

/** Runs the tests that take a picture; their names state the width. */
function takePictures() {
  const files = readdirSync(tests).filter((name) => name.endsWith(".e2e.ts"));
  const taking = files.filter((name) => readFileSync(join(tests, name), "utf8").includes('from "./picture"'));
  return takeInto(taken, "SPYHOP_TEST_SCREENSHOTS", taking, "at \\d+ px");
}

const takeStills = () => takeInto(takenStills, "SPYHOP_TEST_STILLS", ["landing.e2e.ts"], "the stills of the landing pages");

/** The pictures that a page shows and no test takes, and those that no page shows. */
function differences() {
  const [shown, made] = [shownNames(), new Set(readdirSync(taken).filter((name) => name.endsWith(".png")))];
  const lost = [...shown].filter((name) => !made.has(name)).map((name) => `no test takes ${name}`);
  return [...lost, ...[...made].filter((name) => !shown.has(name)).map((name) => `no page shows ${name}`)];
}

const isDone = takePictures() && takeStills();
const problems = [...(isDone ? [] : ["a test failed"]), ...differences()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
rmSync(pictures, { recursive: true, force: true });
cpSync(taken, pictures, { recursive: true });
rmSync(stills, { recursive: true, force: true });
cpSync(takenStills, stills, { recursive: true });
console.log(`pictures: ${readdirSync(pictures).length} files in ${pictures}, ${readdirSync(stills).length} in ${stills}`);
