import { expect, test } from "vitest";
import { signIn } from "./browser";
import { received } from "./outbox";
import { clean, enterNextCode, folder, person, press, spyhop, visit } from "./person";
import { soakOnly } from "./soak";

test.each([...soakOnly([1440]), 390])(
  "in the dialog before leaving, the code of a corrected address keeps the wallets, at %i px",
  async (width) => {
    const email = `stay-${width}@example.org`;
    const { page, faults } = await visit(width);
    await signIn(page, spyhop.url, ["vitalik.eth"]);
    await page.evaluate(() => localStorage.setItem("spyhop.currency", "EUR"));
    await page.goto(`${spyhop.url}/home`);
    await person(page, /^Not signed in/, "Leave this browser");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(`wrong-${email}`);
    await press(page, "Keep my wallets");
    await press(page, "Change email");
    await dialog.getByLabel("Email").fill(email);
    await press(page, "Keep my wallets");
    await page.getByRole("button", { name: /^Send a new code in \d+ s$/ }).waitFor();
    await clean(page);
    await page.getByLabel("Enter code").fill((await received(folder, email)).code);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "You're signed in" }).waitFor();
    await press(page, "Continue");
    await page.getByRole("main").getByText("€").first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem("spyhop.currency"))).toBe("EUR");
    await page.goto(`${spyhop.url}/wallets`);
    await page.getByRole("main").getByText("vitalik.eth").first().waitFor();
    await person(page, width === 390 ? "Account" : new RegExp(`^${email}`), "Sign out");
    await press(page, "Yes");
    await page.waitForURL(`${spyhop.url}/welcome`);
    expect(await page.evaluate(() => history.state?.usr ?? null)).toBeNull();
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("a link that is opened in another browser claims no wallets there, and the first browser says that it still has them", async () => {
  const email = "elsewhere@example.org";
  const { page } = await visit(1440);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await person(page, /^Not signed in/, "Leave this browser");
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await press(page, "Keep my wallets");
  const { link } = await received(folder, email);
  const other = await visit(390);
  await other.page.goto(link);
  await other.page.getByText(/If you added wallets in another browser, open the link there to keep them\.$/).waitFor();
  await clean(other.page);
  await press(other.page, "Sign in");
  await other.page.getByText(/^Your account has no wallets yet\./).waitFor();
  await clean(other.page);
  await page.goto(link);
  await page.getByText(/your account does not have the wallets of this one yet/).waitFor();
  await clean(page);
  await press(page, "Send a new email");
  await enterNextCode(page, email);
  await page.getByText("1 wallet of this browser is in your account now.").waitFor();
  for (const one of [page, other.page]) await one.context().close();
});

test("before an anonymous person leaves, an email keeps the wallets", async () => {
  const { page } = await visit(390);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await person(page, /^Not signed in/, "Leave this browser");
  await page.getByRole("dialog").getByLabel("Email").fill("leaving@example.org");
  await press(page, "Keep my wallets");
  await page.getByText("Please check your mailbox for the verification link").waitFor();
  await clean(page);
  const { link } = await received(folder, "leaving@example.org");
  await page.goto(link);
  await press(page, "Sign in");
  await press(page, "Continue");
  await page.goto(`${spyhop.url}/wallets`);
  await page.getByRole("main").getByText("vitalik.eth").first().waitFor();
  await person(page, /^leaving@example.org/, "Sign out");
  await press(page, "Yes");
  await page.waitForURL(/\/welcome/);
  await page.context().close();
});
