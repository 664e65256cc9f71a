import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { AddToken } from "./AddToken";

const sdk = vi.hoisted(() => ({
  addToken: vi.fn(),
  removeToken: vi.fn(),
  getAddedTokens: vi.fn(),
  getChains: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

const CONTRACT = "0x919C1c267BC06a7039e03fcc2eF738525769109c";
const usdt = {
  asset: `eip155:2222/erc20:${CONTRACT}`,
  chain: "eip155:2222",
  chain_name: "Kava",
  contract_address: CONTRACT,
  symbol: "USDt",
  name: "Tether USD",
  decimals: 6,
  added_on: "2026-11-20T14:00:00Z",
};
const onClose = vi.fn();

beforeEach(() => {
  const chain = (id: string, name: string, supported = true) => ({ id, name, supported });
  sdk.getChains.mockResolvedValue({
    chains: [
      chain("eip155:2222", "Kava"),
      chain("bip122:000000000019d6689c085ae165831e93", "Bitcoin"),
      chain("eip155:7", "Unread", false),
    ],
  });
  sdk.getAddedTokens.mockResolvedValue({ tokens: [] });
  sdk.addToken.mockResolvedValue(usdt);
  sdk.removeToken.mockResolvedValue({ asset: usdt.asset, removed: true });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

async function show(chain: string | null = null) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <AddToken chain={chain} onClose={onClose} />
      </Toasts>
    </QueryClientProvider>,
  );
  await screen.findByRole("option", { name: "Kava" });
}

const write = (text: string) =>
  fireEvent.change(screen.getByLabelText("Contract address"), { target: { value: text } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "Add token" }));

test("only networks that have tokens and are read can be chosen", async () => {
  await show();
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["Choose a network", "Kava"]);
});

test("a token is added on the network of the notice, and the way back is offered", async () => {
  await show("eip155:2222");
  write(` ${CONTRACT} `);
  send();
  await screen.findByText("USDt added. Checking your wallets for it.");
  expect(sdk.addToken).toHaveBeenCalledWith({ chain: "eip155:2222", contract_address: CONTRACT });
  expect(onClose).toHaveBeenCalled();
  fireEvent.click(screen.getByText("Undo"));
  await waitFor(() => expect(sdk.removeToken).toHaveBeenCalledWith({ asset: usdt.asset }));
});

test("an error is shown in the form, and the form stays open", async () => {
  sdk.addToken.mockRejectedValue(new Error("There is no token contract at this address on Kava."));
  await show("eip155:2222");
  write(CONTRACT);
  send();
  await screen.findByText("There is no token contract at this address on Kava.");
  expect(onClose).not.toHaveBeenCalled();
});

test("a private key is not sent", async () => {
  await show("eip155:2222");
  write("ab".repeat(32));
  send();
  expect((await screen.findByRole("alert")).textContent).toContain("private key");
  expect(sdk.addToken).not.toHaveBeenCalled();
});

test("a token that was added can be removed, also where nothing of it is held", async () => {
  sdk.getAddedTokens.mockResolvedValue({ tokens: [usdt] });
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Remove USDt" }));
  await screen.findByText("USDt removed");
  fireEvent.click(screen.getByText("Undo"));
  await waitFor(() => expect(sdk.addToken).toHaveBeenCalledWith({ chain: "eip155:2222", contract_address: CONTRACT }));
});
