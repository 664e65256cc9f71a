import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSession, keepSession, launch, open, overflow, violations, type Watched } from "./browser";
import { type Spyhop, startSpyhop } from "./spyhop";

const OTHER = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
const GONE = "Nothing is shared under this link. It was renewed, turned off or mistyped.";

let browser: Browser;
let spyhop: Spyhop;
beforeAll(async () => {
  [browser, spyhop] = await Promise.all([launch(), startSpyhop()]);
});
afterAll(async () => {
  await browser?.close();
  await spyhop?.stop();
});

interface Owner extends Watched {
  token: string;
}

/** A person at their own Home, with a clipboard. */
async function owner(addresses: string[], width = 1440): Promise<Owner> {
  const watched = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
  await watched.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const token = await createSession(spyhop.url, addresses);
  await keepSession(watched.page, spyhop.url, token);
  await watched.page.goto(`${spyhop.url}/home`);
  await untilRead(watched.page);
  return { ...watched, token };
}

const headline = (page: Page) => page.getByRole("button", { name: /^Net worth .*Explain this figure$/ });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Share your portfolio" });
const link = (page: Page) => dialog(page).getByLabel("Your link").inputValue();

async function untilRead(page: Page): Promise<void> {
  await page.getByRole("table").waitFor();
  await page
    .getByText(/still reading/)
    .first()
    .waitFor({ state: "detached" });
  await headline(page).waitFor();
}

async function share(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share your portfolio" }).click();
  await dialog(page).getByRole("button", { name: "Make a link" }).click();
  await dialog(page).getByLabel("Your link").waitFor();
  return link(page);
}

/** What went to the server and came back, in texts. */
function overheard(page: Page) {
  const headers: Record<string, string>[] = [];
  const texts: string[] = [];
  page.on("request", (request) => {
    headers.push(request.headers());
    texts.push(request.url(), request.postData() ?? "");
  });
  page.on("response", (response) => {
    if (response.url().includes("/api/")) void response.text().then((text) => texts.push(text));
  });
  return { headers, texts };
}

async function userId(token: string): Promise<string> {
  const response = await fetch(`${spyhop.url}/api/organisation/user/get-user`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: "{}",
  });
  return ((await response.json()) as { data: { user: { id: string } } }).data.user.id;
}

const EDITING = /^(Share your|Add wallet|Manage|Set a|Set another|Hide |Try |Read all|Look on|Use the sources)/;

test.each([1440, 390])(
  "a link is shared, looked at by somebody without a session, and renewed, at %i px",
  async (width) => {
    const own = await owner(["vitalik.eth", OTHER, "nonsense"], width);
    const first = await share(own.page);
    expect(first).toMatch(/\/home\/[0-9A-Za-z]{22}$/);
    await dialog(own.page).getByRole("button", { name: "Copy" }).click();
    await own.page.getByText("Share link has been copied").waitFor();
    expect(await own.page.evaluate(() => navigator.clipboard.readText())).toBe(first);
    expect(await violations(own.page)).toEqual([]);
    expect(await overflow(own.page)).toBe(0);

    const visitor = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
    const { page } = visitor;
    const heard = overheard(page);
    await page.goto(first);
    await untilRead(page);
    await page.getByText("Shared portfolio, to look at only.").waitFor();
    expect(await headline(page).textContent()).toBe(await headline(own.page).textContent());
    await page
      .getByRole("button", { name: /, places and steps$/ })
      .first()
      .click();
    expect(await page.getByRole("button", { name: EDITING }).count()).toBe(0);
    expect(await page.getByRole("link", { name: EDITING }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await headline(page).click();
    const drawer = page.getByRole("dialog", { name: "Explain this figure" });
    await drawer.getByText("As of").waitFor();
    await page.keyboard.press("Escape");

    const tokens = heard.headers.flatMap(({ authorization, cookie }) => [authorization, cookie]).filter(Boolean);
    expect(tokens.filter((token) => !token?.startsWith("Bearer spy_share_"))).toEqual([]);
    const secrets = [own.token, await userId(own.token)];
    expect(heard.texts.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    expect(heard.texts.filter((text) => text.includes("create-user"))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain("spy_");

    await dialog(own.page).getByRole("button", { name: "Renew the link" }).click();
    await dialog(own.page).getByText("The link above stops working at once").waitFor();
    expect(await link(own.page)).toBe(first);
    await dialog(own.page).getByRole("button", { name: "Renew the link" }).click();
    await own.page.getByText("The link was renewed. The old one shows nothing").waitFor();
    const second = await link(own.page);
    expect(second).not.toBe(first);

    await page.reload();
    await page.getByText(GONE).waitFor();
    await page.waitForURL(`${spyhop.url}/welcome`);
    await page.goto(second);
    await untilRead(page);
    expect([visitor.strangers, visitor.faults, own.strangers, own.faults]).toEqual([[], [], [], []]);
    await Promise.all([page.context().close(), own.page.context().close()]);
  },
);

test("whoever looks while the link is turned off is shown out, and the owner is told before", async () => {
  const own = await owner([OTHER, "vitalik.eth"]);
  const url = await share(own.page);
  const { page } = await open(browser, spyhop.url);
  await page.goto(url);
  await untilRead(page);
  await dialog(own.page).getByRole("button", { name: "Stop sharing" }).click();
  await dialog(own.page).getByRole("button", { name: "Keep sharing" }).click();
  await dialog(own.page).getByRole("button", { name: "Stop sharing" }).click();
  await dialog(own.page).getByText("for good: sharing again makes another one").waitFor();
  await dialog(own.page).getByRole("button", { name: "Stop sharing" }).click();
  await dialog(own.page).getByRole("button", { name: "Make a link" }).waitFor();
  // Anything that asks the server again.
  await page.getByRole("button", { name: /^Currency/ }).click();
  await page.getByRole("dialog").getByText("Euro", { exact: true }).click();
  await page.getByText(GONE).waitFor();
  await page.waitForURL(`${spyhop.url}/welcome`);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("a look that is over is renewed without the figures going away", async () => {
  const own = await owner([OTHER, "vitalik.eth"]);
  const url = await share(own.page);
  const { page } = await open(browser, spyhop.url);
  let looks = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/get-portfolio-by-link")) looks++;
  });
  await page.goto(url);
  await untilRead(page);
  const worth = await headline(page).textContent();
  expect(looks).toBe(1);
  const over = { error: true, message: "Please sign in again", code: "session_invalid", data: null, request_id: "r" };
  await page.route("**/get-balance", (route) => route.fulfill({ status: 401, json: over }), { times: 1 });
  await page.getByRole("button", { name: /^Currency/ }).click();
  await page.getByRole("dialog").getByText("Euro", { exact: true }).click();
  await expect.poll(() => looks).toBe(2);
  await page.getByRole("button", { name: /^Net worth €/ }).waitFor();
  expect(await headline(page).textContent()).not.toBe(worth);
  expect(new URL(page.url()).pathname).toBe(new URL(url).pathname);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("a link goes on to the place it names, and never to a page of the visitor's own", async () => {
  const own = await owner([OTHER, "vitalik.eth"]);
  const url = await share(own.page);
  const { page } = await open(browser, spyhop.url);
  for (const [redirect, place] of [
    ["?redirect=home&asset=none#missing", "?asset=none#missing"],
    ["?redirect=wallets", ""],
    ["?redirect=https://evil.example", ""],
  ]) {
    await page.goto("about:blank");
    await page.goto(url + redirect);
    await untilRead(page);
    expect(page.url()).toBe(url + place);
  }
  await page.goto(`${spyhop.url}/home/not-an-address`);
  await page.waitForURL(`${spyhop.url}/welcome`);
  await page.getByText("Nothing can be shown under this link. This is not an address").waitFor();
  await page.goto(`${spyhop.url}/home/vitalik.eth`);
  await page.getByText("A link opens addresses, not names.").waitFor();

  await own.page.goto(url);
  await own.page.getByText("Your own link, as visitors see it.").waitFor();
  await own.page.getByRole("link", { name: "Go to your Home" }).click();
  await own.page.waitForURL(/\/home$/);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("one public address is looked at without anybody's share", async () => {
  const own = await owner([OTHER]);
  await own.page.getByRole("button", { name: "Share your portfolio" }).click();
  const url = await dialog(own.page).getByLabel("Or the address alone").inputValue();
  expect(url).toBe(`${spyhop.url}/home/${OTHER}`);
  const { page } = await open(browser, spyhop.url);
  await page.goto(url);
  await page.getByText("Public address 0x3f5C…f0bE, to look at only.").waitFor();
  await untilRead(page);
  expect(await page.getByRole("button", { name: EDITING }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("while the server is away the page says so where figures would be, and opens when it is back", async () => {
  const own = await owner([OTHER, "vitalik.eth"]);
  const url = await share(own.page);
  const { page } = await open(browser, spyhop.url);
  await page.route("**/get-portfolio-by-link", (route) => route.abort());
  await page.goto(url);
  await page.getByText("The shared view could not be opened").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unroute("**/get-portfolio-by-link");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilRead(page);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("by keyboard: the dialog opens, its link is reached, and Escape gives the focus back", async () => {
  const { page } = await owner([OTHER, "vitalik.eth"]);
  const button = page.getByRole("button", { name: "Share your portfolio" });
  await button.focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Make a link" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog(page).getByLabel("Your link").focus();
  expect(await page.evaluate(() => String(getSelection()))).toBe(await link(page));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Share link has been copied").waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.context().close();
});
