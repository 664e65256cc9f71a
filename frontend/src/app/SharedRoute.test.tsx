import { getPortfolioByAddress, getPortfolioByLink, getUser, ProblemError } from "@spyhop/sdk";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "../features/user/session";
import { loadWords } from "../format/secret";
import { TWELVE } from "../ui/keys.test-setup";
import { Toasts } from "../ui/Toast";
import SharedRoute from "./SharedRoute";

vi.mock("@spyhop/sdk", async (original) => ({
  ...(await original<typeof import("@spyhop/sdk")>()),
  getPortfolioByLink: vi.fn(),
  getPortfolioByAddress: vi.fn(),
  getUser: vi.fn(),
}));

const LINK = "3TmZ1Qh7YwKc9XbNfRs2Lp";
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  vi.mocked(getPortfolioByLink).mockImplementation(never);
  vi.mocked(getPortfolioByAddress).mockImplementation(never);
  vi.mocked(getPortfolioByLink).mockClear();
  vi.mocked(getPortfolioByAddress).mockClear();
  vi.mocked(getUser).mockImplementation(async () => ({ user: { link: LINK, user_wallets: [] } }) as never);
});
afterEach(() => {
  cleanup();
  closeSession();
});

/** Renders the page of an id and returns its router. */
function visit(id: string) {
  const pages = [
    { path: "/home/:id", Component: SharedRoute },
    { path: "/welcome", Component: () => <h1>Welcome</h1> },
  ];
  const router = createMemoryRouter(pages, { initialEntries: [`/home/${id}`] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } })}>
      <Toasts>
        <RouterProvider router={router} />
      </Toasts>
    </QueryClientProvider>,
  );
  return router;
}

/** Returns the text of the notice above a shared portfolio. */
async function notice(id: string, own: string): Promise<string | null> {
  visit(id);
  const text = await screen.findByText(own);
  return text.parentElement?.textContent ?? null;
}

test("a visitor sees why totals may differ from the owner's", async () => {
  expect(await notice(LINK, "Shared portfolio (view only).")).toBe(
    "Shared portfolio (view only). Nicknames, custom prices and xpub wallets are left out, " +
      "so totals may differ from the owner's.",
  );
});

test("so is the owner who looks at the link", async () => {
  act(() => openSession("token"));
  expect(await notice(LINK, "Your link as visitors see it.")).toBe(
    "Your link as visitors see it. Nicknames, custom prices and xpub wallets are left out. " +
      "Hidden assets are counted.",
  );
});

test("a public address leaves nothing out", async () => {
  expect(await notice("0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE", "Public address 0x3f5C…f0bE (view only).")).toBe(
    "Public address 0x3f5C…f0bE (view only). Everything here is public on-chain data.",
  );
  expect(await notice("vitalik.eth", "Public address vitalik.eth (view only).")).toBe(
    "Public address vitalik.eth (view only). Everything here is public on-chain data.",
  );
});

test.each([TWELVE, TWELVE.replaceAll(" ", "-"), "ab".repeat(32)])(
  "a secret that is typed as a link is not asked for: %s",
  async (secret) => {
    await loadWords();
    const router = visit(encodeURIComponent(secret));
    expect(await screen.findByRole("heading", { name: "Welcome" })).toBeTruthy();
    expect(screen.getByText(/recovery phrase|private key/)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/welcome");
    expect(getPortfolioByLink).not.toHaveBeenCalled();
    expect(getPortfolioByAddress).not.toHaveBeenCalled();
  },
);

test("a secret that is recognized only when it would be sent leaves the page's address too", async () => {
  const refused = new ProblemError(0, "secret", "That looks like a recovery phrase.", "");
  vi.mocked(getPortfolioByAddress).mockRejectedValue(refused);
  const router = visit("not-known-in-time");
  expect(await screen.findByRole("heading", { name: "Welcome" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/welcome");
});

test.each([
  [
    "a renewed link",
    LINK,
    new ProblemError(404, "not_found", "", ""),
    "It was renewed or turned off, or it has a typo.",
  ],
  ["a piece of a link", "3TmZ1Qh7", new ProblemError(400, "invalid_input", "", ""), "It may be incomplete."],
])("%s stays where it was opened and says what likely happened", async (_, id, problem, reason) => {
  vi.mocked(getPortfolioByLink).mockRejectedValue(problem);
  vi.mocked(getPortfolioByAddress).mockRejectedValue(problem);
  const router = visit(id);
  expect(await screen.findByRole("heading", { level: 1, name: "This link doesn't work" })).toBeTruthy();
  expect(screen.getByText(reason, { exact: false })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Track your own wallets" }).getAttribute("href")).toBe("/welcome");
  expect(router.state.location.pathname).toBe(`/home/${id}`);
});
