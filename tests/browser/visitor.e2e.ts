import { expect, test } from "vitest";
import { advanceUntil, advanceUntilStill, open, overflow, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { dialog, EDITING, headline, owner, share, untilRead } from "./owner";

const OTHER = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";

test("an expired share session is renewed while the figures stay", async () => {
  const own = await owner(browser, spyhop.url, [OTHER, "vitalik.eth"]);
  const url = await share(own.page);
  const { page } = await open(browser, spyhop.url);
  // The sessions, not the requests: a call that a busy server refuses is sent again.
  let sessions = 0;
  page.on("response", (response) => {
    if (response.ok() && response.url().endsWith("/get-portfolio-by-link")) sessions++;
  });
  await page.goto(url);
  await untilRead(page);
  const worth = await headline(page).textContent();
  expect(sessions).toBe(1);
  const over = { error: true, message: "Please sign in again", code: "session_invalid", data: null, request_id: "r" };
  await page.route("**/get-balance", (route) => route.fulfill({ status: 401, json: over }), { times: 1 });
  await page.getByRole("button", { name: /^Currency/ }).click();
  await page.getByRole("dialog").getByText("Euro", { exact: true }).click();
  await expect.poll(() => sessions).toBe(2);
  await page.getByRole("button", { name: /^Net worth €/ }).waitFor();
  expect(await headline(page).textContent()).not.toBe(worth);
  expect(new URL(page.url()).pathname).toBe(new URL(url).pathname);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("a link redirects to its target, and never to a page of the visitor's own", async () => {
  const own = await owner(browser, spyhop.url, [OTHER, "vitalik.eth"]);
  const url = await share(own.page);
  const { page } = await open(browser, spyhop.url);
  for (const [redirect, place] of [
    ["?redirect=home&asset=none#missing", "?asset=none#missing"],
    ["?redirect=wallets", ""],
    ["?redirect=https://evil.example", ""],
  ]) {
    await page.goto("about:blank");
    await page.goto(url + redirect);
    await untilRead(page);
    expect(page.url()).toBe(url + place);
  }
  await page.goto(`${spyhop.url}/home/not-an-address`);
  await page.getByRole("heading", { level: 1, name: "This link doesn't work" }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(new URL(page.url()).pathname).toBe("/home/not-an-address");
  await page.getByText("It may be incomplete.").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${spyhop.url}/home/${"z".repeat(30)}`);
  const failure = page.getByText("Not a valid address or name.");
  await failure.waitFor();
  expect(await failure.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await page.goto(`${spyhop.url}/home/vitalik.eth`);
  await page.getByText("Public address vitalik.eth (view only).").waitFor();

  await own.page.goto(url);
  const notice = own.page.getByRole("status").filter({ hasText: "Your link as visitors see it." });
  await notice.waitFor();
  const home = notice.getByRole("link", { name: "Go to your Home" });
  await own.page.setViewportSize({ width: 390, height: 844 });
  const [text, step] = [await notice.locator("span").boundingBox(), await home.boundingBox()];
  expect(step?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
  expect(await overflow(own.page)).toBe(0);
  await home.click();
  await own.page.waitForURL(/\/home$/);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("a public address can be viewed without a share link", async () => {
  const own = await owner(browser, spyhop.url, [OTHER]);
  await own.page.getByRole("button", { name: "Share your portfolio" }).click();
  const url = await dialog(own.page).getByLabel("Or share only the address").inputValue();
  expect(url).toBe(`${spyhop.url}/home/${OTHER}`);
  const { page } = await open(browser, spyhop.url);
  await page.clock.install();
  await page.goto(url);
  await page.getByText("Public address 0x3f5C…f0bE (view only).").waitFor();
  await advanceUntilStill(page);
  await untilRead(page);
  expect(await page.getByRole("button", { name: EDITING }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await Promise.all([page.context().close(), own.page.context().close()]);
});

test("while the server is unreachable the page says so in place of the figures, and opens when it is back", async () => {
  const own = await owner(browser, spyhop.url, [OTHER, "vitalik.eth"]);
  const url = await share(own.page);
  const { page } = await open(browser, spyhop.url);
  // A call that failed is repeated after one and two seconds.
  await page.clock.install();
  await page.route("**/get-portfolio-by-link", (route) => route.abort());
  await page.goto(url);
  const failure = page.getByText("Couldn't open this portfolio");
  await advanceUntil(page, "00:02", () => failure.isVisible());
  expect(await violations(page)).toEqual([]);
  await page.unroute("**/get-portfolio-by-link");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilRead(page);
  await Promise.all([page.context().close(), own.page.context().close()]);
});
