import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LeaveDialog } from "./LeaveDialog";
import { openSession, sessionToken } from "./session";

/** The requests that were sent. */
let sent: [string, unknown][];

function serve(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call =
    String(url instanceof Request ? url.url : url)
      .split("/")
      .at(-1) ?? "";
  if (call !== "get-user") sent.push([call, JSON.parse(String(init?.body))]);
  const user = { link: "4hK2mQ8tYzB1nW6rC3xVdE", user_wallets: WALLETS, version: 1 };
  return Promise.resolve(Response.json({ error: false, message: "", data: { user } }));
}

const wallet = (position: number, address: string, own: object = {}) => ({
  address,
  display_address: null,
  extended_key: null,
  detected: true,
  position,
  ...own,
});
const WALLETS = [
  wallet(1, "0xab", { display_address: "ada.eth" }),
  wallet(0, "bc1q"),
  wallet(2, "xpub", { extended_key: { short: "xpub…" } }),
  wallet(3, "not read", { detected: false }),
];

beforeEach(() => {
  sent = [];
  openSession("spy_session_test");
  vi.stubGlobal("fetch", serve);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LeaveDialog keep={null} onClose={() => undefined} />
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the dialog explains what ends, and ends the session", async () => {
  await screen.findByText("Your share link stops working.");
  press("No thanks, let me leave");
  await waitFor(() => expect(sessionToken()).toBeUndefined());
  expect(sent).toEqual([["sign-out", {}]]);
});

test("deleting needs the word to be typed", async () => {
  fireEvent.click(screen.getByRole("switch", { name: "Also delete my data" }));
  press("Delete and leave");
  await screen.findByText('Type "delete" to confirm.');
  expect([sent, sessionToken()]).toEqual([[], "spy_session_test"]);
  fireEvent.change(screen.getByLabelText('Type "delete" to confirm'), { target: { value: "Delete" } });
  press("Delete and leave");
  await waitFor(() => expect(sessionToken()).toBeUndefined());
  expect(sent).toEqual([["delete-user", { confirmation: "Delete" }]]);
});

test("Enter right after the dialog came leaves nothing", () => {
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Stay" }));
});

test("the links of public addresses can be copied, in their order; an extended key is left out", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  fireEvent.click(await screen.findByRole("button", { name: "Copy the links of your wallets" }));
  const home = `${location.origin}/home`;
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`${home}/bc1q\n${home}/ada.eth`);
});
