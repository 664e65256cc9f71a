import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Headline } from "./Headline";
import { portfolio } from "./portfolio.test-data";
import type { Portfolio } from "./queries";

vi.mock("@spyhop/sdk", async (original) => ({
  ...(await original<typeof import("@spyhop/sdk")>()),
  getYesterdayBalance: () => new Promise(() => undefined),
}));
afterEach(cleanup);

const wallets = [{ id: "w", address: "0x8a12", label: "0x8a12" }] as Portfolio["wallets"];
const show = (viewer?: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Headline portfolio={portfolio([], { wallets })} {...(viewer ? { viewer } : {})} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("Manage leads to the wallets; a visitor has none to manage", () => {
  show();
  expect(screen.getByRole("link", { name: "Manage" }).getAttribute("href")).toBe("/wallets");
  cleanup();
  show("a look");
  expect(screen.queryByRole("link", { name: "Manage" })).toBeNull();
});
