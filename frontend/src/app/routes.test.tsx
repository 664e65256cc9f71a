import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { MemoryRouter, Outlet, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, endRefusedSession, openRegisteredSession, openSession } from "../features/user/session";
import { ToastContext } from "../ui/toasts";
import { AppRoutes } from "./routes";

const empty = vi.hoisted(() => ({ default: (): ReactNode => null }));
vi.mock("./Shell", () => ({ default: () => <Outlet /> }));
vi.mock("./WelcomeRoute", () => empty);
vi.mock("./HomeRoute", () => empty);
vi.mock("./HistoryRoute", () => empty);
vi.mock("./WalletsRoute", () => empty);
vi.mock("./WalletRoute", () => empty);
vi.mock("./AssetValueRoute", () => empty);
vi.mock("./IntelligenceRoute", () => empty);
vi.mock("./CounterpartiesRoute", () => empty);

const toasts: string[] = [];
/** The place that the router has reached. */
let place: { path: string; state: unknown };

function Probe() {
  const { pathname, search, hash, state } = useLocation();
  place = { path: `${pathname}${search}${hash}`, state };
  return null;
}

const open = (path: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastContext value={({ text }) => toasts.push(text)}>
        <MemoryRouter initialEntries={[path]}>
          <Suspense>
            <AppRoutes />
          </Suspense>
          <Probe />
        </MemoryRouter>
      </ToastContext>
    </QueryClientProvider>,
  );

beforeEach(() => openSession("spy_session_test"));
afterEach(cleanup);

test.each([
  ["/intelligence?add-address=true#netflow", "/intelligence?add-address=true#netflow"],
  ["/?redirect=intelligence#netflow", "/intelligence#netflow"],
  ["/?redirect=/.//example.com", "/home"],
  ["/app-feature?redirect=netflow", "/intelligence?add-address=true#netflow"],
  ["/app-feature?redirect=insights", "/intelligence/insights?add-address=true"],
  ["/app-feature?redirect=asset-value-chart", "/intelligence/asset-value?add-address=true"],
  ["/?redirect=intelligence/asset-value", "/intelligence/asset-value"],
  ["/?redirect=intelligence/volume-traded-by-counterparty", "/intelligence/volume-traded-by-counterparty"],
  ["/app-feature?redirect=whale-watch", "/home"],
  ["/?redirect=intelligence/insights", "/intelligence/insights"],
  ["/watchlist?add-address=true#x", "/home?add-address=true#x"],
  ["/whale-watch?create-pod=true", "/home"],
  ["/?redirect=wallets/0x8a12", "/wallets/0x8a12"],
])("%s opens %s", async (from, to) => {
  open(from);
  await waitFor(() => expect(place.path).toBe(to));
});

test("a link to a feature that is not built yet says so", async () => {
  open("/app-feature?redirect=whale-watch");
  await waitFor(() => expect(toasts.at(-1)).toBe("Whale Watch isn't available yet."));
});

test("a page that is not built yet says so, after Welcome if there is no session", async () => {
  closeSession();
  toasts.length = 0;
  open("/watchlist?add-address=true");
  await waitFor(() => expect(place).toEqual({ path: "/welcome", state: { from: "/watchlist?add-address=true" } }));
  expect(toasts).toEqual([]);
  cleanup();
  openSession("spy_session_test");
  open("/?redirect=watchlist");
  await waitFor(() => expect(toasts).toEqual(["The watchlist isn't available yet."]));
});

test("a page that needs a session is opened after signing in", async () => {
  closeSession();
  openRegisteredSession("spy_session_ada", "ada", null);
  open("/wallets?sort=name#x");
  act(() => void endRefusedSession("spy_session_ada"));
  await waitFor(() => expect(place).toEqual({ path: "/welcome", state: { from: "/wallets?sort=name#x" } }));
});

test("the page of a person who left is not opened for the next one", async () => {
  open("/wallets?sort=name");
  act(() => closeSession());
  await waitFor(() => expect(place).toEqual({ path: "/welcome", state: null }));
});
