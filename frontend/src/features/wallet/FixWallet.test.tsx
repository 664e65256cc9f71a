import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FixWallet } from "./FixWallet";

test("the dialog names its purpose, and starts with the entered text", () => {
  render(<FixWallet address="nonsense" save={() => Promise.resolve()} onClose={() => undefined} />);
  expect(screen.getByRole("dialog", { name: "Fix your wallet address" })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Address 1").value).toBe("nonsense");
  expect(screen.getByPlaceholderText("Paste valid wallet address or ENS here")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Done" })).toBeTruthy();
});
