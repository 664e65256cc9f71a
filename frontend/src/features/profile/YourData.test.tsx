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

test("an export is made, and the card says when", async () => {
  localStorage.clear();
  const exportAll = vi.fn(async () => undefined);
  render(<YourData isRegistered exportAll={exportAll} onDelete={vi.fn()} />);
  expect(screen.queryByText(/Last made/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Export everything" }));
  await screen.findByText(/Last made on this browser \d/);
  cleanup();
  localStorage.setItem("spyhop.exported", "2026-10-02T10:00:00Z");
  render(<YourData isRegistered exportAll={exportAll} onDelete={vi.fn()} />);
  screen.getByText(/Last made on this browser 2 Oct 2026\./);
  cleanup();
  localStorage.setItem("spyhop.exported", "no time");
  render(<YourData isRegistered exportAll={exportAll} onDelete={vi.fn()} />);
  expect(screen.queryByText(/Last made/)).toBeNull();
  localStorage.clear();
});

test("without an account, data is erased immediately", () => {
  const onDelete = vi.fn();
  render(<YourData isRegistered={false} exportAll={vi.fn()} onDelete={onDelete} />);
  screen.getByText("Your wallets and settings are erased immediately. There is no undo.");
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(onDelete).toHaveBeenCalledOnce();
});
