// Repeats the checks with more cases, other seeds, all widths and themes and long kill loops, and writes docs/soak.md if all pass.
// Usage: node .ci/soak.mjs [part...]; without names all parts that have more to repeat. Only a whole run is written.
import { execFileSync, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { document, PAGE } from "./parts/soakPage.mjs";

/** Parts that try more in a soak, after those without which they cannot run. */
const PARTS = ["packages", "compile", "rust", "page", "description", "browser"];
/** Four times the default of proptest; tests that state their own number keep it. */
const PROPERTY_CASES = 1024;
const MOST = 2 ** 32;

const git = (...words) => execFileSync("git", words, { encoding: "utf8" }).trim();
const given = process.argv.slice(2);
const seeds = { properties: randomInt(MOST), requests: randomInt(MOST) };
const changed = git("status", "--porcelain");
if (changed && given.length === 0) {
  console.error(`commit or undo these changes first, because docs/soak.md names a commit:\n${changed}`);
  process.exit(2);
}
console.log(`seeds: property tests ${seeds.properties}, requests ${seeds.requests}`);
const env = {
  ...process.env,
  SPYHOP_TEST_SOAK: "1",
  SPYHOP_TEST_SEED: `${seeds.requests}`,
  PROPTEST_RNG_SEED: `${seeds.properties}`,
  PROPTEST_CASES: `${PROPERTY_CASES}`,
};
const { status } = spawnSync("node", [".ci/parts/main.mjs", ...(given.length > 0 ? given : PARTS)], { env, stdio: "inherit" });
if (status !== 0) {
  console.error(`the soak failed; the same seeds: PROPTEST_RNG_SEED=${seeds.properties} SPYHOP_TEST_SEED=${seeds.requests}`);
  process.exit(1);
}
if (given.length === 0) {
  const results = JSON.parse(readFileSync(join(resolve(process.env.CARGO_TARGET_DIR ?? "target"), "parts.json"), "utf8"));
  const run = { commit: git("rev-parse", "HEAD"), day: new Date().toISOString().slice(0, 10), seeds, cases: PROPERTY_CASES, results };
  writeFileSync(PAGE, document(run));
  console.log(`written to ${PAGE}`);
}
