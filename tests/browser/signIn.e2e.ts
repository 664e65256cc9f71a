import { expect, test } from "vitest";
import { signIn } from "./browser";
import { received } from "./outbox";
import {
  clean,
  enterCode,
  enterNextCode,
  folder,
  kept,
  person,
  press,
  requestCode,
  signInAsPerson,
  spyhop,
  visit,
} from "./person";
import { soakOnly } from "./soak";

test.each([[1440, "light"], ...soakOnly([[390, "dark"]])] as const)(
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
    await enterNextCode(other.page, email);
    await press(other.page, "Continue");
    expect(new URL(other.page.url()).pathname + new URL(other.page.url()).search).toBe("/wallets?sort=name");
    await other.page.getByRole("main").getByText("vitalik.eth").first().waitFor();
    expect([faults, other.faults]).toEqual([[], []]);
    await page.context().close();
    await other.page.context().close();
  },
);

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
  await second.page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  await press(second.page, "Send a new email");
  await enterNextCode(second.page, email);
  await second.page.getByText("1 wallet of this browser is in your account now.").waitFor();
  await clean(second.page);
  await press(second.page, "Continue");
  await second.page.goto(`${spyhop.url}/wallets`);
  for (const name of ["vitalik.eth", /0x3f5C/]) await second.page.getByRole("main").getByText(name).first().waitFor();
  await first.page.context().close();
  await second.page.context().close();
});

test.each([...soakOnly([1440]), 390])(
  "a link signs in on another device, once, and only after a click, at %i px",
  async (width) => {
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
    await third.page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
    await clean(third.page);
    expect(faults).toEqual([]);
    for (const one of [page, other, third.page]) await one.context().close();
  },
);

test.each([[1440, "light"], ...soakOnly([[390, "dark"]])] as const)(
  "a link that someone else requested takes nothing of this browser, and its portfolio comes back, at %i px",
  async (width, scheme) => {
    const email = `sent-by-someone-${width}@example.org`;
    const sender = await visit(width);
    await signIn(sender.page, spyhop.url, []);
    await sender.page.goto(`${spyhop.url}/home`);
    await signInAsPerson(sender.page);
    await requestCode(sender.page, email);
    const { link } = await received(folder, email);
    const { page, faults } = await visit(width, scheme);
    await signIn(page, spyhop.url, ["vitalik.eth"]);
    await page.goto(link);
    await page.getByRole("heading", { name: "Is this your email?" }).waitFor();
    await page.getByText(email).waitFor();
    await clean(page);
    await press(page, "Sign in to that account");
    await page.getByText(/^Your account has no wallets yet\./).waitFor();
    await press(page, "Continue");
    await person(page, width === 390 ? "Account" : new RegExp(`^${email}`), "Sign out");
    await press(page, "Yes");
    await page
      .getByRole("button", { name: /^Not signed in/ })
      .first()
      .waitFor({ state: "attached" });
    await page.goto(`${spyhop.url}/wallets`);
    await page.getByRole("main").getByText("vitalik.eth").first().waitFor();
    expect(faults).toEqual([]);
    for (const one of [page, sender.page]) await one.context().close();
  },
);

test("a wrong code is said inline, back clears both fields, and an unknown email is red until its icon clears it", async () => {
  const { page } = await visit(1440);
  await page.goto(`${spyhop.url}/welcome`);
  await press(page, "Sign in instead");
  await page.getByRole("dialog").getByLabel("Email").fill("unknown@example.org");
  await press(page, "Send verification");
  await page.getByText("Email not found").waitFor();
  await clean(page);
  await press(page, "Clear the email");
  expect(await page.getByRole("dialog").getByLabel("Email").inputValue()).toBe("");
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
  expect(await page.getByRole("dialog").getByLabel("Email").inputValue()).toBe("");
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
  // A request in the background may be refused first, which leaves the page before the click.
  const click = page.getByRole("link", { name: "Wallets" }).click();
  await Promise.race([click, page.waitForURL(/\/welcome/)]);
  click.catch(() => undefined);
  await page.waitForURL(/\/welcome/);
  await page.getByText("Please sign in again.", { exact: false }).waitFor();
  expect((await kept(page)).filter((name) => name !== "spyhop.invited" && name !== "spyhop.theme")).toEqual([]);
  await clean(page);
  await page.context().close();
});

test.each([...soakOnly([[1440, "light"]]), [390, "dark"]] as const)(
  "the profile lists the sessions and ends those of other devices, at %i px",
  async (width, scheme) => {
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
    await enterNextCode(other.page, email);
    await person(page, new RegExp(`^${email}`), "Profile");
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
  },
);
