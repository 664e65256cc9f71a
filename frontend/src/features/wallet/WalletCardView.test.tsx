import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { WalletCard } from "./types";
import { WalletCardView } from "./WalletCardView";
import { walletCard } from "./wallet.test-data";

const ADDRESS = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

const wallet = (own: Partial<WalletCard>): WalletCard =>
  walletCard({ address: ADDRESS, reverse_name: { name: "harbour.eth", checked_on: "2026-11-20T14:00:00Z" }, ...own });

function show(own: Partial<WalletCard>) {
  const nothing = () => undefined;
  const view = { currency: "USD", figures: {}, place: "/user_wallets/0" };
  render(
    <MemoryRouter>
      <ul>
        <WalletCardView wallet={wallet(own)} {...view} onEdit={nothing} onDelete={nothing} onFix={nothing} />
      </ul>
    </MemoryRouter>,
  );
}

afterEach(cleanup);

test("the name that an address claims is shown with its age beside the address, never instead of it", () => {
  show({});
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("0x225f…c3B5");
  const name = screen.getByText("harbour.eth ·");
  expect(name.title).toMatch(/^ENS name of this address, checked /);
  expect(name.title).toContain("2026");
  expect(screen.getByTitle(ADDRESS).textContent).toBe("0x225f…c3B5");
});

test("a nickname is enough, and an address without a name is shown whole", () => {
  show({ nickname: "Savings" });
  expect(screen.queryByText(/harbour/)).toBeNull();
  expect(screen.getByTitle(ADDRESS).textContent).toBe("0x225f…c3B5");
  cleanup();
  show({ reverse_name: null });
  expect(screen.getByTitle(ADDRESS).textContent).toBe(ADDRESS);
});

test("an extended key without a name is shown once, and beside its name if it has one", () => {
  const extended_key = { short: "zpub6rFR…tZYs", gap_limit: 20 } as WalletCard["extended_key"];
  show({ reverse_name: null, extended_key });
  expect(screen.getAllByText(/zpub6rFR…tZYs/)).toHaveLength(1);
  expect(screen.getByText("Extended key")).toBeTruthy();
  cleanup();
  show({ nickname: "Savings", reverse_name: null, extended_key });
  expect(screen.getByText("zpub6rFR…tZYs")).toBeTruthy();
});
