// Reads which tests failed from the reports of the test runners.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** The folder in which nextest writes reports: one of the workspace, wherever the build folder is. */
export const NEXTEST = "target/nextest";

const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };
const plain = (text) => text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]);

/** The tests of a JUnit report of nextest: suite, name, seconds and whether they failed. */
export function junitTests(text) {
  const cases = text.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return [...cases].map(([, attributes, content = ""]) => {
    const value = (name) => plain(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
    return {
      suite: value("classname"),
      name: value("name"),
      seconds: Number(value("time")),
      failed: /<(?:failure|error)[\s/>]/.test(content),
    };
  });
}

/** The tests of a report of vitest. A file that failed before its first test counts as a test without a name. */
export function vitestTests(text) {
  return JSON.parse(text).testResults.flatMap((file) => {
    const tests = file.assertionResults.map((test) => ({
      suite: basename(file.name),
      file: file.name,
      name: test.fullName,
      seconds: (test.duration ?? 0) / 1000,
      failed: test.status === "failed",
    }));
    const isNamed = tests.some((test) => test.failed);
    if (file.status !== "failed" || isNamed) return tests;
    return [...tests, { suite: basename(file.name), file: file.name, name: "", seconds: 0, failed: true }];
  });
}

/** The tests of a report, or null if there is none. */
export function readReport(path) {
  if (!existsSync(path)) return null;
  const text = readFileSync(path, "utf8");
  return path.endsWith(".xml") ? junitTests(text) : vitestTests(text);
}

/** The name under which a test is printed. */
export const titleOf = (test) => (test.name ? `${test.suite} ${test.name}` : `${test.suite} (the whole file)`);
