import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { patience } from "./patience.test-setup";

const PAGE = join(import.meta.dirname, "..");
const BROWSER = join(import.meta.dirname, "../../../tests/browser");

/** Deadlines that are the same on every machine. `vi.waitFor` has one of a second. */
const FIXED_DEADLINES = [
  /timeout\w*\s*[:=(]\s*\d/gi,
  /(patience|deadline|ready)\w*\s*[:=]\s*\d[\d_]{2}/gi,
  // The last argument of a test or a hook.
  /^\s*\}, \d[\d_]{2,}\);$|^\s*\d[\d_]{2,},\n\s*\);$/gm,
  /Date\.now\(\) \+ \d/g,
  /vi\.wait(For|Until)\b/g,
];
/** Fake timers that also advance with the time that the machine needs. */
const REAL_TIME = /shouldAdvanceTime/g;

const deadlines = (text: string): string[] =>
  [...FIXED_DEADLINES, REAL_TIME].flatMap((pattern) => text.match(pattern) ?? []);

/** The code of all tests, by file. */
function* testCode(): Generator<[string, string]> {
  const page = readdirSync(PAGE, { recursive: true, encoding: "utf8" });
  const paths = [
    ...page.filter((name) => /\.test(-setup)?\.tsx?$/.test(name)).map((name) => join(PAGE, name)),
    ...readdirSync(BROWSER)
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(BROWSER, name)),
  ];
  for (const path of paths) if (path !== import.meta.filename) yield [path, readFileSync(path, "utf8")];
}

test("every deadline of a test is scaled to the speed of the machine", () => {
  const fixed = [...testCode()].map(([path, text]) => [path, ...deadlines(text)]).filter(({ length }) => length > 1);
  expect(fixed).toEqual([]);
  expect(patience(1_000)).toBeGreaterThanOrEqual(1_000);
});

test.each([
  "await dialog.waitFor({ timeout: 40_000 });",
  "async function untilStill(page: Page, timeout = 30_000) {",
  "page.setDefaultTimeout(5000);",
  "await page.waitForTimeout(300);",
  "const PATIENCE = 240_000;",
  "test('it loads', async () => {\n}, 150_000);",
  "test(\n  'it loads',\n  async () => {},\n  240_000,\n);",
  "const end = Date.now() + 5_000;",
  "await vi.waitFor(() => expect(search).toHaveBeenCalled());",
])("a fixed deadline is found: %s", (text) => {
  expect(deadlines(text)).toHaveLength(1);
});

test("a scaled deadline is accepted", () => {
  expect(deadlines("await dialog.waitFor({ timeout: patience(40_000) });\n}, patience(150_000));")).toEqual([]);
});
