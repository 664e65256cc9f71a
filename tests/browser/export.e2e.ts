import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  createSession,
  keepSession,
  open,
  overflow,
  saved,
  untilHistoryRead,
  violations,
  type Watched,
} from "./browser";
import { browser, spyhop } from "./demo";
import { patience } from "./patience";
import { soakOnly } from "./soak";

const LONG = patience(240_000);

let token: string | undefined;

/** Opens a page of one wallet whose history was read to its end, or of another session. */
async function visit(
  path: string,
  width: number,
  colorScheme: "light" | "dark" = "light",
  of?: string,
): Promise<Watched> {
  token ??= await createSession(spyhop.url, ["vitalik.eth"]);
  const session = of ?? token;
  await untilHistoryRead(spyhop.url, session);
  const watched = await open(browser, spyhop.url, { colorScheme, viewport: { width, height: 900 } });
  await keepSession(watched.page, spyhop.url, session);
  await watched.page.goto(`${spyhop.url}${path}`);
  return watched;
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export data" });

/** Downloads a report, and returns the name and the lines of its file. */
async function download(page: Page, title: string): Promise<[string, string[]]> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page)
      .getByRole("button", { name: `Download ${title}` })
      .click(),
  ]);
  await page.getByText(`${file.suggestedFilename()} saved`).waitFor();
  return [file.suggestedFilename(), (await readFile(await saved(file), "utf8")).trim().split("\r\n")];
}

test.each([
  [1440, "light"],
  [390, "dark"],
  ...soakOnly([
    [768, "light"],
    [1440, "dark"],
    [390, "light"],
  ]),
] as const)(
  "the four reports are downloaded from the dialog, at %i px, %s",
  async (width, scheme) => {
    const { page, strangers, faults } = await visit("/intelligence/costs", width, scheme);
    await page.getByRole("button", { name: "Export" }).click();
    await dialog(page).waitFor();
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.getByLabel("From", { exact: true }).fill("2025-01-01");
    await page.getByLabel("To", { exact: true }).fill("2025-12-31");
    for (const [title, name, head] of [
      ["Transaction History", "transaction-history", "time,network,kind,"],
      ["Blockchain Gas Costs", "blockchain-gas-costs", "period,network,"],
      ["Counterparty Costs", "counterparty-costs", "counterparty,kind,"],
      ["Average Cost Basis", "average-cost-basis", "asset,asset_name,"],
    ] as const) {
      const [file, lines] = await download(page, title);
      expect(file).toBe(`${name}-2025-01-01-2025-12-31.csv`);
      expect(lines[0]?.startsWith(head)).toBe(true);
      expect(lines.length).toBeGreaterThan(2);
    }
    await page.getByLabel("From", { exact: true }).fill("");
    await dialog(page).getByRole("button", { name: "Download Average Cost Basis" }).click();
    await page.getByText("From date cannot be empty").waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect([strangers, faults]).toEqual([[], []]);
    await page.context().close();
  },
  LONG,
);

test(
  "a plan that exports one address says so, and exports one that is chosen",
  async () => {
    const both = await createSession(spyhop.url, ["vitalik.eth", "lighthouse.eth"]);
    const { page } = await visit("/intelligence/transaction-history", 1440, "light", both);
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByLabel("From", { exact: true }).fill("2025-01-01");
    await dialog(page).getByRole("button", { name: "Download Transaction History" }).click();
    const upgrade = page.getByRole("dialog").filter({ hasNot: page.getByLabel("From", { exact: true }) });
    await upgrade.getByText("Your plan exports 1 address at a time. This export covers 2.").waitFor();
    await page.keyboard.press("Escape");
    await upgrade.waitFor({ state: "detached" });
    await page.getByLabel("Wallets").selectOption({ label: "lighthouse.eth" });
    const [, lines] = await download(page, "Transaction History");
    expect(lines.length).toBeGreaterThan(2);
    await page.context().close();
  },
  LONG,
);

test(
  "the history exports what is filtered, and the palette opens the dialog",
  async () => {
    const { page, faults } = await visit("/intelligence/transaction-history?kind=swap&dust=show", 1440);
    const sums = page.getByRole("region", { name: "Sums of all entries" });
    const entries = Number((await sums.locator("dd").first().textContent())?.replaceAll(",", ""));
    expect(entries).toBeGreaterThan(5);
    await page.getByRole("button", { name: "Export" }).click();
    await dialog(page).getByText("With the filters of this page.").waitFor();
    const [name, lines] = await download(page, "Transaction History");
    expect(name).toMatch(/^transaction-history-20\d\d-01-01-20\d\d-\d\d-\d\d\.csv$/);
    const column = lines[0]?.split(",").indexOf("kind") ?? -1;
    expect(new Set(lines.slice(1).map((line) => line.split(",")[column]))).toEqual(
      new Set(["Swap", "Wrap", "Unwrap"].filter((kind) => lines.some((line) => line.split(",")[column] === kind))),
    );
    expect(lines.length).toBeGreaterThan(entries);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Find" }).waitFor();
    await page.keyboard.type("export data");
    await page.getByRole("option", { name: /^Export data/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    expect(faults).toEqual([]);
    await page.context().close();
  },
  LONG,
);
