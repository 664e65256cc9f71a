import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openRegisteredSession, sessionToken } from "../features/user/session";
import { UpdateEmailContainer } from "./UpdateEmailContainer";

/** The calls that were sent. */
const sent: string[] = [];
let isProved = false;

const refused = { error: true, code: "proof_required", message: "Please confirm", data: null, request_id: "x" };
const answers: Record<string, unknown> = {
  "get-user": { user: { email: "ada@example.org" } },
  "send-otp": { resend_after_seconds: 30, expires_in_seconds: 600 },
  "verify-otp": { token: "spy_session_new", user: { id: "ada" }, is_new_user: false, old_user_id: null },
  "update-user": {},
};

function serve(url: RequestInfo | URL): Promise<Response> {
  const call =
    String(url instanceof Request ? url.url : url)
      .split("/")
      .at(-1) ?? "";
  sent.push(call);
  if (call === "update-user" && !isProved) return Promise.resolve(Response.json(refused, { status: 403 }));
  if (call === "verify-otp") isProved = true;
  return Promise.resolve(Response.json({ error: false, message: "", data: answers[call] }));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("another code for a new email is sent once the person has proved who they are", async () => {
  vi.stubGlobal("fetch", serve);
  openRegisteredSession("spy_session_ada", "ada", null);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UpdateEmailContainer email="new@example.org" sentAt={null} isRegistered onClose={() => undefined} />
    </QueryClientProvider>,
  );
  press("Send a new code");
  const proof = within(await screen.findByRole("dialog", { name: "Confirm that it's you" }));
  press("Send verification");
  fireEvent.change(await proof.findByLabelText("Enter code"), { target: { value: "KT7M2QXP" } });
  press("Verify");
  const calls = ["update-user", "send-otp", "verify-otp", "update-user"];
  await waitFor(() => expect(sent.filter((call) => call !== "get-user")).toEqual(calls));
  expect(sessionToken()).toBe("spy_session_new");
});
