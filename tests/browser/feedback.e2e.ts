import { expect, test } from "vitest";
import { signIn } from "./browser";
import { clean, spyhop, visit } from "./person";
import { soakOnly } from "./soak";

/** The line for phones, and what opens its form. */
const LINE = "Sorry! We are not built for mobile just yet.";
const LIST = "Add your email so you can be the first to know when we've launched mobile";

test.each([...soakOnly([[1440, "light"]]), [390, "dark"]] as const)(
  "feedback is sent by keyboard alone, at %i px",
  async (width, scheme) => {
    const { page, faults } = await visit(width, scheme);
    await signIn(page, spyhop.url, ["vitalik.eth"]);
    await page.goto(`${spyhop.url}/wallets?sort=name`);
    await page.getByRole("link", { name: "Feedback" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Feedback" });
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Send feedback" }).press("Enter");
    await dialog.getByText("Select a section.").waitFor();
    await clean(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(`${spyhop.url}/wallets?sort=name`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Feedback");

    await page.keyboard.press("Enter");
    await dialog.getByLabel("Section", { exact: true }).selectOption("Wallets");
    await dialog.getByLabel("Terrible").focus();
    await page.keyboard.press("ArrowRight");
    expect(await dialog.getByLabel("Bad").isChecked()).toBe(true);
    await dialog.getByLabel("Your feedback").fill("<img src=x onerror=alert(1)>\nSlow.");
    const file = dialog.getByLabel("Add a file");
    await file.setInputFiles({ name: "notes.exe", mimeType: "text/plain", buffer: Buffer.from("x") });
    await dialog.getByText("notes.exe rejected due to size or invalid format").waitFor();
    await file.setInputFiles({ name: "page.png", mimeType: "image/png", buffer: Buffer.from("<script>1</script>") });
    await dialog.getByRole("button", { name: "Send feedback" }).press("Enter");
    await dialog.getByText("Unable to upload file. page.png rejected due to size or invalid format").waitFor();
    await clean(page);
    await dialog.getByRole("button", { name: "Remove page.png" }).press("Enter");
    expect(await file.evaluate((one) => one === document.activeElement)).toBe(true);
    await file.setInputFiles({ name: "screen.png", mimeType: "image/png", buffer: await page.screenshot() });
    await dialog.getByRole("button", { name: "Remove screen.png" }).waitFor();
    await clean(page);
    await dialog.getByRole("button", { name: "Send feedback" }).press("Enter");
    await page.getByText("Thank you very much for your feedback").waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("the line in the footer of phones takes an email once, and the profile takes it back", async () => {
  const { page, faults } = await visit(390);
  await signIn(page, spyhop.url, ["vitalik.eth"]);
  await page.goto(`${spyhop.url}/home`);
  await page.getByRole("contentinfo").getByRole("link", { name: "Feedback" }).waitFor();
  expect(await page.getByText(LINE).count(), "Home does not have it").toBe(0);
  await page.goto(`${spyhop.url}/wallets`);
  const foot = page.getByRole("contentinfo");
  await foot.getByText(LINE).waitFor();
  await foot.getByText(LIST).click();
  await foot.getByLabel("Email").fill("phone@example.org");
  await clean(page);
  await foot.getByRole("button", { name: "Get started" }).click();
  await page.getByText("Email added to our mailing list").waitFor();
  await foot.getByText(LIST).waitFor({ state: "detached" });
  await page.goto(`${spyhop.url}/profile`);
  await page.getByText("phone@example.org is on our mailing list.").waitFor();
  await clean(page);
  await page.getByRole("button", { name: "Leave the list" }).click();
  await page.getByText("phone@example.org is on our mailing list.").waitFor({ state: "detached" });
  await page.goto(`${spyhop.url}/wallets`);
  await foot.getByText(LINE).waitFor();
  expect(await foot.getByText(LIST).count(), "it was answered in this browser").toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
