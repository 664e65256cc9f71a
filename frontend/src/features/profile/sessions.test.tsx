import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { kindOf } from "./DeviceIcon";
import { Sessions } from "./Sessions";
import type { OpenSession } from "./types";

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

const session = (id: string, own: Partial<OpenSession> = {}): OpenSession => ({
  id,
  device: "Firefox on Linux",
  network: "Telia",
  opened_at: new Date().toISOString(),
  last_used_at: new Date().toISOString(),
  is_current: false,
  ...own,
});

test("this session is signed out after a question, others at once", async () => {
  const [revoke, revokeOthers, onSignOut] = [vi.fn(async () => undefined), vi.fn(async () => undefined), vi.fn()];
  const sessions = [session("1", { is_current: true }), session("2", { device: "Safari on iPhone", network: null })];
  render(<Sessions {...{ sessions, revoke, revokeOthers, onSignOut }} />);
  screen.getByText("This device");
  screen.getByText(/Unknown network/);
  press("Sign out Firefox on Linux (this device)");
  expect([onSignOut.mock.calls.length, revoke.mock.calls.length]).toEqual([1, 0]);
  press("Sign out Safari on iPhone");
  await waitFor(() => expect(revoke).toHaveBeenCalledExactlyOnceWith("2"));
  await waitFor(() => {
    press("Sign out all others");
    expect(revokeOthers).toHaveBeenCalledOnce();
  });
});

test("a session that cannot be ended says why", async () => {
  const revoke = vi.fn().mockRejectedValue(new Error("Something Went Wrong"));
  render(<Sessions sessions={[session("1")]} revoke={revoke} revokeOthers={vi.fn()} onSignOut={vi.fn()} />);
  press("Sign out Firefox on Linux");
  await screen.findByText("Something Went Wrong");
  expect(screen.queryByText("Sign out all others")).toBeNull();
});

test.each([
  ["Safari on iPhone", "phone"],
  ["Chrome on Android", "phone"],
  ["Safari on iPad", "tablet"],
  ["Firefox on Linux", "laptop"],
  ["Edge on Windows", "laptop"],
  ["Safari on Mac", "laptop"],
  ["curl on Linux", "program"],
  ["Node.js", "program"],
  ["Firefox", "unknown"],
  [null, "unknown"],
])("the device %s has the icon of its kind", (device, kind) => expect(kindOf(device)).toBe(kind));
