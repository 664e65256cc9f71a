import { expect, test } from "vitest";
import { advanceUntil, createContext, keepSession, signIn, untilStill } from "./browser";
import { received } from "./outbox";
import { browser, clean, folder, kept, press, spyhop, visit } from "./person";
import { rotate } from "./soak";

test("an anonymous person is invited to sign in once, unasked only where plans are on", async () => {
  const context = await createContext(browser);
  const page = await context.newPage();
  await page.clock.install();
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await untilStill(page);
  const dialog = page.getByRole("dialog", { name: "Don't lose your data" });
  await advanceUntil(page, "00:15", () => dialog.isVisible());
  await clean(page);
  await press(page, "Skip for now");
  await dialog.waitFor({ state: "detached" });
  expect(await kept(page)).toContain("spyhop.invited");
  await context.close();
});

test.each(
  rotate(
    ["landing-page-whale", "landing-page-peace-of-mind", "landing-page-intelligence"],
    [
      [1440, "light"],
      [768, "dark"],
      [390, "light"],
    ],
  ),
)("%s takes an email, and continues to Spyhop, at %i px, %s", async (name, width, scheme) => {
  const { page, strangers, faults } = await visit(width, scheme);
  await page.clock.install({ time: "2030-01-01T12:00:00Z" });
  await page.goto(`${spyhop.url}/${name}`);
  await page.getByRole("heading", { name: "Sign up for exclusive access." }).waitFor();
  await clean(page);
  await page.getByLabel("Email").fill("you");
  await press(page, "Get started");
  await page.getByText("Enter valid email").waitFor();
  const email = `${name}-${width}@example.org`;
  await page.getByLabel("Email").fill(email);
  // The page leaves after a few seconds, which the checks need not fit into.
  await page.clock.pauseAt("2030-01-01T13:00:00Z");
  await press(page, "Get started");
  const isAnswered = async () => {
    await page.clock.runFor(50);
    return page.getByText("Please check your email for a verification link.").isVisible();
  };
  await expect.poll(isAnswered).toBe(true);
  await clean(page);
  expect(new URL(page.url()).pathname).toBe(`/${name}`);
  await page.clock.runFor("00:05");
  await page.waitForURL(/\/welcome/);
  expect((await received(folder, email)).link).toContain("/verify-email?token=");
  expect([strangers, faults]).toEqual([[], []]);
  await page.context().close();
});

test("links of features open Home for unknown names, with an empty session", async () => {
  const { page } = await visit(1440);
  await page.goto(`${spyhop.url}/app-feature?redirect=nothing`);
  await page.waitForURL(`${spyhop.url}/home`);
  await page.getByRole("button", { name: "Sign up" }).waitFor();
  for (const name of ["whale-watch", "insights"]) {
    await page.goto(`${spyhop.url}/app-feature?redirect=${name}`);
    await page.getByText(/ (isn't|aren't) available yet\.$/).waitFor();
    await page.waitForURL(/\/(home|intelligence)$/);
  }
  for (const [name, path] of [
    ["average-cost-basis", "/intelligence/costs"],
    ["asset-value-chart", "/intelligence/asset-value"],
    ["netflow", "/intelligence#netflow"],
  ]) {
    await page.goto(`${spyhop.url}/app-feature?redirect=${name}`);
    await page.getByRole("dialog", { name: "Add wallet address" }).waitFor();
    await page.waitForURL(`${spyhop.url}${path}`);
  }
  await page.goto(`${spyhop.url}/?redirect=intelligence/insights`);
  await page.getByText("Insights aren't available yet.").waitFor();
  await page.waitForURL(`${spyhop.url}/intelligence`);
  await keepSession(page, spyhop.url, "spy_unusable");
  await page.goto(`${spyhop.url}/app-feature?redirect=netflow`);
  await page.waitForURL(/\/(welcome|intelligence)/);
  await page.context().close();
});
