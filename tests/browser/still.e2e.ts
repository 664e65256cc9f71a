import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open } from "./browser";
import { type Spyhop, startSpyhop } from "./spyhop";

/** Rows that come into a sorted table move others by a little; a banner or a column that comes late moves everything. */
const STILL = 0.05;

let browser: Browser;
let spyhop: Spyhop;
beforeAll(async () => {
  [browser, spyhop] = await Promise.all([launch(), startSpyhop()]);
});
afterAll(async () => {
  await browser?.close();
  await spyhop?.stop();
});

/** What the browser says about the page since it was opened: shifts nobody caused, and where. */
const shifts = (page: Page): Promise<{ total: number; moved: string[] }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        interface Shift extends PerformanceEntry {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
        }
        let total = 0;
        const moved: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Shift[]) {
            if (entry.hadRecentInput) continue;
            total += entry.value;
            for (const { node, previousRect, currentRect } of entry.sources)
              moved.push(`${entry.value} ${node?.nodeName} ${node?.className} ${previousRect.y} to ${currentRect.y}`);
          }
        });
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve({ total, moved }), 300);
      }),
  );

test.each([1440, 390])("nothing jumps at %i px, from the first visit until everything is read", async (width) => {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height: 900 } });
  await page.goto(`${spyhop.url}/welcome`);
  await page.getByRole("heading", { name: "Welcome to Spyhop" }).waitFor();
  await page.waitForTimeout(500);
  const welcome = await shifts(page);
  expect(welcome.total, welcome.moved.join("\n")).toBeLessThan(STILL);
  await page.getByLabel("Address 1", { exact: true }).fill("vitalik.eth");
  await page.getByText("1 ready").waitFor();
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(/\/home$/);
  await page.reload();
  await page.getByRole("table").waitFor();
  await page.getByText(/still reading/).waitFor({ state: "detached" });
  await page.waitForTimeout(1_500);
  const home = await shifts(page);
  expect(home.total, home.moved.join("\n")).toBeLessThan(STILL);
  await page.context().close();
});
