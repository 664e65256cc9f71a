import { expect, test } from "vitest";
import { open, overflow, smallTargets, violations } from "./browser";
import { browser, spyhop } from "./demo";

const seed = "abandon ability able about above absent absorb abstract absurd abuse access accident";

test("a pasted seed phrase is not sent", async () => {
  const { page, strangers, faults } = await open(browser, spyhop.url);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.postData() ?? ""));
  await page.clock.install();
  await page.goto(`${spyhop.url}/welcome`);
  const field = page.getByLabel("Address 1", { exact: true });
  await field.fill(seed);
  await page.getByText("That looks like a recovery phrase").waitFor();
  expect(await field.inputValue()).toBe("");
  await page.clock.runFor("00:05");
  expect(calls.filter((body) => body.includes("abandon"))).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test("nothing of a typed recovery phrase is sent", async () => {
  const { page, strangers } = await open(browser, spyhop.url);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto(`${spyhop.url}/welcome`);
  const field = page.getByLabel("Address 1", { exact: true });
  const phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
  // Fixed time between keys, so that they belong to one burst even on a slow machine.
  await page.clock.setFixedTime(new Date());
  await field.pressSequentially(phrase, { delay: 40 });
  await page.getByText("That looks like a recovery phrase").waitFor();
  expect(await field.inputValue()).toBe("");
  await page.getByRole("button", { name: "Add row" }).click();
  await page.getByLabel("Address 2", { exact: true }).fill("vitalik.eth");
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(/\/home/);
  expect(calls.filter((call) => phrase.split(" ").some((word) => call.includes(word)))).toEqual([]);
  expect(strangers).toEqual([]);
  await page.context().close();
});

test("a pasted list becomes rows, and a portfolio of all of them", async () => {
  const { page } = await open(browser, spyhop.url, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${spyhop.url}/welcome`);
  const list = "vitalik.eth\n0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE\n\n34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo\n";
  await page.evaluate((text) => navigator.clipboard.writeText(text), list);
  await page.getByLabel("Address 1", { exact: true }).click();
  await page.keyboard.press("Control+v");
  await page.getByText("3 ready", { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForURL(/\/home$/);
  await page.goto(`${spyhop.url}/wallets`);
  await page.getByText("34xp4v").first().waitFor();
  await page.context().close();
});

test("Go without an address says what it needs, and continues once an address is known", async () => {
  const { page, strangers, faults } = await open(browser, spyhop.url);
  await page.goto(`${spyhop.url}/welcome`);
  const field = page.getByLabel("Address 1", { exact: true });
  const go = page.getByRole("button", { name: "Go" });
  await go.click();
  await page.getByRole("alert").getByText("Enter a wallet address or an ENS name").waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await field.fill("vitalik.eth");
  // Pressed before the look-up, which begins half a second after the last letter.
  await go.click();
  await page.waitForURL(/\/home$/);
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test("a second row makes a list of the field", async () => {
  const { page } = await open(browser, spyhop.url);
  await page.goto(`${spyhop.url}/welcome`);
  await page.getByLabel("Address 1", { exact: true }).fill("vitalik.eth");
  await page.getByText("1 ready", { exact: true }).waitFor();
  await page.getByLabel("Nickname 1", { exact: true }).fill("Savings");
  await page.getByRole("button", { name: "Add row" }).click();
  await page.getByLabel("Address 2", { exact: true }).fill("0x12");
  await page.getByText("1 ready, 1 needs attention").waitFor();
  expect(await page.getByLabel("Nickname 1", { exact: true }).inputValue()).toBe("Savings");
  await page.getByRole("button", { name: "Delete row 2" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test("a desktop shows the form, an example and what Spyhop does without scrolling", async () => {
  const { page } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${spyhop.url}/welcome`);
  const example = page.getByRole("figure", { name: "Example of an explained figure" });
  await example.getByText("Example", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "On your own server" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
  await page.context().close();
});

test.each([360, 390, 768, 1100, 1440, 3840])("Welcome fits %i px", async (width) => {
  const colorScheme = width === 768 ? "dark" : "light";
  const { page } = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 844 } });
  await page.goto(`${spyhop.url}/welcome`);
  await page.getByRole("heading", { name: "Welcome to Spyhop" }).waitFor();
  await page.getByRole("figure").waitFor();
  expect([await violations(page), await overflow(page), await smallTargets(page)]).toEqual([[], 0, []]);
  await page.context().close();
});
