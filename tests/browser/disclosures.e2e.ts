import { expect, test } from "vitest";
import { open, signIn } from "./browser";
import { browser, spyhop } from "./demo";

const ADDRESS = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";

test("the ledger's view lives in the address and survives a reload, what is searched for does not", async () => {
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
  await expect.poll(address).toBe("?days=7&network=eip155%3A1");
  expect(await page.evaluate(() => history.length)).toBe(before);

  await page.reload();
  await expect.poll(() => ledger.getByLabel("Network").inputValue()).toBe("eip155:1");
  await expect.poll(() => ledger.getByLabel("Time").inputValue()).toBe("7");
  expect(await search.inputValue()).toBe("");
  // The demo world tells nobody anything: the filter is repeated in words.
  await ledger.getByText("No entries on Ethereum in the last 7 days.").waitFor();

  await ledger.getByLabel("Time").selectOption({ label: "Any time" });
  await ledger.getByLabel("Network").selectOption({ label: "All networks" });
  await expect.poll(address).toBe("");
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});
