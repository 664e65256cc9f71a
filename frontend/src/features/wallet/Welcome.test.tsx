import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { detect } from "../../queries/detection";
import { A, answer, B, field, go, pass, paste, type } from "./addressForm.test-setup";
import type { Save } from "./useSending";
import { Welcome } from "./Welcome";

vi.mock("../../queries/detection", async (original) => ({
  ...(await original<typeof import("../../queries/detection")>()),
  detect: vi.fn(),
}));

const NEEDED = "Enter a wallet address or an ENS name, e.g. vitalik.eth.";

function open(save: Save = vi.fn(() => Promise.resolve()), onFile = vi.fn(() => Promise.resolve())) {
  const { container } = render(
    <MemoryRouter>
      <Welcome save={save} onFile={onFile} instead={<button type="button">Instead</button>} corner={null} foot={null} />
    </MemoryRouter>,
  );
  return { save, onFile, look: () => container.querySelector("form")?.dataset.look };
}
const press = () => act(async () => fireEvent.click(go()));

test("Go pressed while the field is empty says what it needs, and moves the focus there", async () => {
  const { save } = open();
  expect(go()).toHaveProperty("disabled", false);
  await press();
  expect(screen.getByRole("alert").textContent).toBe(NEEDED);
  expect(document.activeElement).toBe(field("Address 1"));
  expect(field("Address 1").getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field("Address 1").getAttribute("aria-describedby") ?? "")?.textContent).toBe(NEEDED);
  type("v");
  expect(screen.queryByText(NEEDED)).toBeNull();
  expect(save).not.toHaveBeenCalled();
});

test("Go pressed while an address is looked up continues once it is found", async () => {
  const { save } = open();
  type(A);
  await press();
  expect(go().getAttribute("aria-busy")).toBe("true");
  expect(save).not.toHaveBeenCalled();
  await pass(500);
  expect(save).toHaveBeenCalledExactlyOnceWith({ addresses: [A], nicknames: {} });
});

test("Go that waits does not send what is typed after it", async () => {
  const { save } = open();
  type(A);
  await press();
  type(B);
  await pass(1000);
  expect(save).not.toHaveBeenCalled();
});

test("Go pressed with a wrong address opens the list and moves the focus to the address", async () => {
  vi.mocked(detect).mockImplementation((text) =>
    Promise.resolve(answer(text, { chain_detected: false, reason: "Too short." })),
  );
  const { save, look } = open();
  type("0x12");
  await press();
  await pass(500);
  expect(screen.getByText("Too short.")).toBeTruthy();
  expect(document.activeElement).toBe(field("Address 1"));
  expect(look()).toBe("card");
  expect(save).not.toHaveBeenCalled();
});

test("one field becomes a list with the second row, and keeps what was typed", async () => {
  const { look } = open();
  expect(look()).toBe("field");
  type(A);
  fireEvent.click(screen.getByRole("button", { name: "Add row" }));
  expect(look()).toBe("card");
  expect(field("Address 1").value).toBe(A);
  expect(document.activeElement).toBe(field("Address 2"));
  fireEvent.click(screen.getByRole("button", { name: "Delete row 2" }));
  expect(look()).toBe("card");
});

test("a pasted list becomes a list of rows", () => {
  const { look } = open();
  paste(`${A}\n${B}`);
  expect(look()).toBe("card");
  expect(field("Address 2").value).toBe(B);
});

test("a failure is shown below the field, which stays", async () => {
  const { look } = open(() => Promise.reject(new Error("Not now")));
  type(A);
  await pass(500);
  await press();
  expect(screen.getByRole("alert").textContent).toBe("Not now");
  expect(look()).toBe("field");
});

test("the example is the first of the other ways, and the other one leaves once something is typed", () => {
  open();
  const names = screen.getAllByRole("button").map((button) => button.textContent);
  expect(names).toEqual(["Go", "Add row", "Upload CSV or text", "Try it with an example", "Instead"]);
  type("v");
  expect(screen.queryByRole("button", { name: "Instead" })).toBeNull();
  screen.getByRole("button", { name: "Try it with an example" });
});

test("a dropped file is taken", async () => {
  const { onFile } = open();
  const file = new File(["vitalik.eth"], "wallets.txt", { type: "text/plain" });
  const files = { length: 1, item: () => file };
  const group = screen.getByRole("group", { name: "Add any ENS or wallet addresses to get started" });
  await act(async () => fireEvent.drop(group, { dataTransfer: { files } }));
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file);
});

test("an explained figure, marked as an example, and three facts are shown", async () => {
  vi.useRealTimers();
  open();
  await screen.findByText("Example");
  for (const name of ["Value over time", "Every transaction, explained", "On your own server"])
    await screen.findByRole("heading", { level: 2, name });
});
