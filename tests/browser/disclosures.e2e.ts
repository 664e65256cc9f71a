import { expect, test } from "vitest";
import { open, overflow, signIn, signInShared, violations } from "./browser";
import { browser, spyhop } from "./demo";

const ADDRESS = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";

test("the view of the request log is kept in the URL and survives a reload, except the search text", async () => {
  const { page, strangers, faults } = await open(browser, spyhop.url);
  await signIn(page, spyhop.url, ["vitalik.eth", ADDRESS]);
  await page.goto(`${spyhop.url}/privacy`);
  const ledger = page.getByRole("region", { name: "Request log" });
  const search = ledger.getByLabel("Provider, address or purpose");
  const address = () => new URL(page.url()).search;
  await ledger.getByLabel("Time").waitFor();
  const before = await page.evaluate(() => history.length);

  await ledger.getByLabel("Time").selectOption({ label: "Last 7 days" });
  await ledger.getByLabel("Network").selectOption({ label: "Ethereum" });
  const answer = page.waitForResponse(
    (one) => one.url().endsWith("/get-disclosures") && (one.request().postData() ?? "").includes(ADDRESS),
  );
  await search.fill(ADDRESS);
  await answer;
  await expect.poll(address).toBe("?network=eip155%3A1&days=7");
  expect(await page.evaluate(() => history.length)).toBe(before);

  await page.reload();
  await expect.poll(() => ledger.getByLabel("Network").inputValue()).toBe("eip155:1");
  await expect.poll(() => ledger.getByLabel("Time").inputValue()).toBe("7");
  expect(await search.inputValue()).toBe("");
  // The demo sends no requests, so the log is empty and the filter is repeated in words.
  await ledger.getByText("No entries on Ethereum in the last 7 days.").waitFor();

  await ledger.getByLabel("Time").selectOption({ label: "Any time" });
  await ledger.getByLabel("Network").selectOption({ label: "All networks" });
  await expect.poll(address).toBe("");
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test.each([1440, 390])("entries are grouped by provider and host, at %i px", async (width) => {
  const { page } = await open(browser, spyhop.url, { viewport: { width, height: 844 } });
  await signInShared(page, spyhop.url, [ADDRESS]);
  const entry = (id: string, provider: string, host: string) => ({
    id,
    provider,
    host,
    chain: "eip155:1",
    count: 4,
    first_on: "2026-11-20T10:00:00Z",
    last_on: "2026-11-22T10:00:00Z",
    purpose: "balances",
    disclosed: "That somebody here watches this address.",
    wallet_address: ADDRESS,
  });
  const disclosures = [
    entry("a", "solana", "api.mainnet-beta.solana.com"),
    entry("b", "kraken", "api.kraken.com"),
    entry("c", "solana", "solana-rpc.publicnode.com"),
  ];
  await page.route("**/common/privacy/get-disclosures", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, disclosures, total_count: 3 } } });
  });
  await page.goto(`${spyhop.url}/privacy`);
  const groups = page.getByRole("list", { name: "Entries by provider" });
  await groups.waitFor();
  expect(await groups.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Solana", "Kraken"]);
  const solana = await groups.locator(":scope > li").first().textContent();
  expect(solana).toMatch(/api\.mainnet-beta\.solana\.com.*solana-rpc\.publicnode\.com/);
  expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
  await page.context().close();
});
