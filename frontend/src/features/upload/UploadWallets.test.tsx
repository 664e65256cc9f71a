import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import UploadWallets from "./UploadWallets";

const sdk = vi.hoisted(() => ({ readUpload: vi.fn(), addUpload: vi.fn() }));
vi.mock("@spyhop/sdk", async (original) => ({ ...(await original<typeof import("@spyhop/sdk")>()), ...sdk }));

const A = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const row = {
  line: 1,
  wallet_address: A,
  kind: "address",
  address: A,
  nickname: null,
  wallet: null,
  network: "Ethereum",
  chains: ["eip155:1"],
  status: "add",
  reason: null,
  note: null,
  duplicate_of: null,
};
const room = { left: 5, text: "5 of 5", limit: 5, used: 0, upgrade_trigger: null };

test("the focus stays on the button while the rows are added, and a second Enter adds nothing twice", async () => {
  sdk.readUpload.mockResolvedValue({ rows: [row], room });
  let refuse: (reason: Error) => void = () => undefined;
  sdk.addUpload.mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  const nothing = () => undefined;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UploadWallets own={new Set()} onBack={nothing} onLimit={nothing} onDone={nothing} />
    </QueryClientProvider>,
  );
  const files = { item: () => new File([A], "wallets.txt", { type: "text/plain" }) };
  fireEvent.drop(screen.getByText("Upload CSV or text"), { dataTransfer: { files } });
  const add = await screen.findByRole("button", { name: "Add 1 wallet" });
  add.focus();
  await act(async () => fireEvent.click(add));
  await waitFor(() => expect(add.getAttribute("aria-busy")).toBe("true"));
  expect(add).toHaveProperty("disabled", false);
  await act(async () => fireEvent.click(add));
  expect(sdk.addUpload).toHaveBeenCalledOnce();
  await act(async () => refuse(new Error("Not now")));
  expect((await screen.findByRole("alert")).textContent).toBe("Not now");
  expect(document.activeElement).toBe(add);
});
