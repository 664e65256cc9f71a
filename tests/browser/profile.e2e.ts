import { expect, test } from "vitest";
import { signIn } from "./browser";
import { installWallets } from "./browserWallet";
import { received } from "./outbox";
import { clean, enterCode, folder, press, spyhop, visit } from "./person";
import { picture } from "./picture";
import { soakOnly } from "./soak";

test.each([
  [1440, "light"],
  ...soakOnly([
    [1440, "dark"],
    [390, "dark"],
  ]),
] as const)(
  "the profile keeps names and a number, and changes the email by its code, at %i px",
  async (width, scheme) => {
    const [email, next] = [`profile-${width}-${scheme}@example.org`, `changed-${width}-${scheme}@example.org`];
    const { page, faults } = await visit(width, scheme);
    await signIn(page, spyhop.url, ["vitalik.eth"]);
    await page.goto(`${spyhop.url}/profile`);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await enterCode(page, email);
    await press(page, "Continue");
    await page.goto(`${spyhop.url}/profile`);
    await page.getByLabel("First Name").fill("Ada");
    await page.getByLabel("Mobile Number").fill("12");
    await press(page, "Save changes");
    await page.getByText("Enter 7 to 15 digits, with a + if you like.").waitFor();
    await clean(page);
    await page.getByLabel("Mobile Number").fill("+44 20 7123-4567");
    await press(page, "Save changes");
    await page.getByText("Profile updated").waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel("First Name").inputValue()).toBe("Ada");
    expect(await page.getByLabel("Mobile Number").inputValue()).toBe("+44 20 7123-4567");
    if (width > 1000) await picture(page, `profile-${width}-${scheme}`);

    await page.getByRole("textbox", { name: "Email" }).fill(next);
    await press(page, "Save changes");
    await page.getByRole("dialog", { name: "Update your email" }).waitFor();
    await clean(page);
    await page.keyboard.press("Escape");
    await page.getByText(`${next} is waiting for its code.`).waitFor();
    await clean(page);
    await press(page, "Cancel");
    await page.getByText(`${next} is waiting for its code.`).waitFor({ state: "detached" });
    const other = `other-${width}-${scheme}@example.org`;
    await page.getByRole("textbox", { name: "Email" }).fill(other);
    await press(page, "Save changes");
    await page.getByLabel("Enter code").fill((await received(folder, other)).code);
    await page.keyboard.press("Enter");
    await page.getByText("Email updated. You've successfully updated your profile.").waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(other);
    await page.getByText("Confirmed").waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("an account of a wallet gets an email, and only then the wallet can be unlinked", async () => {
  const email = "reverse@example.org";
  const { page, faults } = await visit(1440);
  await installWallets(page, "Kelp");
  await page.goto(`${spyhop.url}/welcome`);
  await press(page, "Sign in instead");
  await press(page, "Continue with a wallet");
  await press(page, "Kelp");
  await press(page, "Continue");
  await page.goto(`${spyhop.url}/profile`);
  await page.getByRole("button", { name: /^Unlink 0x/ }).click();
  await page.getByText("This is the only way to sign in to your account. Add an email first.").waitFor();
  await clean(page);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await press(page, "Save changes");
  await page.getByLabel("Enter code").fill((await received(folder, email)).code);
  await page.keyboard.press("Enter");
  await page.getByText(/^Email updated/).waitFor();
  await page.getByRole("button", { name: /^Unlink 0x/ }).click();
  await page.getByText("No sign-in wallets yet.").waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("an anonymous person who enters their email on the profile signs up by its code", async () => {
  const email = "basic@example.org";
  const { page } = await visit(390, "dark");
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/profile`);
  await page.getByLabel("Last Name").fill("Lovelace");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await press(page, "Save changes");
  await page.getByLabel("Enter code").fill((await received(folder, email)).code);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "You're signed in" }).waitFor();
  await press(page, "Continue");
  await expect.poll(() => page.getByLabel("Last Name").inputValue()).toBe("Lovelace");
  await page.getByText("Confirmed").waitFor();
  await page.context().close();
});

/** The status of a call that needs the scope `portfolio`. */
async function statusWith(key: string): Promise<number> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const answer = await fetch(`${spyhop.url}/api/wallet/user-wallet/get-balance`, {
    method: "POST",
    headers,
    body: "{}",
  });
  return answer.status;
}

test.each([
  ...soakOnly([
    [1440, "light"],
    [1440, "dark"],
  ]),
  [390, "dark"],
] as const)("an API key is shown once, reads, and is revoked, at %i px", async (width, scheme) => {
  const { page, faults } = await visit(width, scheme);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/profile`);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await enterCode(page, `keys-${width}-${scheme}@example.org`);
  await press(page, "Continue");
  await page.goto(`${spyhop.url}/profile`);
  await page.getByText("No API keys yet.").waitFor();
  await press(page, "New key");
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await clean(page);
  await dialog.getByLabel("Name").fill("Tax sheet");
  await dialog.getByRole("checkbox", { name: /^Ledger/ }).check();
  await dialog.getByLabel("Valid for").selectOption("365");
  await press(page, "Create key");
  const secret = page.getByLabel(/It is shown only once/);
  const key = await secret.inputValue();
  expect(await statusWith(key)).toBe(200);
  await clean(page);
  await press(page, "Copy");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.reload();
  await page.getByText("Tax sheet").waitFor();
  expect(await secret.count()).toBe(0);
  await press(page, "Revoke Tax sheet");
  await page.getByText("No API keys yet.").waitFor();
  expect(await statusWith(key)).toBe(401);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a signed-in person reaches the account from the top bar of a tablet", async () => {
  const email = "tablet@example.org";
  const { page, faults } = await visit(768);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await press(page, "Sign up");
  await enterCode(page, email);
  await press(page, "Continue");
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  const account = page.getByRole("menu", { name: email });
  await account.getByRole("menuitem", { name: "Profile" }).waitFor();
  await clean(page);
  await account.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("dialog", { name: "Are you sure you want to leave?" }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
