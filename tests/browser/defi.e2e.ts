import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSession, keepSession, launch, open, overflow, untilServerRead, violations } from "./browser";
import { browser } from "./demo";
import { share } from "./owner";
import { patience } from "./patience";
import { picture } from "./picture";
import { soakOnly } from "./soak";
import { type Spyhop, startSpyhop } from "./spyhop";

const LONG = patience(180_000);
const PATH = "/decentralized-finance";

/** Servers on which everyone may see positions, and on which a plan is needed. */
let spyhop: Spyhop;
let planned: Spyhop;
beforeAll(async () => {
  [spyhop, planned] = await Promise.all([startSpyhop({ SPYHOP_PLANS: "off" }), startSpyhop({ SPYHOP_PLANS: "on" })]);
});
afterAll(async () => {
  await Promise.all([spyhop?.stop(), planned?.stop()]);
});

async function visit(server: Spyhop, addresses: string[], path: string, options: Parameters<typeof open>[2] = {}) {
  const watched = await open(browser, server.url, options);
  const token = await createSession(server.url, addresses);
  await untilServerRead(server.url, token);
  await keepSession(watched.page, server.url, token);
  await watched.page.goto(`${server.url}${path}`);
  return watched;
}

const cards = (page: Page) => page.getByRole("article");
const loan = (page: Page) => page.getByRole("article", { name: "Aave v3 Core on Ethereum" });
const clean = async (page: Page) => expect([await violations(page), await overflow(page)]).toEqual([[], 0]);

/** Opens the page as people do who look for it. */
async function find(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) {
    await page.getByRole("button", { name: /^Find/ }).filter({ visible: true }).click();
    await page.getByRole("dialog", { name: "Find" }).getByRole("combobox").fill("loans");
    await page.keyboard.press("Enter");
  } else await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "DeFi" }).click();
  await page.getByRole("heading", { name: "DeFi", level: 1 }).waitFor();
}

test.each([
  [1440, "light"],
  [390, "dark"],
  ...soakOnly([
    [1440, "dark"],
    [390, "light"],
  ]),
] as const)(
  "positions are found, filtered, sorted and explained down to the call, at %i px, %s",
  async (width, colorScheme) => {
    const isPhone = width < 640;
    const viewport = { width, height: 844 };
    const { page, faults, strangers } = await visit(spyhop, ["vitalik.eth"], "/home", { viewport, colorScheme });
    await find(page, isPhone);
    await loan(page).waitFor();
    if (isPhone) await page.getByRole("button", { name: "Show Aave v3 Core" }).click();
    await loan(page).getByText("stated by Aave v3 Core").waitFor();
    await clean(page);
    await page.mouse.move(0, 0);
    await picture(page, `defi-${width}-${colorScheme}`);
    const all = await cards(page).count();
    await page.getByRole("radio", { name: "Debt" }).click();
    await expect.poll(() => cards(page).count()).toBeLessThan(all);
    await loan(page).getByText("Borrowed").filter({ visible: true }).first().waitFor();
    await page.getByRole("radio", { name: "All" }).click();
    await page.getByRole("button", { name: "Name", exact: true }).click();
    await expect.poll(() => page.getByRole("heading", { level: 3 }).first().textContent()).toBe("Aave v3");
    await loan(page)
      .getByRole("button", { name: /^USD Coin, Borrowed, value/ })
      .click();
    const why = page.getByRole("dialog");
    await why
      .getByText(/positions\(address\) of/)
      .first()
      .waitFor();
    await clean(page);
    await page.keyboard.press("Escape");
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);

test(
  "wallets and positions add up to the net worth on Home, and a visitor sees the positions",
  async () => {
    const { page } = await visit(spyhop, ["vitalik.eth"], "/home?by=kind");
    const summary = page.getByRole("region", { name: "How it adds up" });
    await summary.getByRole("link", { name: "DeFi debt" }).waitFor();
    await clean(page);
    const link = await share(page);
    await page.keyboard.press("Escape");
    await summary.getByRole("link", { name: "DeFi credit" }).click();
    await loan(page).waitFor();
    const guest = await open(await launch(), spyhop.url);
    await guest.page.goto(link);
    await guest.page.getByRole("link", { name: "DeFi" }).click();
    await loan(guest.page).waitFor();
    expect(await guest.page.getByRole("button", { name: "Read now" }).count()).toBe(0);
    await clean(guest.page);
    await guest.page.context().close();
    await page.context().close();
  },
  LONG,
);

test(
  "without positions the page says what was checked",
  async () => {
    const { page } = await visit(spyhop, ["lighthouse.eth"], PATH);
    await page.getByRole("heading", { name: "DeFi", level: 1 }).waitFor();
    await page.getByText(/protocols? on \d+ networks/).waitFor();
    await clean(page);
    await page.context().close();
  },
  LONG,
);

test(
  "a plan without the page leads from the locked entry to the plans, and back to Home",
  async () => {
    const { page } = await visit(planned, ["vitalik.eth"], "/wallets");
    await page.getByRole("link", { name: "DeFi (locked)" }).click();
    const plans = page.getByRole("dialog", { name: "Do more with Spyhop" });
    await plans.getByText("The DeFi page is part of Baron and Sovereign.").waitFor();
    await clean(page);
    await plans.getByRole("button", { name: "Close" }).click();
    await page.waitForURL(/\/home$/);
    await page.context().close();
  },
  LONG,
);
