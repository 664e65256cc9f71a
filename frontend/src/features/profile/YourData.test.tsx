// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { YourData } from "./YourData";

afterEach(cleanup);

test("an export that fails says why", async () => {
  const exportAll = vi.fn().mockRejectedValue(new Error("Too many requests. Please try again later."));
  render(<YourData isRegistered exportAll={exportAll} onDelete={vi.fn()} />);
  fireEvent.click(screen.getByRole("button", { name: "Export everything" }));
  await screen.findByText("Too many requests. Please try again later.");
});

test("without an account, data is erased immediately", () => {
  const onDelete = vi.fn();
  render(<YourData isRegistered={false} exportAll={vi.fn()} onDelete={onDelete} />);
  screen.getByText("Your wallets and settings are erased immediately. There is no undo.");
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(onDelete).toHaveBeenCalledOnce();
});
