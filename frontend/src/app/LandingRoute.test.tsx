import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Fragment, type ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openRegisteredSession, useSession } from "../features/user/session";
import { LandingRoute } from "./LandingRoute";
import { SignInContext } from "./signIn";

const openSignIn = vi.fn();
/** The requests that were sent. */
let sent: [string, unknown][];
let mail: "on" | "off";

function serve(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call =
    String(url instanceof Request ? url.url : url)
      .split("/")
      .at(-1) ?? "";
  sent.push([call, JSON.parse(String(init?.body))]);
  if (mail === "off" && call === "signup") {
    const problem = { error: true, message: "Mail is off.", code: "mail_off", data: null, request_id: "r" };
    return Promise.resolve(Response.json(problem, { status: 503 }));
  }
  const answers: Record<string, object> = {
    "get-user": { user: { email: "ada@example.org" } },
    "create-user": { token: "spy_session_new" },
  };
  const data = answers[call] ?? { is_new_user: false, resend_after_seconds: 30, expires_in_seconds: 600 };
  return Promise.resolve(Response.json({ error: false, message: "", data }));
}

const Place = () => <output aria-label="place">{useLocation().pathname}</output>;

/** Renders its children anew for another session, as the app does. */
const Epoch = ({ children }: { children: ReactNode }) => <Fragment key={useSession().epoch}>{children}</Fragment>;

function open() {
  render(
    <Epoch>
      <QueryClientProvider client={new QueryClient()}>
        <SignInContext value={openSignIn}>
          <MemoryRouter initialEntries={["/landing-page-whale"]}>
            <LandingRoute name="landing-page-whale" />
            <Place />
          </MemoryRouter>
        </SignInContext>
      </QueryClientProvider>
    </Epoch>,
  );
}

function signUp(email: string) {
  open();
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.click(screen.getByRole("button", { name: "Get started" }));
}

const isAt = (path: string) => waitFor(() => expect(screen.getByLabelText("place").textContent).toBe(path));

beforeEach(() => {
  sent = [];
  mail = "on";
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

test("the example creates a session and opens Home", async () => {
  closeSession();
  open();
  fireEvent.click(screen.getByRole("button", { name: "Try it with an example" }));
  await isAt("/home");
  expect(sent).toEqual([["create-user", expect.objectContaining({ wallet_addresses: ["vitalik.eth"] })]]);
});

test("with a session the example leaves its place to the portfolio of this browser", async () => {
  open();
  expect(screen.queryByRole("button", { name: "Try it with an example" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Open your portfolio" }));
  await isAt("/home");
});

test("a server without mail says so in place of the form", async () => {
  closeSession();
  mail = "off";
  signUp("ada@example.org");
  expect((await screen.findByText(/^This server sends no email/)).getAttribute("role")).toBe("status");
  expect(screen.queryByLabelText("Email")).toBeNull();
  screen.getByRole("button", { name: "Try it with an example" });
});

test("a page that was rendered by a server without mail offers no form", () => {
  const fact = Object.assign(document.createElement("meta"), { name: "spyhop-mail", content: "off" });
  document.head.append(fact);
  closeSession();
  open();
  screen.getByText("This server sends no email, so it can't send an invitation.");
  screen.getByRole("button", { name: "Try it with an example" });
  expect(screen.queryByLabelText("Email")).toBeNull();
  fact.remove();
});
