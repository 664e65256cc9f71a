import type { Page } from "playwright-core";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { signIn, watchFor } from "./browser";
import { type BrowserWallet, installWallets } from "./browserWallet";
import { clean, kept, press, spyhop, visit } from "./person";
import { soakOnly } from "./soak";

/** Opens the sign-in dialog of Welcome at the choice of wallets. */
async function chooseWallet(page: Page): Promise<void> {
  await page.goto(`${spyhop.url}/welcome`);
  await press(page, "Sign in instead");
  await press(page, "Continue with a wallet");
}

const says = (page: Page, text: string | RegExp) => page.getByRole("dialog").getByText(text).first().waitFor();
const short = ({ accounts: [first] }: BrowserWallet) => `${first?.address.slice(0, 6)}…${first?.address.slice(-4)}`;

test.each([...soakOnly([[1440, "light"]]), [390, "dark"]] as const)(
  "a browser without a wallet says what to install, at %i px",
  async (width, scheme) => {
    const { page, faults, strangers } = await visit(width, scheme);
    await chooseWallet(page);
    await says(page, "Please install a browser wallet extension");
    await says(page, "WalletConnect isn't offered, because it needs a third party.");
    await clean(page);
    await press(page, "Search again");
    await says(page, "Please install a browser wallet extension");
    await press(page, "Back");
    await page.getByLabel("Email").waitFor();
    expect([faults, strangers]).toEqual([[], []]);
    await page.context().close();
  },
);

test("a new person signs up with a wallet, and their account watches its address", async () => {
  const { page, faults, strangers } = await visit(1440);
  const { Kelp } = await installWallets(page, "Kelp");
  await chooseWallet(page);
  await press(page, "Kelp");
  await page.getByRole("dialog", { name: "You're signed in" }).waitFor();
  await says(page, short(Kelp));
  await press(page, "Continue");
  await page.goto(`${spyhop.url}/wallets`);
  await page.getByRole("main").getByText(short(Kelp)).first().waitFor();
  expect(Kelp.requests.filter((method) => method === "personal_sign")).toHaveLength(1);
  expect(Kelp.requests, "the page does not stay connected").toContain("wallet_revokePermissions");
  expect((await kept(page)).filter((name) => name.startsWith("wagmi"))).toEqual([]);
  expect([faults, strangers]).toEqual([[], []]);
  await page.context().close();
});

test("with several wallets, each refusal is said and the next attempt works, by keyboard alone", async () => {
  const { page, faults } = await visit(390, "dark");
  const { Kelp, Coral } = await installWallets(page, "Kelp", "Coral");
  Kelp.refuses = { wallet_requestPermissions: 4001 };
  await page.goto(`${spyhop.url}/welcome`);
  await press(page, "Sign in instead");
  await page.getByRole("button", { name: "Continue with a wallet" }).focus();
  await page.keyboard.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Kelp");
  await clean(page);
  await page.keyboard.press("Enter");
  await says(page, "You declined in Kelp. Nothing was signed.");
  await clean(page);
  await expect.poll(focused).toBe("Try again");
  Kelp.refuses = { wallet_requestPermissions: -32002 };
  await page.keyboard.press("Enter");
  await says(page, /Kelp still shows an earlier request/);
  Kelp.refuses = {};
  Kelp.accounts = [];
  await page.keyboard.press("Enter");
  await says(page, "Kelp is locked. Unlock it, then try again.");
  Coral.refuses = { personal_sign: 4001 };
  for (let tabs = 0; (await focused()) !== "Coral" && tabs < 9; tabs += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "You declined in Coral. Nothing was signed.");
  Coral.refuses = {};
  await expect.poll(focused).toBe("Try again");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "You're signed in" }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("while a wallet is open, the page says so, shows the message, and can cancel", async () => {
  const { page } = await visit(1440);
  const { Kelp } = await installWallets(page, "Kelp");
  Kelp.holds.add("wallet_requestPermissions");
  await chooseWallet(page);
  await press(page, "Kelp");
  await says(page, "Open Kelp");
  await clean(page);
  await press(page, "Cancel");
  await page.getByRole("button", { name: "Kelp" }).waitFor();
  Kelp.holds.clear();
  Kelp.proceed();
  Kelp.holds.add("personal_sign");
  await press(page, "Kelp");
  await says(page, "Sign the message in Kelp");
  await page.getByText("What you sign").click();
  await says(page, new RegExp(`${new URL(spyhop.url).host} wants you to sign in`));
  await clean(page);
  await press(page, "Cancel");
  Kelp.proceed();
  await page.getByRole("button", { name: "Kelp" }).waitFor();
  await watchFor(page, 500);
  expect(new URL(page.url()).pathname, "a signature after canceling signs nobody in").toBe("/welcome");
  await page.context().close();
});

test("an account or a network that is switched in the middle starts again", async () => {
  const { page } = await visit(1440);
  const { Kelp } = await installWallets(page, "Kelp");
  Kelp.holds.add("personal_sign");
  await chooseWallet(page);
  await press(page, "Kelp");
  await says(page, "Sign the message in Kelp");
  const other = privateKeyToAccount(generatePrivateKey());
  Kelp.accounts = [other];
  await Kelp.emit("accountsChanged", [other.address]);
  await says(page, "The account in Kelp was switched. Start again to use the new one.");
  await press(page, "Try again");
  await says(page, new RegExp(short(Kelp)));
  Kelp.chainId = 10;
  await Kelp.emit("chainChanged", "0xa");
  await says(page, "The network in Kelp was switched. Start again.");
  await press(page, "Try again");
  await says(page, "Sign the message in Kelp");
  await Kelp.emit("accountsChanged", []);
  await says(page, "Kelp was disconnected. Start again.");
  Kelp.holds.clear();
  Kelp.proceed();
  await press(page, "Try again");
  await page.getByRole("dialog", { name: "You're signed in" }).waitFor();
  await says(page, short(Kelp));
  await page.context().close();
});

test("a message that expires while the wallet is open signs nobody in, and the next one does", async () => {
  const { page } = await visit(1440);
  const { Kelp } = await installWallets(page, "Kelp");
  await page.clock.install();
  Kelp.holds.add("personal_sign");
  await chooseWallet(page);
  await press(page, "Kelp");
  await says(page, "Sign the message in Kelp");
  await page.clock.fastForward("05:01");
  await says(page, "The message has expired. Start again to get a new one.");
  await clean(page);
  Kelp.holds.clear();
  Kelp.proceed();
  await watchFor(page, 500);
  await says(page, "The message has expired. Start again to get a new one.");
  await press(page, "Try again");
  await page.getByRole("dialog", { name: "You're signed in" }).waitFor();
  await page.context().close();
});

test("a signature of another key is refused, and an anonymous session keeps its wallets when it signs in", async () => {
  const { page } = await visit(1440);
  const { Kelp } = await installWallets(page, "Kelp");
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await press(page, "Sign up");
  const [own] = Kelp.accounts;
  const forger = privateKeyToAccount(generatePrivateKey());
  if (own) Kelp.accounts = [{ ...own, signMessage: forger.signMessage }];
  await press(page, "Continue with a wallet");
  await press(page, "Kelp");
  await says(page, "Wallet signature could not be verified");
  await clean(page);
  if (own) Kelp.accounts = [own];
  await press(page, "Try again");
  await page.getByRole("dialog", { name: "You're signed in" }).waitFor();
  const add = page.getByRole("button", { name: "Add this wallet to your portfolio" });
  await add.waitFor();
  await clean(page);
  await add.click();
  const adding = page.getByRole("dialog", { name: "Add wallet address" });
  expect(await adding.getByLabel("Address 1", { exact: true }).inputValue()).toBe(own?.address);
  await adding.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByText("1 wallet added").waitFor();
  await page.goto(`${spyhop.url}/wallets`);
  for (const name of ["vitalik.eth", short(Kelp)]) await page.getByRole("main").getByText(name).first().waitFor();
  await page.context().close();
});

test("with another person's session open, the page confirms before it replaces them", async () => {
  const first = await visit(1440);
  const { Kelp } = await installWallets(first.page, "Kelp");
  await chooseWallet(first.page);
  await press(first.page, "Kelp");
  await first.page.getByRole("dialog", { name: "You're signed in" }).waitFor();
  await first.page.context().close();

  const { page } = await visit(390, "dark");
  const other = await installWallets(page, "Kelp");
  await chooseWallet(page);
  await press(page, "Kelp");
  await press(page, "Continue");
  await page.goto(`${spyhop.url}/verify-email`);
  await press(page, "Send a new email");
  other.Kelp.accounts = Kelp.accounts;
  await press(page, "Continue with a wallet");
  await press(page, "Kelp");
  await says(page, "Someone else is signed in in this browser. Their data is kept in their account.");
  await clean(page);
  await press(page, "Sign in with Kelp anyway");
  await page.getByRole("dialog", { name: "Welcome back" }).waitFor();
  await says(page, short(Kelp));
  await page.context().close();
});
