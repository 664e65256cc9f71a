import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { browser, spyhop } from "./demo";
import { owner } from "./owner";

/** A published test phrase of BIP 39. */
const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const WORDS = [...new Set(PHRASE.split(" "))];

const warning = (page: Page) => page.getByText("That looks like a recovery phrase").last();

/** Types the phrase key by key and submits what is left of it. */
async function typePhrase(page: Page, field: Locator): Promise<void> {
  await field.click();
  // Fixed time between keys, so that they belong to one burst even on a slow machine.
  await page.clock.setFixedTime(new Date());
  await field.pressSequentially(PHRASE, { delay: 25 });
  await warning(page).waitFor();
  expect(await field.inputValue()).toBe("");
  await page.keyboard.press("Enter");
}

test("nothing of a phrase is sent, whichever field it is typed into", async () => {
  const { page, strangers, faults } = await owner(browser, spyhop.url, ["vitalik.eth"]);
  const sent: string[] = [];
  page.on("request", (request) =>
    sent.push(`${request.url()} ${request.headers().referer ?? ""} ${request.postData() ?? ""}`),
  );
  await typePhrase(page, page.getByLabel("Add or open an address or ENS name"));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await typePhrase(page, page.getByLabel("Find an asset"));
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page
    .getByRole("button", { name: /^Set a price for/ })
    .first()
    .click();
  await typePhrase(page, page.getByRole("dialog").getByRole("textbox"));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Wallets/ })
    .click();
  await page.getByRole("button", { name: "Edit vitalik.eth" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit wallet" });
  await dialog.getByLabel("Nickname").click();
  await dialog.getByLabel("Nickname").pressSequentially(PHRASE, { delay: 25 });
  await warning(page).waitFor();
  await dialog.getByLabel("Wallet app").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((request) => WORDS.some((word) => request.includes(word)))).toEqual([]);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test("a phrase in place of a share link is not sent", async () => {
  const { page } = await owner(browser, spyhop.url, ["vitalik.eth"]);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  for (const phrase of [PHRASE, PHRASE.replaceAll(" ", "-")]) {
    await page.goto(`${spyhop.url}/home/${encodeURIComponent(phrase)}`);
    await page.getByText(/^That looks like a recovery phrase/).waitFor();
    // With a session, Welcome redirects to Home.
    await page.waitForURL(/\/home$/);
  }
  expect(calls.filter((call) => WORDS.some((word) => call.includes(word)))).toEqual([]);
  await page.context().close();
});
