import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { open, signIn, untilStill } from "./browser";
import { browser, spyhop } from "./demo";

/** What moves on the whole way, in the browser's own measure; 0.1 is called good. */
const STILL = 0.01;
/** So late comes each answer: what has no place kept for it pushes others away. */
const LATE_MS = 250;

/** Somebody's public address, as visitors see it. */
const SHARED = "/home/0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";

/** Writes down every shift that nobody caused, and what moved, from the first drawing on. */
function watchShifts(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const seen: { value: number; moved: string }[] = [];
  Reflect.set(window, "shifts", seen);
  const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(" ");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        return `${node?.nodeName}.${node?.className}: ${place(previousRect)} to ${place(currentRect)}`;
      });
      if (!entry.hadRecentInput) seen.push({ value: entry.value, moved: moved.join("; ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Later still: not everything that a page waits for comes at once. */
const LAST = "**/get-data-health";

async function openStill(options: BrowserContextOptions): Promise<Page> {
  const { page } = await open(browser, spyhop.url, options);
  await page.context().addInitScript(watchShifts);
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue().catch(() => undefined);
  });
  await page.route(LAST, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.fallback().catch(() => undefined);
  });
  return page;
}

async function expectStill(page: Page): Promise<void> {
  await page.waitForTimeout(LATE_MS * 5);
  const seen = await page.evaluate<{ value: number; moved: string }[]>("window.shifts");
  const total = seen.reduce((sum, { value }) => sum + value, 0);
  expect(total, seen.map(({ value, moved }) => `${value.toFixed(4)} ${moved}`).join("\n")).toBeLessThan(STILL);
}

describe.each([
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const)("at %i px", (width, height) => {
  test("nothing jumps from the first visit until everything is read", async () => {
    const page = await openStill({ viewport: { width, height } });
    await page.goto(`${spyhop.url}/welcome`);
    await page.getByRole("heading", { name: "Welcome to Spyhop" }).waitFor();
    await page.getByLabel("Address 1", { exact: true }).fill("vitalik.eth");
    await page.getByText("1 ready").waitFor();
    await page.getByRole("button", { name: "Go" }).click();
    await page.waitForURL(/\/home$/);
    await page.getByRole("table").waitFor();
    await untilStill(page);
    await expectStill(page);
    await page.context().close();
  });

  test.each(["/home", SHARED, "/wallets", "/privacy", "/health"])("nothing jumps when %s is opened", async (path) => {
    const page = await openStill({ viewport: { width, height } });
    await signIn(page, spyhop.url, ["vitalik.eth", "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"]);
    await page.goto(spyhop.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await expectStill(page);
    await page.context().close();
  });
});
