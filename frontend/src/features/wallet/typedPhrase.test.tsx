import { act, fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { loadWords } from "../../format/secret";
import { detect } from "../../queries/detection";
import { pasteInto, TWELVE, TWENTY_FOUR, typeKeys } from "../../ui/keys.test-setup";
import { A, field, form, go, pass, type } from "./addressForm.test-setup";

vi.mock("../../queries/detection", async (original) => ({
  ...(await original<typeof import("../../queries/detection")>()),
  detect: vi.fn(),
}));

beforeAll(loadWords);

const address = () => field("Address 1");
const nickname = () => field("Nickname 1");

test.each([
  ["twelve words", TWELVE, 80],
  ["24 words", TWENTY_FOUR, 80],
  ["twelve words with a pause after each key", TWELVE, 700],
  ["24 words, slowly", TWENTY_FOUR, 1500],
  ["twelve words with dashes", TWELVE.replaceAll(" ", "-"), 80],
])("nothing of a phrase that is typed is sent or looked up: %s", async (_, phrase, ms) => {
  const save = form();
  await typeKeys(address, phrase, () => pass(ms));
  await pass(5000);
  expect(detect).not.toHaveBeenCalled();
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Add row" }));
  type(A, 2);
  await pass(500);
  await act(async () => fireEvent.click(go()));
  expect(save).toHaveBeenCalledExactlyOnceWith({ addresses: [A], nicknames: {} });
});

test("what follows a phrase in the same burst is swallowed, and the warning waits to be dismissed", async () => {
  form();
  await typeKeys(address, TWELVE, () => pass(80));
  expect(screen.getByLabelText("Address 1")).toHaveProperty("value", "");
  await pass(3000);
  type("vita");
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/looks like a recovery phrase/)).toBeNull();
  expect(screen.getByLabelText("Address 1")).toHaveProperty("value", "vita");
});

test("an address that is pasted right after a phrase is taken", async () => {
  form();
  await typeKeys(address, TWELVE, () => pass(80));
  type(A);
  await pass(500);
  expect(screen.getByText("Ethereum")).toBeTruthy();
  expect(screen.queryByText(/looks like a recovery phrase/)).toBeNull();
});

/** Longer than a nickname may be. */
const LONG = "Vault 1234567890 1234567890 1234567890 1234567890 1234567890 12";

/** Renders a form with a detected address, which has a nickname field. */
async function named() {
  const save = form();
  type(A);
  await pass(500);
  return save;
}

test.each([
  ["twelve words", TWELVE, 80],
  ["24 words", TWENTY_FOUR, 80],
  ["twelve words, slowly", TWELVE, 1500],
  ["twelve words with dashes", TWELVE.replaceAll(" ", "-"), 80],
])("a phrase that is typed as a nickname is cleared and not sent: %s", async (_, phrase, ms) => {
  const save = await named();
  await typeKeys(nickname, phrase, () => pass(ms));
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  await pass(2000);
  fireEvent.change(nickname(), { target: { value: "" } });
  await act(async () => fireEvent.click(go()));
  expect(save).toHaveBeenCalledExactlyOnceWith({ addresses: [A], nicknames: {} });
});

test("a phrase that is pasted as a nickname is cleared, and a nickname is taken after it", async () => {
  const save = await named();
  pasteInto(nickname(), TWENTY_FOUR);
  expect(nickname().value).toBe("");
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  pasteInto(nickname(), "Savings");
  await act(async () => fireEvent.click(go()));
  expect(save).toHaveBeenCalledExactlyOnceWith({ addresses: [A], nicknames: { [A]: "Savings" } });
});

test("a nickname that is too long is reported and not sent", async () => {
  await named();
  fireEvent.change(nickname(), { target: { value: LONG } });
  expect(screen.getByText("Use at most 60 letters.")).toBeTruthy();
  expect(go()).toHaveProperty("disabled", true);
  fireEvent.change(nickname(), { target: { value: LONG.slice(0, 60) } });
  expect(go()).toHaveProperty("disabled", false);
});
