import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { detect } from "../../queries/detection";
import { AddressForm } from "./AddressForm";
import { A, B, form, go, pass, paste, type, values } from "./addressForm.test-setup";

vi.mock("../../queries/detection", async (original) => ({
  ...(await original<typeof import("../../queries/detection")>()),
  detect: vi.fn(),
}));

test("a pasted list becomes rows, each is detected, and all are sent in order", async () => {
  const save = form();
  paste(`vitalik.eth\n${A}, ${B}`);
  expect(values()).toEqual(["vitalik.eth", A, B]);
  expect(document.activeElement).toBe(screen.getByLabelText("Address 3"));
  await pass(500);
  expect(detect).toHaveBeenCalledTimes(3);
  fireEvent.click(go());
  await pass(0);
  expect(save).toHaveBeenCalledExactlyOnceWith({ addresses: ["vitalik.eth", A, B], nicknames: {} });
});

test("a list is inserted where it is pasted, but not in the middle of a text", () => {
  form();
  paste(`a.eth\nb.eth`);
  paste(`${A}\n${B}`, 1);
  expect(values()).toEqual(["a.eth", "b.eth"]);
  (screen.getByLabelText("Address 1") as HTMLInputElement).select();
  paste(`${A}\n${B}`, 1);
  expect(values()).toEqual([A, B, "b.eth"]);
});

test("a secret in a pasted list clears the row and sends no request", async () => {
  form();
  paste(`${A}\nabandon ability able about above absent absorb abstract absurd abuse access accident`);
  expect(values()).toEqual([""]);
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  await pass(500);
  expect(detect).not.toHaveBeenCalled();
});

test("a list that the plan does not allow changes nothing", () => {
  const mayAdd = vi.fn(() => false);
  render(<AddressForm save={vi.fn()} mayAdd={mayAdd} />);
  paste(`${A}\n${B}`);
  expect(mayAdd).toHaveBeenCalledExactlyOnceWith(2);
  expect(values()).toEqual([""]);
});

test("a list that is too long is reported with its length and the alternative, and the form does not change", async () => {
  form();
  type("vitalik.eth");
  (screen.getByLabelText("Address 1") as HTMLInputElement).select();
  paste(`${A}\n`.repeat(250));
  expect(screen.getByRole("alert").textContent).toBe(
    "That list has 250 lines, and 100 can be pasted at once. Nothing was added. " +
      "Paste it in parts, or add part of it and then upload a file.",
  );
  expect(values()).toEqual(["vitalik.eth"]);
  type("vitalik.et");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("where a file can be uploaded, a list that is too long leads there", () => {
  const onUpload = vi.fn();
  render(<AddressForm save={vi.fn()} onUpload={onUpload} />);
  paste(`${A}\n`.repeat(101));
  expect(screen.getByRole("alert").textContent).toMatch(
    /^That list has 101 lines, .* Upload it as a text or CSV file\.$/,
  );
  fireEvent.click(screen.getByRole("button", { name: "Upload CSV or text" }));
  expect(onUpload).toHaveBeenCalledOnce();
  paste(`${A}\n${B}`);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(values()).toEqual([A, B]);
});
