import { expect, test } from "vitest";
import { open, overflow, violations } from "./browser";
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

test.each([360, 390, 768, 1440, 3840])("Welcome fits %i px", async (width) => {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
  await page.goto(`${spyhop.url}/welcome`);
  await page.getByRole("heading", { name: "Welcome to Spyhop" }).waitFor();
  expect(await overflow(page)).toBe(0);
  await page.context().close();
});
