import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FixWallet } from "./FixWallet";

test("the dialog explains its purpose, and starts with the entered text", () => {
  render(<FixWallet address="nonsense" save={() => Promise.resolve()} onClose={() => undefined} />);
  const dialog = screen.getByRole("dialog", { name: "Fix your wallet address" });
  expect(dialog.textContent).toContain("Add your wallet address to get started");
  expect(screen.getByLabelText<HTMLInputElement>("Address 1").value).toBe("nonsense");
  expect(screen.getByPlaceholderText("Paste valid wallet address or ENS here")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Done" })).toBeTruthy();
});
