import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { open, overflow, signIn, signInShared, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { dialog, EDITING, headline, link, owner, share, untilRead } from "./owner";
import { rotate, soakOnly } from "./soak";

const OTHER = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
const GONE = "It was renewed or turned off, or it has a typo.";

/** The texts that were sent to the server and received. */
function overheard(page: Page) {
  const headers: Record<string, string>[] = [];
  const texts: string[] = [];
  page.on("request", (request) => {
    headers.push(request.headers());
    texts.push(request.url(), request.postData() ?? "");
  });
  page.on("response", (response) => {
    if (!response.url().includes("/api/")) return;
    // The browser keeps no body of an answer that arrives while the page is left.
    void response.text().then(
      (text) => texts.push(text),
      () => undefined,
    );
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

test.each([1440, 390])(
  "a link is shared, looked at by somebody without a session, and renewed, at %i px",
  async (width) => {
    const own = await owner(browser, spyhop.url, ["vitalik.eth", OTHER, "nonsense"], width);
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
    await page.getByText("Shared portfolio (view only).").waitFor();
    // New prices reach the two pages at slightly different times.
    const worths = async () => [await headline(page).textContent(), await headline(own.page).textContent()];
    await expect.poll(async () => new Set(await worths()).size).toBe(1);
    await page
      .getByRole("button", { name: /, details and actions$/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    expect(await page.getByRole("button", { name: EDITING }).count()).toBe(0);
    expect(await page.getByRole("link", { name: EDITING }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: EDITING }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await headline(page).click();
    const drawer = page.getByRole("dialog", { name: "Explain this figure" });
    await drawer.getByText(/^Oldest input/).waitFor();
    await page.keyboard.press("Escape");

    const tokens = heard.headers.flatMap(({ authorization, cookie }) => [authorization, cookie]).filter(Boolean);
    expect(tokens.filter((token) => !token?.startsWith("Bearer spy_share_"))).toEqual([]);
    const secrets = [own.token, await userId(own.token)];
    expect(heard.texts.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    expect(heard.texts.filter((text) => text.includes("create-user"))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain("spy_");

    await dialog(own.page).getByRole("button", { name: "Renew the link" }).click();
    await dialog(own.page).getByText("The link stops working immediately").waitFor();
    expect(await link(own.page)).toBe(first);
    await dialog(own.page).getByRole("button", { name: "Renew the link" }).click();
    await own.page.getByText("Link renewed. The old one no longer works").waitFor();
    const second = await link(own.page);
    expect(second).not.toBe(first);

    await page.reload();
    await page.getByText(GONE).waitFor();
    await page.getByRole("heading", { level: 1, name: "This link doesn't work" }).waitFor();
    await page.goto(second);
    await untilRead(page);
    expect([visitor.strangers, visitor.faults, own.strangers, own.faults]).toEqual([[], [], [], []]);
    await Promise.all([page.context().close(), own.page.context().close()]);
  },
);

test("visitors lose access when the link is turned off, and the owner is warned before", async () => {
  const own = await owner(browser, spyhop.url, [OTHER, "vitalik.eth"]);
  const url = await share(own.page);
  const { page } = await open(browser, spyhop.url);
  await page.goto(url);
  await untilRead(page);
  await dialog(own.page).getByRole("button", { name: "Stop sharing" }).click();
  await dialog(own.page).getByRole("button", { name: "Keep sharing" }).click();
  await dialog(own.page).getByRole("button", { name: "Stop sharing" }).click();
  await dialog(own.page).getByText("Sharing again creates a new link").waitFor();
  await dialog(own.page).getByRole("button", { name: "Stop sharing" }).click();
  await dialog(own.page).getByRole("button", { name: "Create a link" }).waitFor();
  // Any action that sends a request.
  await page.getByRole("button", { name: /^Currency/ }).click();
  await page.getByRole("dialog").getByText("Euro", { exact: true }).click();
  await page.getByText(GONE).waitFor();
  await page.getByRole("heading", { level: 1, name: "This link doesn't work" }).waitFor();
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("by keyboard: the dialog opens, its link is reached, and Escape restores the focus", async () => {
  const { page } = await owner(browser, spyhop.url, [OTHER, "vitalik.eth"]);
  const button = page.getByRole("button", { name: "Share your portfolio" });
  await button.focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Create a link" }).waitFor();
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

const person = (page: Page) => page.getByRole("button", { name: /^Not signed in/ });
/** The entry of the person's menu that leads to the dialog that shares. */
const step = (page: Page) =>
  page.getByRole("menu", { name: "Not signed in" }).getByRole("menuitem", { name: /^Share/ });

test.each(rotate(["/health", "/privacy", "/wallets"], [[1440], [768], [390]]))(
  "%s leads to the same dialog by the person at its foot, by keyboard too, at %i px",
  async (path, width) => {
    const { page } = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
    await signInShared(page, spyhop.url, [OTHER, "vitalik.eth"]);
    await page.goto(spyhop.url + path);
    await person(page).focus();
    expect(await person(page).count()).toBe(1);
    await page.keyboard.press("Enter");
    await step(page).focus();
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("button", { name: "Create a link" }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(await person(page).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.context().close();
  },
);

test.each([...soakOnly([1440, 768]), 390])(
  "a link is created by the person at the foot of a page, whom nobody else has, at %i px",
  async (width) => {
    const { page } = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
    await signIn(page, spyhop.url, [OTHER, "vitalik.eth"]);
    await page.goto(`${spyhop.url}/wallets`);
    await person(page).focus();
    await page.keyboard.press("Enter");
    await step(page).click();
    await dialog(page).getByRole("button", { name: "Create a link" }).click();
    const url = await link(page);
    await page.goto(url);
    await untilRead(page);
    expect(await person(page).count()).toBe(0);
    await page.evaluate(() => localStorage.clear());
    for (const path of ["/welcome", "/privacy", "/nothing-here"]) {
      await page.goto(spyhop.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await person(page).count()).toBe(0);
    }
    await page.context().close();
  },
);
