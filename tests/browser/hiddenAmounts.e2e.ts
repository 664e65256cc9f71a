import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Received, receivedBy, shownAmounts } from "./amounts";
import { createSession, keepSession, open, untilHistoryRead, untilServerRead, untilStill, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { dialog, link } from "./owner";
import { patience } from "./patience";

const WALLETS = ["0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE", "vitalik.eth", "nonsense"];
const HISTORY = "/intelligence/transaction-history";
/** Every page behind Welcome. */
const ROUTES = ["/home", HISTORY, "/wallets", "/health", "/privacy", "/profile", "/intelligence/insights"];
const eye = (page: Page, act: "Hide" | "Show") => page.getByRole("button", { name: `${act} amounts` });

/** Everything in the page that can be unfolded, some of it only after the rest. */
const FOLDED = "main details:not([open]) > summary, dialog details:not([open]) > summary, dialog [aria-expanded=false]";

/** Unfolds what is folded in the page or its dialog. */
async function unfold(page: Page): Promise<void> {
  for (let round = 0; round < 4; round++)
    await page.evaluate((folded) => {
      for (const one of [...document.querySelectorAll<HTMLElement>(folded)].slice(0, 40)) one.click();
      return new Promise(requestAnimationFrame);
    }, FOLDED);
}

/** Opens a path, unfolds all of it, and returns its texts with amounts. */
async function visit(page: Page, path: string, received: Received): Promise<string[]> {
  await page.goto(`${spyhop.url}${path}`);
  await page.getByRole("main").waitFor();
  await untilStill(page);
  await unfold(page);
  await untilStill(page);
  return (await shownAmounts(page, received)).map((text) => `${path}: ${text}`);
}

interface Call {
  path: string;
  body?: object;
}

/** Calls the API as the owner. */
async function call<T>(token: string, { path, body = {} }: Call): Promise<T> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answer = await fetch(`${spyhop.url}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { data: T }).data;
}

interface Balance {
  figures: Record<string, string>;
  user_wallet: { assets: { group: string; state: string }[] };
}

/** The paths of drawers and panels: of assets in each state, of each kind of figure, and of each kind of entry. */
async function drawers(token: string): Promise<string[]> {
  const balance = await call<Balance>(token, { path: "wallet/user-wallet/get-balance" });
  const day = await call<Balance>(token, { path: "wallet/user-wallet/get-yesterday-portfolio-balance" });
  const search = { path: "wallet/transaction/search-transaction", body: { limit: 100 } };
  const { results } = await call<{ results: { entry: string; kind: string }[] }>(token, search);
  const firstOfEach = <T>(rows: readonly T[], keyOf: (row: T) => string) => [
    ...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values(),
  ];
  const { assets } = balance.user_wallet;
  const figures = [
    balance.figures["/total"],
    balance.figures["/user_wallet/assets/0/value"],
    balance.figures["/user_wallet/assets/0/price"],
    day.figures["/change"],
  ].filter((id) => id !== undefined);
  return [
    ...[...assets.slice(0, 2), ...firstOfEach(assets, ({ state }) => state)].map(({ group }) => `/home?asset=${group}`),
    ...figures.map((id) => `/home?explain=${id}`),
    ...firstOfEach(results, ({ kind }) => kind).map(({ entry }) => `${HISTORY}?entry=${encodeURIComponent(entry)}`),
  ];
}

/** The dialogs and panels that no path opens, by the button that opens each. */
const PANELS: readonly { path: string; button: RegExp; next?: RegExp }[] = [
  { path: "/home", button: /^Set a price for/ },
  { path: "/home", button: /^Share your portfolio/ },
  { path: "/home", button: /^Add it by contract address/ },
  { path: "/home", button: /^ETH$/ },
  { path: "/home?by=kind", button: /^In wallets$/ },
  { path: "/home?by=network", button: /^Ethereum$/, next: /^\d+ inactive network/ },
  { path: "/wallets", button: /^Add wallet$/ },
  { path: HISTORY, button: /^Find/ },
];

/** Opens each of the panels and returns the texts with amounts. */
async function visitPanels(page: Page, received: Received): Promise<string[]> {
  const found: string[] = [];
  for (const { path, button, next } of PANELS) {
    await visit(page, path, received);
    const opener = page.getByRole("button", { name: button }).first();
    if ((await opener.count()) === 0) continue;
    await opener.click();
    if (next) await page.getByRole("dialog").getByRole("button", { name: next }).click();
    await untilStill(page);
    found.push(...(await shownAmounts(page, received)).map((text) => `${path} ${button}: ${text}`));
  }
  return found;
}

/** Opens the total's explanation and its raw data. */
async function visitRawData(page: Page, received: Received, figure: string): Promise<string[]> {
  await visit(page, figure, received);
  await page.getByRole("dialog").getByRole("button", { name: "Raw data", exact: true }).click();
  await page.getByText("Raw data is hidden with the amounts.").waitFor();
  return shownAmounts(page, received);
}

test(
  "hidden amounts are hidden on every page, in every drawer, title and accessible name",
  async () => {
    const token = await createSession(spyhop.url, WALLETS);
    await Promise.all([untilServerRead(spyhop.url, token), untilHistoryRead(spyhop.url, token)]);
    const { page, strangers, faults } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
    await keepSession(page, spyhop.url, token);
    const received = receivedBy(page);
    const opened = await drawers(token);
    // What is looked for is found while amounts are shown, so that nothing found later means that nothing is there.
    const shown = new Map<string, number>();
    for (const path of [...ROUTES, ...opened]) shown.set(path, (await visit(page, path, received)).length);
    expect(["/home", HISTORY, "/wallets", "/profile"].filter((path) => (shown.get(path) ?? 0) < 3)).toEqual([]);
    await page.goto(`${spyhop.url}/privacy`);
    await eye(page, "Hide").click();
    expect(await violations(page)).toEqual([]);
    const found: string[] = [];
    for (const path of [...ROUTES, ...opened]) {
      found.push(...(await visit(page, path, received)));
      // A dialog makes the rest of the page inert.
      if (!path.includes("?")) expect([path, await eye(page, "Show").count()]).toEqual([path, 1]);
    }
    found.push(...(await visitPanels(page, received)));
    found.push(...(await visitRawData(page, received, opened.find((one) => one.includes("explain")) ?? "")));
    expect(found).toEqual([]);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  patience(400_000),
);

test("visitors hide amounts too, and the keys work over an open drawer", async () => {
  const token = await createSession(spyhop.url, WALLETS.slice(0, 2));
  await untilServerRead(spyhop.url, token);
  const own = await open(browser, spyhop.url, { viewport: { width: 390, height: 844 } });
  await keepSession(own.page, spyhop.url, token);
  await own.page.goto(`${spyhop.url}/home`);
  await own.page.getByRole("button", { name: "Share your portfolio" }).click();
  await dialog(own.page).getByRole("button", { name: "Create a link" }).click();
  await dialog(own.page).getByLabel("Your link").waitFor();
  const url = await link(own.page);
  await own.page.context().close();
  const { page, faults } = await open(browser, spyhop.url);
  const received = receivedBy(page);
  await page.goto(url);
  await page.getByRole("button", { name: /^Net worth .*Explain this figure$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Raw data" }).waitFor();
  expect((await shownAmounts(page, received)).length).toBeGreaterThan(3);
  await page.keyboard.press("Control+.");
  await expect.poll(() => shownAmounts(page, received)).toEqual([]);
  await page.keyboard.press("Escape");
  for (const path of [url, `${url}?page=transaction-history`]) {
    await page.goto(path);
    await eye(page, "Show").waitFor();
    await untilStill(page);
    expect(await shownAmounts(page, received)).toEqual([]);
  }
  await page.keyboard.press("Control+.");
  await eye(page, "Hide").waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
