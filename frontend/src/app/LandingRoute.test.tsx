import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openRegisteredSession } from "../features/user/session";
import { LandingRoute } from "./LandingRoute";
import { SignInContext } from "./signIn";

const openSignIn = vi.fn();
/** The requests that were sent. */
let sent: [string, unknown][];

function serve(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call =
    String(url instanceof Request ? url.url : url)
      .split("/")
      .at(-1) ?? "";
  sent.push([call, JSON.parse(String(init?.body))]);
  const data =
    call === "get-user"
      ? { user: { email: "ada@example.org" } }
      : { is_new_user: false, resend_after_seconds: 30, expires_in_seconds: 600 };
  return Promise.resolve(Response.json({ error: false, message: "", data }));
}

const Place = () => <output aria-label="place">{useLocation().pathname}</output>;

function signUp(email: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInContext value={openSignIn}>
        <MemoryRouter initialEntries={["/landing-page-whale"]}>
          <LandingRoute name="landing-page-whale" />
          <Place />
        </MemoryRouter>
      </SignInContext>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.click(screen.getByRole("button", { name: "Get started" }));
}

const isAt = (path: string) => waitFor(() => expect(screen.getByLabelText("place").textContent).toBe(path));

beforeEach(() => {
  sent = [];
  openSignIn.mockReset();
  vi.stubGlobal("fetch", serve);
  openRegisteredSession("spy_session_ada", "ada", null);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the person who is signed in goes Home without a dialog or an email", async () => {
  signUp("Ada@Example.org");
  await isAt("/home");
  expect(openSignIn).not.toHaveBeenCalled();
  expect(sent.map(([call]) => call)).toEqual(["get-user"]);
});

test("another account is offered to sign in", async () => {
  signUp("bob@example.org");
  fireEvent.click(await screen.findByRole("button", { name: "Continue now" }));
  await isAt("/welcome");
  expect(openSignIn).toHaveBeenCalledExactlyOnceWith({ variant: "return" });
  expect(sent.at(-1)).toEqual(["signup", { email: "bob@example.org", signed_up_from: "landing-page-whale" }]);
});

test("without a session nothing is loaded about the person", async () => {
  closeSession();
  signUp("ada@example.org");
  await screen.findByRole("button", { name: "Continue now" });
  expect(sent.map(([call]) => call)).toEqual(["signup"]);
});
