import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const PICTURES = new URL("../../docs/screenshots/", import.meta.url).pathname;
/** The folder into which `make pictures` takes them; a test run changes no file. */
const target = process.env.SPYHOP_TEST_SCREENSHOTS;

/** What a page or a dialog consists of, other than its data. The headings of articles are data: positions and insights. */
const OUTLINE = "h1, h2, h3:not(article *), thead th, legend, nav li a";

/**
 * Returns the visible headings, columns, groups of controls and links to pages, each once, without figures and without days; of an
 * open dialog its own.
 */
const outline = (page: Page): Promise<string> =>
  page.evaluate((selector) => {
    const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    const shown = [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    // A text with a day or with a count before it is data: what it counts may be gone an hour later.
    const lasting = shown.map(({ innerText }) => innerText.trim()).filter((text) => !/\d\/\d|^[\d,.]+\s/.test(text));
    const texts = lasting.map((text) => text.replace(/[\d.,]*\d/g, " ").replace(/\s+/g, " "));
    return `${[...new Set(texts.map((text) => text.trim()).filter(Boolean))].sort().join("\n")}\n`;
  }, OUTLINE);

/**
 * Takes a picture for the documentation. A normal run fails where the page consists of other texts than on its picture. Both
 * themes have the same texts.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (target) await page.screenshot({ path: join(target, `${name}.png`) });
  const file = join(target ?? PICTURES, `${name.replace(/-(?:light|dark)$/, "")}.txt`);
  const texts = await outline(page);
  if (target && !existsSync(file)) await writeFile(file, texts);
  expect(existsSync(file), `${file} is missing: run make pictures`).toBe(true);
  expect(texts, `the picture ${name} shows other texts: run make pictures`).toBe(await readFile(file, "utf8"));
}
