import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { keepSession, signIn, untilHistoryRead, untilStill, type Watched } from "./browser";
import { clean, enterCode, press, spyhop, visit } from "./person";

/** Markup that would run if it were not text. */
const HOSTILE = '<img src=x onerror="document.title=`hit`">';
const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const HISTORY = "/intelligence/transaction-history";
const PAGES = ["/home", "/wallets", HISTORY, "/privacy", "/health", "/profile", "/welcome"];
/** Pages that show what the person wrote. */
const SHOWING = ["/wallets", HISTORY, "/profile"];

interface Row {
  entry: string;
  chain: string;
  from_wallet: { address: string } | null;
  to_wallet: { address: string } | null;
}

const isOther = ({ address }: { address: string }) => address.toLowerCase() !== ADDRESS.toLowerCase();
const counterparty = ({ from_wallet, to_wallet }: Row) => [from_wallet, to_wallet].find((one) => one && isOther(one));

/** The token of the page's session. After signing in, the browser keeps the one before for a while under another name. */
const sessionOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => /session\.[0-9a-f-]+$/.test(one));
    return localStorage.getItem(key ?? "") ?? "";
  });

/** Calls the API with the session of the page, and returns the data of the answer. */
async function call<Data>(page: Page, path: string, body: unknown): Promise<Data> {
  const answer = await fetch(`${spyhop.url}/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${await sessionOf(page)}` },
    body: JSON.stringify(body),
  });
  const { error, message, data } = (await answer.json()) as { error: boolean; message: string; data: Data };
  expect(error, `${path}: ${message}`).toBe(false);
  return data;
}

/** Registers a person whose texts are all hostile, also those of their history, and returns their session. */
async function hostilePerson(page: Page, email: string): Promise<string> {
  await signIn(page, spyhop.url, [ADDRESS]);
  await page.goto(`${spyhop.url}/profile`);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await enterCode(page, email);
  await press(page, "Continue");
  await call(page, "organisation/user/update-user", { first_name: HOSTILE, last_name: HOSTILE });
  await call(page, "organisation/user/update-user-wallet", {
    wallet_addresses: [ADDRESS],
    wallet_address_nicknames: { [ADDRESS]: HOSTILE },
  });
  await call(page, "organisation/api-key/create-api-key", { name: HOSTILE, scopes: ["health"] });
  const token = await sessionOf(page);
  await untilHistoryRead(spyhop.url, token);
  const { results } = await call<{ results: Row[] }>(page, "wallet/transaction/search-transaction", { limit: 50 });
  const row = results.find(counterparty);
  if (!row) throw new Error("no entry has a counterparty");
  await call(page, "wallet/ledger/set-note", { entry: row.entry, note: HOSTILE });
  await call(page, "wallet/ledger/set-label", {
    chain: row.chain,
    address: counterparty(row)?.address,
    label: HOSTILE,
  });
  return token;
}

/** The session of the hostile person, whom all tests share. Where it cannot be made, each test fails for that reason. */
let session: Promise<string> | undefined;

/** Opens a page with the session of the hostile person. */
async function visitAsHostile(width: number, scheme: "light" | "dark"): Promise<Watched> {
  const watched = await visit(width, scheme);
  session ??= hostilePerson(watched.page, "hostile@example.org");
  await keepSession(watched.page, spyhop.url, await session);
  return watched;
}

/** Checks that no markup has become an element and that none has run. */
async function isText(page: Page): Promise<void> {
  expect(await page.locator("img[src=x]").count()).toBe(0);
  expect(await page.title()).not.toBe("hit");
}

describe.each([
  [1440, "light"],
  [390, "dark"],
] as const)("at %i px", (width, scheme) => {
  test("what a person wrote is text on every page", async () => {
    const { page, strangers, faults } = await visitAsHostile(width, scheme);
    for (const path of PAGES) {
      await page.goto(spyhop.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await untilStill(page);
      if (SHOWING.includes(path)) await page.getByRole("main").getByText(HOSTILE).first().waitFor();
      if (path === "/profile") {
        expect(await page.getByLabel("First Name").inputValue()).toBe(HOSTILE);
        await clean(page);
      }
      await isText(page);
    }
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  });
});
