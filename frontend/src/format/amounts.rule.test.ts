import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.(test|test-data|test-setup)\./.test(path) && !path.startsWith("format/"),
);

/** The formats of amounts; those of prices, rates and percentages may be used everywhere. */
const AMOUNTS = /\b(?:money|moneyPieces|shortMoney|roughMoney|change|quantity|shortQuantity|roundQuantity)\b/;
/** The formats that write prices and rates as well as quantities, with the files that use them for the former. */
const EXACT: readonly string[] = ["features/figure/nodes.ts", "features/figure/strip.ts"];

const imports = (path: string): string[] =>
  [
    ...readFileSync(join(SOURCES, path), "utf8").matchAll(/import \{([^}]*)\} from "[./]*format\/(?:money|quantity)"/g),
  ].map(([, names = ""]) => names);

test("amounts are written by the formats that hide them only", () => {
  expect(files.length).toBeGreaterThan(300);
  const direct = files.filter((path) => imports(path).some((names) => AMOUNTS.test(names)));
  expect(direct).toEqual([]);
  expect(files.filter((path) => imports(path).some((names) => /\bexactFigure\b/.test(names)))).toEqual(EXACT);
});
