import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import {
  advanceUntil,
  confirmDeletion,
  open,
  overflow,
  signIn,
  signInShared,
  smallTargets,
  untilStill,
  violations,
} from "./browser";
import { browser, spyhop } from "./demo";
import { rotate, soakOnly } from "./soak";

const WALLETS = ["vitalik.eth", "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"];

/** Opens a page with the shared session or, for a test that changes something, with its own. */
async function visit(path: string, options: BrowserContextOptions = {}, signInTo = signInShared, wallets = WALLETS) {
  const watched = await open(browser, spyhop.url, options);
  await signInTo(watched.page, spyhop.url, wallets);
  await watched.page.goto(spyhop.url + path);
  return watched;
}

const table = (page: Page) => page.getByRole("table", { name: "Assets" });

/** Opens Home and waits until its rows no longer move. */
async function visitHome(signInTo = signInShared): Promise<Page> {
  const { page } = await visit("/home", {}, signInTo);
  await table(page).waitFor();
  await untilStill(page);
  return page;
}

const INTELLIGENCE = ["", "/transaction-history", "/costs", "/asset-value"].map((name) => `/intelligence${name}`);

test.each(
  rotate(
    ["/home", "/wallets", ...INTELLIGENCE, "/privacy", "/health"],
    [
      ["light", 360],
      ["dark", 768],
      ["light", 1440],
      ["dark", 3840],
    ],
  ),
)("%s is clean, %s at %i px", async (path, colorScheme, width) => {
  const { page, strangers, faults } = await visit(path, { colorScheme, viewport: { width, height: 900 } });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("load");
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  if (path !== "/home") expect(await smallTargets(page)).toEqual([]);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test("data health shows how many data providers are up to date, worst first, in columns aligned across both lists", async () => {
  const { page } = await visit("/health");
  await page.getByText(/^\d+ of \d+ data providers up to date/).waitFor();
  const sources = page.getByRole("region", { name: "Data providers" }).getByRole("listitem");
  await expect.poll(async () => await sources.first().textContent()).toMatch(/Paused|Failed/);
  const rows = page.locator("main ul > li:has(> :nth-child(4))");
  expect(await rows.count()).toBeGreaterThan(await sources.count());
  const lefts = await rows.evaluateAll((items) =>
    items.map((item) => [...item.children].slice(0, 3).map((cell) => Math.round(cell.getBoundingClientRect().left))),
  );
  expect(new Set(lefts.map((columns) => columns.join(" "))).size).toBe(1);
  await page.context().close();
});

test("the view of the table is kept in the URL and survives a reload", async () => {
  const page = await visitHome();
  const sorted = () => table(page).getByRole("columnheader", { name: "Asset" }).getAttribute("aria-sort");
  const dust = page.getByRole("switch", { name: "Hide dust under $1" });
  await page.getByRole("button", { name: "Asset", exact: true }).click();
  await dust.click();
  await expect.poll(() => new URL(page.url()).search).toBe("?sort=name&dust=show");
  await expect.poll(sorted).toBe("ascending");
  await expect.poll(() => dust.getAttribute("aria-checked")).toBe("false");
  const first = (await table(page).getByRole("rowheader").first().textContent()) ?? "";
  await page.reload();
  await expect.poll(() => table(page).getByRole("rowheader").first().textContent()).toBe(first);
  expect(await sorted()).toBe("ascending");
  await page.context().close();
});

test("a slash focuses the address field, and its text is passed to the dialog", async () => {
  const { page } = await visit("/home", {}, signIn);
  await table(page).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("nick.eth");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add wallet address" });
  expect(await dialog.getByLabel("Address 1", { exact: true }).inputValue()).toBe("nick.eth");
  await dialog.getByText("1 ready").waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Go" }).click();
  await page.getByText("1 wallet added").waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallets 3" }).waitFor();
  await page.context().close();
});

test("a hidden asset leaves the totals and comes back by Undo", async () => {
  const page = await visitHome(signIn);
  const quantity = table(page).getByRole("rowheader").first().locator("small").first();
  const name = (await quantity.textContent())?.split(" ").at(-1) ?? "";
  const open = table(page).getByRole("button", { name: /details and actions/ });
  await open.first().click();
  await page.getByRole("button", { name: `Hide ${name}`, exact: true }).click();
  await page.getByText(`${name} hidden`).waitFor();
  await expect.poll(() => table(page).getByRole("rowheader").first().textContent()).not.toContain(name);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => table(page).getByRole("rowheader").first().textContent()).toContain(name);
  await page.context().close();
});

test("a deleted wallet comes back by Undo", async () => {
  const { page } = await visit("/wallets", {}, signIn);
  await page.getByRole("heading", { name: "vitalik.eth" }).waitFor();
  await page.getByRole("button", { name: "Delete vitalik.eth" }).click();
  await confirmDeletion(page, "vitalik.eth");
  await page.getByRole("heading", { name: "vitalik.eth" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "vitalik.eth" }).waitFor();
  await page.context().close();
});

test("without a session every page starts at Welcome and then returns to the requested page", async () => {
  const { page } = await open(browser, spyhop.url);
  await page.goto(`${spyhop.url}/health`);
  await page.waitForURL(/\/welcome$/);
  await page.getByRole("button", { name: "Try it with an example" }).click();
  await page.waitForURL(/\/health$/);
  await page.goto(`${spyhop.url}/welcome`);
  await page.waitForURL(/\/home$/);
  await page.goto(`${spyhop.url}/welcome?redirect=${encodeURIComponent("/wallets?sort=name")}#x`);
  await page.waitForURL(/\/wallets\?sort=name#x$/);
  await page.goto(`${spyhop.url}/?redirect=//example.org/health`);
  await page.waitForURL(/\/home$/);
  await page.context().close();
});

test("an unknown URL shows the not-found page, and the chosen theme stays", async () => {
  const { page } = await visit("/home");
  await page.getByRole("button", { name: /^Theme: as the device/ }).click();
  await page.getByRole("button", { name: /^Theme: light/ }).click();
  await page.goto(`${spyhop.url}/nothing-here`);
  await page.getByText("Page not found").waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test.each([...soakOnly(["light"]), "dark"] as const)(
  "failures and missing pages are reported in place, %s",
  async (colorScheme) => {
    const { page } = await visit("/home", { colorScheme });
    await table(page).waitFor();
    await page.route("**/assets/HealthRoute*", (route) => route.abort("failed"));
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Data health" }).click();
    await page.getByText("Couldn't load this page").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    // The rest of the page keeps working.
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: /^Wallets/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Wallets" }).waitFor();
    await page.goto(`${spyhop.url}/nothing-here`);
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Go to Home" }).click();
    await page.waitForURL(/\/home$/);
    await page.context().close();
  },
);

test("arrow keys move through the table, Escape closes the panel", async () => {
  const page = await visitHome();
  const openers = table(page).getByRole("button", { name: /details and actions/ });
  await openers.first().focus();
  await page.keyboard.press("ArrowDown");
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
  await expect.poll(focused).toBe(await openers.nth(1).textContent());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Explain this figure" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(focused).toMatch(/Explain this figure$/);
  await page.context().close();
});

test("a reached limit opens the upgrade dialog, before and after the request", async () => {
  const addresses = Array.from({ length: 5 }, (_, i) => `0x${String(i + 1).repeat(40)}`);
  const { page } = await visit("/home", {}, signIn, addresses);
  await page.getByRole("link", { name: "Wallets 5" }).waitFor();
  await page.getByRole("button", { name: "Add wallet" }).click();
  const form = page.getByRole("dialog", { name: "Add wallet address" });
  const modal = page.getByRole("dialog", { name: "Do more with Spyhop" });

  await form.getByLabel("Address 1", { exact: true }).fill("nick.eth");
  await form.getByRole("button", { name: "Add row" }).click();
  await modal.getByText("Your plan includes 5 wallets").waitFor();
  const plans = ["Free", "Baron", "Sovereign"].map((name) => modal.getByRole("region", { name }));
  for (const plan of plans) await plan.waitFor();
  expect(await plans[0]?.textContent()).toMatch(/Current tier.*Wallet addresses5/);
  expect(await plans[2]?.textContent()).toMatch(/Wallet addressesUnlimited/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await modal.waitFor({ state: "detached" });

  await form.getByLabel("Address 1", { exact: true }).fill("nick.eth");
  await form.getByText("1 ready").waitFor();
  await form.getByRole("button", { name: "Go" }).click();
  await modal.getByText("Your plan includes 5 wallets").waitFor();
  expect(await form.getByRole("alert").textContent()).toContain("Your plan includes 5 wallets");
  await page.context().close();
});

test("while the server is unreachable the page says so, keeps its figures, and recovers by itself", async () => {
  const { page } = await open(browser, spyhop.url);
  // Failed calls are repeated after seconds, and the server is polled until it answers.
  await page.clock.install();
  await signInShared(page, spyhop.url, WALLETS);
  await page.goto(`${spyhop.url}/home`);
  await table(page).waitFor();
  await untilStill(page);
  const away = async (route: Route) => route.abort("connectionrefused");
  await page.route("**/api/**", away);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Data health" }).click();
  // Data that the sidebar had loaded is kept; the rest is reported as unknown.
  const known = page.getByText(/\d+ of \d+ data providers up to date/);
  await page.getByText("Couldn't load data health").or(known).first().waitFor();
  const outage = page.getByText("Can't reach the Spyhop server.").first();
  await advanceUntil(page, "00:04", () => outage.isVisible());
  expect(await violations(page)).toEqual([]);
  await page.unroute("**/api/**", away);
  await advanceUntil(page, "00:04", () => outage.isHidden());
  await page.getByText(/\d+ of \d+ data providers up to date/).waitFor();
  await page.context().close();
});
