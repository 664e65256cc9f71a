import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { EVERYTHING } from "./conditions";
import { EntryDrawer } from "./EntryDrawer";
import { change, cost, details, historyPage, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";

afterEach(() => {
  cleanup();
  hideAmounts(false);
  vi.unstubAllGlobals();
});

test("with hidden amounts the drawer of an entry shows none, not in titles, sentences or raw facts either", async () => {
  hideAmounts(true);
  const fact = {
    ...{ id: "1", source: "blockscout", source_name: "Blockscout", stream: "token-transfers", block: 21399327 },
    ...{ block_hash: null, read_at: "2026-11-20T13:58:00Z", json: '{"value":"4100000000"}' },
  };
  const gap = {
    ...{ quantity: "850", asset: "arb", symbol: "ARB", code: "no_lot", repairs: ["enter_cost"] },
    ...{ text: "Only 150.5 ARB is known to have arrived before.", acquired_by: null },
  } as NonNullable<ReturnType<typeof change>["gap"]>;
  const of = row("a");
  stubServer({ "get-entry": vi.fn(() => details(of, { facts: [fact], cost: cost([change({ gap })]) })) });
  renderAt(
    "/x",
    <EntryDrawer entry="a" page={historyPage([of])} view={EVERYTHING} onEntry={vi.fn()} onAdd={vi.fn()} />,
  );
  await screen.findByRole("heading", { name: "Decoding" });
  const html = screen.getByRole("dialog").innerHTML;
  expect(html).not.toMatch(/4,?100|1\.2024|0\.000573|3\.12|4100000000|850|150\.5/);
  expect(html).toContain("Only •••• ARB is known to have arrived before.");
});
