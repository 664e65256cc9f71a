import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openRegisteredSession, openSession, sessionToken } from "../features/user/session";
import { SignInContext } from "./signIn";
import { VerifyEmailRoute } from "./VerifyEmailRoute";

const openSignIn = vi.fn();
/** The codes with which the server refuses the next calls of the link. */
let refusals: string[];
let link = { email: "ada@example.org", is_new_user: false, is_change: false, requested_here: true };

const refused = (code: string, status: number) =>
  Response.json({ error: true, code, message: code, data: null, request_id: "x" }, { status });

function serve(url: RequestInfo | URL): Promise<Response> {
  const call =
    String(url instanceof Request ? url.url : url)
      .split("/")
      .at(-1) ?? "";
  const refusal = call === "verify-email" ? refusals.shift() : undefined;
  if (refusal) return Promise.resolve(refused(refusal, 403));
  const user = { id: "ada", email: "ada@example.org", sign_in_wallets: [] };
  if (call === "get-email-link") return Promise.resolve(Response.json({ error: false, message: "", data: link }));
  const data = { user, token: `spy_${call}`, is_new_user: false, old_user_id: null, resend_after_seconds: 30 };
  return Promise.resolve(Response.json({ error: false, message: "", data }));
}

beforeEach(() => {
  openSignIn.mockReset();
  refusals = [];
  link = { ...link, requested_here: true };
  vi.stubGlobal("fetch", serve);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInContext value={openSignIn}>
        <MemoryRouter initialEntries={["/verify-email?token=spy_link_x"]}>
          <VerifyEmailRoute />
        </MemoryRouter>
      </SignInContext>
    </QueryClientProvider>,
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

test("a link that needs a recent proof works once the person has proved who they are", async () => {
  refusals = ["proof_required"];
  openRegisteredSession("spy_session_ada", "ada", null);
  open();
  await press("Sign in");
  const proof = within(await screen.findByRole("dialog", { name: "Confirm that it's you" }));
  fireEvent.click(proof.getByRole("button", { name: "Send verification" }));
  fireEvent.change(await proof.findByLabelText("Enter code"), { target: { value: "KT7M2QXP" } });
  fireEvent.click(proof.getByRole("button", { name: "Verify" }));
  await waitFor(() => expect(sessionToken()).toBe("spy_verify-email"));
});

test("an anonymous person whose link was used elsewhere signs in here, also without an account", async () => {
  refusals = ["invalid_code"];
  openSession("spy_session_anonymous");
  open();
  await press("Sign in");
  await screen.findByText(/your account does not have the wallets of this one yet/);
  await press("Send a new email");
  expect(openSignIn).toHaveBeenCalledExactlyOnceWith({ variant: "keep" });
});

test("a portfolio that a link of another browser set aside comes back after signing out", async () => {
  link = { ...link, requested_here: false };
  openSession("spy_session_anonymous");
  open();
  await press("Sign in to that account");
  await waitFor(() => expect(sessionToken()).toBe("spy_verify-email"));
  closeSession();
  expect(sessionToken()).toBe("spy_session_anonymous");
});

test("a portfolio that was added to the account is not set aside", async () => {
  link = { ...link, requested_here: false };
  openSession("spy_session_anonymous");
  open();
  await press("Sign in and add this portfolio");
  await waitFor(() => expect(sessionToken()).toBe("spy_verify-email"));
  closeSession();
  expect(sessionToken()).toBeUndefined();
});
