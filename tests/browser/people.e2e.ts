import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { saved } from "./browser";
import { installWallets } from "./browserWallet";
import { received } from "./outbox";
import { clean, folder, spyhop, visit } from "./person";
import { soakOnly } from "./soak";

/** More tab stops than any page has. */
const MOST_STOPS = 80;

/** The visible name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "";
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return (element.getAttribute("aria-label") ?? label ?? element.textContent ?? "").trim();
  });

/** Moves the focus with the Tab key until it is on a control of this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (text: string) => (typeof name === "string" ? text === name : name.test(text));
  // A page that is not rendered yet has nothing to reach.
  await page.getByRole("main").first().waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (isThere(await focused(page))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${name}`);
}

async function activate(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Waits until a dialog has the focus, so that keys go to it. */
async function dialog(page: Page, name: string): Promise<void> {
  await page.getByRole("dialog", { name }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
}

/** Adds a wallet on Welcome as an anonymous person. */
async function begin(page: Page): Promise<void> {
  await page.goto(`${spyhop.url}/welcome`);
  await tabTo(page, /^Paste any wallet address|^Address|^Wallet/);
  await page.keyboard.type("vitalik.eth");
  await page.getByRole("button", { name: "Go" }).and(page.locator(":enabled")).waitFor();
  await activate(page, "Go");
  await page.waitForURL(`${spyhop.url}/home`);
}

/** Opens a page by its address, as a person would type it. */
async function go(page: Page, path: string): Promise<void> {
  await page.goto(spyhop.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

async function signUpByCode(page: Page, email: string): Promise<void> {
  await go(page, "/profile");
  // The top bar of phones has no room for it, the page has.
  await activate(page, (page.viewportSize()?.width ?? 0) > 700 ? "Sign up" : "Sign in");
  await dialog(page, "Don't lose your data");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await page.getByLabel("Enter code").waitFor();
  await expect.poll(() => focused(page)).toBe("Enter code");
  await page.keyboard.type((await received(folder, email)).code);
  await page.keyboard.press("Enter");
  await dialog(page, "You're signed in");
  await clean(page);
  await activate(page, "Continue");
  await page.waitForURL(`${spyhop.url}/home`);
}

async function linkWallet(page: Page): Promise<void> {
  await go(page, "/profile");
  await clean(page);
  await activate(page, "Link a wallet");
  await dialog(page, "Link a wallet");
  await activate(page, "Kelp");
  await page.getByText(/^You can sign in with 0x/).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await activate(page, "Add to portfolio");
  await dialog(page, "Add wallet address");
  expect(await page.getByLabel("Address 1", { exact: true }).inputValue()).toMatch(/^0x/);
  await page.keyboard.press("Escape");
}

async function signInByWallet(page: Page, title: string): Promise<void> {
  await page.goto(`${spyhop.url}/welcome`);
  await activate(page, "Sign in");
  await dialog(page, "Sign in");
  await activate(page, "Continue with a wallet");
  await page.getByRole("button", { name: "Kelp" }).waitFor();
  await activate(page, "Kelp");
  await dialog(page, title);
  await activate(page, "Continue");
}

const shows = (page: Page, text: string) => page.getByRole("main").getByText(text).first().waitFor();

test.each([
  [1440, "light"],
  ...soakOnly([
    [1440, "dark"],
    [390, "light"],
    [390, "dark"],
  ]),
] as const)(
  "a person keeps everything by code, opens it elsewhere by wallet, ends the first session, exports and deletes, at %i px, %s",
  async (width, scheme) => {
    const email = `people-${width}-${scheme}@example.org`;
    const first = await visit(width, scheme);
    const { Kelp } = await installWallets(first.page, "Kelp");
    await begin(first.page);
    await signUpByCode(first.page, email);
    await go(first.page, "/wallets");
    await shows(first.page, "vitalik.eth");
    await linkWallet(first.page);

    const second = await visit(width, scheme);
    const wallets = await installWallets(second.page, "Kelp");
    wallets.Kelp.accounts = Kelp.accounts;
    await signInByWallet(second.page, "Welcome back");
    await go(second.page, "/wallets");
    await shows(second.page, "vitalik.eth");
    expect(await second.page.getByRole("main").getByText(/0x/).count(), "the sign-in wallet is not added").toBeLessThan(
      3,
    );
    await go(second.page, "/profile");
    await second.page.getByText("This device").waitFor();
    await activate(second.page, "Sign out all others");
    await second.page.getByRole("button", { name: "Sign out all others" }).waitFor({ state: "detached" });
    await clean(second.page);

    await first.page.goto(`${spyhop.url}/home`);
    await first.page.waitForURL(/\/welcome/);
    await exportAll(second.page);
    await deleteAndReturn(second.page);
    expect([first.faults, first.strangers, second.faults, second.strangers]).toEqual([[], [], [], []]);
    await first.page.context().close();
    await second.page.context().close();
  },
);

/** Downloads everything about the person. */
async function exportAll(page: Page): Promise<void> {
  await go(page, "/profile");
  const [download] = await Promise.all([page.waitForEvent("download"), activate(page, "Export everything")]);
  expect(download.suggestedFilename()).toMatch(/^spyhop-.*\.zip$/);
  const content = await readFile(await saved(download));
  expect(content.subarray(0, 2).toString()).toBe("PK");
  expect(content.length).toBeGreaterThan(1_000);
}

/** Deletes the account, and takes it back by signing in within the days of grace. */
async function deleteAndReturn(page: Page): Promise<void> {
  await go(page, "/profile");
  await activate(page, "Delete account");
  await dialog(page, "Delete account");
  await clean(page);
  await page.keyboard.type("delete");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/welcome/);
  await page.getByText(/^Your account is erased on \d/).waitFor();
  await clean(page);
  await signInByWallet(page, "Welcome back");
  await go(page, "/wallets");
  await shows(page, "vitalik.eth");
}

test("a call that needs a recent proof is sent again after the person has confirmed with a wallet", async () => {
  const email = "proof@example.org";
  const { page, faults } = await visit(390, "dark");
  const { Kelp } = await installWallets(page, "Kelp");
  await begin(page);
  await signUpByCode(page, email);
  await linkWallet(page);
  /** The session is new, so that the server itself would not require it. */
  const demandProof = () =>
    page.route(
      "**/organisation/user/delete-user",
      (route) =>
        route.fulfill({
          status: 403,
          json: { error: true, code: "proof_required", message: "Please confirm", data: null, request_id: "x" },
        }),
      { times: 1 },
    );
  await demandProof();
  await activate(page, "Delete account");
  await dialog(page, "Delete account");
  await page.keyboard.type("delete");
  await page.keyboard.press("Enter");
  await dialog(page, "Confirm that it's you");
  await clean(page);
  await page.keyboard.press("Escape");
  await page.getByText("It wasn't confirmed that it's you. Nothing was changed.").waitFor();
  await demandProof();
  await activate(page, "Delete account");
  await dialog(page, "Confirm that it's you");
  await activate(page, "Use a sign-in wallet");
  await page.getByRole("button", { name: "Kelp" }).waitFor();
  await clean(page);
  Kelp.holds.add("personal_sign");
  await activate(page, "Kelp");
  await page.getByText(/^It confirms with 0x/).waitFor();
  Kelp.holds.clear();
  Kelp.proceed();
  await page.waitForURL(/\/welcome/);
  await page.getByText(/^Your account is erased on \d/).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
