import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepSession, launch, open, overflow, signIn, untilStill, violations, type Watched } from "./browser";
import { received } from "./outbox";
import { type Spyhop, startSpyhop } from "./spyhop";

/** All tests come from one network, so its limits are raised. */
const LIMITS = '[limits]\nfind-email = "1000/min"\nsend-code = "1000/min"\nverify-code = "1000/min"\n';

let browser: Browser;
let spyhop: Spyhop;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spyhop-outbox-"));
  await writeFile(join(folder, "spyhop.toml"), LIMITS);
  browser = await launch();
  spyhop = await startSpyhop({ SPYHOP_CONFIG: join(folder, "spyhop.toml"), SPYHOP_OUTBOX: folder });
});
afterAll(async () => {
  await browser?.close();
  await spyhop?.stop();
  await rm(folder, { recursive: true, force: true });
});

const visit = (width: number, scheme: "light" | "dark" = "light"): Promise<Watched> =>
  open(browser, spyhop.url, { viewport: { width, height: 844 }, colorScheme: scheme });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

async function requestCode(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await page.getByLabel("Enter code").waitFor();
}

/** Signs in with the code of the newest mail, as it may be pasted. */
async function enterCode(page: Page, email: string): Promise<void> {
  await requestCode(page, email);
  const { code } = await received(folder, email);
  await page.getByLabel("Enter code").fill(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: /^(You're signed in|Welcome back)$/ }).waitFor();
}

const clean = async (page: Page) => expect([await violations(page), await overflow(page)]).toEqual([[], 0]);

/** The names of this origin's data in the browser. */
const kept = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(localStorage));

/** The dialog of the person; narrow screens have its button in the footer. */
async function person(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).filter({ visible: true }).first().click();
}

/** Opens the sign-in dialog from the dialog of the person. */
async function signInAsPerson(page: Page): Promise<void> {
  await person(page, /^Not signed in/);
  await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("dialog", { name: "Don't lose your data" }).waitFor();
}

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)(
  "everything is still there after signing up by code, also on another device, at %i px",
  async (width, scheme) => {
    const email = `journey-${width}@example.org`;
    const { page, faults } = await visit(width, scheme);
    await signIn(page, spyhop.url, ["vitalik.eth"]);
    await page.goto(`${spyhop.url}/wallets`);
    await signInAsPerson(page);
    await clean(page);
    await enterCode(page, email);
    await clean(page);
    await press(page, "Continue");
    await page.waitForURL(`${spyhop.url}/home`);
    await page
      .getByRole("button", { name: new RegExp(`^${email}`) })
      .first()
      .waitFor({ state: "attached" });
    const other = await visit(width, scheme);
    await other.page.goto(`${spyhop.url}/wallets?sort=name`);
    await other.page.waitForURL(/\/welcome/);
    await press(other.page, "Sign in");
    await other.page.getByText("Get right back into your account").waitFor();
    await enterCodeAfterPause(other.page, email);
    await press(other.page, "Continue");
    expect(new URL(other.page.url()).pathname + new URL(other.page.url()).search).toBe("/wallets?sort=name");
    await other.page.getByRole("main").getByText("vitalik.eth").first().waitFor();
    expect([faults, other.faults]).toEqual([[], []]);
    await page.context().close();
    await other.page.context().close();
  },
);

/** A second code for one address is sent after 30 seconds. */
async function enterCodeAfterPause(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  const code = page.getByLabel("Enter code");
  const before = await received(folder, email);
  await expect
    .poll(
      async () => {
        await page.keyboard.press("Enter");
        return code.isVisible();
      },
      { timeout: 50_000, interval: 2_000 },
    )
    .toBe(true);
  await expect.poll(async () => (await received(folder, email)).code).not.toBe(before.code);
  await code.fill((await received(folder, email)).code);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Welcome back" }).waitFor();
}

test("the wallets of an anonymous session are added to an account, and the greeting counts them", async () => {
  const email = "merge@example.org";
  const first = await visit(1440);
  await signIn(first.page, spyhop.url, ["vitalik.eth"]);
  await first.page.goto(`${spyhop.url}/home`);
  await press(first.page, "Sign up");
  await requestCode(first.page, email);
  const { link } = await received(folder, email);
  const second = await visit(1440);
  await signIn(second.page, spyhop.url, ["0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE"]);
  await first.page.getByLabel("Enter code").fill((await received(folder, email)).code);
  await press(first.page, "Verify");
  await first.page.getByRole("dialog", { name: "You're signed in" }).waitFor();
  // The code voids the link of the same mail, so the second device requests its own.
  await second.page.goto(link);
  await press(second.page, "Sign in");
  await second.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  await press(second.page, "Send a new email");
  await enterCodeAfterPause(second.page, email);
  await second.page.getByText("1 wallet of this browser is in your account now.").waitFor();
  await clean(second.page);
  await press(second.page, "Continue");
  await second.page.goto(`${spyhop.url}/wallets`);
  for (const name of ["vitalik.eth", /0x3f5C/]) await second.page.getByRole("main").getByText(name).first().waitFor();
  await first.page.context().close();
  await second.page.context().close();
});

test.each([1440, 390])("a link signs in on another device, once, and only after a click, at %i px", async (width) => {
  const email = `link-${width}@example.org`;
  const { page } = await visit(width);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await signInAsPerson(page);
  await requestCode(page, email);
  const { link } = await received(folder, email);
  const { page: other, faults } = await visit(width, "dark");
  await other.goto(link);
  await other.reload();
  await other.getByRole("heading", { name: "Confirm your email" }).waitFor();
  await clean(other);
  await press(other, "Sign in");
  await other.getByRole("dialog", { name: "You're signed in" }).waitFor();
  await press(other, "Continue");
  await other.waitForURL(`${spyhop.url}/home`);
  const third = await visit(width);
  await third.page.goto(link);
  await press(third.page, "Sign in");
  await third.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  await clean(third.page);
  expect(faults).toEqual([]);
  for (const one of [page, other, third.page]) await one.context().close();
});

test("a wrong code is said inline, back clears both fields, and an unknown email is red until its icon clears it", async () => {
  const { page } = await visit(1440);
  await page.goto(`${spyhop.url}/welcome`);
  await press(page, "Sign in instead");
  await page.getByLabel("Email").fill("unknown@example.org");
  await press(page, "Send verification");
  await page.getByText("Email not found").waitFor();
  await clean(page);
  await press(page, "Clear the email");
  expect(await page.getByLabel("Email").inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await signIn(page, spyhop.url, []);
  await page.goto(`${spyhop.url}/home`);
  await press(page, "Sign up");
  await requestCode(page, "wrong@example.org");
  await page.getByLabel("Enter code").fill("AAAAAAAA");
  await press(page, "Verify");
  await page.getByText("Invalid verification code").waitFor();
  await clean(page);
  await press(page, "Back");
  expect(await page.getByLabel("Email").inputValue()).toBe("");
  await page.context().close();
});

test("a registered session that the server refuses leaves nothing in the browser, and offers to sign in", async () => {
  const { page } = await visit(1440);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await press(page, "Sign up");
  await enterCode(page, "refused@example.org");
  await press(page, "Continue");
  await page.evaluate(() => localStorage.setItem("spyhop.currency", "EUR"));
  await page.route("**/api/**", (route) =>
    route.fulfill({
      status: 401,
      json: { error: true, code: "session_invalid", message: "Please sign in again", data: null, request_id: "x" },
    }),
  );
  await page.getByRole("link", { name: "Wallets" }).click();
  await page.waitForURL(/\/welcome/);
  await page.getByText("Please sign in again.", { exact: false }).waitFor();
  expect((await kept(page)).filter((name) => name !== "spyhop.invited" && name !== "spyhop.theme")).toEqual([]);
  await clean(page);
  await page.context().close();
});

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)("the profile lists the sessions and ends those of other devices, at %i px", async (width, scheme) => {
  const email = `sessions-${width}@example.org`;
  const { page, faults } = await visit(width, scheme);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/profile`);
  await page.getByRole("region", { name: "Don't lose your data" }).waitFor();
  await clean(page);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await enterCode(page, email);
  await press(page, "Continue");
  const other = await visit(width);
  await other.page.goto(`${spyhop.url}/welcome`);
  await press(other.page, "Sign in");
  await enterCodeAfterPause(other.page, email);
  await person(page, new RegExp(`^${email}`));
  await page.getByRole("link", { name: "Profile" }).click();
  await page.getByText("This device").waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await clean(page);
  await press(page, "Sign out all others");
  await page.getByRole("button", { name: "Sign out all others" }).waitFor({ state: "detached" });
  await other.page.goto(`${spyhop.url}/home`);
  await other.page.waitForURL(/\/welcome/);
  expect(faults).toEqual([]);
  await page.context().close();
  await other.page.context().close();
});

test("before an anonymous person leaves, an email keeps the wallets", async () => {
  const { page } = await visit(390);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await person(page, /^Not signed in/);
  await press(page, "Leave this browser");
  await page.getByLabel("Email").fill("leaving@example.org");
  await press(page, "Keep my wallets");
  await page.getByText("Please check your mailbox for the verification link").waitFor();
  await clean(page);
  const { link } = await received(folder, "leaving@example.org");
  await page.goto(link);
  await press(page, "Sign in");
  await press(page, "Continue");
  await page.goto(`${spyhop.url}/wallets`);
  await page.getByRole("main").getByText("vitalik.eth").first().waitFor();
  await person(page, /^leaving@example.org/);
  await press(page, "Sign out");
  await press(page, "Yes");
  await page.waitForURL(/\/welcome/);
  await page.context().close();
});

test("an anonymous person is invited to sign in once, unasked only where plans are on", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await untilStill(page);
  const dialog = page.getByRole("dialog", { name: "Don't lose your data" });
  await dialog.waitFor({ timeout: 40_000 });
  await clean(page);
  await press(page, "Skip for now");
  await dialog.waitFor({ state: "detached" });
  expect(await kept(page)).toContain("spyhop.invited");
  await context.close();
});

test.each(["landing-page-whale", "landing-page-peace-of-mind", "landing-page-intelligence"])(
  "%s takes an email, and continues to Spyhop",
  async (name) => {
    for (const width of [1440, 768, 390]) {
      const { page, strangers, faults } = await visit(width, width === 768 ? "dark" : "light");
      await page.goto(`${spyhop.url}/${name}`);
      await page.getByRole("heading", { name: "Sign up for exclusive access." }).waitFor();
      await clean(page);
      await page.getByLabel("Email").fill("you");
      await press(page, "Get started");
      await page.getByText("Enter valid email").waitFor();
      const email = `${name}-${width}@example.org`;
      await page.getByLabel("Email").fill(email);
      await press(page, "Get started");
      await page.getByText("Please check your email for a verification link.").waitFor();
      await clean(page);
      await page.waitForURL(/\/welcome/, { timeout: 10_000 });
      expect((await received(folder, email)).link).toContain("/verify-email?token=");
      expect([strangers, faults]).toEqual([[], []]);
      await page.context().close();
    }
  },
);

test("links of features open Home for unknown names, with an empty session", async () => {
  const { page } = await visit(1440);
  await page.goto(`${spyhop.url}/app-feature?redirect=nothing`);
  await page.waitForURL(`${spyhop.url}/home`);
  await page.getByRole("button", { name: "Sign up" }).waitFor();
  await keepSession(page, spyhop.url, "spy_unusable");
  await page.goto(`${spyhop.url}/app-feature?redirect=netflow`);
  await page.waitForURL(/\/(welcome|intelligence)/);
  await page.context().close();
});
