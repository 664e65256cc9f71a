import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSession, keepSession, open, untilServerRead, untilStill, watchFor } from "./browser";
import { browser } from "./demo";
import { rotate, soakOnly } from "./soak";
import { type Spyhop, startSpyhop } from "./spyhop";

// A server of its own: the shared one is old enough by now to read everything again while a page is measured.
let spyhop: Spyhop;
beforeAll(async () => {
  spyhop = await startSpyhop();
});
afterAll(() => spyhop.stop());

/** The allowed layout shift score; up to 0.1 is rated good. */
const STILL = 0.01;
/** The delay of each response, so that content without reserved space shifts the layout. */
const LATE_MS = 250;

/** The page of a public address, as visitors see it. */
const SHARED = "/home/0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
const HISTORY = "/intelligence/transaction-history";

/** Records every layout shift without user input, and what moved, from the first paint on. */
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

/** This response is delayed more, so that responses arrive one after the other. */
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

/** Returns the scores of all layout shifts, once no more are expected. */
async function shiftsOf(page: Page): Promise<{ values: number[]; moved: string }> {
  await watchFor(page, LATE_MS * 5);
  const seen = await page.evaluate<{ value: number; moved: string }[]>("window.shifts");
  const moved = seen.map(({ value, moved: what }) => `${value.toFixed(4)} ${what}`).join("\n");
  return { values: seen.map(({ value }) => value), moved };
}

const WIDE = [1440, 900] as const;
const MIDDLE = [768, 1024] as const;
const NARROW = [390, 844] as const;
const SIZES = [WIDE, ...soakOnly([MIDDLE]), NARROW];

test.each(SIZES)("nothing shifts from the first visit until everything is read, at %i px", async (width, height) => {
  const page = await openStill({ viewport: { width, height } });
  await page.goto(`${spyhop.url}/welcome`);
  await page.getByRole("heading", { name: "Welcome to Spyhop" }).waitFor();
  await page.getByLabel("Address 1", { exact: true }).fill("vitalik.eth");
  await page.getByText("1 ready").waitFor();
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(/\/home$/);
  await page.getByRole("table", { name: "Assets" }).waitFor();
  await untilStill(page);
  // Rows are reordered as sources answer, in more steps on slow machines. Each single shift must be small.
  const { values, moved } = await shiftsOf(page);
  expect(Math.max(0, ...values), moved).toBeLessThan(STILL);
  await page.context().close();
});

test.each(SIZES)("the first figures fit into the space of their skeletons, at %i px", async (width, height) => {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height } });
  const token = await createSession(spyhop.url, ["vitalik.eth", "lighthouse.eth", "nonsense"]);
  await untilServerRead(spyhop.url, token);
  await keepSession(page, spyhop.url, token);
  let isRead = false;
  await page.route("**/get-balance", async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: Record<string, object> };
    const { user_wallet, coverage } = json.data;
    const none = { priced: 0, unpriced: [], failed: [], stale: [], reading: 3, complete: false };
    const before = {
      total: null,
      refreshing: true,
      networks: [],
      user_wallet: { ...user_wallet, assets: [], count: 0 },
    };
    if (!isRead) Object.assign(json.data, before, { coverage: { ...coverage, ...none } });
    await route.fulfill({ response: answer, json });
  });
  await page.goto(`${spyhop.url}/home`);
  const title = page.getByRole("region", { name: "Net worth" });
  // On a phone the ring is below the assets, whose number is not known before.
  const cards = [/^Asset Value/, width > 640 ? /^Allocation/ : /^What moved/];
  const measured = [title, ...cards.map((name) => page.getByRole("region", { name }))];
  // A card that just replaces its skeleton has no place.
  const placeOf = async (region: Locator) => {
    await expect.poll(() => region.boundingBox()).not.toBeNull();
    return region.boundingBox();
  };
  const places = () => Promise.all(measured.map(placeOf));
  await page
    .getByRole("region", { name: /^Allocation/ })
    .getByText("Loading", { exact: true })
    .waitFor();
  const before = await places();
  isRead = true;
  await title.getByRole("link", { name: /holdings priced/ }).waitFor();
  expect(await places()).toEqual(before);
  await page.context().close();
});

test.each(rotate(["/home", SHARED, "/wallets", HISTORY, "/privacy", "/health"], [WIDE, MIDDLE, NARROW]))(
  "nothing shifts when %s is opened at %i px",
  async (path, width, height) => {
    const page = await openStill({ viewport: { width, height } });
    const token = await createSession(spyhop.url, ["vitalik.eth", "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"]);
    // The server has read everything, so that only late responses can shift the page.
    await untilServerRead(spyhop.url, token);
    await keepSession(page, spyhop.url, token);
    await page.goto(spyhop.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    const { values, moved } = await shiftsOf(page);
    const total = values.reduce((sum, value) => sum + value, 0);
    expect(total, moved).toBeLessThan(STILL);
    await page.context().close();
  },
);
