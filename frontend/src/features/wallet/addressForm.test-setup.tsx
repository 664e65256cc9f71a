import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { detect } from "../../queries/detection";
import { AddressForm } from "./AddressForm";
import type { Detection } from "./types";

const chain = { id: "eip155:1", code: "eth", name: "Ethereum", symbol: "ETH", color: "#58bcb1", chain_detected: true };

/** The detection of an address. Tests that render the form mock `detect` with `vi.fn()`. */
export const answer = (address: string, over: Partial<Detection> = {}): Detection => ({
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

/** Two Ethereum addresses. */
export const A = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const B = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

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

export const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
/** Enters a text in one change. */
export const type = (text: string, row = 1) => fireEvent.change(field(`Address ${row}`), { target: { value: text } });
/** Pastes a text into a row. */
export const paste = (text: string, row = 1) =>
  fireEvent.paste(field(`Address ${row}`), { clipboardData: { getData: () => text } });
/** The texts of all rows. */
export const values = () => screen.getAllByLabelText(/^Address /).map((one) => (one as HTMLInputElement).value);
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
export const go = () => screen.getByRole("button", { name: "Go" });

/** Renders the form and returns its `save` mock. */
export const form = (save = vi.fn(() => Promise.resolve())) => {
  render(<AddressForm save={save} />);
  return save;
};
