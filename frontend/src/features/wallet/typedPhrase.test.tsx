import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AddressForm } from "./AddressForm";
import { type Detection, detect } from "./queries";

vi.mock("./queries", async (original) => ({ ...(await original<typeof import("./queries")>()), detect: vi.fn() }));

const chain = { id: "eip155:1", code: "eth", name: "Ethereum", symbol: "ETH", color: "#58bcb1", chain_detected: true };
const answer = (address: string, over: Partial<Detection> = {}): Detection => ({
  wallet_address: address,
  chain_detected: true,
  kind: "address",
  address,
  chains: [{ ...chain, parent: null }],
  display_address: null,
  extended_key: null,
  reason: null,
  reason_code: null,
  shared_with_providers: false,
  ...over,
});
const A = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(detect)
    .mockReset()
    .mockImplementation((text) => Promise.resolve(answer(text)));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const type = (text: string, row = 1) =>
  fireEvent.change(screen.getByLabelText(`Address ${row}`), { target: { value: text } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const go = () => screen.getByRole("button", { name: "Go" });
const form = (save = vi.fn(() => Promise.resolve())) => {
  render(<AddressForm save={save} />);
  return save;
};

const TWELVE = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const TWENTY_FOUR =
  "letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless";

/** Types key after key, as the field has it at each of them; so many milliseconds lie between two keys. */
async function typeKeys(text: string, ms: number) {
  for (const key of text) {
    type(`${(screen.getByLabelText("Address 1") as HTMLInputElement).value}${key}`);
    await pass(ms);
  }
}

test.each([
  ["twelve words", TWELVE, 80],
  ["24 words", TWENTY_FOUR, 80],
  ["twelve words with a pause after each key", TWELVE, 700],
  ["24 words, slowly", TWENTY_FOUR, 1500],
  ["twelve words with dashes", TWELVE.replaceAll(" ", "-"), 80],
])("nothing of a phrase that is typed is sent or looked up: %s", async (_, phrase, ms) => {
  const save = form();
  await typeKeys(phrase, ms);
  await pass(5000);
  expect(detect).not.toHaveBeenCalled();
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Add row" }));
  type(A, 2);
  await pass(500);
  await act(async () => fireEvent.click(go()));
  expect(save).toHaveBeenCalledExactlyOnceWith({ addresses: [A], nicknames: {} });
});

test("what follows a phrase in the same burst is swallowed, and the warning waits to be dismissed", async () => {
  form();
  await typeKeys(TWELVE, 80);
  expect(screen.getByLabelText("Address 1")).toHaveProperty("value", "");
  await pass(3000);
  type("vita");
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/looks like a recovery phrase/)).toBeNull();
  expect(screen.getByLabelText("Address 1")).toHaveProperty("value", "vita");
});

test("an address that is pasted right after a phrase is taken", async () => {
  form();
  await typeKeys(TWELVE, 80);
  type(A);
  await pass(500);
  expect(screen.getByText("Ethereum")).toBeTruthy();
  expect(screen.queryByText(/looks like a recovery phrase/)).toBeNull();
});
