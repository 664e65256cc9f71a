import { expect, test } from "vitest";
import { open, overflow, violations } from "./browser";
import { browser, world } from "./strictWorld";

/** What has no own source in the test world. */
const GONE = [
  /^\d+ networks of \d+ are not read\. Each needs your own node in the configuration\.$/,
  /^Token lists are not downloaded\. Built-in and previously seen tokens are still detected\.$/,
  /^Explorers are not used\. Unlisted tokens are not detected\.$/,
  /^Currency rates are not downloaded\. Amounts stay in US dollars\.$/,
];

test.each([
  ["light", 1440],
  ["dark", 390],
] as const)(
  "if only own nodes are used the page says so, and what is unavailable, %s at %i px",
  async (colorScheme, width) => {
    const { page, strangers, faults } = await open(browser, world.url, {
      colorScheme,
      viewport: { width, height: 844 },
    });
    await page.goto(`${world.url}/privacy`);
    const pledge = page.getByRole("region", { name: "Only your own nodes are used" });
    await pledge
      .getByText("Your privacy is protected. No third party will know which wallet addresses you added.")
      .waitFor();
    const gone = await pledge
      .getByRole("list", { name: "What won't work without others" })
      .getByRole("listitem")
      .allTextContents();
    expect(gone).toHaveLength(GONE.length);
    for (const [i, text] of GONE.entries()) expect(gone[i]).toMatch(text);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
);
