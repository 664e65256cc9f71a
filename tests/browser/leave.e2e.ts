import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { overflow, violations } from "./browser";
import { browser, spyhop } from "./demo";
import { owner } from "./owner";
import { soakOnly } from "./soak";

/** Opens the dialog from the sidebar or, on narrow screens, from the footer. */
async function leaveDialog(page: Page) {
  await page
    .getByRole("button", { name: /^Not signed in/ })
    .filter({ visible: true })
    .click();
  const person = page.getByRole("menu", { name: "Not signed in" });
  await person.getByRole("menuitem", { name: "Leave this browser" }).click();
  const dialog = page.getByRole("dialog", { name: "Are you sure you want to leave?" });
  await dialog.waitFor();
  return dialog;
}

/** The status the server answers to a session: 200 while it is open, 401 after it has ended. */
async function statusOf(token: string): Promise<number> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answer = await fetch(`${spyhop.url}/api/organisation/user/get-user`, { method: "POST", headers, body: "{}" });
  return answer.status;
}

/** Checks that the session is gone from the browser and from the server. */
async function expectGone(page: Page, token: string): Promise<void> {
  await page.waitForURL(/\/welcome/);
  expect(await statusOf(token)).toBe(401);
  await page.goto(`${spyhop.url}/home`);
  await page.waitForURL(/\/welcome/);
  await page.getByRole("heading", { name: "Welcome to Spyhop" }).waitFor();
}

test.each([1440, ...soakOnly([390])])(
  "the dialog says what an anonymous person loses by leaving, and ends the session, at %i px",
  async (width) => {
    const { page, token, faults } = await owner(browser, spyhop.url, ["vitalik.eth"], width);
    const question = await leaveDialog(page);
    await question.getByText("If you leave, you can't get them back.", { exact: false }).waitFor();
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await question.getByRole("button", { name: "Stay" }).click();
    await question.waitFor({ state: "detached" });
    expect(await statusOf(token)).toBe(200);
    await (await leaveDialog(page)).getByRole("button", { name: "No thanks, let me leave" }).click();
    await expectGone(page, token);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test.each([...soakOnly([1440]), 390])(
  "everything is deleted only after the word was typed, at %i px",
  async (width) => {
    const { page, token, faults } = await owner(browser, spyhop.url, ["vitalik.eth"], width);
    const dialog = await leaveDialog(page);
    await dialog.getByRole("switch", { name: "Also delete my data" }).click();
    await dialog.getByText("There is no undo.", { exact: false }).waitFor();
    const word = dialog.getByLabel('Type "delete" to confirm');
    const go = dialog.getByRole("button", { name: "Delete and leave" });
    for (const wrong of ["", "delet"]) {
      await word.fill(wrong);
      await go.click();
      await dialog.getByText('Type "delete" to confirm.').waitFor();
    }
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    expect(await statusOf(token)).toBe(200);
    await word.fill("delete");
    await go.click();
    await expectGone(page, token);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
