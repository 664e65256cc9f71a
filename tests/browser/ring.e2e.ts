import { expect, test } from "vitest";
import { open, signIn, signInShared, untilStill } from "./browser";
import { browser, spyhop } from "./demo";
import { openAllocation } from "./owner";
import { soakOnly } from "./soak";

/** The element at a distance to the right of the large ring's center: a segment, or nothing of the ring. */
const drawnAt = (distance: number): boolean => {
  const box = document.querySelector("dialog svg[role=img]:has(path)")?.getBoundingClientRect();
  if (!box) throw new Error("there is no ring");
  const scale = box.width / 350;
  const at = document.elementsFromPoint(
    box.left + box.width / 2 + distance * scale,
    box.top + box.height / 2 + distance * scale * 0.02,
  );
  return at.some((element) => element.tagName === "path");
};

test.each([
  ...soakOnly([[1920, 350]]),
  [1440, 350],
  [1280, 350],
  // The legend is below it.
  [768, 300],
] as const)(
  "at %i px the large ring is %i px wide and high, and its hole three quarters of what lies around it",
  async (width, size) => {
    const { page } = await open(browser, spyhop.url, { viewport: { width, height: 900 } });
    await signInShared(page, spyhop.url, ["vitalik.eth", "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"]);
    await page.goto(`${spyhop.url}/home`);
    await page.getByRole("table", { name: "Assets" }).waitFor();
    await page.locator("svg[role=img] path").first().waitFor();
    await untilStill(page);
    const small = await page.getByRole("img", { name: /^Allocation by/ }).boundingBox();
    expect([small?.width, small?.height]).toEqual([118, 118]);
    const card = page.getByRole("region", { name: /^Allocation/ });
    expect(await card.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const allocation = await openAllocation(page);
    // Nothing is chosen, so that no segment extends beyond the others.
    await allocation.locator("button[aria-expanded=true]").click();
    const box = await allocation.getByRole("img", { name: /^Allocation by/ }).boundingBox();
    expect([box?.width, box?.height]).toEqual([size, size]);
    // The details beside it stay inside the dialog.
    expect(await allocation.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    // The ring has a radius of 169; a chosen segment extends to 175.
    expect(await page.evaluate(drawnAt, 171)).toBe(false);
    expect(await page.evaluate(drawnAt, 167)).toBe(true);
    expect(await page.evaluate(drawnAt, 0.75 * 169 + 2)).toBe(true);
    expect(await page.evaluate(drawnAt, 0.75 * 169 - 2)).toBe(false);
    await page.context().close();
  },
);

test("a press on a segment opens its part with the largest places, and all of them after another", async () => {
  const { page } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
  await signInShared(page, spyhop.url, ["vitalik.eth", "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"]);
  await page.goto(`${spyhop.url}/home`);
  await page.locator("svg[role=img] path").first().waitFor();
  await untilStill(page);
  const box = await page.getByRole("img", { name: /^Allocation by/ }).boundingBox();
  if (!box) throw new Error("there is no ring");
  // The first segment begins at the top.
  await page.mouse.click(box.x + box.width / 2 + 12, box.y + 7);
  const allocation = page.getByRole("dialog", { name: "Allocation" });
  const chosen = allocation.locator("button[aria-expanded=true]");
  await chosen.waitFor();
  const name = (await chosen.getAttribute("title")) ?? "";
  const places = allocation.getByRole("list", { name: `Where ${name} is held` }).getByRole("listitem");
  expect(await places.count()).toBe(3);
  const others = places.last().getByRole("button");
  const [more = ""] = /\d+/.exec((await others.textContent()) ?? "") ?? [];
  await others.click();
  await expect.poll(() => places.count()).toBe(2 + Number(more));
  // The same part again, this time in the large ring.
  await allocation.locator("path").first().click();
  await chosen.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await allocation.waitFor({ state: "detached" });
  await page.context().close();
});

test("a segment is hovered by moving the pointer, not by scrolling the page below it", async () => {
  const { page } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 600 } });
  await signInShared(page, spyhop.url, ["vitalik.eth", "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"]);
  await page.goto(`${spyhop.url}/home`);
  await page.getByRole("table", { name: "Assets" }).waitFor();
  await page.locator("svg[role=img] path").first().waitFor();
  await untilStill(page);
  const card = page.getByRole("region", { name: /^Allocation/ });
  const panel = card.locator("[class*=panel]");
  const under = card.locator("path:hover");
  const box = await page.getByRole("img", { name: /^Allocation by/ }).boundingBox();
  if (!box) throw new Error("there is no ring");
  // On the ring, to the right of its center; the page does not scroll sideways.
  const [x, y] = [box.x + box.width / 2 + 50, box.y + box.height / 2 + 3];
  await page.mouse.move(x, y);
  await panel.waitFor();
  await page.evaluate((top) => window.scrollTo(0, top), y + 100);
  await panel.waitFor({ state: "detached" });
  await page.evaluate(() => window.scrollTo(0, 0));
  await under.waitFor();
  // A hover panel would be rendered two frames later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await panel.count()).toBe(0);
  await page.mouse.move(x + 1, y);
  await panel.waitFor();
  await page.context().close();
});

test("an asset keeps its color when another asset enters the ring", async () => {
  const { page } = await open(browser, spyhop.url, { viewport: { width: 1440, height: 900 } });
  await signIn(page, spyhop.url, ["vitalik.eth", "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"]);
  await page.goto(`${spyhop.url}/home`);
  await page.getByRole("table", { name: "Assets" }).waitFor();
  await untilStill(page);
  const colours = async (): Promise<Record<string, string>> => {
    const allocation = await openAllocation(page);
    const found = await allocation
      .locator("ul[aria-label='Parts of the total'] > li")
      .evaluateAll((parts) =>
        parts.map((part) => [
          part.querySelector("button")?.getAttribute("title") ?? "",
          getComputedStyle(part.querySelector("i") as HTMLElement).backgroundColor,
        ]),
      );
    await page.keyboard.press("Escape");
    await allocation.waitFor({ state: "detached" });
    return Object.fromEntries(found);
  };
  const before = await colours();
  const step = page.getByRole("button", { name: "Set a price for TIDE" }).first();
  await step.click();
  await page.getByLabel("Price of one TIDE").fill("12.5");
  await page.getByRole("button", { name: "Set price" }).click();
  const lines = page.getByRole("list", { name: "Largest parts of the total" });
  await lines.getByRole("button", { name: "TIDE", exact: true }).waitFor();
  const after = await colours();
  const stayed = Object.keys(before).filter((name) => name in after && !/others$/.test(name));
  expect(stayed.length).toBeGreaterThan(4);
  for (const name of stayed) expect([name, after[name]]).toEqual([name, before[name]]);
  await page.context().close();
});
