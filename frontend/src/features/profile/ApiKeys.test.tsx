import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiKeys } from "./ApiKeys";
import type { ApiKey } from "./types";

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

const KEY: ApiKey = {
  id: "k",
  name: "Dashboard",
  prefix: "spy_key_1xRb",
  scopes: ["portfolio", "health"],
  last_used_at: null,
  expires_at: "2027-02-20T12:00:00Z",
};

test("a key is created with a name and scopes, and its secret is shown once", async () => {
  const create = vi.fn().mockResolvedValue("spy_key_secret");
  render(<ApiKeys keys={[KEY]} create={create} revoke={vi.fn()} />);
  screen.getByText("spy_key_1xRb · never used · ends 20 Feb 2027");
  press("New key");
  press("Create key");
  screen.getByText("Enter a name, so that you recognize the key later.");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: " Tax sheet " } });
  fireEvent.click(screen.getByLabelText(/^Portfolio/));
  press("Create key");
  screen.getByText("Choose at least one thing that the key may read.");
  fireEvent.click(screen.getByLabelText(/^Ledger/));
  press("Create key");
  await waitFor(() => expect(create).toHaveBeenCalledWith({ name: "Tax sheet", scopes: ["ledger"], days: 90 }));
  const secret = (await screen.findByLabelText(/It is shown only once/)) as HTMLInputElement;
  expect(secret.value).toBe("spy_key_secret");
  press("Hide the key");
  expect(screen.queryByDisplayValue("spy_key_secret")).toBeNull();
});

test("a key can have no end", async () => {
  const create = vi.fn().mockResolvedValue("spy_key_secret");
  render(<ApiKeys keys={[{ ...KEY, expires_at: null }]} create={create} revoke={vi.fn()} />);
  screen.getByText("spy_key_1xRb · never used · no end date");
  press("New key");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Dashboard" } });
  fireEvent.change(screen.getByLabelText("Valid for"), { target: { value: "" } });
  press("Create key");
  await waitFor(() => expect(create).toHaveBeenCalledWith(expect.objectContaining({ days: null })));
});

test("a refused key keeps the dialog and what was entered", async () => {
  const create = vi.fn().mockRejectedValue(new Error("Too many API keys."));
  render(<ApiKeys keys={[]} create={create} revoke={vi.fn()} />);
  screen.getByText("No API keys yet.");
  press("New key");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Tax sheet" } });
  press("Create key");
  await screen.findByText("Too many API keys.");
  screen.getByDisplayValue("Tax sheet");
});

test("a key is revoked, and a failure to do so is said", async () => {
  const revoke = vi.fn().mockRejectedValue(new Error("Something Went Wrong"));
  render(<ApiKeys keys={[KEY]} create={vi.fn()} revoke={revoke} />);
  press("Revoke Dashboard");
  await screen.findByText("Something Went Wrong");
  expect(revoke).toHaveBeenCalledExactlyOnceWith("k");
});
