import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { account } from "../exchange.test-data";
import { renderWith } from "../exchange.test-setup";
import type { ExchangeCode } from "../types";
import { CodesCard } from "./CodesCard";
import { candidate, exchangeCode } from "./code.test-data";

const sdk = vi.hoisted(() => ({
  getExchangeCodes: vi.fn(),
  getCodeCandidates: vi.fn(),
  setExchangeCode: vi.fn(),
  clearExchangeCode: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

afterEach(() => {
  cleanup();
  for (const call of [sdk.getExchangeCodes, sdk.getCodeCandidates, sdk.setExchangeCode, sdk.clearExchangeCode]) {
    call.mockReset();
  }
});

const AWAY = "Can't reach the Spyhop server.";
const OTHER = candidate({
  asset: "eip155:10/erc20:0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6",
  name: "Fake Chainlink",
  chain_name: "Optimism",
  contract_address: "0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6",
  listed: false,
});

const open = (...codes: ExchangeCode[]) => {
  sdk.getExchangeCodes.mockResolvedValue({ codes });
  return renderWith(<CodesCard account={account()} />);
};
const card = () => screen.findByRole("region", { name: "Codes of assets" });
const dialog = () => within(screen.getByRole("dialog", { name: "Which asset is LINK.S?" }));
const type = (text: string) =>
  fireEvent.change(dialog().getByLabelText("Symbol or contract address"), { target: { value: text } });

test("without such a code there is no card", async () => {
  const { container } = open();
  await waitFor(() => expect(sdk.getExchangeCodes).toHaveBeenCalledOnce());
  expect(container.textContent).toBe("");
  expect(sdk.getExchangeCodes.mock.calls[0]?.[0]).toEqual({ exchange: "kraken" });
});

test("each code says what it counts as, or that it is not mapped", async () => {
  const euro = candidate({ symbol: "EUR", name: "Euro", chain_name: null, contract_address: null });
  open(
    exchangeCode(),
    exchangeCode({ code: "exchange:kraken/code:A", symbol: "A", asset: candidate() }),
    exchangeCode({ code: "exchange:kraken/code:B", symbol: "B", asset: euro }),
  );
  const items = within(await card()).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "LINK.S Not mapped yet, so that it has no priceMap",
    "A Counts as Chainlink on EthereumChange",
    "B Counts as EuroChange",
  ]);
  expect((await card()).textContent).toContain("1 code not mapped");
});

test("a code is mapped to the asset that the person chooses, and back with Undo", async () => {
  const { toasts } = open(exchangeCode());
  sdk.getCodeCandidates.mockImplementation(({ symbol }: { symbol: string }) =>
    Promise.resolve({ assets: symbol === "link" ? [candidate(), OTHER] : [] }),
  );
  fireEvent.click(within(await card()).getByRole("button", { name: "Map LINK.S" }));
  await dialog().findByText(/Nothing here has the symbol or contract “LINK.S”/);
  fireEvent.click(dialog().getByRole("button", { name: "Save" }));
  dialog().getByText("Choose an asset.");
  expect(sdk.setExchangeCode).not.toHaveBeenCalled();

  type("link");
  const options = await dialog().findAllByRole("radio");
  const labels = options.map((option) => option.closest("label")?.textContent);
  expect(labels[0]).toContain("ChainlinkLINK · Ethereum · 0x5149");
  expect(labels[1]).toContain("On no list");
  expect(options.some((option) => (option as HTMLInputElement).checked)).toBe(false);
  fireEvent.click(options[0] as HTMLElement);
  sdk.setExchangeCode.mockRejectedValueOnce(new Error(AWAY));
  fireEvent.click(dialog().getByRole("button", { name: "Save" }));
  await dialog().findByText(AWAY);

  sdk.setExchangeCode.mockResolvedValue({});
  sdk.clearExchangeCode.mockResolvedValue({ cleared: true });
  fireEvent.click(dialog().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(["LINK.S counts as LINK now"]));
  expect(sdk.setExchangeCode).toHaveBeenLastCalledWith({ code: exchangeCode().code, asset: candidate().asset });
  expect(screen.queryByRole("dialog")).toBeNull();
  toasts[0]?.undo?.();
  await waitFor(() => expect(sdk.clearExchangeCode).toHaveBeenCalledWith({ code: exchangeCode().code }));
});

test("what a code means is taken back, and Undo states it again", async () => {
  const { toasts } = open(exchangeCode({ asset: candidate() }));
  sdk.getCodeCandidates.mockResolvedValue({ assets: [candidate()] });
  sdk.clearExchangeCode.mockResolvedValue({ cleared: true });
  sdk.setExchangeCode.mockResolvedValue({});
  fireEvent.click(within(await card()).getByRole("button", { name: "Change LINK.S" }));
  expect((await dialog().findByRole<HTMLInputElement>("radio")).checked).toBe(true);
  fireEvent.click(dialog().getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(["LINK.S is not mapped any more"]));
  toasts[0]?.undo?.();
  const before = { code: exchangeCode().code, asset: candidate().asset };
  await waitFor(() => expect(sdk.setExchangeCode).toHaveBeenCalledWith(before));
});

test("codes and assets that cannot be loaded are not none", async () => {
  sdk.getExchangeCodes.mockRejectedValue(new Error(AWAY));
  renderWith(<CodesCard account={account()} />);
  await card();
  sdk.getExchangeCodes.mockResolvedValue({ codes: [exchangeCode()] });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  sdk.getCodeCandidates.mockRejectedValue(new Error(AWAY));
  fireEvent.click(await screen.findByRole("button", { name: "Map LINK.S" }));
  await dialog().findByText(AWAY);
  sdk.getCodeCandidates.mockResolvedValue({ assets: [candidate()] });
  fireEvent.click(dialog().getByRole("button", { name: "Try again" }));
  await dialog().findByRole("radio");
  type("");
  await dialog().findByText("Enter the symbol of an asset, or the address of its contract.");
});

test("a long list of assets folds, with what the code means already first", async () => {
  const of = (n: number) => candidate({ asset: `eip155:${n}/slip44:60`, name: `Coin ${n}` });
  open(exchangeCode({ asset: of(9) }));
  sdk.getCodeCandidates.mockResolvedValue({ assets: [1, 2, 3, 4, 5, 6, 7, 8, 9].map(of) });
  fireEvent.click(within(await card()).getByRole("button", { name: "Change LINK.S" }));
  const options = await dialog().findAllByRole<HTMLInputElement>("radio");
  expect(options).toHaveLength(6);
  expect(options[0]?.closest("label")?.textContent).toContain("Coin 9");
  expect(options[0]?.checked).toBe(true);
  fireEvent.click(dialog().getByRole("button", { name: "Show 3 more" }));
  expect(dialog().getAllByRole("radio")).toHaveLength(9);
});
