import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, overflow, saved, signIn, violations, type Watched } from "./browser";
import { soakOnly } from "./soak";
import { type Spyhop, startSpyhop } from "./spyhop";

const OWN = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const WORDS = "abandon ability able about above absent absorb abstract absurd abuse access accident";

/** The nth generated address. */
const address = (n: number): string => `0x${n.toString(16).padStart(40, "0")}`;

let browser: Browser;
let free: Spyhop;
let unlimited: Spyhop;
beforeAll(async () => {
  [browser, free, unlimited] = await Promise.all([
    launch(),
    startSpyhop({ SPYHOP_PLANS: "on" }),
    startSpyhop({ SPYHOP_PLANS: "off" }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([free?.stop(), unlimited?.stop()]);
});

let watched: Watched;
let page: Page;
const dialog = () => page.getByRole("dialog", { name: "Add wallet address" });
const rows = () => dialog().getByRole("list", { name: "Rows of the file" }).getByRole("listitem");
const line = (n: number) => rows().filter({ has: page.getByTitle(`Line ${n}`, { exact: true }) });

/** Opens the upload dialog. */
async function openUpload(spyhop: Spyhop, addresses: string[], isFromHead = false) {
  watched = await open(browser, spyhop.url);
  page = watched.page;
  await signIn(page, spyhop.url, addresses);
  await page.goto(`${spyhop.url}/wallets`);
  if (isFromHead) return await page.getByRole("button", { name: "Upload a list" }).click();
  await page.getByRole("button", { name: "Add wallet" }).first().click();
  await dialog().getByRole("button", { name: "Upload CSV or text" }).click();
}

const choose = (text: string, name = "wallets.csv") =>
  dialog()
    .getByLabel("Upload CSV or text")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("the rows of a file get their status, are fixed, and added", async () => {
  await openUpload(unlimited, [OWN]);
  expect(await violations(page)).toEqual([]);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await choose(
    [
      "address,nickname,kind",
      `${ADDRESS},Main,ledger`,
      `${ADDRESS.toLowerCase()},Again`,
      OWN,
      "0x1234,Broken",
      `${"4c".repeat(32)},Key`,
      WORDS,
      "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      "nick.eth,By name",
    ].join("\r\n"),
  );
  await rows().first().waitFor();
  await dialog().getByText("Looking up").first().waitFor({ state: "detached" });
  for (const [n, words] of [
    [2, "Will be added"],
    [3, "The same as line 2."],
    [4, "Already yours"],
    [5, "Needs attention"],
    [6, "We did not send it"],
    [7, "We did not send it"],
    [8, "Tron addresses are not supported yet."],
    [9, "Will be added"],
  ] as const)
    await line(n).getByText(words).waitFor();
  expect(sent.join(" ")).not.toMatch(/abandon|4c4c4c4c/);
  expect(await violations(page)).toEqual([]);
  await dialog()
    .getByRole("group", { name: "Show" })
    .getByRole("button", { name: /^Needs attention/ })
    .click();
  expect(await rows().count()).toBe(1);
  await dialog().getByRole("button", { name: "Fix line 5" }).click();
  const field = dialog().getByLabel("Address or name of line 5");
  await field.fill("0x12345");
  await field.press("Enter");
  await dialog().getByRole("alert").waitFor();
  await field.fill(address(77));
  await field.press("Enter");
  await dialog().getByRole("button", { name: "Add 3 wallets" }).waitFor();
  await dialog().getByRole("checkbox", { name: "Add line 9" }).uncheck();
  await dialog().getByRole("button", { name: "Add 2 wallets" }).click();
  await page.getByText("2 wallets added").waitFor();
  await page.getByRole("heading", { name: "Main" }).waitFor();
  await page.getByRole("heading", { name: "Broken" }).waitFor();
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("a plan's limit is shown before anything is added, with a link to the plans", async () => {
  await openUpload(free, []);
  await choose(Array.from({ length: 7 }, (_, n) => address(n + 1)).join("\n"));
  await dialog().getByText("Your plan includes 5 addresses per upload").waitFor();
  expect(await rows().filter({ hasText: "Over your plan's limit" }).count()).toBe(2);
  await dialog().getByRole("button", { name: "See plans" }).click();
  await page.locator('[data-upgrade-trigger="8"]').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog().getByRole("checkbox", { name: "Add line 1" }).uncheck();
  expect(await rows().filter({ hasText: "Over your plan's limit" }).count()).toBe(1);
  await line(6).getByText("Will be added").waitFor();
  await dialog().getByRole("button", { name: "Add 5 wallets" }).click();
  await page.getByText("5 wallets added").waitFor();
  await page.context().close();
});

test("a binary file is rejected, and another file can be chosen", async () => {
  await openUpload(unlimited, [], true);
  const input = dialog().getByLabel("Upload CSV or text");
  await input.setInputFiles({ name: "book.csv", mimeType: "text/csv", buffer: Buffer.from([0x61, 0x62, 0x63, 0]) });
  await dialog()
    .getByText(/This is not a text file/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await choose("# nothing\n\n");
  await dialog()
    .getByText(/This file is empty/)
    .waitFor();
  await choose(WORDS, "seed.txt");
  await dialog()
    .getByText(/This file contains a recovery phrase. We did not send it/)
    .waitFor();
  const download = page.waitForEvent("download");
  await dialog().getByRole("link", { name: "Download a template" }).click();
  const template = await download;
  expect(template.suggestedFilename()).toBe("spyhop-wallets.csv");
  await input.setInputFiles(await saved(template));
  await dialog()
    .getByRole("button", { name: "Add 1 wallet" })
    .or(dialog().getByRole("button", { name: "Add 2 wallets" }))
    .waitFor();
  await dialog().getByRole("button", { name: "Choose another file" }).click();
  await dialog().getByRole("button", { name: "Type addresses" }).click();
  await dialog().getByLabel("Address 1", { exact: true }).waitFor();
  expect([watched.strangers, watched.faults]).toEqual([[], []]);
  await page.context().close();
});

test("a long file has pages; everything fits and works by keyboard at every width", async () => {
  await openUpload(unlimited, []);
  await choose(Array.from({ length: 1200 }, (_, n) => `${address(n + 1)},Number ${n + 1}`).join("\n"));
  await dialog().getByRole("button", { name: "Add 1,000 wallets" }).waitFor();
  await dialog().getByText("You can track up to 1000 wallets on this server.").waitFor();
  expect(await rows().count()).toBe(50);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^All/);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    expect(await overflow(page)).toBe(0);
  }
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test.each([...soakOnly([1440]), 390])(
  "a file chosen on Welcome opens a portfolio with what the file holds, at %i px",
  async (width) => {
    const { page, strangers, faults } = await open(browser, free.url, { viewport: { width, height: 844 } });
    await page.goto(`${free.url}/welcome`);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload CSV or text" }).click();
    const buffer = Buffer.from("address,nickname\nvitalik.eth,Savings\nnonsense\n");
    await (await chooser).setFiles({ name: "wallets.csv", mimeType: "text/csv", buffer });
    const dialog = page.getByRole("dialog", { name: "Add wallet address" });
    const add = dialog.getByRole("button", { name: "Add 1 wallet" });
    await add.waitFor();
    // Nothing is opened before it is confirmed.
    expect(new URL(page.url()).pathname).toBe("/welcome");
    expect(await page.getByText("Net worth").count()).toBe(0);
    await add.click();
    await page.getByText(/^1 wallet added/).waitFor();
    await page.waitForURL("**/home");
    await page.goto(`${free.url}/wallets`);
    await page.getByRole("heading", { name: "Savings" }).waitFor();
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
);

test("a file that is not confirmed leaves Welcome as it was", async () => {
  const { page, faults } = await open(browser, free.url);
  await page.goto(`${free.url}/welcome`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload CSV or text" }).click();
  const buffer = Buffer.from("vitalik.eth\n");
  await (await chooser).setFiles({ name: "wallets.csv", mimeType: "text/csv", buffer });
  const dialog = page.getByRole("dialog", { name: "Add wallet address" });
  await dialog.getByRole("button", { name: "Add 1 wallet" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/welcome");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Welcome to Spyhop" }).waitFor();
  // The next wallets are those that are typed.
  await page.getByRole("textbox").first().fill("vitalik.eth");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.waitForURL("**/home");
  expect(await dialog.count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
