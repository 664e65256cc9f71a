// Compares each text that people see with the rules of style: one line for each violated rule.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pageTexts } from "./page.mjs";
import { broken } from "./rules.mjs";
import { serverTexts } from "./server.mjs";

const TESTS = /\.(test|test-data|test-setup|test-d)\.|\/(tests|fixtures|generated)\/|\/tests\.rs$/;
const ROOT = join(import.meta.dirname, "../..");

/** Returns the texts of a file, by its language. The API's description is reviewed as sdk-ts/openapi.json. */
function textsOf(path) {
  const isPage = /^(frontend\/src|sdk-ts\/src)\/.*\.tsx?$/.test(path);
  const isServer = /^(ports|domain|adapters|http)\/src\/.*\.rs$/.test(path) && !path.startsWith("http/src/describe/");
  if (!isPage && !isServer) return [];
  const source = readFileSync(join(ROOT, path), "utf8");
  return [...new Set(isPage ? pageTexts(path, source) : serverTexts(source))].map((text) => ({ path, text }));
}

const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
const files = [...new Set(list.split("\n"))].filter((path) => !TESTS.test(path) && existsSync(join(ROOT, path))).sort();
const texts = files.flatMap(textsOf);
const problems = texts.flatMap(({ path, text }) => broken(text).map((why) => `${path}: "${text}": ${why}`));
// Without any text, the rules have read nothing.
if (texts.length < 1000) problems.push(`only ${texts.length} texts were found`);
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exitCode = 1;
} else process.stdout.write(`texts: ${texts.length} passed, 0 failed\n`);
