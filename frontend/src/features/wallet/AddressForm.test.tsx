import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { detect } from "../../queries/detection";
import { AddressForm } from "./AddressForm";
import { A, answer, B, form, go, pass, paste, type } from "./addressForm.test-setup";
import type { Detection } from "./types";
import type { Addresses } from "./useSending";

vi.mock("../../queries/detection", async (original) => ({
  ...(await original<typeof import("../../queries/detection")>()),
  detect: vi.fn(),
}));

test("asks 500 ms after the last key, once", async () => {
  form();
  type("vitalik.e");
  await pass(499);
  type("vitalik.eth");
  await pass(499);
  expect(detect).not.toHaveBeenCalled();
  await pass(1);
  expect(detect).toHaveBeenCalledExactlyOnceWith("vitalik.eth", expect.any(AbortSignal));
});

test("a late answer for older text shows nothing", async () => {
  let late: (detection: Detection) => void = () => undefined;
  vi.mocked(detect).mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
  form();
  type("old.eth");
  await pass(500);
  type("new.eth");
  await act(async () => late(answer("old.eth")));
  expect(screen.queryByText("Ethereum")).toBeNull();
  await pass(500);
  expect(screen.getByText("Ethereum")).toBeTruthy();
});

test("chips stay while the address is unchanged, without another request", async () => {
  form();
  type(A);
  await pass(500);
  type(`${A} `);
  expect(screen.getByText("Ethereum")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Nickname 1"), { target: { value: "Main" } });
  await pass(1000);
  expect(detect).toHaveBeenCalledTimes(1);
  type(A.slice(0, -1));
  expect(screen.queryByText("Ethereum")).toBeNull();
});

test("Go is disabled, shows that it waits, and opens with the first network", async () => {
  form();
  expect(go()).toHaveProperty("disabled", true);
  expect(go().getAttribute("aria-busy")).toBeNull();
  type(A);
  expect(go().getAttribute("aria-busy")).toBe("true");
  await pass(500);
  expect(go()).toHaveProperty("disabled", false);
  expect(go().getAttribute("aria-busy")).toBeNull();
});

test("the nickname field appears once a network is known, and the nickname is sent", async () => {
  const save = form();
  expect(screen.queryByPlaceholderText("Enter Nickname")).toBeNull();
  type(` ${A} `);
  await pass(500);
  fireEvent.change(screen.getByPlaceholderText("Enter Nickname"), { target: { value: " Main " } });
  await act(async () => fireEvent.click(go()));
  expect(save).toHaveBeenCalledExactlyOnceWith({ addresses: [A], nicknames: { [A]: "Main" } } satisfies Addresses);
});

test("a row can be deleted only while there are more", () => {
  form();
  expect(screen.queryByRole("button", { name: /Delete row/ })).toBeNull();
  type("vitalik.eth");
  fireEvent.click(screen.getByRole("button", { name: "Add row" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete row 1" }));
  expect(screen.queryByRole("button", { name: /Delete row/ })).toBeNull();
});

test("Tab in the last filled row adds one; in an empty row it moves on", () => {
  form();
  fireEvent.keyDown(screen.getByLabelText("Address 1"), { key: "Tab" });
  expect(screen.queryByLabelText("Address 2")).toBeNull();
  type("vitalik.eth");
  fireEvent.keyDown(screen.getByLabelText("Address 1"), { key: "Tab" });
  expect(document.activeElement).toBe(screen.getByLabelText("Address 2"));
});

test("a secret is cleared and never sent", async () => {
  form();
  type("abandon ability able about above absent absorb abstract absurd abuse access accident");
  await pass(2000);
  expect(screen.getByLabelText("Address 1")).toHaveProperty("value", "");
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  expect(detect).not.toHaveBeenCalled();
});

test("a failed look-up says so and can be tried again", async () => {
  vi.mocked(detect).mockRejectedValueOnce(new Error("The name service is not answering right now"));
  form();
  type("vitalik.eth");
  await pass(500);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await pass(500);
  expect(screen.getByText("Ethereum")).toBeTruthy();
});

test("an error of the server is shown in the form", async () => {
  form(vi.fn(() => Promise.reject(new Error("Your plan includes 5 wallets"))));
  type(A);
  await pass(500);
  await act(async () => fireEvent.click(go()));
  expect(screen.getByRole("alert").textContent).toBe("Your plan includes 5 wallets");
});

test("the focus stays on Go while it sends, and a second Enter sends nothing twice", async () => {
  let refuse: (reason: Error) => void = () => undefined;
  const save = form(vi.fn(() => new Promise<void>((_, reject) => (refuse = reject))));
  type(A);
  await pass(500);
  go().focus();
  await act(async () => fireEvent.click(go()));
  expect(go()).toHaveProperty("disabled", false);
  expect(go().getAttribute("aria-busy")).toBe("true");
  await act(async () => fireEvent.click(go()));
  expect(save).toHaveBeenCalledOnce();
  await act(async () => refuse(new Error("Not now")));
  expect(screen.getByRole("alert").textContent).toBe("Not now");
  expect(document.activeElement).toBe(go());
  expect(go().getAttribute("aria-busy")).toBeNull();
  await act(async () => fireEvent.click(go()));
  expect(save).toHaveBeenCalledTimes(2);
});

test("an extended key is recognized, with how it is used", async () => {
  const key = { short: "xpub6BgB…eUsQ", scripts: ["pkh" as const, "tr" as const] };
  const over = { kind: "extended_key" as const, address: null, extended_key: key };
  vi.mocked(detect).mockImplementation((text) => Promise.resolve(answer(text, over)));
  form();
  type("xpub6BgBgsesp");
  await pass(500);
  expect(screen.getByText(/^Extended key\. Its addresses are derived on this server/).textContent).toMatch(
    /which address type your wallet uses, so we scan legacy and taproot addresses\.$/,
  );
  expect((go() as HTMLButtonElement).disabled).toBe(false);
});

test("a wallet already in the list is marked, does not count and is not sent", async () => {
  const mayAdd = vi.fn(() => true);
  const save = vi.fn(() => Promise.resolve());
  render(<AddressForm save={save} mayAdd={mayAdd} own={new Set([A.toLowerCase(), "b.eth"])} />);
  type(A);
  await pass(500);
  expect(screen.getByText("You have this wallet already.")).toBeTruthy();
  expect((go() as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Add row" }));
  expect(mayAdd).toHaveBeenLastCalledWith(1);
  type(B, 2);
  await pass(500);
  paste(`${B}\nb.eth`, 2);
  expect(mayAdd).toHaveBeenLastCalledWith(1);
  await pass(500);
  fireEvent.click(go());
  await pass(0);
  expect(save).toHaveBeenCalledWith({ addresses: [B], nicknames: {} });
});

test("an empty last row is gone to, and no other one is added", async () => {
  form();
  fireEvent.click(screen.getByRole("button", { name: "Add row" }));
  expect(screen.queryByLabelText("Address 2")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Address 1"));
  type(A);
  fireEvent.click(screen.getByRole("button", { name: "Add row" }));
  fireEvent.click(screen.getByRole("button", { name: "Add row" }));
  expect(screen.queryByLabelText("Address 3")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Address 2"));
});
