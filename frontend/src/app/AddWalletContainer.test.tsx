import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "../ui/Toast";
import AddWalletContainer from "./AddWalletContainer";

const sdk = vi.hoisted(() => ({ getUser: vi.fn(), updateUserWallet: vi.fn() }));
vi.mock("@spyhop/sdk", async (original) => ({ ...(await original<typeof import("@spyhop/sdk")>()), ...sdk }));

let typed: string[];
vi.mock("../features/wallet/AddWallet", () => ({
  AddWallet: ({ save }: { save: (added: object) => Promise<void> }) => (
    <button type="button" onClick={() => void save({ addresses: typed, nicknames: {} })}>
      Go
    </button>
  ),
}));

afterEach(cleanup);

const personWith = (addresses: string[]) => ({
  user: { version: 1, user_wallets: addresses.map((address, position) => ({ address, position })) },
});

test.each([
  [["a"], "You have this wallet already"],
  [["a", "b"], "You have these wallets already"],
  [["a", "new"], "1 wallet added"],
  [["new", "newer"], "2 wallets added"],
])("%j added to a and b shows %s", async (addresses, words) => {
  typed = addresses;
  sdk.getUser.mockResolvedValue(personWith(["a", "b"]));
  sdk.updateUserWallet.mockImplementation(async ({ wallet_addresses }) =>
    personWith([...new Set<string>(wallet_addresses)]),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <AddWalletContainer onClose={() => undefined} />
      </Toasts>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText("Go"));
  expect(await screen.findByText(words)).toBeTruthy();
});
